/*
 * Subtasks: steps that are inlined, calls, Achieves (lower_achieve.c), splits, and parallel groups. The last call of a
 * method is a jump. In a group the machine goes back to the world at the group's start behind each member, and carries
 * all effects out in the end.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_subtasks.h"
#include "compiler/lower/lower_achieve.h"
#include "compiler/lower/lower_cost.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_primitive.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_resume_check.h"
#include "compiler/lower/lower_evaluate.h"
#include "compiler/types/achieve_actions.h"

typedef struct body {
    htnc_lowering *lowering;
    const htnc_method *method;
    bool framed;
    uint32_t counter; /* a local for the groups of this method: no two of them need it at a time */
    bool later;       /* planning may go on in front of the item, or in it */
} body;

static bool is_inlined(const htnc_lowering *lowering, const htnc_task *task)
{
    return task->kind == HTNC_PRIMITIVE && lowering->fragment_of[task->index].inlined;
}

static bool has_group(const htnc_subtask *list)
{
    for (; list != NULL; list = list->next)
        if (list->kind == HTNC_SUBTASK_PARALLEL)
            return true;
    return false;
}

bool htnc_subtasks_need_frame(const htnc_lowering *lowering, const htnc_method *method)
{
    for (const htnc_subtask *item = method->subtasks; item != NULL; item = item->next)
        if (item->kind == HTNC_SUBTASK_ACHIEVE ||
            (item->kind == HTNC_SUBTASK_TASK && (item->next != NULL || method->has_while) &&
             !is_inlined(lowering, item->task)))
            return true;
    return has_group(method->subtasks);
}

static void emit(const body *in, const htnc_subtask *item, htn_opcode op, uint32_t a)
{
    htnc_item_begin(in->lowering->to, HTN_ITEM_SUBTASK, in->method->task, in->method->index, item->span);
    htnc_emit(in->lowering->to, op, a, 0, 0);
    htnc_item_end(in->lowering->to);
}

static void lower_call(const body *in, const htnc_subtask *item, htn_opcode op)
{
    htnc_item_begin(in->lowering->to, HTN_ITEM_SUBTASK, in->method->task, in->method->index, item->span);
    if (in->later)
        htnc_emit_resume_checks(in->lowering->to, in->method, item->arguments);
    htnc_push_all(in->lowering, item->arguments);
    htnc_emit(in->lowering->to, op, 0, 0, item->task->index); /* the entry once it is known: htnc_emit_link() */
    htnc_item_end(in->lowering->to);
}

/* Whether control goes on behind it. */
static bool lower_task(const body *in, const htnc_subtask *item, bool last)
{
    htnc_lowering *lowering = in->lowering;
    if (is_inlined(lowering, item->task)) {
        htnc_lower_inlined(lowering, item->task, in->method->task, in->method->index, item->span);
        return !lowering->fragment_of[item->task->index].never;
    }
    if (last) {
        lower_call(in, item, in->framed ? HTN_OP_LAST_CALL : HTN_OP_JUMP_CALL);
        return false;
    }
    lower_call(in, item, HTN_OP_CALL);
    htnc_forget_ranges(lowering->to);
    return true;
}

/* Several in a row split no more than one. */
static bool lower_split(const body *in, const htnc_subtask *item)
{
    htnc_forget_ranges(in->lowering->to);
    if (item->next == NULL || item->next->kind != HTNC_SUBTASK_SPLIT)
        emit(in, item, HTN_OP_SPLIT, 0);
    return true;
}

/* Whether planning may go on behind the item, or in it, from a partial plan. */
static bool may_be_left(const body *in, const htnc_subtask *item)
{
    const htnc_task *used;
    uint32_t at = 0;
    for (const htnc_subtask *member = item->members; member != NULL; member = member->next)
        if (may_be_left(in, member))
            return true;
    while (item->kind == HTNC_SUBTASK_ACHIEVE && (used = htnc_next_action(in->lowering->model, item, &at)) != NULL)
        if (used->may_be_left)
            return true;
    return item->kind == HTNC_SUBTASK_SPLIT || (item->task != NULL && item->task->may_be_left);
}

