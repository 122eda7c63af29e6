/*
 * The passes from a blob's code to C: which instructions can be reached, and how (native_flow.c); what is written for each
 * (native_code.c, by the list native_ops.h); the file around them (native_text.c).
 */
#ifndef HTNC_NATIVE_CODE_H
#define HTNC_NATIVE_CODE_H

#include "buffer.h"
#include <htn/domain.h>

typedef struct native_instruction {
    uint32_t op, a, b, c;
} native_instruction;

/* What is known of an instruction. */
enum {
    NATIVE_REACHED = 1,       /* the machine can come to it */
    NATIVE_TARGET = 2,        /* by a jump from the same task */
    NATIVE_ENTERED = 4,       /* the runtime can begin here, or go on after a suspension */
    NATIVE_ALTERNATIVE = 8,   /* by backtracking */
    NATIVE_CONTINUATION = 16, /* when a task that was called is done */
    NATIVE_CALLED = 32        /* as a task that another calls */
};

/* Where a task's subtasks go on when it is done: nothing known yet, one place only, or several. */
enum { NATIVE_NOWHERE = 0 };
#define NATIVE_ANYWHERE UINT32_MAX

typedef struct native_program {
    htnc_arena *arena;
    const htn_domain *domain;
    uint32_t count;      /* of instructions */
    uint8_t *marks;      /* by instruction */
    uint32_t *continues; /* by task: the one place where it goes on; NATIVE_ANYWHERE: several */
    uint8_t *leaves;     /* by task: it goes on in another frame than the one it was called in */
    uint32_t *starts;    /* by part: its first instruction */
    uint32_t parts;      /* how many there are */
    bool frames, guards, defers, wide, splits;
    bool moves, grows; /* NATIVE_MOVES, NATIVE_GROWS of htn_native.h */
} native_program;

/* --- native_flow.c ------------------------------------------------------------------------------ */

native_instruction htnc_native_fetch(const htn_domain *domain, uint32_t pc);

/* The task that has the code at `pc`. */
uint32_t htnc_native_task_of(const htn_domain *domain, uint32_t pc);

/* Fills in all of a program but its arena and domain. */
void htnc_native_analyse(native_program *program);

/* --- native_code.c ------------------------------------------------------------------------------ */

/* Writes a part as a function. */
void htnc_native_write_part(htnc_buffer *text, const native_program *program, uint32_t part);

#endif
