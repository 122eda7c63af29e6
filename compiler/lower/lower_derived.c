/*
 * The body of a derived condition is a block of its own, which the machine runs for one tuple after the other:
 *
 *     TUPLE     counts as work
 *     tests     of the items
 *     ANSWER 1
 *     ANSWER 0  where a test fails
 *
 * Its locals, the parameters first, lie in the tuple. DERIVE asks for a tuple, also of the same cycle.
 */
#include "compiler/lower/lower_derived.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_expression.h"

/* --- What a cycle reads --------------------------------------------------------------------------- */

typedef struct reading {
    bool *reads; /* by property index */
    bool *seen;  /* by condition index */
} reading;

static void read_list(const reading *in, const htnc_expr *list)
{
    for (; list != NULL; list = list->next) {
        if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_PROPERTY)
            in->reads[list->to.property->index] = true;
        if (list->kind == HTNC_EXPR_HELD && list->held != NULL)
            in->reads[list->held->property->index] = true;
        if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_CONDITION && !in->seen[list->to.condition->index]) {
            in->seen[list->to.condition->index] = true;
            read_list(in, list->to.condition->declaration->items);
        }
        read_list(in, list->operands);
        read_list(in, list->where);
        read_list(in, list->body);
    }
}

void htnc_prepare_derived(htnc_lowering *lowering)
{
    const htnc_model *model = lowering->model;
    for (htnc_cycle *cycle = model->cycles; cycle != NULL; cycle = cycle->next) {
        const reading in = {
            .reads = base_alloc_array(lowering->arena, (size_t)model->property_count + 1, sizeof *in.reads),
            .seen = base_alloc_array(lowering->arena, (size_t)model->condition_count + 1, sizeof *in.seen)};
        for (uint32_t i = 0; i < cycle->count; i++) {
            const htnc_condition_decl *declaration = cycle->conditions[i]->declaration;
            uint32_t slot = 0;
            for (htnc_variable *parameter = declaration->parameters; parameter != NULL; parameter = parameter->next)
                parameter->slot = slot++;
            htnc_begin_subject(lowering->subject, declaration->name.span);
            if (slot > HTN_MAX_STACK)
                htnc_too_large(lowering->subject, "a condition that uses itself has at most %d parameters",
                               HTN_MAX_STACK);
            read_list(&in, declaration->items);
        }
        cycle->reads = in.reads;
    }
}

/* --- Code ----------------------------------------------------------------------------------------- */

static void lower_body(htnc_lowering *lowering, const htnc_condition *condition, htnc_derived_code *code)
{
    htnc_emitter *to = lowering->to;
    htnc_subject *subject = lowering->subject;
    htnc_label no = HTNC_LABEL;
    subject->locals = subject->temporaries = condition->parameter_count;
    htnc_begin_subject(subject, condition->declaration->name.span);
    code->entry = htnc_emit_entry(to);
    code->condition = condition;
    htnc_note_list_end(to);
    htnc_emit(to, HTN_OP_TUPLE, 0, 0, condition->derived);
    const htnc_node *body = htnc_node_of_list(lowering->build, condition->declaration->items);
    if (!htnc_node_is_constant(body))
        htnc_jump_unless(to, body, &no);
    if (!htnc_node_is_constant(body) || body->value != 0)
        htnc_emit(to, HTN_OP_ANSWER, 1, 0, 0);
    htnc_emit_label(to, &no);
    if (!htnc_node_is_constant(body) || body->value == 0)
        htnc_emit(to, HTN_OP_ANSWER, 0, 0, 0);
    code->end = to->count;
    code->locals = subject->locals;
}

void htnc_lower_derived(htnc_lowering *lowering)
{
    htnc_code *code = lowering->code;
    code->derived =
        base_alloc_array(lowering->arena, (size_t)lowering->model->derived_count + 1, sizeof *code->derived);
    for (const htnc_cycle *cycle = lowering->model->cycles; cycle != NULL; cycle = cycle->next)
        for (uint32_t i = 0; i < cycle->count; i++)
            lower_body(lowering, cycle->conditions[i], &code->derived[code->derived_count++]);
}
