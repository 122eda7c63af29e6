/*
 * Lowering in its order: the layout of the world state, analyses of the whole model, a fragment for each primitive task, lower
 * bounds of costs, then the code of all tasks in the model's order. README.md says what the other files do.
 */
#include "compiler/lower/lower.h"
#include "compiler/lower/lower_action.h"
#include "compiler/lower/lower_compound.h"
#include "compiler/lower/lower_cost.h"
#include "compiler/lower/lower_derived.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_has_loops.h"
#include "compiler/lower/lower_layout.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_primitive.h"
#include <htn/arithmetic.h>

/* Reports a declaration with more parameters than the machine can pass. */
static void check_count(htnc_subject *subject, base_span span, uint32_t count, uint32_t limit, const char *of)
{
    htnc_begin_subject(subject, span);
    if (count > limit)
        htnc_too_large(subject, "a %s has at most %u parameters", of, (unsigned)limit);
}

/* A task's parameters are its first locals. All arguments of a call are on the evaluation stack at once. */
static void prepare_parameters(htnc_subject *subject, const htnc_model *model)
{
    for (uint32_t i = 0; i < model->task_count; i++) {
        uint32_t slot = 0;
        for (htnc_variable *parameter = model->tasks[i]->parameters; parameter != NULL; parameter = parameter->next)
            parameter->slot = slot++;
        check_count(subject, model->tasks[i]->name.span, slot, HTN_MAX_STACK, "task");
    }
    for (const htnc_property *each = model->properties; each != NULL; each = each->next)
        check_count(subject, each->declaration->name.span, each->parameter_count, HTN_MAX_ARGUMENTS, "table");
    for (const htnc_query *each = model->queries; each != NULL; each = each->next)
        check_count(subject, each->declaration->name.span, each->parameter_count, HTN_MAX_ARGUMENTS, "query");
}

static void prepare_code(base_arena *arena, const htnc_model *model, htnc_code *code)
{
    code->constants.arena = arena;
    htnc_texts_init(&code->strings, arena);
    code->plain_cost = model->fixed_costs ? HTNI_FIXED_ONE : 1;
    code->tasks = base_alloc_array(arena, model->task_count, sizeof *code->tasks);
    for (uint32_t i = 0; i < model->task_count; i++) {
        htnc_task_code *task = &code->tasks[i];
        task->arguments = task->check = task->context = task->during = HTN_NONE;
        task->fail_effects = task->abort_effects = HTN_NONE;
        task->effects = task->expected = task->action = HTN_NONE;
        code->has_costs = code->has_costs || model->cheapest || model->tasks[i]->cost != NULL;
        code->has_partial = code->has_partial || model->tasks[i]->may_be_left;
    }
}

static bool has_static_table(const htnc_model *model)
{
    for (const htnc_property *each = model->properties; each != NULL; each = each->next)
        if (each->is_static)
            return true;
    return false;
}

/* The machine goes to these slots when a branch has failed, when a plan is found, and when a step has been validated. */
static void emit_fixed_slots(htnc_emitter *to)
{
    static const htn_opcode slots[] = {HTN_OP_FAIL, HTN_OP_DONE, HTN_OP_VALID};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        htnc_emit_leader(to);
        htnc_emit(to, slots[i], 0, 0, 0);
    }
}

static void lower_task(htnc_lowering *lowering, const htnc_task *task)
{
    htnc_task_code *code = &lowering->code->tasks[task->index];
    code->entry = htnc_emit_entry(lowering->to);
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
    htnc_find_cost_bounds(model, lowering->code);
    lowering->to = lowering->program;
    emit_fixed_slots(lowering->to);
    for (uint32_t i = 0; i < model->task_count; i++)
        lower_task(lowering, model->tasks[i]);
    htnc_lower_derived(lowering);
    htnc_emit_link(lowering->to);
}

htnc_code *htnc_lower(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model)
{
    htnc_code *code = BASE_NEW(arena, htnc_code);
    htnc_subject subject = {.arena = arena, .diagnostics = diagnostics};
    htnc_builder build = {
        .arena = arena, .subject = &subject, .code = code, .lists = HTN_NONE, .has_static = has_static_table(model)};
    htnc_emitter *program = htnc_new_emitter(&subject, code, model);
    htnc_lowering lowering = {
        .arena = arena,
        .model = model,
        .code = code,
        .subject = &subject,
        .build = &build,
        .fragments = htnc_new_emitter(&subject, code, model),
        .program = program,
        .fragment_of = base_alloc_array(arena, model->task_count, sizeof *lowering.fragment_of),
        .written = base_alloc_array(arena, model->property_count, sizeof *lowering.written),
        .is_action = htnc_find_actions(arena, model),
        .condition_loops = htnc_find_condition_loops(arena, model),
    };
    prepare_code(arena, model, code);
    prepare_parameters(&subject, model);
    htnc_layout(&subject, model, code);
    htnc_prepare_derived(&lowering);
    lower_tasks(&lowering);
    code->instructions = program->instructions;
    code->leaders = program->leaders;
    code->count = program->count;
    code->items = program->items;
    code->item_count = program->item_count;
    code->notes = program->notes;
    return code;
}
