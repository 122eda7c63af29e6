/*
 * Decides what runs when, and for how long; see solve.h. The lifted search comes first: it needs no preparation, and most
 * problems need no more. Then the problem is grounded, and all searches take turns that grow, so that no wrong choice
 * costs more than a constant factor.
 */
#include "hddl/solve/solve.h"

#include "hddl/ground/ground.h"
#include "hddl/lifted/lifted.h"
#include "hddl/search/search_best_first.h"
#include "hddl/search/search_depth_first.h"

/* Shares of the time that is left, and the most that they may be, in seconds. */
static const double lifted_share = 0.04, lifted_most = 1;
static const double guided_share = 0.7, guided_most = 60;
static const double onward_share = 0.5, onward_most = 120;
static const double ground_share = 0.7, ground_most = 120;
static const double turn_least = 0.2, turn_growth = 1.5;

/* Lengths of turns. What the lifted searches can find, they have mostly found before there is a ground problem. */
static const double lifted_weight = 0.3, depth_weight = 1, best_weights[SEARCH_STRATEGIES] = {2.2, 1};

/* Along guides, where there are any; in the files' order; and in orders that are drawn at each restart. */
static const lifted_options lifted[] = {{.commits = true}, {.seed = 0}, {.seed = 1}};

typedef struct contest {
    hddl_pool pool; /* of the normal form */
    jmp_buf failed;
    const normal_problem *normal;
    ground_problem *ground; /* NULL: not made */
    hddl_budget *budget;
    solve_statistics *statistics;
    hddl_plan *plan;
    hddl_engine *engines[SOLVE_MOST_ENGINES]; /* NULL: has ended */
    double weights[SOLVE_MOST_ENGINES];
    uint32_t count;
    bool short_of_memory;
} contest;

static void allow(hddl_budget *budget, double seconds)
{
    budget->slice_end = hddl_budget_now(budget) + seconds;
}

static double share(const hddl_budget *budget, double part, double most)
{
    const double seconds = (budget->end - hddl_budget_now(budget)) * part;
    return seconds < most ? seconds : most;
}

static bool is_answer(hddl_outcome outcome)
{
    return outcome == HDDL_PLAN_FOUND || outcome == HDDL_NO_PLAN;
}

static void enter(contest *c, hddl_engine *engine, double weight)
{
    if (engine == NULL) {
        c->short_of_memory = true;
        return;
    }
    c->statistics->engines[c->count].name = engine->name;
    c->weights[c->count] = weight;
    c->engines[c->count++] = engine;
    c->statistics->engine_count = c->count;
}

/* One turn of one engine. Unless its time is over, it has ended. */
static hddl_outcome take_turn(contest *c, uint32_t index, double seconds)
{
    hddl_engine *engine = c->engines[index];
    solve_engine_statistics *turns = &c->statistics->engines[index];
    const double begin = hddl_budget_now(c->budget);
    allow(c->budget, seconds);
    const hddl_outcome outcome = hddl_engine_run(engine, c->plan);
    turns->seconds += hddl_budget_now(c->budget) - begin;
    turns->nodes = engine->nodes;
    turns->backtracks = engine->backtracks;
    turns->outcome = outcome;
    if (is_answer(outcome))
        c->statistics->by = engine->name;
    if (outcome == HDDL_OUT_OF_MEMORY)
        c->short_of_memory = true;
    if (outcome != HDDL_OUT_OF_TIME) {
        hddl_engine_free(engine);
        c->engines[index] = NULL;
    }
    return outcome;
}

