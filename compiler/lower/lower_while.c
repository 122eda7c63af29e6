/*
 * While a plan runs, the runtime calls the block of a `While` or `Context` again and again (fields METHODS_WHILE and TASKS_CONTEXT of
 * htn/blob.def), with the frame that the task had when the plan was made.
 */
#include "compiler/lower/lower_while.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_expression.h"

/* Returns false where the item can never hold, so that no code follows it. */
static bool emit_item(htnc_lowering *lowering, const htnc_expr *item)
{
    htnc_label fail = HTNC_FAIL;
    htnc_node *node = htnc_node_of(lowering->build, item);
    if (!htnc_node_is_constant(node))
        htnc_jump_unless(lowering->to, node, &fail);
    else if (node->value == 0)
        htnc_emit_fail(lowering->to);
    return !htnc_node_is_constant(node) || node->value != 0;
}

uint32_t htnc_emit_block(htnc_lowering *lowering, const htnc_expr *items, const htnc_method *method,
                         const htnc_task *task, bool framed)
{
    const htn_item_kind kind = method != NULL ? HTN_ITEM_WHILE : HTN_ITEM_CONTEXT;
    const uint32_t address = htnc_emit_entry(lowering->to);
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        htnc_item_begin(lowering->to, kind, task, method != NULL ? method->index : HTN_NONE, item->span);
        const bool possible = emit_item(lowering, item);
        htnc_item_end(lowering->to);
        if (!possible)
            return address;
        if (item->kind == HTNC_EXPR_ANY)
            break; /* its node contains the rest of the list */
    }
    htnc_emit_return(lowering->to, framed);
    return address;
}
