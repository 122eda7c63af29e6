/*
 * Conditions as jumps, and the loops of quantifiers. They are in one file because they need each other: a quantifier is a loop
 * whose body is a list of conditions, and a condition may contain quantifiers.
 *
 * `and`, `or` and `not` become jumps, so that evaluation stops as soon as the outcome is known. Invariant: the evaluation stack
 * is empty at every jump. So a quantifier whose value is an operand of something runs before it, and leaves its value in a local.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_layout.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_value.h"
#include "compiler/types/fold_operators.h"

static void search_unless(htnc_emitter *to, const htnc_search *search, htnc_label *label);
static void search_if(htnc_emitter *to, const htnc_search *search, htnc_label *label);

/* A property of one byte, as `P op constant`: *property, *op and *value. */
static bool fused(const htnc_code *code, const htnc_node *node, const htnc_property **property, htnc_operator_kind *op,
                  int32_t *value)
{
    if (node->kind == HTNC_NODE_PROPERTY) { /* its range is 0..1 */
        *property = node->property;
        *op = HTNC_EQ;
        *value = 1;
    } else if (node->kind == HTNC_NODE_OPERATOR && htnc_is_comparison(node->op) &&
               node->operands[0]->kind == HTNC_NODE_PROPERTY && htnc_node_is_constant(node->operands[1])) {
        *property = node->operands[0]->property;
        *op = node->op;
        *value = node->operands[1]->value;
    } else {
        return false;
    }
    return htnc_has_byte_operand(code, *property);
}

bool htnc_asks_for_byte(const htnc_code *code, const htnc_node *node, const htnc_property **property, int32_t *value)
{
    htnc_operator_kind op;
    const bool is_not = htnc_node_is(node, HTNC_NOT);
    if (!fused(code, is_not ? node->operands[0] : node, property, &op, value))
        return false;
    if (is_not == (op == HTNC_EQ)) { /* of a truth, what it is not to be says what it is */
        const htnc_type *type = (*property)->type;
        *value = !*value;
        return (op == HTNC_EQ || op == HTNC_NE) && type->low == 0 && type->high == 1;
    }
    return op == HTNC_EQ;
}

/* The constant is in the property's range, and neither `<= high` nor `>= low`: lower_compare.c saw to it. */
static void emit_fused(htnc_emitter *to, const htnc_property *property, htnc_operator_kind op, int32_t value,
                       htnc_label *otherwise)
{
    htn_opcode opcode = op == HTNC_EQ   ? HTN_OP_TEST_EQ_U8
                        : op == HTNC_NE ? HTN_OP_TEST_NE_U8
                        : op == HTNC_LE ? HTN_OP_TEST_LE_U8
                                        : HTN_OP_TEST_GE_U8;
    htnc_emit_jump(to, opcode, (uint32_t)value, to->code->addresses[property->index], otherwise);
}

/* A table of truths, one to a byte, at a local. */
static bool is_cell_test(const htnc_emitter *to, const htnc_node *node)
{
    return node->kind == HTNC_NODE_CELL && node->low == 0 && node->high == 1 && node->count == 1 &&
           node->arguments[0]->kind == HTNC_NODE_LOCAL && node->property->index <= UINT16_MAX &&
           to->code->storages[node->property->index] == HTN_STORAGE_U8;
}

static void emit_cell_test(htnc_emitter *to, const htnc_node *node, htn_opcode op, htnc_label *otherwise)
{
    htnc_emit_jump(to, op, (uint32_t)node->arguments[0]->value, node->property->index, otherwise);
    htnc_note_read(to, node);
}

/* Pushes a value that is 0 exactly where the node does not hold, or (true) exactly where it does. */
static bool push_truth(htnc_emitter *to, const htnc_node *node)
{
    const htnc_node *x = node->operands[0], *y = node->operands[1];
    if ((htnc_node_is(node, HTNC_EQ) || htnc_node_is(node, HTNC_NE)) && htnc_node_is_constant(y) && y->value == 0) {
        htnc_push(to, x);
        return node->op == HTNC_EQ;
    }
    if (node->kind == HTNC_NODE_OPERATOR && node->op >= HTNC_LT && node->op <= HTNC_GE) {
        bool less = node->op == HTNC_LT || node->op == HTNC_GT;
        const htnc_node *smaller = node->op <= HTNC_LE ? x : y, *greater = node->op <= HTNC_LE ? y : x;
        bool inverse = greater->stack > smaller->stack; /* x < y is not (y <= x) */
        htnc_push(to, inverse ? greater : smaller);
        htnc_push(to, inverse ? smaller : greater);
        htnc_emit(to, less != inverse ? HTN_OP_LT : HTN_OP_LE, 0, 0, 0);
        return inverse;
    }
    htnc_push(to, node);
    return false;
}

