/*
 * `Select [highest]` and `Select [random]`: the candidates of a task, pairs of a method and a solution of its conditions,
 * by rank. As with `Prefer` (lower_prefer.c) they are not stored: for each that is taken all are gone through once more, and
 * the best one kept that comes after the last one taken. The rank is the utility, highest first, or what is drawn
 * (DRAW), lowest first; where ranks are equal the order is that of the methods, and within one of its solutions.
 */
#include "lower_select.h"

/* Locals, from `at` on; behind them the keys of `Prefer` of the last, the best and this candidate, and what the best binds. */
enum {
    LAST_FOUND,
    LAST_RANK,
    LAST_PLACE,
    LAST_METHOD,
    BEST_FOUND,
    BEST_RANK,
    BEST_PLACE,
    BEST_METHOD,
    PLACE,
    RANK,
    HAS_FLOOR, /* replanning: only what ranks higher than FLOOR */
    FLOOR,
    FIELDS
};

static uint32_t count_bindings(const htnc_method *method)
{
    uint32_t count = 0;
    for (const htnc_expr *item = method->conditions; item != NULL; item = item->next)
        count += item->kind == HTNC_EXPR_ANY;
    return count;
}

static uint32_t count_keys(const htnc_method *method)
{
    uint32_t count = 0;
    for (const htnc_prefer_key *key = method->prefer; key != NULL; key = key->next)
        count++;
    return count_bindings(method) > 0 ? count : 0;
}

htnc_selection_room htnc_selection_room_of(const htnc_task *task)
{
    htnc_selection_room room = {.at = task->parameter_count};
    uint32_t bindings = 0;
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        room.keys = count_keys(method) > room.keys ? count_keys(method) : room.keys;
        bindings = count_bindings(method) > bindings ? count_bindings(method) : bindings;
    }
    if (room.keys > HTN_MAX_LOCALS || bindings > HTN_MAX_LOCALS) /* more than any frame has */
        room.keys = bindings = HTN_MAX_LOCALS;
    room.last = room.at + FIELDS;
    room.best = room.last + room.keys;
    room.now = room.best + room.keys;
    room.best_binding = room.now + room.keys;
    room.end = room.best_binding + bindings;
    return room;
}

/* --- Small steps ---------------------------------------------------------------------------------- */

static uint32_t field(const htnc_selection *s, uint32_t which)
{
    return s->room.at + which;
}

static void copy(const htnc_selection *s, uint32_t to, uint32_t from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        htnc_emit_get(s->lowering, from + i);
        htnc_emit_set(s->lowering, to + i);
    }
}

static void branch(const htnc_selection *s, uint32_t slot, htn_opcode op, htnc_label *label)
{
    htnc_emit_get(s->lowering, slot);
    htnc_emit_jump(s->lowering, op, 0, 0, label);
}

static void branch_if_less(const htnc_selection *s, uint32_t x, uint32_t y, htnc_label *label)
{
    htnc_emit_get(s->lowering, x);
    htnc_emit_get(s->lowering, y);
    htnc_emit(s->lowering, HTN_OP_LT, 0, 0, 0);
    htnc_emit_jump(s->lowering, HTN_OP_BRANCH_TRUE, 0, 0, label);
}

static void branch_unless_method(const htnc_selection *s, uint32_t slot, const htnc_method *method, htnc_label *label)
{
    htnc_emit_get(s->lowering, slot);
    htnc_emit(s->lowering, HTN_OP_PUSH, 0, 0, method->index);
    htnc_emit(s->lowering, HTN_OP_EQ, 0, 0, 0);
    htnc_emit_jump(s->lowering, HTN_OP_BRANCH_FALSE, 0, 0, label);
}

/* Where x comes in front of y to `before`, where behind it to `behind`; equal: goes on. */
static void compare(const htnc_selection *s, uint32_t x, uint32_t y, bool highest, htnc_label *before,
                    htnc_label *behind)
{
    branch_if_less(s, x, y, highest ? behind : before);
    branch_if_less(s, y, x, highest ? before : behind);
}

static void compare_keys(const htnc_selection *s, const htnc_method *method, uint32_t other, htnc_label *before,
                         htnc_label *behind)
{
    uint32_t i = 0;
    for (const htnc_prefer_key *key = method->prefer; key != NULL; key = key->next, i++)
        compare(s, s->room.now + i, other + i, key->highest, before, behind);
}

