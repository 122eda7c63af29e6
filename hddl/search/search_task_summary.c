/*
 * Summaries of tasks; see search_task_summary.h. They are computed from the leaves of the graph of tasks up, and within
 * a component (tasks that contain each other) until nothing changes. What may happen grows from nothing; what must
 * hold shrinks from everything.
 */
#include "hddl/search/search_task_summary.h"

#include "hddl/common/bits.h"
#include "hddl/search/search_components.h"

#include <string.h>

enum { UNKNOWN_BOUND = UINT32_MAX / 2 };

typedef struct inference {
    search_task_summary *summary;
    const ground_problem *problem;
    hddl_pool *pool;
    size_t words;
    uint32_t *component; /* of each task */
    uint32_t *order;     /* tasks, those of a component together, subtasks' components first */
    uint64_t *method[SEARCH_ROWS], *action[SEARCH_ROWS]; /* room for the rows of one method, of one action */
    uint64_t *common[SEARCH_ROWS];                       /* room for what all methods of a task have in common */
} inference;

/* --- Items ---------------------------------------------------------------------------------------------------------- */

static void set_list(uint64_t *row, const ground_lists *list, uint32_t item)
{
    for (uint32_t i = list->begin[item]; i < list->begin[item + 1]; i++)
        hddl_set_bit(row, list->items[i]);
}

/* An action's rows. What it needs and does not delete holds after it, too. */
static void fill_action(const inference *in, uint32_t action)
{
    const ground_problem *problem = in->problem;
    uint64_t *const *rows = in->action;
    memset(rows[0], 0, SEARCH_ROWS * in->words * sizeof **rows);
    set_list(rows[SEARCH_NEEDS], &problem->needs, action);
    set_list(rows[SEARCH_NEEDS_NOT], &problem->needs_not, action);
    set_list(rows[SEARCH_ADDS], &problem->adds, action);
    set_list(rows[SEARCH_DELETES], &problem->deletes, action);
    for (uint32_t i = problem->conditional_begin[action]; i < problem->conditional_begin[action + 1]; i++) {
        set_list(rows[SEARCH_ADDS], &problem->when_adds, i);
        set_list(rows[SEARCH_DELETES], &problem->when_deletes, i);
    }
    memcpy(rows[SEARCH_LEAVES_NOT], rows[SEARCH_NEEDS_NOT], in->words * sizeof **rows);
    set_list(rows[SEARCH_LEAVES_NOT], &problem->deletes, action);
    for (size_t i = 0; i < in->words; i++) {
        rows[SEARCH_LEAVES][i] = rows[SEARCH_NEEDS][i] & ~rows[SEARCH_DELETES][i];
        rows[SEARCH_LEAVES_NOT][i] &= ~rows[SEARCH_ADDS][i];
    }
    set_list(rows[SEARCH_LEAVES], &problem->adds, action);
}

typedef struct item_rows {
    const uint64_t *rows[SEARCH_ROWS];
} item_rows;

static item_rows rows_of(const inference *in, uint32_t item)
{
    const bool primitive = item < in->problem->action_count;
    item_rows of;
    if (primitive)
        fill_action(in, item);
    for (int i = 0; i < SEARCH_ROWS; i++)
        of.rows[i] = primitive ? in->action[i] : in->summary->rows[i] + (item - in->problem->action_count) * in->words;
    return of;
}

/* --- What may happen ------------------------------------------------------------------------------------------------ */

static bool add_row(uint64_t *to, const uint64_t *from, size_t words)
{
    uint64_t changed = 0;
    for (size_t i = 0; i < words; i++) {
        changed |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return changed != 0;
}

static bool grow_effects(const inference *in, uint32_t task)
{
    const ground_problem *problem = in->problem;
    uint64_t *const *rows = in->summary->rows;
    bool changed = false;
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        const uint32_t method = problem->task_methods.items[i];
        for (uint32_t k = problem->subtasks.begin[method]; k < problem->subtasks.begin[method + 1]; k++) {
            const item_rows of = rows_of(in, problem->subtasks.items[k]);
            for (int row = SEARCH_ADDS; row <= SEARCH_DELETES; row++)
                changed |= add_row(rows[row] + task * in->words, of.rows[row], in->words);
        }
    }
    return changed;
}

/* --- What must hold ------------------------------------------------------------------------------------------------- */

