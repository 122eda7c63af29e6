/*
 * While a plan runs, the runtime calls the block of a `While` or `Context` again and again (HTN_TASKS_CONTEXT, HTN_METHODS_WHILE).
 * A block has the task's frame, whose bindings the plan has kept.
 */
#include "compiler/lower/lower_while.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_node.h"

/* False where it can never hold: then nothing follows it. */
static bool emit_item(htnc_lowering *lowering, const htnc_expr *item)
{
    htnc_label fail = HTNC_FAIL;
    htnc_begin_subject(lowering->subject, item->span);
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
    uint32_t address = lowering->to->count;
    htnc_emit_leader(lowering->to);
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        htnc_item_begin(lowering->to, method != NULL ? HTN_ITEM_WHILE : HTN_ITEM_CONTEXT, task,
                        method != NULL ? method->index : HTN_NONE, item->span);
        bool possible = emit_item(lowering, item);
        htnc_item_end(lowering->to);
        if (!possible)
            return address;
        if (item->kind == HTNC_EXPR_ANY)
            break; /* which took the rest of the list with it */
    }
    htnc_emit(lowering->to, framed ? HTN_OP_RETURN : HTN_OP_PROCEED, 0, 0, 0);
    return address;
}
