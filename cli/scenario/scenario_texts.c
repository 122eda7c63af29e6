/* What a scenario says and what its agent does, as texts; see scenario_texts.h. */
#include "cli/scenario/scenario_texts.h"
#include "cli/common/plan_text.h"
#include "cli/common/value_text.h"
#include "cli/scenario/scenario_values.h"
#include <stdlib.h>
#include <string.h>

/* --- Values and calls ---------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The scenario's name for the instance that is written as `Food#0`; NULL: it has none. */
static const char *name_of(const scenario_stage *stage, const char *instance, size_t length)
{
    const char *name = NULL;
    base_text text = {0};
    for (const scenario_scope *each = stage->now->instances; each != NULL && name == NULL; each = each->outer) {
        base_text_clear(&text);
        cli_add_value(&text, stage->domain, htn_type_find(stage->domain, each->variable->type->name), each->value);
        if (text.length == length && memcmp(text.bytes, instance, length) == 0)
            name = each->variable->name.text;
    }
    base_text_free(&text);
    return name;
}

/* The length of the string or word at `at`, at least 1. A word may be an instance, `Food#0`. */
static size_t token_length(const char *at)
{
    size_t length = 0;
    if (*at == '"') {
        for (length = 1; at[length] != '\0' && at[length] != '"'; length++)
            length += at[length] == '\\' && at[length + 1] != '\0';
        return length + (at[length] == '"');
    }
    while (is_word(at[length]))
        length++;
    if (length > 0 && at[length] == '#')
        for (length++; at[length] >= '0' && at[length] <= '9';)
            length++;
    return length > 0 ? length : 1;
}

void scenario_add_named(base_text *text, const scenario_stage *stage, const char *from)
{
    while (*from != '\0') {
        const size_t length = token_length(from);
        const bool instance = is_word(*from) && memchr(from, '#', length) != NULL;
        const char *name = instance ? name_of(stage, from, length) : NULL;
        if (name != NULL)
            base_text_add(text, "%s", name);
        else
            base_text_add_bytes(text, from, length);
        from += length;
    }
}

static void add_value(base_text *text, const scenario_stage *stage, const htnc_type *type, int32_t value)
{
    const bool number = type->kind == HTNC_TYPE_INTEGER || type->kind == HTNC_TYPE_FIXED;
    const uint32_t index = number ? HTN_NONE : htn_type_find(stage->domain, type->name);
    base_text plain = {0};
    if (type->kind == HTNC_TYPE_FIXED)
        cli_add_decimal(text, value);
    else if (index == HTN_NONE)
        base_text_add(text, "%d", (int)value);
    else
        cli_add_value(&plain, stage->domain, index, value);
    scenario_add_named(text, stage, base_text_of(&plain));
    base_text_free(&plain);
}

static void add_argument(base_text *text, const scenario_stage *stage, const htnc_expr *argument, const htnc_type *type)
{
    if (type->kind != HTNC_TYPE_SYMBOL)
        add_value(text, stage, type, scenario_value(stage, argument, stage->now->instances));
    else
        base_text_add_quoted(text,
                             argument->ref == HTNC_REF_CONSTANT ? argument->to.constant->text : argument->name.text);
}

void scenario_add_call(base_text *text, const scenario_stage *stage, const htnc_subtask *call)
{
    const htnc_variable *parameter = call->task->parameters;
    base_text_add(text, "%s(", call->task->name.text);
    for (const htnc_expr *each = call->arguments; each != NULL; each = each->next, parameter = parameter->next) {
        base_text_add(text, "%s", each != call->arguments ? ", " : "");
        add_argument(text, stage, each, parameter->type);
    }
    base_text_add(text, ")");
}

/* --- Plans --------------------------------------------------------------------------------------- */

static void add_item(base_text *text, const scenario_stage *stage, const htnc_subtask *item)
{
    const bool list = item->kind == HTNC_SUBTASK_SEQUENCE && item->members != NULL && item->members->next != NULL;
    switch (item->kind) {
    case HTNC_SUBTASK_TASK: scenario_add_call(text, stage, item); break;
    case HTNC_SUBTASK_SPLIT: base_text_add(text, "Split"); break;
    case HTNC_SUBTASK_HORIZON: base_text_add(text, "Horizon"); break;
    case HTNC_SUBTASK_SEQUENCE: /* a sequence of one item is written as that item, as in a printed plan */
        base_text_add(text, list ? "[" : "");
        scenario_add_steps(text, stage, item->members);
        base_text_add(text, list ? "]" : "");
        break;
    case HTNC_SUBTASK_PARALLEL:
        base_text_add(text, "Parallel [");
        scenario_add_steps(text, stage, item->members);
        base_text_add(text, "]");
        break;
    case HTNC_SUBTASK_BACKGROUND:
        base_text_add(text, "Background [");
        scenario_add_steps(text, stage, item->members);
        base_text_add(text, "]");
        break;
    case HTNC_SUBTASK_OPTIONAL: /* not in an expected plan */
    case HTNC_SUBTASK_ANY_ORDER: break;
    case HTNC_SUBTASK_ACHIEVE: break; /* the compiler reports it, and the file is not played */
    }
}

