/* A game that does anything at any time; see random_game.h. */
#include "random_game.h"
#include "generate.h"
#include "runtime/agent/agent_state.h"
#include <htn/save.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 1 << 18, MEMORY = 8, MOST_PARAMETERS = 255 };

static uint32_t field(const random_game *game, htn_section section, uint32_t index, uint32_t which)
{
    return htn_domain_field(game->domain, section, index, which);
}

/* --- The world ---------------------------------------------------------------------------------- */

static int32_t value_of_type(random_game *game, uint32_t type)
{
    return dice_between(&game->dice, (int32_t)field(game, HTN_SECTION_TYPES, type, HTN_TYPES_LOW),
                        (int32_t)field(game, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH));
}

/* What cannot be written is refused, which is as good. */
static void write_something(random_game *game, htn_world *world)
{
    int32_t index[MOST_PARAMETERS];
    const uint32_t properties = htn_domain_count(game->domain, HTN_SECTION_PROPERTIES);
    if (properties == 0)
        return;
    const uint32_t property = dice_below(&game->dice, properties);
    const uint32_t count = field(game, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_PARAMETER_COUNT);
    const uint32_t first = field(game, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FIRST_PARAMETER);
    for (uint32_t i = 0; i < count; i++)
        index[i] = value_of_type(game, field(game, HTN_SECTION_PARAMETERS, first + i, HTN_PARAMETERS_TYPE));
    const int32_t value =
        random_value(&game->dice, (int32_t)field(game, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_LOW),
                     (int32_t)field(game, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_HIGH));
    const bool expires = field(game, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FLAGS) & HTN_PROPERTY_EXPIRES;
    if (expires && dice_percent(&game->dice, 50))
        htn_world_set_at_for(world, property, index, count, value, dice_below(&game->dice, 2000));
    else
        htn_world_set_at(world, property, index, count, value);
}

static void crowd(random_game *game, htn_world *world)
{
    int32_t instance;
    const uint32_t type = dice_below(&game->dice, htn_domain_count(game->domain, HTN_SECTION_TYPES));
    if (dice_percent(&game->dice, 60))
        htn_world_spawn(world, type, &instance);
    else
        htn_world_despawn(world, type, value_of_type(game, type));
}

static void add_something(random_game *game, htn_world *world)
{
    const uint32_t properties = htn_domain_count(game->domain, HTN_SECTION_PROPERTIES);
    if (properties != 0) {
        const int32_t by = dice_between(&game->dice, -5, 5); /* before the other draw, with every compiler */
        htn_world_add(world, dice_below(&game->dice, properties), by);
    }
}

static void report_something(random_game *game, uint32_t percent)
{
    htn_activity activity;
    for (uint32_t layer = 0; layer < htn_agent_layers(game->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(game->agent, layer, i, &activity); i++)
            if (dice_percent(&game->dice, percent))
                htn_agent_report(game->agent, activity.id,
                                 dice_percent(&game->dice, 70) ? HTN_SUCCEEDED
                                                               : (htn_outcome)dice_below(&game->dice, 4));
}

/* What may be done at any time, inside callbacks as well. */
/* Some instance is held by nobody any more, if any is. */
static void release_something(random_game *game)
{
    const uint32_t type = dice_below(&game->dice, htn_domain_count(game->domain, HTN_SECTION_TYPES));
    htn_group_release(game->group, type, (int32_t)dice_below(&game->dice, 4));
}

static void do_something(random_game *game)
{
    const uint32_t often = game->calm ? 1 : 4;
    htn_world *world = htn_agent_world(game->agent);
    while (dice_percent(&game->dice, 8 * often))
        write_something(game, world);
    if (dice_percent(&game->dice, 2 * often))
        crowd(game, world);
    if (dice_percent(&game->dice, 2 * often))
        add_something(game, world);
    if (!game->later && dice_percent(&game->dice, 2 * often))
        write_something(game, htn_group_world(game->group));
    if (!game->later && dice_percent(&game->dice, often))
        crowd(game, htn_group_world(game->group));
    if (!game->later && dice_percent(&game->dice, often))
        release_something(game);
    if (dice_percent(&game->dice, often))
        htn_agent_ask(game->agent, dice_percent(&game->dice, 50)
                                       ? HTN_NONE
                                       : dice_below(&game->dice, htn_agent_layers(game->agent)));
    if (dice_percent(&game->dice, often))
        htn_agent_answers_changed(game->agent);
    if (dice_percent(&game->dice, often))
        report_something(game, 30);
}

/* --- Callbacks ---------------------------------------------------------------------------------- */

static htn_outcome start(void *user, const htn_activity *activity)
{
    random_game *game = user;
    (void)activity;
    do_something(game);
    return dice_percent(&game->dice, 90) ? HTN_RUNNING : dice_percent(&game->dice, 50) ? HTN_SUCCEEDED : HTN_FAILED;
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    random_game *game = user;
    (void)activity;
    do_something(game);
    return dice_percent(&game->dice, 50) ? HTN_RUNNING : dice_percent(&game->dice, 80) ? HTN_SUCCEEDED : HTN_FAILED;
}

static htn_outcome end_early(void *user, const htn_activity *activity)
{
    random_game *game = user;
    (void)activity;
    do_something(game);
    return dice_percent(&game->dice, 60) ? HTN_ABORTED : HTN_RUNNING;
}

static void resume(void *user, const htn_activity *activity)
{
    (void)activity;
    do_something(user);
}

static void sense(void *user, const htn_sensing *sensing)
{
    random_game *game = user;
    do_something(game);
    write_something(game, sensing->world);
}

static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    return answer_runtime(&((random_game *)user)->subject.answers, question, answers, count);
}

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    const random_game *game = user;
    if (game->spy != NULL)
        game->spy(game->spy_user, planner, event);
}

