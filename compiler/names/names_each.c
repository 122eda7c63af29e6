/*
 * An `Each` is a task (htnc_task.is_each). So that its code needs nothing but its own frame, each variable around it that it mentions
 * becomes a parameter of the same name, and an argument of the subtask. What counts is the text of names: a variable never hides
 * another, so a name that stands in the Each means the variable around it, or is reported.
 */
#include "compiler/names/names_each.h"

#include <string.h>

/* --- Declaring ------------------------------------------------------------------------------------ */

size_t htnc_count_each(const htnc_subtask *list)
{
    size_t count = 0;
    for (; list; list = list->next) {
        count += htnc_count_each(list->members);
        if (list->each)
            count += 1 + htnc_count_each(list->each->methods->subtasks);
    }
    return count;
}

/* `owner`: the declared task around it; `number`: of these Eaches so far. */
static void declare(htnc_resolver *resolver, const htnc_task *owner, htnc_subtask *list, uint32_t *number)
{
    for (htnc_subtask *item = list; item; item = item->next) {
        declare(resolver, owner, item->members, number);
        if (!item->each)
            continue;
        htnc_task *task = item->each;
        const char *text = base_format(resolver->arena, "Each %u of %s", (unsigned)++*number, owner->name.text);
        task->around = owner;
        task->name.text = base_intern(resolver->interner, text, strlen(text));
        task->index = resolver->model->task_count++;
        resolver->model->tasks[task->index] = task;
        declare(resolver, owner, task->methods->subtasks, number);
    }
}

void htnc_declare_each(htnc_resolver *resolver, const htnc_task *task)
{
    uint32_t number = 0;
    for (const htnc_method *method = task->methods; method; method = method->next)
        declare(resolver, task, method->subtasks, &number);
}

/* --- Mentioned variables -------------------------------------------------------------------------- */

static bool subtasks_mention(const htnc_subtask *list, const char *name);

static bool variables_mention(const htnc_variable *list, const char *name)
{
    for (; list; list = list->next)
        if (list->name.text == name)
            return true;
    return false;
}

static bool mention(const htnc_expr *list, const char *name)
{
    for (; list; list = list->next)
        if ((list->kind == HTNC_EXPR_NAME && list->name.text == name) || variables_mention(list->variables, name) ||
            mention(list->operands, name) || (list->where && mention(list->where, name)) ||
            (list->body && mention(list->body, name)))
            return true;
    return false;
}

static bool each_mentions(const htnc_task *each, const char *name)
{
    const htnc_method *items = each->methods;
    for (const htnc_prefer_key *key = items->prefer; key; key = key->next)
        if (mention(key->value, name))
            return true;
    return mention(items->conditions, name) || subtasks_mention(items->subtasks, name);
}

static bool subtasks_mention(const htnc_subtask *list, const char *name)
{
    for (; list; list = list->next)
        if (mention(list->arguments, name) || mention(list->goal, name) || subtasks_mention(list->members, name) ||
            (list->each && each_mentions(list->each, name)))
            return true;
    return false;
}

/* --- Capturing ------------------------------------------------------------------------------------ */

static void capture(htnc_resolver *resolver, htnc_subtask *subtask, htnc_variable *variable)
{
    htnc_variable **parameter = &subtask->each->parameters;
    htnc_expr **argument = &subtask->arguments;
    while (*parameter)
        parameter = &(*parameter)->next;
    while (*argument)
        argument = &(*argument)->next;
    *parameter = BASE_NEW(resolver->arena, htnc_variable);
    **parameter = (htnc_variable){.name = variable->name,
                                  .type_ref = variable->type_ref,
                                  .is_parameter = variable->is_parameter,
                                  .used = true,
                                  .captured = variable};
    *argument = BASE_NEW(resolver->arena, htnc_expr);
    **argument = (htnc_expr){.kind = HTNC_EXPR_NAME,
                             .span = subtask->each->name.span,
                             .name = {variable->name.text, subtask->each->name.span},
                             .ref = HTNC_REF_VARIABLE,
                             .to.variable = variable};
    variable->used = true;
    subtask->each->parameter_count++;
}

/* The outermost variable first. */
static void capture_all(htnc_resolver *resolver, htnc_subtask *subtask, const htnc_scope *scope)
{
    if (!scope)
        return;
    capture_all(resolver, subtask, scope->outer);
    if (each_mentions(subtask->each, scope->variable->name.text))
        capture(resolver, subtask, scope->variable);
}

void htnc_resolve_each(htnc_resolver *resolver, htnc_subtask *subtask, const htnc_scope *scope)
{
    capture_all(resolver, subtask, scope);
    subtask->name.text = subtask->each->name.text;
    subtask->task = subtask->each;
}
