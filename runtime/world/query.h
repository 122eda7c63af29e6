/* Queries: functions that the host answers while planning. */
#pragma once

#include <htn/planner.h>

/*
 * The answer of a query about `arguments` in a world. The query's default if `answerer` is NULL or an argument
 * is not present. False: the answer is late, and `*answer` is the default.
 */
bool htni_ask(const htn_domain *domain, const uint8_t *bytes, htn_answerer *answerer, void *user, uint32_t query,
              const int32_t *arguments, int32_t *answer);

/*
 * The same for a query that proposes candidates (blob_reader.h): makes the list at `list` (HTN_LIST_*), which has room for as many as the query
 * proposes at most. Candidates are of the query's type, present and all different, in the game's order.
 */
bool htni_propose(const htn_domain *domain, const uint8_t *bytes, htn_answerer *answerer, void *user, uint32_t query,
                  const int32_t *arguments, uint32_t *list);

/* Takes the next candidate of a list of at most `most`. False: none is left. */
static inline bool htni_next_candidate(uint32_t *list, uint32_t most, uint32_t *value)
{
    const uint32_t next = list[HTN_LIST_POSITION] - 1;
    if (next >= list[HTN_LIST_COUNT] || next >= most)
        return false;
    *value = list[HTN_LIST_VALUES + next];
    list[HTN_LIST_POSITION] = next + 2;
    return true;
}
