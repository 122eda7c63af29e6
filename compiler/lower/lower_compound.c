/*
 * Compound tasks: for each method its tests, which go on to the next method where one fails, the
 * choice, and the subtasks (lower_subtasks.c). Methods whose conditions cannot hold are left out, and keep their index.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_compound.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_has_loops.h"
#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_method_filter.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_prefer.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_select.h"
#include "compiler/lower/lower_subtasks.h"
#include "compiler/lower/lower_while.h"

struct clause;

/*
 * Methods in a row that begin with the same fused test: where it does not hold, they are skipped. Or several such groups that
 * ask for rising values of one property: where it is above `value`, the highest, they are skipped.
 */
typedef struct group {
    const htnc_property *property; /* NULL: one method, which asks for nothing of the kind */
    int32_t value;
    uint32_t count; /* methods, or groups */
    const struct clause *end;
} group;

/* A method that is kept, and what must hold for it. */
typedef struct clause {
    struct clause *next;
    htnc_method *method;
    htnc_list list;
    group skipped_groups, skipped; /* what is skipped together from here on; without a property: nothing is */
    htnc_method_filter row;
} clause;

/* A task that selects keeps its ranks in front of what methods bind; among them are the keys of `Prefer`. */
static htnc_list list_of(htnc_lowering *lowering, const htnc_task *task, const htnc_method *method)
{
    bool selects = task->select != HTNC_SELECT_FIRST;
    uint32_t first = selects ? htnc_selection_of(lowering, task).end : task->parameter_count;
    uint32_t bindings = 0;
    for (const htnc_expr *item = method->conditions; item != NULL; item = item->next)
        bindings += item->kind == HTNC_EXPR_ANY;
    htnc_begin_subject(lowering->subject, method->head);
    return htnc_list_of(lowering->build, task, method, first,
                        selects ? 0 : htnc_prefer_locals(method->prefer, bindings));
}

static clause *clauses_of(htnc_lowering *lowering, const htnc_task *task)
{
    clause *first = NULL, **next = &first;
    for (htnc_method *method = task->methods; method != NULL; method = method->next) {
        method->while_code = HTN_NONE;
        htnc_list list = list_of(lowering, task, method);
        if (method->index >= HTN_MAX_METHODS) {
            htnc_begin_subject(lowering->subject, method->head);
            htnc_too_large(lowering->subject, "a task has at most 65535 methods");
            break;
        }
        if (list.never != NULL)
            continue;
        method->first_binding = list.first_binding;
        method->binding_count = list.binder_count;
        *next = BASE_NEW(lowering->arena, clause);
        (*next)->method = method;
        (*next)->list = list;
        (*next)->row = htnc_method_filter_of(lowering->code, &list);
        next = &(*next)->next;
    }
    return first;
}

/* Without parameters a frame is only there to come back to after a subtask that is called. */
static bool needs_frame(const htnc_lowering *lowering, const htnc_task *task, const clause *clauses)
{
    if (task->parameter_count > 0 || task->select != HTNC_SELECT_FIRST ||
        htnc_task_has_loops(lowering->condition_loops, task))
        return true;
    for (; clauses != NULL; clauses = clauses->next)
        if (htnc_subtasks_need_frame(lowering, clauses->method))
            return true;
    return false;
}

static void take(htnc_lowering *lowering, const htnc_method *method, htnc_label *alternative)
{
    htnc_item_begin(lowering->to, HTN_ITEM_METHOD, method->task, method->index, method->head);
    if (alternative != NULL)
        htnc_emit_jump(lowering->to, HTN_OP_METHOD, 0, method->index, alternative);
    else
        htnc_emit(lowering->to, HTN_OP_LAST_METHOD, 0, method->index, 0);
    htnc_item_end(lowering->to);
}

/* One choice after the other; or, along the path of a running plan, with what that has bound, and no other. */
static void lower_choices(htnc_lowering *lowering, const clause *kept, htnc_label *next)
{
    const htnc_method *method = kept->method;
    htnc_label again = HTNC_LABEL, check = HTNC_LABEL, taken = HTNC_LABEL, fail = HTNC_FAIL;
    htnc_emit_jump(lowering->to, HTN_OP_BOUND, 0, method->index, &check);
    htnc_note_list(lowering->to, &kept->list, next);
    htnc_emit_outer_tests(lowering->to, &kept->list, next);
    if (method->prefer != NULL)
        htnc_emit_preferred(lowering, &kept->list, method->prefer, &again, next);
    else
        htnc_emit_solutions(lowering->to, &kept->list, &again, next);
    htnc_note_list_end(lowering->to);
    take(lowering, method, &again);
    htnc_emit_jump(lowering->to, HTN_OP_JUMP, 0, 0, &taken);
    htnc_emit_label(lowering->to, &check);
    htnc_emit_check(lowering->to, &kept->list, &fail);
    take(lowering, method, NULL);
    htnc_emit_label(lowering->to, &taken);
    htnc_forget_ranges(lowering->to); /* control comes here from two sides */
}

