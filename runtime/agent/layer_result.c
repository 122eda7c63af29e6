/*
 * What becomes of a layer's search; see layer_result.h. The search has seen the world as it was
 * when it began. If the world has changed since, the plan found is checked once more before it is
 * adopted. Neighbours: layer_search.c; plan_end.c.
 */
#include "layer_result.h"
#include "../planner/validate.h"
#include "../search/planner_block.h"
#include "../world/live_values.h"
#include "agent_journal.h"
#include "background.h"
#include "cooldown.h"
#include "hold_requests.h"
#include "holds.h"
#include "order_search.h"
#include "plan_check.h"
#include "plan_end.h"
#include "plan_order.h"
#include "step_attempts.h"
#include "step_effects.h"
#include "step_end.h"

bool htni_is_trouble(htn_status status)
{
    return status >= HTN_LIMIT_STEPS && status < HTN_BAD_BLOB;
}

/* Whether the plan found holds in the world as it is now. OK | WAITS (an answer is late) | another status: it does not. */
static htn_status judge_found(htn_agent *agent, const htni_layer *layer)
{
    htn_plan plan;
    htn_planner_plan(layer->planner, &plan);
    const htni_checked_plan of = {.plan = &plan,
                                  .generations =
                                      htni_region(&layer->planner->machine, layer->planner->copy.generations_at),
                                  .layer = layer->index};
    return htni_validate_plan(agent->walker, &agent->world, &of, NULL);
}

/* --- Keeping the running plan ------------------------------------------------------------------- */

/* A plan, and the generations for which it was made. */
typedef struct made_plan {
    htn_plan plan;
    const uint8_t *generations;
} made_plan;

static made_plan found_plan(const htni_layer *layer)
{
    made_plan of = {.generations = htni_region(&layer->planner->machine, layer->planner->copy.generations_at)};
    htn_planner_plan(layer->planner, &of.plan);
    return of;
}

static made_plan running_plan(const htni_layer *layer)
{
    made_plan of = {.generations = htni_region(&layer->planner->machine, layer->planner->running.plan.generations_at)};
    htn_planner_running(layer->planner, &of.plan);
    return of;
}

/* Whether two steps are of the same task, with the same arguments and bound values. */
static bool is_same_step(const htn_domain *domain, const made_plan *a, uint32_t i, const made_plan *b, uint32_t j)
{
    const htn_step *one = &a->plan.steps[i], *other = &b->plan.steps[j];
    return one->task == other->task &&
           htni_are_same_values(domain, one->task, a->plan.values + one->arguments, a->generations,
                                b->plan.values + other->arguments, b->generations);
}

/*
 * Whether `plan` has the same steps as what remains of `other` (`done` NULL: as all of it).
 */
static bool is_remainder_of(const htn_domain *domain, const made_plan *plan, const made_plan *other,
                            const uint8_t *done)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < other->plan.step_count; i++) {
        if (done != NULL && done[i] == HTN_STEP_DONE)
            continue;
        if (at == plan->plan.step_count || !is_same_step(domain, plan, at, other, i))
            return false;
        at++;
    }
    return at == plan->plan.step_count;
}

static bool has_groups(const htn_plan *plan)
{
    for (uint32_t i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == HTN_SPAN_PARALLEL)
            return true;
    return false;
}

/* The index that a step has when the steps that are done are left out. */
static uint32_t index_without_done(const htni_layer *layer, uint32_t step)
{
    uint32_t index = 0;
    for (uint32_t i = 0; i < step; i++)
        index += layer->plan.done[i] != HTN_STEP_DONE;
    return index;
}

static void leave_out_done_steps(htn_agent *agent, htni_layer *layer)
{
    htni_slots *steps = &layer->steps;
    for (uint32_t i = 0; i < steps->count; i++) {
        htni_step_slot *slot = &steps->slots[i];
        if (!htni_slot_is_of_plan(slot))
            continue;
        slot->step = index_without_done(layer, slot->step);
        htni_move_during(agent, layer, slot);
    }
}

/* The plan found is the running one from now on. */
static void adopt(htni_layer *layer, const htn_plan *found)
{
    htn_planner_adopt(layer->planner);
    layer->plan.foreign = false;
    layer->plan.verified = false;
    layer->plan.partial = found->partial != HTN_PARTIAL_NOT;
    layer->plan.cost_left = (uint32_t)found->cost;
}

