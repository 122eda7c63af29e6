/*
 * The checks of one domain; see match.h. Every check has the reference's answer in `expected` and asks
 * the runtime in its own way: in one go, one unit of work at a time, moved about in memory, traced, or
 * with exactly as much work as is needed.
 */
#include "match.h"
#include "match_all.h"
#include "runtime/planner/plan_bound.h"
#include "runtime/planner/planner_peaks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE_EFFORT = 5000, MOST_REPORTS = 5, MOST_WORK = 1 << 30 };

const char *check_name(match_check check)
{
    static const char *const names[CHECKS] = {
        "the domain compiles, verifies and loads",
        "the world at first is as declared",
        "values are what they are set to, and instances come and go as the reference's do",
        "the plan is the reference's: outcome, steps, arguments, record, cost, duration, cut",
        "a budget of 1 per call gives the same plan",
        "a block moved in mid-search, with late answers, gives the same plan",
        "a traced search gives the same plan",
        "the search takes exactly the reference's work, and ends as a limit with one unit less",
        "a search for the cheapest plan has its best so far at any time, never a dearer one later, and all are plans",
        "a copy of the world gives the same plan",
        "the default limits have room for each search that they can bound",
        "operators' arguments are the reference's",
        "queries are asked only about values of their parameters' types",
        "planning leaves the world as it was",
        "a running plan holds exactly where the reference says so",
        "replanning is the reference's",
        "replanning with a budget of 1 per call and a block moved about is the same",
        "going on behind a split is the reference's",
        "going on with a budget of 1 per call and a block moved about is the same",
        "tasks that cannot be given are refused",
        "all plans are the reference's, in its order, and so is the answer behind the last one",
    };
    return names[check];
}

