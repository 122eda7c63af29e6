/*
 * The subtasks of a method, one after the other: inlined primitive tasks, calls, Achieves (lower_achieve.c), Splits, and parallel
 * groups. The last call of a method is a jump (last call optimization).
 *
 * The members of a parallel group all begin in the same world: behind each member, MEMBER restores the world at the group's
 * beginning. Behind the last one, APPLY repeats the effects of all steps of the group, but for those of a Background.
 */
#include "compiler/lower/lower_subtasks.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_achieve.h"
#include "compiler/lower/lower_cost.h"
#include "compiler/lower/lower_evaluate.h"
#include "compiler/lower/lower_primitive.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_resume_check.h"
#include "compiler/types/achieve_tasks.h"

typedef struct sequence {
    htnc_lowering *lowering;
    htnc_emitter *to;
    const htnc_method *method;
    bool framed;      /* the method has a frame */
    bool resumes;     /* a partial plan may end before the current subtask, so that planning resumes in front of it */
    uint32_t counter; /* a local for MEMBER and APPLY; groups do not nest, so one will do for all */
} sequence;

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

/* Whether plans know which steps are the method's: while these run, its While must hold; as long as one is to be done, its Cooldown may begin. */
static bool has_span(const htnc_method *method)
{
    return htnc_is_followed(method) || method->cooling != NULL;
}

bool htnc_subtasks_need_frame(const htnc_lowering *lowering, const htnc_method *method)
{
    for (const htnc_subtask *item = method->subtasks; item != NULL; item = item->next)
        if (item->kind == HTNC_SUBTASK_ACHIEVE ||
            (item->kind == HTNC_SUBTASK_TASK && (item->next != NULL || has_span(method)) &&
             !is_inlined(lowering, item->task)))
            return true;
    return has_group(method->subtasks);
}

/* Whether a partial plan may end within the subtask: at a Split, or where the horizon is reached. */
static bool may_pause(const htnc_model *model, const htnc_subtask *item)
{
    const htnc_task *action;
    uint32_t at = 0;
    for (const htnc_subtask *member = item->members; member != NULL; member = member->next)
        if (may_pause(model, member))
            return true;
    while (item->kind == HTNC_SUBTASK_ACHIEVE && (action = htnc_next_action(model, item, &at)) != NULL)
        if (action->may_be_left)
            return true;
    return item->kind == HTNC_SUBTASK_SPLIT || (item->task != NULL && item->task->may_be_left);
}

/* The lower_ functions return whether control can arrive behind the subtask, so that code must follow. */

static void begin_item(const sequence *in, const htnc_subtask *item)
{
    htnc_item_begin(in->to, HTN_ITEM_SUBTASK, in->method->task, in->method->index, item->span);
}

static void emit(const sequence *in, const htnc_subtask *item, htn_opcode op, uint32_t a)
{
    begin_item(in, item);
    htnc_emit(in->to, op, a, 0, 0);
    htnc_item_end(in->to);
}

static void lower_call(const sequence *in, const htnc_subtask *item, htn_opcode op)
{
    begin_item(in, item);
    if (in->resumes && !item->task->is_made) /* a made task asks itself: an Optional is left out */
        htnc_emit_resume_checks(in->to, in->method, item->arguments);
    htnc_push_all(in->lowering, item->arguments, NULL);
    htnc_emit(in->to, op, 0, 0, item->task->index); /* htnc_emit_link() replaces the index by the entry */
    htnc_item_end(in->to);
}

static bool lower_task(const sequence *in, const htnc_subtask *item, bool last)
{
    if (is_inlined(in->lowering, item->task)) {
        htnc_lower_inlined(in->lowering, item->task, in->method->task, in->method->index, item->span);
        return !in->lowering->fragment_of[item->task->index].never;
    }
    lower_call(in, item, !last ? HTN_OP_CALL : in->framed ? HTN_OP_LAST_CALL : HTN_OP_JUMP_CALL);
    htnc_forget_ranges(in->to);
    return !last;
}

/* Several Splits in a row do no more than one. */
static bool lower_split(const sequence *in, const htnc_subtask *item)
{
    htnc_forget_ranges(in->to);
    if (item->next == NULL || item->next->kind != HTNC_SUBTASK_SPLIT)
        emit(in, item, HTN_OP_SPLIT, 0);
    return true;
}

static bool lower_item(const sequence *in, const htnc_subtask *item, bool last, uint32_t member);

static bool lower_group(const sequence *in, const htnc_subtask *group)
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
        htnc_forget_ranges(in->to);
    }
    emit(in, group, HTN_OP_APPLY, in->counter);
    emit(in, group, HTN_OP_GROUP_END, 0);
    if (may_pause(in->lowering->model, group))
        htnc_emit(in->to, HTN_OP_HORIZON, 0, 0, 0);
    htnc_forget_ranges(in->to);
    return true;
}

