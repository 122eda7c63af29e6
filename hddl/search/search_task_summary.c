/*
 * infer.h worked out: from the leaves of the graph of tasks up, and within a component (tasks that contain each other) until
 * nothing changes. What may happen grows from nothing; what must hold shrinks from everything.
 */
#include "hddl/search/search_task_summary.h"
#include "hddl/search/search_components.h"

#include <string.h>

typedef struct inferring {
    infer *made;
    const ground_problem *problem;
    hddl_pool *pool;
    size_t words;
    uint32_t *order; /* tasks, those of a component together, subtasks' components first */
    uint64_t *rows;  /* room for the rows of one method */
} inferring;

enum { ROW_NEEDS, ROW_NEEDS_NOT, ROW_ADDED, ROW_DELETED, ROW_HOLDS, ROW_HOLDS_NOT, ROW_ITEM, ROWS = ROW_ITEM + 6 };

/* Rows of one item, in the order of ROW_NEEDS to ROW_HOLDS_NOT. */
typedef struct item_rows {
    const uint64_t *rows[6];
} item_rows;

static void set(uint64_t *row, uint32_t fact)
{
    row[fact / 64] |= (uint64_t)1 << fact % 64;
}

static void set_list(uint64_t *row, const ground_lists *list, uint32_t item)
{
    for (uint32_t i = list->begin[item]; i < list->begin[item + 1]; i++)
        set(row, list->items[i]);
}

static bool in_list(const ground_lists *list, uint32_t item, uint32_t fact)
{
    for (uint32_t i = list->begin[item]; i < list->begin[item + 1]; i++)
        if (list->items[i] == fact)
            return true;
    return false;
}

/* --- Items ---------------------------------------------------------------------------------------------------------- */

/* An action's rows: what it needs and does not touch holds after it, too. */
static item_rows action_rows(inferring *with, uint32_t action)
{
    const ground_problem *problem = with->problem;
    item_rows made;
    uint64_t *rows[6];
    for (int i = 0; i < 6; i++)
        made.rows[i] = rows[i] = with->rows + (size_t)(ROW_ITEM + i) * with->words;
    memset(rows[0], 0, 6 * with->words * sizeof **rows);
    set_list(rows[ROW_NEEDS], &problem->needs, action);
    set_list(rows[ROW_NEEDS_NOT], &problem->needs_not, action);
    set_list(rows[ROW_ADDED], &problem->adds, action);
    set_list(rows[ROW_DELETED], &problem->deletes, action);
    for (uint32_t i = problem->conditional_begin[action]; i < problem->conditional_begin[action + 1]; i++) {
        set_list(rows[ROW_ADDED], &problem->when_adds, i);
        set_list(rows[ROW_DELETED], &problem->when_deletes, i);
    }
    for (size_t i = 0; i < with->words; i++) {
        rows[ROW_HOLDS][i] = rows[ROW_NEEDS][i] & ~rows[ROW_DELETED][i];
        rows[ROW_HOLDS_NOT][i] = rows[ROW_NEEDS_NOT][i];
    }
    set_list(rows[ROW_HOLDS_NOT], &problem->deletes, action);
    for (size_t i = 0; i < with->words; i++)
        rows[ROW_HOLDS_NOT][i] &= ~rows[ROW_ADDED][i];
    set_list(rows[ROW_HOLDS], &problem->adds, action);
    return made;
}

