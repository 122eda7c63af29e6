/*
 * The guard in C: what every binding must do alike, byte for byte (bindings/README.md).
 *
 *     guard GUARD.htnb JOURNAL [FRAMES]   plays 160 frames, writes the journal, prints the plan in each frame and the ends of orders
 */
#include "guard.h"
#include <htn/htn.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 160, THIEVES = 4, LINE = 30, RING = 1 << 16 };

typedef struct game {
    int at, tired, tries;
    int thieves[THIEVES]; /* where they are */
    unsigned looking;     /* the step that looks around; 0: none */
    int looked;           /* for how many frames */
    FILE *journal_file;
    htn_journal journal;
    unsigned char ring[RING];
} game;

static const int places[] = {2, 12, 24}; /* Gate, Hall, Vault */

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

static int towards(int from, int to, int most)
{
    return distance(from, to) <= most ? to : from < to ? from + most : from - most;
}

/* --- What the guard senses ---------------------------------------------------------------------- */

static void look(void *user, const htn_sensing *sensing)
{
    const game *g = user;
    for (int32_t t = 0; t < THIEVES; t++) {
        if (!htn_world_exists(sensing->world, Guard_entities_Thief, t))
            continue;
        const int far = distance(g->at, g->thieves[t]);
        htn_world_set_at(sensing->world, Guard_property_Sees, &t, 1, far < 15);
        htn_world_set_at(sensing->world, Guard_property_Distance, &t, 1, far);
    }
}

static void feel(void *user, const htn_sensing *sensing)
{
    htn_world_set(sensing->world, Guard_property_Tired, ((const game *)user)->tired);
}

static htn_status steps(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    (void)count;
    answers[0] = distance(((const game *)user)->at, places[question->arguments[0]]);
    return HTN_OK;
}

/* --- What the guard does ------------------------------------------------------------------------ */

static htn_outcome walk(void *user, const htn_activity *step)
{
    game *g = user;
    const int to = places[step->arguments[0].value];
    g->at = towards(g->at, to, 1);
    g->tired += g->tired < 100;
    return g->at == to ? HTN_SUCCEEDED : HTN_RUNNING;
}

static htn_outcome chase(void *user, const htn_activity *step)
{
    game *g = user;
    const int32_t thief = step->arguments[0].value;
    if (thief < 0) /* it is gone: the plan fails, and stop() is called */
        return HTN_RUNNING;
    g->at = towards(g->at, g->thieves[thief], 2);
    return g->at == g->thieves[thief] ? HTN_SUCCEEDED : HTN_RUNNING;
}

/* It takes him a frame to stop. The step's memory is zero when it starts. */
static htn_outcome stop(void *user, const htn_activity *step)
{
    uint32_t *calls = step->memory;
    (void)user;
    return (*calls)++ == 0 ? HTN_RUNNING : HTN_ABORTED;
}

static htn_outcome shout(void *user, const htn_activity *step)
{
    uint64_t *since = step->memory;
    (void)user;
    return (*since += step->elapsed_us) >= 250000 ? HTN_SUCCEEDED : HTN_RUNNING;
}

static htn_outcome arrest(void *user, const htn_activity *step)
{
    (void)user;
    htn_world_despawn(htn_agent_world(step->agent), Guard_entities_Thief, step->arguments[0].value);
    return HTN_SUCCEEDED;
}

static htn_outcome unlock(void *user, const htn_activity *step)
{
    (void)step;
    return ++((game *)user)->tries <= 3 ? HTN_FAILED : HTN_SUCCEEDED;
}

static htn_outcome silence(void *user, const htn_activity *step)
{
    (void)user, (void)step;
    return HTN_SUCCEEDED;
}

static htn_outcome rest(void *user, const htn_activity *step)
{
    game *g = user;
    (void)step;
    return (g->tired -= 7) < 10 ? HTN_SUCCEEDED : HTN_RUNNING;
}

static void order_ended(void *user, const htn_order_report *report)
{
    (void)user;
    printf("order %u ended %d\n", report->id, report->end);
}

/* LookAround is not here, so it is polled. */
static const htn_operator_binding operators[] = {
    {.name = "Walk", .update = walk},
    {.name = "Chase", .update = chase, .abort = stop, .memory = sizeof(uint32_t)},
    {.name = "Shout", .update = shout, .memory = sizeof(uint64_t)},
    {.name = "Arrest", .update = arrest},
    {.name = "Unlock", .start = unlock},
    {.name = "Silence", .start = silence},
    {.name = "Rest", .update = rest},
};
static const htn_sensor_binding sensors[] = {{.name = "Eyes", .sense = look}, {.name = "Legs", .sense = feel}};
static const htn_bindings bindings = {.operators = operators,
                                      .operator_count = sizeof operators / sizeof *operators,
                                      .sensors = sensors,
                                      .sensor_count = 2,
                                      .answerer = steps,
                                      .order_ended = order_ended};

/* --- His world, frame by frame ------------------------------------------------------------------ */

