/*
 * How far the Backgrounds of a running plan are, by the reference: docs/language.md, "Background". A step is done or not, in this round
 * of the innermost Background around it; a Background is over or not. The rest follows from that.
 */
#pragma once

#include "reference_runner.h"

/* The innermost member of a group that the step lies in; a Background is one. REFERENCE_NONE: it lies in none. */
uint32_t rounds_member_of(const reference_plan *plan, uint32_t step);

/* The Background that a span is, or is inside of; REFERENCE_NONE. */
uint32_t rounds_background(const reference_plan *plan, uint32_t span);

/* Whether the first span is the second or lies in it. */
bool rounds_is_within(const reference_plan *plan, uint32_t span, uint32_t around);

/* Whether nothing of a member (REFERENCE_NONE: of the plan) is left to do: for a Background, of its round. */
bool rounds_is_done(const runner_layer *layer, uint32_t member);

/* Whether all members of a group are done but its Backgrounds. */
bool rounds_others_are_done(const runner_layer *layer, uint32_t group);

/* Whether the step lies in a Background that ends with its group, or in one that has been stopped. */
bool rounds_end(const runner_layer *layer, uint32_t step);
bool rounds_is_stopped(const runner_layer *layer, uint32_t step);

/* Whether the step is done for good: it is done, and no Background around it begins again. */
bool rounds_is_for_good(const runner_layer *layer, uint32_t step);

/* Whether `before` need not be waited for any more by `step`, which comes behind it. */
bool rounds_has_passed(const runner_layer *layer, uint32_t before, uint32_t step);

/* What an agent says of how far the step is: HTN_STEP_*. */
uint32_t rounds_state(const runner_layer *layer, uint32_t step);
