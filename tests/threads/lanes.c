/*
 * Crowds on several threads, as docs/crowd.md has it: one crowd per lane over one domain and one agent class, each ticked on a
 * thread of its own, then shared one after the other. Each agent must do what it does when the same lanes are ticked on
 * one thread. Built with the thread sanitizer by `run`, which also says which variant is asked for:
 *
 *     lanes BLOB same    on threads and on one: each agent's log is compared; says how much there was to compare
 *     lanes BLOB race    two threads tick one crowd: the sanitizer must notice
 */
#include <htn/htn.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 4, AGENTS = 96, GROUPS = 3, FRAMES = 300, TICK = 50000 /* microseconds */, BUDGET = 60 };

typedef struct guard {
    htn_agent *agent;
    uint32_t number, tick;
    uint32_t log;   /* a sum of all that its operators were asked, and when */
    uint32_t calls; /* how often */
} guard;

typedef struct lane {
    htn_crowd crowd;
    htn_status status;
} lane;

typedef struct game {
    const htn_domain *domain;
    const htn_agent_class *agent_class;
    htn_group *groups[GROUPS];
    lane lanes[LANES];
    guard guards[AGENTS];
} game;

static void fail(const char *why)
{
    fprintf(stderr, "lanes: %s\n", why);
    exit(2);
}

static void *get(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL)
        fail("out of memory");
    return memory;
}

static uint32_t mix(uint32_t x)
{
    x = (x ^ x >> 16) * UINT32_C(0x7FEB352D);
    return (x ^ x >> 15) * UINT32_C(0x846CA68B);
}

/* --- Bindings ------------------------------------------------------------------------------------- */

static void note(guard *self, const htn_activity *activity, uint32_t what)
{
    self->log = mix(self->log + self->tick * 31 + activity->task * 7 + activity->id) + what;
    for (uint32_t i = 0; i < activity->argument_count; i++)
        self->log = mix(self->log + (uint32_t)activity->arguments[i].value);
    self->calls++;
}

static htn_outcome start(void *user, const htn_activity *activity)
{
    note((guard *)user, activity, 1);
    return HTN_RUNNING;
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    guard *self = (guard *)user;
    const uint32_t chance = mix(self->number * 1009 + self->tick) % 16;
    note(self, activity, 2);
    return chance == 0 ? HTN_FAILED : chance < 6 ? HTN_SUCCEEDED : HTN_RUNNING;
}

static htn_outcome stop(void *user, const htn_activity *activity)
{
    guard *self = (guard *)user;
    note(self, activity, 3);
    return mix(self->number + self->tick * 77) % 3 == 0 ? HTN_RUNNING : HTN_ABORTED;
}

static void hear(void *user, const htn_sensing *sensing)
{
    const guard *self = (const guard *)user;
    htn_world_set(sensing->world, htn_property_find(sensing->world->domain, "Noise"),
                  (int32_t)(mix(self->number * 31 + self->tick / 8) % 101));
}

static htn_status is_open(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    const guard *self = (const guard *)user;
    (void)count;
    answers[0] = (int32_t)((self->tick / 16 + (uint32_t)question->arguments[0]) & 1);
    return HTN_OK;
}

/* --- The game ------------------------------------------------------------------------------------- */

static const htn_agent_class *bind(const htn_domain *domain)
{
    static const htn_sensor_binding sensors[] = {{.name = "Ear", .sense = hear}};
    htn_operator_binding operators[16];
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_OPERATORS);
    const size_t size = htn_agent_class_bytes(domain);
    htn_agent_class *agent_class;
    if (count > 16)
        fail("too many operators");
    for (uint32_t i = 0; i < count; i++)
        operators[i] = (htn_operator_binding){
            .name = htn_operator_name(domain, i), .start = start, .update = update, .abort = stop};
    const htn_bindings bindings = {
        .operators = operators, .operator_count = count, .sensors = sensors, .sensor_count = 1, .answerer = is_open};
    if (htn_agent_class_init(&agent_class, domain, &bindings, get(size), size, NULL) != HTN_OK)
        fail("no agent class");
    return agent_class;
}

