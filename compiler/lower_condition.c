/*
 * Conditions as code that jumps where they do not hold, and falls through where they do. `and`, `or`
 * and `not` become jumps, so that evaluation stops early and the stack is empty at every target.
 */
#include "lower.h"

static void jump_if(htnc_lowering *lowering, const htnc_node *node, htnc_label *label);

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

static void jump_unless(htnc_lowering *lowering, const htnc_node *node, htnc_label *label)
{
    const htnc_property *property;
    htnc_operator_kind op;
    int32_t value;
    if (htnc_node_is(node, HTNC_NOT)) {
        jump_if(lowering, node->operands[0], label);
    } else if (htnc_node_is(node, HTNC_AND)) {
        jump_unless(lowering, node->operands[0], label);
        jump_unless(lowering, node->operands[1], label);
    } else if (htnc_node_is(node, HTNC_OR)) {
        htnc_label holds = HTNC_LABEL;
        jump_if(lowering, node->operands[0], &holds);
        jump_unless(lowering, node->operands[1], label);
        htnc_emit_label(lowering, &holds);
    } else if (fused(lowering, node, &property, &op, &value)) {
        emit_fused(lowering, property, op, value, label);
    } else {
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

static void jump_if(htnc_lowering *lowering, const htnc_node *node, htnc_label *label)
{
    const htnc_property *property;
    htnc_operator_kind op;
    int32_t value;
    if (htnc_node_is(node, HTNC_NOT)) {
        jump_unless(lowering, node->operands[0], label);
    } else if (htnc_node_is(node, HTNC_OR)) {
        jump_if(lowering, node->operands[0], label);
        jump_if(lowering, node->operands[1], label);
    } else if (htnc_node_is(node, HTNC_AND)) {
        htnc_label fails = HTNC_LABEL;
        jump_unless(lowering, node->operands[0], &fails);
        jump_if(lowering, node->operands[1], label);
        htnc_emit_label(lowering, &fails);
    } else if (fused(lowering, node, &property, &op, &value)) {
        emit_fused_opposite(lowering, property, op, value, label);
    } else {
        bool inverse = push_truth(lowering, node);
        htnc_emit_jump(lowering, inverse ? HTN_OP_BRANCH_FALSE : HTN_OP_BRANCH_TRUE, 0, 0, label);
    }
}

htnc_tests htnc_tests_of(htnc_lowering *lowering, const htnc_expr *items)
{
    htnc_tests tests = {NULL, NULL};
    htnc_test **next = &tests.first;
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        htnc_node *node;
        htnc_subject(lowering, item->span);
        node = htnc_node_of(lowering, item);
        if (htnc_node_is_constant(node)) {
            if (node->value == 0 && tests.never == NULL)
                tests.never = item;
            continue;
        }
        *next = HTNC_NEW(lowering->arena, htnc_test);
        (*next)->node = node;
        (*next)->span = item->span;
        next = &(*next)->next;
    }
    return tests;
}

void htnc_emit_tests(htnc_lowering *lowering, const htnc_tests *tests, htn_item_kind kind, const htnc_task *task,
                     uint32_t method, htnc_label *otherwise)
{
    for (const htnc_test *test = tests->first; test != NULL; test = test->next) {
        htnc_item_begin(lowering, kind, task, method, test->span);
        jump_unless(lowering, test->node, otherwise);
        htnc_item_end(lowering);
        if (lowering->to->item.end - lowering->to->item.first == 1) /* there is one way to have passed it */
            htnc_known_after(lowering, &lowering->to->instructions[lowering->to->item.first]);
    }
}
