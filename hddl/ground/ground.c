/*
 * The grounder's entry; see ground.h. It runs the passes in order (ground_instances.h lists them) and copies
 * what is alive into the result, with new numbers.
 */
#include "hddl/ground/ground.h"

#include "hddl/ground/ground_instances.h"
#include "hddl/ground/ground_instantiate.h"
#include "hddl/ground/ground_merge.h"
#include "hddl/ground/ground_prune.h"
#include "hddl/ground/ground_reach.h"
#include "hddl/ground/ground_simplify.h"
#include "hddl/ground/ground_split_methods.h"

#include <stdlib.h>
#include <string.h>

/* The state of the passes. It is allocated, so that it is intact after a jump. */
typedef struct ground_work {
    hddl_pool pool;
    jmp_buf failed;
    ground_reach reach;
    ground_instances instances;
    ground_problem *result;
    uint32_t *facts, *actions; /* the new number of each; HDDL_NONE: it is dead */
} ground_work;

static uint32_t *number(ground_work *work, const uint8_t *alive, uint32_t count, uint32_t *total)
{
    uint32_t *numbers = hddl_pool_resize(&work->pool, NULL, ((size_t)count + 1) * sizeof *numbers);
    *total = 0;
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = alive[i] ? (*total)++ : HDDL_NONE;
    return numbers;
}

/* An array in the result's own memory. */
static uint32_t *numbers(ground_work *work, size_t count)
{
    return hddl_pool_resize(&work->result->pool, NULL, (count + 1) * sizeof(uint32_t));
}

/*
 * The lists of what is alive, with the new numbers of their items. `owners` says for each list whose life decides; NULL:
 * its own.
 */
static ground_lists copy_lists(ground_work *work, const ground_growing_lists *lists, const uint32_t *new_numbers,
                               const uint8_t *alive, const uint32_t *owners)
{
    ground_lists copy = {numbers(work, lists->ends.count), numbers(work, lists->items.count)};
    uint32_t items = 0, count = 0;
    for (uint32_t i = 0; i < lists->ends.count; i++) {
        if (!alive[owners ? owners[i] : i])
            continue;
        copy.begin[items++] = count;
        ground_view view = ground_list_at(lists, i);
        for (uint32_t k = 0; k < view.count; k++)
            copy.items[count++] = new_numbers[view.items[k]];
    }
    copy.begin[items] = count;
    return copy;
}

static ground_literals copy_literals(ground_work *work, const ground_growing_literals *literals, const uint8_t *alive,
                                     const uint32_t *owners)
{
    ground_literals copy;
    for (int value = 0; value < 2; value++)
        copy.facts[value] = copy_lists(work, &literals->facts[value], work->facts, alive, owners);
    return copy;
}

static void copy_facts(ground_work *work)
{
    ground_problem *problem = work->result;
    ground_instances *instances = &work->instances;
    uint32_t predicates = instances->reach->problem->source->predicate_count;
    uint8_t *alive = hddl_pool_zeroed(&work->pool, instances->fact_count, 1);
    for (uint32_t i = 0; i < instances->fact_count; i++)
        alive[i] = ground_is_fluent(instances, i) && (instances->facts[i] & GROUND_NEEDED);
    work->facts = number(work, alive, instances->fact_count, &problem->fact_count);
    uint32_t *initial = numbers(work, problem->fact_count);
    for (uint32_t i = 0; i < predicates; i++) {
        for (uint32_t tuple = 0; tuple < instances->reach->facts[i]->initial; tuple++) {
            const uint32_t fact = work->facts[instances->fact_base[i] + tuple];
            if (fact != HDDL_NONE)
                initial[problem->initial_count++] = fact;
        }
    }
    problem->initial = initial;
}

/* The objects of items that are alive. Columns are put back into the order of variables. */
static const uint32_t *const *copy_objects(ground_work *work, const ground_schema_instances *of,
                                           const ground_items *items, uint32_t count, const uint32_t **schema_of)
{
    size_t objects = 0;
    for (uint32_t i = 0; i < ground_count(items); i++)
        objects += items->alive[i] ? of[items->schema.items[i]].found->arity : 0;
    const uint32_t **rows = hddl_pool_zeroed(&work->result->pool, (size_t)count + 1, sizeof *rows);
    uint32_t *next = numbers(work, objects), *schemas = numbers(work, count), copied = 0;
    for (uint32_t i = 0; i < ground_count(items); i++) {
        if (!items->alive[i])
            continue;
        const ground_schema_instances *from = &of[items->schema.items[i]];
        const uint32_t *tuple = ground_tuple(from->found, items->instance.items[i]);
        rows[copied] = next;
        for (uint32_t variable = 0; variable < from->found->arity; variable++)
            *next++ = tuple[from->column_of[variable]];
        schemas[copied++] = items->schema.items[i];
    }
    *schema_of = schemas;
    return rows;
}

