/*
 * Progression over the ground problem; see search_progression.h. Equal hashes are not taken for equal states:
 * those are compared.
 */
#include "hddl/search/search_progression.h"

#include "hddl/common/hash.h"

#include <string.h>

enum { FORCED_MOST = 4096 /* decisions in one chain: a list that only grows must come back to the search */ };

void search_progression_init(search_progression *progression, hddl_pool *pool, const ground_problem *problem)
{
    uint64_t random = 0;
    *progression = (search_progression){.pool = pool, .problem = problem};
    search_state_init(&progression->state, pool, problem, &random);
    search_pending_init(&progression->pending, pool);
    search_pending_push(&progression->pending, problem->action_count + problem->root, SEARCH_EMPTY);
    search_usable_methods_init(&progression->usable, pool, problem, &problem->method_needs, &problem->needs);
    search_state_number(progression);
    progression->list = SEARCH_ROOT;
}

/* --- What is kept once ---------------------------------------------------------------------------------------------- */

static uint64_t *kept_state(const search_progression *progression, uint32_t number)
{
    return progression->kept + number * progression->state.words;
}

uint32_t search_state_number(search_progression *progression)
{
    hddl_pool *pool = progression->pool;
    const search_state *state = &progression->state;
    hddl_hash_index *index = &progression->kept_index;
    const size_t bytes = state->words * sizeof *state->facts;
    hddl_hash_index_reserve(pool, index);
    hddl_hash_slot *slot = hddl_hash_index_first(index, state->hash.low);
    for (; slot->item != HDDL_NONE; slot = hddl_hash_index_next(index, slot))
        if (memcmp(kept_state(progression, slot->item), state->facts, bytes) == 0)
            return slot->item;
    const uint32_t number = hddl_pool_u32(pool, progression->kept_count++);
    progression->kept =
        hddl_pool_reserve(pool, progression->kept, ((size_t)number + 1) * state->words, sizeof *progression->kept);
    progression->hashes = hddl_pool_reserve(pool, progression->hashes, number + 1, sizeof *progression->hashes);
    memcpy(kept_state(progression, number), state->facts, bytes);
    progression->hashes[number] = state->hash;
    hddl_hash_index_place(index, slot, state->hash.low, number);
    return number;
}

/* The key has the pair itself, mixed by a bijection: different pairs have different keys. */
bool search_pair_is_new(search_progression *progression, uint32_t state, uint32_t list)
{
    const hddl_key key = {hddl_mix((uint64_t)state << 32 | list), 1};
    return hddl_key_set_add(progression->pool, &progression->met, key);
}

void search_load(search_progression *progression, uint32_t state, uint32_t list)
{
    search_state_load(&progression->state, kept_state(progression, state), progression->hashes[state]);
    progression->list = list;
}

/* --- Progression ------------------------------------------------------------------------------------------------------ */

static void decide(search_progression *progression, uint32_t decision)
{
    if (progression->decisions != NULL)
        hddl_numbers_add(progression->pool, progression->decisions, decision);
}

void search_decompose(search_progression *progression, uint32_t method)
{
    const ground_lists *subtasks = &progression->problem->subtasks;
    progression->list = progression->pending.lists[progression->list].rest;
    for (uint32_t i = subtasks->begin[method + 1]; i-- > subtasks->begin[method];)
        progression->list = search_pending_push(&progression->pending, subtasks->items[i], progression->list);
    decide(progression, progression->problem->action_count + method);
}

void search_list_methods(search_progression *progression)
{
    const uint32_t task = progression->pending.lists[progression->list].item - progression->problem->action_count;
    progression->methods.count = 0;
    search_usable_methods_add(&progression->usable, &progression->state, task, &progression->methods);
}

search_step search_advance(search_progression *progression)
{
    for (uint32_t forced = 0; progression->list != SEARCH_EMPTY; forced++) {
        const search_list list = progression->pending.lists[progression->list];
        if (list.item < progression->problem->action_count) {
            if (!search_state_agrees(&progression->state, &progression->problem->needs, list.item))
                return SEARCH_DEAD;
            progression->list = list.rest;
            search_state_apply(&progression->state, list.item);
            decide(progression, list.item);
            continue;
        }
        search_list_methods(progression);
        if (progression->methods.count == 0)
            return SEARCH_DEAD;
        if (progression->methods.count > 1 || forced >= FORCED_MOST)
            return SEARCH_CHOICE;
        search_decompose(progression, progression->methods.items[0]);
    }
    return SEARCH_DONE;
}
