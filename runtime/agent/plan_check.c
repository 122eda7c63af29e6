/* Checks of running plans; see plan_check.h. The agent's walker runs the steps: validate.c. */
#include "plan_check.h"
#include "../planner/running_blocks.h"
#include "../search/plan_sums.h"
#include "agent_journal.h"
#include "background_state.h"
#include "holds.h"
#include "removed_instances.h"
#include "step_attempts.h"

htni_checked_plan htni_running_plan_of(const htn_agent *agent, const htni_layer *layer, htn_plan *plan)
{
    htn_planner_running(layer->planner, plan);
    const htni_checked_plan of = {
        .plan = plan,
        .generations = htni_region(&layer->planner->machine, layer->planner->running.plan.generations_at),
        .done = layer->plan.done,
        .durings = &agent->durings,
        .layer = layer->index};
    return of;
}

/*
 * Whether the While of every running step's methods holds; else which step it is, and which method.
 */
static htn_status check_whiles(const htn_agent *agent, const htni_layer *layer, uint32_t *step, uint32_t *method)
{
    htn_status status = HTN_OK;
    bool late = false;
    for (uint32_t i = 0; status == HTN_OK && i < layer->steps.count; i++) {
        const htni_step_slot *slot = &layer->steps.slots[i];
        *step = slot->step;
        if (!htni_slot_is_of_plan(slot))
            continue;
        status = htni_whiles_hold(layer->planner, &agent->world, htni_tuples_of(agent->walker), *step, method);
        late = late || status == HTN_WAITS;
        status = status == HTN_WAITS ? HTN_OK : status; /* another one may be known to fail */
    }
    return status == HTN_OK && late ? HTN_WAITS : status;
}

/*
 * A step in progress that was called in this tick is not called again to say whether the removal of an instance was its
 * success. So this check does not ask whether that step holds, and there is to be another one in the next tick. True: there
 * is such a step.
 */
static bool excuse_steps(const htn_agent *agent, const htni_layer *layer, bool excused)
{
    bool any = false;
    for (uint32_t i = 0; i < layer->steps.count; i++) {
        const htni_step_slot *slot = &layer->steps.slots[i];
        if (!htni_slot_is_of_plan(slot) || !slot->called || !htni_was_given_removed(agent, layer, slot->step))
            continue;
        layer->plan.done[slot->step] &= (uint8_t)~HTNI_STEP_EXCUSED;
        layer->plan.done[slot->step] |= excused ? HTNI_STEP_EXCUSED : 0;
        any = true;
    }
    return any;
}

/* The plan's walk: whether its steps that are not done hold; else which one does not. */
static htn_status walk_plan(htn_agent *agent, htni_layer *layer, uint32_t *step)
{
    htni_running_plan *running = &layer->plan;
    htn_plan plan;
    htni_checked_plan of = htni_running_plan_of(agent, layer, &plan);
    of.excuses = excuse_steps(agent, layer, true);
    const htn_status status = htni_validate_plan(agent->walker, &agent->world, &of, step);
    if (of.excuses)
        excuse_steps(agent, layer, false);
    running->excused = of.excuses;
    running->verified = status == HTN_OK && !of.excuses && !htni_durings_overlap(&agent->world);
    running->cost_left = (uint32_t)htni_sum(&agent->walker->machine, HTNI_SUM_COST);
    return status;
}

bool htni_plan_is_unchecked(const htn_agent *agent, const htni_layer *layer)
{
    const htni_running_plan *running = &layer->plan;
    return running->active &&
           (running->unchecked || running->excused || htni_holds_are_lost(agent, layer) ||
            running->checked_changes != agent->world.changes || running->checked_answers != layer->changes.answers) &&
           !htni_slots_are_uninterruptible(agent->domain, &layer->steps);
}

/* Why a step of the plan does not hold: an instance that it was given is gone, or its preconditions are false. */
static htn_journal_why why_not(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    return step != HTN_NONE && htni_was_given_removed(agent, layer, step) ? HTN_WHY_REMOVED : HTN_WHY_PRECONDITIONS;
}

bool htni_plan_holds(htn_agent *agent, htni_layer *layer, uint32_t *step)
{
    htni_running_plan *running = &layer->plan;
    uint32_t method = HTN_NONE;
    *step = HTN_NONE;
    htn_status status = walk_plan(agent, layer, step);
    bool late = status == HTN_WAITS;
    if (status == HTN_OK || late)
        status = check_whiles(agent, layer, step, &method);
    late = late || status == HTN_WAITS;
    status = status == HTN_WAITS ? HTN_OK : status;
    if (status != HTN_OK && status != HTN_NO_PLAN)
        htni_note_trouble(agent, status);
    if (status != HTN_OK)
        htni_note_failure(agent, layer,
                          status != HTN_NO_PLAN ? HTN_WHY_TROUBLE
                          : method != HTN_NONE  ? HTN_WHY_WHILE
                                                : why_not(agent, layer, *step),
                          *step, method);
    running->unchecked = false;
    running->checked_changes = agent->world.changes - late; /* the next tick checks it again */
    running->checked_answers = layer->changes.answers;
    return status == HTN_OK;
}

