/*
 * Depth-first search over the ground problem, with an explicit stack: a state in place that a trail undoes, and pending tasks
 * that know what they need (search_depth_cells.h). A task is decomposed only by methods whose conditions hold, with all that
 * their subtasks surely need, and which can still bring about what is missing for the tasks behind; a single one is no
 * choice. It runs again and again with more nodes, Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas
 * Algorithms", 1993, by turns:
 *
 *   - strong: no task is decomposed twice in one state with the same one, two, four, ... tasks pending first, whatever is pending
 *     behind them. Incomplete, and small.
 *   - exact: no list of tasks is begun twice in one state. That proves that there is no plan, where nothing else was cut.
 */
#include "hddl/common/hash.h"
#include "hddl/search/search.h"
#include "hddl/ground/ground_plan_builder.h"
#include "hddl/search/search_depth_cells.h"
#include "hddl/search/search_table.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_FIRST = 200000, NODES_UNIT = 10000, LOOK_EVERY = 1024 };

/* What is inferred at first is worth more than a small slice, and begun again it is lost. */
static const double seconds_to_begin = 2;

typedef struct depth_frame {
    uint32_t rest;        /* the list behind the task that is decomposed */
    uint32_t first, next; /* in `candidates`: the frame's, and the one that is tried next */
    size_t trail, choices;
} depth_frame;

typedef struct depth_key {
    uint64_t low, high;
} depth_key;

typedef struct depth_first {
    hddl_engine search; /* the first member */
    const ground_problem *problem;
    hddl_pool pool;
    jmp_buf failed;
    bool begun, found;
    infer inferred;
    depth_cells cells;

    uint64_t *state;
    depth_key *keys; /* of each fact: a state's hash is what its facts' come to by xor */
    depth_key hash;
    hddl_numbers trail; /* facts that have been turned */
    uint32_t cell;

    depth_frame *frames;
    size_t frame_count, frame_capacity;
    hddl_numbers candidates; /* methods, of each frame a run */
    hddl_numbers choices;    /* an action; or the number of actions and a method */
    hddl_numbers turned;     /* room for the effects of one action */
    hddl_numbers missing;    /* facts that have to become true, `missing_true` of them, or false */
    size_t missing_true;

    depth_key *met; /* hash table; zero: free */
    size_t met_count, met_mask;

    /* How this run goes. */
    uint32_t run;
    bool strong, jumps, shuffled, by_least, cut;
    uint32_t span;     /* strong: so many pending tasks are looked at */
    uint32_t blamed;   /* the fact that the last failure was due to; HDDL_NONE: none alone */
    uint32_t bound;    /* of choices and what is pending at least */
    uint64_t node_end; /* when it is over; a strong run that gets deeper has `node_more` from there on */
    uint64_t node_more;
    size_t deepest; /* of this run, in choices */
    uint64_t random;
} depth_first;

static uint64_t draw(depth_first *search)
{
    return hddl_mix(search->random += 0x9E3779B97F4A7C15U);
}

/* --- The state ------------------------------------------------------------------------------------------------------ */

static void turn(depth_first *search, uint32_t fact)
{
    search->state[fact / 64] ^= (uint64_t)1 << fact % 64;
    search->hash.low ^= search->keys[fact].low;
    search->hash.high ^= search->keys[fact].high;
}

static void put(depth_first *search, uint32_t fact, bool holds)
{
    if (infer_has(search->state, fact) != holds) {
        turn(search, fact);
        hddl_numbers_add(&search->pool, &search->trail, fact);
    }
}

/* The first fact that does not hold, or does where none is wanted; HDDL_NONE: all is as it is wanted. */
static uint32_t find_other(const depth_first *search, const uint32_t *facts, uint32_t count, bool wanted)
{
    for (uint32_t i = 0; i < count; i++)
        if (infer_has(search->state, facts[i]) != wanted)
            return facts[i];
    return HDDL_NONE;
}

static bool facts_hold(const depth_first *search, const uint32_t *facts, uint32_t count, bool wanted)
{
    return find_other(search, facts, count, wanted) == HDDL_NONE;
}

static bool list_holds(const depth_first *search, const ground_lists *list, uint32_t item, bool wanted)
{
    return facts_hold(search, list->items + list->begin[item], list->begin[item + 1] - list->begin[item], wanted);
}

