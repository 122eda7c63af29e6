/*
 * Inside the reference planner: what reference.c (planning) and evaluate.c (values, conditions and
 * effects) share.
 */
#ifndef TESTS_REFERENCE_INSIDE_H
#define TESTS_REFERENCE_INSIDE_H

#include "reference.h"
#include <stddef.h>

/* A variable's value, and those bound before it. */
typedef struct binding {
    const struct binding *next;
    const htnc_variable *variable;
    int32_t value;
} binding;

/* A compound task on the way from the root, as it was entered. */
typedef struct ancestor {
    const struct ancestor *parent;
    const htnc_task *task;
    const binding *arguments;
    const int32_t *world;
    uint32_t depth; /* recursive tasks from the root to here, this one included */
} ancestor;

/* What is still to do: the article's "tasks to process". */
typedef struct agenda {
    const struct agenda *rest;
    const htnc_subtask *item;
    const binding *scope; /* of the method that it stands in */
    const ancestor *parent;
} agenda;

struct reference_planner {
    const htnc_model *model;
    const htnc_property *properties[REFERENCE_PROPERTIES];
    bool recursive[REFERENCE_TASKS];
    const char *symbols[REFERENCE_SYMBOLS];
    uint32_t symbol_count;

    /* the search under way */
    reference_limits limits;
    reference_plan *plan;
    reference_outcome first_cut; /* meaningful where plan->cut is not 0 */
    uint64_t effort;
    uint32_t nesting; /* of the C stack */
    bool gave_up;

    unsigned char *memory; /* handed out from the bottom up, taken back on backtracking */
    size_t memory_used;
};

enum { REFERENCE_MEMORY = 8 << 20, REFERENCE_MEMORY_RESERVE = 256 << 10, REFERENCE_NESTING = 6000 };

void *reference_allocate(reference_planner *reference, size_t size);

int32_t reference_value(reference_planner *reference, const htnc_expr *expression, const binding *scope,
                        const int32_t *world);

/* A list of conditions: a conjunction. */
bool reference_holds(reference_planner *reference, const htnc_expr *conditions, const binding *scope,
                     const int32_t *world);

/* Changes `world` by a list of effects; right-hand sides read the world as it was before the list. */
void reference_apply(reference_planner *reference, const htnc_effect *effects, const binding *scope, int32_t *world);

int32_t reference_saturate(int64_t value, int32_t low, int32_t high);

#endif
