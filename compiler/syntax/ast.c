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

void htnc_method_parts(const htnc_method *method, htnc_part parts[HTNC_METHOD_PARTS])
{
    parts[0] = (htnc_part){"conditions", HTNC_PART_CONDITIONS, method->conditions};
    parts[1] = (htnc_part){"utility", HTNC_PART_NUMBER, method->utility};
    parts[2] = (htnc_part){"weight", HTNC_PART_NUMBER, method->weight};
    parts[3] = (htnc_part){"while", HTNC_PART_CONDITIONS, method->while_conditions};
    parts[4] = (htnc_part){"cooldown", HTNC_PART_CONSTANT, method->cooldown};
}

void htnc_task_parts(const htnc_task *task, htnc_part parts[HTNC_TASK_PARTS])
{
    parts[0] = (htnc_part){"preconditions", HTNC_PART_CONDITIONS, task->preconditions};
    parts[1] = (htnc_part){"context", HTNC_PART_CONDITIONS, task->context};
    parts[2] = (htnc_part){"cost", HTNC_PART_NUMBER, task->cost};
    parts[3] = (htnc_part){"duration", HTNC_PART_NUMBER, task->duration};
}

const char *htnc_operator_text(htnc_operator_kind op)
{
    static const char *const texts[] = {"or", "and", "not", "==", "!=", "<", "<=", ">",
                                        ">=", "+",   "-",   "*",  "/",  "%", "-"};
    return texts[op];
}

const char *htnc_effect_text(htnc_effect_op op)
{
    static const char *const texts[] = {"=", "+=", "-=", "*="};
    return texts[op];
}

const char *htnc_function_text(htnc_function function)
{
    static const char *const texts[] = {"min", "max", "abs", "clamp"};
    return texts[function];
}

const char *htnc_quantifier_text(htnc_quantifier quantifier)
{
    static const char *const texts[] = {"exists", "every", "none", "count", "sum", "min", "max"};
    return texts[quantifier];
}
