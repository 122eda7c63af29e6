/* Lookups in the debug sections: binary searches, because their records are sorted by address. See explain_debug.h. */
#include "cli/explain/explain_debug.h"

uint32_t explain_first_from(const htn_domain *domain, htn_section section, uint32_t field, uint32_t value)
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

explain_detail explain_detail_of(const htn_domain *domain)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    if (count == 0)
        return EXPLAIN_DETAIL_NONE;
    for (uint32_t item = 0; item < count && htn_domain_count(domain, HTN_SECTION_DEBUG_SUBTASKS) == 0; item++)
        if (EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_SUBTASK)
            return EXPLAIN_DETAIL_ITEMS; /* it has subtasks, but says nothing about them */
    return EXPLAIN_DETAIL_FULL;
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

uint32_t explain_task_field(const htn_domain *domain, uint32_t task, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_TASKS, task, field);
}

bool explain_is_primitive(const htn_domain *domain, uint32_t task)
{
    return explain_task_field(domain, task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE;
}

uint32_t explain_task_at(const htn_domain *domain, uint32_t pc)
{
    const uint32_t behind = explain_first_from(domain, HTN_SECTION_TASKS, HTN_TASKS_ENTRY, pc + 1);
    return behind > 0 && pc < explain_task_field(domain, behind - 1, HTN_TASKS_END) ? behind - 1 : HTN_NONE;
}

const char *explain_parameter(const htn_domain *domain, uint32_t task, uint32_t slot, uint32_t *type)
{
    *type = HTN_NONE;
    if (slot >= explain_task_field(domain, task, HTN_TASKS_PARAMETER_COUNT))
        return "";
    const uint32_t index = explain_task_field(domain, task, HTN_TASKS_FIRST_PARAMETER) + slot;
    *type = EXPLAIN_FIELD(domain, PARAMETERS, index, TYPE);
    return htn_domain_text(domain, HTN_SECTION_STRINGS, EXPLAIN_FIELD(domain, PARAMETERS, index, NAME));
}
