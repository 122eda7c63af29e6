/*
 * Back-off; see back_off.h. The planner is rewound to the world of the failure, so that its
 * footprint is compared with that world.
 */
#include "back_off.h"
#include "../planner/footprint_check.h"
#include "../planner/working_world.h"
#include "world_changes.h"

void htni_back_off_begin(htn_agent *agent, htni_layer *layer)
{
    if (!htni_backs_off(layer))
        return;
    htni_rewind(layer->planner, &agent->world, HTN_SLOT_FAIL);
    layer->search.begun_answers = layer->changes.answers;
}

void htni_back_off_accept(const htn_agent *agent, const htni_layer *layer, uint32_t cell)
{
    if (htni_backs_off(layer))
        htni_footprint_accept(layer->planner, &agent->world, cell);
}

bool htni_back_off_ends_early(htn_agent *agent, const htni_layer *layer)
{
    return htni_backs_off(layer) && !htni_footprint_unchanged(agent, layer, layer->planner->footprints.kept);
}
