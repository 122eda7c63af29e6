/* Neighbours: search/kept_plan.c, which keeps the bindings; choice_ops.h. */
#include "running_bindings.h"
#include "../blob/task_code.h"
#include "../search/mtr_comparison.h"

bool htni_bind(const htn_planner *planner, const htni_registers *now, uint32_t pc, uint32_t method)
{
    const htn_domain *domain = planner->machine.domain;
    const htni_kept_plan *followed = htni_followed(planner);
    const uint32_t task = htni_task_of(domain, pc);
    uint32_t *locals = htni_frames(&planner->machine) + now->frame + HTNI_FRAME_LOCALS;
    const int32_t *from;
    uint32_t first, count;
    if (HTNI_FIELD(domain, TASKS, task, KIND) == HTN_TASK_PRIMITIVE) {
        const htn_step *steps = htni_region(&planner->machine, followed->steps_at);
        if (now->steps >= followed->steps || steps[now->steps].task != task)
            return false;
        first = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
        count = HTNI_FIELD(domain, TASKS, task, BINDINGS);
        from =
            (const int32_t *)htni_region(&planner->machine, followed->values_at) + steps[now->steps].arguments + first;
    } else {
        const uint32_t index = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + method;
        if (now->record >= followed->records || htni_running_method(planner, now->record) != method)
            return false;
        first = HTNI_FIELD(domain, METHODS, index, FIRST_BINDING);
        count = HTNI_FIELD(domain, METHODS, index, BINDINGS);
        from = (const int32_t *)htni_region(&planner->machine, followed->bindings_at) +
               (size_t)now->record * domain->max_bindings;
    }
    if (count != 0)
        memcpy(locals + first, from, count * sizeof *locals);
    return true;
}
