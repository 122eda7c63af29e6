/* A game that does anything; see wild_game.h. */
#include "wild_game.h"
#include <htn/orders.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEMORY = 1 << 22, MOST_OPERATORS = 256 };

/* --- What the game binds ------------------------------------------------------------------------ */

static htn_outcome any_outcome(wild_game *game)
{
    static const htn_outcome outcomes[] = {HTN_RUNNING, HTN_SUCCEEDED, HTN_RUNNING, HTN_FAILED, HTN_SUCCEEDED};
    return outcomes[random_below(&game->state, 5)];
}

/* An operator's memory is its own, and its arguments can be read. */
static htn_outcome act(void *user, const htn_activity *activity)
{
    wild_game *game = user;
    size_t length = 0;
    for (uint32_t i = 0; i < activity->argument_count; i++)
        length += activity->arguments[i].text != NULL ? strlen(activity->arguments[i].text) : 0;
    memset(activity->memory, (int)length, 8);
    if (random_below(&game->state, 4) == 0)
        disturb(htn_agent_world(activity->agent), &game->state);
    fuzz_expect(htn_agent_tick(activity->agent, 1) == HTN_BUSY, "a tick inside a tick");
    return any_outcome(game);
}

static htn_outcome end_early(void *user, const htn_activity *activity)
{
    (void)activity;
    return random_below(&((wild_game *)user)->state, 2) ? HTN_RUNNING : HTN_ABORTED;
}

/* Now and then late, else always the same: a few candidates where such are asked for. */
static htn_status answer_anything(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    wild_game *game = user;
    int32_t sum = (int32_t)question->query - 3;
    if (random_below(&game->answer_state, 8) == 0)
        return HTN_WAITS;
    for (uint32_t i = 0; i < question->argument_count; i++)
        sum = sum % 50 + question->arguments[i] % 5;
    answers[0] = sum;
    if (htn_query_candidates(game->domain, question->query) != 0)
        for (*count = 0; *count < question->capacity && *count <= (uint32_t)(sum & 3); ++*count)
            answers[*count] = sum + (int32_t)*count;
    return HTN_OK;
}

static htn_operator_binding bind_operator(wild_game *game, uint32_t which)
{
    htn_operator_binding binding = {.name = htn_operator_name(game->domain, which), .start = act, .memory = 8};
    binding.update = random_below(&game->state, 4) ? act : NULL;
    binding.abort = random_below(&game->state, 2) ? end_early : NULL;
    return binding;
}

/* Some operators are bound, the others polled. */
static void bind(wild_game *game)
{
    const uint32_t count = htn_domain_count(game->domain, HTN_SECTION_OPERATORS);
    game->operators = must_allocate(MOST_OPERATORS * sizeof *game->operators);
    game->bindings.operators = game->operators;
    game->bindings.answerer = answer_anything;
    for (uint32_t i = 0; i < count && i < MOST_OPERATORS; i++)
        if (random_below(&game->state, 2))
            game->operators[game->bindings.operator_count++] = bind_operator(game, i);
}

/* --- Beginning and end -------------------------------------------------------------------------- */

/* One draw after the other: in an initializer their order would be the compiler's. */
static htn_agent_options any_options(wild_game *game)
{
    uint64_t *state = &game->state;
    htn_agent_options options = {.user = game};
    htn_limits *limits = &options.limits;
    limits->steps = 2 + random_below(state, 14);
    limits->depth = 1 + random_below(state, 8);
    limits->work = 1 + random_below(state, 400);
    limits->record = random_below(state, 2) * 24;
    limits->frames = random_below(state, 2) * 300;
    limits->choices = random_below(state, 2) * 20;
    limits->nodes = 1 + random_below(state, 40);
    limits->trail = random_below(state, 2) * 60;
    limits->spans = random_below(state, 2) * 6;
    if (random_below(state, 2))
        options.budget = 1 + random_below(state, 30);
    options.interval_ms = random_below(state, 2) * 150;
    options.back_off_ms = random_below(state, 2) * 100;
    options.horizon_ms = random_below(state, 3) / 2 * 500;
    options.seed = random_below(state, 100);
    options.stagger = random_below(state, 3);
    options.running = random_below(state, 4);
    options.replan_always = random_below(state, 4) == 0;
    options.defer = random_below(state, 2);
    return options;
}

