/*
 * An agent's notes in its journal that take more than a few numbers: how a run begins, the world,
 * plans, steps, queries. The agent's other files note the rest where it happens, with HTNI_NOTE.
 * Neighbour: journal_ring.c keeps the events.
 */
#include "agent_journal.h"
#include "../search/footprint.h"
#include "../world/world_write.h"
#include "activity.h"
#include "group_state.h"

/* --- The world ---------------------------------------------------------------------------------- */

/*
 * Remembers why the layer's next search will be made: the first change from outside of a cell that
 * its last search has read, or else the first change at all.
 */
static void keep_cause(htni_layer *layer, uint32_t address)
{
    const htn_planner *planner = layer->planner;
    if (layer->changes.cause == 0 || (htni_footprint_has(planner, planner->footprints.last, address) &&
                                      !htni_footprint_has(planner, planner->footprints.last, layer->changes.cause - 1)))
        layer->changes.cause = address + 1;
}

/* A cell has changed. */
static void note_write(htn_agent *agent, uint32_t cell)
{
    const uint32_t address = HTNI_ADDRESS(cell);
    for (uint32_t i = 0; address < agent->domain->world_bytes && i < agent->layer_count; i++)
        if (agent->observers.writer.layer != i)
            keep_cause(&agent->layers[i], address);
    HTNI_NOTE(agent, WRITE, agent->observers.writer.by, agent->observers.writer.id, address,
              htni_zigzag(htni_load_width(agent->world.bytes, cell)));
}

static void note_cell(const htn_agent *agent, uint32_t address, int32_t value, int32_t initial)
{
    if (value != initial)
        HTNI_NOTE(agent, COPY, address, htni_zigzag(value));
}

static void note_property(const htn_agent *agent, uint32_t property)
{
    const htn_domain *domain = agent->domain;
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    const uint32_t cells = HTNI_FIELD(domain, PROPERTIES, property, CELLS);
    if (storage == HTN_STORAGE_FACTS)
        return;
    for (uint32_t cell = 0; cell < cells; cell++) {
        const uint32_t address = HTNI_FIELD(domain, PROPERTIES, property, ADDRESS) + cell * htni_storage_bytes(storage);
        const int32_t initial = htni_initial(domain, property, cell);
        note_cell(agent, address,
                  htni_load_width(agent->world.bytes, address | htni_width(storage) << HTNI_WIDTH_SHIFT),
                  storage == HTN_STORAGE_S8 ? (uint8_t)initial : initial);
    }
}

/* Which instances exist of an open type that is no subtype. */
static void note_instances(const htn_agent *agent, uint32_t type)
{
    const htn_domain *domain = agent->domain;
    const uint32_t presence = HTNI_FIELD(domain, TYPES, type, PRESENCE);
    const uint32_t low = HTNI_FIELD(domain, TYPES, type, LOW), high = HTNI_FIELD(domain, TYPES, type, HIGH);
    if (presence == HTN_NONE || HTNI_FIELD(domain, TYPES, type, PARENT) != HTN_NONE)
        return;
    for (uint32_t i = 0; i <= high - low; i++)
        note_cell(agent, presence + i, agent->world.bytes[presence + i], 0);
}

static void note_timers_of(const htn_agent *agent, uint32_t property)
{
    const uint32_t cells = HTNI_FIELD(agent->domain, PROPERTIES, property, CELLS);
    for (uint32_t cell = 0; cell < cells; cell++) {
        const uint32_t left = htni_timer_left(&agent->world, property, cell);
        if (left != 0)
            HTNI_NOTE(agent, TIMER, agent->observers.writer.by, agent->observers.writer.id,
                      htni_cell_address(agent->domain, property, cell), left);
    }
}

/* How long each value lasts. */
static void note_timers(const htn_agent *agent)
{
    const uint32_t properties = htni_count(agent->domain, HTN_SECTION_PROPERTIES);
    if (agent->world.timers == NULL || agent->world.timers->running == 0)
        return;
    for (uint32_t i = 0; i < properties; i++)
        note_timers_of(agent, i);
}

