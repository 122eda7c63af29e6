/*
 * Hot reload: an agent over a new build of the domain takes over from one over an old build, by a save in the caller's memory.
 * What the new one does not take over the old one ends. Neighbours: save.c, load_agent.c; runner.c, which aborts.
 */
#include "saving.h"

static bool is_in_progress(const htn_agent *agent, uint32_t id)
{
    for (uint32_t i = 0; i < agent->layer_count * agent->slot_count; i++) {
        const htni_active *slot = &agent->layers[i / agent->slot_count].slots[i % agent->slot_count];
        if (slot->state != HTNI_SLOT_FREE && slot->id == id)
            return true;
    }
    return false;
}

/* Steps that were being aborted have been told so. */
static void abort_lost(const htn_agent *to, htn_agent *from)
{
    for (uint32_t i = 0; i < from->layer_count * from->slot_count; i++) {
        htni_layer *layer = &from->layers[i / from->slot_count];
        htni_active *slot = &layer->slots[i % from->slot_count];
        if ((slot->state == HTNI_SLOT_RUNNING || slot->state == HTNI_SLOT_ORPHANED) && !is_in_progress(to, slot->id))
            htni_run_drop(from, layer, slot);
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
        abort_lost(to, from);
    return status;
}
