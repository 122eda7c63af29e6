/* What remains of a partial plan, to be planned when its steps are done. */
#ifndef HTNI_CONTINUATION_H
#define HTNI_CONTINUATION_H

#include "planner_block.h"

/*
 * At a SPLIT or HORIZON (`why`) in front of `pc`: OK: the search goes on; PLAN: nothing remains; PARTIAL_PLAN: the search
 * ends, and the registers say where planning is to go on; FULL_CONTINUATION.
 */
htn_status htni_split(htn_planner *planner, htni_registers *now, uint32_t pc, htn_partial why);

/* Whether the code at `pc` is of a task that has a frame; there are addresses of none. */
bool htni_is_framed(const htn_domain *domain, uint32_t pc);

/* Copies what remains of the plan found, which is partial, to planner->running.continuation. Its frames that were there before are start's. */
void htni_keep_continuation(htn_planner *planner);

/*
 * Of the methods that remain, those whose While is to hold, number `which` from the innermost: the method, and where its task's
 * locals lie in the rest's region, in words (its frame's; where it has none, anywhere). False: there are not so many.
 */
bool htni_continuation_while(const htni_machine *machine, const htni_continuation *rest, uint32_t which,
                             uint32_t *method, uint32_t *locals);

/* Marks the instances that are gone since `then`, the generations of its plan, and makes ready to go on from it. */
void htni_resume_continuation(htn_planner *planner, const htni_continuation *rest, uint32_t then_at);

#endif
