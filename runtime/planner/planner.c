/*
 * The planner's block and its life: laying the block out, beginning a search, going on with it, taking up
 * the running plan (validate.c asks whether that still holds). The search itself is the machine's (vm_loop.h).
 */
#include "../achieve/actions.h"
#include "../native/native_inside.h"

#define MAGIC UINT32_C(0x504E5448) /* "HTNP" */

enum { DEFAULT_STEPS = 256, DEFAULT_DEPTH = 256, DEFAULT_WORK = 1000000, MAX_LIMIT = 1 << 28 };
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

/*
 * Room for a frame per compound task and step, and an ancestor per compound task, of the longest plan allowed; one for the
 * root's continuation, and one in which a step takes effect once more.
 */
static uint32_t default_frames(const htn_domain *domain, const htn_limits *limits)
{
    const uint64_t frame = (uint64_t)HTNI_FRAME_LOCALS + most_locals(domain);
    return at_most(2 * frame + limits->record * (frame + HTNI_ANCESTOR_WORDS) + limits->steps * frame);
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

htn_limits htni_fill_in(const htn_domain *domain, const htn_limits *given)
{
    htn_limits limits;
    memset(&limits, 0, sizeof limits);
    if (given != NULL)
        limits = *given;
    if (limits.steps == 0)
        limits.steps = DEFAULT_STEPS;
    if (limits.depth == 0)
        limits.depth = DEFAULT_DEPTH;
    if (limits.work == 0)
        limits.work = DEFAULT_WORK;
    if (limits.record == 0)
        limits.record = at_most((uint64_t)limits.steps * 4);
    if (limits.choices == 0)
        limits.choices = limits.record;
    if (limits.trail == 0) /* in groups everything is undone and done once more */
        limits.trail = at_most((uint64_t)limits.steps * (domain->flags & HTN_BLOB_SPANS ? 24 : 8) +
                               (domain->cheapest ? limits.steps + limits.record : 0));
    if (limits.spans == 0)
        limits.spans = at_most((uint64_t)limits.steps * 3);
    if (limits.nodes == 0)
        limits.nodes = default_nodes(domain);
    limits.nodes = htni_count(domain, HTN_SECTION_ACHIEVES) == 0 ? 0 : at_most(limits.nodes);
    if (limits.frames == 0)
        limits.frames = default_frames(domain, &limits);
    if (limits.rest == 0)
        limits.rest = at_most(((uint64_t)limits.depth + 1) * (HTNI_FRAME_LOCALS + most_locals(domain)));
    return limits;
}

/* One region after the other; `status` is the first that does not fit. */
typedef struct layout {
    uint64_t size; /* so far */
    uint64_t room;
    htn_status status;
} layout;

static uint32_t place(layout *plan, uint64_t bytes, htn_status full)
{
    const uint64_t at = plan->size;
    plan->size = (at + bytes + 7) & ~UINT64_C(7);
    if (plan->size > plan->room && plan->status == HTN_OK)
        plan->status = full;
    return (uint32_t)at;
}

/* Nodes of Achieves, and one more: an outcome is compared with the others there. */
static void place_nodes(layout *plan, htn_planner *planner, const htn_domain *domain, uint64_t nodes)
{
    uint64_t buckets = 64;
    while (buckets < nodes)
        buckets *= 2;
    if (nodes == 0)
        return;
    planner->runs_at = place(plan, (uint64_t)domain->max_writes * sizeof(htni_stretch), HTN_FULL_NODES);
    planner->actions_at = place(plan, (uint64_t)domain->max_uses * sizeof(htni_action), HTN_FULL_NODES);
    planner->tests_at = place(plan, (uint64_t)domain->max_tests * sizeof(htni_byte_test), HTN_FULL_NODES);
    planner->buckets_at = place(plan, buckets * sizeof(uint32_t), HTN_FULL_NODES);
    planner->heap_at = place(plan, nodes * sizeof(htni_open), HTN_FULL_NODES);
    planner->nodes_at = place(plan, (nodes + 1) * node_bytes(domain), HTN_FULL_NODES);
}

/* A plan that is kept. */
static void place_part(layout *plan, htni_part *part, const htn_domain *domain, const htn_limits *limits,
                       htn_status full)
{
    const uint64_t steps = limits->steps, record = limits->record, instances = domain->instances;
    const uint64_t spans = domain->flags & HTN_BLOB_SPANS ? limits->spans : 0;
    part->steps_at = place(plan, steps * sizeof(htn_step), full);
    part->record_at = place(plan, record * sizeof(uint16_t), full);
    part->values_at = place(plan, steps * domain->max_arguments * sizeof(int32_t), full);
    part->generations_at = place(plan, instances * 2, full);
    part->spans_at = place(plan, spans * sizeof(htn_span), full);
    part->bindings_at = place(plan, record * domain->max_bindings * sizeof(int32_t), full);
    part->methods_at = place(plan, domain->cools ? record * sizeof(uint32_t) : 0, full);
}

/* Where everything lies in a block of `room` bytes. `planner` is written only as far as its own fields. */
static layout lay_out(htn_planner *planner, const htn_domain *domain, const htn_limits *limits, bool footprints,
                      uint64_t room)
{
    layout plan = {0, room, HTN_OK};
    const uint64_t steps = limits->steps, record = limits->record;
    place(&plan, sizeof *planner, HTN_FULL_HEADER);
    place(&plan, (limits->trail + steps) * sizeof(htni_change), HTN_FULL_TRAIL); /* here: htni_trail() */
    planner->machine.world_at = place(&plan, (uint64_t)domain->world_bytes + HTNI_SUMS, HTN_FULL_WORLD);
    planner->machine.steps_at = place(&plan, steps * sizeof(htn_step), HTN_FULL_STEPS);
    planner->machine.record_at = place(&plan, record * sizeof(uint16_t), HTN_FULL_RECORD);
    planner->machine.places_at = place(&plan, domain->places ? record * sizeof(htni_place) : 0, HTN_FULL_RECORD);
    const uint64_t words = (uint64_t)limits->frames + HTNI_ANCESTOR_WORDS; /* one more is looked at by GUARD */
    planner->machine.frames_at = place(&plan, words * sizeof(uint32_t), HTN_FULL_FRAMES);
    planner->machine.choices_at = place(&plan, (uint64_t)limits->choices * sizeof(htni_registers), HTN_FULL_CHOICES);
    place_nodes(&plan, planner, domain, limits->nodes);
    planner->generations_at = place(&plan, (uint64_t)domain->instances * 2, HTN_FULL_WORLD);
    const uint64_t spans = domain->flags & HTN_BLOB_SPANS ? limits->spans : 0;
    planner->spans_at = place(&plan, spans * sizeof(htn_span), HTN_FULL_SPANS);
    if (domain->flags & HTN_BLOB_PARTIAL) {
        planner->rest.at = place(&plan, (uint64_t)limits->rest * sizeof(uint32_t), HTN_FULL_REST);
        planner->start.at = place(&plan, (uint64_t)limits->rest * sizeof(uint32_t), HTN_FULL_REST);
        place_part(&plan, &planner->first_part, domain, limits, HTN_FULL_RUNNING);
    }
    place_part(&plan, &planner->running, domain, limits, HTN_FULL_RUNNING);
    if (domain->cheapest)
        place_part(&plan, &planner->best, domain, limits, HTN_FULL_BEST);
    const uint64_t marks = htni_footprint_words(domain) * (sizeof(uint64_t) + sizeof(uint32_t));
    for (uint32_t i = 0; i <= HTNI_STOOD; i++)
        if (footprints == (i < HTNI_FOOTPRINTS))
            planner->footprints_at[i] = place(&plan, sizeof(htni_footprint) + marks, HTN_FULL_WORLD);
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
 * What each search finds as it was, and leaves so: no sums, the root's frame, which DONE follows, nothing marked in footprints. The
 * rest of the block may hold anything.
 */
static void prepare_block(const htn_planner *planner)
{
    uint32_t *const root = htni_frames(planner);
    memset(htni_region(planner, planner->machine.world_at) + planner->machine.domain->world_bytes, 0, HTNI_SUMS);
    root[HTNI_FRAME_PC] = HTN_SLOT_DONE;
    root[HTNI_FRAME_PARENT] = 0;
    root[HTNI_FRAME_ANCESTRY] = 0;
    const size_t bits = (size_t)htni_footprint_words(planner->machine.domain) * sizeof(uint64_t);
    for (uint32_t i = 0; i <= HTNI_STOOD; i++)
        if (planner->footprints_at[i] != 0)
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
    made.most_units = htni_most_units(&made.machine.limits);
    const layout plan = lay_out(&made, domain, &made.machine.limits, footprints, size > UINT32_MAX ? UINT32_MAX : size);
    if (plan.status != HTN_OK)
        return plan.status;
    if (made.machine.limits.frames < HTNI_FRAME_LOCALS) /* the root's continuation */
        return HTN_FULL_FRAMES;
    made.magic = MAGIC;
    made.machine.domain = domain;
    made.checksum = htni_read32(domain->blob + HTN_HEADER_CHECKSUM);
    made.size = (uint32_t)plan.size;
    memcpy(memory, &made, sizeof made);
    *planner = (htn_planner *)memory;
    prepare_block(*planner);
    return HTN_OK;
}

htn_status htn_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits, void *memory,
                            size_t size)
{
    return htni_planner_init(planner, domain, limits, false, memory, size);
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
    if (found->magic != MAGIC || domain->blob == NULL ||
        found->checksum != htni_read32(domain->blob + HTN_HEADER_CHECKSUM)) /* it holds addresses of code */
        return HTN_WRONG_DOMAIN;
    if (size < found->size)
        return HTN_TOO_SMALL;
    found->machine.domain = domain;
    found->world = NULL; /* the world that it followed may not be where it was */
    found->listener = NULL;
    found->then = NULL;
    found->walk = NULL;
    found->restores = NULL;
    found->restore_count = 0;
    found->answerer = NULL;
    found->answerer_user = NULL;
    *planner = found;
    return HTN_OK;
}

htn_status htn_planner_answer(htn_planner *planner, htn_answerer *answerer, void *user)
{
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    planner->answerer = answerer;
    planner->answerer_user = user;
    return HTN_OK;
}

void htn_planner_limits(const htn_planner *planner, htn_limits *limits)
{
    if (limits == NULL)
        return;
    memset(limits, 0, sizeof *limits);
    if (planner != NULL)
        *limits = planner->machine.limits;
}

/* --- The working copy --------------------------------------------------------------------------- */

static inline bool is_reader(const htn_world *world, const htn_planner *planner)
{
    return world->readers[planner->reader] == planner;
}

/* Of a world that it did not follow. */
static void become_reader(htn_world *world, htn_planner *planner)
{
    planner->reader = 0;
    while (planner->reader < HTN_WORLD_READERS && !is_reader(world, planner))
        planner->reader++;
    if (planner->reader < HTN_WORLD_READERS)
        return;
    planner->reader = world->next_reader++ % HTN_WORLD_READERS;
    world->readers[planner->reader] = planner;
}

bool htni_can_follow(const htn_planner *planner, const htn_world *world)
{
    return planner->world == world && world->changes - planner->world_changes <= HTN_WORLD_LOG &&
           is_reader(world, planner);
}

HTNI_NOINLINE static void catch_up(htn_planner *planner, htn_world *world)
{
    uint8_t *copy = htni_region(planner, planner->machine.world_at);
    const htn_domain *domain = planner->machine.domain;
    const bool followed = htni_can_follow(planner, world);
    if (followed) {
        for (uint32_t change = planner->world_changes; change != world->changes; change++)
            htni_copy_cell(copy, world->bytes, world->log[change % HTN_WORLD_LOG]);
    } else {
        memcpy(copy, world->bytes, domain->world_bytes);
        planner->world = world;
        become_reader(world, planner);
    }
    if (planner->world_spawns != world->spawns || !followed) {
        memcpy(htni_region(planner, planner->generations_at), world->bytes + domain->world_bytes,
               (size_t)domain->instances * 2);
        planner->world_spawns = world->spawns;
    }
    planner->world_changes = world->changes;
}

/* Mostly nothing has changed since the last search. */
static inline void follow_world(htn_planner *planner, htn_world *world)
{
    if (planner->world != world || planner->world_changes != world->changes || planner->world_spawns != world->spawns ||
        !is_reader(world, planner))
        catch_up(planner, world);
}

static inline void take_back(htn_planner *planner)
{
    if (HTNI_UNLIKELY(planner->machine.limits.nodes != 0))
        htni_achieve_give_up(planner);
    htni_undo(planner, planner->machine.now.trail, 0);
}

void htni_take_back(htn_planner *planner)
{
    take_back(planner);
    planner->machine.now.trail = 0;
}

void htni_follow_world(htn_planner *planner, htn_world *world)
{
    follow_world(planner, world);
}

/* Takes back what the last search did to the working world, and makes the machine ready to run from `pc`. */
static inline void reset_machine(htn_planner *planner, uint32_t pc)
{
    take_back(planner);
    memset(&planner->machine.now, 0, sizeof planner->machine.now);
    planner->machine.now.pc = pc;
    planner->machine.now.continue_pc = HTN_SLOT_DONE;
    planner->machine.now.frames = HTNI_FRAME_LOCALS;
}

static inline void rewind_to(htn_planner *planner, htn_world *world, uint32_t pc)
{
    reset_machine(planner, pc);
    planner->machine.choice_count = 0;
    memset(planner->fresh, 0, sizeof planner->fresh);
    follow_world(planner, world);
    planner->state = HTNI_IDLE;
}

void htni_rewind(htn_planner *planner, htn_world *world, uint32_t pc)
{
    rewind_to(planner, world, pc);
    planner->machine.horizon = 0;
}

/* --- Searching ---------------------------------------------------------------------------------- */

static inline bool fits(const htn_planner *planner, const htn_world *world)
{
    const htn_domain *const domain = world->domain;
    return domain == planner->machine.domain || (domain != NULL && htni_same_worlds(domain, planner->machine.domain));
}

bool htni_fits(const htn_planner *planner, const htn_world *world)
{
    return fits(planner, world);
}

static inline htn_status check_request(const htn_planner *planner, const htn_request *request)
{
    if (request->root >= htni_count(planner->machine.domain, HTN_SECTION_ROOTS) || (request->replan && request->go_on))
        return HTN_BAD_ARGUMENT;
    if (request->go_on && !planner->has_running)
        return HTN_NO_RUNNING_PLAN;
    return request->go_on && planner->running.partial == HTN_PARTIAL_NOT ? HTN_NOT_PARTIAL : HTN_OK;
}

/* A replan follows the record from the root first: that of the running plan, or of its first part. */
static void follow_record(htn_planner *planner)
{
    planner->machine.now.following = planner->against_running;
    planner->walks_first = planner->against_running && planner->continues;
    planner->walks_on = planner->walks_first;
}

static void begin_rest(htn_planner *planner)
{
    planner->origin = HTNI_FROM_REST;
    htni_take_up(planner, &planner->rest, planner->running.generations_at);
}

/* Whether the running plan holds, for a replan; what remains of it costs `*costs`. */
HTNI_NOINLINE static htn_status check_running(htn_planner *planner, htn_world *world, const htn_request *request,
                                              uint32_t *costs)
{
    const htn_status status = htn_planner_validate(planner, world, request->steps_done, request->done, NULL);
    if (status == HTN_OK)
        *costs = (uint32_t)htni_sum(planner, HTNI_SUM_COST);
    return status;
}

static inline void begin_at_root(htn_planner *planner, htn_world *world, const htn_request *request)
{
    rewind_to(planner, world, HTN_SLOT_FAIL);
    const uint32_t task = HTNI_FIELD(planner->machine.domain, ROOTS, request->root, TASK);
    planner->machine.now.pc = HTNI_FIELD(planner->machine.domain, TASKS, task, ENTRY);
    planner->machine.work_left = request->work != 0 ? request->work : planner->machine.limits.work;
    planner->seed = request->seed;
    planner->machine.horizon = request->horizon;
    planner->state = HTNI_SEARCHING;
}

static inline bool is_cheapest(const htn_planner *planner, const htn_request *request)
{
    return (HTNI_FIELD(planner->machine.domain, ROOTS, request->root, FLAGS) & HTN_ROOT_CHEAPEST) != 0;
}

/* The request is known to be sound. */
HTNI_NOINLINE static htn_status begin(htn_planner *planner, htn_world *world, const htn_request *request)
{
    htn_status status = HTN_NO_PLAN;
    uint32_t costs = HTN_NONE;
    if (request->replan) {
        status = check_running(planner, world, request, &costs);
        if (status != HTN_OK && status != HTN_NO_PLAN)
            return status;
    }
    begin_at_root(planner, world, request);
    planner->against_running = status == HTN_OK;
    if (request->go_on)
        begin_rest(planner);
    else if (is_cheapest(planner, request)) /* than what remains of the running plan, if that holds */
        htni_begin_cheapest(planner, HTNI_FIELD(planner->machine.domain, ROOTS, request->root, TASK), costs);
    else
        follow_record(planner);
    return HTN_OK;
}

static const htn_request plain_request;

static inline htn_status check(const htn_planner *planner, const htn_world *world, const htn_request *request)
{
    if (planner == NULL || world == NULL)
        return HTN_BAD_ARGUMENT;
    return fits(planner, world) ? check_request(planner, request) : HTN_WRONG_DOMAIN;
}

htn_status htn_plan_begin(htn_planner *planner, htn_world *world, const htn_request *request)
{
    if (request == NULL)
        request = &plain_request;
    const htn_status status = check(planner, world, request);
    return status == HTN_OK ? begin(planner, world, request) : status;
}

static htn_status limit_of(uint32_t cut)
{
    return cut == HTN_CUT_STEPS ? HTN_LIMIT_STEPS : cut == HTN_CUT_DEPTH ? HTN_LIMIT_DEPTH : HTN_LIMIT_NODES;
}

/*
 * While a continuation runs, nothing better from the root: follows its own record from its start. The working world is
 * that of the search's beginning; cuts and work are the whole search's.
 */
static void walk_on(htn_planner *planner)
{
    reset_machine(planner, HTN_SLOT_FAIL);
    planner->machine.choice_count = 0;
    planner->partial = HTN_PARTIAL_NOT;
    planner->walks_first = 0;
    htni_take_up(planner, &planner->start, planner->running.generations_at);
    planner->origin = HTNI_FROM_START;
    planner->machine.now.following = 1;
    planner->walks_on = 0;
}

static bool is_found(const htn_planner *planner, htn_status status)
{
    return (status == HTN_PLAN || status == HTN_PARTIAL_PLAN) && !planner->machine.now.following;
}

/* Also where the running plan's path came to its end. */
static bool is_nothing(const htn_planner *planner, htn_status status)
{
    return status == HTN_NO_PLAN || status == HTN_STANDS ||
           ((status == HTN_PLAN || status == HTN_PARTIAL_PLAN) && planner->machine.now.following);
}

static void tell_beginning(const htn_planner *planner)
{
    const bool against = planner->against_running != 0;
    const htn_beginning from = planner->origin == HTNI_FROM_REST    ? HTN_BEGIN_REST
                               : planner->origin == HTNI_FROM_START ? HTN_BEGIN_START
                               : against                            ? HTN_BEGIN_BETTER
                                                                    : HTN_BEGIN_ROOT;
    if (planner->listener != NULL)
        htni_tell(planner, HTN_EVENT_BEGIN, planner->machine.now.pc, from);
}

/* Runs the machine, and again where a second path is to be followed. */
HTNI_NOINLINE static htn_status search_paths(htn_planner *planner, uint32_t budget,
                                             htn_status (*run)(htn_planner *, uint32_t))
{
    for (;;) {
        const uint32_t before = planner->machine.work_left;
        const htn_status status = run(planner, budget);
        if (!planner->walks_on || !is_nothing(planner, status))
            return status;
        walk_on(planner);
        tell_beginning(planner);
        if (budget != 0 && before - planner->machine.work_left >= budget)
            return HTN_SUSPENDED;
        budget -= budget != 0 ? before - planner->machine.work_left : 0;
    }
}

/* Mostly there is one path at the most. */
static inline htn_status search(htn_planner *planner, uint32_t budget, htn_status (*run)(htn_planner *, uint32_t))
{
    return planner->walks_on ? search_paths(planner, budget, run) : run(planner, budget);
}

/* A search for the cheapest plan that has one ends with it, whatever ended it; with all branches tried it is proven. */
static htn_status conclude_best(htn_planner *planner, htn_status status)
{
    planner->state = HTNI_FOUND;
    if (status != HTN_PLAN && status != HTN_NO_PLAN)
        planner->cut |= status == HTN_LIMIT_WORK ? HTN_CUT_WORK : HTN_CUT_ROOM;
    return planner->best.steps == 0 ? HTN_EMPTY_PLAN : HTN_PLAN;
}

/* Where a limit cut branches, "nothing better" is not known either. */
HTNI_NOINLINE static htn_status conclude_otherwise(htn_planner *planner, htn_status status)
{
    if (status == HTN_SUSPENDED)
        return status;
    planner->state = HTNI_ENDED;
    if (planner->has_best)
        return conclude_best(planner, status);
    if (is_found(planner, status)) {
        if (!htni_collect_spans(planner))
            return HTN_FULL_SPANS;
        planner->state = HTNI_FOUND;
        return planner->machine.now.steps == 0 ? HTN_EMPTY_PLAN : status;
    }
    const bool nothing = is_nothing(planner, status);
    if (nothing && planner->cut != 0)
        return limit_of(planner->first_cut);
    return nothing && planner->against_running ? HTN_STANDS : status;
}

/* What the machine's end means for the request: mostly that there is a plan. */
static inline htn_status conclude(htn_planner *planner, htn_status status)
{
    if (status != HTN_PLAN || (planner->has_best | planner->machine.now.following) != 0 ||
        (planner->machine.domain->flags & HTN_BLOB_SPANS) != 0)
        return conclude_otherwise(planner, status);
    planner->state = HTNI_FOUND;
    return planner->machine.now.steps == 0 ? HTN_EMPTY_PLAN : HTN_PLAN;
}

htn_status htn_plan_step(htn_planner *planner, uint32_t budget)
{
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    if (planner->state != HTNI_SEARCHING)
        return HTN_NOT_BEGUN;
    return conclude(planner, search(planner, budget, htni_runner(planner, false)));
}

htn_status htni_plan_step_marked(htn_planner *planner, uint32_t budget)
{
    return conclude(planner, search(planner, budget, htni_runner(planner, true)));
}

htn_status htn_plan_trace(htn_planner *planner, htn_listener *listener, void *user)
{
    if (planner == NULL || listener == NULL)
        return HTN_BAD_ARGUMENT;
    if (planner->state != HTNI_SEARCHING)
        return HTN_NOT_BEGUN;
    planner->listener = listener;
    planner->listener_user = user;
    tell_beginning(planner);
    const htn_status status = conclude(planner, search(planner, 0, htni_run_traced));
    planner->listener = NULL;
    return status;
}

/* What a search that has begun comes to, without a budget. */
static inline htn_status find(htn_planner *planner, bool marking)
{
    return conclude(planner, search(planner, 0, htni_runner(planner, marking)));
}

HTNI_NOINLINE static htn_status find_better(htn_planner *planner, htn_world *world, const htn_request *request)
{
    if (htni_still_stands(planner, world, request))
        return HTN_STANDS;
    htni_note_reads(planner, request);
    const htn_status begun = begin(planner, world, request);
    const htn_status status = begun == HTN_OK ? find(planner, planner->noting != 0) : begun;
    htni_note_outcome(planner, request, status);
    return status;
}

HTNI_NOINLINE static htn_status find_first(htn_planner *planner, htn_world *world, const htn_request *request)
{
    if (HTNI_UNLIKELY(request->go_on || is_cheapest(planner, request))) {
        begin(planner, world, request); /* OK, as it is no replan */
        return find(planner, false);
    }
    begin_at_root(planner, world, request);
    return conclude(planner, htni_runner(planner, false)(planner, 0)); /* there is one path */
}

htn_status htn_plan_find(htn_planner *planner, htn_world *world, const htn_request *request)
{
    if (request == NULL)
        request = &plain_request;
    const htn_status status = check(planner, world, request);
    if (status != HTN_OK)
        return status;
    return request->replan ? find_better(planner, world, request) : find_first(planner, world, request);
}

/* --- Plans -------------------------------------------------------------------------------------- */

void htn_trace_plan(const htn_planner *planner, htn_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->steps = (const htn_step *)(const void *)htni_region(planner, planner->machine.steps_at);
    plan->step_count = planner->machine.now.steps;
    plan->values = (const int32_t *)(const void *)htni_frames(planner);
    plan->record = (const uint16_t *)(const void *)htni_region(planner, planner->machine.record_at);
    plan->record_count = planner->machine.now.record;
    plan->cost = planner->machine.domain->flags & HTN_BLOB_COSTS ? htni_sum(planner, HTNI_SUM_COST)
                                                                 : (int32_t)planner->machine.now.steps;
    plan->duration = htni_sum(planner, HTNI_SUM_DURATION);
    plan->cut = planner->cut;
    plan->partial = planner->partial;
    plan->continues = planner->origin != HTNI_FROM_ROOT;
}

void htni_found_plan(const htn_planner *planner, htn_plan *plan)
{
    htn_trace_plan(planner, plan);
    plan->spans = (const htn_span *)(const void *)htni_region(planner, planner->spans_at);
    plan->span_count = planner->span_count;
}

void htn_planner_plan(const htn_planner *planner, htn_plan *plan)
{
    if (plan == NULL)
        return;
    memset(plan, 0, sizeof *plan);
    if (planner == NULL || (planner->state != HTNI_FOUND && !planner->has_best))
        return;
    if (planner->has_best) {
        htni_kept_plan(planner, &planner->best, plan);
        plan->cut = planner->cut;
        plan->proven = planner->state == HTNI_FOUND && plan->cut == 0;
        return;
    }
    htni_found_plan(planner, plan);
    plan->proven = plan->cut == 0;
}

/*
 * What the plan that was running is from now on: the first part, unless it has one itself, and what remained of it the
 * start of the plan found. Then that one is as one that was found from there: adopting it again changes nothing.
 */
static void shift_parts(htn_planner *planner)
{
    const htni_part part = planner->first_part;
    const htni_rest rest = planner->start;
    planner->start = planner->rest;
    planner->rest = rest;
    if (!planner->continues) {
        planner->first_part = planner->running;
        planner->running = part;
    }
    planner->continues = 1;
    planner->origin = HTNI_FROM_START;
}

htn_status htn_planner_adopt(htn_planner *planner)
{
    htn_plan plan;
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    if (planner->state != HTNI_FOUND && !planner->has_best)
        return HTN_NOT_BEGUN;
    htn_planner_plan(planner, &plan);
    if (planner->origin == HTNI_FROM_REST)
        shift_parts(planner);
    planner->continues = planner->origin != HTNI_FROM_ROOT;
    if (plan.partial != HTN_PARTIAL_NOT)
        htni_keep_rest(planner);
    htni_keep_plan(planner, &plan, &planner->running);
    if (planner->has_best)
        htni_copy_choices(planner, &planner->best, &planner->running);
    else
        htni_keep_choices(planner, &planner->running);
    memcpy(htni_region(planner, planner->running.generations_at), htni_region(planner, planner->generations_at),
           (size_t)planner->machine.domain->instances * 2);
    planner->has_running = 1;
    planner->stood = 0;
    planner->kept = planner->last;
    return HTN_OK;
}

void htn_planner_drop(htn_planner *planner)
{
    if (planner == NULL)
        return;
    planner->has_running = 0;
    planner->stood = 0;
    planner->continues = 0;
    planner->walks_on = 0;
    if (planner->origin != HTNI_FROM_ROOT)
        planner->state = HTNI_IDLE;
}

bool htn_planner_running(const htn_planner *planner, htn_plan *plan)
{
    if (planner == NULL || !planner->has_running)
        return false;
    if (plan == NULL)
        return true;
    htni_kept_plan(planner, &planner->running, plan);
    plan->continues = planner->continues;
    return true;
}
