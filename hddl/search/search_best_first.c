/*
 * Best-first search by the relaxed problem's estimate: greedy, and lazy (a node is looked at when it is taken, until then it counts as what
 * its parent promised), with a second queue of preferred methods that is favoured while it makes progress, as in LAMA (Richter and
 * Westphal, "The LAMA Planner", JAIR 2010). Complete: nodes are cut only where they have been met, or where the
 * relaxed problem has no plan. Neighbours: search_nodes.h does the progression, search_relaxed.h estimates.
 */
#include "hddl/search/search.h"
#include "hddl/ground/ground_plan_builder.h"
#include "hddl/search/search_relaxed.h"
#include "hddl/search/search_types.h"

#include <string.h>

enum {
    PASSED_ROOM = 1 << 12, /* a power of two; a way ahead has half as many choices at most */
    CLOCK_EVERY = 4,       /* nodes: one can take long */
    PREFERRED_GAIN = 1000  /* turns that the preferred queue gets ahead when the least estimate yet is found */
};

const search_manner search_manners[SEARCH_MANNERS] = {
    {.name = "best-first, going ahead", .goes_ahead = true},
    {.name = "best-first, exploring", .counts_again = true, .explores = true},
};

/* A choice that was made, and the one before it; HDDL_NONE: it was the first. */
typedef struct choice {
    uint32_t before;
    uint32_t method;
    uint32_t depth; /* how many there are up to it */
} choice;

typedef struct node {
    uint32_t last; /* choice that led here; HDDL_NONE: the root */
    uint32_t state, cell;
} node;

/* A method that could be used in a node. */
typedef struct option {
    uint32_t node;
    uint32_t method; /* HDDL_NONE: done, by way of the other queue */
} option;

typedef struct best_first {
    hddl_engine search;
    hddl_budget *budget;
    const ground_problem *problem;
    search_manner manner;
    search_nodes nodes;
    search_relaxed relaxed;
    bool begun;

    choice *choices;
    size_t choices_capacity;
    uint32_t choice_count;
    node *tree;
    size_t tree_capacity;
    uint32_t tree_count;
    option *options;
    size_t options_capacity;
    uint32_t option_count;
    search_heap queues[2]; /* all, preferred */
    search_types types;    /* all, too, if it explores */
    int64_t served[3];     /* of the two queues, and of the types */
    uint32_t least;        /* estimate yet */
    search_prospect *prospects;
    size_t prospects_capacity;
    uint64_t *resting;            /* a state, while something is tried */
    uint64_t passed[PASSED_ROOM]; /* states and lists on the way ahead, and the way on which each was */
    uint32_t passed_on[PASSED_ROOM];
    uint32_t way;
    uint32_t last; /* choice that led to the plan */
} best_first;

static bool add_option(best_first *search, uint32_t method, search_prospect prospect, uint32_t estimate, uint32_t best)
{
    if (search->option_count == HDDL_NONE - 1 ||
        !search_grow(search->budget, (void **)&search->options, &search->options_capacity,
                     (size_t)search->option_count + 1, sizeof *search->options))
        return false;
    uint32_t index = search->option_count++;
    search->options[index] = (option){search->tree_count - 1, method};
    uint32_t more = prospect.cost - best;
    uint64_t key = ((uint64_t)estimate + (more < estimate ? more : estimate)) << 32 | (HDDL_NONE - index);
    uint32_t last = search->tree[search->tree_count - 1].last,
             depth = last == HDDL_NONE ? 0 : search->choices[last].depth;
    uint64_t type = (uint64_t)estimate << 32 | depth;
    return (!search->manner.explores || search_types_add(&search->types, search->budget, type, index)) &&
           search_heap_push(&search->queues[0], search->budget, key, index) &&
           (!prospect.preferred || search_heap_push(&search->queues[1], search->budget, key, index));
}

/* The choices of the node that was made last go into the queues; the first ones in the problem's order are taken first. */
static hddl_outcome add_options(best_first *search, uint32_t estimate)
{
    const search_nodes *nodes = &search->nodes;
    uint32_t best = HDDL_NONE;
    for (uint32_t i = 0; i < nodes->method_count; i++)
        if (search->prospects[i].cost < best)
            best = search->prospects[i].cost;
    for (uint32_t i = nodes->method_count; i-- > 0;)
        if (search->prospects[i].cost != HDDL_NONE &&
            !add_option(search, nodes->methods[i], search->prospects[i], estimate, best))
            return HDDL_OUT_OF_MEMORY;
    if (estimate < search->least) {
        search->least = estimate;
        search->served[1] -= PREFERRED_GAIN;
    }
    return HDDL_OUT_OF_TIME;
}

/* The number of a choice; HDDL_NONE: no memory. */
static uint32_t add_choice(best_first *search, uint32_t before, uint32_t method)
{
    if (search->choice_count == HDDL_NONE - 1 ||
        !search_grow(search->budget, (void **)&search->choices, &search->choices_capacity,
                     (size_t)search->choice_count + 1, sizeof *search->choices))
        return HDDL_NONE;
    search->choices[search->choice_count] =
        (choice){before, method, before == HDDL_NONE ? 1 : search->choices[before].depth + 1};
    return search->choice_count++;
}

