#include "match_all.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ANSWERS = 24, MOST_CHEAPEST = 8, MOST_COSTS = 400 };

/* The runtime's side: a search that is kept, in a world that may go away. */
typedef struct kept_search {
    match_state *match;
    htn_request request;
    htn_world *world; /* NULL: the search has begun */
    htn_world copy;
    void *memory;
    bool in_pieces, loops, cheapest;
    htn_status status; /* the last answer */
    uint32_t answers;
    bool ended, wrong; /* nothing more can be compared; because the last answer is wrong */
} kept_search;

/* --- The runtime ---------------------------------------------------------------------------------- */

static bool open_search(kept_search *search, match_state *match, const htn_request *request)
{
    const htn_domain *domain = &match->subject.domain;
    const size_t size = htn_world_bytes(domain);

    memset(search, 0, sizeof *search);
    search->match = match;
    search->request = *request;
    search->request.keep = true;
    search->in_pieces = dice_percent(&match->all_dice, 30);
    search->loops = match_has_loops(match);
    search->cheapest = !request->go_on && reference_is_cheapest(match->reference, match->root);
    search->memory = subject_memory(size);
    search->world = &search->copy;
    return htn_world_init(&search->copy, domain, search->memory, size) == HTN_OK &&
           htn_world_copy(&search->copy, &match->subject.world) == HTN_OK;
}

/* Nobody needs the world once the search has begun. */
static void give_world_away(kept_search *search)
{
    if (search->memory)
        memset(search->memory, 0xA5, htn_world_bytes(&search->match->subject.domain));
    memset(&search->copy, 0xA5, sizeof search->copy);
    free(search->memory);
    search->memory = NULL;
    search->world = NULL;
}

static htn_status go_on_in_pieces(kept_search *search)
{
    subject_state *subject = &search->match->subject;
    htn_status status;

    do {
        if (dice_percent(&search->match->all_dice, 4) && !subject_move(subject))
            return HTN_BAD_MEMORY;
        status = dice_percent(&search->match->all_dice, 20) ? htn_plan_step(subject->planner, 1)
                                                            : htn_plan_next(subject->planner, 1);
    } while (status == HTN_SUSPENDED);
    return status;
}

/* Takes over a plan and forgets it: the search goes on. */
static bool adopts(kept_search *search)
{
    htn_planner *planner = search->match->subject.planner;
    htn_plan plan, running;
    bool good;

    if (search->status != HTN_OK || search->request.go_on || !dice_percent(&search->match->all_dice, 20))
        return true;
    htn_planner_plan(planner, &plan);
    good = htn_planner_adopt(planner) == HTN_OK && htn_planner_running(planner, &running) &&
           same_plans(&search->match->subject.domain, &plan, &running);
    htn_planner_drop(planner);
    return good;
}

/* The next answer, also the first one. */
static void ask(kept_search *search)
{
    htn_planner *planner = search->match->subject.planner;

    if (!search->world) {
        search->status = htn_plan_next(planner, search->in_pieces);
    } else if (search->in_pieces) {
        search->status = htn_plan_begin(planner, search->world, &search->request);
        if (search->status == HTN_OK)
            search->status = htn_plan_next(planner, 1);
    } else {
        search->status = htn_plan_find(planner, search->world, &search->request);
    }
    if (search->world)
        give_world_away(search);
    if (search->status == HTN_SUSPENDED)
        search->status = go_on_in_pieces(search);
    search->answers += search->status == HTN_OK;
}

static void compare(kept_search *search, const reference_plan *expected)
{
    match_state *match = search->match;
    htn_plan plan;

    htn_planner_plan(match->subject.planner, &plan);
    if (is_full(search->status)) {
        match->statistics->full++;
        search->ended = true;
        return;
    }
    if (same_answer(match->reference, expected, &match->subject.domain, search->status, &plan) && adopts(search))
        return;
    match->expected = *expected;
    search->ended = search->wrong = true;
}

/* Whether the work that the search was given is used up. What loops cost is not known. */
static bool is_spent(const kept_search *search, const reference_plan *expected)
{
    return search->request.work != 0 && !search->cheapest &&
           expected->work + (search->match->bodies ? expected->bodies : 0) > search->request.work;
}

static void compare_with_limit(kept_search *search, const reference_plan *expected)
{
    htn_plan plan;

    htn_planner_plan(search->match->subject.planner, &plan);
    if (search->request.work != 0 && (search->status == HTN_LIMIT_WORK || (plan.reached & HTN_REACHED_WORK) != 0)) {
        search->ended = true;
        search->wrong = !search->loops && !search->cheapest && !is_spent(search, expected);
        if (!search->wrong && search->status == HTN_OK)
            search->wrong = htn_plan_next(search->match->subject.planner, 0) != HTN_LIMIT_WORK;
        if (search->wrong)
            search->match->expected = *expected;
        return;
    }
    compare(search, expected);
    if (!search->wrong && is_spent(search, expected)) {
        search->match->expected = *expected;
        search->ended = search->wrong = true;
    }
}

