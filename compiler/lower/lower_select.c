/*
 * A candidate is an alternative with a solution of its conditions. One scan over all candidates keeps the best one by rank
 * (lower_rank.c), and SELECT takes it. When it fails, the next scan finds the best of those that come after it. The rank is the
 * utility, or a number drawn by the weight. Candidates of equal rank come in the order of the methods, those of one method in the
 * order of its solutions, by the keys of `Prefer` first.
 *
 * `Else` is no candidate: it is taken when no candidate is left.
 *
 * With `highest by N`, replanning keeps the running plan's candidate unless another one ranks more than N above it: its rank plus N
 * is the floor, and candidates must rank above the floor.
 */
#include "compiler/lower/lower_select.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_evaluate.h"
#include "compiler/lower/lower_rank.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_subtasks.h"
#include <htn/arithmetic.h>

typedef struct selection {
    htnc_lowering *lowering;
    htnc_emitter *to;
    const htnc_task *task;
    const htnc_alternative *alternatives;
    const htnc_alternative *otherwise; /* the `Else`, behind the candidates; NULL: there is none */
    htnc_ranking ranking;
    uint32_t has_floor, floor; /* locals, with `highest by N`: whether there is a floor, and the floor */
} selection;

/* The lower half of a draw by a weight in thousandths takes the place of a key. */
static bool draws_halves(const htnc_task *task)
{
    return task->select == HTNC_SELECT_RANDOM && task->fixed_weights;
}

/* A method without bindings has one solution, which needs no order. */
static uint32_t count_keys(const htnc_method *method)
{
    const uint32_t keys = htnc_count_binders(method->conditions) > 0 ? htnc_count_keys(method->prefer) : 0;
    return keys + (draws_halves(method->task) ? 1 : 0);
}

static htnc_ranking ranking_of(const htnc_task *task)
{
    htnc_ranking ranking = {task->parameter_count + (task->select_margin != NULL ? 2 : 0), 0, draws_halves(task)};
    for (const htnc_method *method = task->methods; method != NULL; method = method->next)
        ranking.keys = count_keys(method) > ranking.keys ? count_keys(method) : ranking.keys;
    return ranking;
}

uint32_t htnc_selection_end(const htnc_task *task)
{
    const htnc_ranking ranking = ranking_of(task);
    uint32_t bindings = 0;
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        const uint32_t count = htnc_count_bindings(method->conditions);
        bindings = count > bindings ? count : bindings;
    }
    return ranking.at + htnc_ranking_locals(ranking.keys, bindings);
}

/* --- Candidates ----------------------------------------------------------------------------------- */

static void push_rank(const selection *s, const htnc_expr *expr, int32_t otherwise)
{
    if (expr == NULL)
        htnc_emit(s->to, HTN_OP_PUSH, 0, 0, (uint32_t)otherwise);
    else
        htnc_push_expr(s->lowering, expr);
}

static void push_rank_item(const selection *s, const htnc_method *method, const htnc_expr *expr, int32_t otherwise)
{
    if (expr != NULL)
        htnc_item_begin(s->to, HTN_ITEM_RANK, s->task, method->index, expr->span);
    push_rank(s, expr, otherwise);
    if (expr != NULL)
        htnc_item_end(s->to);
}

/* Sets the floor from the rank of the running plan's candidate, whose bindings are given. */
static void emit_floor(const selection *s, const htnc_alternative *own)
{
    s->lowering->subject->temporaries = own->list.temporaries;
    push_rank_item(s, own->method, own->method->utility, 0);
    htnc_emit(s->to, HTN_OP_PUSH, 0, 0, (uint32_t)s->task->select_margin->folded);
    htnc_emit(s->to, HTN_OP_ADD, 0, 0, 0);
    htnc_emit_set(s->to, s->floor);
    htnc_emit_set_constant(s->to, s->has_floor, 1);
}

