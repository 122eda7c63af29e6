/* What follows when a step of a primitive task fails: the section ENDS. */
#pragma once

#include "blob_reader.h"

/* The task's record of ENDS; HTN_NONE: it has none. */
static inline uint32_t htni_ends_of(const htn_domain *domain, uint32_t task)
{
    uint32_t low = 0, high = htni_count(domain, HTN_SECTION_ENDS);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2, found = HTNI_FIELD(domain, ENDS, middle, TASK);
        if (found == task)
            return middle;
        if (found < task)
            low = middle + 1;
        else
            high = middle;
    }
    return HTN_NONE;
}

/* How often a step of the task that fails is started again. */
static inline uint32_t htni_retries_of(const htn_domain *domain, uint32_t task)
{
    const uint32_t ends = htni_ends_of(domain, task);
    return ends == HTN_NONE ? 0 : HTNI_FIELD(domain, ENDS, ends, RETRIES);
}
