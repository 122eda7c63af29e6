/* Variables, scopes and terms; see hddl_schemas.h. */
#include "hddl/read/hddl_schemas.h"
#include "base/text.h"
#include "hddl/read/hddl_either.h"
#include "hddl/read/hddl_types.h"

#include <string.h>

static uint32_t add_variable(hddl_resolver *resolver, const hddl_item *item, uint32_t type)
{
    resolver->variables =
        base_grow_by_one(resolver->arena, resolver->variables, resolver->variable_count, sizeof *resolver->variables);
    resolver->variables[resolver->variable_count] =
        (hddl_variable){hddl_spelling(resolver, &item->name) + 1, type, item->name.span};
    return resolver->variable_count++;
}

static const hddl_item *item_at(const hddl_resolver *resolver, hddl_range items, uint32_t i)
{
    return &resolver->document->items[items.first + i];
}

/* Adds a list of variables and brings them into scope. Reports a name that is declared twice. */
static void add_variables(hddl_resolver *resolver, hddl_range items)
{
    uint32_t first = resolver->variable_count;
    for (uint32_t i = 0; i < items.count; i++) {
        const hddl_item *item = item_at(resolver, items, i);
        uint32_t index = add_variable(resolver, item, hddl_resolve_type(resolver, item->type));
        uint32_t *named = &item->name.word->names[HDDL_NAMES_VARIABLE];
        if (*named > first && *named <= index) {
            base_diagnostic *made = base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, item->name.span,
                                                "`%s` is declared twice in one list", item->name.word->text);
            base_report_note(resolver->diagnostics, made, resolver->variables[*named - 1].span, "first declared here");
        }
        *named = index + 1;
    }
}

void hddl_begin_schema(hddl_resolver *resolver, hddl_range parameters)
{
    resolver->variables = NULL; /* the schema before keeps its own */
    resolver->variable_count = 0;
    add_variables(resolver, parameters);
}

void hddl_end_schema(hddl_resolver *resolver, const hddl_definition *definition, hddl_schema *schema)
{
    for (uint32_t i = 0; i < definition->parameters.count; i++)
        item_at(resolver, definition->parameters, i)->name.word->names[HDDL_NAMES_VARIABLE] = 0;
    *schema = (hddl_schema){.name = definition->name.word != NULL ? hddl_spelling(resolver, &definition->name) : "htn",
                            .variables = {resolver->variables, resolver->variable_count},
                            .parameter_count = definition->parameters.count,
                            .span = definition->name.span};
}

hddl_variables hddl_resolve_variables(hddl_resolver *resolver, hddl_range items)
{
    hddl_definition nothing = {.parameters = items};
    hddl_schema schema;
    hddl_begin_schema(resolver, items);
    hddl_end_schema(resolver, &nothing, &schema);
    return schema.variables;
}

uint32_t hddl_open_scope(hddl_resolver *resolver, hddl_range items, uint32_t **hidden)
{
    uint32_t first = resolver->variable_count;
    *hidden = base_alloc_array(resolver->arena, items.count, sizeof **hidden);
    for (uint32_t i = 0; i < items.count; i++)
        (*hidden)[i] = item_at(resolver, items, i)->name.word->names[HDDL_NAMES_VARIABLE];
    add_variables(resolver, items);
    return first;
}

void hddl_close_scope(hddl_resolver *resolver, hddl_range items, const uint32_t *hidden)
{
    for (uint32_t i = items.count; i-- > 0;)
        item_at(resolver, items, i)->name.word->names[HDDL_NAMES_VARIABLE] = hidden[i];
}

/* --- Terms -------------------------------------------------------------------------------------- */

/* The variable in scope with the nearest name. */
static const char *suggest_variable(hddl_resolver *resolver, const char *text)
{
    const char *nearest = NULL;
    for (uint32_t i = 0; i < resolver->variable_count; i++) {
        const char *name = resolver->variables[i].name;
        if (base_is_same_but_case(name, text))
            return "; it is in scope only inside its quantifier";
        nearest = nearest != NULL ? nearest : base_nearest(text, &name, 1);
    }
    return nearest == NULL ? "" : base_format(resolver->arena, "; did you mean `?%s`?", nearest);
}

