/* A form becomes a flat list of effects; see hddl_effects.h. */
#include "hddl/read/hddl_effects.h"
#include "hddl/read/hddl_conditions.h"
#include "hddl/read/hddl_functions.h"
#include "hddl/read/hddl_schemas.h"

/* The `forall`s and `when`s around the current form; innermost first. */
typedef struct around {
    const struct around *outer;
    const hddl_form *form;
} around;

typedef struct effect_list {
    hddl_effect *items;
    uint32_t count;
    hddl_cost_list costs;
    uint32_t parameters; /* of the action */
} effect_list;

/* The common part of all effects in a context. */
typedef struct effect_context {
    const around *around;
    const hddl_formula *when;
    uint32_t first, count;
} effect_context;

static void resolve_effect(hddl_resolver *resolver, effect_list *list, const hddl_form *form, effect_context context);

static void add_effect(hddl_resolver *resolver, effect_list *list, const hddl_form *form, bool adds,
                       const effect_context *context)
{
    hddl_effect effect = {.adds = adds, .when = context->when, .first = context->first, .count = context->count};
    if (!hddl_resolve_atom(resolver, form, &effect.atom))
        return;
    ((hddl_predicate *)&resolver->problem->predicates[effect.atom.predicate])->is_static = false;
    list->items = base_grow_by_one(resolver->arena, list->items, list->count, sizeof *list->items);
    list->items[list->count++] = effect;
}

static const hddl_formula *join(hddl_resolver *resolver, const hddl_formula *a, const hddl_formula *b)
{
    if (a == NULL)
        return b;
    const hddl_formula **parts = base_alloc_array(resolver->arena, 2, sizeof *parts);
    hddl_formula *both = BASE_NEW(resolver->arena, hddl_formula);
    parts[0] = a;
    parts[1] = b;
    *both = (hddl_formula){.kind = HDDL_AND, .parts = parts, .part_count = 2, .span = b->span};
    return both;
}

/* Brings the variables of all `forall`s around into scope, as one run, outermost first. */
static void open_all(hddl_resolver *resolver, const around *innermost, uint32_t *count)
{
    uint32_t *hidden;
    if (innermost == NULL)
        return;
    open_all(resolver, innermost->outer, count);
    if (innermost->form->kind == HDDL_FORM_FORALL) {
        hddl_open_scope(resolver, innermost->form->range, &hidden);
        *count += innermost->form->range.count;
    }
}

/* Resolves the conditions of all `when`s around again, with the variables that are in scope now. */
static const hddl_formula *conditions(hddl_resolver *resolver, const around *innermost)
{
    const hddl_formula *outer = innermost == NULL ? NULL : conditions(resolver, innermost->outer);
    if (innermost == NULL || innermost->form->kind != HDDL_FORM_WHEN)
        return outer;
    return join(resolver, outer, hddl_resolve_condition(resolver, innermost->form->parts, HDDL_IN_CONDITION));
}

static void resolve_forall(hddl_resolver *resolver, effect_list *list, const hddl_form *form, effect_context context)
{
    around here = {context.around, form};
    effect_context inside = {.around = &here, .when = context.when, .first = resolver->variable_count};
    uint32_t *hidden;
    if (!hddl_spend(resolver, 1 + context.count + form->range.count, form->span))
        return;
    if (context.count == 0) {
        hddl_open_scope(resolver, form->range, &hidden);
        inside.count = form->range.count;
        resolve_effect(resolver, list, form->parts, inside);
        hddl_close_scope(resolver, form->range, hidden);
        return;
    }
    /* The names get their old meanings back at the end, innermost first. */
    uint32_t total = context.count + form->range.count;
    uint32_t *before = base_alloc_array(resolver->arena, total, sizeof *before);
    const hddl_item *items = resolver->document->items;
    uint32_t at = 0;
    for (const around *a = &here; a != NULL; a = a->outer)
        for (uint32_t i = 0; a->form->kind == HDDL_FORM_FORALL && i < a->form->range.count; i++)
            before[at++] = items[a->form->range.first + i].name.word->names[HDDL_NAMES_VARIABLE];
    open_all(resolver, &here, &inside.count);
    inside.when = conditions(resolver, context.around);
    resolve_effect(resolver, list, form->parts, inside);
    at = 0;
    for (const around *a = &here; a != NULL; a = a->outer)
        for (uint32_t i = 0; a->form->kind == HDDL_FORM_FORALL && i < a->form->range.count; i++)
            items[a->form->range.first + i].name.word->names[HDDL_NAMES_VARIABLE] = before[at++];
}

static void resolve_when(hddl_resolver *resolver, effect_list *list, const hddl_form *form, effect_context context)
{
    around here = {context.around, form};
    context.when = join(resolver, context.when, hddl_resolve_condition(resolver, form->parts, HDDL_IN_CONDITION));
    context.around = &here;
    resolve_effect(resolver, list, form->parts->next, context);
}

static void resolve_not(hddl_resolver *resolver, effect_list *list, const hddl_form *form,
                        const effect_context *context)
{
    if (form->parts->kind == HDDL_FORM_ATOM)
        add_effect(resolver, list, form->parts, false, context);
    else
        base_report(resolver->diagnostics, BASE_DIAG_MISPLACED_PART, form->parts->span,
                    "`not` in an effect deletes an atom, and takes nothing else");
}

static void resolve_effect(hddl_resolver *resolver, effect_list *list, const hddl_form *form, effect_context context)
{
    if (!hddl_spend(resolver, 1, form->span))
        return;
    switch (form->kind) {
    case HDDL_FORM_EMPTY:
    case HDDL_FORM_AND:
        for (const hddl_form *part = form->parts; part != NULL; part = part->next)
            resolve_effect(resolver, list, part, context);
        break;
    case HDDL_FORM_ATOM:
    case HDDL_FORM_SORT: add_effect(resolver, list, form, true, &context); break;
    case HDDL_FORM_NOT: resolve_not(resolver, list, form, &context); break;
    case HDDL_FORM_FORALL: resolve_forall(resolver, list, form, context); break;
    case HDDL_FORM_WHEN: resolve_when(resolver, list, form, context); break;
    case HDDL_FORM_CHANGE: hddl_resolve_change(resolver, &list->costs, form, list->parameters); break;
    default:
        base_report(resolver->diagnostics, BASE_DIAG_MISPLACED_PART, form->span,
                    "an effect is made of predicates, `not`, `and`, `forall` and `when`; this is a condition");
    }
}

void hddl_resolve_effects(hddl_resolver *resolver, const hddl_form *form, uint32_t parameters, hddl_action *action)
{
    effect_list list = {.costs.constant = resolver->document->has_functions ? 0 : 1000, .parameters = parameters};
    if (form != NULL)
        resolve_effect(resolver, &list, form, (effect_context){0});
    action->effects = list.items;
    action->effect_count = list.count;
    action->cost = list.costs.constant;
    action->costs = list.costs.costs;
    action->cost_count = list.costs.count;
}