static item_rows item_rows_of(inferring *with, uint32_t item)
{
    if (item < with->problem->action_count)
        return action_rows(with, item);
    const infer *made = with->made;
    size_t at = (item - with->problem->action_count) * with->words;
    return (item_rows){{made->needs + at, made->needs_not + at, made->can_add + at, made->can_delete + at,
                        made->leaves + at, made->leaves_not + at}};
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

static bool grow_effects(inferring *with, uint32_t task)
{
    const ground_problem *problem = with->problem;
    size_t at = task * with->words;
    bool changed = false;
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        uint32_t method = problem->task_methods.items[i];
        for (uint32_t j = problem->subtasks.begin[method]; j < problem->subtasks.begin[method + 1]; j++) {
            item_rows of = item_rows_of(with, problem->subtasks.items[j]);
            changed |= add_row(with->made->can_add + at, of.rows[ROW_ADDED], with->words);
            changed |= add_row(with->made->can_delete + at, of.rows[ROW_DELETED], with->words);
        }
    }
    return changed;
}

/* --- What must hold ------------------------------------------------------------------------------------------------- */

static bool meet(const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

/*
 * One subtask more, in the method's rows. False: what surely holds by then contradicts what it needs.
 */
static bool add_subtask(inferring *with, uint64_t *const *rows, uint32_t item)
{
    item_rows of = item_rows_of(with, item);
    if (meet(of.rows[ROW_NEEDS], rows[ROW_HOLDS_NOT], with->words) ||
        meet(of.rows[ROW_NEEDS_NOT], rows[ROW_HOLDS], with->words))
        return false;
    for (size_t i = 0; i < with->words; i++) {
        rows[ROW_NEEDS][i] |= of.rows[ROW_NEEDS][i] & ~rows[ROW_ADDED][i];
        rows[ROW_NEEDS_NOT][i] |= of.rows[ROW_NEEDS_NOT][i] & ~rows[ROW_DELETED][i];
        rows[ROW_HOLDS][i] |= of.rows[ROW_NEEDS][i];
        rows[ROW_HOLDS_NOT][i] |= of.rows[ROW_NEEDS_NOT][i];
        rows[ROW_HOLDS][i] = (rows[ROW_HOLDS][i] & ~of.rows[ROW_DELETED][i]) | of.rows[ROW_HOLDS][i];
        rows[ROW_HOLDS_NOT][i] = (rows[ROW_HOLDS_NOT][i] & ~of.rows[ROW_ADDED][i]) | of.rows[ROW_HOLDS_NOT][i];
        rows[ROW_ADDED][i] |= of.rows[ROW_ADDED][i];
        rows[ROW_DELETED][i] |= of.rows[ROW_DELETED][i];
    }
    return true;
}

/* A method's rows, in the first six. False: it contradicts itself. */
static bool infer_method(inferring *with, uint32_t method)
{
    const ground_problem *problem = with->problem;
    uint64_t *rows[6];
    for (int i = 0; i < 6; i++)
        rows[i] = with->rows + (size_t)i * with->words;
    memset(rows[0], 0, 6 * with->words * sizeof **rows);
    set_list(rows[ROW_NEEDS], &problem->method_needs, method);
    set_list(rows[ROW_NEEDS_NOT], &problem->method_needs_not, method);
    memcpy(rows[ROW_HOLDS], rows[ROW_NEEDS], with->words * sizeof **rows);
    memcpy(rows[ROW_HOLDS_NOT], rows[ROW_NEEDS_NOT], with->words * sizeof **rows);
    for (uint32_t i = problem->subtasks.begin[method]; i < problem->subtasks.begin[method + 1]; i++)
        if (!add_subtask(with, rows, problem->subtasks.items[i]))
            return false;
    return !meet(rows[ROW_NEEDS], rows[ROW_NEEDS_NOT], with->words);
}

/* A task needs what all its methods need, and leaves what all leave. Whether its rows have shrunk. */
static bool shrink_needs(inferring *with, uint32_t task)
{
    const ground_problem *problem = with->problem;
    infer *made = with->made;
    size_t at = task * with->words;
    uint64_t *own[] = {made->needs + at, made->needs_not + at, made->leaves + at, made->leaves_not + at};
    static const int from[] = {ROW_NEEDS, ROW_NEEDS_NOT, ROW_HOLDS, ROW_HOLDS_NOT};
    uint64_t *sum = with->rows + (size_t)ROWS * with->words;
    memset(sum, 0xFF, 4 * with->words * sizeof *sum);
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        hddl_pool_tick(with->pool);
        if (infer_method(with, problem->task_methods.items[i]))
            for (size_t j = 0; j < 4 * with->words; j++)
                sum[j] &= with->rows[(size_t)from[j / with->words] * with->words + j % with->words];
    }
    bool changed = false;
    for (size_t j = 0; j < 4 * with->words; j++) {
        uint64_t *word = &own[j / with->words][j % with->words];
        changed |= (*word & ~sum[j]) != 0;
        *word &= sum[j];
    }
    return changed;
}

