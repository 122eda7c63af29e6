/* Neighbours: world/cells.c, which compares generations; footprint.c. */
#include "same_instances.h"
#include "../blob/blob_reader.h"
#include "footprint.h"

bool htni_is_same(const htn_planner *planner, uint32_t type, int32_t instance)
{
    const htn_domain *domain = planner->machine.domain;
    const uint8_t *world = htni_working_world(&planner->machine);
    if (HTNI_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE ||
        (planner->check.generations == NULL && !planner->running.exists))
        return htni_is_present(domain, world, type, instance);
    const uint8_t *then = planner->check.generations != NULL
                              ? planner->check.generations
                              : htni_region(&planner->machine, htni_followed(planner)->generations_at);
    return htni_is_still(domain, world, htni_region(&planner->machine, planner->copy.generations_at), then, type,
                         instance);
}

bool htni_same_instances(const htn_planner *planner, uint32_t task, const int32_t *arguments)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t first = HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = htni_open_type(domain, first + i);
        if (type == HTN_NONE || arguments[i] < 0)
            continue;
        htni_mark_instance(planner, type, arguments[i]);
        if (!htni_is_same(planner, type, arguments[i]))
            return false;
    }
    return true;
}
