/*
 * Arguments that read what an earlier subtask may have changed. Planning reads an argument when it reaches its subtask, and a reader
 * easily takes it for the value before the method. An argument that is exactly the cell which earlier subtasks set with `=` is meant
 * so: in this way a task passes on what it has found.
 */
#include "compiler/lint/lint_arguments.h"

#include "compiler/lint/lint_accesses.h"
#include <ctype.h>

enum { LONGEST_EXCERPT = 60 };

/* A subtask that comes before an argument. The nearest one is first. */
typedef struct earlier {
    struct earlier *before;
    const htnc_subtask *item;
    bool known; /* `writes` is valid */
    htnc_accesses writes;
} earlier;

typedef struct list_check {
    htnc_linter *linter;
    const htnc_method *method;
} list_check;

/* A write that an argument comes behind. */
typedef struct late {
    const htnc_access *read, *write;
    const htnc_subtask *writer;
} late;

static const htnc_accesses *writes_of(const list_check *check, earlier *of)
{
    if (!of->known)
        of->writes = htnc_accesses_of(check->linter, check->method, of->item, true);
    of->known = true;
    return &of->writes;
}

/* Whether the argument is the cell, and nothing else. */
static bool is_the_cell(const htnc_expr *argument, const htnc_access *read)
{
    return read->cell == argument;
}

/* Finds the first write of what `read` reads. False: there is none, or the argument passes on what all of them set. */
static bool find_write(const list_check *check, const htnc_expr *argument, const htnc_access *read, earlier *before,
                       late *found)
{
    bool passes_on = is_the_cell(argument, read), any = false;
    for (; before; before = before->before) {
        const htnc_accesses *writes = writes_of(check, before);
        if (writes->gave_up)
            return false;
        for (uint32_t i = 0; i < writes->count; i++) {
            const htnc_access *write = &writes->list[i];
            if (!write->writes || !htnc_may_be_same_cell(read, write))
                continue;
            if (!any)
                *found = (late){read, write, before->item};
            passes_on = passes_on && write->assigns;
            any = true;
        }
    }
    return any && !passes_on;
}

static char *text_of(const htnc_linter *linter, base_span span)
{
    const base_position at = base_source_position(linter->diagnostics->sources, span.begin);
    return base_source_excerpt(linter->arena, at.source, span, LONGEST_EXCERPT);
}

static bool is_taken(const list_check *check, const char *name)
{
    for (const htnc_variable *each = check->method->task->parameters; each; each = each->next)
        if (strcmp(each->name.text, name) == 0)
            return true;
    for (const htnc_expr *item = check->method->conditions; item; item = item->next)
        if (item->variables && strcmp(item->variables->name.text, name) == 0)
            return true;
    for (const htnc_property *each = check->linter->model->properties; each; each = each->next)
        if (strcmp(each->name, name) == 0)
            return true;
    return false;
}

/* A name for the value before: `n` for N. */
static const char *new_name(const list_check *check, const htnc_property *property)
{
    const int first = tolower((unsigned char)property->name[0]);
    const char *letter = base_format(check->linter->arena, "%c", first);
    return is_taken(check, letter) ? base_format(check->linter->arena, "%c%sBefore", first, property->name + 1)
                                   : letter;
}

static const char *phrase_of(htnc_linter *linter, const htnc_subtask *item)
{
    return item->kind == HTNC_SUBTASK_PARALLEL    ? "the group"
           : item->kind == HTNC_SUBTASK_OPTIONAL  ? "the `Optional`"
           : item->kind == HTNC_SUBTASK_ANY_ORDER ? "the `AnyOrder`"
                                                  : htnc_subtask_phrase(linter, item, NULL);
}

static void report(const list_check *check, const htnc_expr *argument, const late *found)
{
    htnc_linter *linter = check->linter;
    base_diagnostic *made =
        base_report(linter->diagnostics, BASE_DIAG_LATE_ARGUMENT, argument->span,
                    "`%s` is read after %s has changed it; `let %s = %s` in %s reads it before",
                    text_of(linter, found->read->cell->span), phrase_of(linter, found->writer),
                    new_name(check, found->read->property), text_of(linter, argument->span),
                    check->method->task->is_each ? "the list of the `Each`" : "the method's conditions");
    base_report_note(linter->diagnostics, made, found->write->cell->span, "it is changed here");
}

static void check_argument(const list_check *check, const htnc_expr *argument, earlier *before)
{
    if (argument->is_constant || (argument->kind == HTNC_EXPR_NAME && argument->ref == HTNC_REF_VARIABLE))
        return;
    const htnc_accesses reads = htnc_reads_of(check->linter, check->method, argument);
    late found = {0};
    for (uint32_t i = 0; i < reads.count && !reads.gave_up; i++)
        if (find_write(check, argument, &reads.list[i], before, &found)) {
            report(check, argument, &found);
            return;
        }
}

static earlier *add(const list_check *check, const htnc_subtask *item, earlier *before)
{
    earlier *made = BASE_NEW(check->linter->arena, earlier);
    made->before = before;
    made->item = item;
    return made;
}

static void check_list(const list_check *check, const htnc_subtask *list, const htnc_subtask *group, earlier *before);

/* What stands in a subtask. In `AnyOrder` all other members may come before one. */
static void check_item(const list_check *check, const htnc_subtask *item, earlier *before)
{
    for (const htnc_expr *argument = before ? item->arguments : NULL; argument; argument = argument->next)
        check_argument(check, argument, before);
    check_list(check, item->members, item, before);
}

/* `before`: what comes before the list. `group`: whose list it is; NULL: a method's. Members of a `Parallel` begin in one state. */
static void check_list(const list_check *check, const htnc_subtask *list, const htnc_subtask *group, earlier *before)
{
    const bool parallel = group && group->kind == HTNC_SUBTASK_PARALLEL;
    const bool any_order = group && group->kind == HTNC_SUBTASK_ANY_ORDER;
    for (const htnc_subtask *item = list; item; item = item->next) {
        earlier *others = before;
        for (const htnc_subtask *other = any_order ? list : NULL; other; other = other->next)
            others = other == item ? others : add(check, other, others);
        check_item(check, item, others);
        if (!parallel && !any_order)
            before = add(check, item, before);
    }
}

void htnc_check_arguments(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        for (const htnc_method *method = task->methods; task->used && method; method = method->next) {
            const list_check check = {linter, method};
            check_list(&check, method->subtasks, NULL, NULL);
        }
    }
}
