/*
 * Domains, worlds, planners and agents for JavaScript. Objects are addresses; memory is malloc'ed here and freed here. An agent's `user` is
 * the number that JavaScript knows it by. ../agent.js is the other side.
 */
#include "bindings/js/native/host_calls.h"
#include <htn/agent.h>
#include <htn/crowd.h>
#include <htn/orders.h>
#include <htn/replay.h>
#include <htn/save.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

EM_JS(int, host_operator, (int what, int user, uint32_t operator_index, const htn_activity *activity, int elapsed_us),
      { return Module.host.operator(what, user, operator_index, activity, elapsed_us); });
EM_JS(void, host_sense, (int user, uint32_t sensor), { Module.host.sense(user, sensor); });

/* How many answers were written; -1: the default counts; -2: the answer is late. */
EM_JS(int, host_answer,
      (int user, uint32_t query, const int32_t *given, uint32_t count, int32_t *answers, uint32_t capacity),
      { return Module.host.answer(user, query, given, count, answers, capacity); });
EM_JS(void, host_order_ended, (int user, uint32_t id, uint32_t layer, int end),
      { Module.host.orderEnded(user, id, layer, end); });

/* --- Domains ---------------------------------------------------------------------------------------- */

/* A domain and its blob, copied, in one block. */
typedef struct js_domain {
    htn_domain domain;
    htn_fault fault;
    uint64_t blob[];
} js_domain;

EMSCRIPTEN_KEEPALIVE js_domain *js_domain_load(const void *blob, size_t size, int *status)
{
    js_domain *made = malloc(sizeof *made + size + sizeof *made->blob);
    if (made == NULL) {
        *status = HTN_TOO_SMALL;
        return NULL;
    }
    memcpy(made->blob, blob, size);
    *status = (int)htn_domain_load(&made->domain, made->blob, size, &made->fault);
    return made;
}

EMSCRIPTEN_KEEPALIVE const char *js_domain_fault(const js_domain *domain)
{
    return domain->fault.reason;
}

EMSCRIPTEN_KEEPALIVE uint32_t js_count(const htn_domain *domain, int what)
{
    static const htn_section sections[] = {HTN_SECTION_PROPERTIES, HTN_SECTION_TYPES,     HTN_SECTION_TASKS,
                                           HTN_SECTION_ROOTS,      HTN_SECTION_OPERATORS, HTN_SECTION_SENSORS};
    return what == 6 ? htn_query_count(domain) : htn_domain_count(domain, sections[what]);
}

/* --- Worlds and planners ---------------------------------------------------------------------------- */

typedef struct js_planner {
    htn_world world;
    htn_planner *planner;
    htn_plan plan;
    void *world_memory, *memory;
} js_planner;

EMSCRIPTEN_KEEPALIVE void js_planner_free(js_planner *planner)
{
    if (planner == NULL)
        return;
    free(planner->world_memory);
    free(planner->memory);
    free(planner);
}

/* A world with the initial values, and a planner with the default limits. NULL: no memory is left. */
EMSCRIPTEN_KEEPALIVE js_planner *js_planner_make(const htn_domain *domain)
{
    const size_t world_size = htn_world_bytes(domain), size = htn_planner_bytes(domain, NULL);
    js_planner *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->world_memory = malloc(world_size);
    made->memory = malloc(size);
    if (made->world_memory != NULL && made->memory != NULL &&
        htn_world_init(&made->world, domain, made->world_memory, world_size) == HTN_OK &&
        htn_planner_init(&made->planner, domain, NULL, made->memory, size) == HTN_OK)
        return made;
    js_planner_free(made);
    return NULL;
}

EMSCRIPTEN_KEEPALIVE htn_world *js_planner_world(js_planner *planner)
{
    return &planner->world;
}

EMSCRIPTEN_KEEPALIVE int js_planner_find(js_planner *planner, uint32_t root, uint32_t seed)
{
    const htn_request request = {.root = root, .seed = seed};
    const htn_status status = htn_plan_find(planner->planner, &planner->world, &request);
    htn_planner_plan(planner->planner, &planner->plan);
    return (int)status;
}

EMSCRIPTEN_KEEPALIVE const htn_plan *js_planner_plan(const js_planner *planner)
{
    return &planner->plan;
}

enum { LONGEST = 1073741823 /* microseconds: the largest number that is never garbage in JavaScript */ };

/* --- Classes ------------------------------------------------------------------------------------------ */

static htn_outcome call(int what, void *user, const htn_activity *activity)
{
    return (htn_outcome)host_operator(what, (int)(intptr_t)user, activity->operator_index, activity,
                                      (int)(activity->elapsed_us < LONGEST ? activity->elapsed_us : LONGEST));
}

