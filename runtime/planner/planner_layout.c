/*
 * Limits and their defaults; laying the block out region by region; making a planner in a block, or attaching
 * to one.
 */
#include "planner_layout.h"
#include "../achieve/achieve_nodes.h"
#include "../achieve/goap_actions.h"
#include "../blob/blob_reader.h"
#include "../native/native_run.h"
#include "../search/footprint.h"
#include "../search/loop_guard.h"
#include "../search/plan_sums.h"
#include "../search/tuples.h"
#include "plan_bound.h"
#include "working_world.h"

#define MAGIC UINT32_C(0x504E5448) /* "HTNP" */

/* Of domains without a bound: with a recursion that goes as deep as the world says, and others. */
enum {
    DEFAULT_RECURSIVE = 4096, /* steps, and depth */
    DEFAULT_STEPS = 256,
    DEFAULT_DEPTH = 256,
    DEFAULT_WORK = 1000000,
    DEFAULT_SOLUTIONS = 4096,
    DEFAULT_TUPLES = 4096,
    MAX_LIMIT = 1 << 28
};
/* Of domains with a bound, at least. Given tasks are not in the bound, so twice of it is there. */
enum { LEAST_STEPS = 64, LEAST_RECORD = 64, LEAST_CHOICES = 64, LEAST_TRAIL = 128, LEAST_DEPTH = 32, TIMES = 2 };
enum { DEFAULT_NODES = 4096, LEAST_NODES = 64, NODES_BYTES = 4 << 20 };

static uint32_t most_locals(const htn_domain *domain)
{
    uint32_t most = 0;
    const uint32_t count = htni_count(domain, HTN_SECTION_TASKS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t locals = HTNI_FIELD(domain, TASKS, i, LOCALS);
        most = locals > most ? locals : most;
    }
    return most;
}

static uint32_t at_most(uint64_t value)
{
    return value > MAX_LIMIT ? MAX_LIMIT : (uint32_t)value;
}

/* Tasks that are compound, and whether one of them can reach itself. */
static uint32_t count_compound(const htn_domain *domain, bool *recursive)
{
    uint32_t compound = 0;
    const uint32_t count = htni_count(domain, HTN_SECTION_TASKS);
    *recursive = false;
    for (uint32_t i = 0; i < count; i++) {
        compound += HTNI_FIELD(domain, TASKS, i, KIND) == HTN_TASK_COMPOUND;
        *recursive = *recursive || (HTNI_FIELD(domain, TASKS, i, FLAGS) & HTN_TASK_RECURSIVE) != 0;
    }
    return compound;
}

/*
 * Frames for the longest plan allowed: one for each compound task and step, with an ancestor for each compound
 * task where the domain is recursive; one for the root; one in which effects are applied again.
 */
static uint32_t default_frames(const htn_domain *domain, const htn_limits *limits)
{
    const uint64_t frame = (uint64_t)HTNI_FRAME_LOCALS + most_locals(domain);
    bool recursive;
    count_compound(domain, &recursive);
    const uint32_t ancestor = recursive ? HTNI_ANCESTOR_WORDS : 0;
    return at_most(2 * frame + limits->record * (frame + ancestor) + limits->steps * frame);
}

/*
 * Frames for the deepest nesting allowed. Only what a Split leaves is kept, and a task that can reach a Split and itself counts as
 * recursive (the compiler proves nothing about it), so without recursion no task there is nested in itself.
 */
static uint32_t default_continuation(const htn_domain *domain, const htn_limits *limits)
{
    bool recursive;
    const uint32_t compound = count_compound(domain, &recursive);
    const uint64_t nested = !recursive && compound < limits->depth ? compound : limits->depth;
    return at_most((nested + 1) * (HTNI_FRAME_LOCALS + most_locals(domain)));
}

static uint64_t node_bytes(const htn_domain *domain)
{
    return (uint64_t)htni_node_head(domain->max_arguments) + domain->max_state;
}

static uint32_t default_nodes(const htn_domain *domain)
{
    const uint64_t most = NODES_BYTES / node_bytes(domain);
    return most > DEFAULT_NODES ? DEFAULT_NODES : most < LEAST_NODES ? LEAST_NODES : (uint32_t)most;
}

static uint32_t larger_of(uint64_t a, uint64_t b)
{
    return at_most(a > b ? a : b);
}

