/*
 * When a layer plans, and its search; see layer_search.h and docs/running.md. A search may be
 * spread over ticks while the running plan goes on (time_slicing.h). It sees the world as it was
 * when it began. Neighbours: layer_result.c, what becomes of it; back_off.c; world_changes.c.
 */
#include "layer_search.h"
#include "../planner/footprint_check.h"
#include "../planner/time_sliced_search.h"
#include "../search/planner_block.h"
#include "agent_journal.h"
#include "back_off.h"
#include "holds.h"
#include "layer_result.h"
#include "order_search.h"
#include "work_timing.h"
#include "world_changes.h"

/* --- Reasons ------------------------------------------------------------------------------------ */

static bool is_interval_over(const htn_agent *agent, const htni_layer *layer)
{
    return agent->options.interval_ms != 0 && htni_is_due(agent->time, layer->schedule.next_interval);
}

static bool has_reason(htn_agent *agent, const htni_layer *layer)
{
    const htni_schedule *schedule = &layer->schedule;
    if (schedule->asked || is_interval_over(agent, layer))
        return true;
    if (htni_backs_off(layer) && !htni_is_due(agent->time, schedule->retry_at))
        return htni_back_off_ends_early(agent, layer);
    return layer->changes.from_outside || schedule->due;
}

/* The reasons for a search that begins: HTN_REASON_*, for the journal. */
static uint32_t reasons_of(const htn_agent *agent, const htni_layer *layer)
{
    const bool answers = layer->changes.answers != layer->search.begun_answers;
    uint32_t reasons = 0;
    if (layer->changes.from_outside && (layer->changes.cause != 0 || !answers))
        reasons |= HTN_REASON_CHANGED;
    if (answers)
        reasons |= HTN_REASON_ANSWERS;
    if (layer->schedule.asked)
        reasons |= HTN_REASON_ASKED;
    if (is_interval_over(agent, layer))
        reasons |= HTN_REASON_INTERVAL;
    if (layer->schedule.due)
        reasons |= HTN_REASON_NO_PLAN | (layer->schedule.failures > 0 ? HTN_REASON_FAILED : 0);
    return reasons;
}

/* --- Beginning ---------------------------------------------------------------------------------- */

/*
 * Whether the next search is known to end with search.known_result: nothing that the last one has
 * read has changed, and the running plan, if there is one, still holds and for a cheapest plan
 * costs no more than the bound that nothing was found below.
 */
static bool is_known(htn_agent *agent, const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    const htni_running_plan *running = &layer->plan;
    if (layer->search.known_result == HTN_NOT_BEGUN || agent->options.replan_always ||
        !htni_is_same_order(agent, layer) ||
        (running->active && (!running->verified || htni_durings_overlap(&agent->world))) ||
        (planner->search.cheapest && running->active && running->cost_left > planner->search.bound))
        return false;
    return htni_footprint_unchanged(agent, layer, planner->footprints.last);
}

static void restart_interval(const htn_agent *agent, htni_layer *layer)
{
    layer->schedule.next_interval = agent->time + agent->options.interval_ms;
}

/* Does what the search would have done, without searching. */
static void skip_search(htn_agent *agent, htni_layer *layer)
{
    HTNI_NOTE(agent, SKIP, layer->index, layer->changes.cause);
    agent->counts.skipped++;
    layer->search.result = layer->search.known_result;
    layer->changes.cause = 0;
    layer->changes.from_outside = layer->schedule.asked = layer->plan.owed = layer->plan.settled = false;
    restart_interval(agent, layer);
    if (htni_is_trouble(layer->search.result))
        htni_note_trouble(agent, layer->search.result);
}

/* The seed of draws changes with each plan that is started, not with each search. */
static uint32_t seed_of(const htn_agent *agent, const htni_layer *layer)
{
    const uint32_t mixed = (agent->options.seed ^ layer->index * UINT32_C(0x85EBCA77)) +
                           layer->schedule.plans_started * UINT32_C(0x9E3779B1);
    return (mixed ^ mixed >> 15) * UINT32_C(0x2C1B3C6D);
}

static void begin_search(htn_agent *agent, htni_layer *layer)
{
    htni_search *search = &layer->search;
    const htni_running_plan *running = &layer->plan;
    htn_request request;
    memset(&request, 0, sizeof request);
    const bool own = htni_orders_own_plan(agent, layer);
    htn_given_task given;
    search->purpose = !own               ? HTNI_PURPOSE_PLAN
                      : running->active  ? HTNI_PURPOSE_BETTER
                      : running->partial ? HTNI_PURPOSE_CONTINUATION
                                         : HTNI_PURPOSE_PLAN;
    request.root = layer->index;
    request.replan = search->purpose == HTNI_PURPOSE_BETTER && !running->foreign;
    request.go_on = search->purpose == HTNI_PURPOSE_CONTINUATION;
    request.horizon = agent->options.horizon_ms;
    request.done = running->done;
    request.seed = seed_of(agent, layer);
    htni_ask_for_order(agent, layer, &given, &request);
    layer->planner->check.durings = &agent->durings;
    htni_footprint_begin(layer->planner);
    htni_timing_begin(agent);
    const htn_status status = htn_plan_begin(layer->planner, &agent->world, &request);
    layer->planner->check.durings = NULL;
    search->known_result = HTN_NOT_BEGUN;
    if (status != HTN_OK)
        htni_timing_end(agent, 0);
    if (status == HTN_WAITS) { /* whether the running plan holds is not known yet: the next tick begins again */
        search->purpose = HTNI_PURPOSE_NONE;
        search->result = HTN_WAITS;
        search->empty = false;
        return;
    }
    agent->counts.searches++;
    layer->plan.verified = !htni_durings_overlap(&agent->world);
    search->result = status == HTN_OK ? HTN_SUSPENDED : status;
    search->request = HTNI_REQUEST_NONE;
    HTNI_NOTE(agent, REQUEST, layer->index, search->purpose, reasons_of(agent, layer), layer->changes.cause);
    search->followed = status == HTN_OK && agent->observers.replays;
    if (search->followed)
        htni_tell_beginning(layer->planner, agent->observers.listener, agent->observers.listener_user);
    layer->changes.cause = 0;
    layer->changes.from_outside = layer->schedule.asked = layer->schedule.due = false;
    search->begun_changes = agent->world.changes;
    search->begun_answers = layer->changes.answers;
    restart_interval(agent, layer);
}

