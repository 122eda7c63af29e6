/*
 * Conditions that no world state fulfils, and conditions that every world state fulfils. A plain `true` or `false` is meant as written
 * (a default, a method that is switched off): the first is never reported, the second with a simpler message.
 */
#include "compiler/lint/lint_conditions.h"

#include "compiler/lint/lint_values.h"

/* The first property, parameter or query in an expression. NULL: there is none. */
static const htnc_expr *first_subject(const htnc_expr *expr)
{
    if (expr->kind == HTNC_EXPR_NAME &&
        (expr->ref == HTNC_REF_PROPERTY || expr->ref == HTNC_REF_VARIABLE || expr->ref == HTNC_REF_QUERY))
        return expr;
    for (const htnc_expr *each = expr->operands; each; each = each->next) {
        const htnc_expr *found = first_subject(each);
        if (found)
            return found;
    }
    return NULL;
}

static const void *subject_behind(const htnc_expr *name)
{
    return name->ref == HTNC_REF_PROPERTY ? (const void *)name->to.property : (const void *)name->to.variable;
}

static const htnc_known *known_in(htnc_linter *linter, const htnc_facts *facts, const htnc_expr *expr);

static const htnc_known *known_below(htnc_linter *linter, const htnc_facts *facts, const htnc_expr *expr)
{
    linter->depth++;
    const htnc_known *known = known_in(linter, facts, expr);
    linter->depth--;
    return known;
}

/* The first fact about a name in the expression, or in the named conditions that it uses. NULL: there is none. */
static const htnc_known *known_in(htnc_linter *linter, const htnc_facts *facts, const htnc_expr *expr)
{
    const htnc_known *known = NULL;
    const htnc_expr *parts = expr->operands;
    if (linter->quota == 0 || linter->depth == 100)
        return NULL;
    linter->quota--;
    if (expr->kind == HTNC_EXPR_NAME && (expr->ref == HTNC_REF_PROPERTY || expr->ref == HTNC_REF_VARIABLE))
        known = htnc_facts_find(facts, subject_behind(expr));
    if (known && known->span.end)
        return known;
    for (int round = 0; round < 2; round++) {
        for (const htnc_expr *each = parts; each; each = each->next)
            if ((known = known_below(linter, facts, each)))
                return known;
        bool condition = expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONDITION;
        parts = condition ? expr->to.condition->declaration->items : NULL;
    }
    return NULL;
}

/* For a comparison with a constant: notes the values that the other side can have. */
static void note_type(htnc_linter *linter, base_diagnostic *report, const htnc_expr *item)
{
    while (item->kind == HTNC_EXPR_UNARY && item->op == HTNC_NOT)
        item = item->operands;
    if (item->kind != HTNC_EXPR_BINARY || item->operands->is_constant == item->operands->next->is_constant)
        return;
    const htnc_expr *subject = first_subject(item);
    if (!subject || subject->ref == HTNC_REF_VARIABLE)
        return;
    bool query = subject->ref == HTNC_REF_QUERY;
    const htnc_type *type = query ? subject->to.query->type : subject->to.property->type;
    base_span span = query ? subject->to.query->declaration->name.span : subject->to.property->declaration->name.span;
    const htnc_value *first = type->values, *last = first;
    if (type->kind == HTNC_TYPE_BOOL)
        return;
    while (last && last->next)
        last = last->next;
    if (first)
        base_report_note(linter->diagnostics, report, span, "`%s` goes from `%s` to `%s`", subject->name.text,
                         first->name.text, last->name.text);
    else
        base_report_note(linter->diagnostics, report, span, "`%s` is `%s`", subject->name.text, type->name);
}

static void report_never(htnc_linter *linter, const htnc_expr *item, const htnc_facts *before, const char *never)
{
    base_diagnostic *report;
    htnc_facts alone;
    htnc_facts_clear(&alone);
    htnc_facts_narrow(linter, &alone, item, true);
    const htnc_known *earlier = alone.impossible ? NULL : known_in(linter, before, item);
    if (item->is_constant) {
        base_report(linter->diagnostics, BASE_DIAG_NEVER_HOLDS, item->span, "this is always false, so %s", never);
        return;
    }
    if (alone.impossible) {
        report = base_report(linter->diagnostics, BASE_DIAG_NEVER_HOLDS, item->span, "this never holds, so %s", never);
        note_type(linter, report, item);
        return;
    }
    report = base_report(linter->diagnostics, BASE_DIAG_NEVER_HOLDS, item->span,
                         "this never holds together with the conditions before it, so %s", never);
    if (earlier)
        base_report_note(linter->diagnostics, report, earlier->span, "it contradicts this one");
}

/* --- The checks ----------------------------------------------------------------------------------- */

/* Visits one list. `number` is its index in linter->never; a named condition's list has the index of the condition. */
typedef void visit_list(htnc_linter *linter, const htnc_expr *items, uint32_t number, const char *never);

static void ignore_list(htnc_linter *linter, const htnc_expr *items, uint32_t number, const char *never)
{
    (void)linter, (void)items, (void)number, (void)never;
}

/* Visits all lists; a named condition comes after those that it uses. Returns how many there are. */
static uint32_t for_each_list(htnc_linter *linter, visit_list *visit)
{
    const htnc_model *model = linter->model;
    uint32_t number = model->condition_count;
    for (const htnc_condition *each = model->conditions; each; each = each->next)
        if (!each->declaration->value)
            visit(linter, each->declaration->items, each->index, "the condition never does");
    for (uint32_t i = 0; i < model->task_count; i++) {
        const htnc_task *task = model->tasks[i];
        visit(linter, task->preconditions, number++, "the task can never be done");
        for (const htnc_method *method = task->methods; method; method = method->next) {
            visit(linter, task->is_gate ? method->while_conditions : method->conditions, number++,
                  task->is_gate   ? "these orders always wait"
                  : task->is_each ? "there is never an item"
                                  : "the method is never chosen");
            for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf)
                visit(linter, each->goal, number++, "it is never achieved");
        }
    }
    return number;
}

