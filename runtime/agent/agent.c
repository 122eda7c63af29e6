/*
 * An agent's block, and its ticks; see agent.h. Everything else that a tick does has a file of its
 * own: sensors.c, group_take.c, cooldown.c, layer_search.c, plan_check.c, plan_runner.c. The
 * data is in agent_state.h.
 */
#include "../planner/planner_layout.h"
#include "../planner/planner_peaks.h"
#include "agent_clock.h"
#include "../search/planner_block.h"
#include "../world/hold_states.h"
#include "agent_journal.h"
#include "background.h"
#include "block_layout.h"
#include "cooldown.h"
#include "expiry.h"
#include "group_members.h"
#include "group_state.h"
#include "group_take.h"
#include "layer_result.h"
#include "layer_search.h"
#include "order_queue.h"
#include "order_search.h"
#include "plan_check.h"
#include "plan_end.h"
#include "plan_runner.h"
#include "sensors.h"
#include "step_attempts.h"
#include "step_end.h"
#include "world_changes.h"

/* --- The block ---------------------------------------------------------------------------------- */

enum { DEFAULT_RUNNING_IN_GROUPS = 8 };

/*
 * The limits of the walker. It runs one step at a time, but its world may have to hold the changes
 * of a whole plan.
 */
static htn_limits walker_limits(const htn_limits *limits)
{
    htn_limits walker;
    memset(&walker, 0, sizeof walker);
    walker.steps = walker.depth = walker.record = walker.choices = walker.continuation = walker.nodes = 1;
    walker.trail = limits->trail;
    walker.spans = limits->spans;
    walker.tuples = limits->tuples;
    return walker;
}

static htn_agent_options fill_in(const htn_agent_class *agent_class, const htn_agent_options *given)
{
    htn_agent_options options;
    memset(&options, 0, sizeof options);
    if (given != NULL)
        options = *given;
    if (options.running == 0)
        options.running = agent_class->groups ? DEFAULT_RUNNING_IN_GROUPS : 1;
    options.interval_ms = htni_min(options.interval_ms, INT32_MAX);
    options.back_off_ms = htni_min(options.back_off_ms, INT32_MAX);
    options.limits = htni_fill_in(agent_class->domain, &options.limits);
    return options;
}

static htn_planner *take_planner(htni_cursor *at, const htn_domain *domain, const htn_limits *limits, bool footprints)
{
    htn_planner *planner = NULL;
    const size_t size = htni_planner_bytes(domain, limits, footprints);
    void *memory = htni_take(at, 1, size == 0 ? UINT32_MAX : size); /* 0: too large, so the agent must be as well */
    if (memory != NULL)
        htni_planner_init(&planner, domain, limits, footprints, memory, size); /* cannot fail: there is room */
    return planner;
}

static void take_layer(htni_cursor *at, const htn_agent_class *agent_class, const htn_agent_options *options,
                       htni_layer *layer)
{
    const uint64_t count = options->running;
    htni_slots *steps = &layer->steps;
    layer->planner = take_planner(at, agent_class->domain, &options->limits, true);
    layer->plan.done = (uint8_t *)htni_take(at, options->limits.steps, htni_bytes_of_progress(agent_class->domain));
    steps->slots = (htni_step_slot *)htni_take(at, count, sizeof *steps->slots);
    steps->arguments = (htn_argument *)htni_take(at, count * agent_class->arguments, sizeof *steps->arguments);
    steps->memories = (uint8_t *)htni_take(at, count, agent_class->memory + agent_class->extra);
    steps->generations = (uint16_t *)htni_take(at, count * agent_class->arguments, sizeof *steps->generations);
}

/* What the agent knows of its group, if its domain shares anything. */
static void take_sharing(htni_cursor *at, htn_agent *agent)
{
    const htn_domain *domain = agent->domain;
    if (domain->shared_at == domain->world_bytes && htni_hold_places(domain) == 0)
        return;
    htni_sharing *sharing = (htni_sharing *)htni_take(at, 1, sizeof *sharing);
    const size_t cells = agent->options.defer ? htni_unshared_values(domain) : 0;
    int32_t *values = (int32_t *)htni_take(at, 1, cells);
    uint8_t *operations = (uint8_t *)htni_take(at, 1, agent->options.defer ? htni_unshared_operations(domain) : 0);
    const size_t times = agent->options.defer ? htni_unshared_times(domain) : 0;
    uint32_t *lasts = times == 0 ? NULL : (uint32_t *)htni_take(at, 1, times);
    agent->sharing = sharing;
    if (sharing == NULL)
        return;
    sharing->unshared.values = values;
    sharing->unshared.times = lasts;
    sharing->unshared.operations = operations;
}

