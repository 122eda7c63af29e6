/*
 * When a layer plans, and what becomes of the result (docs/running.md). A search may be spread over ticks, while the
 * running plan goes on; it sees the world as it was when it began, so what it finds is asked once more before it is
 * taken up, if that has changed.
 */
#include "agent_inside.h"

void htni_layer_notice(const htn_agent *agent, htni_layer *layer)
{
    if (layer->seen != agent->world.changes || layer->answers_seen != layer->answers)
        layer->changed = true;
    if (layer->seen != agent->world.changes)
        htni_restores_follow(agent, layer);
    layer->seen = agent->world.changes;
    layer->answers_seen = layer->answers;
}

void htni_layer_own(const htn_agent *agent, htni_layer *layer)
{
    layer->seen = agent->world.changes;
}

static bool is_trouble(htn_status status)
{
    return status >= HTN_LIMIT_STEPS && status < HTN_BAD_BLOB;
}

/* --- Ends ----------------------------------------------------------------------------------------- */

/* The methods of a plan that failed are passed over for as long as they say. That is the layer's own doing. */
static void begin_cooldowns(htn_agent *agent, htni_layer *layer)
{
    const htn_domain *domain = agent->domain;
    const htn_planner *planner = layer->planner;
    htni_layer_notice(agent, layer);
    for (uint32_t part = 0; part < (planner->continues ? 2 : 1); part++) {
        const htni_part *kept = part == 0 ? &planner->running : &planner->first_part;
        const uint32_t *methods = (const uint32_t *)(const void *)htni_region(planner, kept->methods_at);
        for (uint32_t i = 0; i < kept->records; i++) {
            const uint32_t cooling = HTNI_FIELD(domain, METHODS, methods[i], COOLING);
            if (cooling == HTN_NONE)
                continue;
            HTNI_NOTE(agent, COOLDOWN, layer->index, methods[i]);
            htni_writes(agent, HTN_BY_COOLDOWN, methods[i], layer->index);
            htn_world_set(&agent->world, cooling, 1);
            agent->cooling_end[methods[i]] = agent->time + HTNI_FIELD(domain, METHODS, methods[i], COOLDOWN);
        }
    }
    htni_wrote(agent);
    htni_layer_own(agent, layer);
}

/* No plan from now on. */
static void forget(htni_layer *layer)
{
    htn_planner_drop(layer->planner);
    layer->quest = HTNI_QUEST_NONE;
    layer->running = false;
    layer->strange = false;
    layer->partial = false;
    layer->broken = false;
    layer->deferred = false;
    layer->known = HTN_NOT_BEGUN;
}

/* The second failure in a row, or a later one: until `retry_at` the next attempt waits. */
static bool backs_off(const htni_layer *layer)
{
    return layer->due && !layer->running && layer->failures >= 2;
}

void htni_layer_set_back(const htn_agent *agent, const htni_layer *layer, uint32_t cell)
{
    if (backs_off(layer))
        htni_footprint_accept(layer->planner, &agent->world, cell);
}

void htni_layer_back_off(htn_agent *agent, htni_layer *layer)
{
    if (!backs_off(layer))
        return;
    htni_rewind(layer->planner, &agent->world, HTN_SLOT_FAIL);
    layer->answers_searched = layer->answers;
}

void htni_layer_fail(htn_agent *agent, htni_layer *layer)
{
    if (agent->domain->cools && layer->planner->has_running)
        begin_cooldowns(agent, layer);
    forget(layer);
    layer->due = true;
    layer->failures += layer->failures < UINT32_MAX;
    layer->retry_at = agent->time + agent->options.back_off_ms;
    htni_layer_back_off(agent, layer);
    htni_run_abort_all(agent, layer);
    if (layer->failures >= 2 && agent->options.back_off_ms != 0)
        HTNI_NOTE(agent, BACK_OFF, layer->index, agent->options.back_off_ms);
}

void htni_layer_finish(htn_agent *agent, htni_layer *layer)
{
    HTNI_NOTE(agent, DONE, layer->index);
    layer->quest = HTNI_QUEST_NONE; /* what was to be better than this plan is too late */
    layer->running = false;
    layer->due = true;
    layer->deferred = false;
    layer->known = HTN_NOT_BEGUN;
    if (!layer->partial)
        forget(layer);
}