/* Whether an item is a named condition that never holds, which was reported where it is declared. */
static bool uses_never(const htnc_linter *linter, const htnc_expr *items)
{
    for (; items; items = items->next)
        if (items->kind == HTNC_EXPR_NAME && items->ref == HTNC_REF_CONDITION &&
            linter->never[items->to.condition->index])
            return true;
    return false;
}

static void check_never(htnc_linter *linter, const htnc_expr *items, uint32_t number, const char *never)
{
    htnc_facts facts;
    htnc_facts_clear(&facts);
    linter->never[number] = linter->never[number] || uses_never(linter, items);
    /* In the second round, an item meets what later items say. */
    for (int round = 0; round < 2; round++)
        for (const htnc_expr *item = items; item && !linter->never[number]; item = item->next) {
            htnc_facts before = facts;
            htnc_facts_narrow(linter, &facts, item, true);
            linter->never[number] = facts.impossible;
            if (facts.impossible)
                report_never(linter, item, &before, never);
        }
}

/* A `While` whose conditions cannot hold where the method's do: then the method is never chosen either. */
static void check_while(htnc_linter *linter, const htnc_method *method)
{
    htnc_facts facts;
    bool never = false;
    htnc_facts_clear(&facts);
    for (const htnc_expr *item = method->conditions; item; item = item->next)
        htnc_facts_narrow(linter, &facts, item, true);
    if (facts.impossible || uses_never(linter, method->conditions) || uses_never(linter, method->while_conditions))
        return; /* reported */
    for (const htnc_expr *item = method->while_conditions; item && !never; item = item->next) {
        const htnc_facts before = facts;
        htnc_facts_narrow(linter, &facts, item, true);
        never = facts.impossible;
        if (never)
            report_never(linter, item, &before, "the method is never chosen");
    }
}

/* Whether a condition can only hold where a tuple of the cycle is true already. */
static bool needs_cycle(const htnc_cycle *cycle, const htnc_expr *expr);

static bool list_needs_cycle(const htnc_cycle *cycle, const htnc_expr *items)
{
    for (; items; items = items->next)
        if (needs_cycle(cycle, items))
            return true;
    return false;
}

static bool needs_cycle(const htnc_cycle *cycle, const htnc_expr *expr)
{
    switch (expr->kind) {
    case HTNC_EXPR_NAME: return expr->ref == HTNC_REF_CONDITION && expr->to.condition->cycle == cycle;
    case HTNC_EXPR_BINARY:
        if (expr->op == HTNC_OR)
            return needs_cycle(cycle, expr->operands) && needs_cycle(cycle, expr->operands->next);
        return expr->op == HTNC_AND && list_needs_cycle(cycle, expr->operands);
    case HTNC_EXPR_ANY: return expr->where && needs_cycle(cycle, expr->where);
    case HTNC_EXPR_QUANTIFIER: /* `every` holds where there is no instance */
        return expr->quantifier == HTNC_EXISTS &&
               ((expr->where && needs_cycle(cycle, expr->where)) || (expr->body && needs_cycle(cycle, expr->body)));
    default: return false;
    }
}

/* Reports a cycle in which each body needs a tuple of the cycle first, so that none is ever true. */
static void check_cycle(htnc_linter *linter, const htnc_cycle *cycle)
{
    const htnc_condition *first = cycle->conditions[0];
    bool reported = false;
    for (uint32_t i = 0; i < cycle->count; i++) {
        const htnc_condition *condition = cycle->conditions[i];
        reported = reported || linter->never[condition->index];
        if (!list_needs_cycle(cycle, condition->declaration->items))
            return;
        if (condition->declaration->name.span.begin < first->declaration->name.span.begin)
            first = condition;
    }
    for (uint32_t i = 0; i < cycle->count; i++)
        linter->never[cycle->conditions[i]->index] = true;
    if (!reported)
        base_report(linter->diagnostics, BASE_DIAG_NEVER_HOLDS, first->declaration->name.span,
                    cycle->count == 1 ? "`%s` never holds: it needs itself first"
                                      : "`%s` never holds: each condition of its cycle needs another one first",
                    first->name);
}

void htnc_check_never_holds(htnc_linter *linter)
{
    linter->never =
        base_alloc_array(linter->arena, (size_t)for_each_list(linter, ignore_list) + 1, sizeof *linter->never);
    for (const htnc_cycle *cycle = linter->model->cycles; cycle; cycle = cycle->next)
        check_cycle(linter, cycle);
    for_each_list(linter, check_never);
    for (uint32_t i = 0; i < linter->model->task_count; i++)
        for (const htnc_method *method = linter->model->tasks[i]->methods; method; method = method->next)
            if (!linter->model->tasks[i]->is_gate)
                check_while(linter, method);
}

static void check_always(htnc_linter *linter, const htnc_expr *items, uint32_t number, const char *never)
{
    (void)never;
    for (const htnc_expr *item = items; item && !linter->never[number]; item = item->next) {
        if (item->is_constant || item->kind == HTNC_EXPR_LET || !htnc_item_always_holds(linter, item))
            continue;
        base_diagnostic *report = base_report(linter->diagnostics, BASE_DIAG_ALWAYS_HOLDS, item->span,
                                              "this always holds, so it can be left out");
        note_type(linter, report, item);
    }
}

void htnc_check_always_holds(htnc_linter *linter)
{
    for_each_list(linter, check_always);
}