typedef bool improves(inferring *with, uint32_t task);

/* Each component until nothing changes, those of subtasks first. */
static void settle(inferring *with, const uint32_t *component, improves *improve)
{
    uint32_t count = with->problem->task_count;
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        bool again = true;
        end = begin;
        while (end < count && component[with->order[end]] == component[with->order[begin]])
            end++;
        while (again) {
            again = false;
            for (uint32_t i = begin; i < end; i++) {
                hddl_pool_tick(with->pool);
                again |= improve(with, with->order[i]);
            }
        }
    }
}

/* --- The rest ------------------------------------------------------------------------------------------------------- */

static bool shrink_least(inferring *with, uint32_t task)
{
    const ground_problem *problem = with->problem;
    infer *made = with->made;
    bool changed = false;
    for (uint32_t i = problem->task_methods.begin[task]; i < problem->task_methods.begin[task + 1]; i++) {
        uint32_t method = problem->task_methods.items[i];
        uint64_t sum = 0;
        for (uint32_t j = problem->subtasks.begin[method]; j < problem->subtasks.begin[method + 1]; j++)
            sum += made->least[problem->subtasks.items[j]];
        made->method_least[method] = sum < UINT32_MAX / 2 ? (uint32_t)sum : UINT32_MAX / 2;
        if (made->method_least[method] < made->least[problem->action_count + task]) {
            made->least[problem->action_count + task] = made->method_least[method];
            changed = true;
        }
    }
    return changed;
}

/* What the row of a method has, as a list. */
static void end_list(inferring *with, const uint64_t *row, hddl_numbers *items, uint32_t *begin, uint32_t method)
{
    begin[method] = hddl_pool_u32(with->pool, items->count);
    for (size_t i = 0; i < with->words; i++) {
        for (uint64_t bits = row[i]; bits; bits &= bits - 1) {
            uint32_t fact = (uint32_t)(i * 64);
            for (uint64_t bit = bits & (~bits + 1); bit > 1; bit >>= 1)
                fact++;
            hddl_numbers_add(with->pool, items, fact);
        }
    }
}

static void list_methods(inferring *with)
{
    infer *made = with->made;
    uint32_t count = with->problem->method_count;
    hddl_numbers needs = {0}, needs_not = {0};
    made->method_dead = hddl_pool_zeroed(with->pool, count, sizeof *made->method_dead);
    made->method_needs.begin = hddl_pool_zeroed(with->pool, (size_t)count + 1, sizeof(uint32_t));
    made->method_needs_not.begin = hddl_pool_zeroed(with->pool, (size_t)count + 1, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++) {
        hddl_pool_tick(with->pool);
        made->method_dead[i] = !infer_method(with, i);
        if (made->method_dead[i])
            memset(with->rows, 0, 2 * with->words * sizeof *with->rows);
        end_list(with, with->rows + ROW_NEEDS * with->words, &needs, made->method_needs.begin, i);
        end_list(with, with->rows + ROW_NEEDS_NOT * with->words, &needs_not, made->method_needs_not.begin, i);
    }
    made->method_needs.begin[count] = hddl_pool_u32(with->pool, needs.count);
    made->method_needs_not.begin[count] = hddl_pool_u32(with->pool, needs_not.count);
    made->method_needs.items = needs.items;
    made->method_needs_not.items = needs_not.items;
}