/*
 * Begins a search if there is reason for one whose result is not known, and budget for it: a search
 * that waits for budget has not begun, so that it will see the world as it is then. True: a search
 * is under way.
 */
static bool begin_or_wait(htn_agent *agent, htni_layer *layer)
{
    const bool reason = has_reason(agent, layer), known = reason && is_known(agent, layer);
    layer->search.waiting_for_budget = reason && !known && !htni_may_search(agent);
    if (known)
        skip_search(agent, layer);
    else if (layer->search.waiting_for_budget)
        htni_budget_ran_out(&agent->budget, layer->index, agent->layer_count);
    else if (reason)
        begin_search(agent, layer);
    return layer->search.purpose != HTNI_PURPOSE_NONE;
}

/* --- Searching ---------------------------------------------------------------------------------- */

static bool is_under_way(const htni_layer *layer)
{
    return layer->search.purpose != HTNI_PURPOSE_NONE &&
           (layer->search.result == HTN_SUSPENDED || layer->search.result == HTN_WAITS);
}

static void ignore(void *user, const htn_planner *planner, const htn_event *event)
{
    (void)user;
    (void)planner;
    (void)event;
}

/* Steps leave marks on the trail of a traced search, and there is room for them. So a search is followed from its beginning on, or not. */
static htn_status search_on(const htni_observers *observers, const htni_layer *layer, uint32_t budget)
{
    htn_listener *listener = observers->listener != NULL ? observers->listener : ignore;
    if (layer->search.followed)
        return htni_plan_step_traced(layer->planner, budget, listener, observers->listener_user);
    return observers->listener == NULL || observers->replays
               ? htni_plan_step_marked(layer->planner, budget)
               : htn_plan_trace(layer->planner, listener, observers->listener_user);
}

/* Goes on with the search under way, if there is one, within the budget. One that waits for an answer leaves it to other layers. */
static void continue_search(htn_agent *agent, htni_layer *layer)
{
    const htni_observers *observers = &agent->observers;
    htni_search *search = &layer->search;
    const bool sliced = htni_is_time_sliced(agent);
    if (!is_under_way(layer))
        return;
    const bool may = htni_may_search(agent);
    if (may) {
        const uint32_t before = layer->planner->machine.work_left;
        htni_timing_begin(agent);
        search->result = search_on(observers, layer, sliced ? agent->budget.left : 0);
        const uint32_t spent = before - layer->planner->machine.work_left;
        agent->counts.work += spent;
        htni_timing_end(agent, spent);
        if (sliced)
            htni_budget_spend(&agent->budget, spent);
    }
    if (search->result == HTN_SUSPENDED || !may)
        htni_budget_ran_out(&agent->budget, layer->index, agent->layer_count);
}

void htni_serve_first(htn_agent *agent, htni_layer *layer)
{
    htni_look_at_orders(agent, layer);
    if (layer->search.waiting_for_budget && !htni_slots_are_uninterruptible(agent->domain, &layer->steps)) {
        htni_notice_changes(agent, layer);
        begin_or_wait(agent, layer);
    }
    continue_search(agent, layer);
}

void htni_plan_layer(htn_agent *agent, htni_layer *layer)
{
    for (uint32_t attempt = 0; attempt < 2u + agent->options.orders && !layer->plan.started; attempt++) {
        htni_notice_changes(agent, layer);
        if (htni_slots_are_uninterruptible(agent->domain, &layer->steps)) {
            layer->plan.owed = layer->plan.owed || (layer->plan.active && has_reason(agent, layer));
            return;
        }
        htni_look_at_orders(agent, layer);
        if (layer->search.purpose == HTNI_PURPOSE_NONE && !begin_or_wait(agent, layer))
            return;
        continue_search(agent, layer);
        if (is_under_way(layer) || layer->search.request == HTNI_REQUEST_WAITS || !htni_conclude_search(agent, layer))
            return;
    }
}

htn_status htn_agent_ask(htn_agent *agent, uint32_t layer)
{
    if (agent == NULL || (layer >= agent->layer_count && layer != HTN_NONE))
        return HTN_BAD_ARGUMENT;
    HTNI_NOTE(agent, ASK, agent->observers.writer.by, agent->observers.writer.id, layer + 1);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        if (layer == i || layer == HTN_NONE)
            agent->layers[i].schedule.asked = true;
    return HTN_OK;
}

bool htn_agent_idle(const htn_agent *agent, uint32_t layer)
{
    return htn_agent_result(agent, layer) == HTN_OK && agent->layers[layer].search.empty;
}

htn_status htn_agent_result(const htn_agent *agent, uint32_t layer)
{
    if (agent == NULL || layer >= agent->layer_count)
        return HTN_BAD_ARGUMENT;
    const htni_layer *of = &agent->layers[layer];
    if (of->search.judging && of->search.purpose != HTNI_PURPOSE_NONE)
        return HTN_WAITS;
    return of->search.waiting_for_budget || htni_has_request(of) ? HTN_SUSPENDED : of->search.result;
}
