/* The grounder's entry (ground.h): its passes in order, and what is left of the draft copied into the result. */
#include "hddl/ground/ground_draft.h"
#include "hddl/ground/ground_split.h"

#include <stdlib.h>
#include <string.h>

typedef struct ground_result {
    ground_problem problem; /* the first member */
    hddl_pool pool;
} ground_result;

/* What stays in memory while jumps pass over it. */
typedef struct ground_work {
    hddl_pool pool;
    jmp_buf failed;
    ground_reach reach;
    ground_draft draft;
    ground_result *result;
    uint32_t *facts, *actions, *tasks; /* new numbers; GROUND_NONE: gone */
} ground_work;

static uint32_t *number(ground_work *work, const uint8_t *alive, uint32_t count, uint32_t *total)
{
    uint32_t *numbers = hddl_pool_resize(&work->pool, NULL, ((size_t)count + 1) * sizeof *numbers);
    *total = 0;
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = alive[i] ? (*total)++ : GROUND_NONE;
    }
    return numbers;
}

/* A result's own memory. */
static uint32_t *words(ground_work *work, size_t count)
{
    return hddl_pool_resize(&work->result->pool, NULL, (count + 1) * sizeof(uint32_t));
}

/* The lists of what is alive; facts by their new numbers. `owners`: whose life decides; NULL: the item's own. */
static ground_list copy_lists(ground_work *work, const ground_lists *lists, const uint8_t *alive,
                              const uint32_t *owners)
{
    ground_list copy = {words(work, lists->begin.count), words(work, lists->items.count)};
    uint32_t items = 0, count = 0;
    for (uint32_t i = 0; i + 1 < lists->begin.count; i++) {
        if (!alive[owners ? owners[i] : i]) {
            continue;
        }
        copy.begin[items++] = count;
        ground_view view = ground_list_at(lists, i);
        for (uint32_t fact = 0; fact < view.count; fact++) {
            copy.items[count++] = work->facts[view.items[fact]];
        }
    }
    copy.begin[items] = count;
    return copy;
}

/* Rows of objects: first how many of them and how long together, then each. */
typedef struct object_rows {
    const uint32_t **rows;
    uint32_t *next;
} object_rows;

static object_rows new_rows(ground_work *work, uint32_t count, size_t objects)
{
    return (object_rows){hddl_pool_zeroed(&work->result->pool, (size_t)count + 1, sizeof(uint32_t *)),
                         words(work, objects)};
}

static uint32_t *add_row(object_rows *rows, uint32_t item, uint32_t length)
{
    uint32_t *row = rows->next;
    rows->rows[item] = row;
    rows->next += length;
    return row;
}

static void copy_facts(ground_work *work)
{
    ground_problem *problem = &work->result->problem;
    ground_draft *draft = &work->draft;
    uint32_t predicates = draft->reach->problem->source->predicate_count;
    uint8_t *alive = hddl_pool_zeroed(&work->pool, draft->fact_count, 1);
    for (uint32_t i = 0; i < draft->fact_count; i++) {
        alive[i] = ground_changes(draft, i) && (draft->facts[i] & GROUND_ASKED);
    }
    work->facts = number(work, alive, draft->fact_count, &problem->fact_count);
    size_t objects = 0;
    for (uint32_t i = 0; i < predicates; i++) {
        objects += (size_t)draft->reach->facts[i]->count * draft->reach->facts[i]->arity;
    }
    object_rows rows = new_rows(work, problem->fact_count, objects);
    uint32_t *predicate_of = words(work, problem->fact_count), *initial = words(work, problem->fact_count);
    for (uint32_t i = 0; i < predicates; i++) {
        const ground_relation *facts = draft->reach->facts[i];
        for (uint32_t tuple = 0; tuple < facts->count; tuple++) {
            uint32_t fact = work->facts[draft->fact_base[i] + tuple];
            if (fact == GROUND_NONE) {
                continue;
            }
            predicate_of[fact] = i;
            uint32_t *row = add_row(&rows, fact, facts->arity);
            for (uint32_t term = 0; term < facts->arity; term++) {
                row[term] = ground_tuple(facts, tuple)[term];
            }
            if (tuple < facts->initial) {
                initial[problem->initial_count++] = fact;
            }
        }
    }
    problem->fact_predicate = predicate_of;
    problem->fact_objects = rows.rows;
    problem->initial = initial;
}