/* Limits that are not given, where the domain has a bound. It is below 2^17, so nothing overflows. */
static void fill_in_bounded(const htn_domain *domain, const htni_plan_bound *bound, htn_limits *limits)
{
    const uint32_t frame = HTNI_FRAME_LOCALS + most_locals(domain);
    limits->steps = larger_of(bound->steps, LEAST_STEPS);
    if (limits->depth == 0)
        limits->depth = larger_of(TIMES * bound->depth, LEAST_DEPTH);
    if (limits->record == 0)
        limits->record = larger_of(TIMES * bound->record, LEAST_RECORD);
    if (limits->choices == 0)
        limits->choices = larger_of(TIMES * bound->choices, LEAST_CHOICES);
    if (limits->trail == 0 && bound->trail != HTN_NONE)
        limits->trail = larger_of(TIMES * bound->trail, LEAST_TRAIL);
    if (limits->frames == 0) /* given tasks have frames, too */
        limits->frames = at_most(2 * frame + larger_of(TIMES * bound->frames, LEAST_STEPS * (uint64_t)frame));
}

/* Steps and depth, and with them more, where the domain says so. Answers how many steps there are room for on the trail. */
static uint32_t fill_in_steps(const htn_domain *domain, htn_limits *limits)
{
    htni_plan_bound bound;
    htni_bounded bounded = HTNI_UNBOUNDED;
    if (limits->steps == 0 || limits->depth == 0)
        bounded = htni_bound_plans(domain, &bound);
    if (limits->steps == 0 && bounded == HTNI_BOUNDED && bound.steps <= DEFAULT_RECURSIVE) {
        fill_in_bounded(domain, &bound, limits);
        return larger_of(limits->steps, DEFAULT_STEPS);
    }
    /* A search for the cheapest plan goes through so many plans that it ends by its work long before thousands of steps. */
    const bool deep =
        (bounded == HTNI_UNBOUNDED_RECURSION && !domain->cheapest) ||
        (bounded == HTNI_BOUNDED && limits->steps == 0); /* a plan may have more steps than there is room for */
    if (limits->steps == 0 && deep) {                    /* long plans mostly are many of the same short rounds */
        limits->steps = DEFAULT_RECURSIVE;
        limits->record = limits->record != 0 ? limits->record : 2 * DEFAULT_RECURSIVE;
    }
    if (limits->steps == 0)
        limits->steps = DEFAULT_STEPS;
    if (limits->depth == 0)
        limits->depth = deep ? larger_of(limits->steps, DEFAULT_DEPTH) : DEFAULT_DEPTH;
    return limits->steps;
}

htn_limits htni_fill_in(const htn_domain *domain, const htn_limits *given)
{
    htn_limits limits;
    memset(&limits, 0, sizeof limits);
    if (given != NULL)
        limits = *given;
    const uint32_t wide = fill_in_steps(domain, &limits);
    if (limits.work == 0)
        limits.work = DEFAULT_WORK;
    if (limits.record == 0)
        limits.record = at_most((uint64_t)limits.steps * 4);
    if (limits.choices == 0)
        limits.choices = limits.record;
    if (limits.trail == 0) /* in groups changes are undone, and effects applied again, on the trail */
        limits.trail = at_most((uint64_t)wide * (domain->flags & HTN_BLOB_SPANS ? 24 : 8) +
                               (domain->cheapest ? limits.steps + limits.record : 0));
    if (limits.spans == 0)
        limits.spans = at_most((uint64_t)limits.steps * 3);
    if (limits.nodes == 0)
        limits.nodes = default_nodes(domain);
    limits.nodes = htni_count(domain, HTN_SECTION_ACHIEVES) == 0 ? 0 : at_most(limits.nodes);
    limits.solutions = (domain->flags & HTN_BLOB_EACH) == 0 ? 0
                       : limits.solutions == 0              ? DEFAULT_SOLUTIONS
                                                            : at_most(limits.solutions);
    limits.tuples = htni_cycles(domain) == 0 ? 0 : limits.tuples == 0 ? DEFAULT_TUPLES : at_most(limits.tuples);
    if (limits.frames == 0)
        limits.frames = default_frames(domain, &limits);
    if (limits.continuation == 0)
        limits.continuation = default_continuation(domain, &limits);
    return limits;
}

/* Regions follow each other. `status`: of the first one that does not fit. */
typedef struct layout {
    uint64_t size; /* so far */
    uint64_t room;
    htn_status status;
    htni_achieve_search achieve; /* as it begins */
} layout;

