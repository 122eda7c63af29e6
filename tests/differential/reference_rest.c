/*
 * What remains behind a split, in the reference planner: the agenda, written down with the variables that each item
 * may use. Planning goes on from it with nothing above it: neither ancestors nor choices.
 */
#include "reference_inside.h"
#include <string.h>

bool reference_is_nothing(const agenda *todo)
{
    while (todo && (todo->each ? !todo->each->next : !todo->group && todo->item->kind == HTNC_SUBTASK_SPLIT))
        todo = todo->rest;
    return !todo;
}

bool reference_keep_scope(reference_scope *kept, const binding *scope)
{
    for (kept->count = 0; scope; scope = scope->next) {
        if (kept->count == REFERENCE_SCOPE)
            return false;
        kept->variables[kept->count] = scope->variable;
        kept->values[kept->count++] = scope->value;
    }
    return true;
}

const binding *reference_take_scope(reference_planner *reference, const reference_scope *kept)
{
    const binding *scope = NULL;
    uint32_t i;

    for (i = kept->count; i-- > 0;)
        scope = reference_bind(reference, kept->variables[i], kept->values[i], scope);
    return scope;
}

/* The taken methods around an item, outer ones first; the place of the innermost one. They are open. */
static bool keep_taken(reference_rest *rest, reference_plan *plan, uint32_t taken, uint32_t *place)
{
    uint32_t around = REFERENCE_NONE, i;

    *place = REFERENCE_NONE;
    if (taken == REFERENCE_NONE)
        return true;
    plan->taken[taken].open = true;
    if (!keep_taken(rest, plan, plan->taken[taken].around, &around))
        return false;
    for (i = 0; i < rest->taken_count; i++)
        if (rest->taken[i].method == plan->taken[taken].method && rest->taken[i].around == around &&
            memcmp(&rest->taken[i].scope, &plan->taken[taken].scope, sizeof rest->taken[i].scope) == 0)
            break;
    if (i == REFERENCE_OPEN)
        return false;
    *place = i;
    if (i == rest->taken_count) {
        rest->taken[rest->taken_count] = plan->taken[taken];
        rest->taken[rest->taken_count++].around = around;
    }
    return true;
}

/* What remains of an Each. */
static bool keep_each(reference_rest *rest, reference_item *kept, const items_left *each)
{
    const solution *item;

    kept->begun = true;
    kept->item = each->subtask;
    kept->first = rest->listed;
    kept->listed = 0;
    for (item = each->next; item; item = item->next, kept->listed++) {
        if (rest->listed + REFERENCE_BINDINGS > REFERENCE_LISTED)
            return false;
        rest->listed +=
            reference_bindings(item->scope, each->arguments, rest->values + rest->listed, REFERENCE_BINDINGS);
    }
    return reference_keep_scope(&kept->scope, each->arguments);
}

bool reference_keep(reference_plan *plan, const agenda *todo)
{
    reference_rest *rest = &plan->rest;

    for (rest->count = rest->taken_count = rest->listed = 0; todo; todo = todo->rest) {
        reference_item *kept = &rest->items[rest->count];

        if (rest->count++ == REFERENCE_REST || !keep_taken(rest, plan, todo->taken, &kept->taken))
            return false;
        kept->item = todo->item;
        kept->done = todo->done;
        kept->begun = false;
        if (todo->each ? !keep_each(rest, kept, todo->each) : !reference_keep_scope(&kept->scope, todo->scope))
            return false;
    }
    return true;
}

/* Instances that are gone since then are from now on. */
static void look_for_gone(const reference_planner *reference, reference_scope *kept, const int32_t *then,
                          const int32_t *world)
{
    uint32_t i;

    for (i = 0; i < kept->count; i++)
        if (kept->values[i] >= 0 &&
            !reference_same_instance(reference, kept->variables[i]->type, kept->values[i], then, world))
            kept->values[i] = REFERENCE_GONE;
}

static void take_up_taken(const reference_planner *reference, reference_rest *rest, const int32_t *then,
                          const int32_t *world)
{
    reference_plan *plan = reference->plan;
    uint32_t i;

    for (i = 0; i < rest->taken_count; i++) {
        look_for_gone(reference, &rest->taken[i].scope, then, world);
        plan->taken[i] = rest->taken[i];
        plan->taken[i].open = false;
    }
    plan->taken_count = plan->taken_before = rest->taken_count;
}

/* The items that remain of an Each. An instance that is gone since then is from now on. */
static const agenda *take_up_each(reference_planner *reference, reference_rest *rest, const reference_item *kept,
                                  const agenda *todo, const int32_t *then, const int32_t *world)
{
    const htnc_method *method = kept->item->each->methods;
    solution *first = NULL, **end = &first;
    int32_t *values = rest->values + kept->first;
    uint32_t i;

    for (i = 0; i < kept->listed; i++) {
        const int32_t *own = values;
        const htnc_expr *binder;

        for (binder = method->conditions; binder; binder = binder->next) {
            if (binder->kind != HTNC_EXPR_ANY && binder->kind != HTNC_EXPR_LET)
                continue;
            if (*values >= 0 && !reference_same_instance(reference, binder->variables->type, *values, then, world))
                *values = REFERENCE_GONE;
            values++;
        }
        *end = reference_item_of(reference, method, todo->scope, own);
        end = &(*end)->next;
    }
    return reference_items_left(reference, todo, kept->item, todo->scope, first);
}

const agenda *reference_take_up(reference_planner *reference, reference_rest *rest, const int32_t *then,
                                const int32_t *world)
{
    const agenda *next = NULL;
    uint32_t i;

    take_up_taken(reference, rest, then, world);
    for (i = rest->count; i-- > 0;) {
        reference_item *kept = &rest->items[i];
        agenda *item = reference_allocate(reference, sizeof *item);

        look_for_gone(reference, &kept->scope, then, world);
        item->group = NULL;
        item->each = NULL;
        item->item = kept->item;
        item->rest = next;
        item->parent = NULL;
        item->taken = kept->taken;
        item->done = kept->done;
        item->scope = reference_take_scope(reference, &kept->scope);
        reference->uses[REFERENCE_EACH_LEFT] += kept->begun;
        next = kept->begun ? take_up_each(reference, rest, kept, item, then, world) : item;
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
