/* See live_values.h. */
#include "live_values.h"
#include "../blob/blob_reader.h"
#include "cells.h"

/* How many of a step's values have a type in the blob. */
static uint32_t count_typed(const htn_domain *domain, uint32_t task)
{
    return (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_BINDING_TYPES) != 0
               ? htni_argument_count(domain, task)
               : HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
}

bool htni_drop_removed(const htn_domain *domain, const uint8_t *bytes, const uint8_t *now, const uint8_t *then,
                       uint32_t first, uint32_t count, int32_t *values)
{
    bool any = false;
    for (uint32_t i = 0; domain->instances != 0 && i < count; i++) {
        const uint32_t type = htni_open_type(domain, first + i);
        if (type == HTN_NONE || values[i] == -1 || htni_is_still(domain, bytes, now, then, type, values[i]))
            continue;
        values[i] = -1;
        any = true;
    }
    return any;
}

bool htni_copy_live_values(const htn_domain *domain, const uint8_t *bytes, const uint8_t *now, const uint8_t *then,
                           uint32_t task, const int32_t *values, int32_t *live)
{
    const uint32_t count = htni_argument_count(domain, task);
    if (count != 0)
        memcpy(live, values, count * sizeof *live);
    return htni_drop_removed(domain, bytes, now, then, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER),
                             count_typed(domain, task), live);
}

bool htni_are_same_values(const htn_domain *domain, uint32_t task, const int32_t *a, const uint8_t *a_generations,
                          const int32_t *b, const uint8_t *b_generations)
{
    const uint32_t first = HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER), count = htni_argument_count(domain, task);
    const uint32_t typed = domain->instances == 0 ? 0 : count_typed(domain, task);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = i < typed ? htni_open_type(domain, first + i) : HTN_NONE;
        if (a[i] != b[i])
            return false;
        if (type != HTN_NONE && a[i] >= 0 &&
            htni_generation(a_generations, htni_slot(domain, type, a[i])) !=
                htni_generation(b_generations, htni_slot(domain, type, b[i])))
            return false;
    }
    return true;
}

uint32_t htni_open_type_of_value(const htn_domain *domain, uint32_t task, uint32_t index)
{
    return domain->instances == 0 || index >= count_typed(domain, task)
               ? HTN_NONE
               : htni_open_type(domain, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER) + index);
}