/* JavaScript reads an activity as words. */
_Static_assert(offsetof(htn_activity, id) == 16 && offsetof(htn_activity, layer) == 20 &&
                   offsetof(htn_activity, step) == 24 && offsetof(htn_activity, task) == 28 &&
                   offsetof(htn_activity, arguments) == 32 && offsetof(htn_activity, argument_count) == 36 &&
                   offsetof(htn_activity, memory) == 40 && sizeof(htn_argument) == 12,
               "agent.js knows where the members are");

static htn_outcome start(void *user, const htn_activity *activity)
{
    return call(HOST_START, user, activity);
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    return call(HOST_UPDATE, user, activity);
}

static htn_outcome abort_step(void *user, const htn_activity *activity)
{
    return call(HOST_ABORT, user, activity);
}

static void resume(void *user, const htn_activity *activity)
{
    call(HOST_RESUME, user, activity);
}

static void sense(void *user, const htn_sensing *sensing)
{
    host_sense((int)(intptr_t)user, sensing->sensor);
}

static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    const int given = host_answer((int)(intptr_t)user, question->query, question->arguments, question->argument_count,
                                  answers, question->capacity);
    if (given < 0)
        return given == -2 ? HTN_WAITS : HTN_NOT_FOUND;
    *count = (uint32_t)given;
    return HTN_OK;
}

static void order_ended(void *user, const htn_order_report *report)
{
    host_order_ended((int)(intptr_t)user, report->id, report->layer, (int)report->end);
}

/*
 * `operators`: for each operator, which of its functions JavaScript has, as bits 1 << HOST_*; 0: it is polled. `memory_bytes`: of each
 * operator's step. `sensors`: for each
 * sensor, whether there is a function. NULL: no memory is left.
 */
EMSCRIPTEN_KEEPALIVE htn_agent_class *js_class_make(const htn_domain *domain, const uint8_t *operators,
                                                    const uint32_t *memory_bytes, const uint8_t *sensors, bool answers)
{
    const uint32_t operator_count = htn_domain_count(domain, HTN_SECTION_OPERATORS);
    const uint32_t sensor_count = htn_domain_count(domain, HTN_SECTION_SENSORS);
    htn_operator_binding *bound = calloc(operator_count + 1, sizeof *bound);
    htn_sensor_binding *sensing = calloc(sensor_count + 1, sizeof *sensing);
    const size_t size = htn_agent_class_bytes(domain);
    void *memory = malloc(size);
    htn_agent_class *made = NULL;
    htn_bindings bindings = {.operators = bound, .sensors = sensing, .order_ended = order_ended};
    if (bound != NULL && sensing != NULL && memory != NULL) {
        for (uint32_t i = 0; i < operator_count; i++)
            if (operators[i] != 0 || memory_bytes[i] != 0)
                bound[bindings.operator_count++] =
                    (htn_operator_binding){.name = htn_operator_name(domain, i),
                                           .start = operators[i] & 1 << HOST_START ? start : NULL,
                                           .update = operators[i] & 1 << HOST_UPDATE ? update : NULL,
                                           .abort = operators[i] & 1 << HOST_ABORT ? abort_step : NULL,
                                           .resume = operators[i] & 1 << HOST_RESUME ? resume : NULL,
                                           .memory = memory_bytes[i],
                                           .polled = operators[i] == 0};
        for (uint32_t i = 0; i < sensor_count; i++)
            if (sensors[i])
                sensing[bindings.sensor_count++] =
                    (htn_sensor_binding){.name = htn_sensor_name(domain, i), .sense = sense};
        bindings.answerer = answers ? answer : NULL;
        if (htn_agent_class_init(&made, domain, &bindings, memory, size, NULL) != HTN_OK)
            made = NULL;
    }
    free(bound);
    free(sensing);
    if (made == NULL)
        free(memory);
    return made; /* the class lies at the beginning of its memory */
}

EMSCRIPTEN_KEEPALIVE void js_class_free(htn_agent_class *agent_class)
{
    free(agent_class);
}

/* --- Agents ------------------------------------------------------------------------------------------- */

/* A journal and its ring, in one block. */
typedef struct js_journal {
    htn_journal journal;
    uint64_t ring[];
} js_journal;

typedef struct js_agent {
    htn_agent *agent;
    htn_plan plan;
    htn_news news;
    void *memory;
    js_journal *journal; /* NULL: it writes none */
} js_agent;