/* While the game does not listen itself, the spy does, as in a replay: the searches stay as they are. */
static void let_spy(random_game *game)
{
    htni_observers *observers = &game->agent->observers;
    if (game->spy == NULL || (observers->listener != NULL && !observers->replays))
        return;
    observers->listener = listen;
    observers->listener_user = game;
    observers->replays = true;
}

/* --- Ticks -------------------------------------------------------------------------------------- */

static void keep_journal(random_game *game)
{
    size_t read;
    do {
        game->bytes = realloc(game->bytes, game->size + HTN_JOURNAL_MIN_BYTES);
        read = htn_journal_read(&game->journal, game->bytes + game->size, HTN_JOURNAL_MIN_BYTES);
        game->size += read;
    } while (read != 0);
}

/* A new agent goes on from a save of the old one, with the same journal. */
static void load(random_game *game)
{
    htn_agent *made;
    htn_agent_share(game->agent);
    const size_t size = htn_agent_save_bytes(game->agent), needed = htn_agent_bytes(game->agent_class, &game->options);
    void *save = subject_memory(size), *memory = subject_memory(needed);
    if (htn_agent_save(game->agent, save, size, NULL) != HTN_OK)
        abort();
    htn_agent_join(game->agent, NULL);
    htn_agent_init(&made, game->agent_class, &game->options, memory, needed);
    free(game->agent_memory);
    game->agent_memory = memory;
    game->agent = made;
    if (dice_percent(&game->dice, 20))
        htn_agent_join(game->agent, game->group);
    htn_agent_journal(game->agent, &game->journal);
    if (htn_agent_load(game->agent, save, size, NULL) != HTN_OK)
        abort();
    if (dice_percent(&game->dice, 60))
        htn_agent_join(game->agent, game->group);
    free(save);
}

/* Another world's values, or a saved one's. */
static void give_world(random_game *game)
{
    htn_world *world = htn_agent_world(game->agent);
    const size_t size = htn_world_save_bytes(&game->other);
    void *save = subject_memory(size);
    htn_world_save(&game->other, save, size, NULL);
    if (dice_percent(&game->dice, 50))
        htn_world_copy(world, &game->other);
    else if (htn_world_load(world, save, size, NULL) != HTN_OK)
        abort();
    free(save);
}

/* A home of another id in place of the one that it may have joined. */
static void change_home(random_game *game)
{
    htn_group *old = game->group;
    htn_group_options options = {dice_below(&game->dice, 3), game->later ? HTN_GROUP_LATER : HTN_GROUP_AT_ONCE};
    const size_t size = htn_group_bytes(game->domain, &options);
    void *memory = subject_memory(size);
    if (htn_group_init(&game->group, game->domain, &options, memory, size) != HTN_OK) { /* Durings are shared */
        game->later = false;
        options.mode = HTN_GROUP_AT_ONCE;
        if (htn_group_init(&game->group, game->domain, &options, memory, size) != HTN_OK)
            abort();
    }
    while (dice_percent(&game->dice, 50))
        crowd(game, htn_group_world(game->group));
    if (htn_agent_group(game->agent) != NULL)
        htn_agent_join(game->agent, dice_percent(&game->dice, 80) ? game->group : NULL);
    free(old);
}

