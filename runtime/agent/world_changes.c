/* Own changes and changes from outside; see world_changes.h. Footprints: planner/footprint.h. */
#include "world_changes.h"
#include "../planner/footprint_check.h"
#include "../search/footprint.h"
#include "agent_journal.h"

bool htni_footprint_unchanged(htn_agent *agent, const htni_layer *layer, uint32_t footprint)
{
    return (!htni_footprint_of(layer->planner, footprint)->asked ||
            layer->changes.answers == layer->search.begun_answers) &&
           htni_footprint_is_current(layer->planner, &agent->world, footprint);
}

htn_status htn_agent_answers_changed(htn_agent *agent)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    HTNI_NOTE(agent, ANSWERS, agent->observers.writer.by, agent->observers.writer.id);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        agent->layers[i].changes.answers++;
    return HTN_OK;
}