/*
 * If the plan found is just what remains of the running plan, adopts its record and nothing else:
 * steps in progress go on. Not for plans with parallel groups. A foreign plan has no record and
 * gains one here; it may have groups, and the plan found may also be the same as the whole of it.
 * False: the plan found is another one.
 */
static bool takes_over_running(htn_agent *agent, htni_layer *layer)
{
    const bool foreign = layer->plan.foreign;
    const made_plan found = found_plan(layer), running = running_plan(layer);
    const bool whole = foreign && is_remainder_of(agent->domain, &found, &running, NULL);
    if (!whole && (!is_remainder_of(agent->domain, &found, &running, layer->plan.done) ||
                   (!foreign && (has_groups(&found.plan) || has_groups(&running.plan)))))
        return false;
    if (!whole) {
        leave_out_done_steps(agent, layer);
        htni_attempts_leave_out_done(agent, layer, running.plan.step_count);
        memset(layer->plan.done, 0, found.plan.step_count);
        htni_backgrounds_clear(agent, layer, found.plan.step_count);
    }
    HTNI_NOTE(agent, LEFT, layer->index);
    adopt(layer, &found.plan);
    htni_holds_update(agent, layer);
    layer->plan.checked_changes = agent->world.changes - 1; /* the While of its new methods has not been checked */
    return true;
}

/* --- Adopting a plan ---------------------------------------------------------------------------- */

/*
 * Which running steps go on in the plan found: each is paired with the first of its steps that is the same and before which
 * nothing has to be done. None of a task with Restart [always]. Sets next_step of their slots; the other running steps leave.
 */
static void pair_steps(const htn_agent *agent, htni_layer *layer, bool replaces)
{
    const htni_slots *steps = &layer->steps;
    for (uint32_t i = 0; i < steps->count; i++) {
        steps->slots[i].leaves = htni_slot_is_of_plan(&steps->slots[i]);
        steps->slots[i].next_step = HTN_NONE;
    }
    if (!replaces || htni_slots_next_running(steps, 0) == NULL)
        return;
    const made_plan found = found_plan(layer), running = running_plan(layer);
    for (uint32_t step = 0; step < found.plan.step_count; step++) {
        const bool may = htni_is_first_step(&found.plan, step) &&
                         (HTNI_FIELD(agent->domain, TASKS, found.plan.steps[step].task, FLAGS) & HTN_TASK_RESTART) == 0;
        htni_step_slot *slot = may ? htni_slots_next_running(steps, 0) : NULL;
        while (slot != NULL && (!slot->leaves || slot->state != HTNI_SLOT_RUNNING ||
                                !is_same_step(agent->domain, &found, step, &running, slot->step)))
            slot = htni_slots_next_running(steps, slot->step + 1);
        if (slot != NULL) {
            slot->next_step = step;
            slot->leaves = false;
            htni_attempts_take(agent, layer, slot);
        }
    }
}

/* The leaving slot of the lowest step; NULL: there is none. */
static htni_step_slot *next_to_leave(const htni_slots *steps)
{
    htni_step_slot *next = NULL;
    for (uint32_t i = 0; i < steps->count; i++) {
        htni_step_slot *slot = &steps->slots[i];
        if (slot->leaves && (next == NULL || slot->step < next->step))
            next = slot;
    }
    return next;
}

/* Paired steps are the new plan's from now on; those that leave are aborted, in the order of their plan. */
static void hand_over(htn_agent *agent, htni_layer *layer)
{
    const htni_slots *steps = &layer->steps;
    for (uint32_t i = 0; i < steps->count; i++) {
        htni_step_slot *slot = &steps->slots[i];
        if (slot->state != HTNI_SLOT_RUNNING || slot->leaves)
            continue;
        slot->step = slot->next_step;
        htni_attempts_put(agent, layer, slot);
        htni_orders_mark_slot(agent, layer, htni_slot_index(steps, slot));
        htni_move_during(agent, layer, slot);
        HTNI_NOTE(agent, GO_ON, layer->index, slot->id, slot->step);
    }
    for (htni_step_slot *slot = next_to_leave(steps); slot != NULL; slot = next_to_leave(steps)) {
        slot->leaves = false;
        htni_abort_step(agent, layer, slot);
    }
}