EMSCRIPTEN_KEEPALIVE void js_agent_free(js_agent *agent)
{
    if (agent == NULL)
        return;
    free(agent->memory);
    free(agent->journal);
    free(agent);
}

EMSCRIPTEN_KEEPALIVE js_agent *js_agent_make(const htn_agent_class *agent_class, int user, uint32_t seed,
                                             uint32_t budget, uint32_t interval_ms, uint32_t horizon_ms,
                                             uint32_t orders, uint32_t running, uint32_t stagger)
{
    const htn_agent_options options = {.user = (void *)(intptr_t)user,
                                       .seed = seed,
                                       .budget = budget,
                                       .interval_ms = interval_ms,
                                       .horizon_ms = horizon_ms,
                                       .stagger = stagger,
                                       .running = running,
                                       .orders = (uint8_t)orders};
    const size_t size = htn_agent_bytes(agent_class, &options);
    js_agent *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->memory = malloc(size);
    if (size != 0 && made->memory != NULL &&
        htn_agent_init(&made->agent, agent_class, &options, made->memory, size) == HTN_OK)
        return made;
    js_agent_free(made);
    return NULL;
}

EMSCRIPTEN_KEEPALIVE htn_world *js_agent_world(js_agent *agent)
{
    return htn_agent_world(agent->agent);
}

EMSCRIPTEN_KEEPALIVE htn_agent *js_agent_of(js_agent *agent)
{
    return agent->agent;
}

static uint64_t microseconds(double milliseconds)
{
    return milliseconds > 0 ? (uint64_t)(milliseconds * 1000.0 + 0.5) : 0;
}

EMSCRIPTEN_KEEPALIVE int js_agent_tick(js_agent *agent, double milliseconds)
{
    return (int)htn_agent_tick(agent->agent, microseconds(milliseconds));
}

/* The running plan of a layer, good until the agent is called again; NULL: none runs. */
EMSCRIPTEN_KEEPALIVE const htn_plan *js_agent_plan(js_agent *agent, uint32_t layer, const uint8_t **done)
{
    return htn_agent_plan(agent->agent, layer, &agent->plan, done) ? &agent->plan : NULL;
}

static void tell(const htn_news *news)
{
    static const int calls[] = {HOST_START, HOST_ABORT, HOST_RESUME};
    call(calls[news->kind], news->activity.user, &news->activity);
}

/* The oldest piece of news, by `Module.host.operator` as a start, an abort or a resume. False: there is none. */
EMSCRIPTEN_KEEPALIVE bool js_agent_news(js_agent *agent)
{
    if (!htn_agent_news(agent->agent, &agent->news))
        return false;
    tell(&agent->news);
    return true;
}

EMSCRIPTEN_KEEPALIVE int js_agent_report(js_agent *agent, uint32_t id, int outcome)
{
    return (int)htn_agent_report(agent->agent, id, (htn_outcome)outcome);
}

EMSCRIPTEN_KEEPALIVE int js_agent_order(js_agent *agent, uint32_t layer, uint32_t task, const int32_t *arguments,
                                        uint32_t count, int mode, uint32_t *id)
{
    const htn_given_task given = {.task = task, .arguments = arguments, .argument_count = count};
    return (int)htn_agent_order(agent->agent, layer, &given, (htn_order_how)mode, id);
}

/* --- Crowds --------------------------------------------------------------------------------------------- */

typedef struct js_crowd {
    htn_crowd crowd;
    htn_news news;
    uint32_t numbers[7]; /* for js_crowd_statistics() */
} js_crowd;

static uint64_t now(void *user)
{
    (void)user;
    return (uint64_t)(emscripten_get_now() * 1e6);
}

/* To be freed when no agent is in it. NULL: no memory is left. */
EMSCRIPTEN_KEEPALIVE js_crowd *js_crowd_make(void)
{
    js_crowd *made = calloc(1, sizeof *made);
    if (made != NULL && htn_crowd_init(&made->crowd) == HTN_OK)
        htn_crowd_set_clock(&made->crowd, now, NULL);
    return made;
}

EMSCRIPTEN_KEEPALIVE int js_crowd_add(js_crowd *crowd, js_agent *agent)
{
    return (int)htn_crowd_add(&crowd->crowd, agent->agent);
}

EMSCRIPTEN_KEEPALIVE int js_crowd_remove(js_crowd *crowd, js_agent *agent)
{
    return (int)htn_crowd_remove(&crowd->crowd, agent->agent);
}

