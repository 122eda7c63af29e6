/*
 * Cooldowns. When a plan fails, each method since the root whose part is not over is not taken again
 * until its Cooldown is over. The part of a method is the steps of its subtasks, in all segments of the
 * plan: it is not over if one of them is not done, or if something remains behind the last split. While a Cooldown lasts, a bool
 * property that the compiler has added for the method is true; planners see it as a condition of the method. With a For it is a
 * table, and each solution has a part and a Cooldown of its own; its end is that of a value that expires.
 */
#pragma once

#include "agent_state.h"

/* In how many places a part can be left: one for each method, and one for each solution that cools down by itself. */
uint32_t htni_cooling_places(const htn_domain *domain);

/*
 * The layer's running plan has failed: the parts of methods that are not over are over now. The begin
 * of a Cooldown is the layer's own change.
 */
void htni_cooldowns_of_failure(htn_agent *agent, htni_layer *layer);

/* A step of the running plan is done: so may be the parts of methods that it belongs to. */
void htni_cooldowns_of_step(htn_agent *agent, htni_layer *layer, uint32_t step);

/*
 * A Background of the running plan is over, and with it the parts of methods inside it: as done, or because the group ends. The parts
 * of methods around it may be done.
 */
void htni_cooldowns_of_background(htn_agent *agent, htni_layer *layer, uint32_t background, bool done);

/*
 * Around the adoption of a plan, which may be empty: parts of the plan before it that the new plan does
 * not go on with are over. `continuation`: the new plan goes on behind a split, so they are done.
 */
void htni_cooldowns_before_plan(htn_agent *agent, htni_layer *layer);
void htni_cooldowns_after_plan(htn_agent *agent, htni_layer *layer, bool continuation);

/* In a domain with Cooldowns: ends those that are over by now. That is a change from outside. */
void htni_cooldowns_end(htn_agent *agent);
