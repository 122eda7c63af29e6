/* The actions of an `Achieve`: see the header. */
#include "compiler/types/achieve_tasks.h"

/* Whether an `Achieve` can use a task as an action. */
static bool can_be_action(const htnc_task *task)
{
    if (task->kind != HTNC_PRIMITIVE)
        return false;
    for (const htnc_variable *each = task->parameters; each != NULL; each = each->next)
        if (!htnc_traits(each->type)->listed)
            return false;
    return true;
}

/* All tasks: `*position` is the index behind the last one returned. `Using`: how many were returned. */
const htnc_task *htnc_next_action(const htnc_model *model, const htnc_subtask *achieve, uint32_t *position)
{
    const htnc_subtask *action = achieve->actions;
    if (!achieve->has_using) {
        while (*position < model->task_count)
            if (can_be_action(model->tasks[(*position)++]))
                return model->tasks[*position - 1];
        return NULL;
    }
    for (uint32_t i = 0; i < *position && action != NULL; i++)
        action = action->next;
    ++*position;
    return action != NULL ? action->task : NULL;
}
