/*
 * A search from beginning to end: what a request begins with, and what the machine's answer means for it. The
 * machine searches; the caller decides for how long.
 *
 * Replanning a plan that continues another one searches twice: first from the root, along the first part's
 * record; then, if nothing has priority, from where the plan began.
 */
#include "time_sliced_search.h"
#include "../blob/blob_reader.h"
#include "../machine/listener.h"
#include "../machine/vm_traced.h"
#include "../native/native_run.h"
#include "../search/branch_and_bound.h"
#include "../search/continuation.h"
#include "../search/given_tasks.h"
#include "../search/spans.h"
#include "replan_cache.h"
#include "working_world.h"

static inline bool is_cheapest(const htni_machine *machine, const htn_request *request)
{
    if (HTNI_UNLIKELY(request->task_count != 0))
        return request->cheapest;
    return (HTNI_FIELD(machine->domain, ROOTS, request->root, FLAGS) & HTN_ROOT_CHEAPEST) != 0;
}

/* Checks the given tasks, and that they are those of the running plan if that plays a part. */
HTNI_NOINLINE static htn_status check_given(const htn_planner *planner, const htn_world *world,
                                            const htn_request *request)
{
    const htn_domain *domain = planner->machine.domain;
    uint64_t mark = 0;
    if (request->task_count != 0 && (request->tasks == NULL || htni_check_given(world, domain, request->tasks,
                                                                                request->task_count, &mark) != HTN_OK))
        return HTN_BAD_ARGUMENT;
    if ((request->replan || request->go_on) && planner->running.exists && mark != planner->running.given)
        return HTN_BAD_ARGUMENT;
    const bool cheapest = request->task_count != 0 && request->cheapest;
    return cheapest && (!domain->cheapest || htni_given_splits(domain, request->tasks, request->task_count))
               ? HTN_BAD_ARGUMENT
               : HTN_OK;
}

/* Both flags at once: every search asks. */
static inline bool goes_on_or_keeps(const htn_request *request)
{
    _Static_assert(offsetof(htn_request, keep) == offsetof(htn_request, go_on) + 1, "the flags are neighbours");
    uint16_t both;
    memcpy(&both, (const uint8_t *)request + offsetof(htn_request, go_on), sizeof both);
    return both != 0;
}

static inline htn_status check_request(const htn_planner *planner, const htn_world *world, const htn_request *request)
{
    if (request->root >= htni_count(planner->machine.domain, HTN_SECTION_ROOTS) ||
        (request->replan && goes_on_or_keeps(request)))
        return HTN_BAD_ARGUMENT;
    if (request->go_on && !planner->running.exists)
        return HTN_NO_RUNNING_PLAN;
    if (request->go_on && planner->running.plan.partial == HTN_PARTIAL_NOT)
        return HTN_NOT_PARTIAL;
    return HTNI_UNLIKELY((request->task_count | planner->running.given) != 0) ? check_given(planner, world, request)
                                                                              : HTN_OK;
}

/* Makes the search follow a record: the running plan's, or that of its first part. */
static void follow_record(htn_planner *planner)
{
    planner->machine.now.following = planner->search.against_running;
    planner->search.follows_first_part = planner->search.against_running && planner->running.continues;
    planner->search.continuation_is_next = planner->search.follows_first_part;
}

static void begin_continuation(htn_planner *planner)
{
    planner->search.origin = HTNI_FROM_CONTINUATION;
    htni_resume_continuation(planner, &planner->running.continuation, planner->running.plan.generations_at);
}

/* Whether the running plan holds, for a replan; then `*costs` is the cost of what remains of it. */
HTNI_NOINLINE static htn_status check_running(htn_planner *planner, htn_world *world, const htn_request *request,
                                              uint32_t *costs)
{
    const htn_status status = htn_planner_validate(planner, world, request->steps_done, request->done, NULL);
    if (status == HTN_OK)
        *costs = (uint32_t)htni_sum(&planner->machine, HTNI_SUM_COST);
    return status;
}

/* What the request says of a search from a root. */
static inline void begin_at_root_with(htn_planner *planner, const htn_request *request)
{
    planner->machine.work_left = request->work != 0 ? request->work : planner->machine.limits.work;
    planner->machine.root = request->root;
    planner->search.seed = request->seed;
    planner->machine.horizon = request->horizon;
    planner->search.phase = HTNI_SEARCHING;
}