static void lower_clause(htnc_lowering *lowering, const clause *kept, htnc_label *next, bool framed)
{
    lowering->subject->temporaries = kept->list.temporaries;
    htnc_forget_ranges(lowering->to);
    if (kept->list.binder_count > 0) {
        lower_choices(lowering, kept, next);
    } else {
        htnc_note_list(lowering->to, &kept->list, next);
        htnc_emit_outer_tests(lowering->to, &kept->list, next);
        htnc_note_list_end(lowering->to);
        take(lowering, kept->method, kept->next != NULL ? next : NULL);
    }
    htnc_lower_subtasks(lowering, kept->method, framed);
}

/* --- Methods in order ----------------------------------------------------------------------------- */

enum { LEAST_METHODS = 3, LEAST_GROUPS = 4, MOST_GROUPS = 8, LEAST_ROWS = 4 };

static bool asks_first(const htnc_lowering *lowering, const clause *kept, const htnc_property **property,
                       int32_t *value)
{
    const htnc_test *first = kept->list.tests;
    return kept->list.binder_count == 0 && first != NULL &&
           htnc_asks_for_byte(lowering->code, first->node, property, value);
}

static group group_from(const htnc_lowering *lowering, const clause *first)
{
    group found = {NULL, 0, 1, first->next};
    const htnc_property *property, *other;
    int32_t value;
    if (!asks_first(lowering, first, &property, &found.value))
        return found;
    found.property = property;
    for (; found.end != NULL && asks_first(lowering, found.end, &other, &value); found.count++) {
        if (other != property || value != found.value)
            break;
        found.end = found.end->next;
    }
    return found;
}

static group groups_from(const htnc_lowering *lowering, const clause *first)
{
    group all = group_from(lowering, first);
    for (all.count = 1; all.property != NULL && all.end != NULL && all.count < MOST_GROUPS; all.count++) {
        const group next = group_from(lowering, all.end);
        if (next.property != all.property || next.value <= all.value)
            break;
        all.value = next.value;
        all.end = next.end;
    }
    if (all.property != NULL && all.value >= all.property->type->high)
        all.property = NULL; /* nothing is above that */
    return all;
}

/* What is skipped from where on; groups of groups end where groups do. */
static void find_skips(const htnc_lowering *lowering, clause *clauses)
{
    const clause *groups_end = clauses, *group_end = clauses;
    for (clause *kept = clauses; kept != NULL; kept = kept->next) {
        if (kept == groups_end) {
            const group all = groups_from(lowering, kept);
            groups_end = all.end;
            if (all.count >= LEAST_GROUPS)
                kept->skipped_groups = all;
        }
        if (kept == group_end) {
            const group one = group_from(lowering, kept);
            group_end = one.end;
            if (one.count >= LEAST_METHODS)
                kept->skipped = one;
        }
    }
}

/* A SKIP that is open: where it leads. */
typedef struct skipping {
    const clause *end;
    htnc_label behind;
} skipping;

static void skip(htnc_lowering *lowering, htn_opcode op, const group *over, skipping *open)
{
    if (over->property == NULL)
        return;
    open->end = over->end;
    open->behind = over->end != NULL ? HTNC_LABEL : HTNC_FAIL;
    htnc_emit_jump(lowering->to, op, (uint32_t)over->value, lowering->code->addresses[over->property->index],
                   &open->behind);
}

/* Methods one behind the other that have a SEEK each: those that have not got it yet, and the next one's row. */
typedef struct seeking {
    uint32_t left, row;
} seeking;

/* Rows end where methods are skipped: what a SKIP passes in one go, rows need not be gone through for. */
static uint32_t count_rows(const clause *first)
{
    uint32_t count = 0;
    for (const clause *kept = first; kept != NULL && kept->row.tests > 0; kept = kept->next, count++)
        if (kept != first && (kept->skipped_groups.property != NULL || kept->skipped.property != NULL))
            break;
    return count;
}

