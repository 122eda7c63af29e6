/*
 * A primitive task is lowered once, to a fragment: tests, Context, STEP, cost and duration, effects. The fragment is copied into the
 * task's own code, and, where the task is small and has no frame, to every place that would call it. Behind the own code come
 * blocks that the runtime calls: Context, During, FailEffects, AbortEffects, the action for `Achieve`, the operator's arguments.
 */
#include "compiler/lower/lower_primitive.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_action.h"
#include "compiler/lower/lower_cost.h"
#include "compiler/lower/lower_effect.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_evaluate.h"
#include "compiler/lower/lower_has_loops.h"
#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_while.h"

/* A step of a running plan, whose bindings are known, enters at `check`. */
static void lower_bound_tests(htnc_lowering *lowering, const htnc_list *list, htnc_fragment *fragment)
{
    htnc_label fail = HTNC_FAIL, again = HTNC_LABEL, check = HTNC_LABEL, step = HTNC_LABEL;
    htnc_note_list(lowering->to, list, &fail);
    htnc_emit_jump(lowering->to, HTN_OP_BIND, 0, 0, &check);
    htnc_emit_outer_tests(lowering->to, list, &fail);
    if (list->binder_count > 0) {
        htnc_emit_solutions(lowering->to, list, &again, &fail);
        htnc_emit_jump(lowering->to, HTN_OP_CHOOSE, 0, 0, &again);
    }
    htnc_emit_jump(lowering->to, HTN_OP_JUMP, 0, 0, &step);
    htnc_emit_label(lowering->to, &check);
    fragment->check = lowering->to->count;
    htnc_emit_check(lowering->to, list, &fail);
    htnc_note_list_end(lowering->to);
    htnc_emit_label(lowering->to, &step);
}

static void lower_tests(htnc_lowering *lowering, const htnc_task *task, htnc_fragment *fragment)
{
    htnc_list list = htnc_list_of(lowering->build, task, NULL, task->parameter_count, 0);
    htnc_label fail = HTNC_FAIL;
    fragment->temporaries = list.temporaries;
    if (list.never != NULL) {
        fragment->never = true;
        htnc_item_begin(lowering->to, HTN_ITEM_PRECONDITION, task, HTN_NONE, list.never->span);
        htnc_emit_fail(lowering->to);
        htnc_note_outcome(lowering->to, HTN_TEST_NEVER);
        htnc_item_end(lowering->to);
    } else if (list.binding_count > 0) {
        fragment->bindings = list.binding_count;
        lower_bound_tests(lowering, &list, fragment);
    } else {
        htnc_note_list(lowering->to, &list, &fail);
        htnc_emit_outer_tests(lowering->to, &list, &fail);
        htnc_note_list_end(lowering->to);
    }
    fragment->context = lowering->to->count;
    if (!fragment->never)
        htnc_emit_context(lowering, task, &list);
}

void htnc_lower_fragment(htnc_lowering *lowering, const htnc_task *task)
{
    htnc_emitter *to = lowering->to;
    htnc_fragment *fragment = &lowering->fragment_of[task->index];
    htnc_forget_ranges(lowering->to);
    fragment->cost_bound = htnc_step_cost_bound(lowering->build, task);
    lowering->code->tasks[task->index].cost_bound = lowering->model->cheapest ? fragment->cost_bound : 0;
    fragment->first = to->count;
    fragment->first_item = to->item_count;
    fragment->framed = task->parameter_count > 0 || htnc_task_has_loops(lowering->condition_loops, task);
    lowering->subject->locals = task->parameter_count;
    lower_tests(lowering, task, fragment);
    fragment->step = fragment->effects = fragment->expected = to->count;
    if (!fragment->never) {
        htnc_emit(lowering->to, HTN_OP_STEP, fragment->framed, 0, task->index);
        if (lowering->code->has_costs)
            htnc_emit_sum(lowering, task->cost, HTN_OP_COST, lowering->code->tasks[task->index].cost_bound);
        if (task->duration != NULL)
            htnc_emit_sum(lowering, task->duration, HTN_OP_DURATION, 0);
        fragment->effects = to->count;
        htnc_lower_effects(lowering, task->effects, HTN_ITEM_EFFECT, task);
        fragment->expected = to->count;
        htnc_lower_effects(lowering, task->expected, HTN_ITEM_EXPECTED_EFFECT, task);
        if (task->duration != NULL)
            htnc_emit(lowering->to, HTN_OP_HORIZON, 0, 0, 0);
    }
    fragment->end = to->count;
    fragment->end_item = to->item_count;
    fragment->locals = lowering->subject->locals;
    fragment->inlined =
        !fragment->framed && fragment->step - fragment->first + fragment->end - fragment->effects <= HTNC_INLINE_LIMIT;
}

