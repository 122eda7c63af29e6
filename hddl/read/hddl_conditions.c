/* Forms to formulas; see hddl_conditions.h. */
#include "hddl/read/hddl_conditions.h"
#include "hddl/read/hddl_either.h"
#include "hddl/read/hddl_schemas.h"

#include <string.h>

static hddl_formula *make_formula(hddl_resolver *resolver, hddl_formula_kind kind, base_span span)
{
    hddl_formula *formula = BASE_NEW(resolver->arena, hddl_formula);
    formula->kind = kind;
    formula->span = span;
    return formula;
}

bool hddl_resolve_atom(hddl_resolver *resolver, const hddl_form *form, hddl_atom *atom)
{
    const char *name = form->name.word->text;
    uint32_t index = hddl_index_of(&form->name, HDDL_NAMES_PREDICATE);
    if (index == HDDL_NONE) {
        const char *what = hddl_meaning_of(&form->name);
        if (what != NULL)
            base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, form->name.span, "`%s` is %s, not a predicate",
                        name, what);
        else
            base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_NAME, form->name.span, "unknown predicate `%s`%s",
                        name, hddl_suggest(resolver, name, HDDL_NAMES_PREDICATE));
        return false;
    }
    const hddl_predicate *predicate = &resolver->problem->predicates[index];
    const hddl_term *terms = hddl_resolve_terms(resolver, form, predicate->parameters.items,
                                                predicate->parameters.count, name, predicate->span);
    *atom = (hddl_atom){index, terms, form->span};
    return true;
}

static const hddl_formula *resolve_equality(hddl_resolver *resolver, const hddl_form *form)
{
    const hddl_form *left = form->parts;
    const hddl_form *right = left->next;
    if (left->kind != HDDL_FORM_TERM || right->kind != HDDL_FORM_TERM || strcmp(form->name.word->text, "=") != 0) {
        base_report(resolver->diagnostics, BASE_DIAG_UNSUPPORTED, form->span,
                    "conditions on numbers are not supported; `=` compares objects");
        return make_formula(resolver, HDDL_AND, form->span);
    }
    hddl_formula *formula = make_formula(resolver, HDDL_EQUAL, form->span);
    formula->left = hddl_resolve_term(resolver, &left->name);
    formula->right = hddl_resolve_term(resolver, &right->name);
    return formula;
}

/* `(sort ?x t)` and `(sort ?x - t)`; or an atom, if a predicate has the name `sort`. */
static const hddl_formula *resolve_sort(hddl_resolver *resolver, const hddl_form *form)
{
    hddl_formula *formula = make_formula(resolver, HDDL_SORT, form->span);
    if (hddl_index_of(&form->name, HDDL_NAMES_PREDICATE) != HDDL_NONE) {
        formula->kind = HDDL_ATOM;
        hddl_resolve_atom(resolver, form, &formula->atom);
        return formula;
    }
    if (form->range.count != 2) {
        base_report(resolver->diagnostics, BASE_DIAG_ARGUMENT_COUNT, form->span,
                    "`%s` takes a parameter and a type: `(%s ?x - t)`", form->name.word->text, form->name.word->text);
        return formula;
    }
    hddl_type_ref type = {.names = {form->range.first + 1, 1},
                          .span = resolver->document->names[form->range.first + 1].span};
    formula->left = hddl_resolve_term(resolver, &resolver->document->names[form->range.first]);
    formula->type = hddl_resolve_type(resolver, &type);
    return formula;
}

static const hddl_formula *resolve_quantifier(hddl_resolver *resolver, const hddl_form *form, hddl_context context)
{
    hddl_formula *formula =
        make_formula(resolver, form->kind == HDDL_FORM_FORALL ? HDDL_FORALL : HDDL_EXISTS, form->span);
    const hddl_formula **parts = base_alloc_array(resolver->arena, 1, sizeof *parts);
    uint32_t *hidden;
    formula->first = hddl_open_scope(resolver, form->range, &hidden);
    formula->count = form->range.count;
    parts[0] = hddl_resolve_condition(resolver, form->parts, context);
    hddl_close_scope(resolver, form->range, hidden);
    formula->parts = parts;
    formula->part_count = 1;
    return formula;
}

static const hddl_formula *resolve_joined(hddl_resolver *resolver, const hddl_form *form, hddl_formula_kind kind,
                                          hddl_context context)
{
    hddl_formula *formula = make_formula(resolver, kind, form->span);
    const hddl_formula **parts = NULL;
    for (const hddl_form *part = form->parts; part != NULL; part = part->next) {
        parts = base_grow_by_one(resolver->arena, parts, formula->part_count, sizeof *parts);
        parts[formula->part_count++] = hddl_resolve_condition(resolver, part, context);
    }
    formula->parts = parts;
    return formula;
}

static const hddl_formula *resolve_predicate(hddl_resolver *resolver, const hddl_form *form)
{
    hddl_formula *formula = make_formula(resolver, HDDL_ATOM, form->span);
    hddl_resolve_atom(resolver, form, &formula->atom);
    return formula;
}

static const hddl_formula *refuse(hddl_resolver *resolver, const hddl_form *form, const char *why)
{
    base_report(resolver->diagnostics, BASE_DIAG_MISPLACED_PART, form->span, "%s", why);
    return make_formula(resolver, HDDL_AND, form->span);
}

const hddl_formula *hddl_resolve_condition(hddl_resolver *resolver, const hddl_form *form, hddl_context context)
{
    if (!hddl_spend(resolver, 1, form->span))
        return make_formula(resolver, HDDL_AND, form->span);
    switch (form->kind) {
    case HDDL_FORM_EMPTY:
    case HDDL_FORM_AND: return resolve_joined(resolver, form, HDDL_AND, context);
    case HDDL_FORM_OR: return resolve_joined(resolver, form, HDDL_OR, context);
    case HDDL_FORM_NOT: return resolve_joined(resolver, form, HDDL_NOT, context);
    case HDDL_FORM_IMPLY: return resolve_joined(resolver, form, HDDL_IMPLY, context);
    case HDDL_FORM_FORALL:
    case HDDL_FORM_EXISTS: return resolve_quantifier(resolver, form, context);
    case HDDL_FORM_COMPARE: return resolve_equality(resolver, form);
    case HDDL_FORM_SORT: return resolve_sort(resolver, form);
    case HDDL_FORM_WHEN: return refuse(resolver, form, "`when` belongs in an effect; a condition uses `imply`");
    case HDDL_FORM_CHANGE: return refuse(resolver, form, "a condition changes nothing: this belongs in an effect");
    default:
        return context == HDDL_IN_CONDITION
                   ? resolve_predicate(resolver, form)
                   : refuse(resolver, form, "constraints only compare parameters; this belongs in `:precondition`");
    }
}
