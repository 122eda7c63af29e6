/*
 * The agent's block and its life: laying it out, ticks, sensors, cooldowns, and what the game asks and reports. When a
 * layer plans is layer.c's, what its steps do runner.c's. See agent.h.
 */
#include "agent_inside.h"

/* --- The block ---------------------------------------------------------------------------------- */

enum { DEFAULT_RUNNING_IN_GROUPS = 8 };

/* One step is walked at a time, but with all that the plan's others have changed. */
htn_limits htni_walker_limits(const htn_limits *limits)
{
    htn_limits walker;
    memset(&walker, 0, sizeof walker);
    walker.steps = walker.depth = walker.record = walker.choices = walker.rest = walker.nodes = 1;
    walker.trail = limits->trail;
    walker.spans = limits->spans;
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
    options.limits = htni_fill_in(agent_class->domain, &options.limits);
    return options;
}

/* What a planner with these limits takes: from `at`, a place in the block. */
static htn_planner *take_planner(htni_cursor *at, const htn_domain *domain, const htn_limits *limits, bool footprints)
{
    htn_planner *planner = NULL;
    const size_t size = htni_planner_bytes(domain, limits, footprints);
    void *memory = htni_take(at, 1, size == 0 ? UINT32_MAX : size); /* 0: too large, so that the agent is as well */
    if (memory != NULL)
        htni_planner_init(&planner, domain, limits, footprints, memory, size); /* it cannot fail: there is the room */
    return planner;
}

static void take_layer(htni_cursor *at, const htn_agent_class *agent_class, const htn_agent_options *options,
                       htni_layer *layer)
{
    const uint64_t slots = options->running;
    layer->planner = take_planner(at, agent_class->domain, &options->limits, true);
    layer->done = (uint8_t *)htni_take(at, options->limits.steps, 1);
    layer->slots = (htni_active *)htni_take(at, slots, sizeof *layer->slots);
    layer->arguments = (htn_argument *)htni_take(at, slots * agent_class->arguments, sizeof *layer->arguments);
    layer->memories = (uint8_t *)htni_take(at, slots, agent_class->memory);
    layer->restores = (htni_restore *)htni_take(at, slots * agent_class->restores, sizeof *layer->restores);
}

/* Lays `agent` out from `base`; NULL: only the size is found out. The size, of all of it. */
static uint64_t lay_out(htn_agent *agent, uint8_t *base)
{
    const htn_domain *domain = agent->domain;
    const htn_limits walker = htni_walker_limits(&agent->options.limits);
    htni_cursor at = {base, 0};
    htni_layer unused;
    htni_take(&at, 1, sizeof *agent);
    agent->layers = (htni_layer *)htni_take(&at, agent->layer_count, sizeof *agent->layers);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        take_layer(&at, agent->agent_class, &agent->options, agent->layers != NULL ? &agent->layers[i] : &unused);
    agent->walker = take_planner(&at, domain, &walker, false);
    void *world = htni_take(&at, 1, htn_world_bytes(domain));
    if (world != NULL)
        htn_world_init(&agent->world, domain, world, htn_world_bytes(domain));
    agent->sensor_due = (uint32_t *)htni_take(&at, htni_count(domain, HTN_SECTION_SENSORS), sizeof(uint32_t));
    agent->cooling_end =
        (uint32_t *)htni_take(&at, domain->cools ? htni_count(domain, HTN_SECTION_METHODS) : 0, sizeof(uint32_t));
    return at.used;
}

static htn_agent describe(const htn_agent_class *agent_class, const htn_agent_options *options)
{
    htn_agent agent;
    memset(&agent, 0, sizeof agent);
    agent.agent_class = agent_class;
    agent.domain = agent_class->domain;
    agent.options = fill_in(agent_class, options);
    agent.layer_count = htni_count(agent_class->domain, HTN_SECTION_ROOTS);
    agent.slot_count = agent.options.running;
    agent.hungry = HTN_NONE;
    agent.next_id = 1;
    htni_wrote(&agent);
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
        made->layers[i].index = i;
        made->layers[i].due = true;
        made->layers[i].result = HTN_NOT_BEGUN;
        made->layers[i].known = HTN_NOT_BEGUN;
        if (made->layers[i].planner == NULL) /* limits that no planner can do with */
            return HTN_BAD_ARGUMENT;
        if (agent_class->answerer != NULL)
            htn_planner_answer(made->layers[i].planner, htni_agent_answer, made);
    }
    if (agent_class->answerer != NULL)
        htn_planner_answer(made->walker, htni_agent_answer, made);
    *agent = made;
    return HTN_OK;
}

