/*
 * Which actions and tasks the decompositions of a task can contain, and which tasks can contain each other. Tasks of
 * one component (search_components.h) reach the same, so a set is kept for each component that was asked for.
 */
#pragma once

#include "hddl/ground/ground.h"

typedef struct search_reach {
    const ground_problem *problem;
    hddl_pool *pool;
    uint32_t *component; /* of each task */
    uint32_t component_count;
    size_t words;    /* of a set: a bit for each action, then for each task */
    uint64_t **sets; /* of each component; NULL: not asked for yet, or dropped */
    size_t kept;     /* bytes in them */
    uint32_t *stack; /* room for every task */
} search_reach;

void search_reach_init(search_reach *reach, hddl_pool *pool, const ground_problem *problem);

/* The set of a compound task (0 is the first), which has the task itself. It lives until the next call. */
const uint64_t *search_reach_of(search_reach *reach, uint32_t task);
