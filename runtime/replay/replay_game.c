/*
 * The game's part in a replay; see replay_game.h. What callbacks wrote and returned comes from the
 * journal. Neighbour: replay_inputs.c, single inputs.
 */
#include "replay_game.h"
#include "../agent/agent_state.h"
#include "../agent/block_layout.h"
#include "replay_inputs.h"

/* --- Callbacks ---------------------------------------------------------------------------------- */

/* Gives the agent the inputs that came from inside a callback. */
static void give_from_inside(htni_replay *replay, htn_journal_by by, uint32_t id)
{
    htn_journal_event event;
    while (htni_replay_peek(replay, &event) && htni_is_input_from(&event, by, id))
        htni_give_input(replay, &event);
}

/* An operator's function. Without an ANSWER it has returned RUNNING. */
static htn_outcome call(htni_replay *replay, const htn_activity *activity, uint32_t function)
{
    htn_journal_event event;
    give_from_inside(replay, HTN_BY_OPERATOR, activity->id);
    if (htni_replay_peek(replay, &event) && event.kind == HTN_JOURNAL_ANSWER && event.numbers[0] == activity->id &&
        event.numbers[1] == function)
        return (htn_outcome)event.numbers[2];
    return HTN_RUNNING;
}

static htn_outcome start(void *user, const htn_activity *activity)
{
    return call((htni_replay *)user, activity, HTN_CALL_START);
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    return call((htni_replay *)user, activity, HTN_CALL_UPDATE);
}

static htn_outcome abort_step(void *user, const htn_activity *activity)
{
    return call((htni_replay *)user, activity, HTN_CALL_ABORT);
}

static void resume(void *user, const htn_activity *activity)
{
    give_from_inside((htni_replay *)user, HTN_BY_OPERATOR, activity->id);
}

static void sense(void *user, const htn_sensing *sensing)
{
    give_from_inside((htni_replay *)user, HTN_BY_SENSOR, sensing->sensor);
}

static void order_ended(void *user, const htn_order_report *report)
{
    give_from_inside((htni_replay *)user, HTN_BY_ORDER, report->id);
}

/* The agent notes the question's arguments in its next event, which is compared. */
static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    htn_journal_event event;
    if (!htni_replay_peek((htni_replay *)user, &event) || event.numbers[0] != question->query)
        return HTN_NOT_FOUND;
    if (event.kind == HTN_JOURNAL_LATE)
        return HTN_WAITS;
    if (event.kind == HTN_JOURNAL_CANDIDATES) {
        *count = event.count < 2 ? 0 : event.numbers[1];
        if (*count > question->capacity || *count > event.count - 2)
            return HTN_NOT_FOUND;
        for (uint32_t i = 0; i < *count; i++)
            answers[i] = htn_journal_signed(event.numbers[2 + i]);
        return HTN_OK;
    }
    if (event.kind != HTN_JOURNAL_QUERY)
        return HTN_NOT_FOUND;
    answers[0] = htn_journal_signed(event.numbers[1]);
    return HTN_OK;
}

/* --- The beginning ------------------------------------------------------------------------------ */

/* What the recorded agent was made with. */
typedef struct setting {
    htn_agent_options options;
    uint32_t flags;
    uint32_t loads;         /* the largest save in the journal */
    uint32_t others;        /* the most that the journal says at once of Durings in a group */
    htn_journal_event home; /* the JOIN of the home in which the agent was at the beginning */
    htn_operator_binding *operators;
    htn_sensor_binding *sensors;
    htn_bindings bindings;
} setting;

static void read_begin(const htn_journal_event *event, setting *of)
{
    const uint32_t *number = event->numbers + HTN_JOURNAL_BEGIN_FLAGS;
    htn_limits *limits = &of->options.limits;
    of->flags = *number++;
    of->options.replan_always = (of->flags & HTN_BEGIN_REPLANS) != 0;
    of->options.seed = *number++;
    of->options.budget = *number++;
    of->options.interval_ms = *number++;
    of->options.back_off_ms = *number++;
    of->options.horizon_ms = *number++;
    of->options.stagger = *number++;
    of->options.running = *number++;
    limits->steps = *number++;
    limits->depth = *number++;
    limits->work = *number++;
    limits->record = *number++;
    limits->frames = *number++;
    limits->choices = *number++;
    limits->nodes = *number++;
    limits->trail = *number++;
    limits->spans = *number++;
    limits->continuation = *number++;
}