int32_t htni_agent_answer(void *user, htn_query query, const int32_t *arguments)
{
    htn_agent *agent = (htn_agent *)user;
    agent->inside = true;
    const int32_t answer = agent->agent_class->answerer(agent->options.user, query, arguments);
    agent->inside = false;
    htni_note_query(agent, query, arguments, answer);
    return answer;
}

/* --- Sensors and cooldowns ---------------------------------------------------------------------- */

static bool sense(htn_agent *agent, uint32_t sensor)
{
    const htn_sensor_binding *binding = &htni_class_sensors(agent->agent_class)[sensor];
    if (binding->sense == NULL)
        return false;
    agent->inside = true;
    htni_writes(agent, HTN_BY_SENSOR, sensor, HTN_NONE);
    binding->sense(agent->options.user, agent, &agent->world);
    htni_wrote(agent);
    agent->inside = false;
    return true;
}

/* When a sensor is due for the first time after the first tick: sensors and agents are spread over its period. */
static uint32_t stagger(const htn_agent *agent, uint32_t sensor, uint32_t period)
{
    const uint32_t hash = (agent->options.stagger + 1) * UINT32_C(0x9E3779B1) + sensor * UINT32_C(0x85EBCA77);
    return (uint32_t)((uint64_t)hash * period >> 32) + 1;
}

static void run_sensors(htn_agent *agent)
{
    const uint32_t count = htni_count(agent->domain, HTN_SECTION_SENSORS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t period = HTNI_FIELD(agent->domain, SENSORS, i, PERIOD);
        if (!agent->sensed) {
            agent->sensor_due[i] = agent->time + stagger(agent, i, period);
            sense(agent, i);
        } else if (period != 0 && htni_is_due(agent->time, agent->sensor_due[i])) {
            agent->sensor_due[i] +=
                ((agent->time - agent->sensor_due[i]) / period + 1) * period; /* once, however late */
            sense(agent, i);
        }
    }
    agent->sensed = true;
}

static void end_cooldowns(htn_agent *agent)
{
    const uint32_t count = agent->domain->cools ? htni_count(agent->domain, HTN_SECTION_METHODS) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t cooling = HTNI_FIELD(agent->domain, METHODS, i, COOLING);
        if (cooling != HTN_NONE && htn_world_get(&agent->world, cooling) != 0 &&
            htni_is_due(agent->time, agent->cooling_end[i])) {
            htni_writes(agent, HTN_BY_COOLDOWN, i, HTN_NONE);
            htn_world_set(&agent->world, cooling, 0);
        }
    }
    htni_wrote(agent);
}

/* --- Ticks -------------------------------------------------------------------------------------- */

void htni_agent_trouble(htn_agent *agent, htn_status status)
{
    HTNI_NOTE(agent, TROUBLE, (uint32_t)status);
    if (agent->trouble == HTN_OK)
        agent->trouble = status;
}

static void tick_layer(htn_agent *agent, htni_layer *layer)
{
    layer->started = false;
    htni_layer_notice(agent, layer);
    htni_run_aborts(agent, layer);
    if (!htni_run_holds(agent, layer))
        htni_layer_fail(agent, layer);
    htni_layer_plan(agent, layer);
    htni_run_update(agent, layer);
    htni_run_start(agent, layer);
    if (layer->running || !layer->due || layer->started)
        return;
    htni_layer_plan(agent, layer); /* the plan ended in this tick: on with the next one */
    htni_run_start(agent, layer);
}

