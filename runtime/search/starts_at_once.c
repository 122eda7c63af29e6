/*
 * The steps before a new one need not be done before it if they lie in other members of the groups that it is in. Marks on
 * the trail say where these groups and their members began.
 */
#include "starts_at_once.h"
#include "../blob/blob_reader.h"
#include "plan_sums.h"
#include "trail.h"

/* Whether a step in [first, end) has an operator. */
static bool has_operator(const htn_planner *planner, uint32_t first, uint32_t end)
{
    const htn_step *steps = htni_steps(&planner->machine);
    for (; first < end; first++)
        if (HTNI_FIELD(planner->machine.domain, TASKS, steps[first].task, OPERATOR) != HTN_NONE)
            return true;
    return false;
}

/* While the trail is read backwards. */
typedef struct look_back {
    uint32_t end;   /* steps from here on have been looked at, or are beside the new one */
    uint32_t ended; /* groups that have ended, inside the one that is sought */
    bool behind;    /* the beginning of the current member has been passed */
    bool achieved;  /* the latest Achieve has ended, or was looked at */
} look_back;

/* A mark, made when the plan had `step` steps. False: the new step does not start at once. */
static bool pass_mark(const htn_planner *planner, look_back *at, uint32_t mark, uint32_t step, uint32_t steps)
{
    switch (mark) {
    case HTNI_MARK_ACHIEVE_END: at->achieved = true; return true;
    case HTNI_MARK_ACHIEVE:
        if (!at->achieved && step != steps)
            return false;
        at->achieved = true;
        return true;
    case HTNI_MARK_GROUP_END: at->ended++; return true;
    case HTNI_MARK_MEMBER:
    case HTNI_MARK_GROUP:
        if (at->ended != 0) {
            at->ended -= mark == HTNI_MARK_GROUP;
            return true;
        }
        if (!at->behind && has_operator(planner, step, at->end))
            return false;
        at->end = step;
        at->behind = mark == HTNI_MARK_MEMBER;
        return true;
    default: return true;
    }
}

bool htni_starts_at_once(const htn_planner *planner, uint32_t steps, uint32_t trail)
{
    const htni_change *changes = htni_trail(&planner->machine);
    look_back at = {.end = steps};
    if (planner->search.phase != HTNI_SEARCHING ||
        (planner->achieving.searching && htni_achieve_of(planner)->current != 0))
        return false;
    if (steps == 0)
        return true;
    if (htni_sum(&planner->machine, HTNI_SUM_GROUPS) == 0 && has_operator(planner, 0, steps))
        return false;
    while (trail-- > 0)
        if (changes[trail].cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK &&
            !pass_mark(planner, &at, HTNI_ADDRESS(changes[trail].cell), (uint32_t)changes[trail].old, steps))
            return false;
    return !has_operator(planner, 0, at.end);
}