/* --- Searching ------------------------------------------------------------------------------------ */

bool htni_layer_interval_over(const htn_agent *agent, const htni_layer *layer)
{
    return agent->options.interval_ms != 0 && htni_is_due(agent->time, layer->next_interval);
}

/* Whether nothing that a footprint of the layer has read is another value now, answers included. */
static bool stands(htn_agent *agent, const htni_layer *layer, uint32_t footprint)
{
    return (!htni_footprint_of(layer->planner, footprint)->asked || layer->answers == layer->answers_searched) &&
           htni_footprint_stands(layer->planner, &agent->world, footprint);
}

bool htni_layer_back_off_ends(htn_agent *agent, const htni_layer *layer)
{
    return backs_off(layer) && !stands(agent, layer, layer->planner->kept);
}

static bool has_reason(htn_agent *agent, const htni_layer *layer)
{
    if (layer->asked || htni_layer_interval_over(agent, layer))
        return true;
    if (backs_off(layer) && !htni_is_due(agent->time, layer->retry_at))
        return htni_layer_back_off_ends(agent, layer);
    return layer->changed || layer->due;
}

/* Whether the search that there is reason for would come to layer->known. */
static bool is_known(htn_agent *agent, const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    if (layer->known == HTN_NOT_BEGUN || agent->options.replan_always || (layer->running && !layer->held) ||
        (planner->cheapest && layer->running && layer->cost_left > planner->bound))
        return false;
    return stands(agent, layer, planner->last);
}

/* The layer does as if it had searched. */
static void skip(htn_agent *agent, htni_layer *layer)
{
    HTNI_NOTE(agent, SKIP, layer->index, layer->cause);
    agent->counts.skipped++;
    layer->result = layer->known;
    layer->cause = 0;
    layer->changed = layer->asked = false;
    layer->next_interval = agent->time + agent->options.interval_ms;
    if (is_trouble(layer->result))
        htni_agent_trouble(agent, layer->result);
}

/* Draws go on from one plan to the next, not from one search to the next. */
static uint32_t seed_of(const htn_agent *agent, const htni_layer *layer)
{
    const uint32_t mixed =
        (agent->options.seed ^ layer->index * UINT32_C(0x85EBCA77)) + layer->plans * UINT32_C(0x9E3779B1);
    return (mixed ^ mixed >> 15) * UINT32_C(0x2C1B3C6D);
}

static void begin(htn_agent *agent, htni_layer *layer)
{
    htn_request request;
    memset(&request, 0, sizeof request);
    agent->counts.searches++;
    layer->quest = layer->running ? HTNI_QUEST_BETTER : layer->partial ? HTNI_QUEST_REST : HTNI_QUEST_ROOT;
    request.root = layer->index;
    request.replan = layer->running && !layer->strange;
    request.go_on = layer->quest == HTNI_QUEST_REST;
    request.horizon = agent->options.horizon_ms;
    request.done = layer->done;
    request.seed = seed_of(agent, layer);
    layer->planner->restores = layer->restores;
    layer->planner->restore_count = layer->restore_count;
    htni_footprint_begin(layer->planner);
    const htn_status status = htn_plan_begin(layer->planner, &agent->world, &request);
    layer->planner->restore_count = 0;
    layer->result = status == HTN_OK ? HTN_SUSPENDED : status;
    htni_note_request(agent, layer);
    layer->known = HTN_NOT_BEGUN;
    layer->cause = 0;
    layer->changed = layer->asked = layer->due = false;
    layer->searched = agent->world.changes;
    layer->answers_searched = layer->answers;
    layer->next_interval = agent->time + agent->options.interval_ms;
}

/* How many layers have their turn before this one, round about from the one that had it last. */
static uint32_t turns_before(const htn_agent *agent, uint32_t layer)
{
    return (layer + agent->layer_count - 1 - agent->served) % agent->layer_count;
}

/* The layer had too little in this tick. */
static void go_hungry(htn_agent *agent, const htni_layer *layer)
{
    if (agent->hungry == HTN_NONE || turns_before(agent, layer->index) < turns_before(agent, agent->hungry))
        agent->hungry = layer->index;
}

static bool is_limited(const htn_agent *agent)
{
    return agent->limited && agent->listener == NULL;
}