/* What may be spent on searches in this tick: the least of what the options and the caller say. */
static void give_budget(htn_agent *agent, const uint32_t *work)
{
    agent->limited = work != NULL || agent->options.budget != 0;
    agent->budget = agent->options.budget;
    if (work != NULL && (agent->options.budget == 0 || *work < agent->options.budget))
        agent->budget = *work;
}

static void note_tick(const htn_agent *agent, uint32_t elapsed_ms, const uint32_t *work)
{
    if (work == NULL)
        HTNI_NOTE(agent, TICK, elapsed_ms);
    else
        HTNI_NOTE(agent, TICK, elapsed_ms, *work);
}

htn_status htn_agent_tick_within(htn_agent *agent, uint32_t elapsed_ms, uint32_t *work)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    note_tick(agent, elapsed_ms, work);
    give_budget(agent, work);
    const uint32_t given = agent->budget;
    agent->elapsed = elapsed_ms > INT32_MAX ? INT32_MAX : elapsed_ms; /* else what was due would seem to lie ahead */
    agent->time += agent->elapsed;
    agent->trouble = HTN_OK;
    htni_shared_take(agent);
    run_sensors(agent);
    end_cooldowns(agent);
    const uint32_t hungry = agent->hungry;
    agent->hungry = HTN_NONE;
    if (hungry != HTN_NONE) { /* a layer that had too little comes first, in turn, so that none starves */
        agent->served = hungry;
        htni_layer_go_first(agent, &agent->layers[hungry]);
    }
    for (uint32_t i = 0; i < agent->layer_count; i++)
        tick_layer(agent, &agent->layers[i]);
    if (work != NULL)
        *work -= given - agent->budget;
    return agent->trouble;
}

htn_status htn_agent_tick(htn_agent *agent, uint32_t elapsed_ms)
{
    return htn_agent_tick_within(agent, elapsed_ms, NULL);
}

/* --- What the game asks ------------------------------------------------------------------------- */

htn_world *htn_agent_world(htn_agent *agent)
{
    return agent == NULL ? NULL : &agent->world;
}

htn_status htn_agent_ask(htn_agent *agent, uint32_t layer)
{
    if (agent == NULL || (layer >= agent->layer_count && layer != HTN_NONE))
        return HTN_BAD_ARGUMENT;
    HTNI_NOTE(agent, ASK, agent->writing.by, agent->writing.id, layer + 1);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        if (layer == i || layer == HTN_NONE)
            agent->layers[i].asked = true;
    return HTN_OK;
}

htn_status htn_agent_answers_changed(htn_agent *agent)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    HTNI_NOTE(agent, ANSWERS, agent->writing.by, agent->writing.id);
    for (uint32_t i = 0; i < agent->layer_count; i++)
        agent->layers[i].answers++;
    return HTN_OK;
}

htn_status htn_agent_sense(htn_agent *agent, uint32_t sensor)
{
    if (agent == NULL || sensor >= htni_count(agent->domain, HTN_SECTION_SENSORS))
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    HTNI_NOTE(agent, SENSE, sensor);
    return sense(agent, sensor) ? HTN_OK : HTN_NOT_FOUND;
}

uint32_t htn_agent_layers(const htn_agent *agent)
{
    return agent == NULL ? 0 : agent->layer_count;
}

bool htn_agent_plan(const htn_agent *agent, uint32_t layer, htn_plan *plan, const uint8_t **done)
{
    if (agent == NULL || layer >= agent->layer_count || !agent->layers[layer].running)
        return false;
    if (done != NULL)
        *done = agent->layers[layer].done;
    return htn_planner_running(agent->layers[layer].planner, plan);
}

const htn_planner *htn_agent_planner(const htn_agent *agent, uint32_t layer)
{
    return agent == NULL || layer >= agent->layer_count ? NULL : agent->layers[layer].planner;
}

htn_status htn_agent_listen(htn_agent *agent, htn_listener *listener, void *user)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    if ((agent->listener != NULL) != (listener != NULL))
        HTNI_NOTE(agent, LISTEN, agent->writing.by, agent->writing.id, listener != NULL);
    agent->listener = listener;
    agent->listener_user = user;
    return HTN_OK;
}