/* `now` is a choice, after the choice `last`. True: it is a node, and was looked at; else `*outcome` says why not. */
static bool add_node(best_first *search, uint32_t last, uint32_t *estimate, hddl_outcome *outcome)
{
    search_nodes *nodes = &search->nodes;
    uint32_t state = search_state_number(nodes);
    bool fits = state != HDDL_NONE;
    *outcome = HDDL_OUT_OF_TIME;
    if (fits && !search_pair_is_new(nodes, state, nodes->cell, &fits) && fits)
        return false;
    if (!fits ||
        !search_grow(search->budget, (void **)&search->prospects, &search->prospects_capacity, nodes->method_count,
                     sizeof *search->prospects) ||
        !search_grow(search->budget, (void **)&search->tree, &search->tree_capacity, (size_t)search->tree_count + 1,
                     sizeof *search->tree)) {
        *outcome = HDDL_OUT_OF_MEMORY;
        return false;
    }
    search->search.nodes++;
    *estimate = search_relaxed_estimate(&search->relaxed, nodes->now, nodes->cells, nodes->cell, nodes->methods,
                                        nodes->method_count, search->prospects);
    if (search->relaxed.full)
        *outcome = HDDL_OUT_OF_MEMORY;
    if (*estimate == HDDL_NONE) {
        search->search.backtracks++;
        return false;
    }
    search->tree[search->tree_count++] = (node){last, state, nodes->cell};
    *outcome = add_options(search, *estimate);
    return *outcome == HDDL_OUT_OF_TIME;
}

/* Whether `now` is not where this way has been before. */
static bool pass(best_first *search)
{
    uint64_t key = search->nodes.hash ^ hddl_mix(search->nodes.cell);
    uint32_t slot = (uint32_t)(key % PASSED_ROOM);
    for (; search->passed_on[slot] == search->way; slot = (slot + 1) % PASSED_ROOM)
        if (search->passed[slot] == key)
            return false;
    search->passed[slot] = key;
    search->passed_on[slot] = search->way;
    return true;
}

/*
 * From a node that was looked at the way of its relaxed plan is gone as far as it leads, without looking (Vidal, "A Lookahead
 * Strategy for Heuristic Search Planning", ICAPS 2004). True: `now` is a choice, further on, after the choice `*last`.
 */
static bool go_ahead(best_first *search, uint32_t *last, uint32_t most, hddl_outcome *outcome)
{
    search_nodes *nodes = &search->nodes;
    size_t bytes = nodes->words * sizeof *nodes->now;
    uint32_t gone = 0;
    search->way++;
    while (gone < most && gone < PASSED_ROOM / 2 && pass(search)) {
        uint32_t method = search_relaxed_choose(&search->relaxed, nodes->cells[nodes->cell].task, nodes->methods,
                                                nodes->method_count);
        if (method == HDDL_NONE)
            break;
        uint32_t cell = nodes->cell, next = add_choice(search, *last, method);
        uint64_t hash = nodes->hash;
        memcpy(search->resting, nodes->now, bytes);
        search_step step = next == HDDL_NONE || !search_decompose(nodes, method) ? SEARCH_FULL : search_advance(nodes);
        if (step == SEARCH_FULL || step == SEARCH_DONE) {
            *outcome = step == SEARCH_FULL ? HDDL_OUT_OF_MEMORY : HDDL_PLAN_FOUND;
            search->last = next;
            return false;
        }
        if (step == SEARCH_DEAD) {
            memcpy(nodes->now, search->resting, bytes);
            nodes->hash = hash;
            nodes->cell = cell;
            if (gone && !search_list_methods(nodes))
                *outcome = HDDL_OUT_OF_MEMORY;
            break;
        }
        *last = next;
        gone++;
    }
    return gone && *outcome == HDDL_OUT_OF_TIME;
}

/* A choice was made: on to the next one, and from there ahead while that brings the goal nearer. HDDL_OUT_OF_TIME: there is more to try. */
static hddl_outcome follow(best_first *search, uint32_t last)
{
    hddl_outcome outcome = HDDL_OUT_OF_TIME;
    uint32_t estimate, least = HDDL_NONE;
    switch (search_advance(&search->nodes)) {
    case SEARCH_DONE: search->last = last; return HDDL_PLAN_FOUND;
    case SEARCH_FULL: return HDDL_OUT_OF_MEMORY;
    case SEARCH_DEAD: search->search.backtracks++; return HDDL_OUT_OF_TIME;
    case SEARCH_CHOICE: break;
    }
    while (add_node(search, last, &estimate, &outcome) && estimate < least && !hddl_budget_is_over(search->budget)) {
        least = estimate;
        if (!search->manner.goes_ahead || !go_ahead(search, &last, estimate, &outcome))
            break;
    }
    return outcome;
}

