/*
 * Collects what tasks read and write. Everything that can influence a decision counts as read, right-hand sides of effects and
 * arguments included.
 */
#include "compiler/lint/lint_reads.h"
#include "compiler/types/achieve_tasks.h"

enum { MOST_VISITS = 4000 }; /* tasks visited for one question; with more there is no answer, and no warning */

void htnc_reads_init(htnc_reads *reads, htnc_linter *linter)
{
    const htnc_model *model = linter->model;
    size_t properties = (size_t)model->property_count + 1, tasks = (size_t)model->task_count + 1;
    size_t conditions = (size_t)model->condition_count + 1;
    memset(reads, 0, sizeof *reads);
    reads->linter = linter;
    reads->round = 1;
    reads->read = base_alloc_array(linter->arena, properties, sizeof *reads->read);
    reads->written = base_alloc_array(linter->arena, properties, sizeof *reads->written);
    reads->task_read = base_alloc_array(linter->arena, tasks, sizeof *reads->task_read);
    reads->task_written = base_alloc_array(linter->arena, tasks, sizeof *reads->task_written);
    reads->condition = base_alloc_array(linter->arena, conditions, sizeof *reads->condition);
    reads->waiting = base_alloc_array(linter->arena, tasks, sizeof *reads->waiting);
}

void htnc_reads_clear(htnc_reads *reads)
{
    reads->round++;
    reads->visits = 0;
    reads->gave_up = false;
    reads->meet = false;
}

bool htnc_reads_disjoint(const htnc_reads *reads)
{
    return !reads->gave_up && !reads->meet;
}

static void add_read(htnc_reads *reads, const htnc_property *property)
{
    reads->read[property->index] = reads->round;
    reads->meet |= reads->written[property->index] == reads->round;
}

static void add_written(htnc_reads *reads, const htnc_property *property)
{
    reads->written[property->index] = reads->round;
    reads->meet |= reads->read[property->index] == reads->round;
}

void htnc_reads_of_expr(htnc_reads *reads, const htnc_expr *expr)
{
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_PROPERTY)
        add_read(reads, expr->to.property);
    if (expr->kind == HTNC_EXPR_HELD)
        add_read(reads, expr->held->property);
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONDITION &&
        reads->condition[expr->to.condition->index] != reads->round) {
        reads->condition[expr->to.condition->index] = reads->round;
        htnc_reads_of_exprs(reads, expr->to.condition->declaration->items);
    }
    htnc_reads_of_exprs(reads, expr->operands);
    htnc_reads_of_exprs(reads, expr->where);
    htnc_reads_of_exprs(reads, expr->body);
}

void htnc_reads_of_exprs(htnc_reads *reads, const htnc_expr *list)
{
    if (reads->linter->depth == 1000)
        reads->gave_up = true;
    if (reads->gave_up)
        return;
    reads->linter->depth++;
    for (; list; list = list->next)
        htnc_reads_of_expr(reads, list);
    reads->linter->depth--;
}

/* Adds a task to the list of tasks to visit, unless it was there before. */
static void wait_for(htnc_reads *reads, uint32_t *visited, uint32_t *count, const htnc_task *task)
{
    if (visited[task->index] == reads->round)
        return;
    visited[task->index] = reads->round;
    if (++reads->visits > MOST_VISITS || reads->linter->effort == 0) {
        reads->gave_up = true;
        return;
    }
    reads->linter->effort--;
    reads->waiting[(*count)++] = task;
}

static void read_effects(htnc_reads *reads, const htnc_effect *list)
{
    for (; list; list = list->next) {
        htnc_reads_of_expr(reads, list->value);
        htnc_reads_of_exprs(reads, list->lasts);
        htnc_reads_of_exprs(reads, list->target->operands);
        htnc_reads_of_exprs(reads, list->when);
        htnc_reads_of_exprs(reads, list->where);
    }
}

