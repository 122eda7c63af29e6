/* Lookups in the tables; see records.h. */
#include "cli/common/records.h"

uint32_t cli_first_from(const htn_domain *domain, htn_section section, uint32_t field, uint32_t value)
{
    uint32_t low = 0, high = htn_domain_count(domain, section);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (htn_domain_field(domain, section, middle, field) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t cli_task_at(const htn_domain *domain, uint32_t pc)
{
    const uint32_t behind = cli_first_from(domain, HTN_SECTION_TASKS, HTN_TASKS_ENTRY, pc + 1);
    return behind > 0 && pc < CLI_FIELD(domain, TASKS, behind - 1, END) ? behind - 1 : HTN_NONE;
}

bool cli_is_primitive(const htn_domain *domain, htn_task task)
{
    return CLI_FIELD(domain, TASKS, task, KIND) == HTN_TASK_PRIMITIVE;
}
