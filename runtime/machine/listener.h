/* Telling a listener about an event of a traced search. */
#pragma once

#include "../search/planner_block.h"

static inline void htni_tell(const htn_planner *planner, htn_event_kind kind, uint32_t pc, uint32_t index)
{
    const htn_event event = {kind, pc, index};
    planner->host.listener(planner->host.listener_user, planner, &event);
}