/*
 * The whole world: whatever differs from a new world, cells and instances first, then the
 * generations of instances' slots.
 */
static void note_world(const htn_agent *agent)
{
    const htn_domain *domain = agent->domain;
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES),
                   types = htni_count(domain, HTN_SECTION_TYPES);
    HTNI_NOTE(agent, WORLD, agent->observers.writer.by, agent->observers.writer.id);
    for (uint32_t i = 0; i < properties; i++)
        note_property(agent, i);
    for (uint32_t i = 0; i < types; i++)
        note_instances(agent, i);
    for (uint32_t i = 0; i < domain->instances; i++)
        note_cell(agent, domain->world_bytes + i * 2,
                  htni_load(agent->world.bytes, domain->world_bytes + i * 2, HTN_STORAGE_S16), 0);
    note_timers(agent);
}

/* The world's watcher: called after each change. */
static void watch(void *user, uint32_t cell)
{
    htn_agent *agent = (htn_agent *)user;
    if (cell != HTN_NONE)
        note_write(agent, cell);
    else
        note_world(agent);
}

/* The timers' watcher: the time of a value begins, or a write has ended it without a change. */
static void watch_timer(void *user, uint32_t address, uint32_t milliseconds)
{
    const htn_agent *agent = (const htn_agent *)user;
    HTNI_NOTE(agent, TIMER, agent->observers.writer.by, agent->observers.writer.id, address, milliseconds);
}

/* --- The beginning ------------------------------------------------------------------------------ */

/*
 * Whether a journal that begins now can be replayed: nothing has happened yet but writes to the
 * world, which are noted first.
 */
static bool is_fresh(const htn_agent *agent)
{
    for (uint32_t i = 0; i < agent->layer_count; i++)
        if (agent->layers[i].schedule.asked || agent->layers[i].changes.answers != 0)
            return false;
    return !agent->sensors_ran;
}

static const htn_group *group_of(const htn_agent *agent)
{
    return agent->sharing == NULL ? NULL : agent->sharing->group;
}

void htni_note_join(const htn_agent *agent, const htn_group *group)
{
    if (group != NULL && group->defers_holds && agent->world.holds != NULL)
        HTNI_NOTE(agent, JOIN, 1, group->id, 1);
    else
        HTNI_NOTE(agent, JOIN, group != NULL, group == NULL ? 0 : group->id);
}

/* `also`: HTN_BEGIN_SNAPSHOT, or 0. */
static void note_begin(const htn_agent *agent, uint32_t also)
{
    const htn_agent_options *options = &agent->options;
    const htn_limits *limits = &options->limits;
    const uint32_t flags = also | (is_fresh(agent) ? HTN_BEGIN_FRESH : 0) |
                           (agent->agent_class->answerer != NULL ? HTN_BEGIN_ANSWERED : 0) |
                           (group_of(agent) != NULL ? HTN_BEGIN_JOINED : 0) |
                           (agent->observers.listener != NULL ? HTN_BEGIN_LISTENED : 0) |
                           (options->replan_always ? HTN_BEGIN_REPLANS : 0);
    HTNI_NOTE(agent, BEGIN, HTN_JOURNAL_MAGIC, HTN_JOURNAL_VERSION, agent->domain->fingerprint,
              agent->walker->identity.checksum, flags, options->seed, options->budget, options->interval_ms,
              options->back_off_ms, options->horizon_ms, options->stagger, options->running, limits->steps,
              limits->depth, limits->work, limits->record, limits->frames, limits->choices, limits->nodes,
              limits->trail, limits->spans, limits->continuation);
}

