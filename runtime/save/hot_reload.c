/*
 * Hot reload: an agent over a new build of the domain takes over from one over the old build,
 * through a save in the caller's memory. Steps in progress that the new agent does not take over
 * are aborted in the old one. Neighbours: save.c, load_agent.c; step_end.c, which aborts.
 */
#include "../agent/activity.h"
#include "../agent/step_end.h"
#include <htn/save.h>

/* Steps that were being aborted already need nothing more: their operators have been called. */
static void abort_lost_steps(const htn_agent *to, htn_agent *from)
{
    htni_layer *unused;
    for (uint32_t i = 0; i < from->layer_count; i++) {
        htni_layer *layer = &from->layers[i];
        for (uint32_t j = 0; j < layer->steps.count; j++) {
            htni_step_slot *slot = &layer->steps.slots[j];
            if ((slot->state == HTNI_SLOT_RUNNING || slot->state == HTNI_SLOT_ORPHANED) &&
                htni_find_step(to, slot->id, &unused) == NULL)
                htni_drop_step(from, layer, slot);
        }
    }
}

htn_status htn_agent_reload(htn_agent *to, htn_agent *from, void *scratch, size_t size, htn_load_report *report)
{
    size_t used;
    if (report != NULL)
        memset(report, 0, sizeof *report);
    if (to == from)
        return HTN_BAD_ARGUMENT;
    htn_status status = htn_agent_save(from, scratch, size, &used);
    if (status == HTN_OK)
        status = htn_agent_load(to, scratch, used, report);
    if (status == HTN_OK)
        abort_lost_steps(to, from);
    return status;
}
