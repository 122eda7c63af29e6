/* An agent that lives through a story; see player.h. */
#include "player.h"
#include <htn/save.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPERATORS = 64, MOST_SLICES = 100000, RING = 1 << 22, MOST_REPLAY = 1 << 28 };

#define ABORTING (UINT32_C(1) << 31)

/* An operator's memory: the tick in which it was last called in earnest, plus one; ABORTING. */
typedef struct memory {
    uint32_t called;
} memory;

const char *player_mode_name(player_mode mode)
{
    static const char *const names[PLAYER_MODES] = {"with callbacks",    "polled",           "listened to",
                                                    "replanning always", "saved and loaded", "spread over ticks",
                                                    "in lanes",          "in a crowd"};
    return names[mode];
}

static bool has_background(const htnc_subtask *list)
{
    for (; list; list = list->next)
        if (list->kind == HTNC_SUBTASK_BACKGROUND || has_background(list->members))
            return true;
    return false;
}

/*
 * After a step with Interrupt [never] a search begins between updates and starts: spread over ticks, other steps start beside it. And
 * Timeout, Retry and Background count ticks.
 */
static bool counts_ticks(const htnc_model *model)
{
    const htnc_method *method;
    uint32_t i;

    for (i = 0; i < model->task_count; i++) {
        if (model->tasks[i]->interrupt_never || model->tasks[i]->timeout || model->tasks[i]->retry)
            return true;
        for (method = model->tasks[i]->methods; method; method = method->next)
            if (has_background(method->subtasks))
                return true;
    }
    return false;
}

bool player_may(player_mode mode, const cast_state *cast, const htnc_model *model)
{
    const story_state *story = &cast->stories[0];

    switch (mode) {
    case PLAYER_POLLED: return story->polite && !story->prompt;
    case PLAYER_HEARD: return story->seed % (cast->homes ? 2 : 8) == 0;
    case PLAYER_ALWAYS: return story->seed % 3 != 0;
    case PLAYER_SAVED: return story->seed % 4 == 1;
    case PLAYER_SLICED: return story->prompt && model->root_count == 1 && !counts_ticks(model) && !story->throws;
    case PLAYER_LANES: return cast->later && cast->agents > 1;
    case PLAYER_CROWD: return cast->crowded && !(story->throws && cast->agents > 1);
    default: return true;
    }
}

/* --- What the story does ------------------------------------------------------------------------- */

static bool has_indexes(subject_state *subject, const htn_world *world, const htnc_property *property,
                        const int32_t *indexes)
{
    const htnc_variable *parameter = property->declaration->parameters;
    int i;

    for (i = 0; parameter; i++, parameter = parameter->next) {
        const htnc_type *type = parameter->type_ref->type;

        if (type->kind == HTNC_TYPE_ENTITIES && !htn_world_exists(world, subject_type(subject, type), indexes[i]))
            return false;
    }
    return true;
}

static htn_status add(htn_world *world, const story_change *change, const int32_t *indexes, uint32_t count)
{
    uint32_t property = change->property->index;

    return count == 0 ? htn_world_add(world, property, change->value)
                      : htn_world_add_at(world, property, indexes, count, change->value);
}

static bool set(subject_state *subject, reference_planner *reference, htn_world *world, const story_change *change)
{
    const htnc_property *property = change->property;
    int32_t indexes[REFERENCE_INDEXES];
    uint32_t count = reference_indexes(reference, property, change->cell, indexes);

    if (property->type->kind == HTNC_TYPE_ENTITIES && change->value >= 0 &&
        !htn_world_exists(world, subject_type(subject, property->type), change->value))
        return true;
    if (!has_indexes(subject, world, property, indexes))
        return true;
    if (change->kind == STORY_ADD)
        return add(world, change, indexes, count) == HTN_OK;
    if (change->lasts != 0)
        return htn_world_set_at_for(world, property->index, indexes, count, change->value, (uint32_t)change->lasts) ==
               HTN_OK;
    return (count == 0 ? htn_world_set(world, property->index, change->value)
                       : htn_world_set_at(world, property->index, indexes, count, change->value)) == HTN_OK;
}

