/*
 * Hard modes: each allocation of the compiler fails in turn, over the whole language, random domains and HDDL; every domain is planned with
 * a budget of one, and lived in by agents whose every region is too small at first. Meant for the build with sanitizers: blocks have
 * exactly their size. TAP on stdout.
 */
#define _XOPEN_SOURCE 700
#include "../differential/generate.h"
#include "damage.h"
#include <glob.h>
#include <htn/agent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANDOM_DOMAINS = 6,
    MOST_IN_FRONT = 60,
    WORLDS = 8,
    TICKS = 16,
    MOST_OF_A_REGION = 40,
    OPERATORS = 64,
    STORY = 4096
};

static int cases, failures;

static void result(bool good, const char *what, const char *name)
{
    printf("%sok %d - %s: %s\n", good ? "" : "not ", ++cases, name, what);
    failures += !good;
    fflush(stdout);
}

/* --- Allocations -------------------------------------------------------------------------------- */

/* The compiler allocates large chunks: what it is doing when one is full shifts with what stands in front. */
static bool shifted(const char *text, size_t length)
{
    char *behind = must_allocate(MOST_IN_FRONT * 32 + length);
    size_t front = 0;
    bool good = true;
    for (uint32_t i = 0; good && i < MOST_IN_FRONT; i++) {
        front += (size_t)sprintf(behind + front, "Constant [Front%u = %u]\n", (unsigned)i, (unsigned)i);
        memcpy(behind + front, text, length);
        good = fail_allocations("behind constants", behind, front + length);
    }
    free(behind);
    return good;
}

static void allocations(void)
{
    static const char what[] = "every allocation fails", hddl[] = "tests/hddl/a_courier_delivers_by_bike_and_by_foot";
    static const char whole[] = "tests/cli/the_whole_language.htn";
    char *text = must_allocate(GENERATED_SIZE), domain[128], problem[128];

    result(fail_allocations_of_files(whole, NULL, BASE_REJECTED), what, whole);
    snprintf(domain, sizeof domain, "%s.hddl", hddl);
    snprintf(problem, sizeof problem, "%s.problem.hddl", hddl);
    result(fail_allocations_of_files(domain, problem, BASE_DONE), what, domain);
    for (uint64_t seed = 1; seed <= RANDOM_DOMAINS; seed++) {
        const size_t length = generate_domain(seed, FEATURES_ALL, text);
        snprintf(domain, sizeof domain, "random domain %u", (unsigned)seed);
        result(fail_allocations(domain, text, length), what, domain);
        result(shifted(text, length), "every allocation fails, wherever it falls", domain);
    }
    free(text);
}

/* --- A budget of one ---------------------------------------------------------------------------- */

static htn_status answer_nothing(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    (void)user, (void)question, (void)count;
    answers[0] = 1;
    return HTN_OK;
}

static htn_planner *make_planner(const htn_domain *domain)
{
    const size_t size = htn_planner_bytes(domain, NULL);
    htn_planner *planner = NULL;
    if (htn_planner_init(&planner, domain, NULL, must_allocate(size), size) != HTN_OK)
        exit(2);
    htn_planner_answer(planner, answer_nothing, NULL);
    return planner;
}

static bool same_plan(const htn_planner *a, const htn_planner *b)
{
    htn_plan x, y;
    htn_planner_plan(a, &x);
    htn_planner_plan(b, &y);
    bool same = x.step_count == y.step_count && x.record_count == y.record_count && x.cost == y.cost &&
                x.duration == y.duration && x.partial == y.partial && x.reached == y.reached &&
                (x.record_count == 0 || memcmp(x.record, y.record, x.record_count * sizeof *x.record) == 0);
    for (uint32_t i = 0; same && i < x.step_count; i++)
        same = x.steps[i].task == y.steps[i].task && x.steps[i].arguments == y.steps[i].arguments;
    return same;
}

/* Each root, in worlds that are more and more disturbed. */
static bool budget_of_one(const htn_domain *domain)
{
    const size_t size = htn_world_bytes(domain);
    htn_planner *whole = make_planner(domain), *pieces = make_planner(domain);
    uint64_t state = 7;
    htn_world world;
    bool good = htn_world_init(&world, domain, must_allocate(size), size) == HTN_OK;
    for (uint32_t i = 0; good && i < WORLDS * htn_domain_count(domain, HTN_SECTION_ROOTS); i++) {
        const htn_request request = {.root = i / WORLDS, .work = 20000};
        const htn_status wanted = htn_plan_find(whole, &world, &request);
        htn_status status = htn_plan_begin(pieces, &world, &request);
        do
            status = htn_plan_step(pieces, 1);
        while (status == HTN_SUSPENDED);
        good = status == wanted && same_plan(whole, pieces);
        if (!good)
            printf("# world %u: %s; by a budget of one: %s\n", i, htn_status_text(wanted), htn_status_text(status));
        disturb(&world, &state);
    }
    free(world.bytes);
    free(whole);
    free(pieces);
    return good;
}

/* --- Regions of agents -------------------------------------------------------------------------- */

/* What an agent has done, up to the first trouble. */
typedef struct life {
    uint32_t steps[STORY];
    uint32_t count;
    htn_status trouble;
} life;