/* The objects of instances of schemas: by variable, whatever column they stand in. */
static const uint32_t *const *copy_instances(ground_work *work, const ground_instances *of, const hddl_numbers *schemas,
                                             const hddl_numbers *instances, const uint8_t *alive, uint32_t count,
                                             const uint32_t **schema_of)
{
    size_t objects = 0;
    for (size_t i = 0; i < schemas->count; i++) {
        objects += alive[i] ? of[schemas->items[i]].found->arity : 0;
    }
    object_rows rows = new_rows(work, count, objects);
    uint32_t *schema = words(work, count);
    uint32_t item = 0;
    for (size_t i = 0; i < schemas->count; i++) {
        if (!alive[i]) {
            continue;
        }
        const ground_instances *from = &of[schemas->items[i]];
        uint32_t *row = add_row(&rows, item, from->found->arity);
        for (uint32_t variable = 0; variable < from->found->arity; variable++) {
            row[variable] = ground_tuple(from->found, instances->items[i])[from->column_of[variable]];
        }
        schema[item++] = schemas->items[i];
    }
    *schema_of = schema;
    return rows.rows;
}

static void copy_actions(ground_work *work)
{
    ground_problem *problem = &work->result->problem;
    ground_draft *draft = &work->draft;
    const uint8_t *alive = draft->action_alive;
    const uint32_t *owners = draft->conditional_action.items;
    work->actions = number(work, alive, ground_draft_actions(draft), &problem->action_count);
    problem->needs = copy_lists(work, &draft->needs, alive, NULL);
    problem->needs_not = copy_lists(work, &draft->needs_not, alive, NULL);
    problem->adds = copy_lists(work, &draft->adds, alive, NULL);
    problem->deletes = copy_lists(work, &draft->deletes, alive, NULL);
    problem->action_objects =
        copy_instances(work, draft->reach->actions, &draft->action_schema, &draft->action_instance, alive,
                       problem->action_count, &problem->action_schema);
    uint32_t *action_of = words(work, draft->conditional_action.count);
    for (size_t i = 0; i < draft->conditional_action.count; i++) {
        if (alive[owners[i]]) {
            action_of[problem->conditional_count++] = work->actions[owners[i]];
        }
    }
    problem->conditional_action = action_of;
    problem->when = copy_lists(work, &draft->when, alive, owners);
    problem->when_not = copy_lists(work, &draft->when_not, alive, owners);
    problem->when_adds = copy_lists(work, &draft->when_adds, alive, owners);
    problem->when_deletes = copy_lists(work, &draft->when_deletes, alive, owners);
}

static void copy_tasks(ground_work *work)
{
    ground_problem *problem = &work->result->problem;
    ground_draft *draft = &work->draft;
    const normal_problem *normal = draft->reach->problem;
    work->tasks = number(work, draft->task_alive, draft->task_count, &problem->task_count);
    size_t objects = 0;
    for (uint32_t i = 0; i < normal->task_count; i++) {
        objects += (size_t)draft->reach->tasks[i].done->count * normal->task_arity[i];
    }
    object_rows rows = new_rows(work, problem->task_count, objects);
    uint32_t *task_of = words(work, problem->task_count);
    for (uint32_t i = 0; i < normal->task_count; i++) {
        const ground_relation *done = draft->reach->tasks[i].done;
        for (uint32_t tuple = 0; tuple < done->count; tuple++) {
            uint32_t task = work->tasks[draft->task_base[i] + tuple];
            if (task != GROUND_NONE) {
                task_of[task] = i;
                uint32_t *row = add_row(&rows, task, done->arity);
                for (uint32_t term = 0; term < done->arity; term++) {
                    row[term] = ground_tuple(done, tuple)[term];
                }
            }
        }
    }
    problem->task_of = task_of;
    problem->task_objects = rows.rows;
    problem->root = work->tasks[draft->root];
}

