/* Effects as text; see translate_effects.h. */
#include "hddl/convert/translate_effects.h"
#include "hddl/convert/translate_conditions.h"
#include "hddl/convert/translate_known.h"
#include "hddl/convert/translate_lists.h"
#include "hddl/convert/translate_types.h"

static bool is_same_atom(const translation *tr, const hddl_atom *a, const hddl_atom *b)
{
    if (a->predicate != b->predicate)
        return false;
    for (uint32_t i = 0; i < hddl_arity(tr->problem, a->predicate); i++)
        if (a->terms[i] != b->terms[i])
            return false;
    return true;
}

/*
 * Whether another effect of the action makes this one pointless: an equal one before it, or an unconditional add of its
 * atom.
 */
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

/* Writes an effect in which every variable but `each` is replaced by an object. HDDL_NONE: every variable is. */
static void write_effect(translation *tr, translated_list *list, const hddl_effect *effect,
                         const translated_variable *variables, uint32_t each)
{
    const size_t begin = tr->text.length;
    const translate_truth when = translate_known(tr, effect->when, variables);
    if (when == TRANSLATE_FALSE || !translate_atom_fits(tr, &effect->atom, variables))
        return;
    translate_atom(tr, &effect->atom, variables);
    base_buffer_text(&tr->text, effect->adds ? " = true" : " = false");
    if (each != HDDL_NONE) {
        const translated_variable *variable = &variables[each];
        base_buffer_format(&tr->text, " for %s : %s", variable->name, translate_use_type(tr, variable->cover));
        translate_guards(tr, variable, " where ");
    }
    if (when == TRANSLATE_OPEN) {
        base_buffer_text(&tr->text, " when ");
        translate_condition(tr, effect->when, variables);
    }
    translate_take_item(tr, list, begin);
}

static bool is_needed(const translation *tr, const hddl_effect *effect, const translated_variable *variables,
                      uint32_t variable)
{
    return translate_atom_mentions(tr, &effect->atom, variable) ||
           translate_mentions(tr, effect->when, variables, variable);
}

/* Replaces the variables from `from` on by every combination of objects of their types. */
static void expand(translation *tr, translated_list *list, const hddl_action *action, const hddl_effect *effect,
                   translated_variable *variables, uint32_t from, uint32_t each)
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

static void write_quantified(translation *tr, translated_list *list, const hddl_action *action,
                             const hddl_effect *effect, translated_variable *variables)
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

void translate_effects(translation *tr, const hddl_action *action, translated_variable *variables)
{
    translated_list list = {0};
    for (int adds = 0; adds <= 1; adds++)
        for (uint32_t e = 0; e < action->effect_count; e++)
            if (action->effects[e].adds == (adds == 1) && !is_void(tr, action, e))
                write_quantified(tr, &list, action, &action->effects[e], variables);
    if (list.count > 0)
        translate_list(tr, 4, "Effects", &list, false);
}