/* Goes to the next candidate where this one does not rank above the floor. */
static void test_floor(const selection *s, const htnc_method *method, htnc_label *again)
{
    htnc_label above = HTNC_LABEL;
    const htnc_expr *utility = method->utility != NULL ? method->utility : s->task->select_margin;
    htnc_emit_get(s->to, s->has_floor);
    htnc_emit_jump(s->to, HTN_OP_BRANCH_FALSE, 0, 0, &above);
    htnc_item_begin(s->to, HTN_ITEM_MARGIN, s->task, method->index, utility->span);
    push_rank(s, method->utility, 0);
    htnc_emit_get(s->to, s->floor);
    htnc_emit(s->to, HTN_OP_LE, 0, 0, 0);
    htnc_emit_jump(s->to, HTN_OP_BRANCH_TRUE, 0, 0, again);
    htnc_item_end(s->to);
    htnc_emit_label(s->to, &above);
}

/* Ranks the candidates of an alternative. */
static void scan(const selection *s, const htnc_alternative *at)
{
    const htnc_method *method = at->method;
    const htnc_list *list = &at->list;
    htnc_label next = HTNC_LABEL, solution = HTNC_LABEL, *again = list->binder_count > 0 ? &solution : &next;
    const uint32_t keys = count_keys(method);
    const bool draws = s->task->select == HTNC_SELECT_RANDOM, halves = draws_halves(s->task);
    s->lowering->subject->temporaries = list->temporaries;
    htnc_forget_ranges(s->to);
    htnc_note_list(s->to, list, &next);
    htnc_emit_outer_tests(s->to, list, &next);
    if (list->binder_count > 0)
        htnc_emit_solutions(s->to, list, &solution, &next);
    if (s->task->select_margin != NULL)
        test_floor(s, method, again);
    if (keys > 0)
        htnc_rank_keys(s->lowering, &s->ranking, list, method->prefer);
    push_rank_item(s, method, draws ? method->weight : method->utility, !draws ? 0 : halves ? HTNI_FIXED_ONE : 1);
    htnc_note_list_end(s->to);
    const htn_opcode op = halves ? HTN_OP_DRAW_FIXED : draws ? HTN_OP_DRAW : HTN_OP_RANK;
    htnc_rank(s->to, &s->ranking, op, list, keys, again);
    htnc_emit_label(s->to, &next);
}

/* --- The whole selection -------------------------------------------------------------------------- */

/* Replanning: goes to the label of the running plan's own method. Returns the labels, one for each alternative. */
static htnc_label *emit_bound(const selection *s)
{
    uint32_t count = 0;
    for (const htnc_alternative *at = s->alternatives; at != NULL; at = at->next)
        count++;
    htnc_label *labels = base_alloc_array(s->to->arena, count, sizeof *labels), *label = labels;
    for (const htnc_alternative *at = s->alternatives; at != NULL; at = at->next)
        htnc_emit_jump(s->to, HTN_OP_BIND, 0, at->method->index, label++);
    return labels;
}

/* Replanning with `highest by N`: sets the floor. All candidates rank above an `Else`. */
static void emit_floors(const selection *s)
{
    htnc_label scan_all = HTNC_LABEL, *own = emit_bound(s);
    htnc_emit_jump(s->to, HTN_OP_JUMP, 0, 0, &scan_all);
    for (const htnc_alternative *at = s->alternatives; at != NULL; at = at->next) {
        htnc_emit_label(s->to, own++);
        if (at != s->otherwise)
            emit_floor(s, at);
        if (at->next != NULL)
            htnc_emit_jump(s->to, HTN_OP_JUMP, 0, 0, &scan_all);
    }
    htnc_emit_label(s->to, &scan_all);
}