static void note_bindings(const htn_agent *agent)
{
    const htn_operator_binding *operators = htni_class_operators(agent->agent_class);
    const htn_sensor_binding *sensors = htni_class_sensors(agent->agent_class);
    const uint32_t operator_count = htni_count(agent->domain, HTN_SECTION_OPERATORS);
    const uint32_t sensor_count = htni_count(agent->domain, HTN_SECTION_SENSORS);
    for (uint32_t i = 0; i < operator_count; i++)
        if (operators[i].name != NULL)
            HTNI_NOTE(agent, OPERATOR, i, operators[i].memory,
                      (operators[i].polled ? HTN_CALL_POLLED : 0u) |
                          (operators[i].start != NULL ? HTN_CALL_START : 0u) |
                          (operators[i].update != NULL ? HTN_CALL_UPDATE : 0u) |
                          (operators[i].abort != NULL ? HTN_CALL_ABORT : 0u) |
                          (operators[i].resume != NULL ? HTN_CALL_RESUME : 0u));
    for (uint32_t i = 0; i < sensor_count; i++)
        if (sensors[i].sense != NULL)
            HTNI_NOTE(agent, SENSOR, i);
}

static htn_status begin_journal(htn_agent *agent, htn_journal *journal, uint32_t flags)
{
    if (agent == NULL || (journal != NULL && journal->memory == NULL && journal->sink == NULL))
        return HTN_BAD_ARGUMENT;
    if (agent->inside)
        return HTN_BUSY;
    agent->observers.journal = journal;
    agent->world.watcher = journal != NULL ? watch : NULL;
    agent->world.watcher_user = agent;
    if (agent->world.timers != NULL) {
        agent->world.timers->watcher = journal != NULL ? watch_timer : NULL;
        agent->world.timers->watcher_user = agent;
    }
    if (journal == NULL)
        return HTN_OK;
    for (uint32_t i = 0; i < agent->layer_count; i++)
        agent->layers[i].changes.cause = 0;
    note_begin(agent, flags);
    note_bindings(agent);
    if (agent->options.orders != 0)
        HTNI_NOTE(agent, ORDERS, agent->options.orders, agent->options.order_tries);
    if (group_of(agent) != NULL)
        htni_note_join(agent, group_of(agent));
    if (agent->world.changes != 0)
        note_world(agent);
    else
        note_timers(agent); /* of initial values: a WORLD would count as a change */
    return HTN_OK;
}

htn_status htn_agent_journal(htn_agent *agent, htn_journal *journal)
{
    return begin_journal(agent, journal, 0);
}

htn_status htni_begin_snapshot(htn_agent *agent, htn_journal *journal)
{
    return begin_journal(agent, journal, HTN_BEGIN_SNAPSHOT);
}

/* --- Planning and running ----------------------------------------------------------------------- */

void htni_note_trouble(htn_agent *agent, htn_status status)
{
    HTNI_NOTE(agent, TROUBLE, (uint32_t)status);
    if (agent->trouble != HTN_OK)
        return;
    agent->trouble = status;
    agent->trouble_layer = agent->ticking;
}

void htni_note_query(htn_agent *agent, htn_query query, const int32_t *arguments, int32_t answer)
{
    uint32_t numbers[2 + HTN_MAX_ARGUMENTS];
    if (agent->observers.journal == NULL)
        return;
    const uint32_t count = htn_query_parameters(agent->domain, query);
    numbers[0] = query;
    numbers[1] = htni_zigzag(answer);
    for (uint32_t i = 0; i < count; i++)
        numbers[2 + i] = htni_zigzag(arguments[i]);
    htni_journal_put(agent->observers.journal, HTN_JOURNAL_QUERY, numbers, 2 + count);
}