/* Where a root begins. */
static inline uint32_t entry_of(const htn_planner *planner, uint32_t root)
{
    const htn_domain *const domain = planner->machine.domain;
    return root == 0 ? planner->prepared.entry
                     : HTNI_FIELD(domain, TASKS, HTNI_FIELD(domain, ROOTS, root, TASK), ENTRY);
}

static inline void begin_at_root(htn_planner *planner, htn_world *world, const htn_request *request)
{
    htni_rewind_to(planner, world, HTN_SLOT_FAIL);
    planner->machine.now.pc = entry_of(planner, request->root);
    begin_at_root_with(planner, request);
}

/* Begins at the given tasks instead, which have been checked. */
static htn_status begin_at_given(htn_planner *planner, const htn_world *world, const htn_request *request)
{
    htni_check_given(world, planner->machine.domain, request->tasks, request->task_count, &planner->search.given);
    const htn_status status = htni_begin_given(planner, request->tasks, request->task_count);
    if (status != HTN_OK)
        planner->search.phase = HTNI_ENDED;
    return status;
}

/* What doing all that the request asks for costs at least. */
static int32_t least_cost(const htn_domain *domain, const htn_request *request)
{
    int64_t least = 0;
    if (request->task_count == 0)
        return htni_signed(HTNI_FIELD(domain, TASKS, HTNI_FIELD(domain, ROOTS, request->root, TASK), LOWER_BOUND));
    for (uint32_t i = 0; i < request->task_count; i++)
        least += htni_signed(HTNI_FIELD(domain, TASKS, request->tasks[i].task, LOWER_BOUND));
    return htni_saturate(least);
}

/* The rest for a request that goes on, or whose search is kept for htn_plan_next(). */
static void begin_to_keep(htn_planner *planner, const htn_request *request)
{
    planner->search.keep = request->keep ? 1 + request->task_count : 0;
    planner->answers.count = 0;
    planner->answers.cost = 0;
    if (request->go_on)
        begin_continuation(planner);
    else if (is_cheapest(&planner->machine, request))
        htni_begin_cheapest(planner, least_cost(planner->machine.domain, request), HTN_NONE);
}

/* Begins the search. The request has been checked. */
HTNI_NOINLINE static htn_status begin(htn_planner *planner, htn_world *world, const htn_request *request)
{
    htn_status status = HTN_NO_PLAN;
    uint32_t costs = HTN_NONE;
    if (request->replan) {
        planner->machine.root = request->root;
        status = check_running(planner, world, request, &costs);
        if (status != HTN_OK && status != HTN_NO_PLAN)
            return status;
    }
    begin_at_root(planner, world, request);
    planner->search.against_running = status == HTN_OK;
    if (request->task_count != 0 && begin_at_given(planner, world, request) != HTN_OK)
        return HTN_FULL_FRAMES;
    if (goes_on_or_keeps(request))
        begin_to_keep(planner, request);
    else if (is_cheapest(&planner->machine,
                         request)) /* if the running plan holds, a plan must cost less than what remains of it */
        htni_begin_cheapest(planner, least_cost(planner->machine.domain, request), costs);
    else
        follow_record(planner);
    return HTN_OK;
}

static const htn_request plain_request;

static inline htn_status check(const htn_planner *planner, const htn_world *world, const htn_request *request)
{
    return htni_fits(&planner->machine, world) ? check_request(planner, world, request) : HTN_WRONG_DOMAIN;
}

/*
 * Whether the request is for a plain search: the first plan of a root, from the start, in a domain without anything that makes a
 * search or its end more than that (planner_layout.c). It is no replan.
 */
static inline bool is_plain(const htn_planner *planner, const htn_world *world, const htn_request *request)
{
    return request->root < planner->prepared.plain_roots && world->domain == planner->machine.domain &&
           (goes_on_or_keeps(request) | request->task_count) == 0;
}

/* Begins a plain search, in the working world as it is. */
static inline void begin_plain_here(htn_planner *planner, const htn_request *request)
{
    htni_reset_plain(planner, entry_of(planner, request->root));
    begin_at_root_with(planner, request);
}

static inline void begin_plain_in_small(htn_planner *planner, const htn_world *world, const htn_request *request)
{
    htni_copy_small_world(planner, world);
    begin_plain_here(planner, request);
}