/* Whether it is the last of them: then the last row's target comes behind this method. */
static bool seek(htnc_lowering *lowering, const clause *kept, seeking *rows)
{
    const htnc_method_filter any_world = {.tests = 0};
    if (rows->left == 0) {
        uint32_t count = count_rows(kept);
        if (count < LEAST_ROWS)
            return false;
        rows->left = count;
        rows->row = htnc_add_method_filter(lowering->code, &kept->row);
        for (const clause *each = kept->next; --count > 0; each = each->next)
            htnc_add_method_filter(lowering->code, &each->row);
        htnc_add_method_filter(lowering->code, &any_world);
    }
    htnc_emit(lowering->to, HTN_OP_SEEK, 0, 0, rows->row);
    htnc_set_filter_target(lowering->to, rows->row);
    rows->row += HTN_ROW_CONSTANTS;
    rows->left--;
    return rows->left == 0;
}

static void bind(htnc_lowering *lowering, const clause *kept, skipping *open)
{
    if (kept == open->end)
        htnc_emit_label(lowering->to, &open->behind);
}

static void lower_clauses(htnc_lowering *lowering, clause *clauses, bool framed)
{
    skipping groups = {NULL, HTNC_FAIL}, one = {NULL, HTNC_FAIL};
    seeking rows = {0, 0};
    find_skips(lowering, clauses);
    for (const clause *kept = clauses; kept != NULL; kept = kept->next) {
        htnc_label next = kept->next != NULL ? HTNC_LABEL : HTNC_FAIL;
        bind(lowering, kept, &one);
        bind(lowering, kept, &groups);
        skip(lowering, HTN_OP_SKIP_GT_U8, &kept->skipped_groups, &groups);
        skip(lowering, HTN_OP_SKIP_NE_U8, &kept->skipped, &one);
        const bool rows_end = seek(lowering, kept, &rows);
        lower_clause(lowering, kept, &next, framed);
        if (kept->next == NULL)
            break;
        htnc_emit_label(lowering->to, &next);
        if (rows_end)
            htnc_set_filter_target(lowering->to, rows.row);
    }
}

/* --- Selection ------------------------------------------------------------------------------------ */

static void emit_bound(htnc_lowering *lowering, const clause *clauses, htnc_label *labels)
{
    for (uint32_t i = 0; clauses != NULL; clauses = clauses->next, i++)
        htnc_emit_jump(lowering->to, HTN_OP_BOUND, 0, clauses->method->index, &labels[i]);
}

/* `highest by N`, replanning: what ranks that much higher than what the running plan has here is offered first. */
static void emit_floors(const htnc_selection *selection, const clause *clauses, uint32_t count)
{
    htnc_lowering *lowering = selection->lowering;
    htnc_label *measures = base_alloc_array(lowering->arena, count, sizeof *measures), scan = HTNC_LABEL;
    emit_bound(lowering, clauses, measures);
    htnc_emit_jump(lowering->to, HTN_OP_JUMP, 0, 0, &scan);
    for (uint32_t i = 0; clauses != NULL; clauses = clauses->next, i++) {
        htnc_emit_label(lowering->to, &measures[i]);
        htnc_select_floor(selection, clauses->method, &clauses->list);
        if (clauses->next != NULL)
            htnc_emit_jump(lowering->to, HTN_OP_JUMP, 0, 0, &scan);
    }
    htnc_emit_label(lowering->to, &scan);
}

/* The method of the candidate found, whose alternative is the next scan; or of the running plan, at `check`. */
static void lower_selected(const htnc_selection *selection, const clause *kept, htnc_label *again, htnc_label *check,
                           htnc_label *next)
{
    htnc_lowering *lowering = selection->lowering;
    htnc_label taken = HTNC_LABEL, fail = HTNC_FAIL;
    lowering->subject->temporaries = kept->list.temporaries;
    htnc_select_take(selection, kept->method, &kept->list, next);
    htnc_item_begin(lowering->to, HTN_ITEM_METHOD, kept->method->task, kept->method->index, kept->method->head);
    htnc_emit_jump(lowering->to, HTN_OP_METHOD, 1, kept->method->index, again);
    htnc_item_end(lowering->to);
    htnc_emit_jump(lowering->to, HTN_OP_JUMP, 0, 0, &taken);
    htnc_emit_label(lowering->to, check);
    htnc_emit_check(lowering->to, &kept->list, &fail);
    take(lowering, kept->method, NULL);
    htnc_emit_label(lowering->to, &taken);
    htnc_forget_ranges(lowering->to); /* what was tested last was another candidate */
    htnc_lower_subtasks(lowering, kept->method, true);
}

