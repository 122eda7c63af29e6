/* Decodes instructions; see instruction.h. */
#include "cli/common/instruction.h"

cli_instruction cli_instruction_at(const htn_domain *domain, uint32_t pc)
{
    const uint8_t *at = domain->sections[HTN_SECTION_CODE].data + (size_t)pc * HTN_INSTRUCTION_SIZE;
    cli_instruction in = {at[0], at[1], (uint16_t)(at[2] | at[3] << 8),
                          (uint32_t)at[4] | (uint32_t)at[5] << 8 | (uint32_t)at[6] << 16 | (uint32_t)at[7] << 24};
    return in;
}

uint32_t cli_task_at(const htn_domain *domain, uint32_t entry)
{
    uint32_t low = 0, high = htn_domain_count(domain, HTN_SECTION_TASKS);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t found = htn_domain_field(domain, HTN_SECTION_TASKS, middle, HTN_TASKS_ENTRY);
        if (found == entry)
            return middle;
        if (found < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return HTN_NONE;
}
