/* The continuation of a partial plan: the tasks that remain to be planned when its steps are done. */
#pragma once

#include "planner_block.h"

/*
 * At a SPLIT or HORIZON (`why`) in front of `pc`. OK: the search goes on. PLAN: nothing remains. PARTIAL_PLAN:
 * the search ends, and the registers say where planning is to go on. FULL_CONTINUATION.
 */
htn_status htni_split(htn_planner *planner, htni_registers *now, uint32_t pc, htn_partial why);

/* Whether the code at `pc` belongs to a task with a frame. False for addresses of no task. */
bool htni_is_framed(const htn_domain *domain, uint32_t pc);

/*
 * Copies the continuation of the plan found, which is partial, to planner->running.continuation. If the plan
 * began with a continuation itself, planner->running.start still describes its frames.
 */
void htni_keep_continuation(htn_planner *planner);

/*
 * The lists of a continuation, of the items that its Eaches have not begun: how many numbers they have, then the numbers. Only if the
 * domain has an Each.
 */
static inline uint32_t *htni_lists_of(const htni_machine *machine, const htni_continuation *continuation)
{
    return (uint32_t *)htni_region(machine, continuation->at) + machine->limits.continuation;
}

/* What remained behind the first part (htni_first_end()), with its own place in the block; it has no content yet. */
htni_continuation *htni_place_first_end(const htn_planner *planner);

/* Copies what remained behind the first part: planning goes on for the second time. */
void htni_keep_first_end(const htn_planner *planner, const htni_continuation *from);

/*
 * The method with a span (htni_has_span()) that is still open, number `which` from the innermost one. `*locals`: where its
 * task's locals lie in the continuation's region, in words (any place, if the task has no frame). False: there
 * are not that many.
 */
bool htni_open_method(const htni_machine *machine, const htni_continuation *continuation, uint32_t which,
                      uint32_t *method, uint32_t *locals);

/* The same where the plan found ends, which is partial; `*locals`: in the region of frames. */
bool htni_found_open_method(const htni_machine *machine, uint32_t which, uint32_t *method, uint32_t *locals);

/*
 * Replanning: the items that remain of an Each behind the split at which the followed plan ended. `entry`: of its last item that has
 * begun. NULL: none remain.
 */
const uint32_t *htni_remaining_items(const htn_planner *planner, uint32_t task, uint32_t entry, uint32_t *count);

/*
 * Makes the machine ready to go on with a continuation. `then_at`: the region of generations of its plan;
 * instances that are gone since then are marked.
 */
void htni_resume_continuation(htn_planner *planner, const htni_continuation *continuation, uint32_t then_at);
