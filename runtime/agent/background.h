/*
 * Background members of parallel groups. A round is once through all steps of the member. When one is done the next one begins, at
 * most one in a tick; if it cannot, the Background is over. It ends with the other members of its group.
 */
#pragma once

#include "background_state.h"
#include "plan_check.h"

/* A tick begins, and layer->plan.rounds is set: each Background may begin a round again. */
void htni_backgrounds_next_tick(const htn_agent *agent, htni_layer *layer);

/* A plan of `steps` steps has been adopted: none of its Backgrounds has begun a round in this tick. */
void htni_backgrounds_clear(const htn_agent *agent, const htni_layer *layer, uint32_t steps);

/*
 * Ends the Backgrounds whose groups have no other step to do: their steps in progress are aborted. Those that need not wait for one
 * are over. To be called whenever a step has succeeded, and before steps start, since an abort may have ended.
 */
void htni_backgrounds_end(htn_agent *agent, htni_layer *layer);

/* A step starts: of the Backgrounds of which it is the first step, no round begins any more in this tick. */
void htni_backgrounds_note_start(const htn_agent *agent, htni_layer *layer, const htn_plan *plan, uint32_t step);

/*
 * Begins a round if its conditions hold: what is asked of its first step when that starts, and the preconditions of the others. Then
 * that step is to be started. NO_PLAN: they do not hold, so the Background is over. LIMIT_WORK | FULL_*: a failure has been noted.
 */
htn_status htni_begin_round(htn_agent *agent, htni_layer *layer, const htni_checked_plan *of, uint32_t background);
