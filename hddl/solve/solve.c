/*
 * What runs when, and for how long: the lifted search first, for it needs no preparation and most problems need no more; then
 * the problem is grounded, and all searches take turns that grow, so that no wrong choice costs more than a constant factor.
 * Neighbours: solve.h lists the parts.
 */
#include "hddl/solve/solve.h"
#include "hddl/ground/ground.h"
#include "hddl/lifted/lifted.h"
#include "hddl/search/search_best_first.h"
#include "hddl/search/search_depth_first.h"
#include "base/arena.h"
#include <stdlib.h>

/* Shares of the time that is left, and what they are where that has no end, in seconds. */
static const double lifted_share = 0.04, lifted_most = 1;
static const double onward_share = 0.5, onward_most = 120;
static const double ground_share = 0.7, ground_most = 120;
static const double turn_least = 0.2, turn_growth = 1.5;

/* How long a turn of each is: what the lifted searches can find they have mostly found before there was a ground problem. */
static const double lifted_weight = 0.3, depth_weight = 1, first_weight = 2.2, other_weight = 1;

typedef struct contest {
    const normal_problem *normal;
    ground_problem *ground; /* NULL: not made */
    hddl_budget *budget;
    solve_statistics *statistics;
    hddl_engine *searches[SOLVE_MOST_ENGINES]; /* NULL: has ended */
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

static void enter(contest *c, hddl_engine *search, double weight)
{
    if (search == NULL) {
        c->short_of_memory = true;
        return;
    }
    c->statistics->engines[c->count].name = search->name;
    c->weights[c->count] = weight;
    c->searches[c->count++] = search;
    c->statistics->engine_count = c->count;
}

/* One turn of one search. What it ends with is the answer, unless it only has no more to say. */
static hddl_outcome turn(contest *c, uint32_t index, double seconds, hddl_plan *plan)
{
    hddl_engine *search = c->searches[index];
    solve_engine_statistics *turns = &c->statistics->engines[index];
    const double begin = hddl_budget_now(c->budget);
    allow(c->budget, seconds);
    const hddl_outcome outcome = hddl_engine_run(search, plan);
    turns->seconds += hddl_budget_now(c->budget) - begin;
    turns->nodes = search->nodes;
    turns->backtracks = search->backtracks;
    turns->outcome = outcome;
    if (outcome == HDDL_PLAN_FOUND || outcome == HDDL_NO_PLAN)
        c->statistics->by = search->name;
    if (outcome == HDDL_OUT_OF_MEMORY)
        c->short_of_memory = true;
    if (outcome != HDDL_OUT_OF_TIME) {
        hddl_engine_free(search);
        c->searches[index] = NULL;
    }
    return outcome;
}

static hddl_outcome ground(contest *c)
{
    const double begin = hddl_budget_now(c->budget);
    allow(c->budget, share(c->budget, ground_share, ground_most));
    const hddl_outcome outcome = ground_make(c->normal, c->budget, &c->ground);
    c->statistics->ground = hddl_budget_now(c->budget) - begin;
    if (outcome == HDDL_NO_PLAN)
        c->statistics->by = "grounding";
    if (outcome != HDDL_PLAN_FOUND)
        return outcome;
    c->statistics->is_grounded = true;
    c->statistics->facts = c->ground->fact_count;
    c->statistics->actions = c->ground->action_count;
    c->statistics->tasks = c->ground->task_count;
    c->statistics->methods = c->ground->method_count;
    enter(c, search_depth_first_new(c->ground, c->budget), depth_weight);
    for (size_t i = 0; i < SEARCH_STRATEGIES; i++)
        enter(c, search_best_first_new(c->ground, &search_strategies[i], c->budget),
              i == 0 ? first_weight : other_weight);
    return outcome;
}

static bool is_answer(hddl_outcome outcome)
{
    return outcome == HDDL_PLAN_FOUND || outcome == HDDL_NO_PLAN;
}

/* All in turn, the first time from `first` on, until one has an answer, none has anything left to try, or the time is over. */
static hddl_outcome alternate(contest *c, uint32_t first, hddl_plan *plan)
{
    for (double seconds = turn_least;; seconds *= turn_growth) {
        uint32_t running = 0;
        for (uint32_t n = 0; n < c->count; n++) {
            const uint32_t i = (first + n) % c->count;
            if (c->searches[i] == NULL)
                continue;
            const hddl_outcome outcome = turn(c, i, seconds * c->weights[i], plan);
            if (is_answer(outcome))
                return outcome;
            if (hddl_budget_now(c->budget) >= c->budget->end)
                return HDDL_OUT_OF_TIME;
            running += outcome == HDDL_OUT_OF_TIME;
        }
        if (running == 0)
            return c->short_of_memory ? HDDL_OUT_OF_MEMORY : HDDL_GAVE_UP;
    }
}

/* A search that hardly ever goes back is on its way to a plan, and that is just long. */
static bool goes_onward(const hddl_engine *search)
{
    return search != NULL && search->backtracks < search->nodes / 1000;
}

/* In the files' order, and in orders that are drawn anew at each restart. */
static const lifted_options lifted[] = {{.seed = 0}, {.seed = 1}};

static hddl_outcome compete(contest *c, hddl_plan *plan)
{
    hddl_outcome outcome;
    for (size_t i = 0; i < sizeof lifted / sizeof *lifted; i++) {
        const uint32_t index = c->count;
        enter(c, lifted_new(c->normal, &lifted[i], c->budget), lifted_weight);
        if (c->count == index)
            continue;
        outcome = turn(c, index, share(c->budget, lifted_share, lifted_most), plan);
        if (goes_onward(c->searches[index]))
            outcome = turn(c, index, share(c->budget, onward_share, onward_most), plan);
        if (is_answer(outcome) || hddl_budget_now(c->budget) >= c->budget->end)
            return outcome;
    }
    const uint32_t first = c->count;
    outcome = ground(c);
    return outcome == HDDL_NO_PLAN ? outcome : alternate(c, first, plan);
}

/* Where the arena's jump lands: what it is given does not change before or after. */
static const normal_problem *make_normal(base_arena *arena, const hddl_problem *problem)
{
    if (setjmp(arena->failed) != 0)
        return NULL;
    return normal_make(arena, problem);
}

hddl_outcome solve(const hddl_problem *problem, hddl_budget *budget, hddl_plan *plan, solve_statistics *statistics)
{
    const base_allocator allocator = hddl_budget_allocator(budget);
    base_arena arena;
    contest c = {.budget = budget, .statistics = statistics};
    hddl_outcome outcome = HDDL_OUT_OF_MEMORY;
    const double begin = hddl_budget_now(budget);
    *statistics = (solve_statistics){0};
    base_arena_init(&arena, &allocator);
    c.normal = make_normal(&arena, problem);
    const double made = hddl_budget_now(budget);
    if (c.normal != NULL)
        outcome = compete(&c, plan);
    statistics->normal = made - begin;
    statistics->search = hddl_budget_now(budget) - made - statistics->ground;
    for (uint32_t i = 0; i < c.count; i++)
        if (c.searches[i] != NULL)
            hddl_engine_free(c.searches[i]);
    if (c.ground != NULL)
        ground_free(c.ground);
    base_arena_free(&arena);
    return outcome;
}
