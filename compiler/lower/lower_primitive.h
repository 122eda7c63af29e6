/* Primitive tasks: fragments, the tasks' own code, and copies where they are inlined. */
#ifndef HTNC_LOWER_PRIMITIVE_H
#define HTNC_LOWER_PRIMITIVE_H

#include "compiler/lower/lower_state.h"

enum { HTNC_INLINE_LIMIT = 16 }; /* instructions of tests and effects that a task may have to be inlined */

/*
 * What a primitive task does to a plan, as code in lowering->fragments without frame and end: tests, STEP, cost and
 * duration, effects, expected effects.
 */
typedef struct htnc_fragment {
    uint32_t first;    /* tests */
    uint32_t check;    /* the same tests with the bindings given */
    uint32_t step;     /* STEP, COST, DURATION */
    uint32_t effects;  /* effects, */
    uint32_t expected; /* expected effects */
    uint32_t end;
    uint32_t first_item, end_item;
    uint32_t bindings;    /* locals that the preconditions bind */
    uint32_t temporaries; /* first free local behind them */
    uint32_t locals;      /* size of the frame */
    bool never;           /* the preconditions can never hold: the code is one jump to FAIL */
    bool framed;          /* the task needs a frame */
    bool inlined;         /* the task is copied to where it would be called */
    int32_t cost_bound;   /* lower bound of a step's cost */
} htnc_fragment;

/* Lowers the task's fragment. */
void htnc_lower_fragment(htnc_lowering *lowering, const htnc_task *task);

/* Emits the task's own code, all fragments being known. */
void htnc_lower_primitive(htnc_lowering *lowering, const htnc_task *task);

/* Emits a copy of an inlined task as the subtask of a method (its index) at `span`. */
void htnc_lower_inlined(htnc_lowering *lowering, const htnc_task *task, const htnc_task *caller, uint32_t method,
                        base_span span);

#endif
