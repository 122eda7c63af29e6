/* Values that slots keep; see step_values.h. They lie behind htni_step_extra: the values, then 16 bits for each: its generation. */
#include "step_values.h"
#include "../blob/task_code.h"
#include "../world/cells.h"
#include "../world/live_values.h"
#include "step_extra.h"

static int32_t *values_of(htni_step_extra *extra)
{
    return (int32_t *)(void *)(extra + 1);
}

static uint16_t *generations_of(const htn_domain *domain, htni_step_extra *extra)
{
    return (uint16_t *)(void *)(values_of(extra) + domain->max_arguments);
}

void htni_keep_values(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot,
                      const int32_t *values, const uint8_t *generations)
{
    const htn_domain *domain = agent->domain;
    if (domain->aborts == 0)
        return;
    htni_step_extra *extra = htni_extra_of(agent, layer, slot);
    const uint32_t count = htni_argument_count(domain, slot->task);
    extra->knows_values = values != NULL;
    for (uint32_t i = 0; values != NULL && i < count; i++) {
        const uint32_t type = htni_open_type_of_value(domain, slot->task, i);
        values_of(extra)[i] = values[i];
        generations_of(domain, extra)[i] =
            type == HTN_NONE || values[i] < 0
                ? 0
                : (uint16_t)htni_generation(generations, htni_slot(domain, type, values[i]));
    }
}

bool htni_copy_kept_values(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot, int32_t *live)
{
    const htn_domain *domain = agent->domain;
    htni_step_extra *extra = htni_extra_of(agent, layer, slot);
    const uint32_t count = htni_argument_count(domain, slot->task);
    for (uint32_t i = 0; extra->knows_values != 0 && i < count; i++) {
        const uint32_t type = htni_open_type_of_value(domain, slot->task, i);
        const int32_t value = values_of(extra)[i];
        const bool gone =
            type != HTN_NONE && value >= 0 &&
            (!htn_world_exists(&agent->world, type, value) ||
             (uint16_t)htn_world_generation(&agent->world, type, value) != generations_of(domain, extra)[i]);
        live[i] = gone ? -1 : value;
    }
    return extra->knows_values != 0;
}

void htni_estrange_kept_values(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *of, uint32_t slot,
                               uint32_t generation)
{
    const htn_domain *domain = agent->domain;
    if (domain->aborts == 0 || of->state == HTNI_SLOT_FREE)
        return;
    htni_step_extra *extra = htni_extra_of(agent, layer, of);
    const uint32_t count = htni_argument_count(domain, of->task);
    for (uint32_t i = 0; extra->knows_values != 0 && i < count; i++) {
        const uint32_t type = htni_open_type_of_value(domain, of->task, i);
        const int32_t value = values_of(extra)[i];
        if (type != HTN_NONE && value >= 0 && htni_slot(domain, type, value) == slot)
            generations_of(domain, extra)[i] = (uint16_t)(generation - 1);
    }
}
