/*
 * The code of a compound task:
 *
 *     FRAME, and GUARD where the task is recursive (the loop guard)
 *     for each alternative: tests, which go to the next alternative where one fails; METHOD; the subtasks
 *     for each `While`: a block that the runtime calls
 *
 * A gate of orders is a While that nothing plans. `Select` replaces the middle part by a scan (lower_select.c).
 */
#include "compiler/lower/lower_compound.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_each.h"
#include "compiler/lower/lower_has_loops.h"
#include "compiler/lower/lower_method_skip.h"
#include "compiler/lower/lower_prefer.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_select.h"
#include "compiler/lower/lower_subtasks.h"
#include "compiler/lower/lower_while.h"

/* Without parameters and locals, a frame is needed only where a subtask that is called returns. */
static bool needs_frame(const htnc_lowering *lowering, const htnc_task *task, const htnc_alternative *alternatives)
{
    if (task->parameter_count > 0 || task->select != HTNC_SELECT_FIRST ||
        htnc_task_has_loops(lowering->condition_loops, task))
        return true;
    for (; alternatives != NULL; alternatives = alternatives->next)
        if (htnc_subtasks_need_frame(lowering, alternatives->method))
            return true;
    return false;
}

/* Tries one solution after the other. On the path of a running plan, takes the plan's own bindings and no others. */
static void lower_solutions(htnc_lowering *lowering, const htnc_alternative *at, htnc_label *next)
{
    htnc_label again = HTNC_LABEL, check = HTNC_LABEL, *other = &again;
    htnc_emit_jump(lowering->to, HTN_OP_BIND, 0, at->method->index, &check);
    htnc_note_list(lowering->to, &at->list, next);
    htnc_emit_outer_tests(lowering->to, &at->list, next);
    if (at->list.binder_count == 0)
        other = at->next != NULL ? next : NULL; /* with `let` alone there is one solution */
    else if (at->method->prefer != NULL)
        htnc_emit_preferred(lowering, &at->list, at->method->prefer, &again, next);
    else
        htnc_emit_solutions(lowering->to, &at->list, &again, next);
    htnc_note_list_end(lowering->to);
    htnc_emit_choice(lowering->to, at, false, other, &check);
}

static void lower_alternative(htnc_lowering *lowering, const htnc_alternative *at, htnc_label *next, bool framed)
{
    lowering->subject->temporaries = at->list.temporaries;
    htnc_forget_ranges(lowering->to);
    if (at->list.binding_count > 0) {
        lower_solutions(lowering, at, next);
    } else {
        htnc_note_list(lowering->to, &at->list, next);
        htnc_emit_outer_tests(lowering->to, &at->list, next);
        htnc_note_list_end(lowering->to);
        htnc_emit_method(lowering->to, at->method, at->next != NULL ? next : NULL);
    }
    htnc_lower_subtasks(lowering, at->method, framed);
}

static void lower_in_order(htnc_lowering *lowering, htnc_alternative *alternatives, bool framed)
{
    htnc_skipping skipping = {.rows_left = 0};
    htnc_find_skips(lowering->code, alternatives);
    for (const htnc_alternative *at = alternatives; at != NULL; at = at->next) {
        htnc_label next = at->next != NULL ? HTNC_LABEL : HTNC_FAIL;
        htnc_emit_skips(lowering->to, &skipping, at);
        lower_alternative(lowering, at, &next, framed);
        if (at->next == NULL)
            break;
        htnc_emit_label(lowering->to, &next);
        htnc_end_skips(lowering->to, &skipping);
    }
}

static void lower_whiles(htnc_lowering *lowering, const htnc_alternative *at, bool framed)
{
    for (; at != NULL; at = at->next) {
        htnc_method *method = at->method;
        if (!htnc_is_followed(method))
            continue;
        lowering->subject->temporaries = at->list.temporaries;
        method->while_code =
            htnc_emit_block(lowering, HTN_ITEM_WHILE, method->while_conditions, method, method->task, framed);
        if (method->has_enter)
            method->enter_code =
                htnc_emit_block(lowering, HTN_ITEM_ENTER, method->enter_conditions, method, method->task, framed);
    }
}

/* Nothing plans it: its code is its While. */
static void lower_gate(htnc_lowering *lowering, const htnc_task *task)
{
    const bool framed = htnc_task_has_loops(lowering->condition_loops, task);
    const uint32_t begin = lowering->to->count;
    htnc_task_code *code = &lowering->code->tasks[task->index];
    htnc_method *method = task->methods;
    lowering->subject->locals = lowering->subject->temporaries = 0;
    code->flags = framed ? HTN_TASK_FRAMED : 0u;
    method->enter_code = HTN_NONE;
    if (framed)
        htnc_emit(lowering->to, HTN_OP_FRAME, 0, 0, 0);
    htnc_emit_fail(lowering->to);
    htnc_note_outcome(lowering->to, HTN_TEST_NEVER);
    method->while_code = htnc_emit_block(lowering, HTN_ITEM_WHILE, method->while_conditions, method, task, framed);
    code->locals = lowering->subject->locals;
    if (framed)
        htnc_emit_frame_size(lowering->to, begin, code->locals);
}

void htnc_lower_compound(htnc_lowering *lowering, const htnc_task *task)
{
    if (task->is_each) {
        htnc_lower_each(lowering, task);
        return;
    }
    if (task->is_gate) {
        lower_gate(lowering, task);
        return;
    }
    const bool selects = task->select != HTNC_SELECT_FIRST, guarded = task->recursive && !task->unguarded;
    const uint32_t first = selects ? htnc_selection_end(task) : task->parameter_count;
    lowering->subject->locals = task->parameter_count;
    htnc_alternative *alternatives = htnc_alternatives_of(lowering->build, task, first, selects);
    const bool framed = needs_frame(lowering, task, alternatives);
    htnc_task_code *code = &lowering->code->tasks[task->index];
    const uint32_t begin = lowering->to->count;
    code->flags = (framed ? HTN_TASK_FRAMED : 0u) | (guarded ? HTN_TASK_RECURSIVE : 0u) |
                  (guarded && task->progresses ? HTN_TASK_PROGRESSES : 0u) |
                  (task->fixed_utilities ? HTN_TASK_FIXED_RANKS : 0u) |
                  (task->splits && lowering->model->cheapest ? HTN_TASK_SPLITS : 0u);
    if (framed)
        htnc_emit(lowering->to, HTN_OP_FRAME, task->parameter_count, 0, 0);
    if (guarded)
        htnc_emit(lowering->to, HTN_OP_GUARD, 0, task->progresses, task->index);
    if (alternatives == NULL) {
        htnc_emit_fail(lowering->to);
        htnc_note_outcome(lowering->to, HTN_TEST_NEVER);
    } else if (selects) {
        htnc_lower_selection(lowering, task, alternatives);
    } else {
        lower_in_order(lowering, alternatives, framed);
    }
    lower_whiles(lowering, alternatives, framed);
    code->locals = lowering->subject->locals;
    if (framed)
        htnc_emit_frame_size(lowering->to, begin, code->locals);
}