void scenario_add_steps(base_text *text, const scenario_stage *stage, const htnc_subtask *steps)
{
    for (const htnc_subtask *each = steps; each != NULL; each = each->next) {
        base_text_add(text, "%s", each != steps ? ", " : "");
        add_item(text, stage, each);
    }
}

void scenario_add_plan(base_text *text, const scenario_stage *stage, const htn_plan *plan)
{
    base_text plain = {0};
    cli_add_plan_line(&plain, stage->domain, plan);
    scenario_add_named(text, stage, base_text_of(&plain));
    base_text_free(&plain);
}

/* --- What a condition read ------------------------------------------------------------------------- */

void scenario_add_source(base_text *text, const scenario_stage *stage, base_span span)
{
    const base_source *source = base_source_position(&stage->compilation->workspace.sources, span.begin).source;
    bool gap = false;
    for (uint32_t i = span.begin; i < span.end; i++) {
        const char c = source->text[i - source->base];
        const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (!space)
            base_text_add(text, "%s%c", gap ? " " : "", c);
        gap = space;
    }
}

static void add_read(base_text *text, const scenario_stage *stage, const htnc_expr *read, const scenario_scope *known)
{
    base_text one = {0};
    scenario_add_source(&one, stage, read->span);
    base_text_add(&one, " is ");
    add_value(&one, stage, read->type, scenario_value(stage, read, known));
    if (strstr(base_text_of(text), base_text_of(&one)) == NULL)
        base_text_add(text, "%s%s", text->length > 0 ? ", " : "", base_text_of(&one));
    base_text_free(&one);
}

static void add_reads(base_text *text, const scenario_stage *stage, const htnc_expr *condition,
                      const scenario_scope *known)
{
    const bool asked =
        condition->kind == HTNC_EXPR_NAME && (condition->ref == HTNC_REF_PROPERTY || condition->ref == HTNC_REF_QUERY ||
                                              condition->ref == HTNC_REF_CONDITION);
    if (asked || condition->kind == HTNC_EXPR_QUANTIFIER) {
        add_read(text, stage, condition, known);
        return;
    }
    for (const htnc_expr *each = condition->operands; each != NULL; each = each->next)
        add_reads(text, stage, each, known);
}

void scenario_add_reads(base_text *text, const scenario_stage *stage, const htnc_expr *condition)
{
    add_reads(text, stage, condition, stage->now->instances);
}

/* --- Why a step does not start --------------------------------------------------------------------- */

typedef struct binding {
    scenario_scope *list; /* has room for all values of a step */
    uint32_t count;
    const int32_t *values;
} binding;

static void bind(binding *to, const htnc_variable *variables)
{
    for (const htnc_variable *each = variables; each != NULL; each = each->next, to->count++)
        to->list[to->count] =
            (scenario_scope){to->count > 0 ? &to->list[to->count - 1] : NULL, each, to->values[to->count]};
}

/* Adds the first condition of a list that does not hold. False: all hold. */
static bool add_failing(base_text *text, const scenario_stage *stage, const char *what, const htnc_expr *conditions,
                        const scenario_scope *known)
{
    for (const htnc_expr *each = conditions; each != NULL; each = each->next) {
        if (each->kind == HTNC_EXPR_ANY || each->kind == HTNC_EXPR_LET || scenario_value(stage, each, known))
            continue;
        base_text_add(text, "%s [", what);
        scenario_add_source(text, stage, each->span);
        base_text_add(text, "] does not hold: ");
        base_text reads = {0};
        add_reads(&reads, stage, each, known);
        base_text_add(text, "%s\n", base_text_of(&reads));
        base_text_free(&reads);
        return true;
    }
    return false;
}

/* The first step with an operator: the steps in front of it are done at once. */
static const htn_step *first_called(const scenario_stage *stage, const htn_plan *plan)
{
    uint32_t step = 0;
    while (step + 1 < plan->step_count && !stage->compilation->model->tasks[plan->steps[step].task]->has_operator)
        step++;
    return &plan->steps[step];
}

void scenario_add_hindrance(base_text *text, const scenario_stage *stage, const htn_plan *plan)
{
    const htn_step *step = first_called(stage, plan);
    const htnc_task *task = stage->compilation->model->tasks[step->task];
    uint32_t room = task->parameter_count;
    for (const htnc_expr *each = task->preconditions; each != NULL; each = each->next)
        room += each->kind == HTNC_EXPR_ANY || each->kind == HTNC_EXPR_LET;
    binding bound = {base_allocate((room + 1) * sizeof *bound.list), 0, plan->values + step->arguments};
    bind(&bound, task->parameters);
    for (const htnc_expr *each = task->preconditions; each != NULL; each = each->next)
        if (each->kind == HTNC_EXPR_ANY || each->kind == HTNC_EXPR_LET)
            bind(&bound, each->variables);
    const scenario_scope *known = bound.count > 0 ? &bound.list[bound.count - 1] : NULL;
    base_text line = {0};
    if (add_failing(&line, stage, "Context", task->context, known) ||
        add_failing(&line, stage, "Preconditions", task->preconditions, known))
        base_text_add(text, "%s: its %s", task->name.text, base_text_of(&line));
    base_text_free(&line);
    free(bound.list);
}