static ground_list copy_subtasks(ground_work *work)
{
    ground_draft *draft = &work->draft;
    uint32_t before = ground_draft_actions(draft), actions = work->result->problem.action_count;
    ground_list copy = {words(work, draft->subtasks.begin.count), words(work, draft->subtasks.items.count)};
    uint32_t items = 0, count = 0;
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        if (draft->method_alive[i]) {
            ground_view view = ground_list_at(&draft->subtasks, i);
            copy.begin[items++] = count;
            for (uint32_t subtask = 0; subtask < view.count; subtask++) {
                uint32_t item = view.items[subtask];
                copy.items[count++] = item < before ? work->actions[item] : actions + work->tasks[item - before];
            }
        }
    }
    copy.begin[items] = count;
    return copy;
}

static void copy_methods(ground_work *work)
{
    ground_problem *problem = &work->result->problem;
    ground_draft *draft = &work->draft;
    uint32_t *begin, *methods, *numbers;
    numbers = number(work, draft->method_alive, ground_draft_methods(draft), &problem->method_count);
    problem->method_needs = copy_lists(work, &draft->method_needs, draft->method_alive, NULL);
    problem->method_needs_not = copy_lists(work, &draft->method_needs_not, draft->method_alive, NULL);
    problem->subtasks = copy_subtasks(work);
    problem->method_objects =
        copy_instances(work, draft->reach->methods, &draft->method_schema, &draft->method_instance, draft->method_alive,
                       problem->method_count, &problem->method_schema);
    uint32_t *task_of = words(work, problem->method_count);
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        if (draft->method_alive[i]) {
            task_of[numbers[i]] = work->tasks[draft->method_task.items[i]];
        }
    }
    problem->method_task = task_of;
    ground_draft_list_methods(draft, &begin, &methods);
    ground_list copy = {words(work, problem->task_count), words(work, problem->method_count)};
    uint32_t count = 0;
    for (uint32_t task = 0; task < draft->task_count; task++) {
        if (draft->task_alive[task]) {
            copy.begin[work->tasks[task]] = count;
            for (uint32_t i = begin[task]; i < begin[task + 1]; i++) {
                if (draft->method_alive[methods[i]]) {
                    copy.items[count++] = numbers[methods[i]];
                }
            }
        }
    }
    copy.begin[problem->task_count] = count;
    problem->task_methods = copy;
}

static hddl_outcome make(ground_work *work, const normal_problem *problem)
{
    ground_problem *made = &work->result->problem;
    ground_reach_begin(&work->reach, &work->pool, problem);
    made->whole = problem;
    made->source = ground_split(&work->reach, &work->result->pool, problem, &made->pieces);
    if (!ground_reach_make(&work->reach, made->source)) {
        return HDDL_NO_PLAN;
    }
    ground_draft_make(&work->draft, &work->reach);
    ground_sort(&work->draft);
    if (!ground_prune(&work->draft)) {
        return HDDL_NO_PLAN;
    }
    ground_simplify(&work->draft);
    ground_merge(&work->draft);
    ground_prune(&work->draft);
    ground_simplify(&work->draft);
    copy_facts(work);
    copy_actions(work);
    copy_tasks(work);
    copy_methods(work);
    return HDDL_PLAN_FOUND;
}

hddl_outcome ground_make(const normal_problem *problem, hddl_budget *budget, ground_problem **ground)
{
    ground_work *work = calloc(1, sizeof *work);
    ground_result *result = calloc(1, sizeof *result);
    hddl_outcome outcome = HDDL_OUT_OF_MEMORY;
    *ground = NULL;
    if (work && result) {
        work->result = result;
        hddl_pool_init(&work->pool, budget, &work->failed);
        hddl_pool_init(&result->pool, budget, &work->failed);
        int failed = setjmp(work->failed);
        outcome = failed ? (hddl_outcome)failed : make(work, problem);
        hddl_pool_free(&work->pool);
        result->pool.failed = NULL;
        if (outcome == HDDL_PLAN_FOUND) {
            *ground = &result->problem;
            free(work);
            return outcome;
        }
        hddl_pool_free(&result->pool);
    }
    free(work);
    free(result);
    return outcome;
}

void ground_free(ground_problem *ground)
{
    if (ground) {
        ground_result *result = (ground_result *)(void *)ground;
        hddl_pool_free(&result->pool);
        free(result);
    }
}
