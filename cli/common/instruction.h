/* Instructions of a blob's code, decoded. `htn explain`, `htn dump` and coverage read code by these. */
#pragma once

#include <htn/domain.h>

/* opcodes.def says what the operands a, b and c are. */
typedef struct cli_instruction {
    uint8_t op, a;
    uint16_t b;
    uint32_t c;
} cli_instruction;

/* The instruction at `pc`, an index into the code. */
cli_instruction cli_instruction_at(const htn_domain *domain, uint32_t pc);
