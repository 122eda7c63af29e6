/*
 * Depth-first search; see search_depth_first.h. `candidates` is one stack of methods, of which each frame has a run;
 * `decisions` has the decisions that lead to the state at hand.
 */
#include "hddl/search/search_depth_first.h"

#include "hddl/common/hash.h"
#include "hddl/common/luby.h"
#include "hddl/ground/ground_plan_builder.h"
#include "hddl/search/search_list_needs.h"
#include "hddl/search/search_usable_methods.h"

#include <string.h>

enum { NODES_FIRST = 200000, NODES_UNIT = 10000, CHECK_EVERY = 1024 };

/* Making the summaries is worth more than a small time slice; if it is interrupted, it is lost. */
static const double seconds_to_begin = 2;

typedef struct frame {
    uint32_t rest;        /* the list behind the task that is decomposed */
    uint32_t first, next; /* in `candidates`: the frame's, and the one that is tried next */
    size_t trail, decisions;
} frame;

typedef struct depth_first {
    hddl_engine engine; /* the first member */
    const ground_problem *problem;
    bool begun;
    search_task_summary summary;
    search_list_needs lists;
    search_state state;
    search_usable_methods usable;
    uint32_t list; /* the pending tasks */
    hddl_key_set met;

    frame *frames;
    size_t frame_count;
    hddl_numbers candidates;
    hddl_numbers decisions; /* as in ground_plan_builder.h */
    hddl_numbers missing; /* facts that later tasks need and that must become true, `missing_true` of them, or false */
    size_t missing_true;

    /* How this run goes. */
    uint32_t run;
    bool strong, jumps, shuffled, by_bound;
    bool limited;      /* something was pruned because it exceeds `bound` */
    uint32_t span;     /* strong: so many pending tasks are compared */
    uint32_t culprit;  /* the fact that the last failure was due to; HDDL_NONE: not one fact alone */
    uint32_t bound;    /* of decisions plus the lower bound of what is pending */
    uint64_t node_end; /* when the run is over; a strong run that gets deeper has `node_more` from there on */
    uint64_t node_more;
    size_t deepest; /* of this run, in decisions */
    uint64_t random;
} depth_first;

static const search_list *list_at(const depth_first *search, uint32_t list)
{
    return &search->lists.pending.lists[list];
}

/* --- What has been met ---------------------------------------------------------------------------------------------- */

/* What stands for the pending tasks: in a strong run the first few of them, else the whole list. */
static uint64_t pending_hash(const depth_first *search)
{
    if (!search->strong)
        return search->list;
    uint64_t hash = 0;
    uint32_t list = search->list;
    for (uint32_t i = 0; i < search->span && list != SEARCH_EMPTY; i++, list = list_at(search, list)->rest)
        hash = hddl_mix(hash + list_at(search, list)->item + 1);
    return hash;
}

/* Whether these pending tasks are met for the first time in this state. */
static bool is_new(depth_first *search)
{
    const uint64_t pending = pending_hash(search);
    const hddl_key *state = &search->state.hash;
    const hddl_key key =
        hddl_key_of(state->low ^ hddl_mix(pending + 1), state->high ^ hddl_mix(~pending * HDDL_GOLDEN_RATIO));
    return hddl_key_set_add(&search->engine.pool, &search->met, key);
}

/* --- Choices -------------------------------------------------------------------------------------------------------- */

/* Whether some subtask of the method can make a fact true, or, unless `value`, false. */
static bool can_set(const depth_first *search, uint32_t method, uint32_t fact, bool value)
{
    const ground_lists *subtasks = &search->problem->subtasks;
    for (uint32_t i = subtasks->begin[method]; i < subtasks->begin[method + 1]; i++)
        if (search_can_set(&search->summary, subtasks->items[i], fact, value))
            return true;
    return false;
}

/* Whether a method that has what it needs can also make what is missing. */
static bool can_use(const depth_first *search, uint32_t method)
{
    if (search->summary.method_dead[method])
        return false;
    for (size_t i = 0; i < search->missing.count; i++)
        if (!can_set(search, method, search->missing.items[i], i < search->missing_true))
            return false;
    return true;
}

/* Finds what the tasks behind the first one need, and the state does not have. */
static void find_missing(depth_first *search)
{
    const search_needs *needs = &search->lists.needs[list_at(search, search->list)->rest];
    const uint32_t *facts = search->lists.facts.items + needs->begin;
    search->missing.count = search->missing_true = 0;
    for (uint32_t i = 0; i < (uint32_t)needs->true_count + needs->false_count; i++) {
        const bool wanted = i < needs->true_count;
        if (hddl_has_bit(search->state.facts, facts[i]) != wanted) {
            hddl_numbers_add(&search->engine.pool, &search->missing, facts[i]);
            search->missing_true += wanted;
        }
    }
}