/* What the layers hold; nothing, if the domain has no Reserve. */
static void take_holds(htni_cursor *at, htn_agent *agent)
{
    htni_hold_states holds = {
        .layers = agent->layer_count, .places = htni_hold_places(agent->domain), .slots = agent->options.running};
    if (holds.places == 0)
        return;
    holds.slot_bytes = (holds.places + 7) / 8;
    agent->world.holds = (htni_hold_states *)htni_take(at, 1, sizeof holds);
    holds.states = (uint8_t *)htni_take(at, holds.layers, holds.places);
    holds.kept = (uint8_t *)htni_take(at, (uint64_t)holds.layers * holds.slots, holds.slot_bytes);
    if (agent->world.holds != NULL)
        *agent->world.holds = holds;
}

/* The layers, and in front of them what the agent knows of orders, if it takes any. */
static htni_layer *take_layers(htni_cursor *at, const htn_agent *agent)
{
    const size_t front = agent->options.orders == 0 ? 0 : sizeof(htni_orders);
    uint8_t *taken = (uint8_t *)htni_take(at, 1, front + (uint64_t)agent->layer_count * sizeof(htni_layer));
    return taken == NULL ? NULL : (htni_layer *)(void *)(taken + front);
}

static void take_orders(htni_cursor *at, htn_agent *agent)
{
    const uint32_t room = htni_order_room(&agent->options), most = htni_most_parameters(agent->domain);
    if (room == 0)
        return;
    htni_order_queue *queues = (htni_order_queue *)htni_take(at, agent->layer_count, sizeof *queues);
    if (queues != NULL)
        *htni_orders_of(agent) = (htni_orders){.queues = queues, .room = room, .most = most, .next_id = 1};
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        const htni_order_queue queue = {
            .orders = (htni_order *)htni_take(at, room, sizeof *queue.orders),
            .values = (int32_t *)htni_take(at, (uint64_t)room * most, sizeof *queue.values),
            .generations = (uint16_t *)htni_take(at, (uint64_t)room * most, sizeof *queue.generations),
            .of_slots = (uint32_t *)htni_take(at, agent->options.running, sizeof *queue.of_slots)};
        if (queues != NULL)
            queues[i] = queue;
    }
}

/* Lays `agent` out from `base` on. Returns the size of all of it. NULL: only finds out the size. */
static uint64_t lay_out(htn_agent *agent, uint8_t *base)
{
    const htn_domain *domain = agent->domain;
    const htn_limits walker = walker_limits(&agent->options.limits);
    htni_cursor at = {base, 0};
    htni_layer unused;
    htni_take(&at, 1, sizeof *agent);
    agent->layers = take_layers(&at, agent);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        take_layer(&at, agent->agent_class, &agent->options, agent->layers != NULL ? &agent->layers[i] : &unused);
    agent->walker = take_planner(&at, domain, &walker, false);
    void *world = htni_take(&at, 1, htn_world_bytes(domain));
    if (world != NULL)
        htn_world_init(&agent->world, domain, world, htn_world_bytes(domain));
    take_holds(&at, agent);
    agent->durings.room = agent->layer_count * agent->options.running * agent->agent_class->during_cells;
    agent->durings.entries = (htni_during *)htni_take(&at, agent->durings.room, sizeof *agent->durings.entries);
    agent->world.durings = &agent->durings;
    take_sharing(&at, agent);
    htni_take_timers(&at, domain, &agent->world);
    agent->sensors.due = (uint32_t *)htni_take(&at, htni_count(domain, HTN_SECTION_SENSORS), sizeof(uint32_t));
    agent->cooldown_end =
        (uint32_t *)htni_take(&at, domain->cools ? htni_count(domain, HTN_SECTION_METHODS) : 0, sizeof(uint32_t));
    htni_take(&at, domain->cools ? htni_cooling_places(domain) : 0, 1); /* parts_left() in cooldown.c */
    take_orders(&at, agent);
    return at.used;
}

/* An agent without regions. */
static htn_agent describe(const htn_agent_class *agent_class, const htn_agent_options *options)
{
    htn_agent agent;
    memset(&agent, 0, sizeof agent);
    agent.agent_class = agent_class;
    agent.domain = agent_class->domain;
    agent.options = fill_in(agent_class, options);
    agent.layer_count = htni_count(agent_class->domain, HTN_SECTION_ROOTS);
    agent.budget.out_of_budget = HTN_NONE;
    agent.next_id = 1;
    htni_end_writing(&agent);
    return agent;
}

