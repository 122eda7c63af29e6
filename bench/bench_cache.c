/*
 * Measures W1, the troll that sees the enemy, where nothing of it is in a cache, and for many agents in turn: by the machine, as C, by
 * hand and by hand with the record. First it checks that all find the same plan. bench/cache prints the table.
 *
 *     bench_cache cold BLOB C NAME        a line `variant <tab> minimum ns <tab> median ns` for each. C is a shared object with the
 *                                         domain's C, NAME what that defines
 *     bench_cache agents BLOB C NAME      the same of one plan, where AGENTS plan in turn
 *     bench_cache cold BLOB C NAME WHO    one cold run by WHO, for callgrind, which counts the lines of data that it touches
 *     bench_cache how                     how the caches are emptied, in words; bench_cache bytes BLOB C NAME: of one agent, two numbers
 *
 * Cold: before each plan all data leaves the caches, that of the programs and of the C library included. Code stays.
 */
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "by_hand.h"
#include "harness.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__) && defined(__linux__)
#include <emmintrin.h>
#include <link.h>
#define FLUSHES 1
#else
#define FLUSHES 0
#endif

enum { AGENTS = 10000, LINE = 64, WALKED = 256 << 20, SAMPLES = FLUSHES ? 1001 : 101, ROUNDS = 51 };

/* One troll. In front are what the game has of it; the hand-written one has no more than that. */
typedef struct troll {
    htn_world world;
    htn_planner *planner;
} troll;
typedef struct hand_troll {
    hand_planner planner;
    uint8_t world[8];
} hand_troll;

typedef struct bench {
    htn_domain machine, native;
    troll *trolls[2]; /* of the machine, and of the C; AGENTS each */
    hand_troll *by_hand;
    uint8_t *memory[2];
    size_t agent_bytes; /* world and planner */
    uint32_t count, at; /* agents, and whose turn it is */
    uint32_t sum;       /* keeps the compiler from removing the plans */
    const unsigned char *walked;
} bench;

static bench b;

/* --- Agents --------------------------------------------------------------------------------------- */

/* Limits that fit: the longest plan has five steps, from three compound tasks. */
static const htn_limits fitted = {
    .steps = 6, .depth = 2, .record = 4, .choices = 4, .trail = 12, .frames = 48, .work = UINT32_MAX};

static size_t line_up(size_t size)
{
    return (size + LINE - 1) / LINE * LINE;
}

/* As a game would: one array, in which each agent has whole lines. */
static void make_trolls(const htn_domain *domain, uint32_t which)
{
    const size_t world = line_up(htn_world_bytes(domain)), planner = line_up(htn_planner_bytes(domain, &fitted));
    b.agent_bytes = world + planner;
    uint8_t *memory = (uint8_t *)harness_get(b.count * b.agent_bytes + LINE);
    memory += LINE - (uintptr_t)memory % LINE;
    b.memory[which] = memory;
    b.trolls[which] = (troll *)harness_get(b.count * sizeof(troll));
    for (uint32_t i = 0; i < b.count; i++, memory += b.agent_bytes) {
        troll *const self = &b.trolls[which][i];
        if (htn_world_init(&self->world, domain, memory, world) != HTN_OK ||
            htn_planner_init(&self->planner, domain, &fitted, memory + world, planner) != HTN_OK ||
            htn_world_set(&self->world, htn_property_find(domain, "SeesEnemy"), 1) != HTN_OK)
            harness_fail("the domain is not grown-troll.htn");
    }
}

static void make_by_hand(void)
{
    b.by_hand = (hand_troll *)harness_get(b.count * sizeof(hand_troll));
    for (uint32_t i = 0; i < b.count; i++)
        for (uint32_t property = 0; property < htn_domain_count(&b.machine, HTN_SECTION_PROPERTIES); property++)
            b.by_hand[i].world[property] = (uint8_t)htn_world_get(&b.trolls[0][i].world, property);
}

static void load(char **paths, uint32_t count)
{
    void *const object = dlopen(paths[1], RTLD_NOW);
    const htn_native *const native = object == NULL ? NULL : (const htn_native *)dlsym(object, paths[2]);
    b.count = count;
    b.machine = b.native = harness_load(paths[0]);
    if (native == NULL || htn_domain_use_native(&b.native, native) != HTN_OK)
        harness_fail("the C is not the domain's");
    make_trolls(&b.machine, 0);
    make_trolls(&b.native, 1);
    make_by_hand();
}

/* --- Contenders ----------------------------------------------------------------------------------- */

static uint32_t next(void)
{
    const uint32_t at = b.at;
    b.at = at + 1 == b.count ? 0 : at + 1;
    return at;
}

static void plan(void *user)
{
    troll *const self = &b.trolls[0][next()];
    (void)user;
    b.sum += (uint32_t)htn_plan_find(self->planner, &self->world, NULL);
}

static void plan_native(void *user)
{
    troll *const self = &b.trolls[1][next()];
    (void)user;
    b.sum += (uint32_t)htn_plan_find(self->planner, &self->world, NULL);
}

static void plan_by_hand(void *user)
{
    hand_troll *const self = &b.by_hand[next()];
    (void)user;
    b.sum += (uint32_t)troll_by_hand(&self->planner, self->world);
}

static void plan_recorded(void *user)
{
    hand_troll *const self = &b.by_hand[next()];
    (void)user;
    b.sum += (uint32_t)troll_recorded(&self->planner, self->world);
}

static void do_nothing(void *user)
{
    (void)user;
}

