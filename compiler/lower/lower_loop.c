/*
 * Loops over instances. Each begins with the evaluation stack empty, as all jumps do; so a search whose value is
 * needed among others runs before them, and leaves it in a local.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_fold.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_value.h"

static void emit_indexed(htnc_lowering *lowering, const htnc_loop *loop, htnc_label *again, htnc_label *exit)
{
    for (const htnc_test *guard = loop->guards; guard != NULL; guard = guard->next)
        htnc_jump_unless(lowering, guard->node, exit);
    htnc_prepare(lowering, loop->key);
    htnc_push(lowering, loop->key);
    htnc_emit_set(lowering, loop->state + 1);
    htnc_emit_set_constant(lowering, loop->state + 2, 0);
    htnc_emit_back_label(lowering, again);
    htnc_emit_jump(lowering, HTN_OP_NEXT_FACT, loop->state, loop->index, exit);
    htnc_note_exhausted(lowering, loop);
    if (loop->state == loop->variable)
        return;
    htnc_emit_get(lowering, loop->state);
    htnc_emit_set(lowering, loop->variable);
}

void htnc_emit_loop(htnc_lowering *lowering, const htnc_loop *loop, htnc_label *again, htnc_label *exit)
{
    if (loop->indexed) {
        emit_indexed(lowering, loop, again, exit);
        return;
    }
    if (loop->only != NULL) {
        htnc_node *before = htnc_node_binary(lowering, HTNC_SUB, loop->only,
                                             htnc_node_constant(lowering, 1)); /* the next is that one */
        htnc_prepare(lowering, before);
        htnc_push(lowering, before);
        htnc_emit_set(lowering, loop->variable);
    } else {
        htnc_emit_set_constant(lowering, loop->variable, loop->type->low - 1);
    }
    htnc_emit_back_label(lowering, again);
    htnc_emit_jump(lowering, HTN_OP_NEXT_INSTANCE, loop->variable, lowering->code->type_indexes[loop->type->index],
                   exit);
    htnc_note_exhausted(lowering, loop);
}

