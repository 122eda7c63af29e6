/*
 * The lists of Eaches in the reference planner (docs/language.md, "Each"): a list is found once, when planning gets there, and kept
 * with the plan, since a replan goes by it.
 */
#include "reference_inside.h"
#include <string.h>

static bool binds(const htnc_expr *item)
{
    return item->kind == HTNC_EXPR_ANY || item->kind == HTNC_EXPR_LET;
}

static uint32_t count_values(const htnc_method *method)
{
    uint32_t count = 0;
    const htnc_expr *item;

    for (item = method->conditions; item; item = item->next)
        count += binds(item);
    return count;
}

bool reference_note_list(reference_planner *reference, const solution *items, const binding *arguments)
{
    reference_plan *plan = reference->plan;
    reference_list *list = &plan->lists[plan->list_count];

    if (plan->list_count == REFERENCE_LISTS)
        return false;
    list->entry = plan->record_count;
    list->first = plan->listed;
    list->count = 0;
    for (; items; items = items->next) {
        if (plan->listed + REFERENCE_BINDINGS > REFERENCE_LISTED)
            return false;
        plan->listed += reference_bindings(items->scope, arguments, plan->values + plan->listed, REFERENCE_BINDINGS);
        list->count++;
    }
    plan->list_count++;
    return true;
}

solution *reference_item_of(reference_planner *reference, const htnc_method *method, const binding *arguments,
                            const int32_t *values)
{
    solution *made = reference_allocate(reference, sizeof *made);
    const htnc_expr *item;

    memset(made, 0, sizeof *made);
    made->scope = arguments;
    for (item = method->conditions; item; item = item->next)
        if (binds(item))
            made->scope = reference_bind(reference, item->variables, *values++, made->scope);
    return made;
}

const solution *reference_own_list(reference_planner *reference, const htnc_method *method, const binding *arguments,
                                   const reference_plan *running, uint32_t entry, bool *found)
{
    const reference_list *list = running->lists;
    solution *first = NULL, **end = &first;
    uint32_t i;

    while (list < running->lists + running->list_count && list->entry != entry)
        list++;
    *found = list < running->lists + running->list_count;
    for (i = 0; *found && i < list->count; i++) {
        *end =
            reference_item_of(reference, method, arguments, running->values + list->first + i * count_values(method));
        end = &(*end)->next;
    }
    return first;
}

const solution *reference_next_item(const solution *item, const binding *arguments)
{
    for (; item; item = item->next) {
        const binding *each = item->scope;

        while (each != arguments && !(each->value == REFERENCE_GONE &&
                                      each->variable->type->kind == HTNC_TYPE_ENTITIES && each->variable->type->open))
            each = each->next;
        if (each == arguments)
            return item;
    }
    return NULL;
}

const agenda *reference_items_left(reference_planner *reference, const agenda *todo, const htnc_subtask *subtask,
                                   const binding *arguments, const solution *next)
{
    agenda *made = reference_allocate(reference, sizeof *made);
    items_left *each = reference_allocate(reference, sizeof *each);

    each->subtask = subtask;
    each->arguments = arguments;
    each->next = next;
    *made = *todo;
    made->each = each;
    return made;
}