static void copy_actions(ground_work *work)
{
    ground_problem *problem = work->result;
    ground_instances *instances = &work->instances;
    const uint8_t *alive = instances->actions.alive;
    const uint32_t *owners = instances->conditional_action.items;
    work->actions = number(work, alive, ground_count(&instances->actions), &problem->action_count);
    problem->needs = copy_literals(work, &instances->needs, alive, NULL);
    problem->effects = copy_literals(work, &instances->effects, alive, NULL);
    problem->action_objects = copy_objects(work, instances->reach->actions, &instances->actions, problem->action_count,
                                           &problem->action_schema);
    uint32_t *action_of = numbers(work, instances->conditional_action.count);
    for (size_t i = 0; i < instances->conditional_action.count; i++)
        if (alive[owners[i]])
            action_of[problem->conditional_count++] = work->actions[owners[i]];
    problem->conditional_action = action_of;
    problem->conditional_begin =
        ground_lists_by_group(&work->result->pool, action_of, problem->conditional_count, problem->action_count).begin;
    problem->when = copy_literals(work, &instances->when, alive, owners);
    problem->when_effects = copy_literals(work, &instances->when_effects, alive, owners);
}

static void copy_tasks_and_methods(ground_work *work)
{
    ground_problem *problem = work->result;
    ground_instances *instances = &work->instances;
    const uint8_t *alive = instances->methods.alive;
    const uint32_t actions = ground_count(&instances->actions);
    const uint32_t *tasks = number(work, instances->task_alive, instances->task_count, &problem->task_count);
    problem->root = tasks[instances->root];
    uint32_t *subtasks = hddl_pool_zeroed(&work->pool, (size_t)actions + instances->task_count, sizeof *subtasks);
    for (uint32_t i = 0; i < actions + instances->task_count; i++)
        subtasks[i] = i < actions ? work->actions[i] : problem->action_count + tasks[i - actions];
    uint32_t *task_of = numbers(work, ground_count(&instances->methods));
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++)
        if (alive[i])
            task_of[problem->method_count++] = tasks[instances->method_task.items[i]];
    problem->method_task = task_of;
    problem->task_methods =
        ground_lists_by_group(&work->result->pool, task_of, problem->method_count, problem->task_count);
    problem->method_needs = copy_literals(work, &instances->method_needs, alive, NULL);
    problem->subtasks = copy_lists(work, &instances->subtasks, subtasks, alive, NULL);
    problem->method_objects = copy_objects(work, instances->reach->methods, &instances->methods, problem->method_count,
                                           &problem->method_schema);
}

static hddl_outcome make(ground_work *work, const normal_problem *problem)
{
    ground_problem *made = work->result;
    ground_reach_begin(&work->reach, &work->pool, problem);
    made->original = problem;
    made->source = ground_split_methods(&work->reach, &work->result->pool, problem, &made->fragments);
    if (!ground_reach_make(&work->reach, made->source))
        return HDDL_NO_PLAN;
    ground_instantiate(&work->instances, &work->reach);
    ground_normalize(&work->instances);
    if (!ground_prune(&work->instances))
        return HDDL_NO_PLAN;
    ground_simplify(&work->instances);
    ground_merge(&work->instances);
    ground_prune(&work->instances);
    ground_simplify(&work->instances);
    copy_facts(work);
    copy_actions(work);
    copy_tasks_and_methods(work);
    return HDDL_PLAN_FOUND;
}

hddl_outcome ground_make(const normal_problem *problem, hddl_budget *budget, ground_problem **ground)
{
    ground_work *work = calloc(1, sizeof *work);
    ground_problem *result = calloc(1, sizeof *result);
    hddl_outcome outcome = HDDL_OUT_OF_MEMORY;
    *ground = NULL;
    if (work != NULL && result != NULL) {
        work->result = result;
        hddl_pool_init(&work->pool, budget, &work->failed);
        hddl_pool_init(&result->pool, budget, &work->failed);
        const int failed = setjmp(work->failed);
        outcome = failed != 0 ? (hddl_outcome)failed : make(work, problem);
        hddl_pool_free(&work->pool);
        result->pool.failed = NULL;
    }
    free(work);
    if (outcome == HDDL_PLAN_FOUND)
        *ground = result;
    else
        ground_free(result);
    return outcome;
}

void ground_free(ground_problem *ground)
{
    if (ground == NULL)
        return;
    hddl_pool_free(&ground->pool);
    free(ground);
}
