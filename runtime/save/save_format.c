/* What saving and loading agree on; see save_format.h. */
#include "save_format.h"
#include "../blob/blob_reader.h"
#include "../world/cells.h"
#include <htn/arithmetic.h>

/*
 * By number. Append only: saves contain these numbers. Statuses that are not listed end no search. The three that are OK: a plan,
 * an empty plan (HTNI_SAVED_EMPTY), a partial one.
 */
static const htn_status results[] = {
    HTN_NOT_BEGUN,    HTN_OK,           HTN_OK,          HTN_OK,         HTN_NO_PLAN,     HTN_STANDS,
    HTN_SUSPENDED,    HTN_LIMIT_STEPS,  HTN_LIMIT_DEPTH, HTN_LIMIT_WORK, HTN_LIMIT_NODES, HTN_FULL_RECORD,
    HTN_FULL_FRAMES,  HTN_FULL_CHOICES, HTN_FULL_TRAIL,  HTN_FULL_SPANS, HTN_FULL_NODES,  HTN_FULL_CONTINUATION,
    HTN_LIMIT_TUPLES,
};
enum { RESULT_COUNT = sizeof results / sizeof *results };

uint32_t htni_number_of_result(htn_status result)
{
    for (uint32_t i = 0; i < RESULT_COUNT; i++)
        if (results[i] == result)
            return i;
    return 0;
}

htn_status htni_result_of_number(uint32_t number)
{
    return number < RESULT_COUNT ? results[number] : HTN_NOT_BEGUN;
}

htni_saved_kind htni_saved_kind_of(const htn_domain *domain, uint32_t type)
{
    switch (HTNI_FIELD(domain, TYPES, type, KIND)) {
    case HTN_TYPE_BOOL: return HTNI_SAVED_BOOL;
    case HTN_TYPE_INTEGER: return HTNI_SAVED_INTEGER;
    case HTN_TYPE_ENUM: return HTNI_SAVED_ENUM;
    case HTN_TYPE_FIXED: return HTNI_SAVED_FIXED;
    default: return HTNI_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE ? HTNI_SAVED_CLOSED : HTNI_SAVED_OPEN;
    }
}

uint32_t htni_leaf_type(const htn_domain *domain, uint32_t type, int32_t instance)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TYPES);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, i, LOW));
        const int32_t own = htni_signed(HTNI_FIELD(domain, TYPES, i, OWN));
        if (HTNI_FIELD(domain, TYPES, i, PRESENCE) != HTN_NONE && instance >= low && instance - low < own &&
            htni_slot(domain, i, instance) == htni_slot(domain, type, instance))
            return i;
    }
    return HTN_NONE;
}
