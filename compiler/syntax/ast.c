/* What several passes ask about a tree: the parts of tasks and methods as lists, and how operators are written. */
#include "compiler/syntax/ast.h"

uint32_t htnc_count_exprs(const htnc_expr *list)
{
    uint32_t count = 0;
    for (; list != NULL; list = list->next)
        count++;
    return count;
}

uint32_t htnc_count_variables(const htnc_variable *list)
{
    uint32_t count = 0;
    for (; list != NULL; list = list->next)
        count++;
    return count;
}

bool htnc_method_has(const htnc_method *method, const htnc_variable *variable)
{
    for (const htnc_variable *each = method->task->parameters; each != NULL; each = each->next)
        if (each == variable)
            return true;
    for (const htnc_expr *item = method->conditions; item != NULL; item = item->next)
        if ((item->kind == HTNC_EXPR_ANY || item->kind == HTNC_EXPR_LET) && item->variables == variable)
            return true;
    return false;
}

const htnc_part htnc_method_parts[HTNC_METHOD_PARTS] = {
    {"conditions", HTNC_PART_CONDITIONS, HTNC_WORD_METHOD, offsetof(htnc_method, conditions)},
    {"utility", HTNC_PART_NUMBER, HTNC_WORD_UTILITY, offsetof(htnc_method, utility)},
    {"weight", HTNC_PART_NUMBER, HTNC_WORD_WEIGHT, offsetof(htnc_method, weight)},
    {"reserve", HTNC_PART_CONDITIONS, HTNC_WORD_RESERVE, offsetof(htnc_method, reserved)},
    {"while", HTNC_PART_CONDITIONS, HTNC_WORD_WHILE, offsetof(htnc_method, while_conditions)},
    {"enter", HTNC_PART_CONDITIONS, HTNC_WORD_ENTER, offsetof(htnc_method, enter_conditions)},
    {"cooldown", HTNC_PART_CONSTANT, HTNC_WORD_COOLDOWN, offsetof(htnc_method, cooldown)},
};

const htnc_part htnc_task_parts[HTNC_TASK_PARTS] = {
    {"preconditions", HTNC_PART_CONDITIONS, HTNC_WORD_PRECONDITIONS, offsetof(htnc_task, preconditions)},
    {"reserve", HTNC_PART_CONDITIONS, HTNC_WORD_RESERVE, offsetof(htnc_task, reserved)},
    {"context", HTNC_PART_CONDITIONS, HTNC_WORD_CONTEXT, offsetof(htnc_task, context)},
    {"cost", HTNC_PART_NUMBER, HTNC_WORD_COST, offsetof(htnc_task, cost)},
    {"duration", HTNC_PART_NUMBER, HTNC_WORD_DURATION, offsetof(htnc_task, duration)},
    {"timeout", HTNC_PART_NUMBER, HTNC_WORD_TIMEOUT, offsetof(htnc_task, timeout)},
    {"retry", HTNC_PART_CONSTANT, HTNC_WORD_RETRY, offsetof(htnc_task, retry)},
};

htnc_expr *htnc_part_items(const void *owner, const htnc_part *part)
{
    return *(htnc_expr *const *)((const char *)owner + part->offset);
}

const char *htnc_task_name(const htnc_task *task)
{
    return task->is_each ? task->around->name.text : task->name.text;
}

bool htnc_is_followed(const htnc_method *method)
{
    return method->has_while || method->has_enter;
}

const char *htnc_operator_text(htnc_operator_kind op)
{
    static const char *const texts[] = {
        "or", "and", "not", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "-", "*", "/", "/"};
    return texts[op];
}

const char *htnc_effect_text(htnc_effect_op op)
{
    static const char *const texts[] = {"=", "+=", "-=", "*="};
    return texts[op];
}

const char *htnc_function_text(htnc_function function)
{
    static const char *const texts[] = {"min", "max", "abs", "clamp", "fixed", "round", "floor", "ceil"};
    return texts[function];
}

const char *htnc_quantifier_text(htnc_quantifier quantifier)
{
    static const char *const texts[] = {"exists", "every", "none", "count", "sum", "min", "max"};
    return texts[quantifier];
}