bool player_change(subject_state *subject, reference_planner *reference, htn_group *group, htn_world *world,
                   const story_change *changes, uint32_t count)
{
    uint32_t i;
    int32_t instance;
    bool good = true;

    for (i = 0; i < count; i++) {
        uint32_t type = changes[i].type ? subject_type(subject, changes[i].type) : HTN_NONE;

        if (changes[i].kind == STORY_SPAWN)
            htn_world_spawn(world, type, &instance);
        else if (changes[i].kind == STORY_DESPAWN)
            htn_world_despawn(world, type, changes[i].value);
        else if (changes[i].kind == STORY_RELEASE)
            good = htn_group_release(group, type, changes[i].value) == HTN_OK && good;
        else
            good = set(subject, reference, world, &changes[i]) && good;
    }
    return good;
}

/* As in the teller. */
static bool may_spawn(const player_state *player, const htnc_type *type)
{
    return player->home || !player->knows_home || !home_shares_type(player->reference, type);
}

static void make_changes(player_state *player, htn_world *world, story_change *changes, uint32_t count)
{
    uint32_t i, kept = 0;

    for (i = 0; i < count; i++)
        if (changes[i].kind != STORY_SPAWN || may_spawn(player, changes[i].type))
            changes[kept++] = changes[i];
    count = kept;
    if (!player_change(player->subject, player->reference, htn_agent_group(player->agent), world, changes, count))
        player->problem = "a value was refused";
}

static void change(player_state *player, story_place place, uint32_t number)
{
    const htnc_model *model = player->subject->compilation.model;
    story_change changes[STORY_CHANGES];
    uint32_t count;

    if (player->branching)
        return;
    count = story_changes(player->story, player->reference, model, player->tick, place, number, changes);

    make_changes(player, htn_agent_world(player->agent), changes, count);
    if (place == STORY_OUTSIDE || !player->ticking || !player->home)
        return;
    count = cast_callback_changes(player->cast, player->reference, model, player->tick, player->number,
                                  number * 3 + place, changes);
    make_changes(player, player->home, changes, count);
}

static void order(player_state *player)
{
    const story_order given =
        story_orders(player->story, &player->subject->domain, player->subject->compilation.model, player->tick);
    const htn_given_task task = {given.task ? given.task->index : 0, given.values,
                                 given.task ? given.task->parameter_count : 0};
    htn_order open;

    if (given.kind == STORY_QUEUE || given.kind == STORY_REPLACE)
        htn_agent_order(player->agent, given.layer, &task,
                        given.kind == STORY_QUEUE ? HTN_ORDER_QUEUE : HTN_ORDER_REPLACE, NULL);
    else if (given.kind == STORY_TAKE_ALL)
        htn_agent_take_back(player->agent, given.layer, HTN_NONE);
    else if (given.kind == STORY_TAKE_ONE && htn_agent_order_at(player->agent, given.layer, given.index, &open))
        htn_agent_take_back(player->agent, given.layer, open.id);
}

static void outside(player_state *player)
{
    const story_state *story = player->story;
    uint32_t layer, i, sensors = htn_domain_count(&player->subject->domain, HTN_SECTION_SENSORS);

    change(player, STORY_OUTSIDE, 0);
    if (story_asks(story, player->tick, htn_agent_layers(player->agent), &layer))
        htn_agent_ask(player->agent, layer);
    if (player->tick > 0 && story_answers(story, player->tick) != story_answers(story, player->tick - 1))
        htn_agent_answers_changed(player->agent);
    order(player);
    for (i = 0; i < sensors; i++)
        if (story_senses(story, player->tick, i))
            htn_agent_sense(player->agent, i);
}

/* --- What is bound ------------------------------------------------------------------------------- */

/* Whether a search is under way that is to end before time goes on. */
static bool is_frozen(const player_state *player)
{
    htn_status result = htn_agent_result(player->agent, 0);

    return player->mode == PLAYER_SLICED && (result == HTN_SUSPENDED || result == HTN_WAITS);
}

/* What a search asks may be late: it ends before time goes on. */
static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    player_state *player = user;

    player->subject->answers.late = is_frozen(player) ? 25 : 0;
    player->subject->answers.world = htn_agent_world(player->agent);
    if (!player->branching)
        player->subject->answers.seed = story_answers(player->story, player->tick);
    return answer_runtime(&player->subject->answers, question, answers, count);
}

static void order_ended(void *user, const htn_order_report *report)
{
    player_state *player = user;

    if (player->end_count < RUNNER_ENDS) {
        player->ends[player->end_count][0] = report->layer;
        player->ends[player->end_count][1] = report->id;
        player->ends[player->end_count++][2] = report->end;
    }
}

/* Whether the function does not return. */
static void throw(player_state * player, uint32_t number, chronicle_call call)
{
    if (player->ticking && !player->branching && (call != CALL_SENSE || player->story->sensors_throw) &&
        story_throws(player->story, player->tick, number, call))
        longjmp(player->before, 1);
}

