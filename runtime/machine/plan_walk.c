/* Neighbour: planner/validate.c, which begins the walk. */
#include "plan_walk.h"
#include "../blob/task_code.h"
#include "../search/planner_block.h"
#include "../search/same_instances.h"
#include "../search/step_entry.h"

htn_status htni_enter_next_step(htn_planner *planner, htni_registers *now)
{
    const htn_domain *domain = planner->machine.domain;
    htni_plan_walk *const at = planner->check.walk;
    while (at->done != NULL && at->step < at->plan->step_count && at->done[at->step] != 0)
        at->step++;
    if (at->step >= at->plan->step_count)
        return HTN_STANDS;
    const htn_step *step = &at->plan->steps[at->step++];
    const int32_t *arguments = at->plan->values + step->arguments;
    if (domain->instances != 0 && !htni_same_instances(planner, step->task, arguments))
        return HTN_NO_PLAN;
    now->pc = htni_preconditions(domain, step->task);
    now->frame = 0;
    now->frames = HTNI_FRAME_LOCALS;
    now->steps = 0;
    return htni_enter_step(&planner->machine, now, step->task, arguments, HTN_SLOT_VALID);
}