static void poll(game *g, htn_agent *agent)
{
    htn_news news;
    while (htn_agent_news(agent, &news)) {
        if (news.kind == HTN_NEWS_ABORT)
            htn_agent_report(agent, news.activity.id, HTN_ABORTED);
        g->looking = news.kind == HTN_NEWS_ABORT ? 0 : news.activity.id;
        g->looked = 0;
    }
    if (g->looking == 0 || ++g->looked < 4)
        return;
    htn_world *world = htn_agent_world(agent);
    const int32_t beat = htn_world_get(world, Guard_property_Beat);
    htn_agent_report(agent, g->looking, HTN_SUCCEEDED);
    htn_world_set(world, Guard_property_Beat, beat == Guard_value_Hall ? Guard_value_Vault : Guard_value_Hall);
    g->looking = 0;
}

static void spawn(game *g, htn_world *world, int at)
{
    int32_t thief;
    if (htn_world_spawn(world, Guard_entities_Thief, &thief) == HTN_OK)
        g->thieves[thief] = at;
}

static void order(htn_agent *agent, int32_t place, htn_order_how how)
{
    const htn_given_task inspect = {Guard_task_Inspect, &place, 1};
    htn_agent_order(agent, 0, &inspect, how, NULL);
}

/* What happens in a frame before the guard is ticked. */
static void happen(game *g, htn_agent *agent, int frame)
{
    htn_world *world = htn_agent_world(agent);
    for (int t = 0; t < THIEVES; t++) /* thieves run away */
        if (frame % 2 == 0 && g->thieves[t] > 0 && g->thieves[t] < LINE)
            g->thieves[t] += g->thieves[t] < g->at ? -1 : 1;
    switch (frame) {
    case 8: spawn(g, world, 20); break;
    case 36: spawn(g, world, 3), spawn(g, world, 25); break;
    case 42: htn_world_despawn(world, Guard_entities_Thief, 0); break; /* it escapes */
    case 70: htn_world_set(world, Guard_property_Alarm, 1); break;
    case 118: order(agent, Guard_value_Gate, HTN_ORDER_QUEUE), order(agent, Guard_value_Vault, HTN_ORDER_QUEUE); break;
    case 122: htn_agent_take_back(agent, 0, 2); break;
    case 134: order(agent, Guard_value_Hall, HTN_ORDER_REPLACE); break;
    default: break;
    }
}

/* The plan with what is done of it. */
static void print_plan(const htn_agent *agent, int frame)
{
    htn_plan plan;
    const uint8_t *done;
    printf("%d", frame);
    if (htn_agent_plan(agent, 0, &plan, &done))
        for (uint32_t i = 0; i < plan.step_count; i++)
            printf(" %s:%u", htn_task_name(htn_agent_domain(agent), plan.steps[i].task), done[i]);
    printf("\n");
}

static void keep_journal(game *g)
{
    unsigned char piece[RING];
    for (size_t size; (size = htn_journal_read(&g->journal, piece, sizeof piece)) > 0;)
        fwrite(piece, 1, size, g->journal_file);
}

/* --- All of it ---------------------------------------------------------------------------------- */

static htn_agent *new_agent(game *g, const htn_agent_class *agent_class)
{
    const htn_agent_options options = {.user = g, .seed = 7, .orders = 2, .running = 3};
    const size_t size = htn_agent_bytes(agent_class, &options);
    htn_agent *agent;
    if (htn_agent_init(&agent, agent_class, &options, malloc(size), size) != HTN_OK)
        exit(1);
    htn_journal_init(&g->journal, g->ring, RING);
    htn_agent_journal(agent, &g->journal);
    return agent; /* it lies at the beginning of its memory */
}

/* The game is saved, and loaded into another agent. */
static htn_agent *save_and_load(game *g, htn_agent *agent, const htn_agent_class *agent_class)
{
    size_t size = htn_agent_save_bytes(agent);
    void *save = malloc(size);
    htn_load_report report;
    if (htn_agent_save(agent, save, size, &size) != HTN_OK)
        exit(1);
    free(agent);
    agent = new_agent(g, agent_class);
    if (htn_agent_load(agent, save, size, &report) != HTN_OK)
        exit(1);
    free(save);
    return agent;
}

int main(int argc, char **argv)
{
    const int frames = argc > 3 ? atoi(argv[3]) : FRAMES;
    static unsigned char blob[1 << 16];
    static game g = {.at = 12, .thieves = {-1, -1, -1, -1}};
    htn_domain domain;
    htn_agent_class *agent_class;
    FILE *file = argc >= 3 ? fopen(argv[1], "rb") : NULL;
    g.journal_file = file == NULL ? NULL : fopen(argv[2], "wb");
    if (g.journal_file == NULL || htn_domain_load(&domain, blob, fread(blob, 1, sizeof blob, file), NULL) != HTN_OK)
        return 2;
    fclose(file);

    const size_t size = htn_agent_class_bytes(&domain);
    void *class_memory = malloc(size);
    if (htn_agent_class_init(&agent_class, &domain, &bindings, class_memory, size, NULL) != HTN_OK)
        return 1;
    htn_agent *agent = new_agent(&g, agent_class);
    for (int frame = 0; frame < frames; frame++) {
        const int from = g.at;
        if (frame == 64)
            agent = save_and_load(&g, agent, agent_class);
        happen(&g, agent, frame);
        htn_agent_tick(agent, 80000 + (uint64_t)(frame % 3) * 20011);
        poll(&g, agent);
        if (g.at != from)
            htn_agent_answers_changed(agent);
        print_plan(agent, frame);
        keep_journal(&g);
    }
    fclose(g.journal_file);
    free(agent);
    free(class_memory);
    return 0;
}