static void sense(void *user, const htn_sensing *sensing)
{
    player_state *player = user;

    (void)sensing;
    chronicle_sense(&player->calls, 0);
    change(player, STORY_SENSOR, 0);
    throw(player, 0, CALL_SENSE);
}

static htn_outcome begin(void *user, const htn_activity *activity)
{
    player_state *player = user;

    ((memory *)activity->memory)->called = player->tick + 1;
    if (player->branching && player->lazy != HTN_ABORTED)
        return HTN_RUNNING;
    chronicle_agent_call(&player->calls, CALL_START, activity);
    change(player, STORY_OPERATOR, activity->id);
    throw(player, activity->id, CALL_START);
    return story_start(player->story, player->tick, activity->id);
}

static htn_outcome go_on(void *user, const htn_activity *activity)
{
    player_state *player = user;
    memory *mine = activity->memory;

    if (is_frozen(player) || (player->mode == PLAYER_SLICED && mine->called == player->tick + 1))
        return HTN_RUNNING;
    if (player->branching && player->lazy != HTN_ABORTED)
        return player->lazy;
    mine->called = player->tick + 1;
    chronicle_agent_call(&player->calls, CALL_UPDATE, activity);
    change(player, STORY_OPERATOR, activity->id);
    throw(player, activity->id, CALL_UPDATE);
    return story_update(player->story, player->tick, activity->id);
}

bool player_is_aborting(const htn_activity *activity)
{
    return ((const memory *)activity->memory)->called == ABORTING;
}

static htn_outcome stop(void *user, const htn_activity *activity)
{
    player_state *player = user;
    memory *mine = activity->memory;
    bool first = mine->called != ABORTING;

    mine->called = ABORTING;
    chronicle_agent_call(&player->calls, CALL_ABORT, activity);
    change(player, STORY_OPERATOR, activity->id);
    throw(player, activity->id, CALL_ABORT);
    return story_abort(player->story, player->tick, activity->id, first);
}

static void resume(void *user, const htn_activity *activity)
{
    player_state *player = user;

    (void)activity;
    player->resumed++;
}

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    player_state *player = user;

    (void)planner;
    (void)event;
    player->events++;
}

/* --- Polling ------------------------------------------------------------------------------------- */

/* A polled operator notes the id of its step. */
static void keeps(player_state *player, const htn_activity *activity)
{
    if (player->remembers && ((const memory *)activity->memory)->called != activity->id)
        player->problem = "the memory of a polled operator has been lost";
}

static void report(player_state *player)
{
    uint32_t layer, i;
    htn_activity activity;

    for (layer = 0; layer < htn_agent_layers(player->agent); layer++)
        for (i = 0; htn_agent_activity(player->agent, layer, i, &activity); i++) {
            bool announced = player->ended[activity.id % HTN_MAX_ARGUMENTS] == activity.id;
            bool aborting =
                activity.step == HTN_NONE || announced; /* after its Timeout a step is still one of the plan */
            htn_outcome outcome = aborting ? story_abort(player->story, player->tick, activity.id, false)
                                           : story_update(player->story, player->tick, activity.id);

            keeps(player, &activity);
            if (aborting ? !announced : activity.id > player->announced)
                player->problem = "there were no news of a step in progress";
            if (outcome != HTN_RUNNING && htn_agent_report(player->agent, activity.id, outcome) != HTN_OK)
                player->problem = "a report was refused";
        }
}

static void read_news(player_state *player)
{
    htn_news news;

    while (htn_agent_news(player->agent, &news)) {
        if (news.kind == HTN_NEWS_START && player->remembers)
            ((memory *)news.activity.memory)->called = news.activity.id;
        keeps(player, &news.activity);
        if (news.kind == HTN_NEWS_RESUME && player->loads) {
            player->resumed++;
            continue;
        }
        if (news.kind == HTN_NEWS_ABORT) {
            player->ended[news.activity.id % HTN_MAX_ARGUMENTS] = news.activity.id;
            continue;
        }
        if (news.kind != HTN_NEWS_START || news.activity.id <= player->announced)
            player->problem = "news out of order";
        player->announced = news.activity.id;
    }
}

/* --- Life ---------------------------------------------------------------------------------------- */