htn_status htn_agent_result(const htn_agent *agent, uint32_t layer)
{
    if (agent == NULL || layer >= agent->layer_count)
        return HTN_BAD_ARGUMENT;
    return agent->layers[layer].starved ? HTN_SUSPENDED : agent->layers[layer].result;
}

void htn_agent_counts(const htn_agent *agent, htn_counts *counts)
{
    if (counts == NULL)
        return;
    memset(counts, 0, sizeof *counts);
    if (agent != NULL)
        *counts = agent->counts;
}

htn_activity htni_activity_of(const htn_agent *agent, const htni_layer *layer, const htni_active *slot)
{
    const size_t index = (size_t)(slot - layer->slots);
    htn_activity activity;
    memset(&activity, 0, sizeof activity);
    activity.agent = (htn_agent *)(uintptr_t)agent;
    activity.id = slot->id;
    activity.layer = layer->index;
    activity.step = slot->step;
    activity.task = slot->task;
    activity.arguments = layer->arguments + index * agent->agent_class->arguments;
    activity.argument_count = slot->argument_count;
    activity.memory = layer->memories + index * agent->agent_class->memory;
    return activity;
}

bool htn_agent_activity(const htn_agent *agent, uint32_t layer, uint32_t index, htn_activity *activity)
{
    if (agent == NULL || layer >= agent->layer_count || activity == NULL)
        return false;
    const htni_active *slot = htni_run_next(agent, &agent->layers[layer], 0);
    for (; slot != NULL && index > 0; index--)
        slot = htni_run_next(agent, &agent->layers[layer], (uint64_t)slot->id + 1);
    if (slot != NULL)
        *activity = htni_activity_of(agent, &agent->layers[layer], slot);
    return slot != NULL;
}

/* --- Without callbacks -------------------------------------------------------------------------- */

/* The oldest piece of news of a slot; HTN_NEWS_KINDS: there is none. */
static uint32_t oldest(const htni_active *slot)
{
    uint32_t found = HTN_NEWS_KINDS;
    for (uint32_t kind = 0; slot->state != HTNI_SLOT_FREE && kind < HTN_NEWS_KINDS; kind++)
        if (slot->news >> kind & 1u &&
            (found == HTN_NEWS_KINDS || !htni_is_due(slot->news_at[kind], slot->news_at[found])))
            found = kind;
    return found;
}

bool htn_agent_news(htn_agent *agent, htn_news *news)
{
    const htni_layer *of = NULL;
    htni_active *first = NULL;
    uint32_t kind = HTN_NEWS_KINDS;
    if (agent == NULL || news == NULL)
        return false;
    for (uint32_t i = 0; i < agent->layer_count * agent->slot_count; i++) {
        const htni_layer *layer = &agent->layers[i / agent->slot_count];
        htni_active *slot = &layer->slots[i % agent->slot_count];
        const uint32_t own = oldest(slot);
        if (own == HTN_NEWS_KINDS || (first != NULL && htni_is_due(slot->news_at[own], first->news_at[kind])))
            continue;
        of = layer;
        first = slot;
        kind = own;
    }
    if (first == NULL)
        return false;
    first->news &= ~(1u << kind);
    news->kind = (htn_news_kind)kind;
    news->activity = htni_activity_of(agent, of, first);
    return true;
}

htn_status htn_agent_report(htn_agent *agent, uint32_t id, htn_outcome outcome)
{
    if (agent == NULL || (uint32_t)outcome > HTN_ABORTED)
        return HTN_BAD_ARGUMENT;
    for (uint32_t i = 0; i < agent->layer_count * agent->slot_count; i++) {
        htni_active *slot = &agent->layers[i / agent->slot_count].slots[i % agent->slot_count];
        if (slot->state == HTNI_SLOT_FREE || slot->id != id)
            continue;
        if (outcome == HTN_ABORTED && slot->state == HTNI_SLOT_RUNNING)
            return HTN_BAD_ARGUMENT;
        HTNI_NOTE(agent, REPORT, agent->writing.by, agent->writing.id, id, (uint32_t)outcome);
        slot->reported = (uint32_t)outcome;
        return HTN_OK;
    }
    return HTN_NOT_FOUND;
}