/* A group of this agent alone: what its plans reserve waits for its share. */
static void join(wild_game *game)
{
    const htn_group_options options = {1, HTN_GROUP_LATER};
    const size_t size = htn_group_bytes(game->domain, &options);
    if (!game->options.defer || size > MOST_MEMORY)
        return;
    game->group_memory = must_allocate(size);
    if (htn_group_init(&game->group, game->domain, &options, game->group_memory, size) == HTN_OK) /* no shared During */
        fuzz_expect(htn_agent_join(game->agent, game->group) == HTN_OK, "an agent could not join");
}

bool wild_game_begin(wild_game *game, const htn_domain *domain, uint32_t seed)
{
    memset(game, 0, sizeof *game);
    game->domain = domain;
    game->state = seed;
    bind(game);
    game->options = any_options(game);
    game->order_state = game->answer_state = seed;
    game->options.orders = (uint8_t)(seed % 3 * 2);
    game->options.order_tries = (uint8_t)(seed % 4);
    const size_t class_size = htn_agent_class_bytes(domain);
    if (htn_world_bytes(domain) > MOST_MEMORY || class_size > MOST_MEMORY)
        return false;
    game->class_memory = must_allocate(class_size);
    fuzz_expect(htn_agent_class_init(&game->agent_class, domain, &game->bindings, game->class_memory, class_size,
                                     NULL) == HTN_OK,
                "no agent class in its own memory");
    game->agent_size = htn_agent_bytes(game->agent_class, &game->options);
    if (game->agent_size == 0 || game->agent_size > MOST_MEMORY)
        return false;
    game->agent_memory = must_allocate(game->agent_size);
    fuzz_expect(htn_agent_init(&game->agent, game->agent_class, &game->options, game->agent_memory, game->agent_size) ==
                    HTN_OK,
                "no agent in its own memory");
    join(game);
    htn_journal_init(&game->journal, game->ring, sizeof game->ring);
    return htn_agent_journal(game->agent, &game->journal) == HTN_OK;
}

void wild_game_end(wild_game *game)
{
    free(game->operators);
    free(game->class_memory);
    free(game->agent_memory);
    free(game->group_memory);
    free(game->story);
}

/* --- A tick ------------------------------------------------------------------------------------- */

