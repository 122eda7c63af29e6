/* Finding slots; see step_slots.h. A layer has few, so each search goes through all of them. */
#include "step_slots.h"
#include "../blob/blob_reader.h"

htni_step_slot *htni_slots_next_running(const htni_slots *of, uint32_t step)
{
    htni_step_slot *next = NULL;
    for (uint32_t i = 0; i < of->count; i++) {
        htni_step_slot *slot = &of->slots[i];
        if (htni_slot_is_of_plan(slot) && slot->step >= step && (next == NULL || slot->step < next->step))
            next = slot;
    }
    return next;
}

htni_step_slot *htni_slots_next(const htni_slots *of, uint64_t id)
{
    htni_step_slot *next = NULL;
    for (uint32_t i = 0; i < of->count; i++) {
        htni_step_slot *slot = &of->slots[i];
        if (slot->state != HTNI_SLOT_FREE && slot->id >= id && (next == NULL || slot->id < next->id))
            next = slot;
    }
    return next;
}

htni_step_slot *htni_slots_free(const htni_slots *of)
{
    for (uint32_t i = 0; i < of->count; i++)
        if (of->slots[i].state == HTNI_SLOT_FREE)
            return &of->slots[i];
    return NULL;
}

bool htni_slots_are_leaving(const htni_slots *of)
{
    for (uint32_t i = 0; i < of->count; i++)
        if (of->slots[i].state != HTNI_SLOT_FREE && of->slots[i].state != HTNI_SLOT_RUNNING)
            return true;
    return false;
}

bool htni_slots_are_aborting(const htni_slots *of)
{
    for (uint32_t i = 0; i < of->count; i++)
        if (of->slots[i].state == HTNI_SLOT_ABORTING)
            return true;
    return false;
}

bool htni_slot_is_uninterruptible(const htn_domain *domain, const htni_step_slot *slot)
{
    return htni_slot_is_of_plan(slot) && (HTNI_FIELD(domain, TASKS, slot->task, FLAGS) & HTN_TASK_NO_INTERRUPT) != 0;
}

bool htni_some_slot_is_uninterruptible(const htn_domain *domain, const htni_slots *of)
{
    for (uint32_t i = 0; i < of->count; i++)
        if (htni_slot_is_uninterruptible(domain, &of->slots[i]))
            return true;
    return false;
}