/* All steps succeed at once; what they were is noted. */
static void live(htn_agent *agent, life *told)
{
    uint64_t state = 3;
    htn_activity activity;
    told->count = 0;
    told->trouble = HTN_OK;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        const htn_status status = htn_agent_tick(agent, 500000);
        if (told->trouble == HTN_OK)
            told->trouble = status;
        for (uint32_t layer = 0; layer < htn_agent_layers(agent); layer++)
            for (uint32_t i = 0; htn_agent_activity(agent, layer, i, &activity); i++) {
                if (told->trouble == HTN_OK && told->count < STORY)
                    told->steps[told->count++] = activity.id << 16 | activity.task;
                htn_agent_report(agent, activity.id, activity.step == HTN_NONE ? HTN_ABORTED : HTN_SUCCEEDED);
            }
        if (tick % 2 == 1)
            disturb(htn_agent_world(agent), &state);
    }
}

/* In a block of exactly its size; a byte less is refused. False: it was not refused, or another status came. */
static bool live_in(const htn_agent_class *agent_class, const htn_limits *limits, life *told)
{
    const htn_agent_options options = {.limits = *limits, .seed = 5};
    const size_t size = htn_agent_bytes(agent_class, &options);
    void *memory = must_allocate(size);
    htn_agent *agent;
    told->count = 0;
    told->trouble = HTN_FULL_HEADER; /* limits that no agent can do with at all */
    bool good = htn_agent_init(&agent, agent_class, &options, memory, size - 1) == HTN_TOO_SMALL;
    if (htn_agent_init(&agent, agent_class, &options, memory, size) == HTN_OK)
        live(agent, told);
    free(memory);
    good = good && (told->trouble == HTN_OK || (told->trouble >= HTN_LIMIT_STEPS && told->trouble <= HTN_FULL_BEST));
    if (!good)
        printf("# %s\n", htn_status_text(told->trouble));
    return good;
}

/* What it has done is what the other has; the same where it had no trouble. */
static bool agrees(const life *told, const life *wanted)
{
    return told->count <= wanted->count && memcmp(told->steps, wanted->steps, told->count * sizeof *told->steps) == 0 &&
           (told->trouble != HTN_OK || told->count == wanted->count);
}

/* Until something is said to be full, an agent with little room does as one with much; `wanted` NULL: anything. */
static bool raise_region(const htn_agent_class *agent_class, const char *name, uint32_t *region,
                         const htn_limits *limits, const life *wanted)
{
    static life told;
    bool good = true;
    for (*region = 1; good && *region <= MOST_OF_A_REGION; ++*region) {
        good = live_in(agent_class, limits, &told);
        good = good && (wanted == NULL || agrees(&told, wanted));
        if (!good)
            printf("# %s = %u: %u steps, then %s\n", name, *region, told.count, htn_status_text(told.trouble));
    }
    *region = 0;
    return good;
}

static bool tight_regions(const htn_domain *domain)
{
    static life wanted;
    const htn_bindings bindings = {.answerer = answer_nothing};
    const bool is_cheapest = htn_domain_field(domain, HTN_SECTION_ROOTS, 0, HTN_ROOTS_FLAGS) &
                             HTN_ROOT_CHEAPEST; /* then the best so far is taken */
    const size_t size = htn_agent_class_bytes(domain);
    void *memory = must_allocate(size);
    htn_limits limits = {.steps = 24, .depth = 12, .work = 20000, .nodes = 200};
    const struct {
        const char *name;
        uint32_t *region;
    } regions[] = {{"record", &limits.record}, {"frames", &limits.frames}, {"choices", &limits.choices},
                   {"trail", &limits.trail},   {"spans", &limits.spans},   {"rest", &limits.continuation}};
    htn_agent_class *agent_class;
    bool good = htn_agent_class_init(&agent_class, domain, &bindings, memory, size, NULL) == HTN_OK &&
                live_in(agent_class, &limits, &wanted);
    for (size_t i = 0; good && i < sizeof regions / sizeof *regions; i++)
        good = raise_region(agent_class, regions[i].name, regions[i].region, &limits, is_cheapest ? NULL : &wanted);
    free(memory);
    return good;
}

/* --- All domains -------------------------------------------------------------------------------- */

static void one_domain(const char *path)
{
    htnc_compilation compilation;
    htn_domain domain;
    if (strstr(path, ".test.htn") != NULL)
        return;
    watch(path, 0);
    const bool good = htnc_compile(&compilation, path, NULL) == BASE_DONE &&
                      htn_domain_load(&domain, compilation.blob, compilation.blob_size, NULL) == HTN_OK;
    result(good && budget_of_one(&domain), "a budget of one finds the same", path);
    result(good && tight_regions(&domain), "an agent with too little room says so, or does the same", path);
    htnc_free(&compilation);
}

int main(void)
{
    glob_t found;
    setvbuf(stdout, NULL, _IOLBF, 0);
    allocations();
    if (glob("domains/*.htn", 0, NULL, &found) != 0)
        return 2;
    for (size_t i = 0; i < found.gl_pathc; i++)
        one_domain(found.gl_pathv[i]);
    globfree(&found);
    printf("1..%d\n", cases);
    return failures != 0;
}