/* --- One candidate -------------------------------------------------------------------------------- */

static void push_number(const htnc_selection *s, const htnc_method *method, const htnc_expr *expr, int32_t otherwise)
{
    if (expr == NULL) {
        htnc_emit(s->lowering, HTN_OP_PUSH, 0, 0, (uint32_t)otherwise);
        return;
    }
    htnc_item_begin(s->lowering, HTN_ITEM_METHOD_CONDITION, s->task, method->index, expr->span);
    htnc_push_expr(s->lowering, expr);
    htnc_item_end(s->lowering);
}

/* A weight of 0 or less is not drawn: on to `again`. */
static void emit_rank(const htnc_selection *s, const htnc_method *method, htnc_label *again)
{
    htnc_lowering *lowering = s->lowering;
    if (s->task->select == HTNC_SELECT_HIGHEST) {
        push_number(s, method, method->utility, 0);
    } else {
        push_number(s, method, method->weight, 1);
        htnc_emit_set(lowering, field(s, RANK));
        htnc_emit(lowering, HTN_OP_PUSH, 0, 0, 0);
        htnc_emit_get(lowering, field(s, RANK));
        htnc_emit(lowering, HTN_OP_LT, 0, 0, 0);
        htnc_emit_jump(lowering, HTN_OP_BRANCH_FALSE, 0, 0, again);
        htnc_emit_get(lowering, field(s, PLACE));
        htnc_emit_get(lowering, field(s, RANK));
        htnc_emit(lowering, HTN_OP_DRAW, 0, 0, 0);
    }
    htnc_emit_set(lowering, field(s, RANK));
}

static void emit_measures(const htnc_selection *s, const htnc_method *method, htnc_label *again)
{
    htnc_lowering *lowering = s->lowering;
    htnc_label unlimited = HTNC_LABEL;
    uint32_t i = 0;
    htnc_emit_get(lowering, field(s, PLACE));
    htnc_emit(lowering, HTN_OP_PUSH, 0, 0, 1);
    htnc_emit(lowering, HTN_OP_ADD, 0, 0, 0);
    htnc_emit_set(lowering, field(s, PLACE));
    emit_rank(s, method, again);
    if (s->task->select_margin != NULL) {
        branch(s, field(s, HAS_FLOOR), HTN_OP_BRANCH_FALSE, &unlimited);
        htnc_emit_get(lowering, field(s, FLOOR));
        htnc_emit_get(lowering, field(s, RANK));
        htnc_emit(lowering, HTN_OP_LT, 0, 0, 0);
        htnc_emit_jump(lowering, HTN_OP_BRANCH_FALSE, 0, 0, again);
        htnc_emit_label(lowering, &unlimited);
    }
    for (const htnc_prefer_key *key = count_keys(method) > 0 ? method->prefer : NULL; key != NULL; key = key->next) {
        push_number(s, method, key->value, 0);
        htnc_emit_set(lowering, s->room.now + i++);
    }
}

/* On to `again` unless it comes after the last one taken. */
static void emit_after_last(const htnc_selection *s, const htnc_method *method, htnc_label *again)
{
    htnc_label fresh = HTNC_LABEL, by_place = HTNC_LABEL;
    bool highest = s->task->select == HTNC_SELECT_HIGHEST;
    branch(s, field(s, LAST_FOUND), HTN_OP_BRANCH_FALSE, &fresh);
    compare(s, field(s, RANK), field(s, LAST_RANK), highest, again, &fresh);
    if (count_keys(method) > 0) {
        branch_unless_method(s, field(s, LAST_METHOD), method, &by_place);
        compare_keys(s, method, s->room.last, again, &fresh);
        htnc_emit_label(s->lowering, &by_place);
    }
    htnc_emit_get(s->lowering, field(s, LAST_PLACE));
    htnc_emit_get(s->lowering, field(s, PLACE));
    htnc_emit(s->lowering, HTN_OP_LT, 0, 0, 0);
    htnc_emit_jump(s->lowering, HTN_OP_BRANCH_FALSE, 0, 0, again);
    htnc_emit_label(s->lowering, &fresh);
}