static bool may_search(const htn_agent *agent)
{
    return !is_limited(agent) || agent->budget != 0;
}

/* Goes on with the search under way, if there is one. */
static void search(htn_agent *agent, htni_layer *layer)
{
    const bool limited = is_limited(agent);
    if (layer->quest == HTNI_QUEST_NONE || layer->result != HTN_SUSPENDED)
        return;
    if (may_search(agent)) {
        const uint32_t before = layer->planner->work_left;
        layer->result = agent->listener != NULL ? htn_plan_trace(layer->planner, agent->listener, agent->listener_user)
                                                : htni_plan_step_marked(layer->planner, limited ? agent->budget : 0);
        const uint32_t spent = before - layer->planner->work_left;
        agent->counts.work += spent;
        if (limited)
            agent->budget -= spent < agent->budget ? spent : agent->budget;
    }
    if (layer->result == HTN_SUSPENDED)
        go_hungry(agent, layer);
}

/* A search begins when there is something to spend on it, so that it sees the world as it is then. */
static bool begin_or_starve(htn_agent *agent, htni_layer *layer)
{
    const bool reason = has_reason(agent, layer), known = reason && is_known(agent, layer);
    layer->starved = reason && !known && !may_search(agent);
    if (known)
        skip(agent, layer);
    else if (layer->starved)
        go_hungry(agent, layer);
    else if (reason)
        begin(agent, layer);
    return layer->quest != HTNI_QUEST_NONE;
}

void htni_layer_go_first(htn_agent *agent, htni_layer *layer)
{
    if (layer->starved && !htni_run_uninterruptible(agent, layer)) {
        htni_layer_notice(agent, layer);
        begin_or_starve(agent, layer);
    }
    search(agent, layer);
}

/* --- Results -------------------------------------------------------------------------------------- */

/* Whether what was found holds in the world as it is now. */
static bool found_holds(htn_agent *agent, const htni_layer *layer)
{
    htn_plan plan;
    htn_planner_plan(layer->planner, &plan);
    const htni_walked of = {&plan, htni_region(layer->planner, layer->planner->generations_at), NULL, 0, NULL, 0};
    return htni_walk(agent->walker, &agent->world, &of, NULL) == HTN_OK;
}

/* Whether a plan has the steps of another one, but for those that are marked (`done` NULL: none). */
static bool is_rest_of(const htn_domain *domain, const htn_plan *plan, const htn_plan *other, const uint8_t *done)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < other->step_count; i++) {
        const htn_step *step = &other->steps[i];
        if (done != NULL && done[i] != 0)
            continue;
        if (at == plan->step_count || plan->steps[at].task != step->task ||
            memcmp(plan->values + plan->steps[at].arguments, other->values + step->arguments,
                   htni_argument_count(domain, step->task) * sizeof *other->values) != 0)
            return false;
        at++;
    }
    return at == plan->step_count;
}

/* The plan that was found is the running one from now on. */
static void adopt(htni_layer *layer, const htn_plan *found)
{
    htn_planner_adopt(layer->planner);
    layer->strange = false;
    layer->held = false;
    layer->partial = found->partial != HTN_PARTIAL_NOT;
    layer->cost_left = (uint32_t)found->cost;
}

static bool has_groups(const htn_plan *plan)
{
    for (uint32_t i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == HTN_SPAN_PARALLEL)
            return true;
    return false;
}

/*
 * Where what is found is just what is left of the running plan, its record is that one's from now on, and the steps in progress go
 * on. Not where steps run side by side. Where the running plan was taken over from another build, and has no record, also if it is
 * the same as a whole.
 */
static bool takes_up(htn_agent *agent, htni_layer *layer)
{
    htn_plan found, running;
    htn_planner_plan(layer->planner, &found);
    htn_planner_running(layer->planner, &running);
    const bool whole = layer->strange && is_rest_of(agent->domain, &found, &running, NULL);
    if (!whole && (!is_rest_of(agent->domain, &found, &running, layer->done) ||
                   (!layer->strange && (has_groups(&found) || has_groups(&running)))))
        return false;
    if (!whole) {
        htni_run_leave_done(agent, layer);
        memset(layer->done, 0, found.step_count);
    }
    HTNI_NOTE(agent, LEFT, layer->index);
    adopt(layer, &found);
    layer->valid = agent->world.changes - 1; /* the steps in progress have not been asked what their new methods want */
    return true;
}

