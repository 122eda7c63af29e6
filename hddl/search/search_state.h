/*
 * A state of the ground problem: the set of facts that hold. It is changed in place. A trail keeps what has
 * changed, so that a search can take it back. A hash of the state is kept up to date: the xor of a random key
 * for each fact that holds (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
 */
#pragma once

#include "hddl/common/bits.h"
#include "hddl/common/key_set.h"
#include "hddl/ground/ground.h"

typedef struct search_state {
    hddl_pool *pool;
    const ground_problem *problem;
    size_t words;
    uint64_t *facts; /* one bit each, `words` long */
    hddl_key *keys;  /* of each fact */
    hddl_key hash;
    hddl_numbers trail;     /* facts that have changed, the latest last */
    hddl_numbers triggered; /* room for the conditional effects of one action */
} search_state;

/* The initial state. The keys are the next numbers of the generator `random` (hash.h). */
void search_state_init(search_state *state, hddl_pool *pool, const ground_problem *problem, uint64_t *random);

/* Another state. The trail is empty afterwards. */
void search_state_load(search_state *state, const uint64_t *facts, hddl_key hash);

/* The first of some facts that does not hold, or, unless `wanted`, that does; HDDL_NONE: there is none. */
static inline uint32_t search_state_find_other(const search_state *state, const uint32_t *facts, uint32_t count,
                                               bool wanted)
{
    for (uint32_t i = 0; i < count; i++)
        if (hddl_has_bit(state->facts, facts[i]) != wanted)
            return facts[i];
    return HDDL_NONE;
}

/* Whether the state agrees with all literals of an item. */
static inline bool search_state_agrees(const search_state *state, const ground_literals *literals, uint32_t item)
{
    for (int value = 0; value < 2; value++) {
        const ground_lists *lists = &literals->facts[value];
        const uint32_t begin = lists->begin[item], count = lists->begin[item + 1] - begin;
        if (search_state_find_other(state, lists->items + begin, count, value) != HDDL_NONE)
            return false;
    }
    return true;
}

/* Executes an action, whose precondition holds. */
void search_state_apply(search_state *state, uint32_t action);

/* Takes back all changes since the trail had this length. */
void search_state_undo(search_state *state, size_t trail);
