/* Everything that a game does with a blob; see damage.h. */
#define _XOPEN_SOURCE 700
#include "damage.h"
#include "runtime/planner/running_blocks.h"
#include "runtime/search/deferred_writes.h"
#include "runtime/world/world_write.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { SECONDS = 20, LARGE_WORLD = 1 << 16 };

static const char *watched_what;
static volatile size_t watched_at;

static void hangs(int signal_number)
{
    (void)signal_number;
    /* printf in a handler is not allowed in general; here nothing else will be printed any more */
    printf("Bail out! no end after %d seconds: %s, %llu\n", SECONDS, watched_what, (unsigned long long)watched_at);
    fflush(stdout);
    _exit(1);
}

void watch(const char *what, size_t at)
{
    static const struct itimerval limit = {
        .it_value = {.tv_sec = SECONDS}}; /* of its own time, however busy the machine is */

    watched_what = what;
    watched_at = at;
    signal(SIGVTALRM, hangs);
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

void *must_allocate(size_t size)
{
    void *memory = malloc(size ? size : 1);

    if (!memory) {
        printf("Bail out! out of memory\n");
        exit(2);
    }
    return memory;
}

char *file_text(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = must_allocate(1 << 20);

    if (!file) {
        printf("Bail out! cannot read %s\n", path);
        exit(2);
    }
    *length = fread(text, 1, (1 << 20) - 1, file);
    text[*length] = 0;
    fclose(file);
    return text;
}

uint32_t random_below(uint64_t *state, uint32_t count)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % (count ? count : 1));
}

static void read_names(const htn_domain *domain)
{
    uint32_t count = htn_domain_count(domain, HTN_SECTION_TASKS), i;
    size_t length = 0;

    for (i = 0; i < count; i++)
        length += strlen(htn_task_name(domain, i));
    count = htn_domain_count(domain, HTN_SECTION_PROPERTIES);
    for (i = 0; i < count; i++) {
        uint32_t type = htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_TYPE);
        const char *value = htn_value_name(domain, type, 0);

        length += strlen(htn_property_name(domain, i)) + (value ? strlen(value) : 0);
        if (htn_property_find(domain, htn_property_name(domain, i)) > i)
            exit(2);
    }
    count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    for (i = 0; i < count; i++)
        length += strlen(htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS,
                                         htn_domain_field(domain, HTN_SECTION_DEBUG_ITEMS, i, HTN_DEBUG_ITEMS_TEXT)));
    if (length == (size_t)-1)
        exit(2);
}

/* Statuses that a search may end with; anything else means that the machine lost its way. */
static void expect_answer(htn_status status)
{
    if (status >= HTN_OK && status <= HTN_FULL_BEST && status != HTN_SUSPENDED)
        return;
    printf("Bail out! a search ended with: %s (%s, %llu)\n", htn_status_text(status), watched_what,
           (unsigned long long)watched_at);
    exit(1);
}

/* Something about anything, and a few candidates: whatever a blob asks, its arguments are there. `user` is the domain. */
static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    uint32_t i;
    int32_t sum = (int32_t)question->query;

    for (i = 0; i < question->argument_count; i++)
        sum = sum % 50 + question->arguments[i] % 5;
    answers[0] = sum;
    if (htn_query_candidates(user, question->query) != 0)
        for (*count = 0; *count < question->capacity && *count <= (uint32_t)(sum & 3); ++*count)
            answers[*count] = sum + (int32_t)*count;
    return HTN_OK;
}

static void *user_of(const htn_domain *domain)
{
    return (void *)(uintptr_t)domain;
}

static void evaluate_arguments(const htn_world *world, const htn_plan *plan)
{
    htn_argument arguments[16];
    uint32_t i, k, count;

    for (i = 0; i < plan->step_count && i < 4; i++)
        if (htn_operator_arguments(world, plan->steps[i].task, plan->values + plan->steps[i].arguments, answer,
                                   user_of(world->domain), arguments, 16, &count) == HTN_OK)
            for (k = 0; k < count; k++)
                if (arguments[k].type == HTN_NONE && strlen(arguments[k].text) > 1u << 30)
                    exit(2);
}

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    uint32_t *sum = user;

    *sum += (uint32_t)htn_trace_get(planner, event->index % 8) + (uint32_t)htn_trace_local(planner, 0) +
            htn_trace_writer(planner, 0);
}

void expect_spans(const htn_plan *plan)
{
    uint32_t i;

    for (i = 0; i < plan->span_count; i++) {
        const htn_span *span = &plan->spans[i], *around = span->parent < i ? &plan->spans[span->parent] : NULL;

        if (span->kind < HTN_SPAN_KINDS && span->first <= span->end && span->end <= plan->step_count &&
            (span->parent == HTN_NONE ||
             (around && span->first >= around->first && span->end <= around->end && around->kind != HTN_SPAN_ACHIEVE)))
            continue;
        printf("Bail out! span %u lies outside (%s, %llu)\n", (unsigned)i, watched_what,
               (unsigned long long)watched_at);
        exit(1);
    }
}

