/* The state of a search over the ground problem; see search_state.h. */
#include "hddl/search/search_state.h"

#include "hddl/common/hash.h"

#include <string.h>

static void flip(search_state *state, uint32_t fact)
{
    hddl_flip_bit(state->facts, fact);
    state->hash.low ^= state->keys[fact].low;
    state->hash.high ^= state->keys[fact].high;
}

static hddl_key draw_key(uint64_t *random)
{
    const uint64_t low = hddl_draw(random);
    return (hddl_key){low, hddl_draw(random)};
}

void search_state_init(search_state *state, hddl_pool *pool, const ground_problem *problem, uint64_t *random)
{
    *state = (search_state){.pool = pool, .problem = problem, .words = problem->fact_count / 64 + 1};
    state->facts = hddl_pool_zeroed(pool, state->words, sizeof *state->facts);
    state->keys = hddl_pool_zeroed(pool, (size_t)problem->fact_count + 1, sizeof *state->keys);
    state->hash = draw_key(random);
    for (uint32_t i = 0; i < problem->fact_count; i++)
        state->keys[i] = draw_key(random);
    for (uint32_t i = 0; i < problem->initial_count; i++)
        flip(state, problem->initial[i]);
}

void search_state_load(search_state *state, const uint64_t *facts, hddl_key hash)
{
    memcpy(state->facts, facts, state->words * sizeof *facts);
    state->hash = hash;
    state->trail.count = 0;
}

static void set_all(search_state *state, const ground_literals *effects, uint32_t item, bool value)
{
    const ground_lists *lists = &effects->facts[value];
    for (uint32_t i = lists->begin[item]; i < lists->begin[item + 1]; i++) {
        if (hddl_has_bit(state->facts, lists->items[i]) != value) {
            flip(state, lists->items[i]);
            hddl_numbers_add(state->pool, &state->trail, lists->items[i]);
        }
    }
}

/* Conditions of effects are tested before anything changes. Deletes come before adds. */
void search_state_apply(search_state *state, uint32_t action)
{
    const ground_problem *problem = state->problem;
    state->triggered.count = 0;
    for (uint32_t i = problem->conditional_begin[action]; i < problem->conditional_begin[action + 1]; i++)
        if (search_state_agrees(state, &problem->when, i))
            hddl_numbers_add(state->pool, &state->triggered, i);
    for (int adds = 0; adds < 2; adds++) {
        set_all(state, &problem->effects, action, adds);
        for (size_t i = 0; i < state->triggered.count; i++)
            set_all(state, &problem->when_effects, state->triggered.items[i], adds);
    }
}

void search_state_undo(search_state *state, size_t trail)
{
    while (state->trail.count > trail)
        flip(state, state->trail.items[--state->trail.count]);
}