/* What happens is settled before anything changes; then what is deleted goes, and what is added comes. */
static void apply(depth_first *search, uint32_t action)
{
    const ground_problem *problem = search->problem;
    const uint32_t *begin = problem->conditional_begin;
    search->turned.count = 0;
    for (uint32_t i = begin[action]; i < begin[action + 1]; i++)
        if (list_holds(search, &problem->when, i, true) && list_holds(search, &problem->when_not, i, false))
            hddl_numbers_add(&search->pool, &search->turned, i);
    const ground_lists *lists[] = {&problem->deletes, &problem->adds},
                       *when[] = {&problem->when_deletes, &problem->when_adds};
    for (int adds = 0; adds < 2; adds++) {
        for (uint32_t i = lists[adds]->begin[action]; i < lists[adds]->begin[action + 1]; i++)
            put(search, lists[adds]->items[i], adds);
        for (size_t e = 0; e < search->turned.count; e++) {
            uint32_t effect = search->turned.items[e];
            for (uint32_t i = when[adds]->begin[effect]; i < when[adds]->begin[effect + 1]; i++)
                put(search, when[adds]->items[i], adds);
        }
    }
}

static void undo(depth_first *search, size_t trail)
{
    while (search->trail.count > trail)
        turn(search, search->trail.items[--search->trail.count]);
}

/* --- What has been met ---------------------------------------------------------------------------------------------- */

static void grow_met(depth_first *search)
{
    depth_key *old = search->met;
    size_t slots = old ? search->met_mask + 1 : 0;
    search->met_mask = slots ? 2 * slots - 1 : 4095;
    search->met = hddl_pool_zeroed(&search->pool, search->met_mask + 1, sizeof *search->met);
    for (size_t i = 0; i < slots; i++) {
        if (old[i].low | old[i].high) {
            size_t slot = old[i].low & search->met_mask;
            while (search->met[slot].low | search->met[slot].high)
                slot = (slot + 1) & search->met_mask;
            search->met[slot] = old[i];
        }
    }
    hddl_pool_release(&search->pool, old);
}

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 32) * 0xD6E8FEB86659FD93U;
    value = (value ^ value >> 32) * 0xD6E8FEB86659FD93U;
    return value ^ value >> 32;
}

/* What stands for the pending tasks: in a strong run the first few, else the whole list. */
static uint64_t pending(const depth_first *search)
{
    uint64_t hash = search->cell;
    if (search->strong) {
        uint32_t cell = search->cell;
        hash = 0;
        for (uint32_t i = 0; i < search->span && cell != DEPTH_EMPTY; i++) {
            hash = mix(hash + search->cells.cells[cell].item + 1);
            cell = search->cells.cells[cell].rest;
        }
    }
    return hash;
}

/* Whether what is pending is met for the first time in this state. Told apart by 128 bits. */
static bool is_new(depth_first *search)
{
    uint64_t what = pending(search);
    depth_key key = {search->hash.low ^ mix(what + 1), search->hash.high ^ mix(~what * 0x9E3779B97F4A7C15U)};
    key.low |= !(key.low | key.high);
    if (search->met_count >= (search->met_mask + 1) / 3 * 2)
        grow_met(search);
    size_t slot = key.low & search->met_mask;
    for (; search->met[slot].low | search->met[slot].high; slot = (slot + 1) & search->met_mask)
        if (search->met[slot].low == key.low && search->met[slot].high == key.high)
            return false;
    search->met[slot] = key;
    search->met_count++;
    return true;
}

/* --- Choices -------------------------------------------------------------------------------------------------------- */

/* Whether some subtask of the method can bring a fact about. */
static bool can_bring(const depth_first *search, uint32_t method, uint32_t fact, bool wanted)
{
    const ground_lists *subtasks = &search->problem->subtasks;
    for (uint32_t i = subtasks->begin[method]; i < subtasks->begin[method + 1]; i++)
        if (wanted ? infer_can_add(&search->inferred, subtasks->items[i], fact)
                   : infer_can_delete(&search->inferred, subtasks->items[i], fact))
            return true;
    return false;
}

