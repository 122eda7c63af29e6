/* Tasks are sorted by address, so a binary search finds one. */
#include "task_code.h"

uint32_t htni_task_of(const htn_domain *domain, uint32_t pc)
{
    uint32_t low = 0, high = htni_count(domain, HTN_SECTION_TASKS);
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (HTNI_FIELD(domain, TASKS, middle, ENTRY) <= pc)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t htni_task_at(const htn_domain *domain, uint32_t entry)
{
    const uint32_t task = htni_count(domain, HTN_SECTION_TASKS) == 0 ? HTN_NONE : htni_task_of(domain, entry);
    return task != HTN_NONE && HTNI_FIELD(domain, TASKS, task, ENTRY) == entry ? task : HTN_NONE;
}
