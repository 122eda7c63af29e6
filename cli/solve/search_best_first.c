/*
 * Best-first search by the relaxed problem's estimate: greedy, and lazy (a node is looked at when it is taken, until then it counts as what
 * its parent promised), with a second queue of preferred methods that is favoured while it makes progress, as in LAMA (Richter and
 * Westphal, "The LAMA Planner", JAIR 2010). Complete: nodes are cut only where they have been met, or where the
 * relaxed problem has no plan. Neighbours: search_nodes.h does the progression, search_relaxed.h estimates.
 */
#include "search.h"
#include "search_relaxed.h"

#include <stdlib.h>

enum {
    CLOCK_EVERY = 16,     /* nodes */
    PREFERRED_GAIN = 1000 /* turns that the preferred queue gets ahead when the least estimate yet is found */
};

typedef struct node {
    uint32_t parent, method; /* what led here; SEARCH_NONE: the root */
    uint32_t state, cell;
} node;

/* A method that could be used in a node. */
typedef struct option {
    uint32_t node;
    uint32_t method; /* SEARCH_NONE: done, by way of the other queue */
} option;

typedef struct best_first {
    solve_search search;
    solve_clock *clock;
    const ground_problem *problem;
    search_nodes nodes;
    search_relaxed relaxed;
    bool begun;

    node *tree;
    size_t tree_capacity;
    uint32_t tree_count;
    option *options;
    size_t options_capacity;
    uint32_t option_count;
    search_heap queues[2]; /* all, preferred */
    int64_t served[2];
    uint32_t least; /* estimate yet */
    search_prospect *prospects;
    size_t prospects_capacity;
    option last; /* what led to the plan */
} best_first;

static bool add_option(best_first *search, uint32_t method, search_prospect prospect, uint32_t estimate, uint32_t best)
{
    if (search->option_count == SEARCH_NONE - 1 ||
        !search_grow(search->clock, (void **)&search->options, &search->options_capacity,
                     (size_t)search->option_count + 1, sizeof *search->options))
        return false;
    uint32_t index = search->option_count++;
    search->options[index] = (option){search->tree_count - 1, method};
    uint32_t more = prospect.cost - best;
    uint64_t key = ((uint64_t)estimate + (more < estimate ? more : estimate)) << 32 | (SEARCH_NONE - index);
    return search_heap_push(&search->queues[0], search->clock, key, index) &&
           (!prospect.preferred || search_heap_push(&search->queues[1], search->clock, key, index));
}

/* The choices of the node that was made last go into the queues; the first ones in the problem's order are taken first. */
static solve_outcome add_options(best_first *search, uint32_t estimate)
{
    const search_nodes *nodes = &search->nodes;
    uint32_t best = SEARCH_NONE;
    for (uint32_t i = 0; i < nodes->method_count; i++)
        if (search->prospects[i].cost < best)
            best = search->prospects[i].cost;
    for (uint32_t i = nodes->method_count; i-- > 0;)
        if (search->prospects[i].cost != SEARCH_NONE &&
            !add_option(search, nodes->methods[i], search->prospects[i], estimate, best))
            return SOLVE_MEMORY;
    if (estimate < search->least) {
        search->least = estimate;
        search->served[1] -= PREFERRED_GAIN;
    }
    return SOLVE_TIME;
}

/* `now` is a choice, reached by `from`. SOLVE_TIME: on to the next. */
static solve_outcome add_node(best_first *search, option from)
{
    search_nodes *nodes = &search->nodes;
    uint32_t state = search_state_number(nodes);
    bool fits;
    if (state == SEARCH_NONE)
        return SOLVE_MEMORY;
    if (!search_pair_is_new(nodes, state, nodes->cell, &fits))
        return fits ? SOLVE_TIME : SOLVE_MEMORY;
    if (!search_grow(search->clock, (void **)&search->prospects, &search->prospects_capacity, nodes->method_count,
                     sizeof *search->prospects) ||
        !search_grow(search->clock, (void **)&search->tree, &search->tree_capacity, (size_t)search->tree_count + 1,
                     sizeof *search->tree))
        return SOLVE_MEMORY;
    search->search.nodes++;
    uint32_t estimate = search_relaxed_estimate(&search->relaxed, nodes->now, nodes->cells, nodes->cell, nodes->methods,
                                                nodes->method_count, search->prospects);
    if (search->relaxed.full)
        return SOLVE_MEMORY;
    if (estimate == SEARCH_NONE) {
        search->search.backtracks++;
        return SOLVE_TIME;
    }
    search->tree[search->tree_count++] = (node){from.node, from.method, state, nodes->cell};
    return add_options(search, estimate);
}

