/*
 * Conditions as code that jumps where they do not hold, and falls through where they do. `and`, `or`
 * and `not` become jumps, so that evaluation stops early and the stack is empty at every target.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_layout.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_value.h"

/* A property of one byte, as `P op constant`: *property, *op and *value. */
static bool fused(const htnc_lowering *lowering, const htnc_node *node, const htnc_property **property,
                  htnc_operator_kind *op, int32_t *value)
{
    if (node->kind == HTNC_NODE_PROPERTY) { /* its range is 0..1 */
        *property = node->property;
        *op = HTNC_EQ;
        *value = 1;
    } else if (node->kind == HTNC_NODE_OPERATOR && node->op >= HTNC_EQ && node->op <= HTNC_GE &&
               node->operands[0]->kind == HTNC_NODE_PROPERTY && htnc_node_is_constant(node->operands[1])) {
        *property = node->operands[0]->property;
        *op = node->op;
        *value = node->operands[1]->value;
    } else {
        return false;
    }
    return htnc_has_byte_operand(lowering, *property);
}

bool htnc_asks_for_byte(const htnc_lowering *lowering, const htnc_node *node, const htnc_property **property,
                        int32_t *value)
{
    htnc_operator_kind op;
    const bool is_not = htnc_node_is(node, HTNC_NOT);
    if (!fused(lowering, is_not ? node->operands[0] : node, property, &op, value))
        return false;
    if (is_not == (op == HTNC_EQ)) { /* of a truth, what it is not to be says what it is */
        const htnc_type *type = (*property)->type;
        *value = !*value;
        return (op == HTNC_EQ || op == HTNC_NE) && type->low == 0 && type->high == 1;
    }
    return op == HTNC_EQ;
}

/* The constant is in the property's range, and neither `<= high` nor `>= low`: lower_compare.c saw to it. */
static void emit_fused(htnc_lowering *lowering, const htnc_property *property, htnc_operator_kind op, int32_t value,
                       htnc_label *otherwise)
{
    htn_opcode opcode = op == HTNC_EQ   ? HTN_OP_TEST_EQ_U8
                        : op == HTNC_NE ? HTN_OP_TEST_NE_U8
                        : op == HTNC_LE ? HTN_OP_TEST_LE_U8
                                        : HTN_OP_TEST_GE_U8;
    htnc_emit_jump(lowering, opcode, (uint32_t)value, lowering->code->addresses[property->index], otherwise);
}

/* A table of truths, one to a byte, at a local. */
static bool is_cell_test(const htnc_lowering *lowering, const htnc_node *node)
{
    return node->kind == HTNC_NODE_CELL && node->low == 0 && node->high == 1 && node->count == 1 &&
           node->arguments[0]->kind == HTNC_NODE_LOCAL && node->property->index <= UINT16_MAX &&
           lowering->code->storages[node->property->index] == HTN_STORAGE_U8;
}

static void emit_cell_test(htnc_lowering *lowering, const htnc_node *node, htn_opcode op, htnc_label *otherwise)
{
    htnc_emit_jump(lowering, op, (uint32_t)node->arguments[0]->value, node->property->index, otherwise);
    htnc_note_read(lowering, node);
}

/* Pushes a value that is 0 exactly where the node does not hold, or (true) exactly where it does. */
static bool push_truth(htnc_lowering *lowering, const htnc_node *node)
{
    const htnc_node *x = node->operands[0], *y = node->operands[1];
    if ((htnc_node_is(node, HTNC_EQ) || htnc_node_is(node, HTNC_NE)) && htnc_node_is_constant(y) && y->value == 0) {
        htnc_push(lowering, x);
        return node->op == HTNC_EQ;
    }
    if (node->kind == HTNC_NODE_OPERATOR && node->op >= HTNC_LT && node->op <= HTNC_GE) {
        bool less = node->op == HTNC_LT || node->op == HTNC_GT;
        const htnc_node *smaller = node->op <= HTNC_LE ? x : y, *greater = node->op <= HTNC_LE ? y : x;
        bool inverse = greater->stack > smaller->stack; /* x < y is not (y <= x) */
        htnc_push(lowering, inverse ? greater : smaller);
        htnc_push(lowering, inverse ? smaller : greater);
        htnc_emit(lowering, less != inverse ? HTN_OP_LT : HTN_OP_LE, 0, 0, 0);
        return inverse;
    }
    htnc_push(lowering, node);
    return false;
}

