/* Checks of running plans; see plan_check.h. The agent's walker runs the steps: validate.c. */
#include "plan_check.h"
#include "../planner/running_blocks.h"
#include "../search/plan_sums.h"
#include "agent_journal.h"

htni_checked_plan htni_running_plan_of(const htni_layer *layer, htn_plan *plan)
{
    htn_planner_running(layer->planner, plan);
    const htni_checked_plan of = {plan,
                            htni_region(&layer->planner->machine, layer->planner->running.plan.generations_at),
                            layer->plan.done,
                            0,
                            layer->steps.restores,
                            layer->steps.restore_count};
    return of;
}

/*
 * Whether the While of every running step's methods holds; else which step it is, and which method.
 */
static htn_status check_whiles(const htn_agent *agent, const htni_layer *layer, uint32_t *step, uint32_t *method)
{
    htn_status status = HTN_OK;
    for (uint32_t i = 0; status == HTN_OK && i < layer->steps.count; i++) {
        const htni_step_slot *slot = &layer->steps.slots[i];
        *step = slot->step;
        if (slot->state == HTNI_SLOT_RUNNING)
            status = htni_whiles_hold(layer->planner, &agent->world, *step, method);
    }
    return status;
}

bool htni_plan_holds(htn_agent *agent, htni_layer *layer)
{
    htni_running_plan *running = &layer->plan;
    htn_plan plan;
    if (!running->active ||
        (running->checked_changes == agent->world.changes && running->checked_answers == layer->changes.answers))
        return true;
    running->deferred = htni_slots_are_uninterruptible(agent->domain, &layer->steps);
    if (running->deferred)
        return true;
    const htni_checked_plan of = htni_running_plan_of(layer, &plan);
    uint32_t step = HTN_NONE, method = HTN_NONE;
    htn_status status = htni_validate_plan(agent->walker, &agent->world, &of, &step);
    running->verified = status == HTN_OK;
    running->cost_left = (uint32_t)htni_sum(&agent->walker->machine, HTNI_SUM_COST);
    if (status == HTN_OK)
        status = check_whiles(agent, layer, &step, &method);
    if (status != HTN_OK && status != HTN_NO_PLAN)
        htni_note_trouble(agent, status);
    if (status != HTN_OK)
        htni_note_failure(agent, layer,
                          status != HTN_NO_PLAN ? HTN_WHY_TROUBLE
                          : method != HTN_NONE  ? HTN_WHY_WHILE
                                                : HTN_WHY_PRECONDITIONS,
                          step, method);
    running->checked_changes = agent->world.changes;
    running->checked_answers = layer->changes.answers;
    return status == HTN_OK;
}

htn_status htni_step_may_start(htn_agent *agent, const htni_layer *layer, const htni_checked_plan *of, uint32_t step)
{
    const htn_step *taken = &of->plan->steps[step];
    uint32_t method = HTN_NONE;
    htn_journal_why why = HTN_WHY_WHILE;
    htn_status status = htni_whiles_hold(layer->planner, &agent->world, step, &method);
    if (status == HTN_OK) {
        why = HTN_WHY_CONTEXT;
        status = htni_context_holds(layer->planner, &agent->world, taken->task, of->plan->values + taken->arguments);
    }
    if (status == HTN_OK) {
        why = HTN_WHY_PRECONDITIONS;
        status = htni_step_holds(agent->walker, &agent->world, of, step);
    }
    if (status != HTN_OK)
        htni_note_failure(agent, layer, status == HTN_NO_PLAN ? why : HTN_WHY_TROUBLE, step, method);
    return status;
}