/* Reads of an Achieve itself: its goal, and the costs of its actions. */
static void read_goal(htnc_reads *reads, const htnc_subtask *subtask)
{
    const htnc_task *used;
    uint32_t at = 0;
    if (subtask->kind != HTNC_SUBTASK_ACHIEVE)
        return;
    htnc_reads_of_exprs(reads, subtask->goal);
    while (!reads->gave_up && (used = htnc_next_action(reads->linter->model, subtask, &at)))
        htnc_reads_of_exprs(reads, used->cost);
}

static void read_own(htnc_reads *reads, const htnc_task *task)
{
    htnc_reads_of_exprs(reads, task->preconditions);
    htnc_reads_of_exprs(reads, task->reserved);
    read_effects(reads, task->effects);
    read_effects(reads, task->expected);
    for (const htnc_method *method = task->methods; method; method = method->next) {
        for (const htnc_part *part = htnc_method_parts; part < htnc_method_parts + HTNC_METHOD_PARTS; part++)
            htnc_reads_of_exprs(reads, htnc_part_items(method, part));
        for (const htnc_prefer_key *key = method->prefer; key; key = key->next)
            htnc_reads_of_expr(reads, key->value);
        for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf) {
            htnc_reads_of_exprs(reads, each->arguments);
            read_goal(reads, each);
        }
    }
}

/* An Achieve may run any of its actions. */
static void wait_for_subtask(htnc_reads *reads, uint32_t *visited, uint32_t *count, const htnc_subtask *subtask)
{
    const htnc_task *used;
    uint32_t at = 0;
    if (subtask->kind == HTNC_SUBTASK_TASK)
        wait_for(reads, visited, count, subtask->task);
    if (subtask->kind != HTNC_SUBTASK_ACHIEVE)
        return;
    while (!reads->gave_up && (used = htnc_next_action(reads->linter->model, subtask, &at)))
        wait_for(reads, visited, count, used);
}

static void wait_for_subtasks(htnc_reads *reads, uint32_t *visited, uint32_t *count, const htnc_task *task)
{
    for (const htnc_method *method = task->methods; method && !reads->gave_up; method = method->next)
        for (const htnc_subtask *each = method->leaves; each && !reads->gave_up; each = each->next_leaf)
            wait_for_subtask(reads, visited, count, each);
}

/* Visits the waiting tasks, and all tasks that they reach. `own` adds what one task reads or writes by itself. */
static void visit_waiting(htnc_reads *reads, uint32_t *visited, uint32_t count,
                          void (*own)(htnc_reads *, const htnc_task *))
{
    while (count > 0 && !reads->gave_up) {
        const htnc_task *next = reads->waiting[--count];
        own(reads, next);
        wait_for_subtasks(reads, visited, &count, next);
    }
}

void htnc_reads_of_task(htnc_reads *reads, const htnc_task *task)
{
    uint32_t count = 0;
    wait_for(reads, reads->task_read, &count, task);
    visit_waiting(reads, reads->task_read, count, read_own);
}

void htnc_reads_of_subtask(htnc_reads *reads, const htnc_subtask *subtask)
{
    uint32_t count = 0;
    htnc_reads_of_exprs(reads, subtask->arguments);
    read_goal(reads, subtask);
    wait_for_subtask(reads, reads->task_read, &count, subtask);
    visit_waiting(reads, reads->task_read, count, read_own);
}

static void write_own(htnc_reads *reads, const htnc_task *task)
{
    for (const htnc_effect *each = task->effects; each; each = each->next)
        add_written(reads, each->target->to.property);
    for (const htnc_effect *each = task->expected; each; each = each->next)
        add_written(reads, each->target->to.property);
}

void htnc_writes_of_task(htnc_reads *reads, const htnc_task *task)
{
    uint32_t count = 0;
    wait_for(reads, reads->task_written, &count, task);
    visit_waiting(reads, reads->task_written, count, write_own);
}

void htnc_writes_of_subtask(htnc_reads *reads, const htnc_subtask *subtask)
{
    uint32_t count = 0;
    wait_for_subtask(reads, reads->task_written, &count, subtask);
    visit_waiting(reads, reads->task_written, count, write_own);
}

void htnc_reads_of_domain(htnc_reads *reads)
{
    for (const htnc_property *each = reads->linter->model->properties; each; each = each->next)
        if (each->read)
            add_read(reads, each);
}
