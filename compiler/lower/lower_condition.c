/*
 * Conditions as jumps, and the loops of quantifiers. They are in one file because they need each other: a quantifier is a loop
 * whose body is a list of conditions, and a condition may contain quantifiers.
 *
 * `and`, `or` and `not` become jumps, so that evaluation stops as soon as the outcome is known. Invariant: the evaluation stack
 * is empty at every jump. So a quantifier whose value is an operand of something runs before it, and leaves its value in a local.
 */
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_layout.h"
#include "compiler/lower/lower_value.h"
#include "compiler/types/fold_operators.h"

static void search_unless(htnc_emitter *to, const htnc_search *search, htnc_label *label);
static void search_if(htnc_emitter *to, const htnc_search *search, htnc_label *label);

/* `property op value`, where the property is one byte and op is EQ, NE, LE or GE. The instructions TEST_*_U8 test that. */
typedef struct byte_test {
    const htnc_property *property;
    htnc_operator_kind op;
    int32_t value;
} byte_test;

/* Reads a condition as a test of a byte. `P` is `P == 1`, `not P` is `P == 0`. */
static bool read_byte_test(const htnc_code *code, const htnc_node *node, byte_test *test)
{
    const bool negated = htnc_node_is(node, HTNC_NOT);
    const htnc_node *x = negated ? node->operands[0] : node;
    if (x->kind == HTNC_NODE_PROPERTY) /* a condition, so its values are 0 and 1 */
        *test = (byte_test){x->property, HTNC_EQ, !negated};
    else if (!negated && x->kind == HTNC_NODE_OPERATOR && htnc_is_comparison(x->op) &&
             x->operands[0]->kind == HTNC_NODE_PROPERTY && htnc_node_is_constant(x->operands[1]))
        *test = (byte_test){x->operands[0]->property, x->op, x->operands[1]->value};
    else
        return false;
    return htnc_has_byte_operand(code, test->property);
}

bool htnc_is_byte_test(const htnc_code *code, const htnc_node *node, const htnc_property **property, int32_t *value)
{
    byte_test test;
    if (!read_byte_test(code, node, &test) || test.op != HTNC_EQ)
        return false;
    *property = test.property;
    *value = test.value;
    return true;
}

/* The value is within the property's range, and not at an end that makes the test constant: see lower_fold.c. */
static byte_test opposite_of(byte_test test)
{
    const htnc_type *type = test.property->type;
    if (test.op == HTNC_EQ && type->low == 0 && type->high == 1)
        return (byte_test){test.property, HTNC_EQ, !test.value};
    return (byte_test){test.property, htnc_opposite(test.op), test.value};
}

static void emit_byte_test(htnc_emitter *to, byte_test test, htnc_label *otherwise)
{
    htn_opcode op = HTN_OP_TEST_EQ_U8;
    switch (test.op) {
    case HTNC_NE: op = HTN_OP_TEST_NE_U8; break;
    case HTNC_LE: op = HTN_OP_TEST_LE_U8; break;
    case HTNC_GE: op = HTN_OP_TEST_GE_U8; break;
    case HTNC_GT:
        op = HTN_OP_TEST_GE_U8;
        test.value++;
        break;
    case HTNC_LT:
        op = HTN_OP_TEST_LE_U8;
        test.value--;
        break;
    default: break;
    }
    htnc_emit_jump(to, op, (uint32_t)test.value, to->code->addresses[test.property->index], otherwise);
    htnc_note_property(to, test.property);
}

/* Whether a node is a cell of a table of truths in bytes, at a local: TEST_CELL tests that. */
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

