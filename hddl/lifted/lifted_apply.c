/*
 * An action's effects. What conditions of effects ask is the state before the action, so all that happens under conditions or for
 * all objects is collected first. Deletes come before adds: what is deleted and added holds.
 */
#include "hddl/lifted/lifted_inside.h"

static void change(lifted_search *search, const lifted_effect *effect, uint32_t atom)
{
    if (atom == LIFTED_NONE || lifted_holds(effect->relation, atom) == effect->adds)
        return;
    if (effect->adds)
        lifted_add(search, effect->relation, atom);
    else
        lifted_remove(search, effect->relation, atom);
}

static uint32_t atom_of(lifted_search *search, const lifted_effect *effect, const uint32_t *values)
{
    for (uint32_t i = 0; i < effect->term_count; i++)
        search->scratch[i] = normal_value(effect->terms[i], values);
    return effect->adds ? lifted_intern(search, effect->relation, search->scratch)
                        : lifted_find(effect->relation, search->scratch);
}

static void remember(lifted_search *search, uint32_t effect, uint32_t atom)
{
    if (search->pending_count + 2 > search->pending_capacity) {
        uint32_t capacity = search->pending_capacity == 0 ? 64 : search->pending_capacity * 2;
        search->pending = lifted_grow(search, search->pending, search->pending_capacity * sizeof(uint32_t),
                                      capacity * sizeof(uint32_t));
        search->pending_capacity = capacity;
    }
    search->pending[search->pending_count++] = effect;
    search->pending[search->pending_count++] = atom;
}

/* It is done to the end: an action that the clock cuts in two would be none. */
static void collect(lifted_search *search, const lifted_schema *schema, uint32_t effect, uint32_t *values)
{
    const lifted_plan *plan = schema->effects[effect].when;
    uint32_t from = 0, step = 0;
    lifted_reserve_iterators(search, plan->iterator_count);
    for (;;) {
        lifted_matched matched =
            lifted_match(search, schema, plan, values, search->iterators + search->iterator_top, from, &step);
        if (matched == LIFTED_FAILED)
            return;
        if (matched == LIFTED_FOUND)
            remember(search, effect, atom_of(search, &schema->effects[effect], values));
        from = matched == LIFTED_FOUND ? LIFTED_NONE : step;
    }
}

static void change_all(lifted_search *search, const lifted_schema *schema, const uint32_t *values, bool adds)
{
    for (uint32_t i = 0; i < schema->effect_count; i++)
        if (schema->effects[i].adds == adds && schema->effects[i].when == NULL)
            change(search, &schema->effects[i], atom_of(search, &schema->effects[i], values));
    for (uint32_t i = 0; i < search->pending_count; i += 2)
        if (schema->effects[search->pending[i]].adds == adds)
            change(search, &schema->effects[search->pending[i]], search->pending[i + 1]);
}

void lifted_apply(lifted_search *search, const lifted_schema *schema, uint32_t *values)
{
    search->pending_count = 0;
    for (uint32_t i = 0; i < schema->effect_count; i++)
        if (schema->effects[i].when != NULL)
            collect(search, schema, i, values);
    change_all(search, schema, values, false);
    change_all(search, schema, values, true);
}
