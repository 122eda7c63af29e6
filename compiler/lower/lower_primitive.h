/* Primitive tasks: fragments, the tasks' own code, and inlined copies. */
#pragma once

#include "compiler/lower/lower_state.h"

enum { HTNC_INLINE_LIMIT = 16 }; /* instructions of tests and effects that a task may have to be inlined */

/* The code of a primitive task in lowering->fragments, without FRAME and return. Addresses are those of its sections. */
typedef struct htnc_fragment {
    uint32_t first;    /* tests */
    uint32_t check;    /* the same tests for bindings that are known */
    uint32_t context;  /* the Context of a step that starts at once; none: `step` */
    uint32_t step;     /* STEP, COST, DURATION */
    uint32_t effects;  /* effects */
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

/* Makes the task's fragment. */
void htnc_lower_fragment(htnc_lowering *lowering, const htnc_task *task);

/* Emits the task's own code. All fragments have been made. */
void htnc_lower_primitive(htnc_lowering *lowering, const htnc_task *task);

/* Emits a copy of an inlined task as a subtask, at `span`, of a method of `caller`. `method`: the method's index. */
void htnc_lower_inlined(htnc_lowering *lowering, const htnc_task *task, const htnc_task *caller, uint32_t method,
                        base_span span);