/* Pushes a value that is 0 exactly where the node is false. Returns true where it is 0 exactly where the node is true. */
static bool push_truth(htnc_emitter *to, const htnc_node *node)
{
    const htnc_node *x = node->operands[0], *y = node->operands[1];
    if ((htnc_node_is(node, HTNC_EQ) || htnc_node_is(node, HTNC_NE)) && htnc_node_is_constant(y) && y->value == 0) {
        htnc_push(to, x);
        return node->op == HTNC_EQ;
    }
    if (node->kind == HTNC_NODE_OPERATOR && node->op >= HTNC_LT && node->op <= HTNC_GE) { /* LT, LE, GT, GE */
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

/* Goes to `label` where the truth of the node is `when`. Of `x and y` a false operand decides, of `x or y` a true one. */
static void jump(htnc_emitter *to, const htnc_node *node, bool when, htnc_label *label)
{
    byte_test test;
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
    } else if (read_byte_test(to->code, node, &test)) { /* the instruction jumps where the test fails */
        emit_byte_test(to, when ? opposite_of(test) : test, label);
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

void htnc_emit_not_asked(htnc_emitter *to, const htnc_loop *loop)
{
    htnc_emit_set_constant(to, loop->list + HTN_LIST_POSITION, 0);
}

/* PROPOSE makes the position 1. */
static void emit_proposed(htnc_emitter *to, const htnc_loop *loop, htnc_label *again, htnc_label *exit)
{
    const uint32_t most = loop->from->query->most;
    htnc_label asked = HTNC_LABEL;
    if (loop->kept) {
        htnc_emit_get(to, loop->list + HTN_LIST_POSITION);
        htnc_emit_jump(to, HTN_OP_BRANCH_TRUE, 0, 0, &asked);
    }
    for (uint32_t i = 0; i < loop->from->count; i++)
        htnc_prepare(to, loop->from->arguments[i]);
    for (uint32_t i = 0; i < loop->from->count; i++)
        htnc_push(to, loop->from->arguments[i]);
    htnc_emit(to, HTN_OP_PROPOSE, loop->list, most, loop->from->query->index);
    htnc_note_read(to, loop->from);
    if (loop->kept) {
        htnc_emit_label(to, &asked);
        htnc_emit_set_constant(to, loop->list + HTN_LIST_POSITION, 1);
    }
    htnc_emit_back_label(to, again);
    htnc_emit_jump(to, HTN_OP_NEXT_SOLUTION, loop->list, loop->variable | most << 8, exit);
    htnc_note_exhausted(to, loop);
}

void htnc_emit_loop(htnc_emitter *to, const htnc_loop *loop, htnc_label *again, htnc_label *exit)
{
    if (loop->from != NULL) {
        emit_proposed(to, loop, again, exit);
        return;
    }
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

/* The test of the loop that is emitted last; NULL: it has none. */
static const htnc_test *last_test(const htnc_test *tests)
{
    const htnc_test *last = NULL;
    for (; tests != NULL; tests = tests->next)
        if (tests->level > 0 && !tests->implied && !tests->ends)
            last = tests;
    return last;
}

/* The tests that do not depend on the loop stand in front of it. */
static void emit_in_front(htnc_emitter *to, const htnc_test *tests, htnc_label *exit)
{
    for (; tests != NULL; tests = tests->next)
        if (tests->level == 0)
            htnc_jump_unless(to, tests->node, exit);
}

/* Tests that end the loop come first: a test before them could fail, and the loop would go on. */
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

/* The value of a `let`, which the tests behind it read. */
static void emit_let(htnc_emitter *to, const htnc_search *search, htnc_label *exit)
{
    emit_in_front(to, search->tests, exit);
    htnc_prepare(to, search->let);
    htnc_push(to, search->let);
    htnc_emit_set(to, search->loop.variable);
}

static void let_unless(htnc_emitter *to, const htnc_search *search, htnc_label *label)
{
    emit_let(to, search, label);
    for (const htnc_test *test = search->tests; test != NULL; test = test->next)
        if (test->level > 0)
            htnc_jump_unless(to, test->node, label);
}

static void let_if(htnc_emitter *to, const htnc_search *search, htnc_label *label)
{
    htnc_label done = HTNC_LABEL;
    const htnc_test *last = last_test(search->tests);
    emit_let(to, search, &done);
    for (const htnc_test *test = search->tests; test != NULL; test = test->next)
        if (test->level > 0 && test != last)
            htnc_jump_unless(to, test->node, &done);
    htnc_jump_if(to, last->node, label);
    htnc_emit_label(to, &done);
}

static void search_unless(htnc_emitter *to, const htnc_search *search, htnc_label *label)
{
    if (search->let != NULL) {
        let_unless(to, search, label);
        return;
    }
    htnc_label again = HTNC_LABEL;
    htnc_emit_matches(to, &search->loop, search->tests, &again, label);
}

static void search_if(htnc_emitter *to, const htnc_search *search, htnc_label *label)
{
    if (search->let != NULL) {
        let_if(to, search, label);
        return;
    }
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL;
    const htnc_test *last = last_test(search->tests);
    emit_in_front(to, search->tests, &done);
    htnc_emit_loop(to, &search->loop, &again, &done);
    const htnc_loop *around = htnc_note_loop(to, &search->loop);
    emit_tests(to, search->tests, last, &again, &done);
    if (last != NULL) { /* this test goes to `label`, so that a trace shows which test decided */
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
    htnc_emit(to, search->quantifier == HTNC_MINIMUM ? HTN_OP_MIN : HTN_OP_MAX, 0, 0, 0);
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
        else if (node->search->quantifier >= HTNC_MINIMUM)
            emit_extreme(to, node->search);
        else
            emit_sum(to, node->search);
        return;
    }
    for (uint32_t i = 0; i < 3 && node->operands[i] != NULL; i++)
        htnc_prepare(to, node->operands[i]);
    for (uint32_t i = 0; node->arguments != NULL && i < node->count; i++)
        htnc_prepare(to, node->arguments[i]);
    if (node->kind != HTNC_NODE_DERIVE)
        return;
    const bool noted = htnc_note_arguments(to, node);
    for (uint32_t i = 0; i < node->count; i++)
        htnc_push(to, node->arguments[i]);
    htnc_note_arguments_end(to, noted);
    htnc_emit(to, HTN_OP_DERIVE, (uint32_t)node->value, 0, node->derived->derived);
    htnc_note_read(to, node);
}