/* Grounds the problem, and enters the searches over the ground problem. */
static hddl_outcome ground(contest *c)
{
    solve_statistics *statistics = c->statistics;
    const double begin = hddl_budget_now(c->budget);
    allow(c->budget, share(c->budget, ground_share, ground_most));
    const hddl_outcome outcome = ground_make(c->normal, c->budget, &c->ground);
    statistics->ground = hddl_budget_now(c->budget) - begin;
    if (outcome == HDDL_NO_PLAN)
        statistics->by = "grounding";
    if (outcome != HDDL_PLAN_FOUND)
        return outcome;
    statistics->is_grounded = true;
    statistics->facts = c->ground->fact_count;
    statistics->actions = c->ground->action_count;
    statistics->tasks = c->ground->task_count;
    statistics->methods = c->ground->method_count;
    enter(c, search_depth_first_new(c->ground, c->budget), depth_weight);
    for (size_t i = 0; i < SEARCH_STRATEGIES; i++)
        enter(c, search_best_first_new(c->ground, &search_strategies[i], c->budget), best_weights[i]);
    return outcome;
}

/*
 * All engines take turns; the first round begins with the engine `first`. Ends when one has an answer, none has anything
 * left to try, or the time is over.
 */
static hddl_outcome alternate(contest *c, uint32_t first)
{
    for (double seconds = turn_least;; seconds *= turn_growth) {
        bool running = false;
        for (uint32_t n = 0; n < c->count; n++) {
            const uint32_t i = (first + n) % c->count;
            if (c->engines[i] == NULL)
                continue;
            const hddl_outcome outcome = take_turn(c, i, seconds * c->weights[i]);
            if (is_answer(outcome))
                return outcome;
            if (hddl_budget_now(c->budget) >= c->budget->end)
                return HDDL_OUT_OF_TIME;
            running |= outcome == HDDL_OUT_OF_TIME;
        }
        if (!running)
            return c->short_of_memory ? HDDL_OUT_OF_MEMORY : HDDL_GAVE_UP;
    }
}

/* A search that hardly ever backtracks is on its way to a plan, which is just long. */
static bool goes_onward(const hddl_engine *engine)
{
    return engine != NULL && engine->backtracks < engine->nodes / 1000;
}

static hddl_outcome compete(contest *c)
{
    for (size_t i = 0; i < sizeof lifted / sizeof *lifted; i++) {
        const uint32_t index = c->count;
        enter(c, lifted_new(c->normal, &lifted[i], c->budget), lifted_weight);
        if (c->count == index)
            continue;
        const double seconds = lifted[i].commits ? share(c->budget, guided_share, guided_most)
                                                 : share(c->budget, lifted_share, lifted_most);
        hddl_outcome outcome = take_turn(c, index, seconds);
        if (goes_onward(c->engines[index]))
            outcome = take_turn(c, index, share(c->budget, onward_share, onward_most));
        if (is_answer(outcome))
            return outcome;
        if (hddl_budget_now(c->budget) >= c->budget->end) /* the others have not been tried */
            return outcome == HDDL_GAVE_UP ? HDDL_OUT_OF_TIME : outcome;
    }
    const uint32_t first = c->count;
    return ground(c) == HDDL_NO_PLAN ? HDDL_NO_PLAN : alternate(c, first);
}

/* False: there is no memory. */
static bool make_normal(contest *c, const hddl_problem *problem)
{
    if (setjmp(c->failed) != 0)
        return false;
    c->normal = normal_make(&c->pool, problem);
    return true;
}

hddl_outcome solve(const hddl_problem *problem, hddl_budget *budget, hddl_plan *plan, solve_statistics *statistics)
{
    contest c = {.budget = budget, .statistics = statistics, .plan = plan};
    const double begin = hddl_budget_now(budget);
    *statistics = (solve_statistics){0};
    hddl_pool_init(&c.pool, budget, &c.failed);
    const bool is_made = make_normal(&c, problem);
    const double made = hddl_budget_now(budget);
    const hddl_outcome outcome = is_made ? compete(&c) : HDDL_OUT_OF_MEMORY;
    statistics->normal = made - begin;
    statistics->search = hddl_budget_now(budget) - made - statistics->ground;
    for (uint32_t i = 0; i < c.count; i++)
        if (c.engines[i] != NULL)
            hddl_engine_free(c.engines[i]);
    ground_free(c.ground);
    hddl_pool_free(&c.pool);
    return outcome;
}
