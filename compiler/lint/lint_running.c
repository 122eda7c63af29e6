/*
 * Steps that make false what must hold while they run, or until the steps after them have ended. The plan then fails each time that
 * it is tried. Only what a step certainly writes counts: an unconditional assignment of a constant.
 */
#include "compiler/lint/lint_running.h"

#include "compiler/lint/lint_values.h"

/* What a step writes. `call`: the subtask whose arguments its parameters have; NULL: the parameters stand for themselves. */
typedef struct written {
    const htnc_effect *effects;
    const htnc_variable *parameters;
    const htnc_subtask *call;
} written;

/* --- Cells ---------------------------------------------------------------------------------------- */

/* What an index of an effect stands for at the caller. */
static const htnc_expr *at_caller(const written *of, const htnc_expr *index)
{
    const htnc_expr *argument = of->call ? of->call->arguments : NULL;
    if (!of->call || index->kind != HTNC_EXPR_NAME || index->ref != HTNC_REF_VARIABLE)
        return index;
    for (const htnc_variable *each = of->parameters; each && argument; each = each->next, argument = argument->next)
        if (each == index->to.variable)
            return argument;
    return NULL;
}

static bool is_same_value(const htnc_expr *a, const htnc_expr *b)
{
    if (a->is_constant && b->is_constant)
        return a->folded == b->folded;
    return a->kind == HTNC_EXPR_NAME && b->kind == HTNC_EXPR_NAME && a->ref == HTNC_REF_VARIABLE &&
           b->ref == HTNC_REF_VARIABLE && a->to.variable == b->to.variable;
}

/* Whether an effect of the step writes the very cell that a condition reads. */
static bool is_same_cell(const written *of, const htnc_expr *target, const htnc_expr *read)
{
    const htnc_expr *there = read->operands;
    if (read->kind != HTNC_EXPR_NAME || read->ref != HTNC_REF_PROPERTY || read->to.property != target->to.property)
        return false;
    for (const htnc_expr *each = target->operands; each; each = each->next, there = there->next) {
        const htnc_expr *index = at_caller(of, each);
        if (!there || !index || !is_same_value(index, there))
            return false;
    }
    return true;
}

/* --- Conditions ----------------------------------------------------------------------------------- */

static bool is_certain(const htnc_effect *effect)
{
    return effect->op == HTNC_ASSIGN && !effect->when && !effect->each && effect->value->is_constant;
}

/* The last effect that writes a property; NULL: none does. */
static const htnc_effect *last_write(const htnc_effect *effects, const htnc_property *property)
{
    const htnc_effect *last = NULL;
    for (; effects; effects = effects->next)
        if (effects->target->to.property == property)
            last = effects;
    return last;
}

/* Whether a condition about one cell of a table, `T(x)`, `not T(x)` or `T(x) == c`, is false once the cell has this value. */
static bool is_false_of_cell(const written *of, const htnc_effect *effect, const htnc_expr *item)
{
    bool truth = true;
    int32_t wanted = 1;
    while (item->kind == HTNC_EXPR_UNARY && item->op == HTNC_NOT) {
        truth = !truth;
        item = item->operands;
    }
    if (item->kind == HTNC_EXPR_BINARY && (item->op == HTNC_EQ || item->op == HTNC_NE) &&
        item->operands->next->is_constant) {
        truth = truth == (item->op == HTNC_EQ);
        wanted = item->operands->next->folded;
        item = item->operands;
    }
    const int32_t value = htnc_clamp(effect->target->type, effect->value->folded);
    return is_same_cell(of, effect->target, item) && (value == wanted) != truth;
}

