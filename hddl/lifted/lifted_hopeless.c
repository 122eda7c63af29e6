/*
 * Tasks that can be done in no state, with the arguments that they have: a place that no road leads to from there. When all that
 * could be chosen for a task has failed for nothing but facts that never change, it is noted (a nogood: Dechter, "Enhancement Schemes
 * for Constraint Processing: Backjumping, Learning, and Cutset Decomposition", 1990). It is dead wherever else it is ahead, and what was
 * decided since it came to be ahead has no part in it: the search goes back to the decision that it is a subtask of (Bruynooghe and
 * Pereira, "Deduction Revision by Intelligent Backtracking", 1984).
 *
 * A choice point's `by_state` says that it has failed for other reasons as well: a condition that asks the state, a loop, what is
 * ahead. Each decision sets it, and takes it back only if it has come to a hopeless subtask.
 */
#include "hddl/lifted/lifted_inside.h"

enum { MOST_HOPELESS = 1 << 20 };

static const lifted_subtask *subtask_of(const lifted_search *search, uint32_t frame, uint32_t position)
{
    return &search->schemas[search->stack[frame + LIFTED_SCHEMA]].subtasks[position];
}

void lifted_give_up(lifted_search *search, uint32_t frame, uint32_t position)
{
    while (frame != LIFTED_NONE) {
        const uint32_t *head = search->stack + frame;
        bool open = false;
        lifted_hash hash = lifted_hash_of_task(search, frame, subtask_of(search, frame, position), &open);
        if (open)
            return;
        if (search->hopeless.count < MOST_HOPELESS)
            lifted_set_add(search, &search->hopeless, hash);
        if ((head[LIFTED_FLAGS] & LIFTED_IS_BOUND) == 0)
            return;
        while (search->choice_count > 0 && search->choices[search->choice_count - 1].top > frame)
            search->iterator_top = search->choices[--search->choice_count].iterators;
        if (search->choice_count > 0 && search->choices[search->choice_count - 1].top == frame) {
            lifted_choice *choice = &search->choices[search->choice_count - 1];
            choice->by_state = choice->was_by_state;
            return;
        }
        if ((head[LIFTED_FLAGS] & LIFTED_IS_ONLY) == 0)
            return;
        position = head[LIFTED_RETURN] - 1;
        frame = head[LIFTED_PARENT];
    }
}

bool lifted_is_hopeless(lifted_search *search, uint32_t frame, uint32_t position)
{
    bool open = false;
    if (search->hopeless.count == 0)
        return false;
    lifted_hash hash = lifted_hash_of_task(search, frame, subtask_of(search, frame, position), &open);
    if (open || !lifted_set_has(&search->hopeless, hash))
        return false;
    lifted_give_up(search, frame, position);
    return true;
}