static bool can_use(const depth_first *search, uint32_t method)
{
    const infer *inferred = &search->inferred;
    const ground_lists *needs = &inferred->method_needs, *needs_not = &inferred->method_needs_not;
    if (inferred->method_dead[method] ||
        !facts_hold(search, needs->items + needs->begin[method], needs->begin[method + 1] - needs->begin[method],
                    true) ||
        !facts_hold(search, needs_not->items + needs_not->begin[method],
                    needs_not->begin[method + 1] - needs_not->begin[method], false))
        return false;
    for (size_t i = 0; i < search->missing.count; i++)
        if (!can_bring(search, method, search->missing.items[i], i < search->missing_true))
            return false;
    return true;
}

/* What the tasks behind the first one need, and the state does not have. */
static void find_missing(depth_first *search)
{
    const depth_cell *rest = &search->cells.cells[search->cells.cells[search->cell].rest];
    const uint32_t *facts = search->cells.facts.items + rest->needs;
    search->missing.count = search->missing_true = 0;
    for (uint32_t i = 0; i < (uint32_t)rest->needs_count + rest->needs_not_count; i++) {
        bool wanted = i < rest->needs_count;
        if (infer_has(search->state, facts[i]) != wanted) {
            hddl_numbers_add(&search->pool, &search->missing, facts[i]);
            search->missing_true += wanted;
        }
    }
}

/* In which order the candidates from `first` on are tried: the first is that in front. */
static void arrange(depth_first *search, size_t first)
{
    uint32_t *methods = search->candidates.items + first;
    size_t count = search->candidates.count - first;
    for (size_t i = count; search->shuffled && i > 1; i--) {
        size_t other = (size_t)(draw(search) % i);
        uint32_t method = methods[i - 1];
        methods[i - 1] = methods[other];
        methods[other] = method;
    }
    const uint32_t *least = search->inferred.method_least;
    for (size_t i = 1; search->by_least && i < count; i++) {
        uint32_t method = methods[i];
        size_t at = i;
        for (; at > 0 && least[methods[at - 1]] > least[method]; at--)
            methods[at] = methods[at - 1];
        methods[at] = method;
    }
}

/* Long plans take long: a run that gets somewhere goes on. An exact one might get deeper for ever. */
static void prolong(depth_first *search)
{
    if (search->strong && search->choices.count > search->deepest) {
        search->deepest = search->choices.count;
        search->node_end = search->search.nodes + search->node_more;
    }
}

/* The methods that can decompose the first pending task, at the end of `candidates`. How many there are. */
static size_t find_candidates(depth_first *search)
{
    const ground_problem *problem = search->problem;
    size_t first = search->candidates.count;
    uint32_t rest = search->cells.cells[search->cell].rest;
    uint32_t task = search->cells.cells[search->cell].item - problem->action_count;
    uint64_t least = search->choices.count + (uint64_t)search->cells.cells[rest].least;
    find_missing(search);
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        uint32_t method = problem->task_methods.items[i];
        if (least + search->inferred.method_least[method] > search->bound)
            search->cut = true;
        else if (can_use(search, method))
            hddl_numbers_add(&search->pool, &search->candidates, method);
    }
    if (search->candidates.count - first > 1)
        arrange(search, first);
    return search->candidates.count - first;
}

static void decompose(depth_first *search, uint32_t method, uint32_t rest)
{
    const ground_lists *subtasks = &search->problem->subtasks;
    hddl_numbers_add(&search->pool, &search->choices, search->problem->action_count + method);
    for (uint32_t i = subtasks->begin[method + 1]; i > subtasks->begin[method]; i--)
        rest = depth_cells_push(&search->cells, subtasks->items[i - 1], rest);
    search->cell = rest;
}

static void push_frame(depth_first *search, size_t candidates)
{
    if (search->frame_count == search->frame_capacity) {
        search->frame_capacity = search->frame_capacity * 2 + 256;
        search->frames =
            hddl_pool_resize(&search->pool, search->frames, search->frame_capacity * sizeof *search->frames);
    }
    uint32_t first = hddl_pool_u32(&search->pool, search->candidates.count - candidates);
    search->frames[search->frame_count++] = (depth_frame){.rest = search->cells.cells[search->cell].rest,
                                                          .first = first,
                                                          .next = first,
                                                          .trail = search->trail.count,
                                                          .choices = search->choices.count};
}

