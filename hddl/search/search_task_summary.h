/*
 * What all decompositions of a task have in common, and what some decomposition can do: facts that must hold before
 * it begins, because nothing that comes earlier in it could add them; facts that it might add or delete; facts that
 * surely hold, or not, when it is over. Olz, Biundo and Bercher, "Revealing Hidden Preconditions and Effects of
 * Compound HTN Planning Tasks", AAAI 2021; used to look ahead along pending tasks as in Olz and Bercher, "A
 * Look-Ahead Technique for Search-Based HTN Planning", SoCS 2023.
 */
#pragma once

#include "hddl/ground/ground.h"

/* Sets of facts, one bit each: [true] is about facts that hold, [false] about facts that do not. */
typedef struct search_sets {
    uint64_t *needs[2];  /* must be so before */
    uint64_t *makes[2];  /* might be made so */
    uint64_t *leaves[2]; /* are surely so afterwards */
} search_sets;

typedef struct search_task_summary {
    const ground_problem *problem;
    size_t words;                 /* of a set */
    search_sets tasks;            /* `words` for each task */
    ground_literals method_needs; /* before a method: its own conditions, and what its subtasks need */
    bool *method_dead;            /* the method contradicts itself: it is in no plan */
    uint32_t *lower_bound;        /* of each action, then each task: at least so many actions are in a decomposition */
    uint32_t *method_lower_bound; /* the same for each method */
} search_task_summary;

/* In `pool`, whose jump is also taken where the time is over. */
void search_task_summary_make(search_task_summary *summary, hddl_pool *pool, const ground_problem *problem);

/* Whether an action or a task can make a fact true, or, unless `value`, false. */
bool search_can_set(const search_task_summary *summary, uint32_t item, uint32_t fact, bool value);
