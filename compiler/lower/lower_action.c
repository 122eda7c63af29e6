/*
 * The block with which an `Achieve` tries a primitive task. The parameters become binders in front of the preconditions, so each
 * test is made as early as possible, and static indexes find the instances that can pass. For a solution, the block adds the cost
 * and writes the effects. It adds no step: the search does that when it has found a plan.
 */
#include "compiler/lower/lower_action.h"
#include "compiler/lower/lower_cost.h"
#include "compiler/lower/lower_effect.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_while.h"
#include "compiler/types/achieve_tasks.h"

bool *htnc_find_actions(base_arena *arena, const htnc_model *model)
{
    bool *is_action = base_alloc_array(arena, (size_t)model->task_count + 1, sizeof *is_action);
    for (uint32_t i = 0; i < model->task_count; i++)
        for (const htnc_method *method = model->tasks[i]->methods; method != NULL; method = method->next)
            for (const htnc_subtask *item = method->leaves; item != NULL; item = item->next_leaf) {
                const htnc_task *used;
                uint32_t at = 0;
                while (item->kind == HTNC_SUBTASK_ACHIEVE && (used = htnc_next_action(model, item, &at)) != NULL)
                    is_action[used->index] = true;
            }
    return is_action;
}

/* The preconditions with a binder for each parameter in front. */
static const htnc_expr *with_binders(htnc_lowering *lowering, const htnc_task *task)
{
    htnc_expr *first = NULL, **end = &first;
    for (htnc_variable *parameter = task->parameters; parameter != NULL; parameter = parameter->next) {
        htnc_expr *binder = BASE_NEW(lowering->arena, htnc_expr);
        binder->kind = HTNC_EXPR_ANY;
        binder->span = parameter->name.span;
        binder->variables = parameter;
        binder->type = lowering->model->bool_type;
        *end = binder;
        end = &binder->next;
    }
    *end = task->preconditions;
    return first;
}

/* Within the block, a parameter is the variable of a loop, so it is never `none`. */
static void bind_parameters(htnc_lowering *lowering, const htnc_task *task, bool bound)
{
    for (htnc_variable *each = task->parameters; each != NULL; each = each->next)
        each->argument = bound ? htnc_node_local(lowering->build, each->slot, each->type) : NULL;
}

static void emit_outcome(htnc_lowering *lowering, const htnc_task *task, bool framed)
{
    if (lowering->code->has_costs)
        htnc_emit_sum(lowering, task->cost, HTN_OP_COST, 0);
    htnc_lower_effects(lowering, task->effects, HTN_ITEM_EFFECT, task);
    htnc_lower_effects(lowering, task->expected, HTN_ITEM_EXPECTED_EFFECT, task);
    htnc_emit_return(lowering->to, framed);
}

uint32_t htnc_lower_action(htnc_lowering *lowering, const htnc_task *task, bool framed)
{
    htnc_label fail = HTNC_FAIL, again = HTNC_LABEL;
    htnc_forget_ranges(lowering->to);
    bind_parameters(lowering, task, true);
    htnc_begin_subject(lowering->subject, task->name.span);
    htnc_list list = htnc_list_of_action(lowering->build, task, with_binders(lowering, task));
    const uint32_t address = htnc_emit_entry(lowering->to);
    if (list.never != NULL) {
        htnc_emit_fail(lowering->to);
    } else {
        htnc_emit_outer_tests(lowering->to, &list, &fail);
        if (list.binder_count > 0) {
            htnc_emit_solutions(lowering->to, &list, &again, &fail);
            htnc_emit_jump(lowering->to, HTN_OP_CHOOSE, 0, 0, &again);
        }
        htnc_emit_context(lowering, task, &list);
        emit_outcome(lowering, task, framed);
    }
    bind_parameters(lowering, task, false);
    return address;
}
