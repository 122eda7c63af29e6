/*
 * What all decompositions of a task have in common, and what some decomposition can do: facts that must hold before
 * it begins, because nothing that comes earlier in it could add them; facts that it might add or delete; facts that
 * surely hold, or not, when it is over. Olz, Biundo and Bercher, "Revealing Hidden Preconditions and Effects of
 * Compound HTN Planning Tasks", AAAI 2021; used to look ahead along pending tasks as in Olz and Bercher, "A
 * Look-Ahead Technique for Search-Based HTN Planning", SoCS 2023.
 */
#ifndef HDDL_SEARCH_TASK_SUMMARY_H
#define HDDL_SEARCH_TASK_SUMMARY_H

#include "hddl/ground/ground.h"

/* Sets of facts, one for each task. They come in pairs: for facts that hold, and for facts that do not. */
typedef enum search_row {
    SEARCH_NEEDS,
    SEARCH_NEEDS_NOT,
    SEARCH_ADDS,    /* might be added */
    SEARCH_DELETES, /* might be deleted */
    SEARCH_LEAVES,  /* surely hold afterwards */
    SEARCH_LEAVES_NOT,
    SEARCH_ROWS
} search_row;

typedef struct search_task_summary {
    const ground_problem *problem;
    size_t words;                                /* of a set: one bit for each fact */
    uint64_t *rows[SEARCH_ROWS];                 /* `words` for each task */
    ground_lists method_needs, method_needs_not; /* before a method: its own conditions, and what its subtasks need */
    bool *method_dead;                           /* the method contradicts itself: it is in no plan */
    uint32_t *lower_bound;        /* of each action, then each task: at least so many actions are in a decomposition */
    uint32_t *method_lower_bound; /* the same for each method */
} search_task_summary;

/* In `pool`, whose jump is also taken where the time is over. */
void search_task_summary_make(search_task_summary *summary, hddl_pool *pool, const ground_problem *problem);

/* Whether an action or a task can make a fact true, or, unless `value`, false. */
bool search_can_set(const search_task_summary *summary, uint32_t item, uint32_t fact, bool value);

#endif
