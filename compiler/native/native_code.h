/*
 * The passes from a blob's code to C: which instructions can be reached, and how (native_flow.c); what is written for each
 * (native_code.c, by opcodes.def; native_choices.c); the file around them (native_text.c).
 */
#ifndef HTNC_NATIVE_CODE_H
#define HTNC_NATIVE_CODE_H

#include "base/buffer.h"
#include "runtime/blob/opcode_table.h"
#include "runtime/blob/task_code.h"

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
    base_arena *arena;
    const htn_domain *domain;
    uint32_t count;      /* of instructions */
    uint8_t *marks;      /* by instruction */
    uint32_t *continues; /* by task: the one place where it goes on; NATIVE_ANYWHERE: several */
    uint8_t *leaves;     /* by task: it goes on in another frame than the one it was called in */
    uint32_t *starts;    /* by part: its first instruction */
    uint32_t parts;      /* how many there are */
    bool frames, guards, defers, wide, splits;
    bool moves, grows; /* NATIVE_MOVES, NATIVE_GROWS of htn/native.h */
} native_program;

/* --- native_flow.c ------------------------------------------------------------------------------ */

/* Fills in all of a program but its arena and domain. */
void htnc_native_analyse(native_program *program);

static inline bool htnc_native_is_marked(const native_program *program, uint32_t pc, uint32_t marks)
{
    return (program->marks[pc] & marks) != 0;
}

/* Whether control may come to an instruction from elsewhere: then nothing is known in front of it. */
static inline bool htnc_native_has_label(const native_program *program, uint32_t pc)
{
    return htnc_native_is_marked(program, pc, NATIVE_TARGET | NATIVE_ENTERED);
}

/* --- native_choices.c --------------------------------------------------------------------------- */

/* The choice point at the top, where it is known, and what has been done since it was left. */
typedef struct native_choice {
    uint32_t alternative; /* HTN_NONE: it is not known */
    uint32_t methods, steps, writes;
    uint32_t address; /* of the last write */
} native_choice;

/* Whether it is a METHOD or CHOOSE that finds its choice point where it was, if it is backtracked to. */
bool htnc_native_comes_again(const native_program *program, uint32_t pc);

/* Whether only backtracking leads to it, or what goes on after a suspension, and a REWRITE follows. */
bool htnc_native_rewrites(const native_program *program, uint32_t pc);

/* The letter of the label that backtracking goes to: F, past what is for those who come from elsewhere, or L. */
char htnc_native_alternative(const native_program *program, uint32_t pc);

/* Writes what is done where a test fails and the choice point is known. */
void htnc_native_put_back(base_buffer *text, const native_program *program, const native_choice *own);

/* Keeps account of what an instruction does. */
void htnc_native_note_done(native_choice *own, const htni_instruction *in);

/* --- native_code.c ------------------------------------------------------------------------------ */

/* Whether the machine may do it, or does: control then comes to the C behind it. */
bool htnc_native_is_machine(uint32_t op);

/* Writes a part as a function. */
void htnc_native_write_part(base_buffer *text, const native_program *program, uint32_t part);

#endif