static uint32_t add_region(layout *plan, uint64_t bytes, htn_status full)
{
    const uint64_t at = plan->size;
    plan->size = (at + bytes + 7) & ~UINT64_C(7);
    if (plan->size > plan->room && plan->status == HTN_OK)
        plan->status = full;
    return (uint32_t)at;
}

/* The regions of an Achieve's search. One more node than the limit: a new state is compared with the others there. */
static void add_nodes(layout *plan, htni_achieving *achieving, const htn_domain *domain, uint64_t nodes)
{
    htni_achieve_search *search = &plan->achieve;
    uint64_t buckets = 64;
    while (buckets < nodes)
        buckets *= 2;
    achieving->search_at = 0;
    if (nodes == 0)
        return;
    const uint32_t here = add_region(plan, sizeof *search, HTN_FULL_NODES);
    achieving->search_at = here;
    search->most_nodes = (uint32_t)nodes;
    search->parts_at = add_region(plan, (uint64_t)domain->max_writes * sizeof(htni_state_part), HTN_FULL_NODES);
    search->actions_at = add_region(plan, (domain->max_uses + UINT64_C(1)) * sizeof(htni_action), HTN_FULL_NODES);
    search->tests_at = add_region(plan, (uint64_t)domain->max_tests * sizeof(htni_action_test), HTN_FULL_NODES);
    search->writes_at = add_region(plan, (uint64_t)domain->max_byte_writes * sizeof(htni_byte_write), HTN_FULL_NODES);
    search->goal_at = add_region(plan, HTNI_MOST_GOAL_TESTS * sizeof(htni_goal_test), HTN_FULL_NODES);
    search->buckets_at = add_region(plan, buckets * sizeof(uint32_t), HTN_FULL_NODES) - here;
    search->heap_at = add_region(plan, nodes * sizeof(htni_open_node), HTN_FULL_NODES) - here;
    search->nodes_at = add_region(plan, (nodes + 1) * node_bytes(domain), HTN_FULL_NODES) - here;
}

/* The regions of a kept plan. */
static void add_kept_plan(layout *plan, htni_kept_plan *kept, const htn_domain *domain, const htn_limits *limits,
                          htn_status full)
{
    const uint64_t steps = limits->steps, record = limits->record, instances = domain->instances;
    const uint64_t spans = domain->flags & HTN_BLOB_SPANS ? limits->spans : 0;
    kept->steps_at = add_region(plan, steps * sizeof(htn_step), full);
    kept->record_at = add_region(plan, record * sizeof(uint16_t), full);
    kept->values_at = add_region(plan, steps * domain->max_arguments * sizeof(int32_t), full);
    kept->generations_at = add_region(plan, instances * 2, full);
    kept->spans_at = add_region(plan, spans * sizeof(htn_span), full);
    kept->bindings_at = add_region(plan, record * domain->max_bindings * sizeof(int32_t), full);
    kept->methods_at = add_region(plan, domain->cools ? record * sizeof(uint32_t) : 0, full);
}

/* Whether there is recursion that does not certainly progress, and can become so deep that the loop guard needs its table. */
static bool has_loop_guard(const htn_domain *domain, const htn_limits *limits)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TASKS);
    bool compares = false;
    for (uint32_t i = 0; i < count && !compares; i++)
        compares =
            (HTNI_FIELD(domain, TASKS, i, FLAGS) & (HTN_TASK_RECURSIVE | HTN_TASK_PROGRESSES)) == HTN_TASK_RECURSIVE;
    return compares && limits->depth > HTNI_NEAR_DEPTH && (domain->flags & HTN_BLOB_LOOPS_FREE) == 0;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Plain searches can plan all roots, or none. */
static htni_prepared prepare(const htn_domain *domain, const htn_limits *limits)
{
    const bool plain = limits->nodes == 0 && limits->tuples == 0 && !domain->cheapest && domain->world_bytes % 4 == 0 &&
                       (domain->flags & (HTN_BLOB_SPANS | HTN_BLOB_COSTS | HTN_BLOB_PARTIAL)) == 0;
    const bool small = domain->world_bytes <= HTNI_SMALL_WORLD && domain->instances == 0;
    const uint32_t roots = htni_count(domain, HTN_SECTION_ROOTS);
    htni_prepared made;
    made.plain_roots = plain ? roots : 0;
    made.entry = roots == 0 ? 0 : HTNI_FIELD(domain, TASKS, HTNI_FIELD(domain, ROOTS, 0, TASK), ENTRY);
    made.small_world = small ? domain->world_bytes : 0;
    made.quick_units = domain->record_sites != 0 ? 0 : least(least(limits->steps, limits->record), limits->choices);
    return made;
}