/* Agents lie in lanes one behind the other, so that sharing lane after lane is sharing agent after agent. */
static game *begin(const htn_domain *domain, const htn_agent_class *agent_class)
{
    const htn_group_options later = {.mode = HTN_GROUP_LATER};
    game *made = (game *)get(sizeof *made);
    made->domain = domain;
    made->agent_class = agent_class;
    for (uint32_t i = 0; i < GROUPS; i++)
        if (htn_group_init(&made->groups[i], domain, &later, get(htn_group_bytes(domain, &later)),
                           htn_group_bytes(domain, &later)) != HTN_OK)
            fail("no group");
    for (uint32_t i = 0; i < LANES; i++)
        htn_crowd_init(&made->lanes[i].crowd);
    for (uint32_t i = 0; i < AGENTS; i++) {
        guard *self = &made->guards[i];
        htn_agent_options options = {0};
        options.user = self;
        options.seed = i;
        options.stagger = i;
        options.limits.steps = 32;
        options.defer = true;
        const size_t size = htn_agent_bytes(agent_class, &options);
        self->number = i;
        if (htn_agent_init(&self->agent, agent_class, &options, get(size), size) != HTN_OK ||
            htn_agent_join(self->agent, made->groups[i % GROUPS]) != HTN_OK ||
            htn_crowd_add(&made->lanes[i * LANES / AGENTS].crowd, self->agent) != HTN_OK)
            fail("no agent");
    }
    return made;
}

static void *tick_lane(void *given)
{
    lane *of = (lane *)given;
    of->status = htn_crowd_tick(&of->crowd, TICK, BUDGET);
    return NULL;
}

static void frame(game *played, uint32_t number, bool threads)
{
    pthread_t running[LANES];
    for (uint32_t i = 0; i < AGENTS; i++)
        played->guards[i].tick = number;
    for (uint32_t i = 0; i < LANES; i++)
        if (!threads)
            tick_lane(&played->lanes[i]);
        else if (pthread_create(&running[i], NULL, tick_lane, &played->lanes[i]) != 0)
            fail("no thread");
    for (uint32_t i = 0; threads && i < LANES; i++)
        pthread_join(running[i], NULL);
    for (uint32_t i = 0; i < LANES; i++)
        if (played->lanes[i].status != HTN_OK || htn_crowd_share(&played->lanes[i].crowd) != HTN_OK)
            fail(htn_status_text(played->lanes[i].status));
    htn_world *group = htn_group_world(played->groups[number % GROUPS]);
    if (number % 10 == 0)
        htn_world_set(group, htn_property_find(played->domain, "Alarm"), (int32_t)(mix(number) % 100));
}

/* From one lane to the next, as a game may balance them. */
static void move(game *played, uint32_t number)
{
    htn_agent *agent = played->guards[number % AGENTS].agent;
    for (uint32_t i = 0; i < LANES; i++)
        if (htn_crowd_remove(&played->lanes[i].crowd, agent) == HTN_OK) {
            htn_crowd_add(&played->lanes[(i + 1) % LANES].crowd, agent);
            return;
        }
    fail("an agent is in no crowd");
}

static int compare(const game *one, const game *other)
{
    uint32_t calls = 0, different = 0;
    for (uint32_t i = 0; i < AGENTS; i++) {
        different += one->guards[i].log != other->guards[i].log || one->guards[i].calls != other->guards[i].calls;
        calls += one->guards[i].calls;
    }
    printf("%u agents, %u different, %u calls\n", (unsigned)AGENTS, (unsigned)different, (unsigned)calls);
    return different == 0 && calls > AGENTS * FRAMES / 4 ? 0 : 1;
}

static int same(const htn_domain *domain, const htn_agent_class *agent_class)
{
    game *threaded = begin(domain, agent_class), *plain = begin(domain, agent_class);
    for (uint32_t i = 0; i < FRAMES; i++) {
        frame(threaded, i, true);
        frame(plain, i, false);
        move(threaded, i * 7);
        move(plain, i * 7);
    }
    return compare(threaded, plain);
}

static int race(const htn_domain *domain, const htn_agent_class *agent_class)
{
    game *played = begin(domain, agent_class);
    pthread_t other;
    if (pthread_create(&other, NULL, tick_lane, &played->lanes[0]) != 0)
        fail("no thread");
    tick_lane(&played->lanes[0]);
    pthread_join(other, NULL);
    return 0;
}

int main(int count, char **arguments)
{
    static unsigned char blob[1 << 16];
    htn_domain domain;
    FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL)
        fail("usage: lanes BLOB same|race");
    const size_t size = fread(blob, 1, sizeof blob, file);
    fclose(file);
    if (htn_domain_load(&domain, blob, size, NULL) != HTN_OK)
        fail("the blob is not sound");
    const htn_agent_class *agent_class = bind(&domain);
    return strcmp(arguments[2], "race") == 0 ? race(&domain, agent_class) : same(&domain, agent_class);
}