/* What is left of it behind a horizon is all of it: the rest of its steps is looked for anew. */
static bool lower_goal(const body *in, const htnc_subtask *item)
{
    return htnc_lower_achieve(in->lowering, in->method, item, in->later || may_be_left(in, item));
}

static bool lower_group(const body *in, const htnc_subtask *group);

static htn_subtask_kind noted_kind(const htnc_subtask *item)
{
    switch (item->kind) {
    case HTNC_SUBTASK_PARALLEL: return HTN_SUBTASK_PARALLEL;
    case HTNC_SUBTASK_ACHIEVE: return HTN_SUBTASK_ACHIEVE;
    case HTNC_SUBTASK_SPLIT: return HTN_SUBTASK_SPLIT;
    default: return HTN_SUBTASK_TASK;
    }
}

static bool lower_kind(const body *in, const htnc_subtask *item, bool last)
{
    switch (item->kind) {
    case HTNC_SUBTASK_PARALLEL: return lower_group(in, item);
    case HTNC_SUBTASK_ACHIEVE: return lower_goal(in, item);
    case HTNC_SUBTASK_SPLIT: return lower_split(in, item);
    default: return lower_task(in, item, last);
    }
}

/* `member`: which member of its group it is. */
static bool lower_item(const body *in, const htnc_subtask *item, bool last, uint32_t member)
{
    const uint32_t note =
        htnc_note_subtask(in->lowering->to, noted_kind(item), item->task != NULL ? item->task->index : HTN_NONE,
                          in->method->index, member);
    const bool goes_on = lower_kind(in, item, last);
    htnc_note_subtask_end(in->lowering->to, note);
    return goes_on;
}

static bool lower_group(const body *in, const htnc_subtask *group)
{
    if (group->members == NULL)
        return true;
    uint32_t number = 0;
    in->lowering->code->has_spans = true;
    emit(in, group, HTN_OP_GROUP, 0);
    for (const htnc_subtask *member = group->members; member != NULL; member = member->next) {
        if (!lower_item(in, member, false, number++))
            return false;
        emit(in, group, HTN_OP_MEMBER, in->counter);
        htnc_forget_ranges(in->lowering->to);
    }
    emit(in, group, HTN_OP_APPLY, in->counter);
    emit(in, group, HTN_OP_GROUP_END, 0);
    if (may_be_left(in, group))
        htnc_emit(in->lowering->to, HTN_OP_HORIZON, 0, 0, 0);
    htnc_forget_ranges(in->lowering->to);
    return true;
}

/* By how much the method's subtasks cost more, at the least, than was known of its task. */
static void lower_least(htnc_lowering *lowering, const htnc_method *method)
{
    int32_t least = htnc_subtasks_cost_bound(lowering->code, method->subtasks);
    int32_t known = lowering->code->tasks[method->task->index].cost_bound;
    if (least > known)
        htnc_emit(lowering->to, HTN_OP_LEAST, 0, 0, (uint32_t)(least - known));
}

static void mark_while(const body *in, htn_opcode op)
{
    in->lowering->code->has_spans = true;
    htnc_emit(in->lowering->to, op, 0, in->method->index, 0);
}

void htnc_lower_subtasks(htnc_lowering *lowering, const htnc_method *method, bool framed)
{
    body in = {lowering, method, framed, 0, false};
    lower_least(lowering, method);
    if (has_group(method->subtasks)) {
        htnc_begin_subject(lowering->subject, method->head);
        in.counter = htnc_new_locals(lowering->subject, 1);
        lowering->subject->temporaries = lowering->subject->free_local;
    }
    if (method->has_while)
        mark_while(&in, HTN_OP_WHILE);
    for (const htnc_subtask *item = method->subtasks; item != NULL; item = item->next) {
        if (!lower_item(&in, item, item->next == NULL && !method->has_while, 0)) /* the end must be come to */
            return;
        in.later = in.later || may_be_left(&in, item);
    }
    if (method->has_while)
        mark_while(&in, HTN_OP_WHILE_END);
    htnc_emit(lowering->to, framed ? HTN_OP_RETURN : HTN_OP_PROCEED, 0, 0, 0);
}
