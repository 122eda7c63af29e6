/*
 * All plans of one world: htn_plan_next() against the reference, which goes through all plans. Searches for the first plan are
 * compared while the reference finds the plans; for the cheapest, the reference sorts what it has found by cost.
 */
#pragma once

#include "match.h"

/*
 * False: the runtime's plans, or its last answer, are not the reference's. Then `match->expected` is what the reference says, and
 * `*status` is the runtime's answer. Leaves the planner without a running plan, unless the request goes on.
 */
bool match_all_plans(match_state *match, const htn_request *request, const reference_limits *limits,
                     htn_status *status);