/*
 * The plan found replaces the running one. Its first steps that are in progress go on; the others are aborted. An empty plan
 * leaves the layer without one.
 */
static void install(htn_agent *agent, htni_layer *layer, htni_purpose purpose)
{
    htn_plan plan;
    htn_planner_plan(layer->planner, &plan);
    htni_note_plan(agent, layer, &plan);
    pair_steps(agent, layer, layer->plan.active);
    htni_holds_keep(agent, layer);
    layer->plan.checked_changes = agent->world.changes;
    layer->plan.checked_answers = layer->changes.answers;
    layer->plan.unchecked = layer->plan.excused = layer->plan.settled = false;
    if (plan.step_count == 0) {
        /*
         * An empty continuation means that the plan is done: plan from the root. Else there is
         * nothing to do.
         */
        layer->schedule.due = purpose == HTNI_PURPOSE_CONTINUATION;
        htni_forget_plan(layer);
        htni_orders_done(agent, layer);
    } else {
        adopt(layer, &plan);
        htni_orders_adopt(agent, layer);
        memset(layer->plan.done, 0, plan.step_count);
        htni_attempts_clear(agent, layer, plan.step_count);
        htni_backgrounds_clear(agent, layer, plan.step_count);
        layer->plan.active = true;
        layer->plan.started = true;
        layer->schedule.plans_started++;
    }
    hand_over(agent, layer); /* a continuation follows a plan that has no step in progress */
    htni_holds_update(agent, layer);
}

static void take_up(htn_agent *agent, htni_layer *layer, htni_purpose purpose)
{
    if (agent->domain->cools)
        htni_cooldowns_before_plan(agent, layer);
    if (!(purpose == HTNI_PURPOSE_BETTER && layer->plan.active && takes_over_running(agent, layer)))
        install(agent, layer, purpose);
    if (agent->domain->cools)
        htni_cooldowns_after_plan(agent, layer, purpose == HTNI_PURPOSE_CONTINUATION);
}

/*
 * Whether a search for something better than the plan just found would find nothing: everything of
 * higher priority has just failed, and no limit was reached. Not if that search began behind a
 * split. Walking along the running plan's record costs a little extra work, so half of the work
 * must be left.
 */
static bool is_best(const htn_planner *planner)
{
    return planner->search.origin == HTNI_FROM_ROOT && planner->search.reached == 0 &&
           planner->machine.work_left >= planner->machine.limits.work / 2;
}

/*
 * The next search's result, as long as nothing changes that this one has read; NOT_BEGUN: unknown.
 */
static htn_status next_result(const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    const bool without_plan = layer->search.purpose == HTNI_PURPOSE_PLAN;
    const bool same_limits = without_plan || (planner->search.against_running && !planner->search.cheapest);
    switch (layer->search.result) {
    case HTN_OK:
        if (!layer->search.empty)
            return is_best(planner) ? HTN_STANDS : HTN_NOT_BEGUN;
        return without_plan ? HTN_OK : HTN_NOT_BEGUN;
    case HTN_STANDS: return HTN_STANDS;
    case HTN_NO_PLAN: return without_plan ? layer->search.result : HTN_NOT_BEGUN;
    case HTN_LIMIT_STEPS:
    case HTN_LIMIT_DEPTH:
    case HTN_LIMIT_WORK:
    case HTN_LIMIT_NODES:
    case HTN_LIMIT_TUPLES: return same_limits ? layer->search.result : HTN_NOT_BEGUN;
    default: return HTN_NOT_BEGUN; /* FULL_*: a write that changed nothing took no room, and may take some next time */
    }
}

static bool is_stale(const htn_agent *agent, const htni_layer *layer)
{
    return layer->search.begun_changes != agent->world.changes || layer->search.begun_answers != layer->changes.answers;
}