size_t htn_agent_bytes(const htn_agent_class *agent_class, const htn_agent_options *options)
{
    if (agent_class == NULL || (options != NULL && options->running > HTN_MAX_INSTANCES))
        return 0;
    htn_agent agent = describe(agent_class, options);
    const uint64_t size = lay_out(&agent, NULL);
    return size >= UINT32_MAX ? 0 : (size_t)size;
}

/* How queries are answered: an htn_answerer, whose user is the agent. */
static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    htn_agent *agent = (htn_agent *)user;
    htn_question of = *question;
    of.context = agent->agent_class->context;
    agent->inside = true;
    const htn_status status = agent->agent_class->answerer(agent->options.user, &of, answers, count);
    agent->inside = false;
    if (status == HTN_WAITS) {
        htni_note_late(agent, question->query, question->arguments);
        return HTN_WAITS;
    }
    if (htn_query_candidates(agent->domain, question->query) != 0) {
        *count = status != HTN_OK ? 0 : *count < question->capacity ? *count : question->capacity;
        htni_note_candidates(agent, question, answers, *count);
        return HTN_OK;
    }
    if (status != HTN_OK || *count == 0)
        *answers = htn_query_default(agent->domain, question->query);
    *count = 1;
    htni_note_query(agent, question->query, question->arguments, *answers);
    return HTN_OK;
}

static void begin_layer(htn_agent *agent, uint32_t index)
{
    htni_layer *layer = &agent->layers[index];
    layer->index = index;
    layer->steps.count = agent->options.running;
    layer->schedule.due = true;
    layer->search.result = HTN_NOT_BEGUN;
    layer->search.known_result = HTN_NOT_BEGUN;
}

htn_status htn_agent_init(htn_agent **agent, const htn_agent_class *agent_class, const htn_agent_options *options,
                          void *memory, size_t size)
{
    if (agent == NULL || agent_class == NULL || memory == NULL)
        return HTN_BAD_ARGUMENT;
    *agent = NULL;
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    const size_t needed = htn_agent_bytes(agent_class, options);
    if (needed == 0)
        return HTN_BAD_ARGUMENT;
    if (size < needed)
        return HTN_TOO_SMALL;
    memset(memory, 0, needed);
    htn_agent *made = (htn_agent *)memory;
    *made = describe(agent_class, options);
    lay_out(made, (uint8_t *)memory);
    for (uint32_t i = 0; i < made->layer_count; i++) {
        begin_layer(made, i);
        if (made->layers[i].planner == NULL) /* no planner can work with these limits */
            return HTN_BAD_ARGUMENT;
        htni_paint_planner(made->layers[i].planner);
        made->layers[i].planner->machine.root = i;
        if (agent_class->answerer != NULL)
            htn_planner_answer(made->layers[i].planner, answer, made);
    }
    if (agent_class->answerer != NULL)
        htn_planner_answer(made->walker, answer, made);
    *agent = made;
    return HTN_OK;
}

/* --- Ticks -------------------------------------------------------------------------------------- */

static void tick_layer(htn_agent *agent, htni_layer *layer)
{
    agent->ticking = layer->index;
    layer->plan.started = false;
    for (uint32_t i = 0; i < layer->steps.count; i++)
        layer->steps.slots[i].called = false;
    if (layer->plan.tried)
        htni_attempts_next_tick(agent, layer);
    if (layer->plan.rounds)
        htni_backgrounds_next_tick(agent, layer);
    htni_notice_changes(agent, layer);
    htni_look_at_orders(agent, layer);
    htni_end_aborts(agent, layer);
    htni_check_plan(agent, layer);
    htni_plan_layer(agent, layer);
    const bool never = htni_slots_are_uninterruptible(agent->domain, &layer->steps);
    htni_update_steps(agent, layer);
    if (never && !htni_slots_are_uninterruptible(agent->domain, &layer->steps)) {
        htni_check_plan(agent, layer);
        htni_plan_layer(agent, layer);
    }
    htni_start_steps(agent, layer);
    if (layer->plan.active || !layer->schedule.due || layer->plan.started)
        return;
    htni_plan_layer(agent, layer); /* the plan has ended in this tick: on to the next one at once */
    htni_start_steps(agent, layer);
}

/*
 * A layer whose last search has ended at a limit or in a full region has no answer since. So every tick says it, until
 * another search ends otherwise; not only the tick in which the search ended.
 */