/* Tasks sorted by component. */
static uint32_t *order_tasks(inferring *with)
{
    uint32_t tasks = with->problem->task_count, components;
    uint32_t *component = hddl_pool_zeroed(with->pool, (size_t)tasks + 1, sizeof *component);
    if (!search_components(with->problem, with->pool->budget, component, &components))
        hddl_pool_stop(with->pool, HDDL_OUT_OF_MEMORY);
    uint32_t *begin = hddl_pool_zeroed(with->pool, (size_t)components + 1, sizeof *begin);
    with->order = hddl_pool_zeroed(with->pool, (size_t)tasks + 1, sizeof *with->order);
    for (uint32_t i = 0; i < tasks; i++)
        begin[component[i] + 1]++;
    for (uint32_t i = 0; i < components; i++)
        begin[i + 1] += begin[i];
    for (uint32_t i = 0; i < tasks; i++)
        with->order[begin[component[i]]++] = i;
    hddl_pool_release(with->pool, begin);
    return component;
}

static uint64_t *task_rows(inferring *with, int value)
{
    size_t count = with->problem->task_count * with->words;
    uint64_t *rows = hddl_pool_resize(with->pool, NULL, (count + 1) * sizeof *rows);
    memset(rows, value, count * sizeof *rows);
    return rows;
}

void infer_make(infer *made, hddl_pool *pool, const ground_problem *problem)
{
    inferring with = {.made = made, .problem = problem, .pool = pool, .words = problem->fact_count / 64 + 1};
    *made = (infer){.problem = problem, .words = with.words};
    with.rows = hddl_pool_zeroed(pool, (ROWS + 4) * with.words, sizeof *with.rows);
    made->can_add = task_rows(&with, 0);
    made->can_delete = task_rows(&with, 0);
    made->needs = task_rows(&with, 0xFF);
    made->needs_not = task_rows(&with, 0xFF);
    made->leaves = task_rows(&with, 0xFF);
    made->leaves_not = task_rows(&with, 0xFF);
    made->least = hddl_pool_zeroed(pool, (size_t)problem->action_count + problem->task_count, sizeof *made->least);
    made->method_least = hddl_pool_zeroed(pool, problem->method_count, sizeof *made->method_least);
    for (uint32_t i = 0; i < problem->action_count + problem->task_count; i++)
        made->least[i] = i < problem->action_count ? 1 : UINT32_MAX / 2;
    uint32_t *component = order_tasks(&with);
    settle(&with, component, grow_effects);
    settle(&with, component, shrink_needs);
    settle(&with, component, shrink_least);
    list_methods(&with);
    hddl_pool_release(pool, component);
    hddl_pool_release(pool, with.order);
    hddl_pool_release(pool, with.rows);
}

/* Whether a fact is in an action's own list, or in one of its conditional effects'. */
static bool action_has(const infer *made, const ground_lists *always, const ground_lists *when, uint32_t action,
                       uint32_t fact)
{
    for (uint32_t i = made->problem->conditional_begin[action]; i < made->problem->conditional_begin[action + 1]; i++)
        if (in_list(when, i, fact))
            return true;
    return in_list(always, action, fact);
}

bool infer_can_add(const infer *made, uint32_t item, uint32_t fact)
{
    const ground_problem *problem = made->problem;
    if (item >= problem->action_count)
        return infer_has(made->can_add + (item - problem->action_count) * made->words, fact);
    return action_has(made, &problem->adds, &problem->when_adds, item, fact);
}

bool infer_can_delete(const infer *made, uint32_t item, uint32_t fact)
{
    const ground_problem *problem = made->problem;
    if (item >= problem->action_count)
        return infer_has(made->can_delete + (item - problem->action_count) * made->words, fact);
    return action_has(made, &problem->deletes, &problem->when_deletes, item, fact);
}