/* BACKGROUND marks the member that has just begun. */
static bool lower_background(const sequence *in, const htnc_subtask *background)
{
    uint32_t number = 0;
    in->lowering->code->has_backgrounds = true;
    emit(in, background, HTN_OP_BACKGROUND, 0);
    for (const htnc_subtask *item = background->members; item != NULL; item = item->next)
        if (!lower_item(in, item, false, number++))
            return false;
    return true;
}

/* When planning resumes in an Achieve, it searches for the rest of the actions again, so that counts as resuming in front of it. */
static bool lower_kind(const sequence *in, const htnc_subtask *item, bool last)
{
    switch (item->kind) {
    case HTNC_SUBTASK_PARALLEL: return lower_group(in, item);
    case HTNC_SUBTASK_BACKGROUND: return lower_background(in, item);
    case HTNC_SUBTASK_ACHIEVE:
        return htnc_lower_achieve(in->lowering, in->method, item, in->resumes || may_pause(in->lowering->model, item));
    case HTNC_SUBTASK_SPLIT: return lower_split(in, item);
    default: return lower_task(in, item, last);
    }
}

/* `member`: its index in the group, if it is in one. */
static bool lower_item(const sequence *in, const htnc_subtask *item, bool last, uint32_t member)
{
    static const htn_subtask_kind kinds[] = {[HTNC_SUBTASK_TASK] = HTN_SUBTASK_TASK,
                                             [HTNC_SUBTASK_PARALLEL] = HTN_SUBTASK_PARALLEL,
                                             [HTNC_SUBTASK_BACKGROUND] = HTN_SUBTASK_BACKGROUND,
                                             [HTNC_SUBTASK_SPLIT] = HTN_SUBTASK_SPLIT,
                                             [HTNC_SUBTASK_ACHIEVE] = HTN_SUBTASK_ACHIEVE};
    const uint32_t task = item->task != NULL ? item->task->index : HTN_NONE;
    const uint32_t note = htnc_note_subtask(in->to, kinds[item->kind], task, in->method->index, member);
    const bool continues = lower_kind(in, item, last);
    htnc_note_subtask_end(in->to, note);
    return continues;
}

/* With this method taken, the lower bound of the plan's cost rises by the difference to the bound of its task. */
static void emit_cost_bound(htnc_lowering *lowering, const htnc_method *method)
{
    const int32_t bound = htnc_subtasks_cost_bound(lowering->code, method->subtasks);
    const int32_t known = lowering->code->tasks[method->task->index].cost_bound;
    if (bound > known)
        htnc_emit(lowering->to, HTN_OP_LOWER_BOUND, 0, 0, (uint32_t)(bound - known));
}

static void mark_span(const sequence *in, htn_opcode op)
{
    in->lowering->code->has_spans = true;
    in->lowering->code->has_cooldowns |= in->method->cooling != NULL;
    htnc_emit(in->to, op, 0, in->method->index, 0);
}

/* A local for the groups among the subtasks. */
static void take_counter(sequence *in)
{
    htnc_lowering *lowering = in->lowering;
    if (!has_group(in->method->subtasks))
        return;
    htnc_begin_subject(lowering->subject, in->method->head);
    in->counter = htnc_new_locals(lowering->subject, 1);
    lowering->subject->temporaries = lowering->subject->free_local;
}

/* `leaves`: the last subtask may end the task. Returns whether control can arrive behind the subtasks. */
static bool lower_list(sequence *in, bool leaves)
{
    for (const htnc_subtask *item = in->method->subtasks; item != NULL; item = item->next) {
        if (!lower_item(in, item, leaves && item->next == NULL, 0))
            return false;
        in->resumes = in->resumes || may_pause(in->lowering->model, item);
    }
    return true;
}

void htnc_lower_subtasks(htnc_lowering *lowering, const htnc_method *method, bool framed)
{
    sequence in = {.lowering = lowering, .to = lowering->to, .method = method, .framed = framed};
    in.resumes = method->task->is_made && lowering->code->has_partial;
    emit_cost_bound(lowering, method);
    take_counter(&in);
    if (has_span(method))
        mark_span(&in, HTN_OP_WHILE);
    if (!lower_list(&in, !has_span(method))) /* WHILE_END must be reached */
        return;
    if (has_span(method))
        mark_span(&in, HTN_OP_WHILE_END);
    htnc_emit_return(in.to, framed);
}

void htnc_lower_item_subtasks(htnc_lowering *lowering, const htnc_method *method, htnc_label *next)
{
    sequence in = {.lowering = lowering, .to = lowering->to, .method = method, .framed = true};
    for (const htnc_subtask *item = method->subtasks; item != NULL; item = item->next)
        in.resumes = in.resumes || may_pause(lowering->model, item); /* in the item before */
    emit_cost_bound(lowering, method);
    take_counter(&in);
    if (lower_list(&in, false))
        htnc_emit_jump(in.to, HTN_OP_JUMP, 0, 0, next);
}
