/*
 * Given tasks in the reference planner: each is a subtask whose arguments are the parameters of its own task, in a scope in
 * which they stand for the values that were given. So what remains behind a split is written down like that of other subtasks.
 */
#include "reference_inside.h"
#include <string.h>

bool reference_give(reference_given *given, const htnc_task *task, const int32_t *values)
{
    const htnc_variable *parameter = task->parameters;
    reference_given_task *made = &given->tasks[given->count];
    uint32_t i;

    if (given->count == REFERENCE_GIVEN || task->parameter_count > REFERENCE_ARGUMENTS)
        return false;
    memset(made, 0, sizeof *made);
    made->item.task = (htnc_task *)(uintptr_t)task;
    made->item.arguments = task->parameter_count > 0 ? made->arguments : NULL;
    for (i = 0; i < task->parameter_count; i++, parameter = parameter->next) {
        made->arguments[i].kind = HTNC_EXPR_NAME;
        made->arguments[i].ref = HTNC_REF_VARIABLE;
        made->arguments[i].to.variable = (htnc_variable *)(uintptr_t)parameter;
        made->arguments[i].type = parameter->type;
        made->arguments[i].next = i + 1 < task->parameter_count ? &made->arguments[i + 1] : NULL;
        made->values[i] = values[i];
    }
    given->count++;
    return true;
}

void reference_plan_given(reference_planner *reference, const reference_given *given)
{
    reference->given = given;
}

bool reference_given_is_same(const reference_planner *reference, const reference_given *given, const int32_t *then,
                             const int32_t *world)
{
    uint32_t i, k;

    for (i = 0; i < given->count; i++)
        for (k = 0; k < given->tasks[i].item.task->parameter_count; k++)
            if (given->tasks[i].values[k] >= 0 && !reference_same_instance(reference, given->tasks[i].arguments[k].type,
                                                                           given->tasks[i].values[k], then, world))
                return false;
    return true;
}

const agenda *reference_given_agenda(reference_planner *reference)
{
    const reference_given *given = reference->given;
    const agenda *rest = NULL;
    uint32_t i, k;

    for (i = given->count; i-- > 0;) {
        const reference_given_task *task = &given->tasks[i];
        agenda *todo = reference_allocate(reference, sizeof *todo);

        memset(todo, 0, sizeof *todo);
        todo->item = &task->item;
        for (k = 0; k < task->item.task->parameter_count; k++)
            todo->scope = reference_bind(reference, task->arguments[k].to.variable, task->values[k], todo->scope);
        todo->taken = REFERENCE_NONE;
        reference->uses[REFERENCE_GIVEN_TASKS]++;
        reference->uses[REFERENCE_GIVEN_ARGUMENTS] += task->item.task->parameter_count > 0;
        todo->rest = rest;
        rest = todo;
    }
    return rest;
}