/*
 * Frames that came after the fact that is to blame was turned are left: trying them otherwise seldom turns it again. After
 * Gaschnig, "Performance Measurement and Analysis of Certain Search Algorithms", 1979; a guess here, so only strong runs do.
 */
static void jump(depth_first *search)
{
    size_t turned = search->trail.count;
    while (turned > 0 && search->trail.items[turned - 1] != search->blamed)
        turned--;
    while (turned > 0 && search->frame_count && search->frames[search->frame_count - 1].trail >= turned)
        search->candidates.count = search->frames[--search->frame_count].first;
}

/* The next candidate of the newest frame that has one. False: there is none. */
static bool backtrack(depth_first *search)
{
    search->search.backtracks++;
    if (search->jumps && search->blamed != HDDL_NONE)
        jump(search);
    search->blamed = HDDL_NONE;
    while (search->frame_count) {
        depth_frame *frame = &search->frames[search->frame_count - 1];
        undo(search, frame->trail);
        search->choices.count = frame->choices;
        uint32_t rest = frame->rest, method = search->candidates.items[frame->next++];
        if (frame->next == search->candidates.count) {
            search->candidates.count = frame->first;
            search->frame_count--;
        }
        decompose(search, method, rest);
        return true;
    }
    return false;
}

/* One pending item. False: this way leads nowhere. */
static bool step(depth_first *search)
{
    const ground_problem *problem = search->problem;
    depth_cell cell = search->cells.cells[search->cell];
    const uint32_t *facts = search->cells.facts.items + cell.needs;
    search->blamed = find_other(search, facts, cell.needs_count, true);
    if (search->blamed == HDDL_NONE)
        search->blamed = find_other(search, facts + cell.needs_count, cell.needs_not_count, false);
    if (search->blamed != HDDL_NONE)
        return false;
    if (cell.item < problem->action_count) {
        if (!list_holds(search, &problem->needs, cell.item, true) ||
            !list_holds(search, &problem->needs_not, cell.item, false))
            return false;
        apply(search, cell.item);
        hddl_numbers_add(&search->pool, &search->choices, cell.item);
        search->cell = cell.rest;
        return true;
    }
    search->search.nodes++;
    if (!is_new(search))
        return false;
    prolong(search);
    size_t candidates = find_candidates(search);
    if (candidates > 1) {
        push_frame(search, candidates);
        return backtrack(search);
    }
    if (candidates == 1)
        decompose(search, search->candidates.items[--search->candidates.count], cell.rest);
    return candidates == 1;
}

/* --- Runs ----------------------------------------------------------------------------------------------------------- */

static uint64_t luby(uint64_t index)
{
    uint64_t size = 1;
    while (size < index + 1)
        size = 2 * size + 1;
    while (size - 1 != index) {
        size /= 2;
        index %= size;
    }
    return (size + 1) / 2;
}

/*
 * At first in the methods' order, looking at more and more pending tasks, then at all; after that orders are drawn, but for
 * every eighth run, which is the exact one with more nodes, and may come to an end.
 */
static void choose_run(depth_first *search)
{
    uint32_t run = search->run++, least = search->inferred.least[search->problem->action_count + search->problem->root];
    bool exact = run % 8 == 4, bounded = run % 8 == 5, first = run < 4;
    uint64_t nodes = luby(run) * NODES_UNIT;
    if (exact || run == 0)
        nodes = (uint64_t)NODES_FIRST << run / 8;
    else if (first)
        nodes = NODES_FIRST / 4;
    search->node_end = search->search.nodes + nodes;
    search->node_more = nodes;
    search->deepest = 0;
    search->strong = !exact && !bounded;
    search->span = 1u << (first ? run : run % 5);
    search->shuffled = !exact && !first;
    search->by_least = search->shuffled && run / 8 % 2 == 0;
    search->jumps = search->strong && search->shuffled && run % 2 == 1;
    search->bound = UINT32_MAX;
    if (bounded && least < UINT32_MAX >> 5 && run / 8 < 20) {
        uint64_t bound = ((uint64_t)least + 16) << (run / 8 + 1);
        search->bound = bound < UINT32_MAX ? (uint32_t)bound : UINT32_MAX;
    }
}