static bool intersect(const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

/* Adds a subtask to the method's rows. False: what surely holds by then contradicts what it needs. */
static bool add_subtask(const inference *in, uint32_t item)
{
    const item_rows of = rows_of(in, item);
    uint64_t *const *rows = in->method;
    if (intersect(of.rows[SEARCH_NEEDS], rows[SEARCH_LEAVES_NOT], in->words) ||
        intersect(of.rows[SEARCH_NEEDS_NOT], rows[SEARCH_LEAVES], in->words))
        return false;
    for (int negated = 0; negated < 2; negated++) {
        uint64_t *needs = rows[SEARCH_NEEDS + negated], *leaves = rows[SEARCH_LEAVES + negated];
        const uint64_t *own_needs = of.rows[SEARCH_NEEDS + negated], *own_leaves = of.rows[SEARCH_LEAVES + negated];
        const uint64_t *makes = rows[SEARCH_ADDS + negated], *breaks = of.rows[SEARCH_DELETES - negated];
        for (size_t i = 0; i < in->words; i++) {
            needs[i] |= own_needs[i] & ~makes[i];
            leaves[i] = ((leaves[i] | own_needs[i]) & ~breaks[i]) | own_leaves[i];
        }
    }
    add_row(rows[SEARCH_ADDS], of.rows[SEARCH_ADDS], in->words);
    add_row(rows[SEARCH_DELETES], of.rows[SEARCH_DELETES], in->words);
    return true;
}

/* Computes a method's rows. False: it contradicts itself. */
static bool fill_method(const inference *in, uint32_t method)
{
    const ground_problem *problem = in->problem;
    uint64_t *const *rows = in->method;
    memset(rows[0], 0, SEARCH_ROWS * in->words * sizeof **rows);
    set_list(rows[SEARCH_NEEDS], &problem->method_needs, method);
    set_list(rows[SEARCH_NEEDS_NOT], &problem->method_needs_not, method);
    memcpy(rows[SEARCH_LEAVES], rows[SEARCH_NEEDS], 2 * in->words * sizeof **rows);
    for (uint32_t i = problem->subtasks.begin[method]; i < problem->subtasks.begin[method + 1]; i++)
        if (!add_subtask(in, problem->subtasks.items[i]))
            return false;
    return !intersect(rows[SEARCH_NEEDS], rows[SEARCH_NEEDS_NOT], in->words);
}

static const search_row common_rows[] = {SEARCH_NEEDS, SEARCH_NEEDS_NOT, SEARCH_LEAVES, SEARCH_LEAVES_NOT};
enum { COMMON_ROWS = sizeof common_rows / sizeof *common_rows };

/* A task needs what all its methods need, and leaves what all leave. Whether its rows have shrunk. */
static bool shrink_needs(const inference *in, uint32_t task)
{
    const ground_problem *problem = in->problem;
    bool changed = false;
    memset(in->common[0], 0xFF, SEARCH_ROWS * in->words * sizeof(uint64_t));
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        hddl_pool_tick(in->pool);
        if (!fill_method(in, problem->task_methods.items[i]))
            continue;
        for (int k = 0; k < COMMON_ROWS; k++)
            for (size_t word = 0; word < in->words; word++)
                in->common[common_rows[k]][word] &= in->method[common_rows[k]][word];
    }
    for (int k = 0; k < COMMON_ROWS; k++) {
        uint64_t *own = in->summary->rows[common_rows[k]] + task * in->words;
        for (size_t word = 0; word < in->words; word++) {
            changed |= (own[word] & ~in->common[common_rows[k]][word]) != 0;
            own[word] &= in->common[common_rows[k]][word];
        }
    }
    return changed;
}

/* --- Lower bounds --------------------------------------------------------------------------------------------------- */

static bool lower_bounds(const inference *in, uint32_t task)
{
    const ground_problem *problem = in->problem;
    uint32_t *bounds = in->summary->lower_bound, *own = &bounds[problem->action_count + task];
    bool changed = false;
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        const uint32_t method = problem->task_methods.items[i];
        uint64_t sum = 0;
        for (uint32_t k = problem->subtasks.begin[method]; k < problem->subtasks.begin[method + 1]; k++)
            sum += bounds[problem->subtasks.items[k]];
        const uint32_t bound = sum < UNKNOWN_BOUND ? (uint32_t)sum : UNKNOWN_BOUND;
        in->summary->method_lower_bound[method] = bound;
        changed |= bound < *own;
        *own = bound < *own ? bound : *own;
    }
    return changed;
}

/* --- All together --------------------------------------------------------------------------------------------------- */

typedef bool improves(const inference *in, uint32_t task);

/* Improves each component until nothing changes, those of subtasks first. */
static void settle(const inference *in, improves *improve)
{
    const uint32_t count = in->problem->task_count, *component = in->component, *order = in->order;
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        bool again = true;
        for (end = begin; end < count && component[order[end]] == component[order[begin]];)
            end++;
        while (again) {
            again = false;
            for (uint32_t i = begin; i < end; i++) {
                hddl_pool_tick(in->pool);
                again |= improve(in, order[i]);
            }
        }
    }
}

static void add_list(const inference *in, const uint64_t *row, hddl_numbers *items)
{
    for (size_t word = 0; word < in->words; word++)
        for (uint64_t bits = row[word]; bits != 0; bits &= bits - 1)
            hddl_numbers_add(in->pool, items, (uint32_t)(word * 64) + hddl_lowest_bit(bits));
}

