/*
 * An action's effects; see lifted_effects.h. Conditions of effects are tested in the state before the action, so all
 * that happens under conditions or for all objects is collected first. Deletes come before adds.
 */
#include "hddl/lifted/lifted_effects.h"

#include "hddl/lifted/lifted_join.h"
#include "hddl/lifted/lifted_trail.h"

static void change(lifted_search *search, const lifted_effect *effect, uint32_t atom)
{
    if (atom != HDDL_NONE && lifted_holds(effect->relation, atom) != effect->source->adds)
        lifted_set_fact(search, effect->relation, atom, effect->source->adds);
}

static uint32_t atom_of(lifted_search *search, const lifted_effect *effect, const uint32_t *values)
{
    const normal_effect *source = effect->source;
    for (uint32_t i = 0; i < source->term_count; i++)
        search->scratch[i] = normal_value(source->terms[i], values);
    if (source->adds)
        return lifted_intern(effect->relation, search->scratch);
    return lifted_find(effect->relation, search->scratch);
}

/* Is not interrupted when the time is over: half an action would be none. */
static void collect(lifted_search *search, const lifted_schema *schema, uint32_t effect, uint32_t *values)
{
    hddl_pool *pool = &search->engine.pool;
    const lifted_join *join = schema->effects[effect].when;
    uint32_t from = 0, step = 0;
    lifted_reserve_iterators(search, join->iterator_count);
    for (;;) {
        const lifted_solution solution =
            lifted_join_next(search, join, values, search->iterators + search->iterator_top, from, &step);
        if (solution == LIFTED_FAILED)
            return;
        if (solution == LIFTED_FOUND) {
            hddl_numbers_add(pool, &search->triggered, effect);
            hddl_numbers_add(pool, &search->triggered, atom_of(search, &schema->effects[effect], values));
        }
        from = solution == LIFTED_FOUND ? HDDL_NONE : step;
    }
}

void lifted_apply(lifted_search *search, const lifted_schema *schema, uint32_t *values)
{
    search->triggered.count = 0;
    for (uint32_t i = 0; i < schema->effect_count; i++)
        if (schema->effects[i].when != NULL)
            collect(search, schema, i, values);
    for (int adds = 0; adds < 2; adds++) {
        for (uint32_t i = 0; i < schema->effect_count; i++)
            if (schema->effects[i].source->adds == (bool)adds && schema->effects[i].when == NULL)
                change(search, &schema->effects[i], atom_of(search, &schema->effects[i], values));
        for (size_t i = 0; i < search->triggered.count; i += 2) {
            const uint32_t *triggered = search->triggered.items + i;
            if (schema->effects[triggered[0]].source->adds == (bool)adds)
                change(search, &schema->effects[triggered[0]], triggered[1]);
        }
    }
}