void htnc_jump_unless(htnc_lowering *lowering, const htnc_node *node, htnc_label *label)
{
    const htnc_property *property;
    htnc_operator_kind op;
    int32_t value;
    if (htnc_node_is(node, HTNC_NOT)) {
        htnc_jump_if(lowering, node->operands[0], label);
    } else if (htnc_node_is(node, HTNC_AND)) {
        htnc_jump_unless(lowering, node->operands[0], label);
        htnc_jump_unless(lowering, node->operands[1], label);
    } else if (htnc_node_is(node, HTNC_OR)) {
        htnc_label holds = HTNC_LABEL;
        htnc_jump_if(lowering, node->operands[0], &holds);
        htnc_jump_unless(lowering, node->operands[1], label);
        htnc_emit_label(lowering, &holds);
    } else if (node->kind == HTNC_NODE_SEARCH && node->search->quantifier == HTNC_EXISTS) {
        htnc_search_unless(lowering, node->search, label);
    } else if (fused(lowering, node, &property, &op, &value)) {
        emit_fused(lowering, property, op, value, label);
        htnc_note_property(lowering, property);
    } else if (is_cell_test(lowering, node)) {
        emit_cell_test(lowering, node, HTN_OP_TEST_CELL, label);
    } else {
        htnc_prepare(lowering, node);
        bool inverse = push_truth(lowering, node);
        htnc_emit_jump(lowering, inverse ? HTN_OP_BRANCH_TRUE : HTN_OP_BRANCH_FALSE, 0, 0, label);
    }
}

/* A fused test jumps where it does not hold, so the opposite one is emitted. */
static void emit_fused_opposite(htnc_lowering *lowering, const htnc_property *property, htnc_operator_kind op,
                                int32_t value, htnc_label *label)
{
    if (op == HTNC_EQ && property->type->low == 0 && property->type->high == 1)
        emit_fused(lowering, property, HTNC_EQ, !value, label);
    else if (op == HTNC_EQ || op == HTNC_NE)
        emit_fused(lowering, property, op == HTNC_EQ ? HTNC_NE : HTNC_EQ, value, label);
    else if (op == HTNC_LE)
        emit_fused(lowering, property, HTNC_GE, value + 1, label);
    else
        emit_fused(lowering, property, HTNC_LE, value - 1, label);
}

void htnc_jump_if(htnc_lowering *lowering, const htnc_node *node, htnc_label *label)
{
    const htnc_property *property;
    htnc_operator_kind op;
    int32_t value;
    if (htnc_node_is(node, HTNC_NOT)) {
        htnc_jump_unless(lowering, node->operands[0], label);
    } else if (htnc_node_is(node, HTNC_OR)) {
        htnc_jump_if(lowering, node->operands[0], label);
        htnc_jump_if(lowering, node->operands[1], label);
    } else if (htnc_node_is(node, HTNC_AND)) {
        htnc_label fails = HTNC_LABEL;
        htnc_jump_unless(lowering, node->operands[0], &fails);
        htnc_jump_if(lowering, node->operands[1], label);
        htnc_emit_label(lowering, &fails);
    } else if (node->kind == HTNC_NODE_SEARCH && node->search->quantifier == HTNC_EXISTS) {
        htnc_search_if(lowering, node->search, label);
    } else if (fused(lowering, node, &property, &op, &value)) {
        emit_fused_opposite(lowering, property, op, value, label);
        htnc_note_property(lowering, property);
    } else if (is_cell_test(lowering, node)) {
        emit_cell_test(lowering, node, HTN_OP_TEST_NO_CELL, label);
    } else {
        htnc_prepare(lowering, node);
        bool inverse = push_truth(lowering, node);
        htnc_emit_jump(lowering, inverse ? HTN_OP_BRANCH_FALSE : HTN_OP_BRANCH_TRUE, 0, 0, label);
    }
}