/* Puts the candidates from `first` on into the order in which they are tried. */
static void arrange(depth_first *search, size_t first)
{
    uint32_t *methods = search->candidates.items + first;
    const size_t count = search->candidates.count - first;
    for (size_t i = count; search->shuffled && i > 1; i--) {
        const size_t other = (size_t)(hddl_draw(&search->random) % i);
        const uint32_t method = methods[i - 1];
        methods[i - 1] = methods[other];
        methods[other] = method;
    }
    const uint32_t *bounds = search->summary.method_lower_bound;
    for (size_t i = 1; search->by_bound && i < count; i++) {
        const uint32_t method = methods[i];
        size_t at = i;
        for (; at > 0 && bounds[methods[at - 1]] > bounds[method]; at--)
            methods[at] = methods[at - 1];
        methods[at] = method;
    }
}

/* Long plans take long: a run that gets deeper goes on. Only a strong one, because an exact one might never end. */
static void prolong(depth_first *search)
{
    if (search->strong && search->decisions.count > search->deepest) {
        search->deepest = search->decisions.count;
        search->node_end = search->engine.nodes + search->node_more;
    }
}

/* Adds the methods that can decompose the first pending task to `candidates`. Returns how many there are. */
static size_t find_candidates(depth_first *search)
{
    const size_t first = search->candidates.count;
    const search_list *list = list_at(search, search->list);
    const uint32_t task = list->item - search->problem->action_count;
    const uint64_t least = search->decisions.count + (uint64_t)search->lists.needs[list->rest].lower_bound;
    find_missing(search);
    search_usable_methods_add(&search->usable, &search->state, task, &search->candidates);
    size_t kept = first;
    for (size_t i = first; i < search->candidates.count; i++) {
        const uint32_t method = search->candidates.items[i];
        if (least + search->summary.method_lower_bound[method] > search->bound)
            search->limited = true;
        else if (can_use(search, method))
            search->candidates.items[kept++] = method;
    }
    search->candidates.count = kept;
    if (search->candidates.count - first > 1)
        arrange(search, first);
    return search->candidates.count - first;
}

static void decompose(depth_first *search, uint32_t method, uint32_t rest)
{
    const ground_lists *subtasks = &search->problem->subtasks;
    hddl_numbers_add(&search->engine.pool, &search->decisions, search->problem->action_count + method);
    for (uint32_t i = subtasks->begin[method + 1]; i > subtasks->begin[method]; i--)
        rest = search_list_needs_push(&search->lists, subtasks->items[i - 1], rest);
    search->list = rest;
}

static void push_frame(depth_first *search, size_t candidates)
{
    hddl_pool *pool = &search->engine.pool;
    const uint32_t first = hddl_pool_u32(pool, search->candidates.count - candidates);
    search->frames = hddl_pool_reserve(pool, search->frames, search->frame_count + 1, sizeof *search->frames);
    const uint32_t rest = list_at(search, search->list)->rest;
    search->frames[search->frame_count++] =
        (frame){rest, first, first, search->state.trail.count, search->decisions.count};
}

/*
 * Backjumping: drops the frames since the culprit last changed, because other choices there seldom change it again.
 * After Gaschnig, "Performance Measurement and Analysis of Certain Search Algorithms", 1979; here it is a guess, so
 * only strong runs do it.
 */
static void jump(depth_first *search)
{
    const hddl_numbers *trail = &search->state.trail;
    size_t changed = trail->count;
    while (changed > 0 && trail->items[changed - 1] != search->culprit)
        changed--;
    while (changed > 0 && search->frame_count > 0 && search->frames[search->frame_count - 1].trail >= changed)
        search->candidates.count = search->frames[--search->frame_count].first;
}

/* Takes the next candidate of the newest frame. False: there is no frame. */
static bool backtrack(depth_first *search)
{
    search->engine.backtracks++;
    if (search->jumps && search->culprit != HDDL_NONE)
        jump(search);
    search->culprit = HDDL_NONE;
    if (search->frame_count == 0)
        return false;
    frame *top = &search->frames[search->frame_count - 1];
    const uint32_t rest = top->rest, method = search->candidates.items[top->next++];
    search_state_undo(&search->state, top->trail);
    search->decisions.count = top->decisions;
    if (top->next == search->candidates.count) {
        search->candidates.count = top->first;
        search->frame_count--;
    }
    decompose(search, method, rest);
    return true;
}

/* The first need of the pending tasks that is not met; HDDL_NONE: all are. */
static uint32_t find_unmet(const depth_first *search)
{
    const search_needs *needs = &search->lists.needs[search->list];
    const uint32_t *facts = search->lists.facts.items + needs->begin;
    const uint32_t unmet = search_state_find_other(&search->state, facts, needs->true_count, true);
    if (unmet != HDDL_NONE)
        return unmet;
    return search_state_find_other(&search->state, facts + needs->true_count, needs->false_count, false);
}

