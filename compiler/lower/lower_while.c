/*
 * While a plan runs, the runtime calls the block of a `While` or `Context` again and again (fields METHODS_WHILE and TASKS_CONTEXT of
 * htn/blob.def), with the frame that the task had when the plan was made. Planning asks the Context of steps that start at once.
 */
#include "compiler/lower/lower_while.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_expression.h"

/* A test that never holds. Unlike a jump it does not end the run of code: what follows belongs to the same method. */
static void emit_impossible(htnc_emitter *to, htnc_label *fail)
{
    htnc_emit(to, HTN_OP_PUSH, 0, 0, 0);
    htnc_emit_jump(to, HTN_OP_BRANCH_FALSE, 0, 0, fail);
}

/* Returns false where the item can never hold. */
static bool emit_item(htnc_lowering *lowering, const htnc_expr *item, htnc_label *fail)
{
    htnc_node *node = htnc_node_of(lowering->build, item);
    if (!htnc_node_is_constant(node))
        htnc_jump_unless(lowering->to, node, fail);
    else if (node->value == 0)
        emit_impossible(lowering->to, fail);
    return !htnc_node_is_constant(node) || node->value != 0;
}

/* The items go to `fail` where one does not hold. `method`: whose While or Enter it is; NULL: the Context of `task`. */
static void emit_items(htnc_lowering *lowering, htn_item_kind kind, const htnc_expr *items, const htnc_method *method,
                       const htnc_task *task, htnc_label *fail)
{
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        htnc_item_begin(lowering->to, kind, task, method != NULL ? method->index : HTN_NONE, item->span);
        const bool possible = emit_item(lowering, item, fail);
        htnc_item_end(lowering->to);
        if (!possible)
            return;
        if (item->kind == HTNC_EXPR_ANY || item->kind == HTNC_EXPR_LET)
            break; /* its node contains the rest of the list */
    }
}

uint32_t htnc_emit_block(htnc_lowering *lowering, htn_item_kind kind, const htnc_expr *items, const htnc_method *method,
                         const htnc_task *task, bool framed)
{
    htnc_label fail = HTNC_FAIL;
    const uint32_t address = htnc_emit_entry(lowering->to);
    emit_items(lowering, kind, items, method, task, &fail);
    htnc_emit_return(lowering->to, framed);
    return address;
}

void htnc_emit_context(htnc_lowering *lowering, const htnc_task *task, const htnc_list *list)
{
    htnc_label fail = HTNC_FAIL, later = HTNC_LABEL;
    if (!task->has_context)
        return;
    htnc_emit_jump(lowering->to, HTN_OP_AT_ONCE, 0, 0, &later);
    htnc_note_list(lowering->to, list, &fail);
    emit_items(lowering, HTN_ITEM_CONTEXT, task->context, NULL, task, &fail);
    htnc_note_list_end(lowering->to);
    htnc_emit_label(lowering->to, &later);
}