/*
 * Binds an operator, from an OPERATOR's numbers. False: the domain has no such operator, or there
 * are too many.
 */
static bool bind_operator(const htn_domain *domain, setting *to, const uint32_t *numbers)
{
    const uint32_t operators = htni_count(domain, HTN_SECTION_OPERATORS), functions = numbers[2];
    if (numbers[0] >= operators || to->bindings.operator_count >= operators)
        return false;
    htn_operator_binding *binding = &to->operators[to->bindings.operator_count++];
    memset(binding, 0, sizeof *binding);
    binding->name = htn_operator_name(domain, numbers[0]);
    binding->memory = numbers[1];
    binding->polled = (functions & HTN_CALL_POLLED) != 0;
    if (binding->polled)
        return true;
    binding->start = functions & HTN_CALL_START ? start : NULL;
    binding->update = functions & HTN_CALL_UPDATE ? update : NULL;
    binding->abort = functions & HTN_CALL_ABORT ? abort_step : NULL;
    binding->resume = functions & HTN_CALL_RESUME ? resume : NULL;
    return true;
}

static bool bind_sensor(const htn_domain *domain, setting *to, uint32_t sensor)
{
    const uint32_t sensors = htni_count(domain, HTN_SECTION_SENSORS);
    if (sensor >= sensors || to->bindings.sensor_count >= sensors)
        return false;
    htn_sensor_binding *binding = &to->sensors[to->bindings.sensor_count++];
    binding->name = htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, SENSORS, sensor, NAME));
    binding->sense = sense;
    return true;
}

/*
 * Reads the BEGIN at `at`, and ahead up to the next one: what was bound, and the size of the
 * largest save.
 */
static bool read_setting(const htni_replay *replay, setting *of)
{
    htn_journal_event event;
    size_t offset = replay->at;
    bool begins = true;
    htn_journal_next(replay->bytes, replay->size, &offset, &event);
    read_begin(&event, of);
    while (htn_journal_next(replay->bytes, replay->size, &offset, &event) == HTN_OK &&
           event.kind != HTN_JOURNAL_BEGIN) {
        if (event.kind == HTN_JOURNAL_OPERATOR && !bind_operator(replay->domain, of, event.numbers))
            return false;
        if (event.kind == HTN_JOURNAL_SENSOR && !bind_sensor(replay->domain, of, event.numbers[0]))
            return false;
        if (event.kind == HTN_JOURNAL_ORDERS) {
            of->options.orders = (uint8_t)event.numbers[0];
            of->options.order_tries = (uint8_t)event.numbers[1];
        }
        if (event.kind == HTN_JOURNAL_LOAD && event.numbers[0] > of->loads)
            of->loads = event.numbers[0];
        if (event.kind == HTN_JOURNAL_OTHERS && event.numbers[0] > of->others)
            of->others = event.numbers[0];
        if (event.kind == HTN_JOURNAL_JOIN && begins && event.count > 1)
            of->home = event;
        begins = begins && (event.kind == HTN_JOURNAL_OPERATOR || event.kind == HTN_JOURNAL_SENSOR ||
                            event.kind == HTN_JOURNAL_ORDERS);
    }
    of->loads = replay->most_loads > of->loads ? replay->most_loads : of->loads;
    of->others = replay->most_others > of->others ? replay->most_others : of->others;
    of->bindings.operators = of->operators;
    of->bindings.sensors = of->sensors;
    of->bindings.order_ended = order_ended;
    of->bindings.answerer = of->flags & HTN_BEGIN_ANSWERED ? answer : NULL;
    return of->loads <= replay->size &&
           of->others <= replay->size; /* each of its bytes takes at least one in the journal */
}