void htnc_emit_test(htnc_lowering *lowering, const htnc_test *test, htnc_label *again, htnc_label *exit)
{
    htnc_jump_unless(lowering, test->node, test->ends ? exit : again);
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

static void emit_in_front(htnc_lowering *lowering, const htnc_test *tests, htnc_label *exit)
{
    for (; tests != NULL; tests = tests->next)
        if (tests->level == 0)
            htnc_jump_unless(lowering, tests->node, exit);
}

/* One that ends the loop goes first, or those before it could keep the loop from ending. */
static void emit_tests(htnc_lowering *lowering, const htnc_test *tests, const htnc_test *but, htnc_label *again,
                       htnc_label *exit)
{
    for (const htnc_test *test = tests; test != NULL; test = test->next)
        if (test->ends)
            htnc_emit_test(lowering, test, again, exit);
    for (const htnc_test *test = tests; test != NULL; test = test->next)
        if (test->level > 0 && !test->implied && !test->ends && test != but)
            htnc_emit_test(lowering, test, again, exit);
}

void htnc_emit_matches(htnc_lowering *lowering, const htnc_loop *loop, const htnc_test *tests, htnc_label *again,
                       htnc_label *exit)
{
    emit_in_front(lowering, tests, exit);
    htnc_emit_loop(lowering, loop, again, exit);
    const htnc_loop *around = htnc_note_loop(lowering, loop);
    emit_tests(lowering, tests, NULL, again, exit);
    htnc_note_loop(lowering, around);
}

void htnc_search_unless(htnc_lowering *lowering, const htnc_search *search, htnc_label *label)
{
    htnc_label again = HTNC_LABEL;
    htnc_emit_matches(lowering, &search->loop, search->tests, &again, label);
}

void htnc_search_if(htnc_lowering *lowering, const htnc_search *search, htnc_label *label)
{
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL;
    const htnc_test *last = last_test(search->tests);
    emit_in_front(lowering, search->tests, &done);
    htnc_emit_loop(lowering, &search->loop, &again, &done);
    const htnc_loop *around = htnc_note_loop(lowering, &search->loop);
    emit_tests(lowering, search->tests, last, &again, &done);
    if (last != NULL) { /* a test leads to `label`, so that a trace sees what decided */
        htnc_jump_if(lowering, last->node, label);
        htnc_emit_jump(lowering, HTN_OP_JUMP, 0, 0, &again);
    } else {
        htnc_emit(lowering, HTN_OP_PUSH, 0, 0, 0);
        htnc_emit_jump(lowering, HTN_OP_BRANCH_FALSE, 0, 0, label);
    }
    htnc_note_loop(lowering, around);
    htnc_emit_label(lowering, &done);
}

/* --- Values --------------------------------------------------------------------------------------- */

static void emit_truth(htnc_lowering *lowering, const htnc_search *search)
{
    htnc_label none = HTNC_LABEL;
    htnc_emit_set_constant(lowering, search->result, 0);
    htnc_search_unless(lowering, search, &none);
    htnc_emit_set_constant(lowering, search->result, 1);
    htnc_emit_label(lowering, &none);
}

static void emit_sum(htnc_lowering *lowering, const htnc_search *search)
{
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL;
    htnc_emit_set_constant(lowering, search->result, 0);
    htnc_emit_matches(lowering, &search->loop, search->tests, &again, &done);
    if (search->body != NULL) {
        htnc_prepare(lowering, search->body);
        htnc_push(lowering, search->body);
    } else {
        htnc_emit(lowering, HTN_OP_PUSH, 0, 0, 1);
    }
    htnc_emit_get(lowering, search->result);
    htnc_emit(lowering, HTN_OP_ADD, 0, 0, 0);
    htnc_emit_set(lowering, search->result);
    if (search->enough > 0) {
        htnc_emit_get(lowering, search->result);
        htnc_emit(lowering, HTN_OP_PUSH, 0, 0, search->enough);
        htnc_emit(lowering, HTN_OP_LT, 0, 0, 0);
        htnc_emit_jump(lowering, HTN_OP_BRANCH_TRUE, 0, 0, &again);
    } else {
        htnc_emit_jump(lowering, HTN_OP_JUMP, 0, 0, &again);
    }
    htnc_emit_label(lowering, &done);
}

static void emit_extreme(htnc_lowering *lowering, const htnc_search *search)
{
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL, other = HTNC_LABEL;
    htnc_emit_set_constant(lowering, search->result, 0);
    htnc_emit_set_constant(lowering, search->found, 0);
    htnc_emit_matches(lowering, &search->loop, search->tests, &again, &done);
    htnc_prepare(lowering, search->body);
    htnc_push(lowering, search->body);
    htnc_emit_set(lowering, search->value);
    htnc_emit_get(lowering, search->found);
    htnc_emit_jump(lowering, HTN_OP_BRANCH_TRUE, 0, 0, &other);
    htnc_emit_set_constant(lowering, search->found, 1);
    htnc_emit_get(lowering, search->value);
    htnc_emit_set(lowering, search->result);
    htnc_emit_jump(lowering, HTN_OP_JUMP, 0, 0, &again);
    htnc_emit_label(lowering, &other);
    htnc_emit_get(lowering, search->value);
    htnc_emit_get(lowering, search->result);
    htnc_emit(lowering, search->quantifier == HTNC_LEAST ? HTN_OP_MIN : HTN_OP_MAX, 0, 0, 0);
    htnc_emit_set(lowering, search->result);
    htnc_emit_jump(lowering, HTN_OP_JUMP, 0, 0, &again);
    htnc_emit_label(lowering, &done);
}

void htnc_prepare(htnc_lowering *lowering, const htnc_node *node)
{
    if (!node->searches)
        return;
    if (node->kind == HTNC_NODE_SEARCH) {
        if (node->search->quantifier == HTNC_EXISTS)
            emit_truth(lowering, node->search);
        else if (node->search->quantifier >= HTNC_LEAST)
            emit_extreme(lowering, node->search);
        else
            emit_sum(lowering, node->search);
        return;
    }
    for (uint32_t i = 0; i < 3 && node->operands[i] != NULL; i++)
        htnc_prepare(lowering, node->operands[i]);
    for (uint32_t i = 0; node->arguments != NULL && i < node->count; i++)
        htnc_prepare(lowering, node->arguments[i]);
}
