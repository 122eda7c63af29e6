/*
 * The code of an Each, which is a task of its own (htnc_task.is_each):
 *
 *     FRAME, EACH
 *     the loops of its list, ADD_ITEM                  each solution goes into the list, by its keys
 *     check: LOAD_ITEM, the tests, back to check       replanning: whether all items of the running plan still hold
 *     items: NEXT_ITEM, the subtasks, back to items    each item in its turn
 *     RETURN
 */
#include "compiler/lower/lower_each.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_evaluate.h"
#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_rank.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_subtasks.h"

typedef struct each {
    htnc_lowering *lowering;
    htnc_emitter *to;
    const htnc_method *items; /* method 0 */
    const htnc_list *list;
    uint32_t first; /* the first of its locals, HTN_EACH_* */
    uint32_t keys;  /* of an item */
    uint32_t shape; /* operand ITEM */
} each;

/* The higher key comes first: one whose lower value is preferred is complemented, as in lower_rank.c. */
static void set_keys(const each *in)
{
    uint32_t slot = in->list->extra;
    for (const htnc_prefer_key *key = in->items->prefer; key != NULL; key = key->next, slot++) {
        htnc_item_begin(in->to, HTN_ITEM_RANK, in->items->task, in->items->index, key->span);
        htnc_push_expr(in->lowering, key->value);
        if (!key->highest) {
            htnc_emit(in->to, HTN_OP_PUSH, 0, 0, (uint32_t)-1);
            htnc_emit(in->to, HTN_OP_SUB_FROM, 0, 0, 0);
        }
        htnc_emit_set(in->to, slot);
        htnc_item_end(in->to);
    }
}

/* Goes to `items` when the list is complete. */
static void find_items(const each *in, htnc_label *items)
{
    htnc_label again = HTNC_LABEL;
    if (in->list->never != NULL) {
        htnc_emit_jump(in->to, HTN_OP_JUMP, 0, 0, items);
        return;
    }
    htnc_note_list(in->to, in->list, items);
    htnc_emit_outer_tests(in->to, in->list, items);
    htnc_emit_solutions(in->to, in->list, &again, items);
    set_keys(in);
    htnc_emit(in->to, HTN_OP_ADD_ITEM, in->first, in->shape, in->keys == 0 ? 0 : in->list->extra);
    htnc_emit_jump(in->to, HTN_OP_JUMP, 0, 0, &again);
    htnc_note_list_end(in->to);
}

static void check_items(const each *in, htnc_label *check, htnc_label *items)
{
    htnc_label fail = HTNC_FAIL;
    htnc_emit_back_label(in->to, check);
    htnc_forget_ranges(in->to);
    htnc_emit_jump(in->to, HTN_OP_LOAD_ITEM, in->first, in->shape, items);
    if (in->list->never != NULL) {
        htnc_emit_fail(in->to);
        return;
    }
    htnc_emit_check(in->to, in->list, &fail);
    htnc_emit_jump(in->to, HTN_OP_JUMP, 0, 0, check);
}

static void emit_each(const each *in)
{
    htnc_label check = HTNC_LABEL, items = HTNC_LABEL, end = HTNC_LABEL;
    htnc_emit_jump(in->to, HTN_OP_EACH, in->first, in->shape, &check);
    find_items(in, &items);
    check_items(in, &check, &items);
    htnc_emit_back_label(in->to, &items);
    htnc_forget_ranges(in->to);
    htnc_item_begin(in->to, HTN_ITEM_METHOD, in->items->task, in->items->index, in->items->head);
    htnc_emit_jump(in->to, HTN_OP_NEXT_ITEM, in->first, in->shape, &end);
    htnc_item_end(in->to);
    htnc_lower_item_subtasks(in->lowering, in->items, &items);
    htnc_emit_label(in->to, &end);
    htnc_emit_return(in->to, true);
}

void htnc_lower_each(htnc_lowering *lowering, const htnc_task *task)
{
    htnc_method *items = task->methods;
    const uint32_t first = task->parameter_count, begin = lowering->to->count;
    htnc_task_code *code = &lowering->code->tasks[task->index];
    lowering->subject->locals = task->parameter_count;
    htnc_begin_subject(lowering->subject, items->head);
    const uint32_t keys = htnc_count_keys(items->prefer);
    const htnc_list list = htnc_list_of(lowering->build, task, items, first + HTN_EACH_FIELDS, keys);
    const each in = {lowering, lowering->to, items, &list, first, keys, list.binding_count | keys << 8};
    items->while_code = items->enter_code = items->next->while_code = items->next->enter_code = HTN_NONE;
    items->first_binding = list.first_binding;
    items->binding_count = list.binding_count;
    lowering->subject->temporaries = list.temporaries;
    lowering->code->has_each = true;
    code->flags = HTN_TASK_FRAMED | HTN_TASK_EACH;
    htnc_emit(lowering->to, HTN_OP_FRAME, task->parameter_count, 0, 0);
    emit_each(&in);
    code->locals = lowering->subject->locals;
    htnc_emit_frame_size(lowering->to, begin, code->locals);
}
