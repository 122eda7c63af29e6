/*
 * Lowering: the checked model as instructions (runtime/include/htn/opcodes.def). One walk over the
 * tasks in the model's order, after their primitive ones have been lowered to fragments. It reports
 * only what the blob's format cannot hold; where it did, the code is not to be used.
 */
#include "compiler/lower/lower.h"
#include "compiler/lower/lower_action.h"
#include "compiler/lower/lower_compound.h"
#include "compiler/lower/lower_cost.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_has_loops.h"
#include "compiler/lower/lower_layout.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_primitive.h"
#include "compiler/lower/texts.h"

/* Parameters are the first locals; all arguments of a call are on the stack at once. */
static void number_parameters(htnc_lowering *lowering, const htnc_task *task)
{
    uint32_t slot = 0;
    for (htnc_variable *parameter = task->parameters; parameter != NULL; parameter = parameter->next)
        parameter->slot = slot++;
    htnc_begin_subject(lowering->subject, task->name.span);
    if (slot > HTN_MAX_STACK)
        htnc_too_large(lowering->subject, "a task has at most %d parameters", HTN_MAX_STACK);
}

/* Reports tables and queries with more parameters than the machine's instructions can take. */
static void check_parameters(htnc_subject *subject, const htnc_model *model)
{
    for (const htnc_property *each = model->properties; each != NULL; each = each->next) {
        htnc_begin_subject(subject, each->declaration->name.span);
        if (each->parameter_count > HTN_MAX_ARGUMENTS)
            htnc_too_large(subject, "a table has at most %d parameters", HTN_MAX_ARGUMENTS);
    }
    for (const htnc_query *each = model->queries; each != NULL; each = each->next) {
        htnc_begin_subject(subject, each->declaration->name.span);
        if (each->parameter_count > HTN_MAX_ARGUMENTS)
            htnc_too_large(subject, "a query has at most %d parameters", HTN_MAX_ARGUMENTS);
    }
}

static void prepare(htnc_lowering *lowering)
{
    const htnc_model *model = lowering->model;
    htnc_code *code = lowering->code;
    code->constants.arena = lowering->arena;
    htnc_texts_init(&code->strings, lowering->arena);
    code->tasks = base_alloc_array(lowering->arena, model->task_count, sizeof *code->tasks);
    lowering->fragment_of = base_alloc_array(lowering->arena, model->task_count, sizeof *lowering->fragment_of);
    lowering->written = base_alloc_array(lowering->arena, model->property_count, sizeof *lowering->written);
    for (uint32_t i = 0; i < model->task_count; i++) {
        number_parameters(lowering, model->tasks[i]);
        code->has_costs = code->has_costs || model->cheapest || model->tasks[i]->cost != NULL;
        code->has_partial = code->has_partial || model->tasks[i]->may_be_left;
        code->tasks[i].arguments = code->tasks[i].check = code->tasks[i].context = code->tasks[i].during = HTN_NONE;
        code->tasks[i].effects = code->tasks[i].expected = code->tasks[i].action = HTN_NONE;
    }
    check_parameters(lowering->subject, model);
    for (const htnc_property *each = model->properties; each != NULL; each = each->next)
        lowering->build->has_static |= each->is_static;
    lowering->acts = htnc_find_actions(lowering->arena, model);
    lowering->condition_loops = htnc_find_condition_loops(lowering->arena, model);
    htnc_layout(lowering->subject, model, code);
}

/* FAIL, DONE and VALID: where the machine goes when a branch, a search or a validation has ended. */
static void lower_slots(htnc_lowering *lowering)
{
    htnc_emit_leader(lowering->to);
    htnc_emit(lowering->to, HTN_OP_FAIL, 0, 0, 0);
    htnc_emit_leader(lowering->to);
    htnc_emit(lowering->to, HTN_OP_DONE, 0, 0, 0);
    htnc_emit_leader(lowering->to);
    htnc_emit(lowering->to, HTN_OP_VALID, 0, 0, 0);
}

static void lower_task(htnc_lowering *lowering, const htnc_task *task)
{
    htnc_task_code *code = &lowering->code->tasks[task->index];
    code->entry = lowering->to->count;
    htnc_emit_leader(lowering->to);
    if (task->kind == HTNC_PRIMITIVE)
        htnc_lower_primitive(lowering, task);
    else
        htnc_lower_compound(lowering, task);
    code->end = lowering->to->count;
}

static void lower_tasks(htnc_lowering *lowering)
{
    const htnc_model *model = lowering->model;
    lowering->to = lowering->fragments;
    for (uint32_t i = 0; i < model->task_count; i++)
        if (model->tasks[i]->kind == HTNC_PRIMITIVE)
            htnc_lower_fragment(lowering, model->tasks[i]);
    htnc_find_cost_bounds(lowering->arena, model, lowering->code);
    lowering->to = lowering->program;
    lower_slots(lowering);
    for (uint32_t i = 0; i < model->task_count; i++)
        lower_task(lowering, model->tasks[i]);
    htnc_emit_link(lowering->to);
}

htnc_code *htnc_lower(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model)
{
    htnc_lowering *lowering = BASE_NEW(arena, htnc_lowering);
    htnc_code *code = BASE_NEW(arena, htnc_code);
    lowering->arena = arena;
    lowering->subject = BASE_NEW(arena, htnc_subject);
    lowering->subject->arena = arena;
    lowering->subject->diagnostics = diagnostics;
    lowering->build = BASE_NEW(arena, htnc_builder);
    *lowering->build = (htnc_builder){.arena = arena, .subject = lowering->subject, .code = code};
    lowering->model = model;
    lowering->code = code;
    lowering->fragments = htnc_new_emitter(lowering->subject, code, model);
    lowering->program = htnc_new_emitter(lowering->subject, code, model);
    prepare(lowering);
    lower_tasks(lowering);
    code->instructions = lowering->program->instructions;
    code->leaders = lowering->program->leaders;
    code->count = lowering->program->count;
    code->items = lowering->program->items;
    code->item_count = lowering->program->item_count;
    code->notes = lowering->program->notes;
    return code;
}