static void report_anything(wild_game *game)
{
    htn_activity activity;
    for (uint32_t layer = 0; layer < htn_agent_layers(game->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(game->agent, layer, i, &activity); i++) {
            fuzz_expect(activity.task < htn_domain_count(game->domain, HTN_SECTION_TASKS), "a step of no task");
            const htn_outcome outcome = any_outcome(game);
            if (outcome != HTN_RUNNING)
                htn_agent_report(game->agent, activity.id, activity.step == HTN_NONE ? HTN_ABORTED : outcome);
        }
}

/* Mostly an order that can be given: its arguments are small numbers. */
static void order_anything(wild_game *game)
{
    uint64_t *state = &game->order_state;
    int32_t arguments[HTN_MAX_LOCALS];
    htn_order order;
    const uint32_t layer = random_below(state, htn_agent_layers(game->agent) + 1), how = random_below(state, 8);
    const htn_task task = random_below(state, htn_domain_count(game->domain, HTN_SECTION_TASKS));
    const htn_given_task given = {task, arguments, htn_task_parameters(game->domain, task)};
    for (uint32_t i = 0; i < given.argument_count && i < HTN_MAX_LOCALS; i++)
        arguments[i] = (int32_t)random_below(state, 5) - 1;
    if (how < 5 && given.argument_count <= HTN_MAX_LOCALS)
        htn_agent_order(game->agent, layer, &given, how < 4 ? HTN_ORDER_QUEUE : HTN_ORDER_REPLACE, NULL);
    else if (how == 5)
        htn_agent_take_back(game->agent, layer, random_below(state, 9));
    for (uint32_t i = 0; htn_agent_order_at(game->agent, 0, i, &order); i++)
        fuzz_expect(order.id != 0 && order.task.task < htn_domain_count(game->domain, HTN_SECTION_TASKS),
                    "an order of no task");
}

static void read_journal(wild_game *game)
{
    size_t read;
    do {
        uint8_t *more = realloc(game->story, game->story_size + HTN_JOURNAL_MIN_BYTES);
        fuzz_expect(more != NULL, "out of memory");
        game->story = more;
        read = htn_journal_read(&game->journal, more + game->story_size, HTN_JOURNAL_MIN_BYTES);
        game->story_size += read;
    } while (read != 0);
}

static bool is_in_background(const htn_plan *plan, uint32_t step)
{
    for (uint32_t i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == HTN_SPAN_BACKGROUND && step >= plan->spans[i].first && step < plan->spans[i].end)
            return true;
    return false;
}

void wild_game_check_plans(const wild_game *game)
{
    htn_limits limits;
    htn_plan plan;
    const uint8_t *done;
    for (uint32_t layer = 0; layer < htn_agent_layers(game->agent); layer++) {
        htn_planner_limits(htn_agent_planner(game->agent, layer), &limits);
        if (!htn_agent_plan(game->agent, layer, &plan, &done))
            continue;
        fuzz_expect(plan.step_count <= limits.steps, "a plan longer than the limit");
        fuzz_expect(plan.record_count <= limits.record, "a record longer than the limit");
        fuzz_expect(plan.span_count <= limits.spans, "more spans than the limit");
        expect_spans(&plan);
        for (uint32_t i = 0; i < plan.step_count; i++)
            fuzz_expect(done[i] <=
                                (is_in_background(&plan, i) ? HTN_STEP_ROUND_DONE + plan.span_count : HTN_STEP_DONE) &&
                            plan.steps[i].task < htn_domain_count(game->domain, HTN_SECTION_TASKS),
                        "a step that is none");
    }
}

void wild_game_tick(wild_game *game)
{
    htn_news news;
    uint32_t work = random_below(&game->state, 50);
    if (random_below(&game->state, 2))
        disturb(htn_agent_world(game->agent), &game->state);
    report_anything(game);
    if (game->options.orders != 0)
        order_anything(game);
    if (random_below(&game->state, 4) == 0)
        htn_agent_ask(game->agent, random_below(&game->state, 3) - 1);
    if (random_below(&game->state, 4) == 0)
        htn_agent_answers_changed(game->agent);
    const uint32_t elapsed_us = random_below(&game->state, 400) * 1000 + random_below(&game->state, 2) * 667;
    const htn_status status =
        htn_agent_tick_within(game->agent, elapsed_us, random_below(&game->state, 3) ? NULL : &work);
    fuzz_expect(status == HTN_OK || status == HTN_NO_PLAN || (status >= HTN_LIMIT_STEPS && status <= HTN_FULL_BEST),
                "how a tick ended");
    while (htn_agent_news(game->agent, &news))
        fuzz_expect(news.kind < HTN_NEWS_KINDS, "news of no kind");
    if (random_below(&game->state, 3))
        htn_agent_share(game->agent);
    wild_game_check_plans(game);
    read_journal(game);
}

/* --- Seeds -------------------------------------------------------------------------------------- */

uint8_t *wild_game_save(const wild_game *game, size_t *size)
{
    htn_agent_share(game->agent);
    *size = htn_agent_save_bytes(game->agent);
    uint8_t *save = must_allocate(*size);
    fuzz_expect(htn_agent_save(game->agent, save, *size, NULL) == HTN_OK, "no save of its own size");
    return save;
}

static void write_seed(const char *folder, const char *name, uint32_t number, const uint8_t *bytes, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%u", folder, name, (unsigned)number);
    FILE *file = fopen(path, "wb");
    fuzz_expect(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, path);
}

/* The journal goes on from it. */
static void take_snapshot(wild_game *game)
{
    const size_t size = htn_agent_save_bytes(game->agent);
    void *scratch = must_allocate(size);
    const htn_status status = htn_agent_snapshot(game->agent, &game->journal, scratch, size);
    fuzz_expect(status == HTN_OK || status == HTN_BUSY, "no snapshot");
    free(scratch);
    read_journal(game);
}

void wild_game_write_seeds(const char *folder)
{
    for (uint32_t seed = 0; seed < 24; seed++) {
        wild_game game;
        size_t size;
        fuzz_expect(wild_game_begin(&game, fuzz_domain(), seed), "no game");
        for (uint32_t ticks = 1 + seed; ticks > 0; ticks--) {
            wild_game_tick(&game);
            if (seed % 2 != 0 && ticks % 5 == 0)
                take_snapshot(&game);
        }
        uint8_t *save = wild_game_save(&game, &size);
        write_seed(folder, "save", seed, save, size);
        write_seed(folder, "journal", seed, game.story, game.story_size);
        free(save);
        wild_game_end(&game);
    }
}
