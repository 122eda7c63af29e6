/* What plans reserve: the instances that the Reserve of their methods and tasks name. */
#pragma once

#include "../search/planner_block.h"

/* Called with each reservation (index in RESERVATIONS) and its instance, which exists. The same may come again. */
typedef void htni_reserver(void *user, uint32_t reservation, int32_t instance);

/*
 * What the running plan reserves in `world`: for its steps that are not done (`done`: a byte for each), for the methods of
 * which one of these is a step, and for those that are open where the plan ends. A removed instance is left out.
 */
void htni_running_reservations(const htn_planner *planner, const htn_world *world, const uint8_t *done,
                               htni_reserver *reserve, void *user);

/* Of that, what its methods reserve. */
void htni_method_reservations(const htn_planner *planner, const htn_world *world, const uint8_t *done,
                              htni_reserver *reserve, void *user);

/* The same for one step of the running plan and the methods around it. */
void htni_step_reservations(const htn_planner *planner, const htn_world *world, uint32_t step, htni_reserver *reserve,
                            void *user);

/* The same for all of the plan found. */
void htni_found_reservations(const htn_planner *planner, htni_reserver *reserve, void *user);
