/*
 * `Prefer`: the solutions of a list by their keys. They are not stored: for each that is taken all are gone through
 * once more, and the best one kept that comes after the last one taken, in the order of keys and, where those are
 * equal, of the solutions themselves. So the room is that of one solution, whatever their number.
 */
#include "lower.h"

/* Locals, from htnc_list.extra on. A solution is its keys, its place in the order, and what it binds. */
enum { LAST_FOUND, LAST_PLACE, BEST_FOUND, BEST_PLACE, PLACE, KEYS };

typedef struct preference {
    htnc_lowering *lowering;
    const htnc_list *list;
    const htnc_prefer_key *keys;
    uint32_t count;
    uint32_t last, best, now; /* first key of the solution taken last, of the best one, of this one */
    uint32_t best_binding;
} preference;

static uint32_t count_keys(const htnc_prefer_key *keys)
{
    uint32_t count = 0;
    for (; keys != NULL; keys = keys->next)
        count++;
    return count;
}

uint32_t htnc_prefer_locals(const htnc_prefer_key *keys, uint32_t bindings)
{
    uint32_t count = count_keys(keys);
    /* more than any frame has, where the sum would not fit */
    return count == 0                                            ? 0
           : count > HTN_MAX_LOCALS || bindings > HTN_MAX_LOCALS ? HTN_MAX_LOCALS + 1
                                                                 : KEYS + 3 * count + bindings;
}

static uint32_t field(const preference *p, uint32_t which)
{
    return p->list->extra + which;
}

static void copy(const preference *p, uint32_t to, uint32_t from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        htnc_emit_get(p->lowering, from + i);
        htnc_emit_set(p->lowering, to + i);
    }
}

static void branch(const preference *p, uint32_t slot, htn_opcode op, htnc_label *label)
{
    htnc_emit_get(p->lowering, slot);
    htnc_emit_jump(p->lowering, op, 0, 0, label);
}

static void branch_if_less(const preference *p, uint32_t x, uint32_t y, htnc_label *label)
{
    htnc_emit_get(p->lowering, x);
    htnc_emit_get(p->lowering, y);
    htnc_emit(p->lowering, HTN_OP_LT, 0, 0, 0);
    htnc_emit_jump(p->lowering, HTN_OP_BRANCH_TRUE, 0, 0, label);
}

/* Where this solution's keys come in front of the other's, to `before`, where behind them, to `behind`; equal: goes on. */
static void compare_keys(const preference *p, uint32_t other, htnc_label *before, htnc_label *behind)
{
    uint32_t i = 0;
    for (const htnc_prefer_key *key = p->keys; key != NULL; key = key->next, i++) {
        branch_if_less(p, p->now + i, other + i, key->highest ? behind : before);
        branch_if_less(p, other + i, p->now + i, key->highest ? before : behind);
    }
}

static void emit_keys(const preference *p)
{
    uint32_t i = 0;
    htnc_emit_get(p->lowering, field(p, PLACE));
    htnc_emit(p->lowering, HTN_OP_PUSH, 0, 0, 1);
    htnc_emit(p->lowering, HTN_OP_ADD, 0, 0, 0);
    htnc_emit_set(p->lowering, field(p, PLACE));
    for (const htnc_prefer_key *key = p->keys; key != NULL; key = key->next) {
        htnc_item_begin(p->lowering, p->list->kind, p->list->task, p->list->method, key->span);
        htnc_push_expr(p->lowering, key->value);
        htnc_emit_set(p->lowering, p->now + i++);
        htnc_item_end(p->lowering);
    }
}

/* One solution: kept if it comes after the last one taken and in front of the best one so far. */
static void emit_choice(const preference *p, htnc_label *again)
{
    htnc_label fresh = HTNC_LABEL, better = HTNC_LABEL;
    emit_keys(p);
    branch(p, field(p, LAST_FOUND), HTN_OP_BRANCH_FALSE, &fresh);
    compare_keys(p, p->last, again, &fresh);
    htnc_emit_get(p->lowering, field(p, LAST_PLACE));
    htnc_emit_get(p->lowering, field(p, PLACE));
    htnc_emit(p->lowering, HTN_OP_LT, 0, 0, 0);
    htnc_emit_jump(p->lowering, HTN_OP_BRANCH_FALSE, 0, 0, again);
    htnc_emit_label(p->lowering, &fresh);
    branch(p, field(p, BEST_FOUND), HTN_OP_BRANCH_FALSE, &better);
    compare_keys(p, p->best, &better, again);
    htnc_emit_jump(p->lowering, HTN_OP_JUMP, 0, 0, again);
    htnc_emit_label(p->lowering, &better);
    copy(p, p->best, p->now, p->count);
    copy(p, field(p, BEST_PLACE), field(p, PLACE), 1);
    copy(p, p->best_binding, p->list->first_binding, p->list->binder_count);
    htnc_emit_set_constant(p->lowering, field(p, BEST_FOUND), 1);
    htnc_emit_jump(p->lowering, HTN_OP_JUMP, 0, 0, again);
}

void htnc_emit_preferred(htnc_lowering *lowering, const htnc_list *list, const htnc_prefer_key *keys, htnc_label *again,
                         htnc_label *otherwise)
{
    preference p = {.lowering = lowering, .list = list, .keys = keys, .count = count_keys(keys)};
    htnc_label next = HTNC_LABEL, all = HTNC_LABEL;
    p.last = field(&p, KEYS);
    p.best = p.last + p.count;
    p.now = p.best + p.count;
    p.best_binding = p.now + p.count;
    htnc_emit_set_constant(lowering, field(&p, LAST_FOUND), 0);
    htnc_emit_back_label(lowering, again);
    htnc_emit_set_constant(lowering, field(&p, BEST_FOUND), 0);
    htnc_emit_set_constant(lowering, field(&p, PLACE), 0);
    htnc_emit_solutions(lowering, list, &next, &all);
    emit_choice(&p, &next);
    htnc_emit_label(lowering, &all);
    htnc_item_begin(lowering, list->kind, list->task, list->method, list->binders[0].span);
    branch(&p, field(&p, BEST_FOUND), HTN_OP_BRANCH_FALSE, otherwise);
    htnc_item_end(lowering);
    htnc_emit_set_constant(lowering, field(&p, LAST_FOUND), 1);
    copy(&p, p.last, p.best, p.count);
    copy(&p, field(&p, LAST_PLACE), field(&p, BEST_PLACE), 1);
    copy(&p, list->first_binding, p.best_binding, list->binder_count);
}
