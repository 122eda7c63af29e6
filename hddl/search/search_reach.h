/*
 * Which actions and tasks a task's decompositions can contain, and which tasks are recursive with each other: the strongly
 * connected components of the graph of tasks (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972). Tasks of one
 * component reach the same, so a set is kept for each component that was asked for.
 */
#ifndef HTN_SOLVE_SEARCH_REACH_H
#define HTN_SOLVE_SEARCH_REACH_H

#include "hddl/ground/ground.h"
#include "hddl/search/search_table.h"

typedef struct search_reach {
    const ground_problem *problem;
    hddl_budget *budget;
    uint32_t *component; /* of each task */
    uint32_t component_count;
    size_t words;    /* of a set: a bit for each action, then for each task */
    uint64_t **sets; /* of each component; NULL: not asked for as yet, or given up for others */
    size_t kept;     /* bytes in them */
    uint32_t *stack; /* room for every task */
} search_reach;

/* False: no memory; free it all the same. */
bool search_reach_init(search_reach *reach, const ground_problem *problem, hddl_budget *budget);
void search_reach_free(search_reach *reach);

/* The set of a compound task (0 is the first), itself in it. It lives until the next call. NULL: no memory. */
const uint64_t *search_reach_of(search_reach *reach, uint32_t task);

static inline bool search_reaches(const uint64_t *set, uint32_t item)
{
    return set[item / 64] >> item % 64 & 1;
}

static inline void search_flip(uint64_t *set, uint32_t item)
{
    set[item / 64] ^= UINT64_C(1) << item % 64;
}

#endif
