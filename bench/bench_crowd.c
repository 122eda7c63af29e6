/*
 * Measures a crowd: trolls (crowd.htn) with changing sensors and operators that take time, in frames of 33 ms. In the
 * first frame all of them want a plan, and every ten seconds a bang makes all of them see the enemy. Frame times
 * (sensors, searches, operators) are processor time; search times (crowd_clock.c) are by the clock. The same game is
 * played several times. Each frame's least time counts, because other programs can only make it longer.
 *
 *     bench_crowd BLOB AGENTS FRAMES BUDGET REPLAN_ALWAYS     BUDGET 0: none; see report()
 *
 * A BUDGET of microseconds ("100us") is htn_crowd_tick_for()'s, with a clock: what is searched then depends on the machine's pace, so
 * the game is played once, and nothing is made better by another run.
 */
#include "crowd_clock.h"
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_MS = 33, BANG_MS = 10000, RUNS = 3 };

typedef struct troll {
    htn_agent *agent;
    uint32_t chance, now_ms;
    uint32_t sees_until, remembers_until;
} troll;

typedef struct bench {
    htn_domain domain;
    htn_agent_class *agent_class;
    htn_crowd crowd;
    troll *trolls;
    uint32_t count, frames;
    size_t agent_bytes;
    unsigned char *agents; /* their memory */
    htn_agent_options options;
    htn_property sees, remembers, distance, path, health;
    double *whole, *searching; /* by frame */
    uint32_t budget;           /* units; 0: none, or: */
    uint64_t budget_ns;        /* 0: it is in units */
    uint64_t work;             /* of a run */
    uint32_t most_work;
    uint64_t ends; /* a sum over the trolls' final states: equal in each run */
} bench;

static bench b;

static uint32_t draw(troll *self, uint32_t below)
{
    self->chance = self->chance * UINT32_C(1664525) + UINT32_C(1013904223);
    return (uint32_t)((uint64_t)self->chance * below >> 32);
}

/* --- The game ------------------------------------------------------------------------------------- */

/* Now and then the enemy is in sight for some seconds. The troll remembers it for five more. */
static void look(void *user, const htn_sensing *sensing)
{
    troll *self = (troll *)user;
    if (draw(self, 150) == 0)
        self->sees_until = self->now_ms + 1000 + draw(self, 5000);
    if (self->now_ms % BANG_MS < 200 && self->now_ms >= BANG_MS)
        self->sees_until = self->now_ms + 500 + draw(self, 1000);
    if (self->now_ms < self->sees_until)
        self->remembers_until = self->now_ms + 5000;
    htn_world_set(sensing->world, b.sees, self->now_ms < self->sees_until);
    htn_world_set(sensing->world, b.remembers, self->now_ms < self->remembers_until);
}

static void range(void *user, const htn_sensing *sensing)
{
    const int32_t distance = htn_world_get(sensing->world, b.distance) + (int32_t)draw((troll *)user, 11) - 5;
    htn_world_set(sensing->world, b.distance, distance < 0 ? 0 : distance > 200 ? 200 : distance);
}

static void find_path(void *user, const htn_sensing *sensing)
{
    htn_world_set(sensing->world, b.path, draw((troll *)user, 20) != 0);
}

static void feel(void *user, const htn_sensing *sensing)
{
    const int32_t health = htn_world_get(sensing->world, b.health) + (int32_t)draw((troll *)user, 3) - 1;
    htn_world_set(sensing->world, b.health, health < 0 ? 0 : health > 100 ? 100 : health);
}

/* An operator's memory is its remaining time in microseconds. */
static htn_outcome begin(void *user, const htn_activity *activity)
{
    *(uint32_t *)activity->memory = (300 + draw((troll *)user, 2000)) * 1000;
    return HTN_RUNNING;
}

static htn_outcome go_on(void *user, const htn_activity *activity)
{
    uint32_t *left = (uint32_t *)activity->memory;
    if (*left > activity->elapsed_us) {
        *left -= (uint32_t)activity->elapsed_us;
        return HTN_RUNNING;
    }
    return draw((troll *)user, 50) == 0 ? HTN_FAILED : HTN_SUCCEEDED;
}

/* --- Setting up ----------------------------------------------------------------------------------- */

static htn_property property(const char *name)
{
    const htn_property found = htn_property_find(&b.domain, name);
    if (found == HTN_NONE)
        harness_fail("the domain is not bench/crowd.htn");
    return found;
}

static void bind(void)
{
    static const htn_sensor_binding sensors[] = {{.name = "Eyes", .sense = look},
                                                 {.name = "Range", .sense = range},
                                                 {.name = "Path", .sense = find_path},
                                                 {.name = "Body", .sense = feel}};
    htn_operator_binding operators[16];
    const uint32_t count = htn_domain_count(&b.domain, HTN_SECTION_OPERATORS);
    const size_t size = htn_agent_class_bytes(&b.domain);
    if (count > 16)
        harness_fail("too many operators");
    for (uint32_t i = 0; i < count; i++)
        operators[i] = (htn_operator_binding){
            .name = htn_operator_name(&b.domain, i), .start = begin, .update = go_on, .memory = sizeof(uint32_t)};
    const htn_bindings bindings = {
        .operators = operators, .operator_count = count, .sensors = sensors, .sensor_count = 4};
    if (htn_agent_class_init(&b.agent_class, &b.domain, &bindings, harness_get(size), size, NULL) != HTN_OK)
        harness_fail("no agent class");
    b.sees = property("SeesEnemy");
    b.remembers = property("HasTracks");
    b.distance = property("WsEnemyDistance");
    b.path = property("PathClear");
    b.health = property("WsHealth");
}

