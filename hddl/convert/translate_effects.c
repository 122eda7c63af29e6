/*
 * Effects in .htn: what an action takes away comes before what it adds, since .htn writes in order. An effect has one variable
 * of its own there; of a `forall` over several all but the one with the most objects are written out.
 */
#include "hddl/convert/translate_inside.h"

static bool is_same_atom(const translation *tr, const hddl_atom *a, const hddl_atom *b)
{
    if (a->predicate != b->predicate)
        return false;
    for (uint32_t i = 0; i < tr->problem->predicates[a->predicate].parameters.count; i++)
        if (a->terms[i] != b->terms[i])
            return false;
    return true;
}

/* Whether an effect of the same action makes this one void: it is there once more, or the same is added whatever is. */
static bool is_void(const translation *tr, const hddl_action *action, uint32_t index)
{
    const hddl_effect *effect = &action->effects[index];
    for (uint32_t i = 0; i < action->effect_count; i++) {
        const hddl_effect *other = &action->effects[i];
        const bool always = other->when == NULL && other->count == 0;
        const bool stronger = other->adds == effect->adds ? i < index : other->adds;
        if (i != index && always && stronger && is_same_atom(tr, &other->atom, &effect->atom))
            return true;
    }
    return false;
}

static bool atom_mentions(const translation *tr, const hddl_atom *atom, uint32_t variable)
{
    for (uint32_t i = 0; i < tr->problem->predicates[atom->predicate].parameters.count; i++)
        if (atom->terms[i] == (hddl_term)variable)
            return true;
    return false;
}

/* An effect all of whose variables but `each`, or all where that is HDDL_NONE, stand for objects. */
static void write_effect(translation *tr, tr_list *list, const hddl_effect *effect, const tr_variable *variables,
                         uint32_t each)
{
    const size_t begin = tr->text.length;
    const tr_truth when = hddl_tr_known(tr, effect->when, variables);
    if (when == TR_FALSE || !hddl_tr_atom_fits(tr, &effect->atom, variables))
        return;
    hddl_tr_write_atom(tr, &effect->atom, variables);
    base_buffer_text(&tr->text, effect->adds ? " = true" : " = false");
    if (each != HDDL_NONE) {
        const tr_variable *variable = &variables[each];
        base_buffer_format(&tr->text, " for %s : %s", variable->name, hddl_tr_use_type(tr, variable->cover));
        for (uint32_t g = 0; g < variable->guard_count; g++)
            base_buffer_format(&tr->text, "%s%s(%s)", g == 0 ? " where " : " and ",
                               hddl_tr_use_guard(tr, variable->guards[g]), variable->name);
    }
    if (when == TR_OPEN) {
        base_buffer_text(&tr->text, " when ");
        hddl_tr_write_condition(tr, effect->when, variables);
    }
    hddl_tr_take_item(tr, list, begin);
}

static bool is_needed(const translation *tr, const hddl_effect *effect, const tr_variable *variables, uint32_t variable)
{
    return atom_mentions(tr, &effect->atom, variable) || hddl_tr_mentions(tr, effect->when, variables, variable);
}

/* Gives the variables from `from` on all objects of their types, one after the other. */
static void expand(translation *tr, tr_list *list, const hddl_action *action, const hddl_effect *effect,
                   tr_variable *variables, uint32_t from, uint32_t each)
{
    while (from < effect->first + effect->count && (from == each || !is_needed(tr, effect, variables, from)))
        from++;
    if (from == effect->first + effect->count) {
        write_effect(tr, list, effect, variables, each);
        return;
    }
    const hddl_type *type = &tr->problem->types[action->schema.variables.items[from].type];
    for (uint32_t i = 0; i < type->object_count; i++) {
        variables[from].object = type->objects[i];
        expand(tr, list, action, effect, variables, from + 1, each);
    }
    variables[from].object = HDDL_NONE;
}

static void write_quantified(translation *tr, tr_list *list, const hddl_action *action, const hddl_effect *effect,
                             tr_variable *variables)
{
    uint32_t each = HDDL_NONE;
    uint32_t most = 0;
    for (uint32_t v = effect->first; v < effect->first + effect->count; v++) {
        const uint32_t objects = tr->problem->types[action->schema.variables.items[v].type].object_count;
        if (variables[v].is_impossible)
            return;
        if (objects > most && is_needed(tr, effect, variables, v)) {
            each = v;
            most = objects;
        }
    }
    expand(tr, list, action, effect, variables, effect->first, each);
}

void hddl_tr_write_effects(translation *tr, const hddl_action *action, tr_variable *variables)
{
    tr_list list = {0};
    for (int adds = 0; adds <= 1; adds++)
        for (uint32_t e = 0; e < action->effect_count; e++)
            if (action->effects[e].adds == (adds == 1) && !is_void(tr, action, e))
                write_quantified(tr, &list, action, &action->effects[e], variables);
    if (list.count > 0)
        hddl_tr_write_list(tr, 4, "Effects", &list, false);
}