/* A fused test jumps where it does not hold. This one jumps where `property op value` does hold. */
static void emit_fused_opposite(htnc_emitter *to, const htnc_property *property, htnc_operator_kind op, int32_t value,
                                htnc_label *label)
{
    if (op == HTNC_EQ && property->type->low == 0 && property->type->high == 1)
        emit_fused(to, property, HTNC_EQ, !value, label);
    else if (op == HTNC_EQ || op == HTNC_NE)
        emit_fused(to, property, op == HTNC_EQ ? HTNC_NE : HTNC_EQ, value, label);
    else if (op == HTNC_LE)
        emit_fused(to, property, HTNC_GE, value + 1, label);
    else
        emit_fused(to, property, HTNC_LE, value - 1, label);
}

/* Goes to `label` where the truth of the node is `when`. Of `x and y` a false operand decides, of `x or y` a true one. */
static void jump(htnc_emitter *to, const htnc_node *node, bool when, htnc_label *label)
{
    const htnc_property *property;
    htnc_operator_kind op;
    int32_t value;
    if (htnc_node_is(node, HTNC_NOT)) {
        jump(to, node->operands[0], !when, label);
    } else if (htnc_node_is(node, when ? HTNC_OR : HTNC_AND)) {
        jump(to, node->operands[0], when, label);
        jump(to, node->operands[1], when, label);
    } else if (htnc_node_is(node, when ? HTNC_AND : HTNC_OR)) {
        htnc_label decided = HTNC_LABEL;
        jump(to, node->operands[0], !when, &decided);
        jump(to, node->operands[1], when, label);
        htnc_emit_label(to, &decided);
    } else if (node->kind == HTNC_NODE_SEARCH && node->search->quantifier == HTNC_EXISTS) {
        (when ? search_if : search_unless)(to, node->search, label);
    } else if (fused(to->code, node, &property, &op, &value)) {
        (when ? emit_fused_opposite : emit_fused)(to, property, op, value, label);
        htnc_note_property(to, property);
    } else if (is_cell_test(to, node)) {
        emit_cell_test(to, node, when ? HTN_OP_TEST_NO_CELL : HTN_OP_TEST_CELL, label);
    } else {
        htnc_prepare(to, node);
        bool inverse = push_truth(to, node);
        htnc_emit_jump(to, inverse == when ? HTN_OP_BRANCH_FALSE : HTN_OP_BRANCH_TRUE, 0, 0, label);
    }
}

void htnc_jump_unless(htnc_emitter *to, const htnc_node *node, htnc_label *label)
{
    jump(to, node, false, label);
}

void htnc_jump_if(htnc_emitter *to, const htnc_node *node, htnc_label *label)
{
    jump(to, node, true, label);
}

/* --- Loops over instances ------------------------------------------------------------------------- */

static void emit_indexed(htnc_emitter *to, const htnc_loop *loop, htnc_label *again, htnc_label *exit)
{
    for (const htnc_test *guard = loop->guards; guard != NULL; guard = guard->next)
        htnc_jump_unless(to, guard->node, exit);
    htnc_prepare(to, loop->key);
    htnc_push(to, loop->key);
    htnc_emit_set(to, loop->state + 1);
    htnc_emit_set_constant(to, loop->state + 2, 0);
    htnc_emit_back_label(to, again);
    htnc_emit_jump(to, HTN_OP_NEXT_FACT, loop->state, loop->index, exit);
    htnc_note_exhausted(to, loop);
    if (loop->state == loop->variable)
        return;
    htnc_emit_get(to, loop->state);
    htnc_emit_set(to, loop->variable);
}

void htnc_emit_loop(htnc_emitter *to, const htnc_loop *loop, htnc_label *again, htnc_label *exit)
{
    if (loop->indexed) {
        emit_indexed(to, loop, again, exit);
        return;
    }
    if (loop->before != NULL) {
        htnc_prepare(to, loop->before);
        htnc_push(to, loop->before);
        htnc_emit_set(to, loop->variable);
    } else {
        htnc_emit_set_constant(to, loop->variable, loop->type->low - 1);
    }
    htnc_emit_back_label(to, again);
    htnc_emit_jump(to, HTN_OP_NEXT_INSTANCE, loop->variable, to->code->type_indexes[loop->type->index], exit);
    htnc_note_exhausted(to, loop);
}

void htnc_emit_test(htnc_emitter *to, const htnc_test *test, htnc_label *again, htnc_label *exit)
{
    htnc_jump_unless(to, test->node, test->ends ? exit : again);
}

/* The test that decides last: the others have been emitted by then. */
static const htnc_test *last_test(const htnc_test *tests)
{
    const htnc_test *last = NULL;
    for (; tests != NULL; tests = tests->next)
        if (tests->level > 0 && !tests->implied && !tests->ends)
            last = tests;
    return last;
}

static void emit_in_front(htnc_emitter *to, const htnc_test *tests, htnc_label *exit)
{
    for (; tests != NULL; tests = tests->next)
        if (tests->level == 0)
            htnc_jump_unless(to, tests->node, exit);
}

/* One that ends the loop goes first, or those before it could keep the loop from ending. */
static void emit_tests(htnc_emitter *to, const htnc_test *tests, const htnc_test *but, htnc_label *again,
                       htnc_label *exit)
{
    for (const htnc_test *test = tests; test != NULL; test = test->next)
        if (test->ends)
            htnc_emit_test(to, test, again, exit);
    for (const htnc_test *test = tests; test != NULL; test = test->next)
        if (test->level > 0 && !test->implied && !test->ends && test != but)
            htnc_emit_test(to, test, again, exit);
}