/* Does one pending item. False: this way leads nowhere. */
static bool step(depth_first *search)
{
    const search_list list = *list_at(search, search->list);
    search->culprit = find_unmet(search);
    if (search->culprit != HDDL_NONE)
        return false;
    if (list.item < search->problem->action_count) {
        if (!search_state_agrees(&search->state, &search->problem->needs, list.item))
            return false;
        search_state_apply(&search->state, list.item);
        hddl_numbers_add(&search->engine.pool, &search->decisions, list.item);
        search->list = list.rest;
        return true;
    }
    search->engine.nodes++;
    if (!is_new(search))
        return false;
    prolong(search);
    const size_t candidates = find_candidates(search);
    if (candidates > 1) {
        push_frame(search, candidates);
        return backtrack(search);
    }
    if (candidates == 1)
        decompose(search, search->candidates.items[--search->candidates.count], list.rest);
    return candidates == 1;
}

/* --- Runs ----------------------------------------------------------------------------------------------------------- */

/*
 * The first runs try methods in their order. They compare more and more pending tasks; then comes an exact one. Later
 * runs draw the order at random, but every eighth one is exact, with more nodes, and may come to an end.
 */
static void choose_run(depth_first *search)
{
    const uint32_t run = search->run++;
    const uint32_t least = search->summary.lower_bound[search->problem->action_count + search->problem->root];
    const bool exact = run % 8 == 4, bounded = run % 8 == 5, first = run < 4;
    uint64_t nodes = hddl_luby(run) * NODES_UNIT;
    if (exact || run == 0)
        nodes = (uint64_t)NODES_FIRST << run / 8;
    else if (first)
        nodes = NODES_FIRST / 4;
    search->node_end = search->engine.nodes + nodes;
    search->node_more = nodes;
    search->deepest = 0;
    search->strong = !exact && !bounded;
    search->span = 1u << (first ? run : run % 5);
    search->shuffled = !exact && !first;
    search->by_bound = search->shuffled && run / 8 % 2 == 0;
    search->jumps = search->strong && search->shuffled && run % 2 == 1;
    search->bound = UINT32_MAX;
    if (bounded && least < UINT32_MAX >> 5 && run / 8 < 20) {
        const uint64_t bound = ((uint64_t)least + 16) << (run / 8 + 1);
        search->bound = bound < UINT32_MAX ? (uint32_t)bound : UINT32_MAX;
    }
}

static void begin_run(depth_first *search)
{
    hddl_pool *pool = &search->engine.pool;
    choose_run(search);
    search_state_undo(&search->state, 0);
    search->frame_count = search->candidates.count = search->decisions.count = 0;
    search->limited = false;
    search->culprit = HDDL_NONE;
    hddl_key_set_clear(pool, &search->met);
    if (search->lists.needs != NULL)
        search_list_needs_free(&search->lists);
    search_list_needs_init(&search->lists, pool, &search->summary);
    search->list =
        search_list_needs_push(&search->lists, search->problem->action_count + search->problem->root, SEARCH_EMPTY);
}

/* It may be interrupted. Then what was computed so far is dropped: a jump has left it half done. */
static void begin(depth_first *search)
{
    hddl_budget *budget = search->engine.pool.budget;
    const double slice_end = budget->slice_end, least = hddl_budget_now(budget) + seconds_to_begin;
    hddl_pool_free(&search->engine.pool);
    if (slice_end < least)
        budget->slice_end = least;
    search_task_summary_make(&search->summary, &search->engine.pool, search->problem);
    budget->slice_end = slice_end;
    search_state_init(&search->state, &search->engine.pool, search->problem, &search->random);
    search_usable_methods_init(&search->usable, &search->engine.pool, search->problem, &search->summary.method_needs,
                               NULL);
    begin_run(search);
    search->begun = true;
}

static hddl_outcome search_on(hddl_engine *engine)
{
    depth_first *search = (depth_first *)engine;
    if (!search->begun)
        begin(search);
    for (uint32_t count = 1; search->list != SEARCH_EMPTY; count++) {
        if (count % CHECK_EVERY == 0 && hddl_budget_is_over(engine->pool.budget))
            return HDDL_OUT_OF_TIME;
        const bool over = engine->nodes > search->node_end;
        if (!over && (step(search) || backtrack(search)))
            continue;
        if (!over && !search->strong && !search->limited)
            return HDDL_NO_PLAN;
        begin_run(search);
    }
    return HDDL_PLAN_FOUND;
}

static void write_plan(hddl_engine *engine, hddl_plan *plan)
{
    depth_first *search = (depth_first *)engine;
    ground_plan_build(search->problem, &engine->pool, &search->decisions, plan);
}

hddl_engine *search_depth_first_new(const ground_problem *problem, hddl_budget *budget)
{
    const hddl_engine like = {.name = "depth-first", .search = search_on, .write_plan = write_plan};
    depth_first *search = hddl_engine_new(sizeof *search, like, budget);
    if (search == NULL)
        return NULL;
    search->problem = problem;
    return &search->engine;
}