static hddl_outcome begin(best_first *search)
{
    search->begun = true;
    search->least = HDDL_NONE;
    if (!search_nodes_init(&search->nodes, search->problem, search->budget) ||
        !search_relaxed_init(&search->relaxed, search->problem, search->manner, search->budget))
        return HDDL_OUT_OF_MEMORY;
    search->resting = search_claim(search->budget, search->nodes.words, sizeof *search->resting);
    return search->resting ? follow(search, HDDL_NONE) : HDDL_OUT_OF_MEMORY;
}

/* The next entry of the queue whose turn it is; HDDL_NONE: there are none. What is in the others is in the first. */
static uint32_t take_any(best_first *search)
{
    search_heap *queues = search->queues;
    if (!queues[0].count)
        return HDDL_NONE;
    if (search->manner.explores && search->served[2] < search->served[0] && search->types.filled_count) {
        search->served[2]++;
        return search_types_draw(&search->types);
    }
    bool preferred = queues[1].count && search->served[1] <= search->served[0];
    search->served[preferred]++;
    return search_heap_pop(&queues[preferred]).value;
}

/* The next option that has not been taken by way of another queue. */
static uint32_t take(best_first *search)
{
    uint32_t index;
    do
        index = take_any(search);
    while (index != HDDL_NONE && search->options[index].method == HDDL_NONE);
    return index;
}

static hddl_outcome run(hddl_engine *base, hddl_budget *budget)
{
    best_first *search = (best_first *)base;
    hddl_outcome outcome = search->begun ? HDDL_OUT_OF_TIME : begin(search);
    for (uint32_t count = 1; outcome == HDDL_OUT_OF_TIME; count++) {
        if (count % CLOCK_EVERY == 0 && hddl_budget_is_over(budget))
            return HDDL_OUT_OF_TIME;
        uint32_t index = take(search);
        if (index == HDDL_NONE)
            return HDDL_NO_PLAN;
        option taken = search->options[index];
        search->options[index].method = HDDL_NONE;
        const node *from = &search->tree[taken.node];
        search_load(&search->nodes, from->state, from->cell);
        uint32_t last = add_choice(search, from->last, taken.method);
        bool fits = last != HDDL_NONE && search_decompose(&search->nodes, taken.method);
        outcome = fits ? follow(search, last) : HDDL_OUT_OF_MEMORY;
    }
    return outcome;
}

/* --- The plan ------------------------------------------------------------------------------------------------------------- */

static bool tell(void *user, bool primitive, uint32_t index)
{
    return ground_plan_builder_add(user, primitive, index);
}

/* The choices that led to the plan are made again, from the root, and every decision is told. */
static bool plan(hddl_engine *base, hddl_plan *plan_found)
{
    best_first *search = (best_first *)base;
    ground_plan_builder to = {.problem = search->problem, .plan = plan_found};
    uint32_t *methods = NULL;
    size_t capacity = 0, count = 0;
    bool fits = true;
    for (uint32_t at = search->last; fits && at != HDDL_NONE; at = search->choices[at].before) {
        fits = search_grow(search->budget, (void **)&methods, &capacity, count + 1, sizeof *methods);
        if (fits)
            methods[count++] = search->choices[at].method;
    }
    search->nodes.heard = tell;
    search->nodes.user = &to;
    fits = fits && search_restart(&search->nodes) && search_advance(&search->nodes) != SEARCH_FULL;
    while (fits && count)
        fits = search_decompose(&search->nodes, methods[--count]) && search_advance(&search->nodes) != SEARCH_FULL;
    ground_plan_builder_free(&to);
    search_drop(search->budget, (void **)&methods, &capacity, sizeof *methods);
    return fits;
}

static void free_search(hddl_engine *base)
{
    best_first *search = (best_first *)base;
    if (search->nodes.problem)
        search_nodes_free(&search->nodes);
    if (search->relaxed.problem)
        search_relaxed_free(&search->relaxed);
    search_release(search->budget, search->resting, search->nodes.words, sizeof *search->resting);
    search_drop(search->budget, (void **)&search->choices, &search->choices_capacity, sizeof *search->choices);
    search_drop(search->budget, (void **)&search->tree, &search->tree_capacity, sizeof *search->tree);
    search_drop(search->budget, (void **)&search->options, &search->options_capacity, sizeof *search->options);
    search_drop(search->budget, (void **)&search->prospects, &search->prospects_capacity, sizeof *search->prospects);
    search_types_free(&search->types, search->budget);
    search_heap_free(&search->queues[0], search->budget);
    search_heap_free(&search->queues[1], search->budget);
    search_release(search->budget, search, 1, sizeof *search);
}

hddl_engine *search_best_first_new(const ground_problem *problem, const search_manner *manner, hddl_budget *budget)
{
    best_first *search = search_claim(budget, 1, sizeof *search);
    if (!search)
        return NULL;
    search->search = (hddl_engine){.name = manner->name, .run = run, .plan = plan, .free = free_search};
    search->budget = budget;
    search->problem = problem;
    search->manner = *manner;
    return &search->search;
}