static inline void begin_plain_in_large(htn_planner *planner, htn_world *world, const htn_request *request)
{
    htni_undo(&planner->machine, planner->machine.now.trail, 0);
    htni_follow_world(planner, world);
    begin_plain_here(planner, request);
}

HTNI_NOINLINE static htn_status begin_plain(htn_planner *planner, htn_world *world, const htn_request *request)
{
    if (planner->prepared.small_world != 0)
        begin_plain_in_small(planner, world, request);
    else
        begin_plain_in_large(planner, world, request);
    return HTN_OK;
}

htn_status htn_plan_begin(htn_planner *planner, htn_world *world, const htn_request *request)
{
    if (request == NULL)
        request = &plain_request;
    if (planner == NULL || world == NULL)
        return HTN_BAD_ARGUMENT;
    if (!request->replan && is_plain(planner, world, request))
        return begin_plain(planner, world, request);
    const htn_status status = check(planner, world, request);
    return status == HTN_OK ? begin(planner, world, request) : status;
}

static htn_status limit_of(uint32_t cut)
{
    return cut == HTN_REACHED_STEPS    ? HTN_LIMIT_STEPS
           : cut == HTN_REACHED_DEPTH  ? HTN_LIMIT_DEPTH
           : cut == HTN_REACHED_TUPLES ? HTN_LIMIT_TUPLES
                                       : HTN_LIMIT_NODES;
}

/*
 * Nothing from the root has priority over a plan that continues another one: follows its own record from its
 * start. The working world is the one in which the search began; limits reached and work count on.
 */
static void follow_continuation(htn_planner *planner)
{
    htni_reset_machine(planner, HTN_SLOT_FAIL);
    planner->search.partial = HTN_PARTIAL_NOT;
    planner->search.follows_first_part = 0;
    htni_resume_continuation(planner, &planner->running.start, planner->running.plan.generations_at);
    planner->search.origin = HTNI_FROM_START;
    planner->machine.now.following = 1;
    planner->search.continuation_is_next = 0;
}

static bool is_found(const htni_machine *machine, htn_status status)
{
    return (status == HTNI_WHOLE_PLAN || status == HTNI_PARTIAL_PLAN) && !machine->now.following;
}

/* Whether no plan has priority: also if the record that is followed came to its end. */
static bool is_nothing(const htni_machine *machine, htn_status status)
{
    return status == HTN_NO_PLAN || status == HTN_STANDS ||
           ((status == HTNI_WHOLE_PLAN || status == HTNI_PARTIAL_PLAN) && machine->now.following);
}

static void tell_beginning(const htn_planner *planner)
{
    const bool against = planner->search.against_running != 0;
    const htn_beginning from = planner->search.origin == HTNI_FROM_CONTINUATION ? HTN_BEGIN_CONTINUATION
                               : planner->search.origin == HTNI_FROM_START      ? HTN_BEGIN_BETTER_CONTINUATION
                               : against                                        ? HTN_BEGIN_BETTER
                                                                                : HTN_BEGIN_ROOT;
    if (planner->host.listener != NULL)
        htni_tell(planner, HTN_EVENT_BEGIN, planner->machine.now.pc, from);
}

/* Runs the machine, and once more if a second record is to be followed. */
HTNI_NOINLINE static htn_status search_records(htn_planner *planner, uint32_t budget,
                                               htn_status (*run)(htn_planner *, uint32_t))
{
    for (;;) {
        const uint32_t before = planner->machine.work_left;
        const htn_status status = run(planner, budget);
        if (!planner->search.continuation_is_next || !is_nothing(&planner->machine, status))
            return status;
        follow_continuation(planner);
        tell_beginning(planner);
        if (budget != 0 && before - planner->machine.work_left >= budget)
            return HTN_SUSPENDED;
        budget -= budget != 0 ? before - planner->machine.work_left : 0;
    }
}

/* Usually there is at most one record to follow. */
static inline htn_status search(htn_planner *planner, uint32_t budget, htn_status (*run)(htn_planner *, uint32_t))
{
    return planner->search.continuation_is_next ? search_records(planner, budget, run) : run(planner, budget);
}

/*
 * A search that has a best plan ends with it, whatever ended it. If all branches have been tried, the plan is
 * proven.
 */