static void begin_run(depth_first *search)
{
    choose_run(search);
    undo(search, 0);
    search->frame_count = search->candidates.count = search->choices.count = 0;
    search->cut = false;
    search->blamed = HDDL_NONE;
    hddl_pool_release(&search->pool, search->met);
    search->met = NULL;
    search->met_count = search->met_mask = 0;
    grow_met(search);
    depth_cells_free(&search->cells);
    depth_cells_init(&search->cells, &search->pool, &search->inferred);
    search->cell = depth_cells_push(&search->cells, search->problem->action_count + search->problem->root, DEPTH_EMPTY);
}

/* All that needs memory first. */
static void begin(depth_first *search)
{
    const ground_problem *problem = search->problem;
    infer_make(&search->inferred, &search->pool, problem);
    search->state = hddl_pool_zeroed(&search->pool, search->inferred.words, sizeof *search->state);
    search->keys = hddl_pool_zeroed(&search->pool, (size_t)problem->fact_count + 1, sizeof *search->keys);
    search->hash = (depth_key){draw(search), draw(search)};
    for (uint32_t i = 0; i < problem->fact_count; i++)
        search->keys[i] = (depth_key){draw(search), draw(search)};
    for (uint32_t i = 0; i < problem->initial_count; i++)
        turn(search, problem->initial[i]);
    begin_run(search);
    search->begun = true;
}

static hddl_outcome go_on(depth_first *search)
{
    for (uint32_t count = 1;; count++) {
        if (search->cell == DEPTH_EMPTY) {
            search->found = true;
            return HDDL_PLAN_FOUND;
        }
        if (count % LOOK_EVERY == 0 && hddl_budget_is_over(search->pool.budget))
            return HDDL_OUT_OF_TIME;
        bool over = search->search.nodes > search->node_end;
        if (!over && (step(search) || backtrack(search)))
            continue;
        if (!over && !search->strong && !search->cut)
            return HDDL_NO_PLAN;
        begin_run(search);
    }
}

static void forget(depth_first *search)
{
    hddl_pool_free(&search->pool);
    hddl_engine base = search->search;
    const ground_problem *problem = search->problem;
    hddl_budget *budget = search->pool.budget;
    memset(search, 0, sizeof *search);
    search->search = base;
    search->problem = problem;
    hddl_pool_init(&search->pool, budget, &search->failed);
}

static hddl_outcome run(hddl_engine *base, hddl_budget *budget)
{
    depth_first *search = (depth_first *)base;
    const double slice_end = budget->slice_end;
    search->pool.budget = budget;
    int failed = setjmp(search->failed);
    if (failed) {
        budget->slice_end = slice_end;
        forget(search); /* what was inferred so far is of no use */
        return (hddl_outcome)failed;
    }
    if (!search->begun) {
        double least = hddl_budget_now(budget) + seconds_to_begin;
        budget->slice_end = slice_end > least ? slice_end : least;
        begin(search);
        budget->slice_end = slice_end;
    }
    return go_on(search);
}

static bool plan(hddl_engine *base, hddl_plan *plan_found)
{
    depth_first *search = (depth_first *)base;
    ground_plan_builder builder = {.problem = search->problem, .plan = plan_found};
    uint32_t actions = search->problem->action_count;
    bool fits = search->found;
    for (size_t i = 0; fits && i < search->choices.count; i++) {
        uint32_t choice = search->choices.items[i];
        fits = ground_plan_builder_add(&builder, choice < actions, choice < actions ? choice : choice - actions);
    }
    ground_plan_builder_free(&builder);
    return fits;
}

static void free_search(hddl_engine *base)
{
    depth_first *search = (depth_first *)base;
    hddl_pool_free(&search->pool);
    free(search);
}

hddl_engine *search_depth_first_new(const ground_problem *problem, hddl_budget *budget)
{
    depth_first *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->search = (hddl_engine){.name = "depth-first", .run = run, .plan = plan, .free = free_search};
    search->problem = problem;
    hddl_pool_init(&search->pool, budget, &search->failed);
    return &search->search;
}