/* Whether a step of the span has started in this plan: it is done, or in progress, or has failed and is to be started again. */
static bool has_begun(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan, const htn_span *span)
{
    const htni_step_slot *slot = htni_slots_next_running(&layer->steps, span->first);
    if (slot != NULL && slot->step < span->end)
        return true;
    for (uint32_t step = span->first; step < span->end; step++)
        if ((layer->plan.done[step] != 0 && !htni_background_never_begins(plan, step)) ||
            htni_attempts_have_failed(agent, layer, step))
            return true;
    return false;
}

/* Whether the Enters hold of the methods of which this is the first step. */
static htn_status check_enters(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan, uint32_t step,
                               uint32_t *method)
{
    htn_status status = HTN_OK;
    const uint32_t count = htni_count(agent->domain, HTN_SECTION_ENTERS) == 0 ? 0 : plan->span_count;
    for (uint32_t i = 0; status == HTN_OK && i < count; i++) {
        const htn_span *span = &plan->spans[i];
        if (step >= span->first && step < span->end && !has_begun(agent, layer, plan, span))
            status = htni_span_enters(layer->planner, &agent->world, htni_tuples_of(agent->walker), span, method);
    }
    return status;
}

bool htni_may_go_on(htn_agent *agent, const htni_layer *layer)
{
    htn_plan plan;
    uint32_t method = HTN_NONE;
    if (htni_count(agent->domain, HTN_SECTION_ENTERS) == 0 || !htn_planner_running(layer->planner, &plan))
        return true;
    for (uint32_t i = 0; i < plan.span_count; i++) {
        const htn_span *span = &plan.spans[i];
        const htni_step_slot *slot = htni_slots_next_running(&layer->steps, span->first);
        if (slot == NULL || slot->step >= span->end)
            continue;
        const htn_status status =
            htni_span_enters(layer->planner, &agent->world, htni_tuples_of(agent->walker), span, &method);
        if (status == HTN_OK || status == HTN_WAITS) /* it goes on, until there is an answer */
            continue;
        if (status != HTN_NO_PLAN)
            htni_note_trouble(agent, status);
        htni_note_failure(agent, layer, status == HTN_NO_PLAN ? HTN_WHY_ENTER : HTN_WHY_TROUBLE, slot->step, method);
        return false;
    }
    return true;
}

/* Whether a step may start; else why not, and because of which method. */
static htn_status ask_start(htn_agent *agent, const htni_layer *layer, const htni_checked_plan *of, uint32_t step,
                            htn_journal_why *why, uint32_t *method)
{
    const htn_step *taken = &of->plan->steps[step];
    *why = HTN_WHY_WHILE;
    htn_status status = htni_whiles_hold(layer->planner, &agent->world, htni_tuples_of(agent->walker), step, method);
    if (status == HTN_OK) {
        *why = HTN_WHY_ENTER;
        status = check_enters(agent, layer, of->plan, step, method);
    }
    if (status == HTN_OK) {
        *why = HTN_WHY_CONTEXT;
        status = htni_context_holds(layer->planner, &agent->world, htni_tuples_of(agent->walker), taken->task,
                                    of->plan->values + taken->arguments);
    }
    if (status == HTN_OK) {
        status = htni_step_holds(agent->walker, &agent->world, of, step);
        if (status != HTN_OK)
            *why = why_not(agent, layer, step);
    }
    return status;
}

htn_status htni_step_may_start(htn_agent *agent, const htni_layer *layer, const htni_checked_plan *of, uint32_t step)
{
    uint32_t method = HTN_NONE;
    htn_journal_why why;
    const htn_status status = ask_start(agent, layer, of, step, &why, &method);
    if (status != HTN_OK && status != HTN_WAITS)
        htni_note_failure(agent, layer, status == HTN_NO_PLAN ? why : HTN_WHY_TROUBLE, step, method);
    return status;
}

htn_status htni_round_may_begin(htn_agent *agent, const htni_layer *layer, const htni_checked_plan *of,
                                const htn_span *background)
{
    htni_checked_plan round = *of;
    uint32_t method = HTN_NONE;
    htn_journal_why why;
    const htn_status status = ask_start(agent, layer, of, background->first, &why, &method);
    round.first = background->first;
    round.end = background->end;
    return status != HTN_OK ? status : htni_validate_plan(agent->walker, &agent->world, &round, NULL);
}