static solve_outcome follow(best_first *search, option from)
{
    switch (search_advance(&search->nodes)) {
    case SEARCH_DONE: search->last = from; return SOLVE_PLAN;
    case SEARCH_FULL: return SOLVE_MEMORY;
    case SEARCH_DEAD: search->search.backtracks++; return SOLVE_TIME;
    case SEARCH_CHOICE: return add_node(search, from);
    }
    return SOLVE_TIME;
}

static solve_outcome begin(best_first *search)
{
    search->begun = true;
    search->least = SEARCH_NONE;
    if (!search_nodes_init(&search->nodes, search->problem, search->clock) ||
        !search_relaxed_init(&search->relaxed, search->problem, search->clock))
        return SOLVE_MEMORY;
    return follow(search, (option){SEARCH_NONE, SEARCH_NONE});
}

/* The next option of the queue whose turn it is; SEARCH_NONE: there are none. */
static uint32_t take(best_first *search)
{
    search_heap *queues = search->queues;
    for (;;) {
        bool preferred = queues[1].count && (search->served[1] <= search->served[0] || !queues[0].count);
        if (!queues[preferred].count)
            return SEARCH_NONE;
        search->served[preferred]++;
        uint32_t index = search_heap_pop(&queues[preferred]).value;
        if (search->options[index].method != SEARCH_NONE)
            return index;
    }
}

static solve_outcome run(solve_search *base, solve_clock *clock)
{
    best_first *search = (best_first *)base;
    solve_outcome outcome = search->begun ? SOLVE_TIME : begin(search);
    for (uint32_t count = 1; outcome == SOLVE_TIME; count++) {
        if (count % CLOCK_EVERY == 0 && solve_is_over(clock))
            return SOLVE_TIME;
        uint32_t index = take(search);
        if (index == SEARCH_NONE)
            return SOLVE_NONE;
        option taken = search->options[index];
        search->options[index].method = SEARCH_NONE;
        const node *from = &search->tree[taken.node];
        search_load(&search->nodes, from->state, from->cell);
        outcome = search_decompose(&search->nodes, taken.method) ? follow(search, taken) : SOLVE_MEMORY;
    }
    return outcome;
}

/* --- The plan ------------------------------------------------------------------------------------------------------------- */

static bool tell(void *user, bool primitive, uint32_t index)
{
    return ground_tell(user, primitive, index);
}

/* The options that led to the plan are taken again, from the root, and every decision is told. */
static bool plan(solve_search *base, solve_plan *plan_found)
{
    best_first *search = (best_first *)base;
    ground_teller to = {.problem = search->problem, .plan = plan_found};
    uint32_t *methods = NULL;
    size_t capacity = 0, count = 0;
    bool fits = true;
    for (option at = search->last; fits && at.node != SEARCH_NONE; count++) {
        fits = search_grow(search->clock, (void **)&methods, &capacity, count + 1, sizeof *methods);
        if (fits)
            methods[count] = at.method;
        at = (option){search->tree[at.node].parent, search->tree[at.node].method};
    }
    search->nodes.heard = tell;
    search->nodes.user = &to;
    fits = fits && search_restart(&search->nodes) && search_advance(&search->nodes) != SEARCH_FULL;
    while (fits && count)
        fits = search_decompose(&search->nodes, methods[--count]) && search_advance(&search->nodes) != SEARCH_FULL;
    ground_teller_free(&to);
    search_drop(search->clock, (void **)&methods, &capacity, sizeof *methods);
    return fits;
}

static void free_search(solve_search *base)
{
    best_first *search = (best_first *)base;
    if (search->nodes.problem)
        search_nodes_free(&search->nodes);
    if (search->relaxed.problem)
        search_relaxed_free(&search->relaxed);
    search_drop(search->clock, (void **)&search->tree, &search->tree_capacity, sizeof *search->tree);
    search_drop(search->clock, (void **)&search->options, &search->options_capacity, sizeof *search->options);
    search_drop(search->clock, (void **)&search->prospects, &search->prospects_capacity, sizeof *search->prospects);
    search_heap_free(&search->queues[0], search->clock);
    search_heap_free(&search->queues[1], search->clock);
    search_release(search->clock, search, 1, sizeof *search);
}

solve_search *search_best_first_new(const ground_problem *problem, solve_clock *clock)
{
    best_first *search = search_claim(clock, 1, sizeof *search);
    if (!search)
        return NULL;
    search->search = (solve_search){.name = "best-first", .run = run, .plan = plan, .free = free_search};
    search->clock = clock;
    search->problem = problem;
    return &search->search;
}