/* A frame and its news. `budget`: units, HTN_NONE for no bound; `timed`: milliseconds. */
EMSCRIPTEN_KEEPALIVE int js_crowd_tick(js_crowd *crowd, bool timed, double milliseconds, double budget)
{
    const uint64_t elapsed_us = microseconds(milliseconds);
    const htn_status status = timed ? htn_crowd_tick_for(&crowd->crowd, elapsed_us, microseconds(budget) * 1000)
                                    : htn_crowd_tick(&crowd->crowd, elapsed_us,
                                                     budget < 0          ? 0
                                                     : budget < HTN_NONE ? (uint32_t)budget
                                                                         : HTN_NONE);
    while (status != HTN_BUSY && htn_crowd_news(&crowd->crowd, &crowd->news))
        tell(&crowd->news);
    return (int)status;
}

/* As many numbers as the struct has, in the order in which JavaScript names them. */
EMSCRIPTEN_KEEPALIVE const uint32_t *js_crowd_statistics(js_crowd *crowd)
{
    htn_crowd_stats stats;
    htn_crowd_statistics(&crowd->crowd, &stats);
    const uint32_t numbers[] = {stats.agents, stats.waiting, stats.wait,   stats.longest_wait,
                                stats.work,   stats.budget,  stats.unit_ps};
    memcpy(crowd->numbers, numbers, sizeof numbers);
    return crowd->numbers;
}

/* --- Saves and journals ----------------------------------------------------------------------------- */

/* malloc'ed; `*size` gets its bytes. NULL: no memory is left, or the agent is being ticked. */
EMSCRIPTEN_KEEPALIVE void *js_agent_save(js_agent *agent, size_t *size)
{
    const size_t most = htn_agent_save_bytes(agent->agent);
    void *save = malloc(most + 1);
    if (save != NULL && htn_agent_save(agent->agent, save, most, size) != HTN_OK) {
        free(save);
        save = NULL;
    }
    return save;
}

EMSCRIPTEN_KEEPALIVE int js_agent_load(js_agent *agent, const void *save, size_t size)
{
    htn_load_report report;
    return (int)htn_agent_load(agent->agent, save, size, &report);
}

/* The journal from before is freed when the new one has taken its place: until then the agent writes to it. */
EMSCRIPTEN_KEEPALIVE int js_agent_begin_journal(js_agent *agent, size_t size)
{
    js_journal *made = size < SIZE_MAX - sizeof *made ? malloc(sizeof *made + size) : NULL;
    if (made == NULL)
        return HTN_TOO_SMALL;
    htn_status status = htn_journal_init(&made->journal, made->ring, size);
    if (status == HTN_OK)
        status = htn_agent_journal(agent->agent, &made->journal);
    js_journal *old = agent->journal;
    if (status == HTN_OK)
        agent->journal = made;
    free(status == HTN_OK ? old : made);
    return (int)status;
}

EMSCRIPTEN_KEEPALIVE size_t js_agent_read_journal(js_agent *agent, void *out, size_t size)
{
    return agent->journal != NULL ? htn_journal_read(&agent->journal->journal, out, size) : 0;
}

/* An htn_status; `*events` and `*offset` say how far it came, `*reason` why no further (NULL: to the end). */
EMSCRIPTEN_KEEPALIVE int js_replay(const htn_domain *domain, const void *journal, size_t size, uint32_t *events,
                                   size_t *offset, const char **reason)
{
    htn_replay_report *report = calloc(1, sizeof *report);
    void *memory = NULL;
    size_t room = 0;
    int status = HTN_TOO_SMALL;
    while (report != NULL && (status = (int)htn_replay(domain, journal, size, memory, room, report)) == HTN_TOO_SMALL) {
        free(memory);
        room = report->memory;
        memory = malloc(room);
        if (memory == NULL)
            break;
    }
    free(memory);
    if (report != NULL) {
        *events = report->events;
        *offset = report->offset;
        *reason = report->reason;
    }
    free(report);
    return status;
}

/* --- Steps --------------------------------------------------------------------------------------------- */

EMSCRIPTEN_KEEPALIVE const char *js_value_name(const htn_domain *domain, uint32_t type, int32_t value)
{
    return type != HTN_NONE ? htn_value_name(domain, type, value)
                            : htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value);
}

/* htn_value_find() and, for a symbol (type HTN_NONE), htn_symbol_find(). */
EMSCRIPTEN_KEEPALIVE bool js_value_find(const htn_domain *domain, uint32_t type, const char *name, int32_t *value)
{
    return type != HTN_NONE ? htn_value_find(domain, type, name, value) : htn_symbol_find(domain, name, value);
}

EMSCRIPTEN_KEEPALIVE const char *js_status_text(int status)
{
    return htn_status_text((htn_status)status);
}