/* Kept if it comes in front of the best one so far; on to `again`, which lies behind where nothing is bound. */
static void emit_better(const htnc_selection *s, const htnc_method *method, const htnc_list *list, htnc_label *again)
{
    htnc_label better = HTNC_LABEL;
    htnc_lowering *lowering = s->lowering;
    bool highest = s->task->select == HTNC_SELECT_HIGHEST;
    branch(s, field(s, BEST_FOUND), HTN_OP_BRANCH_FALSE, &better);
    compare(s, field(s, RANK), field(s, BEST_RANK), highest, &better, again);
    if (count_keys(method) > 0) {
        branch_unless_method(s, field(s, BEST_METHOD), method, again);
        compare_keys(s, method, s->room.best, &better, again);
    }
    htnc_emit_jump(lowering, HTN_OP_JUMP, 0, 0, again);
    htnc_emit_label(lowering, &better);
    copy(s, field(s, BEST_RANK), field(s, RANK), 1);
    copy(s, field(s, BEST_PLACE), field(s, PLACE), 1);
    copy(s, s->room.best, s->room.now, count_keys(method));
    copy(s, s->room.best_binding, list->first_binding, list->binder_count);
    htnc_emit_set_constant(lowering, field(s, BEST_METHOD), (int32_t)method->index);
    htnc_emit_set_constant(lowering, field(s, BEST_FOUND), 1);
    if (list->binder_count > 0)
        htnc_emit_jump(lowering, HTN_OP_JUMP, 0, 0, again);
}

void htnc_select_candidates(const htnc_selection *s, const htnc_method *method, const htnc_list *list)
{
    htnc_label next = HTNC_LABEL, solution = HTNC_LABEL, *again = list->binder_count > 0 ? &solution : &next;
    s->lowering->temporaries = list->temporaries;
    htnc_emit_outer_tests(s->lowering, list, &next);
    if (list->binder_count > 0)
        htnc_emit_solutions(s->lowering, list, &solution, &next);
    emit_measures(s, method, again);
    emit_after_last(s, method, again);
    emit_better(s, method, list, again);
    htnc_emit_label(s->lowering, &next);
}

/* --- All of them ---------------------------------------------------------------------------------- */

void htnc_select_floor(const htnc_selection *s, const htnc_method *method, const htnc_list *list)
{
    s->lowering->temporaries = list->temporaries;
    push_number(s, method, method->utility, 0);
    htnc_emit(s->lowering, HTN_OP_PUSH, 0, 0, (uint32_t)s->task->select_margin->folded);
    htnc_emit(s->lowering, HTN_OP_ADD, 0, 0, 0);
    htnc_emit_set(s->lowering, field(s, FLOOR));
    htnc_emit_set_constant(s->lowering, field(s, HAS_FLOOR), 1);
}

void htnc_select_begin(const htnc_selection *s)
{
    htnc_emit_set_constant(s->lowering, field(s, HAS_FLOOR), 0);
    htnc_emit_set_constant(s->lowering, field(s, LAST_FOUND), 0);
}

void htnc_select_scan(const htnc_selection *s, htnc_label *again)
{
    htnc_emit_back_label(s->lowering, again);
    htnc_emit_set_constant(s->lowering, field(s, BEST_FOUND), 0);
    htnc_emit_set_constant(s->lowering, field(s, PLACE), 0);
}

void htnc_select_found(const htnc_selection *s, htn_opcode op, htnc_label *label)
{
    branch(s, field(s, BEST_FOUND), op, label);
}

void htnc_select_keep(const htnc_selection *s)
{
    htnc_emit_set_constant(s->lowering, field(s, LAST_FOUND), 1);
    copy(s, field(s, LAST_RANK), field(s, BEST_RANK), 1);
    copy(s, field(s, LAST_PLACE), field(s, BEST_PLACE), 1);
    copy(s, field(s, LAST_METHOD), field(s, BEST_METHOD), 1);
    copy(s, s->room.last, s->room.best, s->room.keys);
}

void htnc_select_take(const htnc_selection *s, const htnc_method *method, const htnc_list *list, htnc_label *otherwise)
{
    branch_unless_method(s, field(s, BEST_METHOD), method, otherwise);
    copy(s, list->first_binding, s->room.best_binding, list->binder_count);
}
