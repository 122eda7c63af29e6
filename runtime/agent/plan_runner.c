/*
 * Runs plans; see plan_runner.h. A step's turn has come when all steps before it are done, except
 * that members of a parallel group run side by side. A step without an operator is done as soon as
 * it starts. Neighbours: step_end.c, plan_end.c, plan_check.c.
 */
#include "plan_runner.h"
#include "../machine/single_block.h"
#include "../search/planner_block.h"
#include "agent_journal.h"
#include "background.h"
#include "holds.h"
#include "news.h"
#include "operator_calls.h"
#include "layer_orders.h"
#include "order_gate.h"
#include "order_search.h"
#include "plan_check.h"
#include "plan_end.h"
#include "plan_order.h"
#include "removed_instances.h"
#include "step_attempts.h"
#include "step_effects.h"
#include "step_end.h"
#include "step_timeout.h"
#include "step_values.h"

static bool is_done(const htni_layer *layer)
{
    const uint32_t steps = layer->planner->running.plan.steps;
    for (uint32_t i = 0; i < steps; i++)
        if (layer->plan.done[i] != HTN_STEP_DONE)
            return false;
    return true;
}

static void fail_slot(htn_agent *agent, htni_layer *layer, htni_step_slot *slot, htn_journal_why why)
{
    const uint32_t step = slot->step;
    const bool retried = why != HTN_WHY_TROUBLE && htni_attempts_are_left(agent, layer, step) &&
                         !htni_background_ends(agent, layer, step);
    if (!retried)
        htni_note_failure(agent, layer, why, step, HTN_NONE);
    htni_end_slot(agent, layer, slot, HTN_FAILED);
    if (retried) {
        htni_attempts_count(agent, layer, step);
        return;
    }
    if (why != HTN_WHY_TROUBLE || htni_attempts_have_failed(agent, layer, step))
        htni_write_fail_effects(agent, layer, step);
    htni_break_plan(agent, layer);
}

static void succeed(htn_agent *agent, htni_layer *layer, uint32_t step)
{
    htni_succeed_step(agent, layer, step);
    htni_backgrounds_end(agent, layer);
}

/* What an operator has answered for its running step. */
static void conclude_step(htn_agent *agent, htni_layer *layer, htni_step_slot *slot, htn_outcome outcome)
{
    const uint32_t step = slot->step;
    if (outcome == HTN_SUCCEEDED) {
        htni_end_slot(agent, layer, slot, HTN_SUCCEEDED);
        succeed(agent, layer, step);
    } else if (outcome != HTN_RUNNING) {
        fail_slot(agent, layer, slot, HTN_WHY_OPERATOR);
    }
}

static htn_outcome update(htn_agent *agent, htni_layer *layer, htni_step_slot *slot)
{
    slot->called = true;
    return htni_call_operator(agent, layer, slot, HTN_CALL_UPDATE, agent->elapsed_us);
}

void htni_update_steps(htn_agent *agent, htni_layer *layer)
{
    const htni_slots *steps = &layer->steps;
    uint32_t next = 0;
    for (htni_step_slot *slot = htni_slots_next_running(steps, 0); slot != NULL;
         slot = htni_slots_next_running(steps, next)) {
        next = slot->step + 1;
        if (slot->called)
            continue;
        const htn_outcome outcome = update(agent, layer, slot);
        if (outcome != HTN_RUNNING || !htni_timeout_is_over(agent, layer, slot))
            conclude_step(agent, layer, slot, outcome);
        else if (htni_abort_timed_out(agent, layer, slot))
            fail_slot(agent, layer, slot, HTN_WHY_TIMEOUT);
    }
    if (layer->plan.broken && !htni_slots_are_uninterruptible(agent->domain, steps))
        htni_fail_plan(agent, layer);
    if (layer->plan.active && !layer->plan.settled && is_done(layer))
        htni_finish_plan(agent, layer);
}

void htni_end_aborts(htn_agent *agent, htni_layer *layer)
{
    uint64_t from = 0;
    if (!htni_slots_are_leaving(&layer->steps))
        return;
    for (htni_step_slot *slot = htni_continue_aborts(agent, layer, &from); slot != NULL;
         slot = htni_continue_aborts(agent, layer, &from))
        fail_slot(agent, layer, slot, HTN_WHY_TIMEOUT);
}

static bool is_running(const htni_layer *layer, uint32_t step)
{
    const htni_step_slot *slot = htni_slots_next_running(&layer->steps, step);
    return slot != NULL && slot->step == step;
}

/* --- The check ---------------------------------------------------------------------------------- */

/*
 * The removal of an instance may be the success of the step that it was given to: that one is asked first. False: it still
 * runs, so the plan does not hold.
 */