/* A variable of that name (its `?` was forgotten), or else the nearest object. */
static const char *suggest_object(hddl_resolver *resolver, const char *text)
{
    for (uint32_t i = 0; i < resolver->variable_count; i++)
        if (base_is_same_but_case(resolver->variables[i].name, text))
            return base_format(resolver->arena, "; did you mean `?%s`?", text);
    return hddl_suggest(resolver, text, HDDL_NAMES_OBJECT);
}

/* Replaces a name that was reported: no object, and greater than every variable. */
static const hddl_term UNKNOWN_TERM = INT32_MAX;

hddl_term hddl_resolve_term(hddl_resolver *resolver, const hddl_name *name)
{
    const char *text = name->word->text;
    bool is_variable = text[0] == '?';
    uint32_t index = hddl_index_of(name, is_variable ? HDDL_NAMES_VARIABLE : HDDL_NAMES_OBJECT);
    if (index != HDDL_NONE)
        return is_variable ? (hddl_term)index : ~(hddl_term)index;
    if (is_variable)
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_NAME, name->span, "`%s` is not a parameter here%s", text,
                    suggest_variable(resolver, text + 1));
    else
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_NAME, name->span, "unknown object `%s`%s", text,
                    suggest_object(resolver, text));
    return UNKNOWN_TERM;
}

/* Reports a term that can never be of the type that a parameter needs. */
static void check_type(hddl_resolver *resolver, const hddl_name *name, hddl_term term, const hddl_variable *parameter,
                       const char *what)
{
    const hddl_problem *problem = resolver->problem;
    const char *wanted = resolver->types[parameter->type].name;
    uint32_t type;
    base_span declared;
    if (hddl_is_object(term)) {
        const hddl_object *object = &problem->objects[hddl_object_of(term)];
        type = object->type;
        declared = object->span;
        hddl_problem now = {.types = resolver->types};
        const bool may_be_any = type == 0 && resolver->has_unknown_types; /* its own type may be unknown */
        if (may_be_any || hddl_is_of(&now, hddl_object_of(term), parameter->type))
            return;
    } else {
        if ((uint32_t)term >= resolver->variable_count)
            return;
        type = resolver->variables[term].type;
        declared = resolver->variables[term].span;
        if (hddl_types_overlap(resolver, type, parameter->type))
            return;
    }
    base_diagnostic *made = base_report(resolver->diagnostics, BASE_DIAG_TYPE_MISMATCH, name->span,
                                        "`%s` is of type `%s`, and `%s` takes `%s` here", name->word->text,
                                        resolver->types[type].name, what, wanted);
    base_report_note(resolver->diagnostics, made, declared, "`%s` is declared here", name->word->text);
    base_report_note(resolver->diagnostics, made, parameter->span, "the parameter of `%s` is declared here", what);
}

const hddl_term *hddl_resolve_terms(hddl_resolver *resolver, const hddl_form *form, const hddl_variable *parameters,
                                    uint32_t count, const char *what, base_span declared)
{
    hddl_term *terms = base_alloc_array(resolver->arena, count, sizeof *terms);
    if (form->range.count != count) {
        base_diagnostic *made =
            base_report(resolver->diagnostics, BASE_DIAG_ARGUMENT_COUNT, form->span,
                        "`%s` takes %u argument%s, and gets %u", what, count, count == 1 ? "" : "s", form->range.count);
        base_report_note(resolver->diagnostics, made, declared, "declared here");
    }
    for (uint32_t i = 0; i < form->range.count; i++) {
        const hddl_name *name = &resolver->document->names[form->range.first + i];
        hddl_term term = hddl_resolve_term(resolver, name);
        if (i < count && form->range.count == count)
            check_type(resolver, name, terms[i] = term, &parameters[i], what);
    }
    return terms;
}
