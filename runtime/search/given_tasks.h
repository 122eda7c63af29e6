/*
 * Given tasks: tasks with arguments that a request has in place of a root (htn_request.tasks). They are done
 * one after the other.
 */
#pragma once

#include "planner_block.h"
#include <htn/world.h>

/*
 * Whether these tasks can be given in this world. OK | BAD_ARGUMENT. `*mark` becomes a hash of the tasks, their
 * arguments and the generations of these. It is never 0. Two lists with the same mark count as the same list.
 */
htn_status htni_check_given(const htn_world *world, const htn_domain *domain, const htn_given_task *tasks,
                            uint32_t count, uint64_t *mark);

/* Whether one of these tasks can reach a Split. */
bool htni_given_splits(const htn_domain *domain, const htn_given_task *tasks, uint32_t count);

/* Makes the machine ready to plan the tasks. They have been checked. OK | FULL_FRAMES. */
htn_status htni_begin_given(htn_planner *planner, const htn_given_task *tasks, uint32_t count);

/* The same again for `count` tasks, the first ones on the frames of a search that has been undone. */
void htni_begin_given_again(const htni_machine *machine, htni_registers *now, uint32_t count);

/*
 * Enters the next given task: at first, and when the one before it is done. `*task` becomes that task; HTN_NONE: an instance among
 * its arguments is gone, so the branch fails. OK | FULL_FRAMES.
 */
htn_status htni_enter_next_given(const htn_planner *planner, htni_registers *now, uint32_t *task);

/* The words of the frame in which a next given task lies. */
uint32_t htni_given_words(const htn_domain *domain, const uint32_t *frame);