static bool ask_about_removed(htn_agent *agent, htni_layer *layer)
{
    const htni_slots *steps = &layer->steps;
    uint32_t next = 0;
    for (htni_step_slot *slot = htni_slots_next_running(steps, 0); slot != NULL && layer->plan.active;
         slot = htni_slots_next_running(steps, next)) {
        next = slot->step + 1;
        if (slot->called || !htni_was_given_removed(agent, layer, slot->step))
            continue;
        const htn_outcome outcome = update(agent, layer, slot);
        if (outcome == HTN_RUNNING) {
            htni_note_failure(agent, layer, HTN_WHY_REMOVED, slot->step, HTN_NONE);
            return false;
        }
        conclude_step(agent, layer, slot, outcome);
    }
    return true;
}

/* Whether the plan, or one that waits for its continuation, has lost a hold; then a failure has been noted. */
static bool has_lost_hold(htn_agent *agent, htni_layer *layer)
{
    const bool lost = (layer->plan.active || layer->plan.partial) && htni_holds_are_lost(agent, layer);
    if (lost)
        htni_note_failure(agent, layer, HTN_WHY_RESERVATION, HTN_NONE, HTN_NONE);
    return lost;
}

void htni_check_plan(htn_agent *agent, htni_layer *layer)
{
    const bool unchecked = htni_plan_is_unchecked(agent, layer);
    if (!unchecked && (layer->plan.active || !layer->plan.partial))
        return;
    uint32_t step = HTN_NONE; /* that does not hold */
    if ((agent->domain->instances != 0 && !ask_about_removed(agent, layer)) || has_lost_hold(agent, layer) ||
        (layer->plan.active && !htni_plan_holds(agent, layer, &step))) {
        if (step != HTN_NONE && !is_running(layer, step) && htni_attempts_have_failed(agent, layer, step))
            htni_write_fail_effects(agent, layer, step);
        htni_fail_plan(agent, layer);
    } else if (layer->plan.active && is_done(layer))
        htni_finish_plan(agent, layer);
}

/* --- Whose turn it is --------------------------------------------------------------------------- */

/*
 * The first step whose turn has come and that has not begun; HTN_NONE: there is none. A step that has
 * failed in this tick waits for the next one. A step that is not done blocks what comes behind it in its
 * member of a group, and what comes behind the group; it does not block the group's other members. So the
 * search goes on behind the member, and, where a group has a step that is not done, behind the member
 * around that group. A Background whose round is done blocks what comes behind the group, too; it is the
 * turn of its first step if the next round may begin.
 */
static uint32_t whose_turn(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan)
{
    uint32_t blocked = HTN_NONE; /* the innermost group that has a step which is not done */
    uint32_t step = 0;
    while (step < plan->step_count) {
        uint32_t member;
        bool may_begin = false;
        if (blocked != HTN_NONE && step == plan->spans[blocked].end) {
            member = htni_member_around(plan, blocked);
        } else if (!htni_step_is_to_do(layer->plan.done[step])) {
            member = htni_background_at_rest(agent, layer, plan, step, &may_begin);
            if (may_begin)
                return step;
            if (member == HTN_NONE) {
                step++;
                continue;
            }
        } else if (!is_running(layer, step) && !htni_attempts_has_started(agent, layer, step)) {
            return step;
        } else {
            member = htni_member_of(plan, step);
        }
        if (member == HTN_NONE)
            return HTN_NONE;
        blocked = plan->spans[member].parent;
        step = plan->spans[member].end;
    }
    return HTN_NONE;
}

/* --- Starts ------------------------------------------------------------------------------------- */

/* What a step starts with: the arguments of its operator lie with the slot. */
typedef struct start {
    htn_status status; /* of their evaluation */
    int32_t timeout;
} start;

/* Evaluates what the operator is called with, in a slot that is free. WAITS: an answer is late. */
static start evaluate(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot, const htn_plan *plan,
                      uint32_t step)
{
    const htn_step *taken = &plan->steps[step];
    const size_t capacity = agent->agent_class->arguments;
    start with = {HTN_OK, 0};
    with.status = htni_operator_arguments(&agent->world, layer->index, taken->task, plan->values + taken->arguments,
                                          layer->planner->host.answerer, layer->planner->host.answerer_user,
                                          layer->steps.arguments + htni_slot_index(&layer->steps, slot) * capacity,
                                          &with.timeout);
    return with;
}

/* Notes what the operator is called with, and writes the step's During. */
static htn_status prepare(htn_agent *agent, htni_layer *layer, htni_step_slot *slot, const htn_plan *plan,
                          uint32_t step, start with)
{
    const htn_step *taken = &plan->steps[step];
    const uint32_t operator_index = HTNI_FIELD(agent->domain, TASKS, taken->task, OPERATOR);
    const htn_status status = with.status;
    slot->argument_count = HTNI_FIELD(agent->domain, OPERATORS, operator_index, PARAMETER_COUNT);
    if (status == HTN_OK) {
        htni_note_arguments(agent, layer, slot);
        htni_timeout_begin(agent, layer, slot, with.timeout);
    }
    htni_keep_values(agent, layer, slot, plan->values + taken->arguments,
                     htni_region(&layer->planner->machine, layer->planner->running.plan.generations_at));
    htni_note_start(agent, layer, slot, status == HTN_OK);
    return status != HTN_OK ? status : htni_begin_during(agent, layer, slot);
}

