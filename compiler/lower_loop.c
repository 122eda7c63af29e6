/*
 * Loops over instances. Each begins with the evaluation stack empty, as all jumps do; so a search whose value is
 * needed among others runs before them, and leaves it in a local.
 */
#include "lower.h"

void htnc_emit_loop(htnc_lowering *lowering, const htnc_loop *loop, htnc_label *again, htnc_label *exit)
{
    uint32_t type = lowering->code->type_indexes[loop->type->index];
    if (!loop->indexed) {
        htnc_emit_set_constant(lowering, loop->variable, loop->type->low - 1);
        htnc_emit_back_label(lowering, again);
        htnc_emit_jump(lowering, HTN_OP_NEXT_INSTANCE, loop->variable, type, exit);
        return;
    }
    htnc_prepare(lowering, loop->key);
    htnc_push(lowering, loop->key);
    htnc_emit_set(lowering, loop->state + 1);
    htnc_emit_set_constant(lowering, loop->state + 2, 0);
    htnc_emit_back_label(lowering, again);
    htnc_emit_jump(lowering, HTN_OP_NEXT_FACT, loop->state, loop->index, exit);
    if (loop->state == loop->variable)
        return;
    htnc_emit_get(lowering, loop->state);
    htnc_emit_set(lowering, loop->variable);
}

static const htnc_test *last_test(const htnc_search *search)
{
    const htnc_test *last = NULL;
    for (const htnc_test *test = search->tests; test != NULL; test = test->next)
        last = test->implied ? last : test;
    return last;
}

static void emit_tests(htnc_lowering *lowering, const htnc_search *search, const htnc_test *but, htnc_label *again)
{
    for (const htnc_test *test = search->tests; test != NULL; test = test->next)
        if (!test->implied && test != but)
            htnc_jump_unless(lowering, test->node, again);
}

/* Falls through with an instance that passes; `again` is the next one. */
static void emit_matches(htnc_lowering *lowering, const htnc_search *search, htnc_label *again, htnc_label *exit)
{
    htnc_emit_loop(lowering, &search->loop, again, exit);
    emit_tests(lowering, search, NULL, again);
}

void htnc_search_unless(htnc_lowering *lowering, const htnc_search *search, htnc_label *label)
{
    htnc_label again = HTNC_LABEL;
    emit_matches(lowering, search, &again, label);
}

void htnc_search_if(htnc_lowering *lowering, const htnc_search *search, htnc_label *label)
{
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL;
    const htnc_test *last = last_test(search);
    htnc_emit_loop(lowering, &search->loop, &again, &done);
    emit_tests(lowering, search, last, &again);
    if (last != NULL) { /* a test leads to `label`, so that a trace sees what decided */
        htnc_jump_if(lowering, last->node, label);
        htnc_emit_jump(lowering, HTN_OP_JUMP, 0, 0, &again);
    } else {
        htnc_emit(lowering, HTN_OP_PUSH, 0, 0, 0);
        htnc_emit_jump(lowering, HTN_OP_BRANCH_FALSE, 0, 0, label);
    }
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
    emit_matches(lowering, search, &again, &done);
    if (search->body != NULL) {
        htnc_prepare(lowering, search->body);
        htnc_push(lowering, search->body);
    } else {
        htnc_emit(lowering, HTN_OP_PUSH, 0, 0, 1);
    }
    htnc_emit_get(lowering, search->result);
    htnc_emit(lowering, HTN_OP_ADD, 0, 0, 0);
    htnc_emit_set(lowering, search->result);
    htnc_emit_jump(lowering, HTN_OP_JUMP, 0, 0, &again);
    htnc_emit_label(lowering, &done);
}

static void emit_extreme(htnc_lowering *lowering, const htnc_search *search)
{
    htnc_label again = HTNC_LABEL, done = HTNC_LABEL, other = HTNC_LABEL;
    htnc_emit_set_constant(lowering, search->result, 0);
    htnc_emit_set_constant(lowering, search->found, 0);
    emit_matches(lowering, search, &again, &done);
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
