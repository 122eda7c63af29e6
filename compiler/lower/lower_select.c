/*
 * `Select [highest]` and `Select [random]`: the candidates of a task, pairs of a method and a solution of its conditions,
 * by rank (lower_rank.c). The rank is the utility, or what is drawn by the weight; where ranks are equal the order is that of
 * the methods, and within one of its solutions, by the keys of `Prefer` first.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_select.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_rank.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_evaluate.h"

static uint32_t count_bindings(const htnc_method *method)
{
    uint32_t count = 0;
    for (const htnc_expr *item = method->conditions; item != NULL; item = item->next)
        count += item->kind == HTNC_EXPR_ANY;
    return count;
}

/* One solution needs no order. */
static uint32_t count_keys(const htnc_method *method)
{
    return count_bindings(method) > 0 ? htnc_count_keys(method->prefer) : 0;
}

htnc_selection htnc_selection_of(htnc_lowering *lowering, const htnc_task *task)
{
    htnc_selection made = {.lowering = lowering, .task = task};
    uint32_t bindings = 0;
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        made.ranking.keys = count_keys(method) > made.ranking.keys ? count_keys(method) : made.ranking.keys;
        bindings = count_bindings(method) > bindings ? count_bindings(method) : bindings;
    }
    made.has_floor = task->parameter_count;
    made.floor = made.has_floor + 1;
    made.ranking.at = task->parameter_count + (task->select_margin != NULL ? 2 : 0);
    made.end = made.ranking.at + htnc_ranking_locals(made.ranking.keys, bindings);
    return made;
}

static void emit_number(const htnc_selection *s, const htnc_expr *expr, int32_t otherwise)
{
    if (expr == NULL)
        htnc_emit(s->lowering->to, HTN_OP_PUSH, 0, 0, (uint32_t)otherwise);
    else
        htnc_push_expr(s->lowering, expr);
}

static void push_number(const htnc_selection *s, const htnc_method *method, const htnc_expr *expr, int32_t otherwise)
{
    if (expr != NULL)
        htnc_item_begin(s->lowering->to, HTN_ITEM_RANK, s->task, method->index, expr->span);
    emit_number(s, expr, otherwise);
    if (expr != NULL)
        htnc_item_end(s->lowering->to);
}

void htnc_select_floor(const htnc_selection *s, const htnc_method *method, const htnc_list *list)
{
    s->lowering->subject->temporaries = list->temporaries;
    push_number(s, method, method->utility, 0);
    htnc_emit(s->lowering->to, HTN_OP_PUSH, 0, 0, (uint32_t)s->task->select_margin->folded);
    htnc_emit(s->lowering->to, HTN_OP_ADD, 0, 0, 0);
    htnc_emit_set(s->lowering->to, s->floor);
    htnc_emit_set_constant(s->lowering->to, s->has_floor, 1);
}

/* Passes candidates over that do not rank above the floor, where there is one. */
static void test_floor(const htnc_selection *s, const htnc_method *method, htnc_label *again)
{
    htnc_label free = HTNC_LABEL;
    const htnc_expr *utility = method->utility != NULL ? method->utility : s->task->select_margin;
    htnc_emit_get(s->lowering->to, s->has_floor);
    htnc_emit_jump(s->lowering->to, HTN_OP_BRANCH_FALSE, 0, 0, &free);
    htnc_item_begin(s->lowering->to, HTN_ITEM_MARGIN, s->task, method->index, utility->span);
    emit_number(s, method->utility, 0);
    htnc_emit_get(s->lowering->to, s->floor);
    htnc_emit(s->lowering->to, HTN_OP_LE, 0, 0, 0);
    htnc_emit_jump(s->lowering->to, HTN_OP_BRANCH_TRUE, 0, 0, again);
    htnc_item_end(s->lowering->to);
    htnc_emit_label(s->lowering->to, &free);
}

void htnc_select_candidates(const htnc_selection *s, const htnc_method *method, const htnc_list *list)
{
    htnc_lowering *lowering = s->lowering;
    htnc_label next = HTNC_LABEL, solution = HTNC_LABEL, *again = list->binder_count > 0 ? &solution : &next;
    uint32_t keys = count_keys(method);
    bool draws = s->task->select == HTNC_SELECT_RANDOM;
    lowering->subject->temporaries = list->temporaries;
    htnc_forget_ranges(lowering->to);
    htnc_note_list(lowering->to, list, &next);
    htnc_emit_outer_tests(lowering->to, list, &next);
    if (list->binder_count > 0)
        htnc_emit_solutions(lowering->to, list, &solution, &next);
    if (s->task->select_margin != NULL)
        test_floor(s, method, again);
    if (keys > 0)
        htnc_rank_keys(lowering, &s->ranking, list, method->prefer);
    push_number(s, method, draws ? method->weight : method->utility, draws);
    htnc_note_list_end(lowering->to);
    htnc_rank(lowering->to, &s->ranking, draws ? HTN_OP_DRAW : HTN_OP_RANK, list, keys, again);
    htnc_emit_label(lowering->to, &next);
}

void htnc_select_take(const htnc_selection *s, const htnc_method *method, const htnc_list *list, htnc_label *otherwise)
{
    if (method->next != NULL)
        htnc_emit_jump(s->lowering->to, HTN_OP_CHOSEN, s->ranking.at, method->index, otherwise);
    htnc_rank_bind(s->lowering->to, &s->ranking, list);
}
