/* The state while one part is written: native_code.c and native_operands.c share it. */
#pragma once

#include "base/buffer.h"
#include "compiler/native/native_choices.h"
#include "compiler/native/native_program.h"

typedef struct native_writer {
    base_buffer *text;
    const native_program *program;
    uint32_t first, end; /* the instructions of the part */
    uint32_t task;       /* that is being written */
    uint32_t pc;         /* the instruction that is being written */
    uint32_t depth;      /* of the evaluation stack in front of it */
    uint32_t credit;     /* changes of the world that there is room for */
    uint32_t paid;       /* units of work that have been spent beforehand */
    uint32_t item;       /* the first debug item that does not begin in front of pc */
    bool proceeds;       /* some task continues at now.continue_pc */
    bool seeks;          /* some SEEK looks for the first row that matches */
    bool undone;         /* the change that was undone last is still on the trail, behind its top */
    native_choice own;   /* the choice point at the top */
} native_writer;

static inline uint32_t htnc_native_field(const native_writer *to, htn_section section, uint32_t index, uint32_t which)
{
    return htn_domain_field(to->program->domain, section, index, which);
}

/* Whether an instruction is of this part, and has become C. */
static inline bool htnc_native_is_here(const native_writer *to, uint32_t pc)
{
    return pc >= to->first && pc < to->end && htnc_native_is_marked(to->program, pc, NATIVE_REACHED);
}