static void say_what_lacks(htn_agent *agent)
{
    for (uint32_t i = 0; i < agent->layer_count && agent->trouble == HTN_OK; i++)
        if (htni_is_trouble(agent->layers[i].search.result)) {
            agent->trouble = agent->layers[i].search.result;
            agent->trouble_layer = i;
        }
}

static void note_tick(const htn_agent *agent, const uint32_t *work)
{
    if (agent->observers.journal == NULL)
        return;
    const uint32_t elapsed_ms = (uint32_t)(agent->elapsed_us / 1000), rest_us = (uint32_t)(agent->elapsed_us % 1000);
    if (rest_us != 0)
        HTNI_NOTE(agent, MICROSECONDS, rest_us);
    if (work == NULL)
        HTNI_NOTE(agent, TICK, elapsed_ms);
    else
        HTNI_NOTE(agent, TICK, elapsed_ms, *work);
}

htn_status htn_agent_tick_within(htn_agent *agent, uint64_t elapsed_us, uint32_t *work)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    if (agent->inside || !htni_visit_home(agent))
        return HTN_BUSY;
    htni_pass_time(agent, elapsed_us);
    note_tick(agent, work);
    htni_budget_begin(&agent->budget, agent->options.budget, work);
    const uint32_t given = agent->budget.left;
    agent->trouble = HTN_OK;
    agent->trouble_layer = HTN_NONE;
    htni_take_from_group(agent);
    htni_run_sensors(agent);
    if (agent->world.timers != NULL)
        htni_let_facts_expire(agent);
    if (agent->domain->cools)
        htni_cooldowns_end(agent);
    const uint32_t first = htni_budget_first_layer(&agent->budget);
    agent->ticking = first;
    if (first != HTN_NONE)
        htni_serve_first(agent, &agent->layers[first]);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        tick_layer(agent, &agent->layers[i]);
    for (uint32_t i = 0; i < agent->layer_count && agent->options.orders != 0; i++)
        htni_report_orders(agent, i);
    htni_leave_home(agent);
    say_what_lacks(agent);
    if (work != NULL)
        *work -= given - agent->budget.left;
    return agent->trouble;
}

htn_status htn_agent_tick(htn_agent *agent, uint64_t elapsed_us)
{
    return htn_agent_tick_within(agent, elapsed_us, NULL);
}

/* --- What the game asks ------------------------------------------------------------------------- */

htn_world *htn_agent_world(htn_agent *agent)
{
    return agent == NULL ? NULL : &agent->world;
}

void *htn_agent_user(const htn_agent *agent)
{
    return agent == NULL ? NULL : agent->options.user;
}

const htn_domain *htn_agent_domain(const htn_agent *agent)
{
    return agent == NULL ? NULL : agent->domain;
}

uint32_t htn_agent_layers(const htn_agent *agent)
{
    return agent == NULL ? 0 : agent->layer_count;
}

bool htn_agent_plan(const htn_agent *agent, uint32_t layer, htn_plan *plan, const uint8_t **done)
{
    if (agent == NULL || layer >= agent->layer_count || !agent->layers[layer].plan.active)
        return false;
    if (done != NULL)
        *done = agent->layers[layer].plan.done;
    return htn_planner_running(agent->layers[layer].planner, plan);
}

const htn_planner *htn_agent_planner(const htn_agent *agent, uint32_t layer)
{
    return agent == NULL || layer >= agent->layer_count ? NULL : agent->layers[layer].planner;
}

htn_status htn_agent_listen(htn_agent *agent, htn_listener *listener, void *user)
{
    htni_observers *observers;
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    observers = &agent->observers;
    if ((observers->listener != NULL && !observers->replays) != (listener != NULL))
        HTNI_NOTE(agent, LISTEN, observers->writer.by, observers->writer.id, listener != NULL);
    observers->listener = listener;
    observers->listener_user = user;
    observers->replays = false;
    return HTN_OK;
}

htn_status htn_agent_peaks(const htn_agent *agent, uint32_t layer, htn_limits *peaks)
{
    if (agent == NULL || layer >= agent->layer_count || peaks == NULL)
        return HTN_BAD_ARGUMENT;
    htni_planner_peaks(agent->layers[layer].planner, peaks);
    peaks->work = agent->layers[layer].search.most_work;
    return HTN_OK;
}

void htn_agent_counts(const htn_agent *agent, htn_counts *counts)
{
    if (counts == NULL)
        return;
    memset(counts, 0, sizeof *counts);
    if (agent != NULL)
        *counts = agent->counts;
}