/* Lays out a block of `room` bytes. Of `planner`, only the members of the struct are written. */
static layout lay_out(htn_planner *planner, const htn_domain *domain, const htn_limits *limits, bool footprints,
                      uint64_t room)
{
    layout plan;
    memset(&plan, 0, sizeof plan);
    plan.room = room;
    const uint64_t steps = limits->steps, record = limits->record;
    add_region(&plan, HTNI_TRAIL_AT, HTN_FULL_HEADER);
    add_region(&plan, (limits->trail + steps) * sizeof(htni_change), HTN_FULL_TRAIL);
    planner->machine.world_at =
        add_region(&plan, (uint64_t)htni_stamps_at(domain) + 4 * htni_cycles(domain), HTN_FULL_WORLD);
    planner->machine.steps_at = add_region(&plan, steps * sizeof(htn_step), HTN_FULL_STEPS);
    planner->machine.record_at = add_region(&plan, record * sizeof(uint16_t), HTN_FULL_RECORD);
    planner->machine.record_sites_at =
        add_region(&plan, domain->record_sites ? record * sizeof(htni_record_site) : 0, HTN_FULL_RECORD);
    planner->machine.choices_at =
        add_region(&plan, (uint64_t)limits->choices * sizeof(htni_registers), HTN_FULL_CHOICES);
    const uint64_t words = (uint64_t)limits->frames + HTNI_ANCESTOR_WORDS; /* GUARD may look at one more */
    planner->machine.frames_at = add_region(&plan, (words + limits->solutions) * sizeof(uint32_t), HTN_FULL_FRAMES);
    add_nodes(&plan, &planner->achieving, domain, limits->nodes);
    planner->copy.generations_at = add_region(&plan, (uint64_t)domain->instances * 2, HTN_FULL_WORLD);
    const uint64_t spans = domain->flags & HTN_BLOB_SPANS ? limits->spans : 0;
    planner->search.spans_at = add_region(&plan, spans * sizeof(htn_span), HTN_FULL_SPANS);
    if (domain->flags & HTN_BLOB_PARTIAL) {
        const uint64_t kept = limits->continuation + (domain->flags & HTN_BLOB_EACH ? 1 + limits->solutions : 0);
        planner->running.continuation.at = add_region(&plan, kept * sizeof(uint32_t), HTN_FULL_CONTINUATION);
        planner->running.start.at = add_region(&plan, kept * sizeof(uint32_t), HTN_FULL_CONTINUATION);
        if (domain->flags & HTN_BLOB_EACH)
            planner->running.first_end_at =
                add_region(&plan, sizeof(htni_continuation) + kept * sizeof(uint32_t), HTN_FULL_CONTINUATION);
        add_kept_plan(&plan, &planner->running.first_part, domain, limits, HTN_FULL_RUNNING);
    }
    add_kept_plan(&plan, &planner->running.plan, domain, limits, HTN_FULL_RUNNING);
    if (domain->cheapest)
        add_kept_plan(&plan, &planner->best, domain, limits, HTN_FULL_BEST);
    const uint64_t marks = htni_footprint_words(domain) * (sizeof(uint64_t) + sizeof(uint32_t));
    for (uint32_t i = 0; i <= HTNI_REPLAN_FOOTPRINT; i++)
        if (footprints == (i < HTNI_SEARCH_FOOTPRINTS))
            planner->footprints.at[i] = add_region(&plan, sizeof(htni_footprint) + marks, HTN_FULL_WORLD);
    if (limits->tuples != 0)
        planner->machine.tuples_at = add_region(&plan, htni_tuples_bytes(domain, limits->tuples), HTN_FULL_TUPLES);
    if (has_loop_guard(domain, limits))
        planner->search.guard_at = add_region(&plan, htni_guard_bytes(limits), HTN_FULL_FRAMES);
    return plan;
}

size_t htni_planner_bytes(const htn_domain *domain, const htn_limits *limits, bool footprints)
{
    htn_planner unused;
    if (domain == NULL || domain->blob == NULL)
        return 0;
    const htn_limits filled = htni_fill_in(domain, limits);
    const layout plan = lay_out(&unused, domain, &filled, footprints, UINT64_MAX);
    return plan.size > UINT32_MAX ? 0 : (size_t)plan.size;
}