/* Many are refused: their values are no instances, or the queue is full. */
static void give_orders(random_game *game)
{
    int32_t values[8];
    const uint32_t layer = dice_below(&game->dice, htn_agent_layers(game->agent));
    const uint32_t task = dice_below(&game->dice, htn_domain_count(game->domain, HTN_SECTION_TASKS));
    const uint32_t count = field(game, HTN_SECTION_TASKS, task, HTN_TASKS_PARAMETER_COUNT);
    const htn_given_task given = {task, values, count};
    if (dice_percent(&game->dice, 20))
        htn_agent_take_back(game->agent, dice_percent(&game->dice, 80) ? layer : HTN_NONE, HTN_NONE);
    for (uint32_t i = 0; i < 8; i++)
        values[i] = (int32_t)dice_below(&game->dice, 2);
    if (count <= 8)
        htn_agent_order(game->agent, layer, &given, dice_percent(&game->dice, 70) ? HTN_ORDER_QUEUE : HTN_ORDER_REPLACE,
                        NULL);
}

static void do_between_ticks(random_game *game)
{
    const uint32_t sensors = htn_domain_count(game->domain, HTN_SECTION_SENSORS);
    if (game->options.orders != 0 && dice_percent(&game->dice, 20))
        give_orders(game);
    do_something(game);
    if (dice_percent(&game->dice, 20))
        report_something(game, 40);
    if (sensors != 0 && dice_percent(&game->dice, 3))
        htn_agent_sense(game->agent, dice_below(&game->dice, sensors));
    if (dice_percent(&game->dice, 2))
        htn_agent_join(game->agent, dice_percent(&game->dice, 70) ? game->group : NULL);
    while (dice_percent(&game->dice, game->calm ? 10 : 40))
        write_something(game, htn_group_world(game->group));
    if (dice_percent(&game->dice, game->calm ? 1 : 10))
        crowd(game, htn_group_world(game->group));
    for (uint32_t i = dice_percent(&game->dice, 1) ? 100 : 0; i > 0; i--)
        write_something(game, htn_group_world(game->group));
    if (dice_percent(&game->dice, 1))
        change_home(game);
    if (dice_percent(&game->dice, 10))
        htn_agent_share(game->agent);
    if (dice_percent(&game->dice, 2))
        htn_agent_listen(game->agent, dice_percent(&game->dice, 50) ? listen : NULL, game);
    if (dice_percent(&game->dice, 1))
        load(game);
    if (dice_percent(&game->dice, 2)) {
        write_something(game, &game->other);
        crowd(game, &game->other);
        give_world(game);
    }
}

/* With dice of its own, so that games without snapshots stay what they are. Without the spy, who would be taken for a listener. */
static void take_snapshot(random_game *game)
{
    if (!dice_percent(&game->snapshot_dice, game->snapshot_percent))
        return;
    const size_t size = htn_agent_save_bytes(game->agent);
    void *scratch = subject_memory(size);
    if (game->agent->observers.replays)
        game->agent->observers.listener = NULL;
    const htn_status status = htn_agent_snapshot(game->agent, &game->journal, scratch, size);
    if (status != HTN_OK && status != HTN_BUSY)
        abort();
    game->snapshots += status == HTN_OK;
    free(scratch);
}

void random_game_tick(random_game *game)
{
    uint32_t work = dice_below(&game->dice, 200);
    const uint32_t elapsed_us = dice_percent(&game->dice, 80) ? 50000 : dice_below(&game->dice, 5000000);
    game->calm = dice_percent(&game->dice, 1) ? !game->calm : game->calm;
    do_between_ticks(game);
    take_snapshot(game);
    let_spy(game);
    if (dice_percent(&game->dice, 80))
        htn_agent_tick(game->agent, elapsed_us);
    else
        htn_agent_tick_within(game->agent, elapsed_us, &work);
    keep_journal(game);
}

/* --- The beginning ------------------------------------------------------------------------------ */

static htn_operator_binding bind_operator(random_game *game, uint32_t which)
{
    htn_operator_binding binding = {.name = htn_operator_name(game->domain, which), .memory = MEMORY};
    binding.start = dice_percent(&game->dice, 90) ? start : NULL;
    binding.update = dice_percent(&game->dice, 90) ? update : NULL;
    binding.abort = dice_percent(&game->dice, 80) ? end_early : NULL;
    binding.resume = dice_percent(&game->dice, 50) ? resume : NULL;
    return binding;
}

