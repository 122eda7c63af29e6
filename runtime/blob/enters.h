/* Conditions that are asked again when the first step of a method starts: the section ENTERS. */
#pragma once

#include "blob_reader.h"

/* The block of the method's Enter; HTN_NONE: it has none. */
static inline uint32_t htni_enter_of(const htn_domain *domain, uint32_t method)
{
    uint32_t low = 0, high = htni_count(domain, HTN_SECTION_ENTERS);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2, found = HTNI_FIELD(domain, ENTERS, middle, METHOD);
        if (found == method)
            return HTNI_FIELD(domain, ENTERS, middle, ENTER);
        if (found < method)
            low = middle + 1;
        else
            high = middle;
    }
    return HTN_NONE;
}