/* The search is over: it is not under way any more. */
static void end_search(htni_layer *layer)
{
    const htni_purpose purpose = (htni_purpose)layer->search.purpose;
    layer->search.purpose = HTNI_PURPOSE_NONE;
    layer->plan.settled = false; /* a step may have waited for this search */
    layer->plan.owed = layer->plan.owed && purpose == HTNI_PURPOSE_CONTINUATION;
}

/* The plan found is not adopted: the layer searches again. */
static void discard(htn_agent *agent, htni_layer *layer)
{
    HTNI_NOTE(agent, STALE, layer->index);
    layer->changes.from_outside = true;
    layer->schedule.due = !layer->plan.active;
}

/* Adopts the plan found, unless the Enter of a method does not hold in which a step is to go on. */
static void adopt_found(htn_agent *agent, htni_layer *layer, htni_purpose purpose, htn_status known)
{
    const bool foreign = layer->plan.foreign; /* what goes on of it was asked in the build that it comes from */
    take_up(agent, layer, purpose);
    layer->search.known_result = known;
    if (!foreign && layer->plan.active && !htni_may_go_on(agent, layer))
        htni_fail_plan(agent, layer);
}

/* The share has answered the request for what the plan found reserves. */
static bool conclude_request(htn_agent *agent, htni_layer *layer)
{
    const htni_purpose purpose = (htni_purpose)layer->search.purpose;
    const bool granted = layer->search.request == HTNI_REQUEST_GRANTED && htni_found_is_held(agent, layer);
    const htn_status judged = granted && is_stale(agent, layer) ? judge_found(agent, layer) : HTN_OK;
    layer->search.judging = judged == HTN_WAITS;
    if (layer->search.judging)
        return false;
    end_search(layer);
    if (!granted || judged != HTN_OK) {
        if (!layer->plan.active && !layer->plan.partial)
            htni_forget_plan(layer); /* it was done, and kept for the plan found */
        discard(agent, layer);
        layer->schedule.retry_at = agent->time;
        return true;
    }
    layer->schedule.due = false;
    adopt_found(agent, layer, purpose, HTN_NOT_BEGUN);
    return purpose == HTNI_PURPOSE_CONTINUATION;
}

bool htni_conclude_search(htn_agent *agent, htni_layer *layer)
{
    htni_search *search = &layer->search;
    if (htni_has_request(layer))
        return conclude_request(agent, layer);
    const htni_purpose purpose = (htni_purpose)search->purpose;
    const bool stale = is_stale(agent, layer), found = search->result == HTN_OK;
    const htn_status judged = found && stale ? judge_found(agent, layer) : HTN_OK;
    search->judging = judged == HTN_WAITS;
    if (search->judging) /* the next tick asks again */
        return false;
    search->empty = found && found_plan(layer).plan.step_count == 0;
    const htn_status known = next_result(layer);
    const uint32_t work = layer->planner->machine.limits.work - layer->planner->machine.work_left;
    search->most_work = work > search->most_work ? work : search->most_work;
    HTNI_NOTE(agent, RESULT, layer->index, (uint32_t)search->result, work);
    if (htni_is_trouble(search->result))
        htni_note_trouble(agent, search->result);
    if (stale)
        layer->changes.from_outside = true; /* the search has not seen these changes */
    const bool holds = found && judged == HTN_OK && htni_found_is_free(agent, layer);
    if (holds && htni_request_holds(agent, layer))
        return false;
    end_search(layer);
    if (found && !holds) {
        discard(agent, layer);
        return true;
    }
    search->known_result = known;
    if (purpose == HTNI_PURPOSE_PLAN && (found ? search->empty && htni_order_found_empty(agent, layer)
                                               : htni_order_found_nothing(agent, layer, search->result)))
        return true;
    if (found) {
        htni_hold_found(agent, layer);
        adopt_found(agent, layer, purpose, known);
    } else if (purpose == HTNI_PURPOSE_BETTER) {
        layer->plan.verified = layer->plan.verified && layer->planner->search.against_running != 0;
    } else if (purpose == HTNI_PURPOSE_CONTINUATION) {
        htni_note_failure(agent, layer, HTN_WHY_CONTINUATION, HTN_NONE, HTN_NONE);
        htni_fail_plan(agent, layer);
    }
    return purpose == HTNI_PURPOSE_CONTINUATION; /* no continuation, an empty one, or one that is running now */
}