static bool bind(player_state *player, htn_agent_class **agent_class)
{
    const htn_domain *domain = &player->subject->domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_OPERATORS), i;
    htn_operator_binding operators[MOST_OPERATORS];
    const htnc_sensor_decl *sensor = player->subject->compilation.model->main->sensors;
    htn_sensor_binding eye = {.name = sensor ? sensor->name.text : NULL, .sense = sense};
    htn_bindings bindings = {.operators = operators,
                             .operator_count = count,
                             .sensors = &eye,
                             .sensor_count = sensor != NULL,
                             .answerer = answer,
                             .order_ended = order_ended};
    size_t room = htn_agent_class_bytes(domain);

    if (count > MOST_OPERATORS || (sensor && sensor->next))
        return false;
    for (i = 0; i < count; i++) {
        uint32_t name = htn_domain_field(domain, HTN_SECTION_OPERATORS, i, HTN_OPERATORS_NAME);

        operators[i] = (htn_operator_binding){.name = htn_domain_text(domain, HTN_SECTION_STRINGS, name),
                                              .start = begin,
                                              .update = go_on,
                                              .abort = stop,
                                              .resume = resume,
                                              .memory = sizeof(memory)};
    }
    for (i = 0; i < count && player->remembers; i++)
        operators[i] = (htn_operator_binding){.name = operators[i].name, .polled = true, .memory = operators[i].memory};
    if (player->mode == PLAYER_POLLED && !player->remembers)
        bindings.operator_count = 0;
    player->class_memory = subject_memory(room);
    return htn_agent_class_init(agent_class, domain, &bindings, player->class_memory, room, NULL) == HTN_OK;
}

static htn_agent_options options_of(player_state *player, const htn_limits *limits)
{
    const story_state *story = player->story;
    htn_agent_options options = {0};

    options.limits = *limits;
    options.user = player;
    options.interval_ms = story->interval_ms;
    options.back_off_ms = story->back_off_ms;
    options.horizon_ms = story->horizon_ms;
    options.seed = story->seed_of_draws;
    options.stagger = story->stagger;
    options.running = story->running;
    options.orders = (uint8_t)story->orders;
    options.replan_always = player->mode == PLAYER_ALWAYS;
    options.defer = player->cast->later;
    options.budget = player->mode == PLAYER_SLICED ? 1 + (uint32_t)(story->seed % 29) : 0;
    return options;
}

/* In a block of exactly its size, which is made for the first one and used again. */
static bool make_agent(player_state *player, void **block)
{
    size_t room = htn_agent_bytes(player->agent_class, &player->options);

    if (!*block)
        *block = subject_memory(room);
    return htn_agent_init(&player->agent, player->agent_class, &player->options, *block, room) == HTN_OK;
}

static bool keep_journal(player_state *player)
{
    htn_agent_listen(player->agent, listen, player);
    player->ring = subject_memory(RING);
    return htn_journal_init(&player->journal, player->ring, RING) == HTN_OK &&
           htn_agent_journal(player->agent, &player->journal) == HTN_OK;
}

void player_empty(player_state *player)
{
    player->agent = NULL;
    player->class_memory = player->agent_memory = player->other_memory = NULL;
    player->save = player->ring = player->written = NULL;
}

bool player_open(player_state *player, player_mode mode, const cast_state *cast, uint32_t number,
                 reference_planner *reference, subject_state *subject, const htn_limits *limits)
{
    htn_agent_class *agent_class;

    player->mode = mode;
    player->cast = cast;
    subject->answers.lateness = dice_for(cast->seed, 31);
    player->number = number;
    player->story = &cast->stories[number];
    player->home = NULL;
    player->knows_home = player->status_unknown = player->thrown = false;
    player->remembers = mode == PLAYER_POLLED && cast->seed % 7 < 4;
    player->loads = cast->homes == 0 && (mode == PLAYER_SAVED || (player->remembers && cast->seed % 7 < 2));
    player->missed = 0;
    player->lazy = HTN_ABORTED;
    player->ticking = player->branching = false;
    player->calls.count = player->layers.count = 0;
    player->save = player->ring = player->written = NULL;
    player->written_size = 0;
    player->reference = reference;
    player->subject = subject;
    player->agent = NULL;
    player->class_memory = player->agent_memory = player->other_memory = NULL;
    player->announced = 0;
    player->status = HTN_OK;
    player->events = player->slices = player->resumed = 0;
    memset(player->ended, 0, sizeof player->ended);
    player->problem = "the agent was refused";
    player->options = options_of(player, limits);
    if (!bind(player, &agent_class))
        return false;
    player->agent_class = agent_class;
    if (!make_agent(player, &player->agent_memory))
        return false;
    if (mode == PLAYER_HEARD && !keep_journal(player))
        return false;
    player->problem = NULL;
    return true;
}

