/*
 * Lists of effects. Every right-hand side reads the state before the list; so one that reads what an
 * earlier effect of the list writes is evaluated before all of them, and waits on the stack. All
 * others are evaluated where they are written, which costs nothing.
 */
#include "lower.h"

typedef struct assignment {
    const htnc_effect *effect;
    const htnc_property *property;
    htnc_node *value;
    bool early; /* the value is on the stack already */
} assignment;

static bool reads_written(const htnc_lowering *lowering, const htnc_node *node)
{
    if (node->kind == HTNC_NODE_PROPERTY)
        return lowering->written[node->property->index] == lowering->list;
    for (int i = 0; i < 3 && node->operands[i] != NULL; i++)
        if (reads_written(lowering, node->operands[i]))
            return true;
    return false;
}

static int32_t clamped(const htnc_property *property, int32_t value)
{
    return value < property->type->low    ? property->type->low
           : value > property->type->high ? property->type->high
                                          : value;
}

/* `P = constant` and `P += constant` of a byte, where the constant fits the operand. */
static bool emit_fused(htnc_lowering *lowering, const assignment *write)
{
    const htnc_property *property = write->property;
    uint32_t address = lowering->code->addresses[property->index];
    uint32_t range = (uint32_t)property->type->low | (uint32_t)property->type->high << 8;
    int64_t value = write->value->value;
    if (!htnc_node_is_constant(write->value) || !htnc_has_byte_operand(lowering, property))
        return false;
    if (write->effect->op == HTNC_ASSIGN) {
        htnc_emit(lowering, HTN_OP_SET_U8, (uint32_t)clamped(property, write->value->value), address, 0);
        return true;
    }
    if (write->effect->op == HTNC_DECREASE)
        value = -value;
    if (write->effect->op == HTNC_SCALE || value < INT8_MIN || value > INT8_MAX)
        return false;
    htnc_emit(lowering, HTN_OP_ADD_U8, (uint32_t)value & 255, address, range);
    return true;
}

static void emit_write(htnc_lowering *lowering, const assignment *write)
{
    if (emit_fused(lowering, write))
        return;
    if (!write->early)
        htnc_push(lowering, write->value);
    if (write->effect->op != HTNC_ASSIGN) {
        htn_opcode op = write->effect->op == HTNC_INCREASE   ? HTN_OP_ADD
                        : write->effect->op == HTNC_DECREASE ? HTN_OP_SUB_FROM
                                                             : HTN_OP_MUL;
        htnc_push(lowering, htnc_node_property(lowering, write->property));
        htnc_emit(lowering, op, 0, 0, 0);
    }
    htnc_emit(lowering, HTN_OP_STORE, 0, 0, write->property->index);
}

void htnc_lower_effects(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind, const htnc_task *task)
{
    assignment *writes;
    uint32_t count = 0, i = 0;
    for (const htnc_effect *effect = effects; effect != NULL; effect = effect->next)
        count++;
    writes = htnc_alloc_array(lowering->arena, count, sizeof *writes);
    lowering->list++;
    for (const htnc_effect *effect = effects; effect != NULL; effect = effect->next) {
        assignment *write = &writes[i++];
        htnc_subject(lowering, effect->span);
        write->effect = effect;
        write->property = effect->target->to.property;
        write->value = htnc_node_of(lowering, effect->value);
        write->early = reads_written(lowering, write->value);
        lowering->written[write->property->index] = lowering->list;
    }
    /* The last one first, so that they are stored in the order written. */
    while (i-- > 0)
        if (writes[i].early) {
            htnc_item_begin(lowering, kind, task, HTN_NONE, writes[i].effect->span);
            htnc_push(lowering, writes[i].value);
            htnc_item_end(lowering);
        }
    for (i = 0; i < count; i++) {
        htnc_item_begin(lowering, kind, task, HTN_NONE, writes[i].effect->span);
        emit_write(lowering, &writes[i]);
        htnc_item_end(lowering);
    }
}
