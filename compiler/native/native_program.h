/*
 * What is known of a domain's code before C is written of it: which instructions can be reached and how, where tasks
 * continue, and the parts. native_analysis.c finds it; native_code.c, native_operands.c and native_choices.c read it.
 */
#pragma once

#include "base/arena.h"
#include "runtime/blob/opcode_table.h"
#include "runtime/blob/task_code.h"

/* How control reaches an instruction; several may be true. */
enum {
    NATIVE_REACHED = 1,       /* it can be reached at all, and becomes C */
    NATIVE_TARGET = 2,        /* by a jump or call within its part */
    NATIVE_ENTERED = 4,       /* the runtime can begin here, or continue after a suspension */
    NATIVE_ALTERNATIVE = 8,   /* by backtracking */
    NATIVE_CONTINUATION = 16, /* when a task that was called is done */
    NATIVE_CALLED = 32        /* by a call, as the entry of a task */
};

/* Where a task continues when it is done, if that is not an address: nothing known yet, or several places. */
enum { NATIVE_NOWHERE = 0 };
#define NATIVE_ANYWHERE UINT32_MAX

typedef struct native_program {
    base_arena *arena;
    const htn_domain *domain;
    uint32_t count;      /* of instructions */
    uint8_t *marks;      /* by instruction: NATIVE_REACHED, ... */
    uint32_t *continues; /* by task: the one address where it continues; or NATIVE_NOWHERE, NATIVE_ANYWHERE */
    uint8_t *hot;        /* by task: it becomes C. NULL: all do */
    uint8_t *leaves;     /* by task: it may continue in another frame than the one that called it */
    uint32_t *starts;    /* by part: its first instruction */
    uint32_t parts;      /* how many there are */

    /* Whether the domain has such instructions: NATIVE_FRAMES and the like of htn/native.h. */
    bool frames, guards, defers, wide, splits;
    bool moves; /* behind a choice point the current frame can be another one */
    bool grows; /* behind a choice point there can be more frames or ancestors */
} native_program;

static inline bool htnc_native_is_marked(const native_program *program, uint32_t pc, uint32_t marks)
{
    return (program->marks[pc] & marks) != 0;
}

/* Whether control can reach an instruction other than from the one in front of it. Then nothing is known there. */
static inline bool htnc_native_has_label(const native_program *program, uint32_t pc)
{
    return htnc_native_is_marked(program, pc, NATIVE_TARGET | NATIVE_ENTERED);
}