void player_close(player_state *player)
{
    free(player->class_memory);
    free(player->agent_memory);
    free(player->other_memory);
    free(player->save);
    free(player->ring);
    free(player->written);
}

bool player_save(player_state *player)
{
    htn_status status;

    player->save_size = htn_agent_save_bytes(player->agent);
    player->save = subject_memory(player->save_size);
    status = htn_agent_save(player->agent, player->save, player->save_size, NULL);
    if (status != HTN_OK && status != HTN_BUSY)
        player->problem = "an agent could not be saved";
    if (status != HTN_OK)
        player_drop_save(player);
    return status == HTN_OK;
}

void player_drop_save(player_state *player)
{
    free(player->save);
    player->save = NULL;
}

void player_load(player_state *player)
{
    void *old = player->agent_memory;

    if (!make_agent(player, &player->other_memory) ||
        htn_agent_load(player->agent, player->save, player->save_size, NULL) != HTN_OK)
        player->problem = "a save was refused";
    memset(old, 0xA5, htn_agent_bytes(player->agent_class, &player->options));
    player->agent_memory = player->other_memory;
    player->other_memory = old;
    player_drop_save(player);
}

/* Time stands still until the search is done. */
static void finish_searches(player_state *player)
{
    uint32_t i;

    for (i = 0; is_frozen(player); i++) {
        htn_status status = htn_agent_tick(player->agent, 0);

        player->slices++;
        if (player->status == HTN_OK)
            player->status = status;
        if (i == MOST_SLICES) { /* with a budget of a few units: the story ends here, as for want of room */
            player->status = HTN_FULL_CHOICES;
            return;
        }
    }
}

void player_read_journal(player_state *player)
{
    size_t read;

    do {
        uint8_t *more = realloc(player->written, player->written_size + HTN_JOURNAL_MIN_BYTES);

        if (!more) {
            player->problem = "no memory for a journal";
            return;
        }
        player->written = more;
        read = htn_journal_read(&player->journal, more + player->written_size, HTN_JOURNAL_MIN_BYTES);
        player->written_size += read;
    } while (read != 0);
}

bool player_is_replayed(const player_state *player, htn_replay_report *report)
{
    const htn_domain *domain = &player->subject->domain;
    htn_status status;
    void *room = NULL;
    size_t size = 0;

    while ((status = htn_replay(domain, player->written, player->written_size, room, size, report)) == HTN_TOO_SMALL &&
           report->memory > size && report->memory < MOST_REPLAY) {
        free(room);
        size = report->memory;
        room = subject_memory(size);
    }
    free(room);
    return status == HTN_OK;
}

static void recover(player_state *player)
{
    player->status = HTN_OK;
    player->thrown = true;
    if (htn_agent_recover(player->agent) != HTN_OK)
        player->problem = "an agent could not recover";
}

static void play(player_state *player, uint64_t elapsed)
{
    player->ticking = true;
    if (setjmp(player->before) == 0)
        player->status = htn_agent_tick(player->agent, elapsed);
    else
        recover(player);
    finish_searches(player);
    player->ticking = false;
}

static void before(player_state *player, uint32_t tick)
{
    player->tick = tick;
    player->end_count = 0;
    player->calls.count = player->layers.count = 0;
    player->calls.full = player->layers.full = false;
    player->subject->answers.seed = story_answers(player->story, tick);
    outside(player);
}

static void after(player_state *player)
{
    if (player->mode == PLAYER_POLLED)
        read_news(player);
    if (player->mode == PLAYER_HEARD)
        player_read_journal(player);
    chronicle_agent(&player->layers, &player->subject->domain, player->agent);
}

void player_tick(player_state *player, uint32_t tick, bool ticked)
{
    const uint32_t elapsed = player->missed + cast_elapsed(player->cast, tick, player->number);

    before(player, tick);
    if (player->mode == PLAYER_POLLED && ticked)
        report(player);
    if (player->loads && player_save(player))
        player_load(player);
    if (ticked)
        play(player, elapsed);
    player->missed = ticked || !player->cast->crowded ? 0 : elapsed;
    after(player);
}

void player_begin_frame(player_state *player, uint32_t tick)
{
    before(player, tick);
    htn_agent_set_period(player->agent, cast_period(player->cast, tick, player->number));
    player->ticking = true;
}

void player_end_frame(player_state *player, htn_status status)
{
    player->ticking = false;
    if (cast_is_ticked(player->cast, player->tick, player->number))
        player->status = status;
    after(player);
}