/* Limits that fit: the longest plan has five steps, from three compound tasks. */
static void prepare(bool replan_always)
{
    b.options.limits = (htn_limits){.steps = 6, .depth = 2, .record = 4, .choices = 4, .trail = 12, .frames = 48};
    b.options.back_off_ms = 500;
    b.options.replan_always = replan_always;
    b.agent_bytes = htn_agent_bytes(b.agent_class, &b.options);
    b.agents = (unsigned char *)harness_get(b.count * b.agent_bytes);
    b.trolls = (troll *)harness_get(b.count * sizeof *b.trolls);
    b.whole = (double *)harness_get(b.frames * sizeof(double));
    b.searching = (double *)harness_get(b.frames * sizeof(double));
}

static uint64_t read_clock(void *user)
{
    (void)user;
    return (uint64_t)harness_now();
}

static void populate(void)
{
    htn_crowd_init(&b.crowd);
    if (b.budget_ns != 0)
        htn_crowd_set_clock(&b.crowd, read_clock, NULL);
    memset(b.trolls, 0, b.count * sizeof *b.trolls);
    for (uint32_t i = 0; i < b.count; i++) {
        troll *self = &b.trolls[i];
        self->chance = i * UINT32_C(0x9E3779B1);
        b.options.user = self;
        b.options.seed = b.options.stagger = i;
        if (htn_agent_init(&self->agent, b.agent_class, &b.options, b.agents + i * b.agent_bytes, b.agent_bytes) !=
                HTN_OK ||
            htn_crowd_add(&b.crowd, self->agent) != HTN_OK)
            harness_fail("no agent");
    }
}

/* --- Measuring ------------------------------------------------------------------------------------ */

static void note_time(double *time, double now, bool first)
{
    if (first || now < *time)
        *time = now;
}

static htn_status tick(void)
{
    if (b.budget_ns != 0)
        return htn_crowd_tick_for(&b.crowd, FRAME_MS * 1000, b.budget_ns);
    return htn_crowd_tick(&b.crowd, FRAME_MS * 1000, b.budget == 0 ? HTN_NONE : b.budget);
}

static void play_frame(uint32_t frame, bool first)
{
    htn_crowd_stats stats;
    for (uint32_t i = 0; i < b.count; i++)
        b.trolls[i].now_ms += FRAME_MS;
    crowd_searching.nanoseconds = 0;
    const double start = harness_cpu();
    const htn_status status = tick();
    const double whole = harness_cpu() - start;
    note_time(&b.whole[frame], whole, first);
    note_time(&b.searching[frame], crowd_searching.nanoseconds < whole ? crowd_searching.nanoseconds : whole, first);
    if (status != HTN_OK)
        harness_fail("a limit was hit");
    htn_crowd_statistics(&b.crowd, &stats);
    b.work += stats.work;
    b.most_work = stats.work > b.most_work ? stats.work : b.most_work;
}

static void play(void)
{
    for (uint32_t run = 0; run < (b.budget_ns != 0 ? 1 : RUNS); run++) {
        const uint64_t ends = b.ends;
        memset(&crowd_searching, 0, sizeof crowd_searching);
        b.work = b.ends = 0;
        populate();
        for (uint32_t i = 0; i < b.frames; i++)
            play_frame(i, run == 0);
        for (uint32_t i = 0; i < b.count; i++)
            b.ends = b.ends * 31 + b.trolls[i].chance;
        if (run != 0 && b.ends != ends)
            harness_fail("two runs differ");
    }
}

static void report_times(const char *what, double *times)
{
    harness_sort(times, b.frames);
    printf("%s us median\t%.0f\n", what, times[b.frames / 2] / 1e3);
    printf("%s us 99%%\t%.0f\n", what, times[b.frames * 99 / 100] / 1e3);
    printf("%s us worst\t%.0f\n", what, times[b.frames - 1] / 1e3);
}

/* Lines `what unit <tab> value`; a search is skipped if its outcome is already known. */
static void report(void)
{
    htn_crowd_stats stats;
    double sum = 0;
    htn_crowd_statistics(&b.crowd, &stats);
    if (crowd_searching.searches != stats.searches || crowd_searching.found == 0)
        harness_fail("the clock has not seen the searches");
    for (uint32_t i = 0; i < b.frames; i++)
        sum += b.whole[i];
    report_times("frame", b.whole);
    report_times("searches", b.searching);
    printf("searches\t%llu\n", (unsigned long long)stats.searches);
    printf("plans\t%llu\n", (unsigned long long)crowd_searching.found);
    printf("skipped %%\t%.1f\n", 100.0 * (double)stats.skipped / (double)(stats.searches + stats.skipped));
    printf("work mean\t%.0f\n", (double)b.work / b.frames);
    printf("work worst\t%u\n", b.most_work);
    printf("longest wait frames\t%u\n", stats.longest_wait);
    printf("bytes per agent\t%u\n", (unsigned)b.agent_bytes);
    printf("unit ps\t%u\n", (unsigned)stats.unit_ps);
    printf("ticks per s\t%.0f\n", (double)b.count * b.frames * 1e9 / sum);
}

int main(int argc, char **argv)
{
    if (argc != 6)
        harness_fail("usage: bench_crowd BLOB AGENTS FRAMES BUDGET REPLAN_ALWAYS");
    b.domain = harness_load(argv[1]);
    b.count = (uint32_t)atoi(argv[2]);
    b.frames = (uint32_t)atoi(argv[3]);
    if (b.count == 0 || b.frames == 0)
        harness_fail("there is nothing to measure");
    bind();
    prepare(atoi(argv[5]) != 0);
    b.budget = (uint32_t)atoi(argv[4]);
    if (strstr(argv[4], "us") != NULL) {
        b.budget_ns = (uint64_t)b.budget * 1000;
        b.budget = 0;
    }
    play();
    report();
    return 0;
}
