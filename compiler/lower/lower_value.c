/*
 * Where the order of two operands is free, the one that needs more of the stack is pushed first (Sethi and Ullman 1970). So the
 * depth of the stack grows with the logarithm of the size of most expressions.
 */
#include "compiler/lower/lower_value.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/types/fold_operators.h"

static const htn_opcode loads[] = {
    [HTN_STORAGE_U8] = HTN_OP_LOAD_U8,
    [HTN_STORAGE_S8] = HTN_OP_LOAD_S8,
    [HTN_STORAGE_S16] = HTN_OP_LOAD_S16,
    [HTN_STORAGE_S32] = HTN_OP_LOAD_S32,
};

static void simple(htnc_emitter *to, htn_opcode op)
{
    htnc_emit(to, op, 0, 0, 0);
}

/* x < y with y pushed first is not (y <= x). */
static void push_swapped(htnc_emitter *to, htnc_operator_kind op, const htnc_node *x, const htnc_node *y)
{
    htnc_push(to, y);
    htnc_push(to, x);
    if (op == HTNC_LT || op == HTNC_LE) {
        simple(to, op == HTNC_LT ? HTN_OP_LE : HTN_OP_LT);
        simple(to, HTN_OP_NOT);
    } else {
        simple(to, op == HTNC_SUB ? HTN_OP_SUB_FROM : htnc_operator_opcode(op));
    }
}

static void push_operator(htnc_emitter *to, const htnc_node *node)
{
    htnc_operator_kind op = node->op;
    const htnc_node *x = node->operands[0], *y = node->operands[1];
    if (y == NULL) {
        htnc_push(to, x);
        simple(to, htnc_operator_opcode(op));
        return;
    }
    if (op == HTNC_GT || op == HTNC_GE) {
        x = node->operands[1];
        y = node->operands[0];
        op = op == HTNC_GT ? HTNC_LT : HTNC_LE;
    }
    if (y->stack > x->stack && htnc_is_swappable(op)) {
        push_swapped(to, op, x, y);
    } else {
        htnc_push(to, x);
        htnc_push(to, y);
        simple(to, htnc_operator_opcode(op));
    }
}

static void push_function(htnc_emitter *to, const htnc_node *node)
{
    bool swapped = node->count == 2 && node->operands[1]->stack > node->operands[0]->stack;
    for (uint32_t i = 0; i < node->count; i++)
        htnc_push(to, node->operands[swapped ? 1 - i : i]);
    simple(to, htnc_function_opcode(node->function));
}

static void push_cell(htnc_emitter *to, const htnc_node *node)
{
    if (node->count == 1 && node->arguments[0]->kind == HTNC_NODE_LOCAL) {
        htnc_emit(to, HTN_OP_LOAD_AT, (uint32_t)node->arguments[0]->value, 0, node->property->index);
        htnc_note_read(to, node);
        return;
    }
    htnc_push_cell_number(to, node);
    htnc_emit(to, HTN_OP_LOAD_CELL, 0, 0, node->property->index);
}

static void push_arguments(htnc_emitter *to, const htnc_node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        htnc_push(to, node->arguments[i]);
}

void htnc_push_cell_number(htnc_emitter *to, const htnc_node *node)
{
    const bool before = htnc_note_arguments(to, node);
    push_arguments(to, node);
    htnc_note_arguments_end(to, before);
    htnc_emit(to, HTN_OP_CELL, 0, 0, node->property->index);
    htnc_note_read(to, node);
}

void htnc_push(htnc_emitter *to, const htnc_node *node)
{
    const htnc_code *code = to->code;
    switch (node->kind) {
    case HTNC_NODE_CONSTANT: htnc_emit(to, HTN_OP_PUSH, 0, 0, (uint32_t)node->value); break;
    case HTNC_NODE_STRING: htnc_emit(to, HTN_OP_PUSH_STRING, 0, 0, (uint32_t)node->value); break;
    case HTNC_NODE_LOCAL:
        htnc_emit(to, HTN_OP_LOCAL, 0, (uint32_t)node->value, 0);
        htnc_note_read(to, node);
        break;
    case HTNC_NODE_LAYER: simple(to, HTN_OP_LAYER); break;
    case HTNC_NODE_PROPERTY:
        htnc_emit(to, loads[code->storages[node->property->index]], 0, 0, code->addresses[node->property->index]);
        htnc_note_read(to, node);
        break;
    case HTNC_NODE_CELL: push_cell(to, node); break;
    case HTNC_NODE_QUERY:
        push_arguments(to, node);
        htnc_emit(to, HTN_OP_QUERY, 0, 0, node->query->index);
        htnc_note_read(to, node);
        break;
    case HTNC_NODE_KEY:
        push_arguments(to, node);
        htnc_emit(to, HTN_OP_KEY, 0, 0, (uint32_t)node->value);
        break;
    case HTNC_NODE_SEARCH:
        htnc_emit_get(to, node->search->result);
        htnc_note_read(to, node);
        break;
    case HTNC_NODE_DERIVE: htnc_emit_get(to, (uint32_t)node->value); break;
    case HTNC_NODE_OPERATOR: push_operator(to, node); break;
    case HTNC_NODE_FUNCTION: push_function(to, node); break;
    case HTNC_NODE_CURVE:
        htnc_push(to, node->operands[0]);
        htnc_emit(to, HTN_OP_CURVE, 0, node->count, (uint32_t)node->value);
        break;
    }
}
