/* How an instruction becomes C: the column in_c of opcodes.def, and what follows from it. */
#pragma once

#include "runtime/blob/opcode_table.h"

typedef struct native_pattern {
    const char *text; /* in which $ stands for operands: native_operands.h */
    bool by_machine;  /* the machine does it, or may do it: control then returns to the C behind it */
} native_pattern;

/* By opcode. */
extern const native_pattern htnc_native_patterns[HTN_OPCODES];

/* Units of work that C spends on an instruction: none on what the machine may do. */
uint32_t htnc_native_work(uint32_t op);

/* How many changes an instruction may make in C, so that there must be room for them on the trail. */
uint32_t htnc_native_changes(uint32_t op);

/*
 * Whether control may go elsewhere from an instruction, in C: its end of a run of instructions that are all carried
 * out.
 */
bool htnc_native_may_leave(uint32_t op);