/* Whatever steps are done, validating answers. */
static void validate(htn_planner *planner, htn_world *world, const htn_plan *plan)
{
    uint8_t done[64];
    uint32_t failed, i;

    htn_planner_validate(planner, world, plan->step_count / 2, NULL, &failed);
    for (i = 0; i < sizeof done; i++)
        done[i] = i % 3 == 1;
    if (plan->step_count <= sizeof done)
        htn_planner_validate(planner, world, 0, done, &failed);
}

static int32_t signed_field(const htn_domain *domain, htn_section section, uint32_t index, uint32_t field)
{
    uint32_t bits = htn_domain_field(domain, section, index, field);
    int32_t value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Any value of a type, now and then one that is none. */
static int32_t some_value(const htn_domain *domain, uint32_t type, uint64_t *state)
{
    int32_t low = signed_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW);
    int32_t high = signed_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH);

    switch (random_below(state, 8)) {
    case 0: return -1;
    case 1: return high;
    default:
        return (int32_t)(low + (int64_t)random_below(state, (uint32_t)(high - (int64_t)low < 8 ? high - low + 1 : 8)));
    }
}

static void disturb_table(htn_world *world, uint32_t property, uint64_t *state)
{
    enum { MOST = 8 };
    const htn_domain *domain = world->domain;
    uint32_t first = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FIRST_PARAMETER);
    uint32_t count = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_PARAMETER_COUNT);
    uint32_t type = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_TYPE);
    int32_t index[MOST];
    uint32_t i, times = 2;

    while (count <= MOST && times--) {
        for (i = 0; i < count; i++) {
            uint32_t of = htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + i, HTN_PARAMETERS_TYPE);

            index[i] = of < htn_domain_count(domain, HTN_SECTION_TYPES) ? some_value(domain, of, state) : 0;
        }
        htn_world_set_at(world, property, index, count, some_value(domain, type, state));
        if (htn_world_get_at(world, property, index, count) == INT32_MIN)
            random_below(state, 2);
    }
}

void disturb(htn_world *world, uint64_t *state)
{
    uint32_t count = htn_domain_count(world->domain, HTN_SECTION_TYPES), i;
    int32_t instance = 0;

    for (i = 0; i < count; i++) {
        if (random_below(state, 3))
            htn_world_spawn(world, i, &instance);
        if (random_below(state, 3))
            htn_world_spawn(world, i, &instance);
        if (random_below(state, 3) == 0)
            htn_world_despawn(world, i, instance - (int32_t)random_below(state, 2));
        if (htn_world_exists(world, i, instance) && htn_world_generation(world, i, instance) == 77)
            random_below(state, 2);
    }
    count = htn_domain_count(world->domain, HTN_SECTION_PROPERTIES);
    for (i = 0; i < count; i++) {
        uint32_t field = random_below(state, 2) ? HTN_PROPERTIES_LOW : HTN_PROPERTIES_HIGH;

        if (htn_domain_field(world->domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_PARAMETER_COUNT))
            disturb_table(world, i, state);
        else if (random_below(state, 2))
            htn_world_set(world, i, signed_field(world->domain, HTN_SECTION_PROPERTIES, i, field));
    }
}

static void carry_out(void *user, uint32_t property, uint32_t cell, uint32_t how, int32_t n, uint32_t lasts)
{
    const htn_world *world = user;
    const int32_t held = htni_load_cell(world->domain, world->bytes, property, cell);
    htni_set_saturating_for(user, property, cell, htni_combine(how, held, n), lasts);
}

/* What the running plan asks of the world and writes to it, without a planner's machine. */
static void run_blocks(htn_planner *planner, htn_world *world)
{
    enum { MOST_PENDING = 20 };
    htni_change pending[2 * MOST_PENDING];
    const htni_block how = {.write = carry_out, .user = world, .pending = pending, .pending_room = MOST_PENDING};
    htn_plan plan;
    uint32_t i;

    if (!htn_planner_running(planner, &plan))
        return;
    for (i = 0; i < plan.step_count; i++) {
        const int32_t *values = plan.values + plan.steps[i].arguments;
        uint32_t failed = 0;

        if (htni_whiles_hold(planner, world, htni_tuples_of(planner), i, &failed) == HTN_NO_PLAN &&
            failed >= htn_domain_count(world->domain, HTN_SECTION_METHODS)) {
            printf("Bail out! a While failed that is no method's (%s, %llu)\n", watched_what,
                   (unsigned long long)watched_at);
            exit(1);
        }
        htni_context_holds(planner, world, htni_tuples_of(planner), plan.steps[i].task, values);
        htni_do_effects(planner, world, plan.steps[i].task, values, HTNI_DURING, &how);
        htni_do_effects(planner, world, plan.steps[i].task, values, HTNI_EFFECTS, &how);
    }
}

