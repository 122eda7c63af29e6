/* Loading plans. */
#pragma once

#include "../search/planner_block.h"
#include "load_types.h"

/* A task of a save. */
typedef struct htni_saved_task {
    uint32_t task; /* the domain's; HTN_NONE: it has no counterpart */
    htni_saved_types parameters;
    uint32_t bindings; /* how many values its preconditions bind */
} htni_saved_task;

htni_saved_task htni_get_task(htni_loading *in);         /* a primitive one */
htni_saved_task htni_get_ordered_task(htni_loading *in); /* any one, without what it binds */

/* Whether the span belongs to a parallel group. */
bool htni_is_of_group(const htn_span *span);

/*
 * Loads a plan into regions of the planner. It writes them in both passes: nobody looks at a new
 * agent's regions before its layer says that it has a plan. False: some step has no counterpart, there
 * is no room for the plan, or the save is refused. Of a plan that is not loaded only `steps` is to be used: how many were read.
 */
bool htni_load_plan(htni_loading *in, htn_planner *planner, htni_kept_plan *kept_plan);