static htn_status conclude_best(htn_planner *planner, htn_status status)
{
    planner->search.phase = HTNI_FOUND;
    if (status != HTNI_WHOLE_PLAN && status != HTN_NO_PLAN)
        planner->search.reached |= status == HTN_LIMIT_WORK ? HTN_REACHED_WORK : HTN_REACHED_ROOM;
    return HTN_OK;
}

/* If a limit was reached, it is not known either that nothing has priority. */
HTNI_NOINLINE static htn_status conclude_otherwise(htn_planner *planner, htn_status status)
{
    planner->search.waits = status == HTN_WAITS;
    if (status == HTN_SUSPENDED || status == HTN_WAITS)
        return status;
    planner->search.phase = HTNI_ENDED;
    if (planner->search.has_best)
        return conclude_best(planner, status);
    if (is_found(&planner->machine, status)) {
        if (!htni_collect_spans(planner))
            return HTN_FULL_SPANS;
        planner->search.phase = HTNI_FOUND;
        return HTN_OK;
    }
    const bool nothing = is_nothing(&planner->machine, status);
    if (nothing && planner->search.reached != 0)
        return limit_of(planner->search.first_reached);
    return nothing && planner->search.against_running ? HTN_STANDS : status;
}

/* What the machine's answer means for the request. Usually there is a plan. */
static inline htn_status conclude(htn_planner *planner, htn_status status)
{
    if (status != HTNI_WHOLE_PLAN || (planner->search.has_best | planner->machine.now.following) != 0 ||
        (planner->machine.domain->flags & HTN_BLOB_SPANS) != 0)
        return conclude_otherwise(planner, status);
    planner->search.phase = HTNI_FOUND;
    return HTN_OK;
}

htn_status htn_plan_step(htn_planner *planner, uint32_t budget)
{
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    if (planner->search.phase != HTNI_SEARCHING)
        return HTN_NOT_BEGUN;
    return conclude(planner, search(planner, budget, htni_runner(planner, false)));
}

/* The search that has found the cheapest plan begins again, for the next one. Limits reached and work count on. */
static void begin_cheapest_again(htn_planner *planner)
{
    const htn_domain *domain = planner->machine.domain;
    htni_answers *answers = &planner->answers;
    answers->count = answers->count != 0 && answers->cost == planner->best.cost ? answers->count + 1 : 1;
    answers->cost = planner->best.cost;
    planner->search.passed = planner->search.has_best = 0;
    planner->search.reached &= HTN_REACHED_STEPS | HTN_REACHED_DEPTH | HTN_REACHED_NODES;
    planner->search.bound = HTN_NONE;
    htni_reset_machine(planner,
                       HTNI_FIELD(domain, TASKS, HTNI_FIELD(domain, ROOTS, planner->machine.root, TASK), ENTRY));
    if (planner->search.given != 0)
        htni_begin_given_again(&planner->machine, &planner->machine.now, planner->search.keep - 1);
}

/* A search for the first plan goes on as if that plan had failed: its choice points and changes still stand. */
htn_status htn_plan_next(htn_planner *planner, uint32_t budget)
{
    if (planner == NULL)
        return HTN_BAD_ARGUMENT;
    if (planner->search.keep == 0 || (planner->search.phase != HTNI_FOUND && planner->search.phase != HTNI_SEARCHING))
        return HTN_NOT_BEGUN;
    if (planner->search.phase == HTNI_FOUND && planner->search.cheapest)
        begin_cheapest_again(planner);
    else if (planner->search.phase == HTNI_FOUND)
        planner->machine.now.pc = HTN_SLOT_FAIL;
    if (planner->search.phase == HTNI_FOUND)
        planner->search.partial = planner->search.waits = 0;
    planner->search.phase = HTNI_SEARCHING;
    return htn_plan_step(planner, budget);
}

htn_status htni_plan_step_marked(htn_planner *planner, uint32_t budget)
{
    return conclude(planner, search(planner, budget, htni_runner(planner, true)));
}

/* As long as `listener` listens. */
static void listen(htn_planner *planner, htn_listener *listener, void *user)
{
    planner->host.listener = listener;
    planner->host.listener_user = user;
}

void htni_tell_beginning(htn_planner *planner, htn_listener *listener, void *user)
{
    listen(planner, listener, user);
    planner->achieving.outcome = 0; /* of a search that nobody has listened to */
    tell_beginning(planner);
    listen(planner, NULL, NULL);
}