/* The answer behind the last plan. After it the search has ended. */
static void compare_last(kept_search *search, const reference_plan *last)
{
    ask(search);
    compare_with_limit(search, last);
    if (search->ended)
        return;
    search->match->statistics->all_ended++;
    search->status = htn_plan_next(search->match->subject.planner, 0);
    search->wrong = search->status != HTN_NOT_BEGUN;
}

/* --- The reference -------------------------------------------------------------------------------- */

static void reference_search(match_state *match, const htn_request *request, const reference_limits *limits,
                             reference_visitor *visitor, void *user)
{
    reference_show_all(match->reference, visitor, user);
    if (request->go_on)
        reference_go_on(match->reference, &match->running, match->twin.world, limits, &match->expected);
    else
        reference_find(match->reference, match->root, match->twin.world, limits, &match->expected);
}

static bool see_plan(void *user, const reference_plan *plan)
{
    kept_search *search = user;

    ask(search);
    compare_with_limit(search, plan);
    search->ended = search->ended || search->answers == MOST_ANSWERS;
    return search->ended;
}

static void in_order_of_choices(kept_search *search, const reference_limits *limits)
{
    static reference_plan last;
    match_state *match = search->match;

    reference_search(match, &search->request, limits, see_plan, search);
    if (search->ended || match->expected.outcome == REFERENCE_GAVE_UP)
        return;
    last = match->expected;
    compare_last(search, &last);
}

/* --- The cheapest plans --------------------------------------------------------------------------- */

typedef struct costs_seen {
    uint32_t count;
    int32_t costs[MOST_COSTS];
    uint32_t wanted;          /* this plan, by order of choices */
    reference_plan *taken_to; /* NULL: only costs are wanted */
} costs_seen;

static bool see_cost(void *user, const reference_plan *plan)
{
    costs_seen *seen = user;

    if (seen->taken_to && seen->count == seen->wanted) {
        *seen->taken_to = *plan;
        return true;
    }
    if (seen->count < MOST_COSTS)
        seen->costs[seen->count] = plan->cost;
    return seen->count++ == MOST_COSTS;
}

/* The plan with the place `place` by cost; those of one cost keep their order. */
static uint32_t plan_at(const costs_seen *seen, uint32_t place)
{
    uint32_t plan, other, before;

    for (plan = 0; plan < seen->count; plan++) {
        for (other = before = 0; other < seen->count; other++)
            before +=
                seen->costs[other] < seen->costs[plan] || (seen->costs[other] == seen->costs[plan] && other < plan);
        if (before == place)
            break;
    }
    return plan;
}

static void by_cost(kept_search *search, const reference_limits *limits)
{
    static costs_seen all, one;
    static reference_plan wanted, last;
    match_state *match = search->match;
    uint32_t i;

    memset(&all, 0, sizeof all);
    reference_search(match, &search->request, limits, see_cost, &all);
    last = match->expected;
    if (last.outcome == REFERENCE_GAVE_UP || all.count > MOST_COSTS) {
        search->ended = true;
        return;
    }
    for (i = 0; i < all.count && i < MOST_CHEAPEST && !search->ended; i++) {
        memset(&one, 0, sizeof one);
        one.wanted = plan_at(&all, i);
        one.taken_to = &wanted;
        reference_search(match, &search->request, limits, see_cost, &one);
        wanted.cut = last.cut;
        ask(search);
        compare_with_limit(search, &wanted);
        match->statistics->all_same_cost += i > 0 && all.costs[one.wanted] == all.costs[plan_at(&all, i - 1)];
    }
    if (!search->ended && i == all.count)
        compare_last(search, &last);
}

bool match_all_plans(match_state *match, const htn_request *request, const reference_limits *limits, htn_status *status)
{
    kept_search search;

    if (!open_search(&search, match, request)) {
        give_world_away(&search);
        *status = HTN_BAD_MEMORY;
        return false;
    }
    if (dice_percent(&match->all_dice, 30))
        search.request.work = 1 + dice_below(&match->all_dice, dice_percent(&match->all_dice, 50) ? 20 : 200);
    if (search.cheapest)
        by_cost(&search, limits);
    else
        in_order_of_choices(&search, limits);
    if (search.world)
        give_world_away(&search);
    match->statistics->all_searches++;
    match->statistics->all_answers += search.answers;
    match->statistics->all_several += search.answers > 1;
    *status = search.status;
    return !search.wrong;
}