static void install(htn_agent *agent, htni_layer *layer, htni_quest quest)
{
    htn_plan plan;
    htn_planner_plan(layer->planner, &plan);
    htni_note_plan(agent, layer, &plan);
    layer->valid = agent->world.changes;
    layer->answers_valid = layer->answers;
    layer->deferred = false;
    if (layer->result == HTN_EMPTY_PLAN) {
        layer->due =
            quest == HTNI_QUEST_REST; /* the plan is done; else there is nothing to do until something changes */
        forget(layer);
    } else {
        adopt(layer, &plan);
        memset(layer->done, 0, plan.step_count);
        layer->running = true;
        layer->started = true;
        layer->plans++;
    }
    htni_run_abort_all(agent, layer); /* the steps of the plan before; behind a split none are left */
}

/*
 * Whether a search against the plan just found would come to nothing: all that has priority over it has failed, and nothing was
 * cut. Not where that began behind a split; and the little more work that it may take must not matter.
 */
static bool will_stand(const htn_planner *planner)
{
    return planner->origin == HTNI_FROM_ROOT && planner->cut == 0 && planner->work_left >= planner->limits.work / 2;
}

/* What another search comes to as long as nothing that this one has read is another value; NOT_BEGUN: that is not known. */
static htn_status next_result(const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    const bool from_nothing = layer->quest == HTNI_QUEST_ROOT;
    const bool same_limits = from_nothing || (planner->against_running && !planner->cheapest);
    switch (layer->result) {
    case HTN_PLAN:
    case HTN_PARTIAL_PLAN: return will_stand(planner) ? HTN_STANDS : HTN_NOT_BEGUN;
    case HTN_STANDS: return HTN_STANDS;
    case HTN_EMPTY_PLAN:
    case HTN_NO_PLAN: return from_nothing ? layer->result : HTN_NOT_BEGUN;
    case HTN_LIMIT_STEPS:
    case HTN_LIMIT_DEPTH:
    case HTN_LIMIT_WORK:
    case HTN_LIMIT_NODES: return same_limits ? layer->result : HTN_NOT_BEGUN;
    default: return HTN_NOT_BEGUN; /* FULL_*: what was written without a change may be one next time */
    }
}

/* Whether there is reason to search once more at once. */
static bool conclude(htn_agent *agent, htni_layer *layer)
{
    const htni_quest quest = (htni_quest)layer->quest;
    const bool stale = layer->searched != agent->world.changes || layer->answers_searched != layer->answers;
    const bool found = htni_is_found(layer->result);
    const htn_status known = next_result(layer);
    layer->quest = HTNI_QUEST_NONE;
    HTNI_NOTE(agent, RESULT, layer->index, (uint32_t)layer->result,
              layer->planner->limits.work - layer->planner->work_left);
    if (is_trouble(layer->result))
        htni_agent_trouble(agent, layer->result);
    if (stale)
        layer->changed = true; /* what the search has not seen counts as new */
    if (found && stale && !found_holds(agent, layer)) {
        HTNI_NOTE(agent, STALE, layer->index);
        layer->due = !layer->running;
        return true;
    }
    if (found && !(quest == HTNI_QUEST_BETTER && takes_up(agent, layer)))
        install(agent, layer, quest);
    else if (!found && quest == HTNI_QUEST_BETTER)
        layer->held = layer->planner->against_running != 0;
    layer->known = known;
    if (!found && quest == HTNI_QUEST_REST) {
        HTNI_NOTE(agent, FAIL, layer->index, HTN_WHY_CONTINUATION, 0, 0);
        htni_layer_fail(agent, layer);
    }
    return quest == HTNI_QUEST_REST; /* it has failed, or nothing came behind it; or a plan has been started */
}

void htni_layer_plan(htn_agent *agent, htni_layer *layer)
{
    for (uint32_t attempt = 0; attempt < 2; attempt++) {
        if (htni_run_uninterruptible(agent, layer))
            return;
        htni_layer_notice(agent, layer);
        if (layer->quest == HTNI_QUEST_NONE && !begin_or_starve(agent, layer))
            return;
        search(agent, layer);
        if (layer->result == HTN_SUSPENDED || !conclude(agent, layer))
            return;
    }
}