void htnc_emit_matches(htnc_emitter *to, const htnc_loop *loop, const htnc_test *tests, htnc_label *again,
                       htnc_label *exit)
{
    emit_in_front(to, tests, exit);
    htnc_emit_loop(to, loop, again, exit);
    const htnc_loop *around = htnc_note_loop(to, loop);
    emit_tests(to, tests, NULL, again, exit);
    htnc_note_loop(to, around);
}

static void search_unless(htnc_emitter *to, const htnc_search *search, htnc_label *label)
{
    htnc_label again = HTNC_LABEL;
    htnc_emit_matches(to, &search->loop, search->tests, &again, label);
}

static void search_if(htnc_emitter *to, const htnc_search *search, htnc_label *label)
{
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL;
    const htnc_test *last = last_test(search->tests);
    emit_in_front(to, search->tests, &done);
    htnc_emit_loop(to, &search->loop, &again, &done);
    const htnc_loop *around = htnc_note_loop(to, &search->loop);
    emit_tests(to, search->tests, last, &again, &done);
    if (last != NULL) { /* a test leads to `label`, so that a trace sees what decided */
        htnc_jump_if(to, last->node, label);
        htnc_emit_jump(to, HTN_OP_JUMP, 0, 0, &again);
    } else {
        htnc_emit(to, HTN_OP_PUSH, 0, 0, 0);
        htnc_emit_jump(to, HTN_OP_BRANCH_FALSE, 0, 0, label);
    }
    htnc_note_loop(to, around);
    htnc_emit_label(to, &done);
}

/* --- Values --------------------------------------------------------------------------------------- */

static void emit_truth(htnc_emitter *to, const htnc_search *search)
{
    htnc_label none = HTNC_LABEL;
    htnc_emit_set_constant(to, search->result, 0);
    search_unless(to, search, &none);
    htnc_emit_set_constant(to, search->result, 1);
    htnc_emit_label(to, &none);
}

static void emit_sum(htnc_emitter *to, const htnc_search *search)
{
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL;
    htnc_emit_set_constant(to, search->result, 0);
    htnc_emit_matches(to, &search->loop, search->tests, &again, &done);
    if (search->body != NULL) {
        htnc_prepare(to, search->body);
        htnc_push(to, search->body);
    } else {
        htnc_emit(to, HTN_OP_PUSH, 0, 0, 1);
    }
    htnc_emit_get(to, search->result);
    htnc_emit(to, HTN_OP_ADD, 0, 0, 0);
    htnc_emit_set(to, search->result);
    if (search->enough > 0) {
        htnc_emit_get(to, search->result);
        htnc_emit(to, HTN_OP_PUSH, 0, 0, search->enough);
        htnc_emit(to, HTN_OP_LT, 0, 0, 0);
        htnc_emit_jump(to, HTN_OP_BRANCH_TRUE, 0, 0, &again);
    } else {
        htnc_emit_jump(to, HTN_OP_JUMP, 0, 0, &again);
    }
    htnc_emit_label(to, &done);
}

static void emit_extreme(htnc_emitter *to, const htnc_search *search)
{
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL, other = HTNC_LABEL;
    htnc_emit_set_constant(to, search->result, 0);
    htnc_emit_set_constant(to, search->found, 0);
    htnc_emit_matches(to, &search->loop, search->tests, &again, &done);
    htnc_prepare(to, search->body);
    htnc_push(to, search->body);
    htnc_emit_set(to, search->value);
    htnc_emit_get(to, search->found);
    htnc_emit_jump(to, HTN_OP_BRANCH_TRUE, 0, 0, &other);
    htnc_emit_set_constant(to, search->found, 1);
    htnc_emit_get(to, search->value);
    htnc_emit_set(to, search->result);
    htnc_emit_jump(to, HTN_OP_JUMP, 0, 0, &again);
    htnc_emit_label(to, &other);
    htnc_emit_get(to, search->value);
    htnc_emit_get(to, search->result);
    htnc_emit(to, search->quantifier == HTNC_LEAST ? HTN_OP_MIN : HTN_OP_MAX, 0, 0, 0);
    htnc_emit_set(to, search->result);
    htnc_emit_jump(to, HTN_OP_JUMP, 0, 0, &again);
    htnc_emit_label(to, &done);
}

void htnc_prepare(htnc_emitter *to, const htnc_node *node)
{
    if (!node->searches)
        return;
    if (node->kind == HTNC_NODE_SEARCH) {
        if (node->search->quantifier == HTNC_EXISTS)
            emit_truth(to, node->search);
        else if (node->search->quantifier >= HTNC_LEAST)
            emit_extreme(to, node->search);
        else
            emit_sum(to, node->search);
        return;
    }
    for (uint32_t i = 0; i < 3 && node->operands[i] != NULL; i++)
        htnc_prepare(to, node->operands[i]);
    for (uint32_t i = 0; node->arguments != NULL && i < node->count; i++)
        htnc_prepare(to, node->arguments[i]);
}