/* Whether everything taken so far fits into the memory; else the replay stops. */
static bool has_room(htni_replay *replay, const htni_cursor *at)
{
    if (at->used > replay->memory_size && replay->enough) {
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "a snapshot in it is of an agent with other options");
    } else if (at->used > replay->memory_size) {
        replay->report->memory = (size_t)at->used;
        htni_replay_stop(replay, HTN_TOO_SMALL, "the replay needs more memory");
    }
    return replay->status == HTN_OK;
}

/* Makes the agent class, on which the agent's size depends. NULL: the replay has stopped. */
static htn_agent_class *make_class(htni_replay *replay, htni_cursor *at, setting *of)
{
    const htn_domain *domain = replay->domain;
    htn_agent_class *agent_class = NULL;
    memset(of, 0, sizeof *of);
    of->operators =
        (htn_operator_binding *)htni_take(at, htni_count(domain, HTN_SECTION_OPERATORS), sizeof *of->operators);
    of->sensors = (htn_sensor_binding *)htni_take(at, htni_count(domain, HTN_SECTION_SENSORS), sizeof *of->sensors);
    void *memory = htni_take(at, 1, htn_agent_class_bytes(domain));
    if (!has_room(replay, at))
        return NULL;
    if (!read_setting(replay, of) || htn_agent_class_init(&agent_class, domain, &of->bindings, memory,
                                                          htn_agent_class_bytes(domain), NULL) != HTN_OK)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "no agent of the domain begins like this");
    return agent_class;
}

static void make_agent(htni_replay *replay, htni_cursor *at, const htn_agent_class *agent_class, setting *of)
{
    const size_t world = htn_world_bytes(replay->domain);
    of->options.user = replay;
    const size_t size = htn_agent_bytes(agent_class, &of->options);
    const size_t group_size = htn_group_bytes(replay->domain, NULL);
    void *memory = htni_take(at, 1, size), *group = htni_take(at, 1, group_size), *other = htni_take(at, 1, world);
    replay->save = (uint8_t *)htni_take(at, 1, of->loads);
    replay->others_shown.entries = (htni_during *)htni_take(at, of->others, sizeof(htni_during));
    replay->others_shown.room = of->others;
    if (!has_room(replay, at))
        return;
    replay->used = (size_t)at->used;
    if (size == 0 || htn_agent_init(&replay->agent, agent_class, &of->options, memory, size) != HTN_OK) {
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "no agent of the domain begins like this");
        return;
    }
    replay->agent->observers.build = &replay->build;
    htn_group_init(&replay->group, replay->domain, NULL, group, group_size);
    htni_replay_others(replay);
    htn_group_world(replay->group)->timers = NULL; /* what expires there, the journal has */
    htn_group_world(replay->group)->link->home->told = true;
    htn_world_init(&replay->other, replay->domain, other, world);
    if (of->flags & HTN_BEGIN_JOINED) {
        of->home.numbers[0] = 1; /* also where the journal ends before its JOIN */
        htni_replay_join(replay, &of->home);
    }
    htni_replay_set_listened(replay, (of->flags & HTN_BEGIN_LISTENED) != 0);
    htn_agent_journal(replay->agent, &replay->journal);
    htni_replay_listen(replay);
}

void htni_begin_replay(htni_replay *replay, const htn_journal_event *event)
{
    htni_cursor at = {replay->memory, 0};
    setting of;
    if (event->numbers[1] != HTN_JOURNAL_VERSION)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "it was made by a runtime of another version");
    else if (event->numbers[2] != replay->domain->fingerprint)
        htni_replay_stop(replay, HTN_WRONG_DOMAIN, "it is of another domain, or one that has changed too much");
    else if (!(event->numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_FRESH))
        htni_replay_stop(replay, HTN_BAD_JOURNAL,
                         "it begins in the midst of a run: an agent must have its journal before its first tick");
    replay->build = event->numbers[3];
    if (replay->status != HTN_OK)
        return;
    const htn_agent_class *agent_class = make_class(replay, &at, &of);
    if (agent_class != NULL)
        make_agent(replay, &at, agent_class, &of);
}