/* The effect that makes an item of a list of conditions false for certain; NULL: none does. */
static const htnc_effect *find_falsifier(htnc_linter *linter, const written *of, const htnc_expr *item)
{
    for (const htnc_effect *each = of->effects; each; each = each->next) {
        const htnc_property *property = each->target->to.property;
        htnc_facts facts;
        if (!is_certain(each) || last_write(of->effects, property) != each)
            continue;
        if (property->parameter_count > 0) {
            if (is_false_of_cell(of, each, item))
                return each;
            continue;
        }
        htnc_facts_clear(&facts);
        htnc_known *known = htnc_facts_know(&facts, property, property->type);
        if (known) {
            const int32_t value = htnc_clamp(property->type, each->value->folded);
            htnc_set_keep_between(&known->values, value, value);
        }
        htnc_facts_narrow(linter, &facts, item, true);
        htnc_facts alone;
        htnc_facts_clear(&alone);
        htnc_facts_narrow(linter, &alone, item, true);
        if (facts.impossible && !alone.impossible)
            return each;
    }
    return NULL;
}

/* --- During --------------------------------------------------------------------------------------- */

void htnc_check_durings(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        const written during = {task->during, task->parameters, NULL};
        for (const htnc_expr *item = task->during ? task->preconditions : NULL; item; item = item->next) {
            const htnc_effect *effect = find_falsifier(linter, &during, item);
            if (!effect)
                continue;
            base_diagnostic *report = base_report(
                linter->diagnostics, BASE_DIAG_DURING_PRECONDITION, effect->span,
                "this makes a precondition of `%s` false while it runs, so its plan fails", task->name.text);
            base_report_note(linter->diagnostics, report, item->span, "the precondition is here");
        }
    }
}

/* --- While ---------------------------------------------------------------------------------------- */

/* Whether a subtask has at least one step in every plan, which is certainly done. A compound task may have none. */
static bool has_step(const htnc_subtask *subtask)
{
    if (subtask->kind == HTNC_SUBTASK_BACKGROUND || subtask->kind == HTNC_SUBTASK_OPTIONAL)
        return false;
    if (subtask->kind == HTNC_SUBTASK_TASK)
        return subtask->task && subtask->task->kind == HTNC_PRIMITIVE;
    for (const htnc_subtask *each = subtask->members; each; each = each->next)
        if (has_step(each))
            return true;
    return false;
}

static bool has_step_behind(const htnc_subtask *subtask)
{
    for (const htnc_subtask *each = subtask->next; each; each = each->next)
        if (has_step(each))
            return true;
    return false;
}

/* Reports the items of the While that `effects`, written by the step `call`, make false. */
static void check_step(htnc_linter *linter, const htnc_method *method, const htnc_subtask *call,
                       const htnc_effect *effects, const char *message)
{
    const written of = {effects, call->task->parameters, call};
    for (const htnc_expr *item = method->while_conditions; item; item = item->next) {
        const htnc_effect *effect = find_falsifier(linter, &of, item);
        if (!effect)
            continue;
        base_diagnostic *report =
            base_report(linter->diagnostics, BASE_DIAG_BROKEN_WHILE, call->span, message, call->name.text);
        base_report_note(linter->diagnostics, report, item->span, "the `While` is here");
        base_report_note(linter->diagnostics, report, effect->span, "this makes it false");
    }
}

/* `is_followed`: some step of the method certainly comes behind the subtask. The members of a group do not follow each other. */
static void check_subtask(htnc_linter *linter, const htnc_method *method, const htnc_subtask *subtask, bool is_followed)
{
    for (const htnc_subtask *each = subtask->members; each; each = each->next)
        check_subtask(linter, method, each, is_followed && subtask->kind != HTNC_SUBTASK_BACKGROUND);
    if (subtask->kind != HTNC_SUBTASK_TASK || !subtask->task || subtask->task->kind != HTNC_PRIMITIVE)
        return;
    check_step(linter, method, subtask, subtask->task->during,
               "the `While` of this method does not hold while `%s` runs, so the plan fails");
    if (is_followed)
        check_step(linter, method, subtask, subtask->task->effects,
                   "the `While` of this method does not hold after `%s`, so the steps behind it are never done");
}

void htnc_check_whiles(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++)
        for (const htnc_method *method = linter->model->tasks[i]->methods; method; method = method->next)
            for (const htnc_subtask *each = method->has_while ? method->subtasks : NULL; each; each = each->next)
                check_subtask(linter, method, each, has_step_behind(each));
}