size_t htn_planner_bytes(const htn_domain *domain, const htn_limits *limits)
{
    return htni_planner_bytes(domain, limits, false);
}

/*
 * What each search relies on, and leaves so: sums of 0, the root's frame, behind which DONE follows, empty
 * footprints. The rest of the block may hold anything.
 */
static void prepare_block(const htn_planner *planner)
{
    uint32_t *const root = htni_frames(&planner->machine);
    const htn_domain *domain = planner->machine.domain;
    memset(htni_working_world(&planner->machine) + domain->world_bytes, 0, HTNI_SUMS + 4 * htni_cycles(domain));
    if (planner->machine.tuples_at != 0)
        htni_tuples_init(htni_tuples_of(planner), domain, planner->machine.limits.tuples);
    if (planner->search.guard_at != 0)
        htni_guard_init(planner);
    root[HTNI_FRAME_PC] = HTN_SLOT_DONE;
    root[HTNI_FRAME_PARENT] = 0;
    root[HTNI_FRAME_ANCESTRY] = 0;
    const size_t bits = (size_t)htni_footprint_words(planner->machine.domain) * sizeof(uint64_t);
    for (uint32_t i = 0; i <= HTNI_REPLAN_FOOTPRINT; i++)
        if (planner->footprints.at[i] != 0)
            memset(htni_footprint_of(planner, i), 0, sizeof(htni_footprint) + bits);
}

htn_status htni_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits, bool footprints,
                             void *memory, size_t size)
{
    htn_planner made;
    if (planner == NULL || domain == NULL || domain->blob == NULL || memory == NULL)
        return HTN_BAD_ARGUMENT;
    *planner = NULL;
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    memset(&made, 0, sizeof made);
    made.machine.limits = htni_fill_in(domain, limits);
    made.native_units = htni_most_units(&made.machine.limits);
    made.prepared = prepare(domain, &made.machine.limits);
    const layout plan = lay_out(&made, domain, &made.machine.limits, footprints, size > UINT32_MAX ? UINT32_MAX : size);
    if (plan.status != HTN_OK)
        return plan.status;
    if (made.machine.limits.frames < HTNI_FRAME_LOCALS) /* no room for the root's frame */
        return HTN_FULL_FRAMES;
    made.identity.magic = MAGIC;
    made.machine.domain = domain;
    made.identity.checksum = htni_read32(domain->blob + HTN_HEADER_CHECKSUM);
    made.identity.size = (uint32_t)plan.size;
    memcpy(memory, &made, sizeof made);
    *planner = (htn_planner *)memory;
    if (made.achieving.search_at != 0)
        *htni_achieve_of(*planner) = plan.achieve;
    prepare_block(*planner);
    return HTN_OK;
}

htn_status htn_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits, void *memory,
                            size_t size)
{
    return htni_planner_init(planner, domain, limits, false, memory, size);
}

void htni_reset_planner(htn_planner *planner)
{
    const htni_host host = planner->host;
    const htn_limits limits = planner->machine.limits;
    htn_planner *same;
    htni_planner_init(&same, planner->machine.domain, &limits, htni_has_footprints(planner), planner,
                      planner->identity.size); /* cannot fail: it was made so */
    planner->host.answerer = host.answerer;
    planner->host.answerer_user = host.answerer_user;
}

htn_status htn_planner_attach(htn_planner **planner, const htn_domain *domain, void *memory, size_t size)
{
    if (planner == NULL || domain == NULL || memory == NULL)
        return HTN_BAD_ARGUMENT;
    *planner = NULL;
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    htn_planner *found = (htn_planner *)memory;
    if (size < sizeof *found)
        return HTN_TOO_SMALL;
    if (found->identity.magic != MAGIC || domain->blob == NULL ||
        found->identity.checksum !=
            htni_read32(domain->blob + HTN_HEADER_CHECKSUM)) /* the block holds addresses of code */
        return HTN_WRONG_DOMAIN;
    if (size < found->identity.size)
        return HTN_TOO_SMALL;
    found->machine.domain = domain;
    found->copy.world = NULL; /* that world may have moved */
    found->host.listener = NULL;
    found->check.generations = NULL;
    found->check.walk = NULL;
    found->check.durings = NULL;
    found->host.answerer = NULL;
    found->host.answerer_user = NULL;
    *planner = found;
    return HTN_OK;
}
