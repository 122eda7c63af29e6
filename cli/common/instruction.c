/* Decodes instructions; see instruction.h. */
#include "cli/common/instruction.h"

cli_instruction cli_instruction_at(const htn_domain *domain, uint32_t pc)
{
    const uint8_t *at = domain->sections[HTN_SECTION_CODE].data + (size_t)pc * HTN_INSTRUCTION_SIZE;
    cli_instruction in = {at[0], at[1], (uint16_t)(at[2] | at[3] << 8),
                          (uint32_t)at[4] | (uint32_t)at[5] << 8 | (uint32_t)at[6] << 16 | (uint32_t)at[7] << 24};
    return in;
}