static void list_methods(const inference *in)
{
    search_task_summary *summary = in->summary;
    const uint32_t count = in->problem->method_count;
    ground_lists *lists[] = {&summary->method_needs, &summary->method_needs_not};
    hddl_numbers items[2] = {{0}, {0}};
    summary->method_dead = hddl_pool_zeroed(in->pool, count, sizeof *summary->method_dead);
    for (int negated = 0; negated < 2; negated++)
        lists[negated]->begin = hddl_pool_zeroed(in->pool, (size_t)count + 1, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++) {
        hddl_pool_tick(in->pool);
        summary->method_dead[i] = !fill_method(in, i);
        for (int negated = 0; negated < 2; negated++) {
            if (!summary->method_dead[i])
                add_list(in, in->method[SEARCH_NEEDS + negated], &items[negated]);
            lists[negated]->begin[i + 1] = hddl_pool_u32(in->pool, items[negated].count);
        }
    }
    for (int negated = 0; negated < 2; negated++)
        lists[negated]->items = items[negated].items;
}

/* Sorts the tasks by component. */
static void order_tasks(inference *in)
{
    const uint32_t tasks = in->problem->task_count;
    uint32_t components;
    in->component = search_components(in->pool, in->problem, &in->problem->task_methods, &components);
    uint32_t *begin = hddl_pool_zeroed(in->pool, (size_t)components + 1, sizeof *begin);
    in->order = hddl_pool_zeroed(in->pool, tasks, sizeof *in->order);
    for (uint32_t i = 0; i < tasks; i++)
        begin[in->component[i] + 1]++;
    for (uint32_t i = 0; i < components; i++)
        begin[i + 1] += begin[i];
    for (uint32_t i = 0; i < tasks; i++)
        in->order[begin[in->component[i]]++] = i;
    hddl_pool_release(in->pool, begin);
}

/* Room for all rows of one item. */
static void make_room(const inference *in, uint64_t **rows)
{
    rows[0] = hddl_pool_zeroed(in->pool, SEARCH_ROWS * in->words, sizeof **rows);
    for (int i = 1; i < SEARCH_ROWS; i++)
        rows[i] = rows[i - 1] + in->words;
}

void search_task_summary_make(search_task_summary *summary, hddl_pool *pool, const ground_problem *problem)
{
    const size_t words = problem->fact_count / 64 + 1, size = problem->task_count * words * sizeof(uint64_t);
    inference in = {.summary = summary, .problem = problem, .pool = pool, .words = words};
    *summary = (search_task_summary){.problem = problem, .words = words};
    make_room(&in, in.method);
    make_room(&in, in.action);
    make_room(&in, in.common);
    for (int i = 0; i < SEARCH_ROWS; i++) {
        summary->rows[i] = hddl_pool_resize(pool, NULL, size);
        memset(summary->rows[i], i == SEARCH_ADDS || i == SEARCH_DELETES ? 0 : 0xFF, size);
    }
    summary->lower_bound =
        hddl_pool_zeroed(pool, (size_t)problem->action_count + problem->task_count, sizeof *summary->lower_bound);
    summary->method_lower_bound = hddl_pool_zeroed(pool, problem->method_count, sizeof *summary->method_lower_bound);
    for (uint32_t i = 0; i < problem->action_count + problem->task_count; i++)
        summary->lower_bound[i] = i < problem->action_count ? 1 : UNKNOWN_BOUND;
    order_tasks(&in);
    settle(&in, grow_effects);
    settle(&in, shrink_needs);
    settle(&in, lower_bounds);
    list_methods(&in);
    uint64_t *room[] = {in.method[0], in.action[0], in.common[0]};
    for (size_t i = 0; i < sizeof room / sizeof *room; i++)
        hddl_pool_release(pool, room[i]);
    hddl_pool_release(pool, in.component);
    hddl_pool_release(pool, in.order);
}

/* --- Questions ------------------------------------------------------------------------------------------------------ */

static bool is_in(const ground_lists *list, uint32_t item, uint32_t fact)
{
    for (uint32_t i = list->begin[item]; i < list->begin[item + 1]; i++)
        if (list->items[i] == fact)
            return true;
    return false;
}

bool search_can_set(const search_task_summary *summary, uint32_t item, uint32_t fact, bool value)
{
    const ground_problem *problem = summary->problem;
    if (item >= problem->action_count)
        return hddl_has_bit(summary->rows[value ? SEARCH_ADDS : SEARCH_DELETES] +
                                (item - problem->action_count) * summary->words,
                            fact);
    const ground_lists *when = value ? &problem->when_adds : &problem->when_deletes;
    for (uint32_t i = problem->conditional_begin[item]; i < problem->conditional_begin[item + 1]; i++)
        if (is_in(when, i, fact))
            return true;
    return is_in(value ? &problem->adds : &problem->deletes, item, fact);
}