/* Nothing ranks higher than what the running plan has: that is gone on with. */
static void emit_own(htnc_lowering *lowering, const clause *clauses, htnc_label *checks, htnc_label *none)
{
    htnc_label found = HTNC_LABEL;
    htnc_emit_jump(lowering->to, HTN_OP_JUMP, 0, 0, &found);
    htnc_emit_label(lowering->to, none);
    emit_bound(lowering, clauses, checks);
    htnc_emit_fail(lowering->to);
    htnc_emit_label(lowering->to, &found);
}

static void lower_selection(htnc_lowering *lowering, const htnc_task *task, const clause *clauses)
{
    htnc_selection selection = htnc_selection_of(lowering, task);
    htnc_label again = HTNC_LABEL, none = HTNC_LABEL, fail = HTNC_FAIL, *checks;
    uint32_t count = 0, i = 0;
    bool floors = task->select_margin != NULL;
    for (const clause *kept = clauses; kept != NULL; kept = kept->next)
        count++;
    checks = base_alloc_array(lowering->arena, count, sizeof *checks);
    if (floors)
        emit_floors(&selection, clauses, count);
    else
        emit_bound(lowering, clauses, checks);
    htnc_emit(lowering->to, HTN_OP_RANKING, selection.ranking.at, 0, 0);
    htnc_emit_back_label(lowering->to, &again);
    for (const clause *kept = clauses; kept != NULL; kept = kept->next)
        htnc_select_candidates(&selection, kept->method, &kept->list);
    htnc_emit_jump(lowering->to, HTN_OP_SELECT, selection.ranking.at, selection.ranking.keys, floors ? &none : &fail);
    htnc_note_outcome(lowering->to, HTN_TEST_NO_CANDIDATE);
    if (floors)
        emit_own(lowering, clauses, checks, &none);
    for (const clause *kept = clauses; kept != NULL; kept = kept->next) {
        htnc_label next = kept->next != NULL ? HTNC_LABEL : HTNC_FAIL;
        lower_selected(&selection, kept, &again, &checks[i++], &next);
        if (kept->next != NULL)
            htnc_emit_label(lowering->to, &next);
    }
}

/* What must hold while the subtasks of a method run: a block each, behind all methods. */
static void lower_whiles(htnc_lowering *lowering, const clause *clauses, bool framed)
{
    for (; clauses != NULL; clauses = clauses->next) {
        if (!clauses->method->has_while)
            continue;
        lowering->subject->temporaries = clauses->list.temporaries;
        clauses->method->while_code = htnc_emit_block(lowering, clauses->method->while_conditions, clauses->method,
                                                      clauses->method->task, framed);
    }
}

void htnc_lower_compound(htnc_lowering *lowering, const htnc_task *task)
{
    lowering->subject->locals = task->parameter_count;
    clause *clauses = clauses_of(lowering, task);
    bool framed = needs_frame(lowering, task, clauses);
    htnc_task_code *code = &lowering->code->tasks[task->index];
    uint32_t begin = lowering->to->count;
    code->flags = (framed ? HTN_TASK_FRAMED : 0u) | (task->recursive ? HTN_TASK_RECURSIVE : 0u);
    if (framed)
        htnc_emit(lowering->to, HTN_OP_FRAME, task->parameter_count, 0, 0);
    if (task->recursive)
        htnc_emit(lowering->to, HTN_OP_GUARD, 0, 0, task->index);
    if (clauses == NULL) {
        htnc_emit_fail(lowering->to);
        htnc_note_outcome(lowering->to, HTN_TEST_NEVER);
    }
    if (task->select != HTNC_SELECT_FIRST && clauses != NULL)
        lower_selection(lowering, task, clauses);
    if (task->select == HTNC_SELECT_FIRST)
        lower_clauses(lowering, clauses, framed);
    lower_whiles(lowering, clauses, framed);
    code->locals = lowering->subject->locals;
    if (framed)
        htnc_emit_frame_size(lowering->to, begin, code->locals);
}