/* Effects that the runtime writes by themselves. HTN_NONE: there are none. */
static uint32_t lower_effects_block(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind,
                                    const htnc_task *task, bool framed)
{
    if (effects == NULL)
        return HTN_NONE;
    const uint32_t address = htnc_emit_entry(lowering->to);
    htnc_lower_effects(lowering, effects, kind, task);
    htnc_emit_return(lowering->to, framed);
    return address;
}

static uint32_t lower_arguments(htnc_lowering *lowering, const htnc_task *task)
{
    const uint32_t address = htnc_emit_entry(lowering->to);
    htnc_begin_subject(lowering->subject, task->operator_span);
    htnc_push_all(lowering, task->operator_arguments, task->timeout);
    htnc_emit(lowering->to, HTN_OP_ARGUMENTS, task->operator_->argument_count + (task->timeout != NULL), 0, 0);
    return address;
}

void htnc_lower_primitive(htnc_lowering *lowering, const htnc_task *task)
{
    const htnc_fragment *fragment = &lowering->fragment_of[task->index];
    htnc_task_code *code = &lowering->code->tasks[task->index];
    htnc_emitter *to = lowering->to;
    const bool framed = fragment->framed;
    const uint32_t begin = to->count;
    code->flags = (framed ? HTN_TASK_FRAMED : 0u) | (task->interrupt_never ? HTN_TASK_NO_INTERRUPT : 0u) |
                  (fragment->bindings > 0 ? HTN_TASK_BINDING_TYPES : 0u) |
                  (task->timeout != NULL ? HTN_TASK_TIMEOUT : 0u) | (task->restart_always ? HTN_TASK_RESTART : 0u);
    lowering->subject->locals = fragment->locals;
    lowering->subject->temporaries = fragment->temporaries;
    if (framed)
        htnc_emit(to, HTN_OP_FRAME, task->parameter_count, 0, 0);
    code->bindings = fragment->bindings;
    if (fragment->bindings > 0)
        code->check = to->count + (fragment->check - fragment->first);
    htnc_emit_copy(to, lowering->fragments, fragment->first, fragment->effects);
    if (!fragment->never) {
        code->effects = htnc_emit_entry(to);
        code->expected = code->effects + (fragment->expected - fragment->effects);
        htnc_emit_copy(to, lowering->fragments, fragment->effects, fragment->end);
        htnc_emit_return(to, framed);
    }
    if (task->has_context)
        code->context = htnc_emit_block(lowering, HTN_ITEM_CONTEXT, task->context, NULL, task, framed);
    code->during = lower_effects_block(lowering, task->during, HTN_ITEM_DURING, task, framed);
    code->fail_effects = lower_effects_block(lowering, task->fail_effects, HTN_ITEM_FAIL_EFFECT, task, framed);
    code->abort_effects = lower_effects_block(lowering, task->abort_effects, HTN_ITEM_ABORT_EFFECT, task, framed);
    if (lowering->is_action[task->index] && !fragment->never)
        code->action = htnc_lower_action(lowering, task, framed);
    lowering->subject->temporaries = fragment->temporaries;
    if (task->has_operator)
        code->arguments = lower_arguments(lowering, task);
    code->locals = lowering->subject->locals;
    if (framed)
        htnc_emit_frame_size(to, begin, code->locals);
}

/* Copies the preconditions, without those that are certain to hold here (lower_redundant_test.c). */
static void inline_tests(htnc_lowering *lowering, const htnc_fragment *fragment)
{
    const htnc_emitter *from = lowering->fragments;
    for (uint32_t i = fragment->first_item; i < fragment->end_item && from->items[i].end <= fragment->context; i++) {
        const htnc_item *item = &from->items[i];
        const htnc_instruction *test = &from->instructions[item->first];
        bool single = item->end - item->first == 1;
        if (single && htnc_is_redundant(lowering->to, test)) {
            if (from->leaders[item->first])
                htnc_emit_leader(lowering->to); /* jumps to the test go to the code behind it */
            continue;
        }
        htnc_emit_copy(lowering->to, lowering->fragments, item->first, item->end);
        if (single)
            htnc_learn_from_test(lowering->to, test);
    }
}

/* The step is an item of the caller. Tests and effects remain items of the inlined task. */
void htnc_lower_inlined(htnc_lowering *lowering, const htnc_task *task, const htnc_task *caller, uint32_t method,
                        base_span span)
{
    const htnc_fragment *fragment = &lowering->fragment_of[task->index];
    inline_tests(lowering, fragment);
    htnc_emit_copy(lowering->to, lowering->fragments, fragment->context, fragment->step);
    htnc_item_begin(lowering->to, HTN_ITEM_SUBTASK, caller, method, span);
    htnc_emit_copy(lowering->to, lowering->fragments, fragment->step, fragment->effects);
    htnc_item_end(lowering->to);
    htnc_emit_copy(lowering->to, lowering->fragments, fragment->effects, fragment->end);
    for (uint32_t i = fragment->effects; i < fragment->end; i++)
        htnc_learn_from_effect(lowering->to, &lowering->fragments->instructions[i]);
}