void print_comment(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");

        printf("#   %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* --- Reports ------------------------------------------------------------------------------------- */

static bool is_plan(const reference_plan *plan)
{
    return plan->outcome == REFERENCE_PLAN || plan->outcome == REFERENCE_EMPTY_PLAN ||
           plan->outcome == REFERENCE_PARTIAL_PLAN;
}

static bool start_report(match_state *match, match_check check)
{
    match->failed = true;
    match->statistics->failed[check]++;
    if (match->quiet || match->statistics->failed[check] > MOST_REPORTS)
        return false;
    printf("# FAILED: %s\n", check_name(check));
    if (match->text)
        printf("# again: test_differential --seed %llu\n", (unsigned long long)match->seed);
    printf("# domain: %s\n", match->path);
    if (match->text)
        print_comment(match->text);
    return true;
}

static void pass(match_state *match, match_check check)
{
    match->statistics->passed[check]++;
}

static void fail_with(match_state *match, match_check check, const char *problem)
{
    if (start_report(match, check))
        print_comment(problem);
}

/* A wrong answer of a search. `running`: the running plan, NULL without one. */
static void fail_answer(match_state *match, match_check check, htn_status status, const reference_plan *running)
{
    static text_buffer report;
    htn_plan plan;
    uint32_t i;

    if (!start_report(match, check))
        return;
    htn_planner_plan(match->subject.planner, &plan);
    report.length = 0;
    add_text(&report, "limits: steps %u, depth %u; answers: seed %u\n", (unsigned)match->subject.limits.steps,
             (unsigned)match->subject.limits.depth, (unsigned)match->subject.answers.seed);
    describe_world(&report, match->reference, match->subject.compilation.model, match->twin.world);
    if (running) {
        add_text(&report, "running, done are steps");
        for (i = 0; i < running->step_count; i++)
            if (match->done[i])
                add_text(&report, " %u", (unsigned)i);
        add_text(&report, ":\n");
        describe_reference(&report, match->reference, running);
    }
    add_text(&report, "reference (work %llu, and %llu bodies of derived conditions):\n",
             (unsigned long long)match->expected.work, (unsigned long long)match->expected.bodies);
    describe_reference(&report, match->reference, &match->expected);
    add_text(&report, "runtime:\n");
    describe_answer(&report, &match->subject.domain, status, &plan);
    print_comment(report.text);
}

/* Judges what the last search answered. False where it cannot be compared or is wrong. */
static bool judge(match_state *match, match_check check, htn_status status, const reference_plan *running)
{
    htn_plan plan;

    if (is_full(status)) {
        match->statistics->full++;
        return false;
    }
    htn_planner_plan(match->subject.planner, &plan);
    if (!same_answer(match->reference, &match->expected, &match->subject.domain, status, &plan) ||
        (match->given.count == 0 && !keeps_bound(&match->subject.domain, &plan))) {
        fail_answer(match, check, status, running);
        return false;
    }
    pass(match, check);
    return true;
}

static void check_world(match_state *match)
{
    if (world_is_same(&match->twin))
        pass(match, CHECK_WORLD);
    else
        fail_with(match, CHECK_WORLD, match->twin.problem);
}

/* --- Searches ------------------------------------------------------------------------------------ */

/* The request that all searches in one world begin with. */
static htn_request request_of(const match_state *match)
{
    htn_request request = {0};

    request.root = match->root;
    request.seed = match->seed_of_draws;
    request.horizon = match->horizon;
    match_add_given(&match->given, &request);
    return request;
}

static htn_status find(match_state *match, const htn_request *request)
{
    return htn_plan_find(match->subject.planner, &match->subject.world, request);
}

/* From now on some answers of queries are late; `false`: none is. */
static void be_late(match_state *match, bool late)
{
    match->subject.answers.late = late ? 25 : 0;
    match->subject.answers.lateness = dice_for(dice_bits(&match->dice), 5);
}

static htn_status begin(match_state *match, const htn_request *request)
{
    htn_status status;

    do
        status = htn_plan_begin(match->subject.planner, &match->subject.world, request);
    while (status == HTN_WAITS);
    return status;
}

/* To the end, with answers that are late. */
static htn_status find_late(match_state *match, const htn_request *request)
{
    htn_status status;

    be_late(match, true);
    status = begin(match, request);
    while (status == HTN_OK || status == HTN_WAITS)
        if ((status = htn_plan_step(match->subject.planner, 0)) == HTN_OK)
            break;
    be_late(match, false);
    return status;
}

/* One unit of work per call; where `moving`, the block is now and then elsewhere. */
static htn_status step_in_pieces(match_state *match, const htn_request *request, bool moving)
{
    htn_status status = begin(match, request);
    uint64_t calls = 0;

    if (status != HTN_OK)
        return status;
    do {
        if (moving && dice_percent(&match->dice, 4) && !subject_move(&match->subject))
            return HTN_BAD_MEMORY;
        status = htn_plan_step(match->subject.planner, 1);
    } while ((status == HTN_SUSPENDED || status == HTN_WAITS) && ++calls < MOST_WORK);
    if (moving && !subject_move(&match->subject))
        return HTN_BAD_MEMORY;
    return status;
}

/* The same; where `moving`, answers are late, too. */
static htn_status find_in_pieces(match_state *match, const htn_request *request, bool moving)
{
    htn_status status;

    be_late(match, moving);
    status = step_in_pieces(match, request, moving);
    be_late(match, false);
    return status;
}

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    uint64_t *events = user;

    (void)planner;
    events[0] += event->kind == HTN_EVENT_METHOD || event->kind == HTN_EVENT_STEP || event->kind == HTN_EVENT_APPLY;
    events[1] += event->kind == HTN_EVENT_TUPLE;
}

static void check_traced(match_state *match)
{
    htn_request request = request_of(match);
    htn_status status = htn_plan_begin(match->subject.planner, &match->subject.world, &request);
    uint64_t events[2] = {0, 0};

    be_late(match, dice_percent(&match->dice, 50));
    if (status == HTN_OK)
        do
            status = htn_plan_trace(match->subject.planner, listen, events);
        while (status == HTN_WAITS);
    be_late(match, false);
    if (judge(match, CHECK_TRACED, status, NULL) && !match->expected.cheapest &&
        (events[0] != match->expected.work || (match->bodies && events[1] != match->expected.bodies)))
        fail_answer(match, CHECK_TRACED, status, NULL);
}

bool match_has_loops(const match_state *match)
{
    return subject_has_loops(&match->subject) || (subject_has_derived(&match->subject) && !match->bodies);
}

/*
 * Loops over instances cost work too, but how much depends on which items the compiler moves and which facts it
 * has indexed; and bodies of derived conditions do, but which are needed depends on what it folds: then any limit gives
 * either the plan or LIMIT_WORK.
 */
static void check_work_of_loops(match_state *match)
{
    htn_request request = request_of(match);
    htn_status status;

    request.work = (uint32_t)match->expected.work +
                   dice_below(&match->dice, (uint32_t)(match->expected.work + 2 * match->expected.tried));
    status = find(match, &request);
    if (status != HTN_LIMIT_WORK)
        judge(match, CHECK_WORK, status, NULL);
}

static void check_work(match_state *match)
{
    bool loops = match_has_loops(match);
    htn_request request = request_of(match);

    if (match->expected.work == 0 || match->expected.cheapest)
        return;
    if (loops)
        check_work_of_loops(match);
    request.work = (uint32_t)(match->expected.work + (match->bodies ? match->expected.bodies : 0));
    if (!loops && (!judge(match, CHECK_WORK, find(match, &request), NULL) ||
                   !judge(match, CHECK_WORK, find_late(match, &request), NULL)))
        return;
    if (--request.work && find(match, &request) != HTN_LIMIT_WORK)
        fail_answer(match, CHECK_WORK, HTN_LIMIT_WORK, NULL);
}

/* --- The cheapest plan ------------------------------------------------------------------------------ */

/* Whether the plan is one: not proven, it holds in the world as it is, and costs what is said. Ends the search. */
static bool is_a_plan(match_state *match, const htn_plan *plan)
{
    int32_t cost = plan->cost;
    htn_plan running;

    return !plan->proven && htn_planner_adopt(match->subject.planner) == HTN_OK &&
           htn_planner_running(match->subject.planner, &running) && running.cost == cost &&
           htn_planner_validate(match->subject.planner, &match->subject.world, 0, NULL, NULL) == HTN_OK;
}

/* With so much work. `*best`: the cost of what less work came to; nothing yet: INT64_MAX. False: a dearer plan, or none. */
static bool with_work(match_state *match, uint32_t work, int64_t *best)
{
    htn_request request = request_of(match);
    htn_status status;
    htn_plan plan;

    request.work = work;
    status = find(match, &request);
    htn_planner_plan(match->subject.planner, &plan);
    if (status == HTN_LIMIT_WORK)
        return *best == INT64_MAX;
    if (!(plan.reached & HTN_REACHED_WORK) || plan.cost > *best || plan.cost < match->expected.cost)
        return false;
    *best = plan.cost;
    return is_a_plan(match, &plan);
}

/*
 * What a search takes to be the cheapest although limits cut branches (which could not have been cheaper) is so under
 * wider limits too. True also where the reference cannot tell.
 */
static bool is_cheapest_beyond(match_state *match, const reference_limits *limits)
{
    static reference_plan wider;
    reference_limits more = *limits;
    htn_plan plan;

    htn_planner_plan(match->subject.planner, &plan);
    if (!plan.proven || !match->expected.cut)
        return true;
    more.steps += 2;
    more.depth++;
    more.effort *= 4;
    reference_find(match->reference, match->root, match->twin.world, &more, &wider);
    match->statistics->beyond += wider.outcome != REFERENCE_GAVE_UP;
    return wider.outcome == REFERENCE_GAVE_UP || wider.cost == plan.cost;
}

/* Whether the planner shows a plan at all: a compound task leaves an entry of the record, a primitive one a step. */
static bool shows_plan(const htn_plan *plan)
{
    return plan->record_count > 0 || plan->step_count > 0;
}

/* In pieces, adopting what there is on the way. */
static bool in_adopted_pieces(match_state *match)
{
    htn_request request = request_of(match);
    htn_status status = htn_plan_begin(match->subject.planner, &match->subject.world, &request);
    bool more = status == HTN_OK;
    int64_t best = INT64_MAX;
    htn_plan plan;

    while (more) {
        status = htn_plan_step(match->subject.planner, 1 + dice_below(&match->dice, 5));
        htn_planner_plan(match->subject.planner, &plan);
        if (status == HTN_SUSPENDED && shows_plan(&plan)) {
            if (plan.cost > best || plan.proven || htn_planner_adopt(match->subject.planner) != HTN_OK)
                return false;
            best = plan.cost;
        }
        more = status == HTN_SUSPENDED;
    }
    return same_answer(match->reference, &match->expected, &match->subject.domain, status, &plan);
}

/* `match->expected` is a plan, and the runtime has found it. */
static void check_anytime(match_state *match, const reference_limits *limits)
{
    uint64_t most = match->expected.work + 2 * match->expected.tried;
    int64_t best = INT64_MAX, before;
    uint32_t work, needed = 1;
    htn_request request = request_of(match);
    htn_plan plan;

    if (match->expected.outcome != REFERENCE_PLAN && match->expected.outcome != REFERENCE_EMPTY_PLAN)
        return;
    if (!is_cheapest_beyond(match, limits))
        fail_answer(match, CHECK_ANYTIME, HTN_OK, NULL);
    while (needed <= most) { /* how much work proves it */
        request.work = needed;
        find(match, &request);
        htn_planner_plan(match->subject.planner, &plan);
        if (shows_plan(&plan) && !(plan.reached & HTN_REACHED_WORK))
            break;
        needed *= 2;
    }
    for (work = 1; work < needed / 2; work += 1 + work / 4) {
        before = best;
        if (!with_work(match, work, &best)) {
            fail_answer(match, CHECK_ANYTIME, HTN_OK, NULL);
            break;
        }
        match->statistics->dearer += best < before && before != INT64_MAX;
    }
    htn_planner_drop(match->subject.planner);
    if (in_adopted_pieces(match))
        pass(match, CHECK_ANYTIME);
    else
        fail_answer(match, CHECK_ANYTIME, HTN_OK, NULL);
    htn_planner_drop(match->subject.planner);
}

/* Plans in a copy of the world, in memory of its own. */
static void check_copied(match_state *match)
{
    size_t size = htn_world_bytes(&match->subject.domain);
    void *memory = subject_memory(size);
    htn_world copy;
    const htn_request request = request_of(match);
    htn_status status = htn_world_init(&copy, &match->subject.domain, memory, size);

    if (status == HTN_OK)
        status = htn_world_copy(&copy, &match->subject.world);
    if (status == HTN_OK)
        status = htn_plan_find(match->subject.planner, &copy, &request);
    judge(match, CHECK_COPIED, status, NULL);
    free(memory);
}

/* What a search may use, as planner_layout.c multiplies it: each by itself, not more than the bound. */
static bool is_within(const htni_plan_bound *bound, const htn_limits *peaks)
{
    return peaks->depth <= bound->depth && peaks->steps <= bound->steps && peaks->record <= bound->record &&
           peaks->choices <= bound->choices && peaks->trail <= bound->trail;
}

/* A planner with the default limits has room for all that a search of a root does, where the code bounds that. */
static void check_defaults(match_state *match)
{
    enum { ENOUGH_WORK = 20000, OF_WORK = HTN_REACHED_WORK | HTN_REACHED_NODES | HTN_REACHED_TUPLES };
    const htn_domain *domain = &match->subject.domain;
    const htn_limits limits = {.work = ENOUGH_WORK};
    const htn_request request = request_of(match);
    htni_plan_bound bound;
    htn_limits peaks;
    htn_planner *planner;
    htn_plan plan;
    htn_status status;
    char problem[400];
    void *memory;
    size_t size;

    if (match->given.count > 0 || htni_bound_plans(domain, &bound) != HTNI_BOUNDED)
        return;
    size = htn_planner_bytes(domain, &limits);
    memory = subject_memory(size);
    status = htn_planner_init(&planner, domain, &limits, memory, size);
    htni_paint_planner(planner);
    if (status == HTN_OK)
        status = htn_planner_answer(planner, answer_runtime, &match->subject.answers);
    if (status == HTN_OK)
        status = htn_plan_find(planner, &match->subject.world, &request);
    htn_planner_plan(planner, &plan);
    htni_planner_peaks(planner, &peaks);
    if ((plan.reached & ~(uint32_t)OF_WORK) != 0 || !is_within(&bound, &peaks)) {
        snprintf(problem, sizeof problem,
                 "%s, reached %u; needs (and bound): depth %u (%u), steps %u (%u), record %u (%u), choices %u (%u), "
                 "frames %u (%u), trail %u (%u)\n",
                 htn_status_text(status), plan.reached, peaks.depth, bound.depth, peaks.steps, bound.steps,
                 peaks.record, bound.record, peaks.choices, bound.choices, peaks.frames, bound.frames, peaks.trail,
                 bound.trail);
        fail_with(match, CHECK_DEFAULTS, problem);
    } else {
        pass(match, CHECK_DEFAULTS);
    }
    free(memory);
}

static bool check_step_arguments(match_state *match, const reference_step *step, const int32_t *values)
{
    enum { MOST = 32 };
    htn_argument arguments[MOST];
    htn_status status;
    uint32_t count, i;

    if (!step->task->operator_ || step->task->operator_->argument_count > MOST)
        return true;
    be_late(match, true);
    do
        status = htn_operator_arguments(&match->subject.world, step->task->index, values, answer_runtime,
                                        &match->subject.answers, arguments, MOST, &count);
    while (status == HTN_WAITS);
    be_late(match, false);
    if (status != HTN_OK || count != step->task->operator_->argument_count)
        return false;
    for (i = 0; i < count; i++) {
        bool symbol;
        int32_t value = reference_operator_argument(match->reference, step, i, match->twin.world, &symbol);

        if (symbol != (arguments[i].type == HTN_NONE) || (!symbol && value != arguments[i].value) ||
            (symbol && strcmp(arguments[i].text, reference_symbol(match->reference, value)) != 0))
            return false;
    }
    return true;
}

/* Of the steps of the plan last found, which is `expected`. */
static void check_arguments(match_state *match)
{
    htn_plan plan;
    uint32_t i, before;

    htn_planner_plan(match->subject.planner, &plan);
    before = reference_look_from(match->reference, 0); /* htn_operator_arguments() knows no layer */
    for (i = 0; i < plan.step_count; i++)
        if (!check_step_arguments(match, &match->expected.steps[i], plan.values + plan.steps[i].arguments))
            break;
    reference_look_from(match->reference, before);
    if (i < plan.step_count)
        fail_answer(match, CHECK_ARGUMENTS, HTN_OK, NULL);
    else
        pass(match, CHECK_ARGUMENTS);
}

/* Answers of queries from now on: both sides have them from one place. */
static void change_answers(match_state *match)
{
    if (match->subject.compilation.model->query_count > 0)
        match->subject.answers.seed = dice_below(&match->dice, 64);
}

static void check_answers(match_state *match)
{
    match->statistics->asked += match->subject.answers.asked > 0;
    match->statistics->proposed += match->subject.answers.proposed > 0;
    match->statistics->late += match->subject.answers.late_answers > 0;
    reference_uses(match->reference)[REFERENCE_LATE_ANSWERS] += match->subject.answers.late_answers;
    if (match->subject.answers.asked_about_none)
        fail_with(match, CHECK_ANSWERS, "a query was asked about what its parameter's type does not have\n");
    else
        pass(match, CHECK_ANSWERS);
}

/* --- Replanning ---------------------------------------------------------------------------------- */

static bool may_be_next(const match_state *match, uint32_t step)
{
    uint32_t i;

    for (i = 0; i < step; i++)
        if (!match->done[i] && !reference_side_by_side(&match->running.plan, i, step))
            return false;
    return !match->done[step];
}

/* So many steps of the running plan succeed, in an order that they may end in; mostly the world is the one that they leave. */
static void make_progress(match_state *match, uint32_t count)
{
    uint32_t step, seen, chosen = 0;
    bool changes = dice_percent(&match->dice, 80);

    memset(match->done, 0, sizeof match->done);
    while (count--) {
        for (step = seen = 0; step < match->running.plan.step_count; step++)
            if (may_be_next(match, step) && dice_below(&match->dice, ++seen) == 0)
                chosen = step;
        match->done[chosen] = 1;
        if (changes)
            reference_succeed(match->reference, &match->running.plan, chosen, match->twin.world, NULL);
    }
}

/* How many steps are done, where they are the first ones; UINT32_MAX where they are not. */
static uint32_t first_done(const match_state *match)
{
    uint32_t count = 0, i;

    while (count < match->running.plan.step_count && match->done[count])
        count++;
    for (i = count; i < match->running.plan.step_count; i++)
        if (match->done[i])
            return UINT32_MAX;
    return count;
}

/* Both ways of saying which steps are done, where there are two. */
static void say_done(match_state *match, htn_request *request)
{
    uint32_t count = first_done(match);

    match->statistics->apart += count == UINT32_MAX;
    request->steps_done = count != UINT32_MAX ? count : 0;
    request->done = count == UINT32_MAX || dice_percent(&match->dice, 30) ? match->done : NULL;
}

static void check_validate(match_state *match, const htn_request *request)
{
    uint32_t failed = HTN_NONE, expected_failed = HTN_NONE;
    bool holds =
        reference_validate(match->reference, &match->running.plan, match->done, match->twin.world, &expected_failed);
    htn_status status;

    be_late(match, dice_percent(&match->dice, 50));
    do
        status = htn_planner_validate(match->subject.planner, &match->subject.world, request->steps_done, request->done,
                                      &failed);
    while (status == HTN_WAITS);
    be_late(match, false);
    if (is_full(status)) {
        match->statistics->full++;
    } else if (status != (holds ? HTN_OK : HTN_NO_PLAN) || (!holds && failed != expected_failed)) {
        fail_answer(match, CHECK_VALIDATE, status, &match->running.plan);
    } else {
        pass(match, CHECK_VALIDATE);
        match->statistics->broken += !holds;
    }
}

/* Something has changed; where `calm` in one of two cases only. */
static bool world_changes(match_state *match, bool calm)
{
    if (!calm && dice_percent(&match->dice, 30))
        change_answers(match);
    if (world_settle(&match->twin) &&
        ((calm && dice_percent(&match->dice, 50)) ||
         ((!dice_percent(&match->dice, 30) || world_move(&match->twin, &match->dice, 60)) &&
          world_change(&match->twin, &match->dice, dice_percent(&match->dice, 50) ? 12 : 30))))
        return true;
    fail_with(match, CHECK_INSTANCES, match->twin.problem);
    return false;
}

/* `steps_done` steps of the running plan have succeeded, mostly, and then something has changed. */
static bool time_passes(match_state *match, uint32_t steps_done, bool calm)
{
    make_progress(match, steps_done);
    return world_changes(match, calm);
}

/* A horizon somewhere in the plan, or none. */
static void choose_horizon(match_state *match, reference_limits *limits)
{
    static const uint32_t horizons[] = {1, 3, 500, 2500};

    match->horizon = dice_percent(&match->dice, 25) ? horizons[dice_below(&match->dice, 4)] : 0;
    limits->horizon = match->horizon;
}

/* Requests with a mistake in their given tasks. `running`: with those of another plan than the running one. */
static void check_given(match_state *match, bool running)
{
    htn_request request = request_of(match);
    const char *problem = match_find_unrefused(&match->given, &match->subject, &request, running, &match->dice);

    if (problem)
        fail_with(match, CHECK_GIVEN, problem);
    else
        pass(match, CHECK_GIVEN);
}

/* An instance that was given is gone: the runtime refuses to replan and to go on. */
static bool is_given_gone(match_state *match, const htn_request *request)
{
    if (match->given.count == 0 || reference_given_is_same(match->reference, &match->given.reference,
                                                           match->running.plan.world, match->twin.world))
        return false;
    if (find(match, request) == HTN_BAD_ARGUMENT)
        pass(match, CHECK_GIVEN);
    else
        fail_with(match, CHECK_GIVEN, "an instance that is gone was given\n");
    return true;
}

/* The same once more, as long as the running plan stands, when something has changed: it may know what it came to. */
static bool replan_again(match_state *match, const reference_limits *limits, const htn_request *request)
{
    for (int i = 0; i < 3 && match->expected.outcome == REFERENCE_STANDS; i++) {
        if (!world_changes(match, i % 2 == 0) || is_given_gone(match, request))
            return false;
        reference_replan(match->reference, match->root, &match->running, match->done, match->twin.world, limits,
                         &match->expected);
        if (match->expected.outcome == REFERENCE_GAVE_UP ||
            !judge(match, CHECK_REPLAN, find(match, request), &match->running.plan))
            return false;
    }
    return true;
}

/* The planner is asked whether something should replace the running plan. */
static bool replan_once(match_state *match, const reference_limits *limits)
{
    uint32_t steps_done = dice_below(&match->dice, match->running.plan.step_count + 1);
    htn_request request = request_of(match);
    htn_status status;

    if (!time_passes(match, steps_done, false))
        return false;
    say_done(match, &request);
    check_validate(match, &request);
    request.replan = true;
    if (is_given_gone(match, &request))
        return false;
    check_given(match, dice_percent(&match->dice, 50));
    match->statistics->given_replans += match->given.count > 0;
    reference_replan(match->reference, match->root, &match->running, match->done, match->twin.world, limits,
                     &match->expected);
    match->statistics->replan_outcomes[match->expected.outcome]++;
    match->statistics->items_replaced += is_plan(&match->expected) && match->expected.items > 0;
    match->statistics->continued += match->running.continues;
    match->statistics->kept_lets += match->expected.kept_lets > 0;
    match->statistics->replaced_parts += is_plan(&match->expected) && match->expected.origin == REFERENCE_INSTEAD;
    if (match->expected.outcome == REFERENCE_GAVE_UP)
        return false;
    status = find(match, &request);
    if (!judge(match, CHECK_REPLAN, status, &match->running.plan) || !replan_again(match, limits, &request))
        return false;
    status = find_in_pieces(match, &request, true);
    return judge(match, CHECK_REPLAN_BUDGET, status, &match->running.plan);
}

/* All plans, in some worlds. */
static void check_all(match_state *match, const htn_request *request, const reference_limits *limits)
{
    htn_status status;

    if (!dice_percent(&match->all_dice, 40))
        return;
    if (match_all_plans(match, request, limits, &status))
        pass(match, CHECK_ALL);
    else
        fail_answer(match, CHECK_ALL, status, request->go_on ? &match->running.plan : NULL);
}

/* The steps up to the split are done, and the planner goes on. Where nothing more is to be had, the plan has failed. */
static bool go_on_once(match_state *match, const reference_limits *limits)
{
    uint32_t steps_done = match->running.plan.step_count;
    htn_request request = request_of(match);
    htn_status status;

    if (!time_passes(match, steps_done, true))
        return false;
    request.go_on = true;
    if (is_given_gone(match, &request))
        return false;
    check_all(match, &request, limits);
    reference_go_on(match->reference, &match->running, match->twin.world, limits, &match->expected);
    match->statistics->go_on_outcomes[match->expected.outcome]++;
    match->statistics->stale += match->expected.stale;
    if (match->expected.outcome == REFERENCE_GAVE_UP)
        return false;
    status = find(match, &request);
    if (!judge(match, CHECK_GO_ON, status, &match->running.plan))
        return false;
    status = find_in_pieces(match, &request, true);
    if (!judge(match, CHECK_GO_ON_BUDGET, status, &match->running.plan) || is_plan(&match->expected))
        return is_plan(&match->expected);
    reference_find(match->reference, match->root, match->twin.world, limits, &match->expected);
    if (match->expected.outcome == REFERENCE_GAVE_UP)
        return false;
    request.go_on = false;
    return judge(match, CHECK_GO_ON, find(match, &request), &match->running.plan) && is_plan(&match->expected);
}

static bool adopt(match_state *match)
{
    int times = dice_percent(&match->dice, 10) ? 2 : 1; /* a second time changes nothing */

    if (!is_plan(&match->expected))
        return true;
    while (times--)
        if (htn_planner_adopt(match->subject.planner) != HTN_OK) {
            fail_answer(match, CHECK_REPLAN, HTN_NOT_BEGUN, NULL);
            return false;
        }
    reference_adopt(&match->running, &match->expected);
    return true;
}

static void check_replanning(match_state *match, reference_limits *limits)
{
    int round;

    if (!is_plan(&match->expected))
        return;
    for (round = 0; round < 3 || (round < 8 && match->running.plan.partial); round++) {
        if (!adopt(match))
            return;
        choose_horizon(match, limits);
        if (match->running.plan.partial && dice_percent(&match->dice, 50) ? !go_on_once(match, limits)
                                                                          : !replan_once(match, limits))
            return;
    }
}

/* --- All of it ----------------------------------------------------------------------------------- */

static uint64_t *bucket(uint64_t *buckets, uint64_t value)
{
    int i = 0;

    while (i + 1 < BUCKETS && value > (i < 3 ? (uint64_t)i : UINT64_C(1) << (i - 1)))
        i++;
    return &buckets[i];
}

/* Whether some group has two members with steps; `nested`: and lies in another one. */
static bool has_groups(const reference_plan *plan, bool nested)
{
    uint32_t i, k, members;

    for (i = 0; i < plan->span_count; i++) {
        for (k = i + 1, members = 0; k < plan->span_count; k++)
            members += plan->spans[k].parent == i;
        if (plan->spans[i].kind == REFERENCE_GROUP && members >= 2 &&
            (!nested || plan->spans[i].parent != REFERENCE_NONE))
            return true;
    }
    return false;
}

static void count(match_statistics *statistics, const reference_plan *plan)
{
    if (plan->cheapest) {
        statistics->cheapest++;
        statistics->cheapest_gave_up += plan->outcome == REFERENCE_GAVE_UP;
        if (plan->outcome != REFERENCE_GAVE_UP)
            ++*bucket(statistics->all_plans, plan->plans);
        return;
    }
    statistics->outcomes[plan->outcome]++;
    statistics->bodies += plan->bodies;
    statistics->passes += plan->passes;
    if (!is_plan(plan))
        return;
    ++*bucket(statistics->lengths, plan->step_count);
    ++*bucket(statistics->records, plan->record_count);
    ++*bucket(statistics->backtracks, plan->backtracks);
    ++*bucket(statistics->passed_over, plan->passed_over);
    statistics->cut += plan->cut != 0;
    statistics->chosen += plan->passed_over > 0;
    statistics->choices[0] += plan->choices[0] > 0;
    statistics->choices[1] += plan->choices[1] > 1;
    statistics->elses += plan->elses > 0;
    statistics->lets += plan->lets > 0;
    statistics->items += plan->items >= 2;
    statistics->items_left += plan->partial && plan->rest.listed > 0;
    statistics->grouped += has_groups(plan, false);
    statistics->nested += has_groups(plan, true);
    statistics->non_trivial += plan->step_count >= 3 && plan->backtracks > 0;
}

static void one_world(match_state *match)
{
    reference_limits limits = {match->subject.limits.steps, match->subject.limits.depth, REFERENCE_EFFORT, 0, 0};
    htn_request request;

    match->root =
        dice_percent(&match->dice, 60) ? 0 : dice_below(&match->dice, match->subject.compilation.model->root_count);
    limits.seed = match->seed_of_draws = dice_below(&match->dice, 4);
    change_answers(match);
    match->subject.answers.asked = 0;
    choose_horizon(match, &limits);
    match->subject.answers.proposed = 0;
    match->subject.answers.late_answers = 0;
    match_choose_given(&match->given, &match->subject, match->reference, &match->dice);
    match->statistics->given += match->given.count > 0;
    match->statistics->given_several += match->given.count > 1;
    match->statistics->given_cheapest += match->given.count > 0 && match->given.reference.cheapest;
    request = request_of(match);
    check_given(match, false);
    check_all(match, &request, &limits);
    reference_find(match->reference, match->root, match->twin.world, &limits, &match->expected);
    if (match->given.count == 0)
        count(match->statistics, &match->expected);
    else
        match->statistics->given_found += is_plan(&match->expected);
    if (match->expected.outcome == REFERENCE_GAVE_UP)
        return;
    if (!judge(match, CHECK_PLAN, find(match, &request), NULL))
        return;
    check_work(match);
    if (match->expected.cheapest)
        check_anytime(match, &limits);
    check_traced(match);
    check_copied(match);
    check_defaults(match);
    judge(match, CHECK_BUDGET, find_in_pieces(match, &request, false), NULL);
    judge(match, CHECK_MOVED, find_in_pieces(match, &request, true), NULL);
    check_world(match);
    if (match->failed)
        return;
    check_arguments(match);
    check_replanning(match, &limits);
    check_answers(match);
}

static htn_limits choose_limits(match_state *match)
{
    htn_limits limits = {0};
    bool cheapest = match->text && strstr(match->text, "[cheapest]");

    limits.steps = dice_percent(&match->dice, 15) ? 1 + dice_below(&match->dice, 4) : 64;
    limits.depth = dice_percent(&match->dice, 20) ? 1 + dice_below(&match->dice, 3) : 10;
    if (cheapest) { /* few plans, so that the reference can go through all */
        limits.steps = 3 + dice_below(&match->dice, 10);
        limits.depth = 1 + dice_below(&match->dice, 4);
    }
    limits.record = 512;
    limits.choices = 256;
    limits.trail = 4096;
    limits.spans = 512;
    limits.frames = 4096;
    limits.nodes = 2 * REFERENCE_STATES;
    limits.continuation = dice_percent(&match->dice, 98) ? 1024 : 1 + dice_below(&match->dice, 100);
    limits.work = MOST_WORK; /* the reference does not count what an Achieve does: no search here may end by that */
    return limits;
}

/* Another world for the next searches. */
static bool next_world(match_state *match, uint32_t index)
{
    twin_world *twin = &match->twin;

    if (index < match->only_initial)
        return dice_percent(&match->dice, 50) || world_crowd(twin, &match->dice);
    return (index % 3 == 1 ? world_move(twin, &match->dice, 50) : world_crowd(twin, &match->dice)) &&
           world_change(twin, &match->dice, index % 3 == 1 ? 20 : 100);
}

static void run_worlds(match_state *match)
{
    uint32_t i;

    match->twin.reference = match->reference;
    match->twin.subject = &match->subject;
    match->twin.runtime = &match->subject.world;
    reference_answers(match->reference, answer_reference, propose_reference, &match->subject.answers);
    if (!world_begin(&match->twin)) {
        fail_with(match, CHECK_INITIAL, match->twin.problem);
        return;
    }
    pass(match, CHECK_INITIAL);
    for (i = 0; i < match->worlds && !match->failed; i++) {
        if (!next_world(match, i)) {
            fail_with(match, CHECK_INSTANCES, match->twin.problem);
            return;
        }
        pass(match, CHECK_INSTANCES);
        one_world(match);
    }
}

bool match_run(match_state *match, const char *path, const char *text, uint64_t seed)
{
    char problem[4096];
    htn_limits limits;

    match->seed = seed;
    match->path = path;
    match->text = text;
    match->failed = match->rejected = match->refused = false;
    match->dice = dice_for(seed, 2);
    match->all_dice = dice_for(seed, 3);
    match->statistics->domains++;
    limits = choose_limits(match);
    if (!subject_open(&match->subject, path, text, dice_percent(&match->dice, 30), &limits, problem, sizeof problem) ||
        !reference_use(match->reference, match->subject.compilation.model)) {
        match->rejected = true;
        match->refused = match->subject.compilation.workspace.diagnostics.errors == 0 || strstr(problem, "[bad-blob]");
        fail_with(match, CHECK_COMPILES, problem);
    } else {
        pass(match, CHECK_COMPILES);
        run_worlds(match);
    }
    subject_close(&match->subject);
    uses_add(&match->statistics->uses, match->reference);
    return !match->failed;
}

static void print_buckets(const char *what, const uint64_t *buckets)
{
    static const char *const names[BUCKETS] = {"0", "1", "2", "3-4", "5-8", "9-16", "17-32", "more"};
    int i;

    printf("# %s:", what);
    for (i = 0; i < BUCKETS; i++)
        printf("  %s: %llu", names[i], (unsigned long long)buckets[i]);
    printf("\n");
}

static void print_outcomes(const char *what, const uint64_t *outcomes)
{
    int i;

    printf("# %s:", what);
    for (i = 0; i < REFERENCE_OUTCOMES; i++)
        if (outcomes[i])
            printf("  %s: %llu", reference_outcome_name((reference_outcome)i), (unsigned long long)outcomes[i]);
    printf("\n");
}

void print_statistics(const match_statistics *statistics)
{
    print_outcomes("searches", statistics->outcomes);
    print_buckets("steps of plans found", statistics->lengths);
    print_buckets("records of plans found", statistics->records);
    print_buckets("methods given up before", statistics->backtracks);
    print_buckets("solutions of binders given up before", statistics->passed_over);
    printf("# found after a cut: %llu, of three steps and more after backtracking: %llu, after giving up solutions: "
           "%llu\n",
           (unsigned long long)statistics->cut, (unsigned long long)statistics->non_trivial,
           (unsigned long long)statistics->chosen);
    printf("# bodies of derived conditions: %llu, passes behind the first one: %llu\n",
           (unsigned long long)statistics->bodies, (unsigned long long)statistics->passes);
    printf("# found with values of `let`: %llu, replans that kept such values: %llu\n",
           (unsigned long long)statistics->lets, (unsigned long long)statistics->kept_lets);
    printf("# with two items of Eaches: %llu, with items left behind a split: %llu, with Eaches, found by a replan: "
           "%llu\n",
           (unsigned long long)statistics->items, (unsigned long long)statistics->items_left,
           (unsigned long long)statistics->items_replaced);
    printf("# found with Optionals: %llu, with AnyOrders: %llu\n", (unsigned long long)statistics->choices[0],
           (unsigned long long)statistics->choices[1]);
    printf("# found after an Else of a Select: %llu\n", (unsigned long long)statistics->elses);
    printf("# with parallel groups: %llu, nested ones: %llu\n", (unsigned long long)statistics->grouped,
           (unsigned long long)statistics->nested);
    printf("# for the cheapest: %llu searches, not gone through: %llu, less work gave a dearer plan: %llu, proven in "
           "spite "
           "of cuts: %llu\n",
           (unsigned long long)statistics->cheapest, (unsigned long long)statistics->cheapest_gave_up,
           (unsigned long long)statistics->dearer, (unsigned long long)statistics->beyond);
    print_buckets("plans that there were in these", statistics->all_plans);
    print_outcomes("replans", statistics->replan_outcomes);
    printf("# with members of groups that are further than others: %llu\n", (unsigned long long)statistics->apart);
    print_outcomes("goings-on", statistics->go_on_outcomes);
    printf("# replans of continuations: %llu, that found another one: %llu, subtasks without their instance: %llu\n",
           (unsigned long long)statistics->continued, (unsigned long long)statistics->replaced_parts,
           (unsigned long long)statistics->stale);
    printf("# running plans that no longer held: %llu, searches without room: %llu\n",
           (unsigned long long)statistics->broken, (unsigned long long)statistics->full);
    printf("# given tasks: %llu searches, %llu of them for several tasks, %llu for the cheapest plan, found: %llu; "
           "%llu replans\n",
           (unsigned long long)statistics->given, (unsigned long long)statistics->given_several,
           (unsigned long long)statistics->given_cheapest, (unsigned long long)statistics->given_found,
           (unsigned long long)statistics->given_replans);
    printf("# for all plans: %llu searches, %llu with several plans, %llu plans, %llu as dear as the one before, %llu "
           "up to "
           "the last answer\n",
           (unsigned long long)statistics->all_searches, (unsigned long long)statistics->all_several,
           (unsigned long long)statistics->all_answers, (unsigned long long)statistics->all_same_cost,
           (unsigned long long)statistics->all_ended);
    printf("# worlds in which queries were asked: %llu, with late answers: %llu, for candidates: %llu\n",
           (unsigned long long)statistics->asked, (unsigned long long)statistics->late,
           (unsigned long long)statistics->proposed);
}