/* No candidate ranks above the floor: the running plan's own candidate is kept. Returns the labels of emit_bound(). */
static htnc_label *emit_own(const selection *s, htnc_label *none, htnc_label *otherwise)
{
    htnc_label found = HTNC_LABEL;
    htnc_emit_jump(s->to, HTN_OP_JUMP, 0, 0, &found);
    htnc_emit_label(s->to, none);
    htnc_label *checks = emit_bound(s);
    if (s->otherwise != NULL)
        htnc_emit_jump(s->to, HTN_OP_JUMP, 0, 0, otherwise);
    else
        htnc_emit_fail(s->to);
    htnc_emit_label(s->to, &found);
    return checks;
}

/* The best candidate is of this alternative, else control goes to `next`. After a failure the next scan begins at `again`. */
static void lower_selected(const selection *s, const htnc_alternative *at, htnc_label *again, htnc_label *check,
                           htnc_label *next)
{
    s->lowering->subject->temporaries = at->list.temporaries;
    if (at->method->next != NULL)
        htnc_emit_jump(s->to, HTN_OP_CHOSEN, s->ranking.at, at->method->index, next);
    htnc_rank_bind(s->to, &s->ranking, &at->list);
    htnc_emit_choice(s->to, at, true, again, check);
    htnc_lower_subtasks(s->lowering, at->method, true);
}

/* `Else`, whose conditions are those of its other parts. */
static void lower_otherwise(const selection *s, htnc_label *otherwise, htnc_label *check)
{
    const htnc_alternative *at = s->otherwise;
    htnc_label fail = HTNC_FAIL;
    htnc_emit_label(s->to, otherwise);
    s->lowering->subject->temporaries = at->list.temporaries;
    htnc_forget_ranges(s->to);
    htnc_note_list(s->to, &at->list, &fail);
    htnc_emit_outer_tests(s->to, &at->list, &fail);
    htnc_note_list_end(s->to);
    htnc_emit_choice(s->to, at, false, NULL, check);
    htnc_lower_subtasks(s->lowering, at->method, true);
}

static const htnc_alternative *otherwise_of(const htnc_alternative *alternatives)
{
    while (alternatives != NULL && !alternatives->method->is_else)
        alternatives = alternatives->next;
    return alternatives;
}

void htnc_lower_selection(htnc_lowering *lowering, const htnc_task *task, const htnc_alternative *alternatives)
{
    selection s = {lowering,
                   lowering->to,
                   task,
                   alternatives,
                   otherwise_of(alternatives),
                   ranking_of(task),
                   task->parameter_count,
                   task->parameter_count + 1};
    htnc_label again = HTNC_LABEL, none = HTNC_LABEL, fail = HTNC_FAIL, otherwise = HTNC_LABEL, *checks = NULL;
    const bool floors = task->select_margin != NULL;
    if (floors)
        emit_floors(&s);
    else
        checks = emit_bound(&s);
    for (const htnc_alternative *at = alternatives; at != s.otherwise; at = at->next)
        htnc_emit_begin_ranked(s.to, &at->list);
    htnc_emit(s.to, HTN_OP_RANKING, s.ranking.at, 0, 0);
    htnc_emit_back_label(s.to, &again);
    for (const htnc_alternative *at = alternatives; at != s.otherwise; at = at->next)
        scan(&s, at);
    htnc_emit_jump(s.to, HTN_OP_SELECT, s.ranking.at, s.ranking.keys,
                   floors                ? &none
                   : s.otherwise != NULL ? &otherwise
                                         : &fail);
    htnc_note_outcome(s.to, s.otherwise != NULL ? HTN_TEST_NEXT_METHOD : HTN_TEST_NO_CANDIDATE);
    if (floors)
        checks = emit_own(&s, &none, &otherwise);
    for (const htnc_alternative *at = alternatives; at != s.otherwise; at = at->next) {
        htnc_label next = at->next != NULL ? HTNC_LABEL : HTNC_FAIL;
        lower_selected(&s, at, &again, checks++, &next);
        if (at->next != NULL)
            htnc_emit_label(s.to, &next);
    }
    if (s.otherwise != NULL)
        lower_otherwise(&s, &otherwise, checks);
}