static void start_in_slot(htn_agent *agent, htni_layer *layer, htni_step_slot *slot, const htn_plan *plan,
                          uint32_t step, start with)
{
    const uint32_t task = plan->steps[step].task;
    const htn_operator_binding *binding = htni_class_operator_of(agent->agent_class, task);
    memset(slot, 0, sizeof *slot);
    slot->state = HTNI_SLOT_RUNNING;
    slot->id = agent->next_id;
    agent->next_id = slot->id == HTNI_LAST_ID ? 1 : slot->id + 1;
    slot->step = step;
    slot->task = task;
    slot->reported = HTN_RUNNING;
    slot->called = true;
    htni_orders_mark_slot(agent, layer, htni_slot_index(&layer->steps, slot));
    htni_attempts_note_start(agent, layer, step);
    const htn_status status = prepare(agent, layer, slot, plan, step, with);
    if (status != HTN_OK) {
        htni_note_trouble(agent, status);
        fail_slot(agent, layer, slot, HTN_WHY_TROUBLE);
        return;
    }
    if (binding->memory != 0)
        memset(layer->steps.memories + (size_t)htni_slot_index(&layer->steps, slot) * agent->agent_class->memory, 0,
               binding->memory);
    if (binding->polled)
        htni_add_news(agent, slot, HTN_NEWS_START);
    conclude_step(agent, layer, slot, htni_call_operator(agent, layer, slot, HTN_CALL_START, 0));
}

/* Whether a step with Interrupt [never] waits: another one of them has put a search off, which is to be made first. */
static bool has_to_wait_for_search(const htn_agent *agent, const htni_layer *layer, uint32_t task)
{
    return layer->plan.owed && (HTNI_FIELD(agent->domain, TASKS, task, FLAGS) & HTN_TASK_NO_INTERRUPT) != 0;
}

/*
 * Whether a step may start. If it is the first one of a Background that rests, a round begins with it; if that cannot, the Background
 * is over, and the plan goes on.
 */
static htn_status may_start(htn_agent *agent, htni_layer *layer, const htni_checked_plan *of, uint32_t step, bool *over)
{
    bool may_begin;
    const uint32_t background = htni_background_at_rest(agent, layer, of->plan, step, &may_begin);
    if (background == HTN_NONE)
        return htni_step_may_start(agent, layer, of, step);
    const htn_status status = htni_begin_round(agent, layer, of, background);
    *over = status == HTN_NO_PLAN;
    return status;
}

/* Starts a step, or finds that the plan has failed or is to be dropped. False: it waits for a slot, a search or (`*late`) an answer. */
static bool start_step(htn_agent *agent, htni_layer *layer, const htni_checked_plan *of, uint32_t step, bool *late)
{
    const bool has_operator = HTNI_FIELD(agent->domain, TASKS, of->plan->steps[step].task, OPERATOR) != HTN_NONE;
    htni_step_slot *slot = htni_slots_free(&layer->steps);
    if (has_operator && (slot == NULL || has_to_wait_for_search(agent, layer, of->plan->steps[step].task)))
        return false;
    if (htni_gate_ends_plan(agent, layer)) {
        htni_begin_to_drop(agent, layer);
        return true;
    }
    bool over = false;
    const htn_status status = may_start(agent, layer, of, step, &over);
    *late = status == HTN_WAITS;
    if (*late)
        return false;
    if (status != HTN_OK && status != HTN_NO_PLAN)
        htni_note_trouble(agent, status);
    if (over)
        return true;
    if (status != HTN_OK) {
        if (htni_attempts_have_failed(agent, layer, step))
            htni_write_fail_effects(agent, layer, step);
        htni_break_plan(agent, layer);
        return true;
    }
    start with = {HTN_OK, 0};
    if (has_operator)
        with = evaluate(agent, layer, slot, of->plan, step);
    *late = with.status == HTN_WAITS;
    if (*late)
        return false;
    htni_backgrounds_note_start(agent, layer, of->plan, step);
    if (has_operator) {
        start_in_slot(agent, layer, slot, of->plan, step, with);
    } else {
        HTNI_NOTE(agent, PASS, layer->index, step, of->plan->steps[step].task);
        succeed(agent, layer, step);
    }
    return true;
}

void htni_start_steps(htn_agent *agent, htni_layer *layer)
{
    htni_running_plan *running = &layer->plan;
    for (;;) {
        if (!running->settled)
            htni_backgrounds_end(agent, layer);
        if (running->active && !running->settled && is_done(layer))
            htni_finish_plan(agent, layer);
        if (running->unchecked)
            htni_check_plan(agent, layer);
        if (!running->active || running->settled || running->broken || htni_slots_are_aborting(&layer->steps))
            return;
        htn_plan plan;
        const htni_checked_plan of = htni_running_plan_of(agent, layer, &plan);
        const uint32_t step = whose_turn(agent, layer, &plan);
        bool late = false;
        running->settled = (step == HTN_NONE || !start_step(agent, layer, &of, step, &late)) && !late;
        if (late) /* the next tick asks again */
            return;
    }
}
