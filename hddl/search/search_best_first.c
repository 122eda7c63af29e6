/*
 * Best-first search; see search_best_first.h. Neighbours: search_progression.h has the nodes, search_queue.h and
 * search_type_queue.h the queues.
 */
#include "hddl/search/search_best_first.h"

#include "hddl/common/hash.h"
#include "hddl/ground/ground_plan_builder.h"
#include "hddl/search/search_estimate.h"
#include "hddl/search/search_progression.h"
#include "hddl/search/search_type_queue.h"

enum {
    FOLLOW_MOST = 2048,   /* choices along one relaxed plan */
    CHECK_EVERY = 4,      /* nodes: one can take long */
    PREFERRED_GAIN = 1000 /* turns that the preferred queue gains when the least estimate so far is found */
};

const search_strategy search_strategies[SEARCH_STRATEGIES] = {
    {.name = "best-first, going ahead", .follows_plan = true},
    {.name = "best-first, exploring", .counts_again = true, .explores = true},
};

/* A choice that was made, and the one before it; HDDL_NONE: it was the first. */
typedef struct choice {
    uint32_t before;
    uint32_t method;
    uint32_t depth; /* how many there are up to it */
} choice;

typedef struct node {
    uint32_t last; /* the choice that led here; HDDL_NONE: the root */
    uint32_t state, list;
} node;

/* A method that can be used in a node. */
typedef struct option {
    uint32_t node;
    uint32_t method; /* HDDL_NONE: already taken from another queue */
} option;

typedef struct best_first {
    hddl_engine engine; /* the first member */
    const ground_problem *problem;
    const search_strategy *strategy;
    search_progression nodes;
    search_relaxed relaxed;
    bool begun, found;

    choice *choices;
    node *tree;
    option *options;
    uint32_t choice_count, node_count, option_count;
    search_heap queues[2];   /* the open list: all options, preferred options */
    search_type_queue types; /* all options, too, if it explores */
    int64_t served[3];       /* turns of the two queues, and of the types */
    uint32_t least;          /* estimate so far */
    search_prospect *prospects;
    hddl_key_set passed; /* states and lists along one relaxed plan */
    uint32_t last;       /* the choice that led to the plan */
} best_first;

static void add_option(best_first *search, uint32_t method, search_prospect prospect, uint32_t estimate, uint32_t best)
{
    hddl_pool *pool = &search->engine.pool;
    const uint32_t index = hddl_pool_u32(pool, search->option_count), more = prospect.cost - best;
    search->options = hddl_pool_reserve(pool, search->options, index + 1, sizeof *search->options);
    search->options[search->option_count++] = (option){search->node_count - 1, method};
    const uint64_t key = ((uint64_t)estimate + (more < estimate ? more : estimate)) << 32 | (HDDL_NONE - index);
    const uint32_t last = search->tree[search->node_count - 1].last;
    const uint32_t depth = last == HDDL_NONE ? 0 : search->choices[last].depth;
    if (search->strategy->explores)
        search_type_queue_add(pool, &search->types, (uint64_t)estimate << 32 | depth, index);
    search_heap_push(pool, &search->queues[0], key, index);
    if (prospect.preferred)
        search_heap_push(pool, &search->queues[1], key, index);
}

/* Puts the choices of the newest node into the queues; the first ones in the problem's order are taken first. */
static void add_options(best_first *search, uint32_t estimate)
{
    const hddl_numbers *methods = &search->nodes.methods;
    uint32_t best = HDDL_NONE;
    for (size_t i = 0; i < methods->count; i++)
        if (search->prospects[i].cost < best)
            best = search->prospects[i].cost;
    for (size_t i = methods->count; i-- > 0;)
        if (search->prospects[i].cost != HDDL_NONE)
            add_option(search, methods->items[i], search->prospects[i], estimate, best);
    if (estimate < search->least) {
        search->least = estimate;
        search->served[1] -= PREFERRED_GAIN;
    }
}

static uint32_t add_choice(best_first *search, uint32_t before, uint32_t method)
{
    hddl_pool *pool = &search->engine.pool;
    const uint32_t index = hddl_pool_u32(pool, search->choice_count);
    search->choices = hddl_pool_reserve(pool, search->choices, index + 1, sizeof *search->choices);
    search->choices[index] = (choice){before, method, before == HDDL_NONE ? 1 : search->choices[before].depth + 1};
    return search->choice_count++;
}

/* The state at hand is a choice, after the choice `last`: adds it as a node. Its estimate; HDDL_NONE: it is pruned. */
static uint32_t add_node(best_first *search, uint32_t last)
{
    hddl_pool *pool = &search->engine.pool;
    search_progression *nodes = &search->nodes;
    const uint32_t state = search_state_number(nodes);
    if (!search_pair_is_new(nodes, state, nodes->list))
        return HDDL_NONE;
    search->prospects = hddl_pool_reserve(pool, search->prospects, nodes->methods.count, sizeof *search->prospects);
    search->tree = hddl_pool_reserve(pool, search->tree, search->node_count + 1, sizeof *search->tree);
    search->engine.nodes++;
    const uint32_t estimate = search_estimate(&search->relaxed, nodes->state.facts, nodes->pending.lists, nodes->list,
                                              &nodes->methods, search->prospects);
    if (estimate == HDDL_NONE) {
        search->engine.backtracks++;
        return HDDL_NONE;
    }
    search->tree[search->node_count++] = (node){last, state, nodes->list};
    add_options(search, estimate);
    return estimate;
}

