/*
 * What runs when, and for how long: the lifted search first, for it needs no preparation and most problems need no more; then
 * the problem is grounded, and all searches take turns that grow, so that no wrong choice costs more than a constant factor.
 * Neighbours: solve.h lists the parts.
 */
#include "hddl/solve/solve.h"
#include "hddl/ground/ground.h"
#include "hddl/lifted/lifted.h"
#include "hddl/search/search.h"
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
    solve_clock *clock;
    solve_statistics *statistics;
    solve_search *searches[SOLVE_MOST_SEARCHES]; /* NULL: has ended */
    double weights[SOLVE_MOST_SEARCHES];
    uint32_t count;
    bool short_of_memory;
} contest;

static void allow(solve_clock *clock, double seconds)
{
    clock->slice_end = solve_now(clock) + seconds;
}

static double share(const solve_clock *clock, double part, double most)
{
    const double seconds = (clock->end - solve_now(clock)) * part;
    return seconds < most ? seconds : most;
}

static void enter(contest *c, solve_search *search, double weight)
{
    if (search == NULL) {
        c->short_of_memory = true;
        return;
    }
    c->statistics->searches[c->count].name = search->name;
    c->weights[c->count] = weight;
    c->searches[c->count++] = search;
    c->statistics->search_count = c->count;
}

/* One turn of one search. What it ends with is the answer, unless it only has no more to say. */
static solve_outcome turn(contest *c, uint32_t index, double seconds, solve_plan *plan)
{
    solve_search *search = c->searches[index];
    solve_turns *turns = &c->statistics->searches[index];
    const double begin = solve_now(c->clock);
    allow(c->clock, seconds);
    solve_outcome outcome = search->run(search, c->clock);
    if (outcome == SOLVE_PLAN && !search->plan(search, plan))
        outcome = SOLVE_MEMORY;
    turns->seconds += solve_now(c->clock) - begin;
    turns->nodes = search->nodes;
    turns->backtracks = search->backtracks;
    turns->outcome = outcome;
    if (outcome == SOLVE_PLAN || outcome == SOLVE_NONE)
        c->statistics->by = search->name;
    if (outcome == SOLVE_MEMORY)
        c->short_of_memory = true;
    if (outcome != SOLVE_TIME) {
        search->free(search);
        c->searches[index] = NULL;
    }
    return outcome;
}

static solve_outcome ground(contest *c)
{
    const double begin = solve_now(c->clock);
    allow(c->clock, share(c->clock, ground_share, ground_most));
    const solve_outcome outcome = ground_make(c->normal, c->clock, &c->ground);
    c->statistics->ground = solve_now(c->clock) - begin;
    if (outcome == SOLVE_NONE)
        c->statistics->by = "grounding";
    if (outcome != SOLVE_PLAN)
        return outcome;
    c->statistics->is_grounded = true;
    c->statistics->facts = c->ground->fact_count;
    c->statistics->actions = c->ground->action_count;
    c->statistics->tasks = c->ground->task_count;
    c->statistics->methods = c->ground->method_count;
    enter(c, search_depth_first_new(c->ground, c->clock), depth_weight);
    for (size_t i = 0; i < SEARCH_MANNERS; i++)
        enter(c, search_best_first_new(c->ground, &search_manners[i], c->clock), i == 0 ? first_weight : other_weight);
    return outcome;
}

static bool is_answer(solve_outcome outcome)
{
    return outcome == SOLVE_PLAN || outcome == SOLVE_NONE;
}

/* All in turn, the first time from `first` on, until one has an answer, none has anything left to try, or the time is over. */
static solve_outcome alternate(contest *c, uint32_t first, solve_plan *plan)
{
    for (double seconds = turn_least;; seconds *= turn_growth) {
        uint32_t running = 0;
        for (uint32_t n = 0; n < c->count; n++) {
            const uint32_t i = (first + n) % c->count;
            if (c->searches[i] == NULL)
                continue;
            const solve_outcome outcome = turn(c, i, seconds * c->weights[i], plan);
            if (is_answer(outcome))
                return outcome;
            if (solve_now(c->clock) >= c->clock->end)
                return SOLVE_TIME;
            running += outcome == SOLVE_TIME;
        }
        if (running == 0)
            return c->short_of_memory ? SOLVE_MEMORY : SOLVE_GIVE_UP;
    }
}

/* A search that hardly ever goes back is on its way to a plan, and that is just long. */
static bool goes_onward(const solve_search *search)
{
    return search != NULL && search->backtracks < search->nodes / 1000;
}

/* In the files' order, and in orders that are drawn anew at each restart. */
static const lifted_options lifted[] = {{.seed = 0}, {.seed = 1}};

static solve_outcome compete(contest *c, solve_plan *plan)
{
    solve_outcome outcome;
    for (size_t i = 0; i < sizeof lifted / sizeof *lifted; i++) {
        const uint32_t index = c->count;
        enter(c, lifted_new(c->normal, &lifted[i], c->clock), lifted_weight);
        if (c->count == index)
            continue;
        outcome = turn(c, index, share(c->clock, lifted_share, lifted_most), plan);
        if (goes_onward(c->searches[index]))
            outcome = turn(c, index, share(c->clock, onward_share, onward_most), plan);
        if (is_answer(outcome) || solve_now(c->clock) >= c->clock->end)
            return outcome;
    }
    const uint32_t first = c->count;
    outcome = ground(c);
    return outcome == SOLVE_NONE ? outcome : alternate(c, first, plan);
}

/* Where the arena's jump lands: what it is given does not change before or after. */
static const normal_problem *make_normal(base_arena *arena, const hddl_problem *problem)
{
    if (setjmp(arena->failed) != 0)
        return NULL;
    return normal_make(arena, problem);
}

solve_outcome solve(const hddl_problem *problem, solve_clock *clock, solve_plan *plan, solve_statistics *statistics)
{
    const base_allocator allocator = solve_allocator(clock);
    base_arena arena;
    contest c = {.clock = clock, .statistics = statistics};
    solve_outcome outcome = SOLVE_MEMORY;
    const double begin = solve_now(clock);
    *statistics = (solve_statistics){0};
    base_arena_init(&arena, &allocator);
    c.normal = make_normal(&arena, problem);
    const double made = solve_now(clock);
    if (c.normal != NULL)
        outcome = compete(&c, plan);
    statistics->normal = made - begin;
    statistics->search = solve_now(clock) - made - statistics->ground;
    for (uint32_t i = 0; i < c.count; i++)
        if (c.searches[i] != NULL)
            c.searches[i]->free(c.searches[i]);
    if (c.ground != NULL)
        ground_free(c.ground);
    base_arena_free(&arena);
    return outcome;
}
