/*
 * Which tasks an Achieve uses. Parameters go through all values of their types, so that these must be ones that can be
 * listed: numbers and symbols cannot. Asked by types.c, the lint and lowering.
 */
#include "compiler/names/model.h"

bool htnc_can_range(const htnc_type *type)
{
    return type->kind != HTNC_TYPE_INTEGER && type->kind != HTNC_TYPE_SYMBOL;
}

bool htnc_can_act(const htnc_task *task)
{
    if (task->kind != HTNC_PRIMITIVE)
        return false;
    for (const htnc_variable *each = task->parameters; each; each = each->next)
        if (!htnc_can_range(each->type))
            return false;
    return true;
}

const htnc_task *htnc_next_used(const htnc_model *model, const htnc_subtask *achieve, uint32_t *at)
{
    const htnc_subtask *action = achieve->actions;
    if (!achieve->has_using) {
        while (*at < model->task_count)
            if (htnc_can_act(model->tasks[(*at)++]))
                return model->tasks[*at - 1];
        return NULL;
    }
    for (uint32_t i = 0; i < *at && action; i++)
        action = action->next;
    ++*at;
    return action ? action->task : NULL;
}