enum { NOBODY = 4, CONTENDERS };
static harness_run *const runs[CONTENDERS] = {plan, plan_native, plan_by_hand, plan_recorded, do_nothing};
static const char *const names[CONTENDERS] = {"vm", "c", "hand", "record", "nothing"};

static void compare(const troll *self, const hand_troll *by)
{
    htn_plan found;
    htn_planner_plan(self->planner, &found);
    const htn_task first = htn_task_find(&b.machine, "Charge");
    bool same = found.step_count == by->planner.step_count && found.record_count == by->planner.record_count;
    for (uint32_t i = 0; same && i < found.step_count; i++)
        same = found.steps[i].task - first == by->planner.steps[i].task;
    for (uint32_t i = 0; same && i < found.record_count; i++)
        same = found.record[i] == by->planner.record[i];
    if (!same)
        harness_fail("the plans differ");
}

/* Each agent has planned twice, as in a game that has run for a while. */
static void check(void)
{
    for (uint32_t who = 0; who < NOBODY; who++)
        for (uint32_t i = 0; i < 2 * b.count; i++)
            runs[who](NULL);
    for (uint32_t i = 0; i < b.count; i++) {
        compare(&b.trolls[0][i], &b.by_hand[i]);
        compare(&b.trolls[1][i], &b.by_hand[i]);
    }
}

/* --- Emptying the caches -------------------------------------------------------------------------- */

#if FLUSHES
static void flush(const void *from, size_t size)
{
    const char *const begin = (const char *)from - (uintptr_t)from % LINE;
    for (const char *line = begin; line < (const char *)from + size; line += LINE)
        _mm_clflush(line);
}

/* What the program and its libraries have in memory that is not code. */
static int flush_object(struct dl_phdr_info *object, size_t size, void *user)
{
    (void)size;
    (void)user;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_LOAD && (object->dlpi_phdr[i].p_flags & PF_X) == 0)
            flush((const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr), object->dlpi_phdr[i].p_memsz);
    return 0;
}

static void empty_caches(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        flush(b.memory[i], b.count * b.agent_bytes);
        flush(b.trolls[i], b.count * sizeof(troll));
    }
    flush(b.by_hand, b.count * sizeof(hand_troll));
    flush(b.machine.blob, b.machine.size);
    dl_iterate_phdr(flush_object, NULL);
    _mm_mfence();
}
#else
static void empty_caches(void)
{
    if (b.walked == NULL)
        b.walked = (const unsigned char *)harness_get(WALKED);
    for (uint32_t i = 0; i < WALKED; i += LINE)
        b.sum += b.walked[i];
}
#endif

/* So that callgrind's caches, which know no flush, hold nothing either. */
static void count_lines(const char *who)
{
    const unsigned char *const walked = (const unsigned char *)harness_get(64 << 20);
    for (uint32_t i = 0; i < CONTENDERS; i++)
        if (strcmp(names[i], who) == 0) {
            for (uint32_t at = 0; at < 64u << 20; at += LINE)
                b.sum += walked[at];
            harness_repeat(runs[i], NULL, 1);
        }
}

/* --- Measuring ------------------------------------------------------------------------------------ */

static double times[CONTENDERS][SAMPLES];

/* The clock's own data is there again before it is asked; what it takes to ask it is measured with nothing to run, and taken off. */
static void measure_cold(void)
{
    for (uint32_t sample = 0; sample < SAMPLES; sample++)
        for (uint32_t who = 0; who < CONTENDERS; who++) {
            empty_caches();
            harness_run *const run = runs[who];
            harness_now();
            const double start = harness_now();
            run(NULL);
            times[who][sample] = harness_now() - start;
        }
    for (uint32_t who = 0; who < CONTENDERS; who++)
        harness_sort(times[who], SAMPLES);
    for (uint32_t who = 0; who < NOBODY; who++)
        printf("%s\t%.1f\t%.1f\n", names[who], times[who][0] - times[NOBODY][0],
               times[who][SAMPLES / 2] - times[NOBODY][SAMPLES / 2]);
}

/* A round of all agents, so that what one leaves in the caches for itself is what the others have left of it. */
static void measure_agents(void)
{
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t who = 0; who < NOBODY; who++) {
            harness_repeat(runs[who], NULL, b.count);
            const double start = harness_now();
            harness_repeat(runs[who], NULL, b.count);
            times[who][round] = (harness_now() - start) / b.count;
        }
    for (uint32_t who = 0; who < NOBODY; who++) {
        harness_sort(times[who], ROUNDS);
        printf("%s\t%.1f\t%.1f\n", names[who], times[who][0], times[who][ROUNDS / 2]);
    }
}

int main(int argc, char **argv)
{
    const bool cold = argc >= 5 && strcmp(argv[1], "cold") == 0, agents = argc == 5 && strcmp(argv[1], "agents") == 0,
               bytes = argc == 5 && strcmp(argv[1], "bytes") == 0;
    if (argc == 2 && strcmp(argv[1], "how") == 0) {
        puts(FLUSHES ? "clflush on all data of the program" : "walking through 256 MB");
        return 0;
    }
    if (!cold && !agents && !bytes)
        harness_fail("usage: bench_cache how | cold|agents|bytes BLOB C NAME | cold BLOB C NAME WHO");
    load(argv + 2, agents ? AGENTS : 1);
    check();
    if (bytes)
        printf("%zu\t%zu\n", b.agent_bytes, sizeof(hand_troll));
    else if (argc == 6)
        count_lines(argv[5]);
    else if (cold)
        measure_cold();
    else
        measure_agents();
    return 0;
}
