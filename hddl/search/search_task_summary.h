/*
 * What every decomposition of a task has in common, and what some decomposition can do: facts that have to hold before it begins,
 * since nothing in it that comes first could add them; facts that it might add or delete; facts that surely hold or not when
 * it is over. Olz, Biundo and Bercher, "Revealing Hidden Preconditions and Effects of Compound HTN Planning Tasks", AAAI
 * 2021; used for looking ahead along pending tasks in Olz and Höller, "A Look-Ahead Technique for Search-Based HTN Planning",
 * SoCS 2023.
 */
#ifndef HTN_SOLVE_INFER_H
#define HTN_SOLVE_INFER_H

#include "hddl/ground/ground.h"
#include "hddl/common/pool.h"

/* Rows are sets of facts, one bit each, `words` long. Those of tasks: the first is compound task 0. */
typedef struct infer {
    const ground_problem *problem;
    size_t words;
    uint64_t *can_add, *can_delete;              /* of each task */
    uint64_t *needs, *needs_not;                 /* of each task */
    uint64_t *leaves, *leaves_not;               /* of each task: what surely holds, or not, after it */
    ground_lists method_needs, method_needs_not; /* before a method: its own conditions, and what its subtasks need */
    bool *method_dead;                           /* the method contradicts itself: it is in no plan */
    uint32_t *least; /* of each action, then each task: the fewest actions of a decomposition, itself one */
    uint32_t *method_least;
} infer;

/* In `pool`, whose jump is taken where it fails. */
void infer_make(infer *made, hddl_pool *pool, const ground_problem *problem);

static inline bool infer_has(const uint64_t *row, uint32_t fact)
{
    return row[fact / 64] >> fact % 64 & 1;
}

/* Whether an action or a task can make a fact true; false. */
bool infer_can_add(const infer *made, uint32_t item, uint32_t fact);
bool infer_can_delete(const infer *made, uint32_t item, uint32_t fact);

#endif