/* Whether the state at hand is new along this relaxed plan. */
static bool pass(best_first *search)
{
    const hddl_key hash = search->nodes.state.hash;
    const hddl_key key = hddl_key_of(hash.low ^ hddl_mix(search->nodes.list), hash.high);
    return hddl_key_set_add(&search->engine.pool, &search->passed, key);
}

/*
 * Follows the relaxed plan of a node that was just estimated as far as it leads, without new estimates (Vidal, "A
 * Lookahead Strategy for Heuristic Search Planning", ICAPS 2004). True: the state at hand is a choice further on, after
 * the choice `*last`. A plan may be found instead.
 */
static bool follow_plan(best_first *search, uint32_t *last, uint32_t most)
{
    search_progression *nodes = &search->nodes;
    uint32_t count = 0;
    hddl_key_set_clear(&search->engine.pool, &search->passed);
    while (count < most && count < FOLLOW_MOST && pass(search)) {
        const uint32_t list = nodes->list, item = nodes->pending.lists[list].item;
        const uint32_t method = search_estimate_choose(&search->relaxed, item, &nodes->methods);
        if (method == HDDL_NONE)
            break;
        const size_t trail = nodes->state.trail.count;
        const uint32_t next = add_choice(search, *last, method);
        search_decompose(nodes, method);
        const search_step step = search_advance(nodes);
        if (step == SEARCH_DONE) {
            search->found = true;
            search->last = next;
            return false;
        }
        if (step == SEARCH_DEAD) {
            search_state_undo(&nodes->state, trail);
            nodes->list = list;
            if (count > 0)
                search_list_methods(nodes);
            break;
        }
        *last = next;
        count++;
    }
    return count > 0;
}

/* After a choice: goes on to the next one, and from there along relaxed plans while the estimate falls. */
static void follow(best_first *search, uint32_t last)
{
    const search_step step = search_advance(&search->nodes);
    if (step == SEARCH_DONE) {
        search->found = true;
        search->last = last;
    }
    if (step == SEARCH_DEAD)
        search->engine.backtracks++;
    uint32_t estimate, least = HDDL_NONE;
    while (step == SEARCH_CHOICE && (estimate = add_node(search, last)) < least &&
           !hddl_budget_is_over(search->engine.pool.budget)) {
        least = estimate;
        if (!search->strategy->follows_plan || !follow_plan(search, &last, estimate))
            break;
    }
}

/* The next entry of the queue whose turn it is; HDDL_NONE: there are none. What is in the others is in the first. */
static uint32_t take_any(best_first *search)
{
    search_heap *queues = search->queues;
    if (queues[0].count == 0)
        return HDDL_NONE;
    if (search->strategy->explores && search->served[2] < search->served[0] && search->types.filled.count > 0) {
        search->served[2]++;
        return search_type_queue_draw(&search->types);
    }
    const bool preferred = queues[1].count > 0 && search->served[1] <= search->served[0];
    search->served[preferred]++;
    return search_heap_pop(&queues[preferred]);
}

/* The next option that has not been taken from another queue. */
static uint32_t take(best_first *search)
{
    uint32_t index;
    do
        index = take_any(search);
    while (index != HDDL_NONE && search->options[index].method == HDDL_NONE);
    return index;
}

static void begin(best_first *search)
{
    hddl_pool *pool = &search->engine.pool;
    search->begun = true;
    search->least = HDDL_NONE;
    search_progression_init(&search->nodes, pool, search->problem);
    search_relaxed_init(&search->relaxed, pool, search->problem, search->strategy->counts_again);
    follow(search, HDDL_NONE);
}

static hddl_outcome search_on(hddl_engine *engine)
{
    best_first *search = (best_first *)engine;
    if (!search->begun)
        begin(search);
    for (uint32_t count = 1; !search->found; count++) {
        if (count % CHECK_EVERY == 0 && hddl_budget_is_over(engine->pool.budget))
            return HDDL_OUT_OF_TIME;
        const uint32_t index = take(search);
        if (index == HDDL_NONE)
            return HDDL_NO_PLAN;
        const option taken = search->options[index];
        const node *from = &search->tree[taken.node];
        search->options[index].method = HDDL_NONE;
        search_load(&search->nodes, from->state, from->list);
        const uint32_t last = add_choice(search, from->last, taken.method);
        search_decompose(&search->nodes, taken.method);
        follow(search, last);
    }
    return HDDL_PLAN_FOUND;
}

/* Makes the choices that led to the plan again, from the root; every decision is recorded. */
static void write_plan(hddl_engine *engine, hddl_plan *plan)
{
    best_first *search = (best_first *)engine;
    search_progression *nodes = &search->nodes;
    hddl_numbers methods = {0}, decisions = {0};
    for (uint32_t at = search->last; at != HDDL_NONE; at = search->choices[at].before)
        hddl_numbers_add(&engine->pool, &methods, search->choices[at].method);
    nodes->decisions = &decisions;
    search_load(nodes, SEARCH_INITIAL, SEARCH_ROOT);
    search_advance(nodes);
    while (methods.count > 0) {
        search_decompose(nodes, methods.items[--methods.count]);
        search_advance(nodes);
    }
    nodes->decisions = NULL;
    ground_plan_build(search->problem, &engine->pool, &decisions, plan);
}

hddl_engine *search_best_first_new(const ground_problem *problem, const search_strategy *strategy, hddl_budget *budget)
{
    const hddl_engine like = {.name = strategy->name, .search = search_on, .write_plan = write_plan};
    best_first *search = hddl_engine_new(sizeof *search, like, budget);
    if (search == NULL)
        return NULL;
    search->problem = problem;
    search->strategy = strategy;
    return &search->engine;
}