void htni_note_candidates(htn_agent *agent, const htn_question *question, const int32_t *candidates, uint32_t count)
{
    uint32_t numbers[2 + HTN_MAX_CANDIDATES + HTN_MAX_ARGUMENTS];
    if (agent->observers.journal == NULL)
        return;
    numbers[0] = question->query;
    numbers[1] = count;
    for (uint32_t i = 0; i < count; i++)
        numbers[2 + i] = htni_zigzag(candidates[i]);
    for (uint32_t i = 0; i < question->argument_count; i++)
        numbers[2 + count + i] = htni_zigzag(question->arguments[i]);
    htni_journal_put(agent->observers.journal, HTN_JOURNAL_CANDIDATES, numbers, 2 + count + question->argument_count);
}

void htni_note_late(htn_agent *agent, htn_query query, const int32_t *arguments)
{
    uint32_t numbers[1 + HTN_MAX_ARGUMENTS];
    if (agent->observers.journal == NULL)
        return;
    const uint32_t count = htn_query_parameters(agent->domain, query);
    numbers[0] = query;
    for (uint32_t i = 0; i < count; i++)
        numbers[1 + i] = htni_zigzag(arguments[i]);
    htni_journal_put(agent->observers.journal, HTN_JOURNAL_LATE, numbers, 1 + count);
}

static void note_step(const htn_agent *agent, const htn_plan *plan, const htn_step *step)
{
    uint32_t numbers[HTN_JOURNAL_NUMBERS];
    const uint32_t count = htni_argument_count(agent->domain, step->task);
    numbers[0] = step->task;
    for (uint32_t i = 0; i < count; i++)
        numbers[1 + i] = htni_zigzag(plan->values[step->arguments + i]);
    htni_journal_put(agent->observers.journal, HTN_JOURNAL_STEP, numbers, 1 + count);
}

void htni_note_plan(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan)
{
    enum { PIECE = 32 };
    if (agent->observers.journal == NULL)
        return;
    HTNI_NOTE(agent, PLAN, layer->index, plan->step_count, htni_zigzag(plan->cost), htni_zigzag(plan->duration),
              plan->partial);
    for (uint32_t i = 0; i < plan->step_count; i++)
        note_step(agent, plan, &plan->steps[i]);
    for (uint32_t from = 0; from < plan->record_count; from += PIECE) {
        uint32_t numbers[PIECE], count = 0;
        while (count < PIECE && from + count < plan->record_count) {
            numbers[count] = plan->record[from + count];
            count++;
        }
        htni_journal_put(agent->observers.journal, HTN_JOURNAL_RECORD, numbers, count);
    }
}

void htni_note_start(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot, bool with_arguments)
{
    uint32_t numbers[4 + 2 * HTN_MAX_ARGUMENTS] = {layer->index, slot->id, slot->step, slot->task};
    uint32_t count = 4;
    if (agent->observers.journal == NULL)
        return;
    const htn_activity activity = htni_activity_of(agent, layer, slot);
    for (uint32_t i = 0; with_arguments && i < activity.argument_count; i++) {
        const htn_argument *argument = &activity.arguments[i];
        numbers[count++] = argument->type + 1;
        numbers[count++] = htni_zigzag(argument->value);
    }
    htni_journal_put(agent->observers.journal, HTN_JOURNAL_START, numbers, count);
}

void htni_note_failure(const htn_agent *agent, const htni_layer *layer, htn_journal_why why, uint32_t step,
                       uint32_t method)
{
    HTNI_NOTE(agent, FAIL, layer->index, (uint32_t)why, step + 1, method + 1);
}

void htni_note_load(const htn_agent *agent, const void *save, size_t size)
{
    enum { PIECE = 256 };
    const uint8_t *bytes = (const uint8_t *)save;
    if (agent->observers.journal == NULL)
        return;
    HTNI_NOTE(agent, LOAD, (uint32_t)size);
    for (size_t from = 0; from < size; from += PIECE) {
        uint32_t numbers[PIECE], count = 0;
        for (; count < PIECE && from + count < size; count++)
            numbers[count] = bytes[from + count];
        htni_journal_put(agent->observers.journal, HTN_JOURNAL_BYTES, numbers, count);
    }
}