htn_status htni_plan_step_traced(htn_planner *planner, uint32_t budget, htn_listener *listener, void *user)
{
    listen(planner, listener, user);
    const htn_status status = conclude(planner, search(planner, budget, htni_run_traced));
    listen(planner, NULL, NULL);
    return status;
}

htn_status htn_plan_trace(htn_planner *planner, htn_listener *listener, void *user)
{
    if (planner == NULL || listener == NULL)
        return HTN_BAD_ARGUMENT;
    if (planner->search.phase != HTNI_SEARCHING)
        return HTN_NOT_BEGUN;
    if (!planner->search.waits)
        htni_tell_beginning(planner, listener, user);
    return htni_plan_step_traced(planner, 0, listener, user);
}

/* Runs a search that has begun to its end. */
static inline htn_status find(htn_planner *planner, bool marking)
{
    return conclude(planner, search(planner, 0, htni_runner(planner, marking)));
}

/* Replans; the request has been checked. */
HTNI_NOINLINE static htn_status replan(htn_planner *planner, htn_world *world, const htn_request *request)
{
    htni_replan_cache_begin(planner, request);
    const htn_status begun = begin(planner, world, request);
    const htn_status status = begun == HTN_OK ? find(planner, planner->replan_cache.recording != 0) : begun;
    htni_replan_cache_end(planner, request, status);
    return status;
}

/* The same, in front of all that, if the outcome is known. */
HTNI_NOINLINE static htn_status find_better(htn_planner *planner, htn_world *world, const htn_request *request)
{
    const htn_status status = check(planner, world, request);
    if (status != HTN_OK)
        return status;
    return htni_replan_cache_hit(planner, world, request) ? HTN_STANDS : replan(planner, world, request);
}

/* Runs a plain search that has begun. */
static inline htn_status run_plain(htn_planner *planner)
{
    const htn_status status =
        planner->machine.domain->native != NULL ? htni_run_native(planner, 0) : htni_run(planner, 0);
    if (HTNI_UNLIKELY(status != HTNI_WHOLE_PLAN))
        return conclude_otherwise(planner, status);
    planner->search.phase = HTNI_FOUND;
    return HTN_OK;
}

HTNI_NOINLINE static htn_status find_plain_in_large(htn_planner *planner, htn_world *world, const htn_request *request)
{
    begin_plain_in_large(planner, world, request);
    return run_plain(planner);
}

/*
 * Asks for the lines of a planner's block in which its regions begin. Where a game has many planners, none of them is in a
 * cache when its turn comes, and the search would wait for one line behind the other. (gcc drops the call of a function that
 * does nothing else.)
 */
#define FETCH_REGIONS(machine)                 \
    do {                                       \
        HTNI_FETCH(htni_trail(machine));       \
        HTNI_FETCH(htni_steps(machine));       \
        HTNI_FETCH(htni_choices(machine));     \
        HTNI_FETCH(htni_choices(machine) + 2); \
    } while (0)

HTNI_NOINLINE static htn_status find_plain(htn_planner *planner, htn_world *world, const htn_request *request)
{
    FETCH_REGIONS(&planner->machine);
    if (HTNI_UNLIKELY(planner->prepared.small_world == 0))
        return find_plain_in_large(planner, world, request);
    begin_plain_in_small(planner, world, request);
    return run_plain(planner);
}

HTNI_NOINLINE static htn_status find_first(htn_planner *planner, htn_world *world, const htn_request *request)
{
    const htn_status status = check(planner, world, request);
    if (status != HTN_OK)
        return status;
    if (HTNI_UNLIKELY(request->task_count != 0 || goes_on_or_keeps(request) ||
                      is_cheapest(&planner->machine, request))) {
        const htn_status begun = begin(planner, world, request);
        return begun == HTN_OK ? find(planner, false) : begun;
    }
    begin_at_root(planner, world, request);
    return conclude(planner, htni_runner(planner, false)(planner, 0)); /* no record is followed */
}

htn_status htn_plan_find(htn_planner *planner, htn_world *world, const htn_request *request)
{
    if (request == NULL)
        request = &plain_request;
    if (planner == NULL || world == NULL)
        return HTN_BAD_ARGUMENT;
    if (request->replan)
        return find_better(planner, world, request);
    return is_plain(planner, world, request) ? find_plain(planner, world, request)
                                             : find_first(planner, world, request);
}
