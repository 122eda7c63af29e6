/*
 * What remains behind a split, in the reference planner: the agenda, written down with the variables that each item
 * may use. Planning goes on from it with nothing above it: neither ancestors nor choices.
 */
#include "reference_inside.h"
#include <string.h>

bool reference_is_nothing(const agenda *todo)
{
    while (todo && !todo->group && todo->item->kind == HTNC_SUBTASK_SPLIT)
        todo = todo->rest;
    return !todo;
}

static bool keep_item(reference_item *kept, const agenda *todo)
{
    const binding *each;

    kept->item = todo->item;
    kept->variable_count = 0;
    for (each = todo->scope; each; each = each->next) {
        if (kept->variable_count == REFERENCE_SCOPE)
            return false;
        kept->variables[kept->variable_count] = each->variable;
        kept->values[kept->variable_count++] = each->value;
    }
    return true;
}

bool reference_keep(reference_rest *rest, const agenda *todo)
{
    for (rest->count = 0; todo; todo = todo->rest)
        if (rest->count == REFERENCE_REST || !keep_item(&rest->items[rest->count++], todo))
            return false;
    return true;
}

const agenda *reference_take_up(reference_planner *reference, reference_rest *rest, const int32_t *then,
                                const int32_t *world)
{
    agenda *next = NULL;
    uint32_t i, k;

    for (i = rest->count; i-- > 0;) {
        reference_item *kept = &rest->items[i];
        agenda *item = reference_allocate(reference, sizeof *item);

        item->group = NULL;
        item->item = kept->item;
        item->rest = next;
        item->parent = NULL;
        item->scope = NULL;
        for (k = kept->variable_count; k-- > 0;) {
            if (kept->values[k] >= 0 &&
                !reference_same_instance(reference, kept->variables[k]->type, kept->values[k], then, world))
                kept->values[k] = REFERENCE_GONE;
            item->scope = reference_bind(reference, kept->variables[k], kept->values[k], item->scope);
        }
        next = item;
    }
    return next;
}

/* Whether one of the expressions mentions a variable of the scope that stands for an instance which is gone. */
static bool mentions_gone(const htnc_expr *list, const binding *scope)
{
    const binding *each;

    for (; list; list = list->next) {
        for (each = scope; each; each = each->next)
            if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_VARIABLE && list->to.variable == each->variable &&
                each->variable->type->kind == HTNC_TYPE_ENTITIES && each->variable->type->open &&
                each->value == REFERENCE_GONE)
                return true;
        if (mentions_gone(list->operands, scope) || mentions_gone(list->where, scope) ||
            mentions_gone(list->body, scope))
            return true;
    }
    return false;
}

bool reference_is_stale(reference_planner *reference, const agenda *todo)
{
    if (!mentions_gone(todo->item->arguments, todo->scope) && !mentions_gone(todo->item->goal, todo->scope))
        return false;
    reference->plan->stale++;
    return true;
}

void reference_adopt(reference_run *run, const reference_plan *plan)
{
    if (plan->origin == REFERENCE_FOLLOWS) {
        run->start = run->plan.rest;
        if (!run->continues)
            run->first = run->plan;
    }
    run->continues = plan->origin != REFERENCE_FROM_ROOT;
    run->plan = *plan;
}