static htn_agent_class *make_class(random_game *game)
{
    htn_agent_class *agent_class;
    const uint32_t operators = htn_domain_count(game->domain, HTN_SECTION_OPERATORS);
    const uint32_t sensors = htn_domain_count(game->domain, HTN_SECTION_SENSORS);
    const bool answers = dice_percent(&game->dice, 80), polled = dice_percent(&game->dice, 30);
    game->subject.answers.lateness = dice_for(game->seed, 31);
    game->subject.answers.late = dice_below(&game->subject.answers.lateness, 4) == 0 ? 25 : 0;
    htn_bindings bindings = {.answerer = answers ? answer : NULL};
    bindings.operators = game->operators = calloc(operators + 1, sizeof *game->operators);
    bindings.sensors = game->sensors = calloc(sensors + 1, sizeof *game->sensors);
    for (uint32_t i = 0; i < operators && !polled; i++)
        if (dice_percent(&game->dice, 80))
            game->operators[bindings.operator_count++] = bind_operator(game, i);
    for (uint32_t i = 0; i < sensors; i++)
        if (dice_percent(&game->dice, 80))
            game->sensors[bindings.sensor_count++] =
                (htn_sensor_binding){.name = htn_domain_text(game->domain, HTN_SECTION_STRINGS,
                                                             field(game, HTN_SECTION_SENSORS, i, HTN_SENSORS_NAME)),
                                     .sense = sense};
    game->class_memory = subject_memory(htn_agent_class_bytes(game->domain));
    htn_agent_class_init(&agent_class, game->domain, &bindings, game->class_memory, htn_agent_class_bytes(game->domain),
                         NULL);
    return agent_class;
}

static htn_agent_options random_options(random_game *game)
{
    htn_agent_options options = {0};
    options.user = game;
    options.limits.steps = 1 + dice_below(&game->dice, 24);
    options.limits.depth = 4 + dice_below(&game->dice, 12);
    options.limits.work = 2000;
    options.limits.nodes = 64;
    options.seed = dice_below(&game->dice, 1000);
    options.stagger = dice_below(&game->dice, 1000);
    if (dice_percent(&game->dice, 30))
        options.budget = 1 + dice_below(&game->dice, 60);
    if (dice_percent(&game->dice, 30))
        options.interval_ms = dice_below(&game->dice, 1000);
    if (dice_percent(&game->dice, 50))
        options.back_off_ms = dice_below(&game->dice, 1000);
    if (dice_percent(&game->dice, 20))
        options.horizon_ms = dice_below(&game->dice, 5000);
    options.defer = game->later || dice_percent(&game->dice, 10);
    if (dice_percent(&game->dice, 30))
        options.running = 1 + dice_below(&game->dice, 8);
    if (dice_percent(&game->dice, 30))
        options.orders = (uint8_t)(1 + dice_below(&game->dice, 3));
    return options;
}

static void make_world(random_game *game, htn_world *world)
{
    const size_t size = htn_world_bytes(game->domain);
    htn_world_init(world, game->domain, subject_memory(size), size);
}

bool random_game_begin(random_game *game, uint64_t seed, char *problem, size_t size)
{
    static char text[GENERATED_SIZE];
    const htn_limits plain = {0};
    memset(game, 0, sizeof *game);
    game->seed = seed;
    game->dice = dice_for(seed, 77);
    game->snapshot_dice = dice_for(seed, 79);
    generate_domain(seed, FEATURES_ALL, text);
    if (!subject_open(&game->subject, "random.htn", text, dice_percent(&game->dice, 50), &plain, problem, size))
        return false;
    game->domain = &game->subject.domain;
    game->subject.answers.world = NULL;
    game->agent_class = make_class(game);
    game->later = seed % 2 != 0;
    game->options = random_options(game);
    const size_t needed = htn_agent_bytes(game->agent_class, &game->options);
    game->agent_memory = subject_memory(needed);
    game->ring = subject_memory(RING);
    change_home(game);
    make_world(game, &game->other);
    if (htn_agent_init(&game->agent, game->agent_class, &game->options, game->agent_memory, needed) != HTN_OK ||
        htn_journal_init(&game->journal, game->ring, RING) != HTN_OK)
        return false;
    if (dice_percent(&game->dice, 20))
        write_something(game, htn_agent_world(game->agent));
    if (dice_percent(&game->dice, 20))
        crowd(game, htn_agent_world(game->agent));
    if (dice_percent(&game->dice, 20))
        htn_agent_join(game->agent, game->group);
    if (dice_percent(&game->dice, 10))
        htn_agent_listen(game->agent, listen, game);
    return htn_agent_journal(game->agent, &game->journal) == HTN_OK;
}

void random_game_end(random_game *game)
{
    free(game->bytes);
    free(game->ring);
    free(game->agent_memory);
    free(game->class_memory);
    free(game->operators);
    free(game->sensors);
    free(game->group);
    free(game->other.bytes);
    subject_close(&game->subject);
}