/* Goes on behind splits, replanning in between, in a world that changes. */
static void go_on(htn_planner *planner, htn_world *world, htn_request request, uint64_t *state)
{
    htn_plan plan;
    int times;

    for (times = 0; times < 6 && htn_planner_running(planner, &plan); times++) {
        disturb(world, state);
        request.replan = times % 2 == 1;
        request.go_on = !request.replan;
        request.steps_done = plan.step_count;
        if (request.go_on && plan.partial == HTN_PARTIAL_NOT)
            continue;
        expect_answer(htn_plan_find(planner, world, &request));
        htn_planner_adopt(planner);
        run_blocks(planner, world);
    }
}

/* Some plans behind the first one, in pieces; now and then one is adopted. */
static void plan_further(htn_planner *planner, htn_world *world, htn_request request)
{
    htn_status status;
    htn_plan plan;
    int times;

    request.keep = true;
    status = htn_plan_begin(planner, world, &request);
    for (times = 0; times < 8 && status == HTN_OK; times++) {
        while ((status = htn_plan_next(planner, 5)) == HTN_SUSPENDED)
            continue;
        expect_answer(status);
        htn_planner_plan(planner, &plan);
        expect_spans(&plan);
        evaluate_arguments(world, &plan);
        if (times % 3 == 2)
            htn_planner_adopt(planner);
    }
    htn_planner_drop(planner);
}

static void plan_in(htn_planner *planner, htn_world *world, uint32_t root, uint64_t *state)
{
    htn_request request = {.root = root, .horizon = random_below(state, 2) * 400};
    uint32_t sum = 0;
    htn_status status;
    htn_plan plan;

    if (htn_plan_begin(planner, world, &request) != HTN_OK)
        return;
    while ((status = htn_plan_step(planner, 7)) == HTN_SUSPENDED)
        continue;
    expect_answer(status);
    htn_planner_plan(planner, &plan);
    expect_spans(&plan);
    evaluate_arguments(world, &plan);
    if (htn_planner_adopt(planner) == HTN_OK) {
        validate(planner, world, &plan);
        run_blocks(planner, world);
        request.replan = true;
        expect_answer(htn_plan_find(planner, world, &request));
        request.replan = false;
        go_on(planner, world, request, state);
        htn_planner_drop(planner);
    }
    if (htn_plan_begin(planner, world, &request) == HTN_OK)
        expect_answer(htn_plan_trace(planner, listen, &sum));
    plan_further(planner, world, request);
}

static void plan_over(const htn_domain *domain)
{
    static const htn_limits limits = {
        .steps = 12, .depth = 6, .work = 300, .record = 48, .frames = 600, .choices = 40, .trail = 200, .nodes = 40};
    size_t world_size = htn_world_bytes(domain), size = htn_planner_bytes(domain, &limits);
    void *memory, *block;
    htn_planner *planner;
    uint64_t state = 1;
    htn_world world;
    uint32_t i, root;

    if (world_size == 0 || world_size > LARGE_WORLD || size == 0)
        return;
    memory = must_allocate(world_size);
    block = must_allocate(size);
    if (htn_world_init(&world, domain, memory, world_size) == HTN_OK &&
        htn_planner_init(&planner, domain, &limits, block, size) == HTN_OK &&
        htn_planner_answer(planner, answer, user_of(domain)) == HTN_OK)
        for (i = 0; i < 2; i++) {
            for (root = 0; root < htn_domain_count(domain, HTN_SECTION_ROOTS) && root < 6; root++)
                plan_in(planner, &world, root, &state);
            disturb(&world, &state);
        }
    free(memory);
    free(block);
}

static htn_status load(const uint8_t *blob, size_t size, bool plans)
{
    htn_domain domain;
    htn_fault fault = {0};
    htn_status status = htn_domain_load(&domain, blob, size, &fault);

    if (status == HTN_OK) {
        read_names(&domain);
        if (plans)
            plan_over(&domain);
    } else if ((status == HTN_BAD_BLOB || status == HTN_NEWER_BLOB) &&
               (!fault.section || !fault.reason || fault.offset > size)) {
        printf("Bail out! a refusal that does not say where or why (%s, %llu)\n", watched_what,
               (unsigned long long)watched_at);
        exit(1);
    }
    return status;
}

htn_status exercise(const uint8_t *blob, size_t size)
{
    return load(blob, size, true);
}

htn_status exercise_names(const uint8_t *blob, size_t size)
{
    return load(blob, size, false);
}
