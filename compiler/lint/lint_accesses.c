/* What subtasks read and write; see lint_accesses.h. */
#include "compiler/lint/lint_accesses.h"

enum { MOST_ACCESSES = 1000, MOST_CALLS = 1000, MOST_NESTED = 300 }; /* a subtask with more is not followed */

typedef struct scope {
    const struct scope *outer;
    const htnc_variable *variable;
    htnc_index value;
} scope;

typedef struct htnc_visited_call {
    const htnc_task *task;
    htnc_index *arguments;
} visited_call;

/* --- Values --------------------------------------------------------------------------------------- */

static htnc_index value_of(const htnc_expr *expr, const scope *in)
{
    if (expr->is_constant)
        return (htnc_index){HTNC_INDEX_KNOWN, expr->folded, NULL};
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_VARIABLE)
        for (; in; in = in->outer)
            if (in->variable == expr->to.variable)
                return in->value;
    return (htnc_index){HTNC_INDEX_ANY, 0, NULL};
}

static bool same_value(htnc_index a, htnc_index b)
{
    return a.kind == b.kind && (a.kind != HTNC_INDEX_KNOWN || a.value == b.value) &&
           (a.kind != HTNC_INDEX_SAME || a.variable == b.variable);
}

static bool same_values(const htnc_index *a, const htnc_index *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!same_value(a[i], b[i]))
            return false;
    return true;
}

static htnc_index *values_of(htnc_accesses *use, const htnc_expr *list, uint32_t count, const scope *in)
{
    htnc_index *values = base_alloc_array(use->linter->arena, (size_t)count + 1, sizeof *values);
    for (uint32_t i = 0; list && i < count; list = list->next)
        values[i++] = value_of(list, in);
    return values;
}

static const scope *bind(htnc_accesses *use, const htnc_variable *variables, const htnc_index *values,
                         const scope *outer)
{
    for (; variables; variables = variables->next) {
        scope *bound = BASE_NEW(use->linter->arena, scope);
        *bound = (scope){outer, variables, *values++};
        outer = bound;
    }
    return outer;
}

/* --- What is read and written --------------------------------------------------------------------- */

static bool spend(htnc_accesses *use)
{
    if (use->linter->effort == 0)
        use->gave_up = true;
    else
        use->linter->effort--;
    return !use->gave_up;
}

/* Makes room for one more element of `size`; returns the array. */
static void *grow(htnc_accesses *use, void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    uint32_t room = count < *capacity ? *capacity : 2 * *capacity + 16;
    if (room > *capacity)
        array = base_regrow(use->linter->arena, array, *capacity * size, room * size);
    *capacity = room;
    return array;
}

static void add_access(htnc_accesses *use, const htnc_expr *cell, bool writes, bool assigns, const scope *in)
{
    const htnc_property *property = cell->to.property;
    htnc_access made = {property, writes, assigns, cell, values_of(use, cell->operands, property->parameter_count, in)};
    for (uint32_t i = 0; i < use->count; i++)
        if (use->list[i].property == property && use->list[i].writes == writes && use->list[i].assigns == assigns &&
            same_values(use->list[i].indexes, made.indexes, property->parameter_count))
            return;
    use->gave_up = use->gave_up || use->count == MOST_ACCESSES;
    use->list = grow(use, use->list, use->count, &use->capacity, sizeof made);
    use->list[use->count++] = made;
}

static void read_list(htnc_accesses *use, const htnc_expr *list, const scope *in);

/* A variable that is bound inside an expression is in no scope, so it may have any value. */
static void read_expr(htnc_accesses *use, const htnc_expr *expr, const scope *in)
{
    if (!spend(use))
        return;
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_PROPERTY)
        add_access(use, expr, false, false, in);
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONDITION) {
        const htnc_condition *condition = expr->to.condition;
        if (condition->cycle) { /* its tuples may read any cell of a table */
            use->gave_up = true;
            return;
        }
        htnc_index *values = values_of(use, expr->operands, condition->parameter_count, in);
        read_list(use, condition->declaration->items, bind(use, condition->declaration->parameters, values, NULL));
    }
    read_list(use, expr->operands, in);
    read_list(use, expr->where, in);
    read_list(use, expr->body, in);
}

static void read_list(htnc_accesses *use, const htnc_expr *list, const scope *in)
{
    if (use->linter->depth == MOST_NESTED * 4)
        use->gave_up = true;
    if (use->gave_up || use->planned)
        return;
    use->linter->depth++;
    for (; list; list = list->next)
        read_expr(use, list, in);
    use->linter->depth--;
}

static void use_effects(htnc_accesses *use, const htnc_effect *list, const scope *in)
{
    for (; list && spend(use); list = list->next) {
        add_access(use, list->target, true, list->op == HTNC_ASSIGN, in);
        read_list(use, list->target->operands, in);
        read_list(use, list->value, in);
        read_list(use, list->lasts, in);
        read_list(use, list->when, in);
        read_list(use, list->where, in);
    }
}

static void use_item(htnc_accesses *use, const htnc_subtask *item, const scope *in);

static void use_method(htnc_accesses *use, const htnc_method *method, const scope *in)
{
    for (const htnc_part *part = htnc_method_parts; part < htnc_method_parts + HTNC_METHOD_PARTS; part++)
        read_list(use, htnc_part_items(method, part), in);
    for (const htnc_prefer_key *key = method->prefer; key; key = key->next)
        read_list(use, key->value, in);
    for (const htnc_subtask *each = method->leaves; each && spend(use); each = each->next_leaf)
        use_item(use, each, in);
}

/* Leaves out costs and durations: they are read only while planning. Everything else may be read while the member runs. */
static void use_task(htnc_accesses *use, const htnc_task *task, htnc_index *arguments)
{
    for (uint32_t i = 0; i < use->call_count; i++)
        if (use->calls[i].task == task && same_values(use->calls[i].arguments, arguments, task->parameter_count))
            return;
    if (use->call_count == MOST_CALLS || use->nested == MOST_NESTED)
        use->gave_up = true;
    if (!spend(use))
        return;
    use->calls = grow(use, use->calls, use->call_count, &use->call_capacity, sizeof *use->calls);
    use->calls[use->call_count++] = (visited_call){task, arguments};
    use->nested++;
    const scope *in = bind(use, task->parameters, arguments, NULL);
    read_list(use, task->preconditions, in);
    read_list(use, task->context, in);
    read_list(use, task->operator_arguments, in);
    read_list(use, task->timeout, in);
    use_effects(use, task->effects, in);
    use_effects(use, task->expected, in);
    use_effects(use, use->planned ? NULL : task->during, in);
    for (const htnc_method *method = task->methods; method && !use->gave_up; method = method->next)
        use_method(use, method, in);
    use->nested--;
}

static void use_call(htnc_accesses *use, const htnc_task *task, const htnc_expr *arguments, const scope *in)
{
    htnc_index *values = values_of(use, arguments, task->parameter_count, in);
    for (uint32_t i = 0; !arguments && i < task->parameter_count; i++)
        values[i].kind = HTNC_INDEX_ANY; /* of an Achieve */
    use_task(use, task, values);
}

static void use_item(htnc_accesses *use, const htnc_subtask *item, const scope *in)
{
    const htnc_model *model = use->linter->model;
    read_list(use, item->arguments, in);
    read_list(use, item->goal, in);
    if (item->task)
        use_call(use, item->task, item->arguments, in);
    for (const htnc_subtask *each = item->members; each && !use->gave_up; each = each->next)
        use_item(use, each, in);
    for (const htnc_subtask *each = item->actions; each && !use->gave_up; each = each->next)
        use_call(use, each->task, NULL, in);
    for (uint32_t i = 0; item->kind == HTNC_SUBTASK_ACHIEVE && !item->has_using && i < model->task_count; i++)
        if (model->tasks[i]->kind == HTNC_PRIMITIVE)
            use_call(use, model->tasks[i], NULL, in);
}

/* --- Of a method --------------------------------------------------------------------------------- */

/* What the index is that a `let` gives its variable. */
static const scope *with_let(htnc_accesses *use, const htnc_variable *variable, const scope *in)
{
    scope *made = BASE_NEW(use->linter->arena, scope);
    *made = (scope){in, variable, value_of(variable->let, in)};
    return made;
}

static const scope *with_variables(htnc_accesses *use, const htnc_variable *list, const scope *in)
{
    for (; list; list = list->next) {
        const htnc_index value = {HTNC_INDEX_SAME, 0, list};
        scope *made = BASE_NEW(use->linter->arena, scope);
        *made = (scope){in, list, value};
        in = made;
    }
    return in;
}

static const scope *scope_of(htnc_accesses *use, const htnc_method *method)
{
    const scope *in = with_variables(use, method->task->parameters, NULL);
    for (const htnc_expr *item = method->conditions; item; item = item->next) {
        if (item->kind == HTNC_EXPR_ANY)
            in = with_variables(use, item->variables, in);
        else if (item->kind == HTNC_EXPR_LET)
            in = with_let(use, item->variables, in);
    }
    return in;
}

htnc_accesses htnc_accesses_of(htnc_linter *linter, const htnc_method *method, const htnc_subtask *item, bool planned)
{
    htnc_accesses use = {.linter = linter, .planned = planned};
    use_item(&use, item, scope_of(&use, method));
    return use;
}

htnc_accesses htnc_reads_of(htnc_linter *linter, const htnc_method *method, const htnc_expr *expr)
{
    htnc_accesses use = {.linter = linter};
    read_expr(&use, expr, scope_of(&use, method));
    return use;
}

/* --- Comparing ------------------------------------------------------------------------------------ */

static bool may_be_equal(htnc_index a, htnc_index b)
{
    return a.kind == HTNC_INDEX_ANY || b.kind == HTNC_INDEX_ANY || same_value(a, b);
}

bool htnc_may_be_same_cell(const htnc_access *a, const htnc_access *b)
{
    if (a->property != b->property)
        return false;
    for (uint32_t i = 0; i < a->property->parameter_count; i++)
        if (!may_be_equal(a->indexes[i], b->indexes[i]))
            return false;
    return true;
}

const char *htnc_subtask_phrase(htnc_linter *linter, const htnc_subtask *item, const htnc_subtask *before)
{
    bool other =
        before && before->kind == item->kind && (before->name.text == item->name.text || (before->each && item->each));
    if (item->each)
        return other ? "another `Each`" : "the `Each`";
    switch (item->kind) {
    case HTNC_SUBTASK_TASK: return base_format(linter->arena, "%s`%s`", other ? "another " : "", item->name.text);
    case HTNC_SUBTASK_PARALLEL: return other ? "another inner group" : "the inner group";
    case HTNC_SUBTASK_OPTIONAL: return other ? "another `Optional`" : "the `Optional`";
    case HTNC_SUBTASK_ANY_ORDER: return other ? "another `AnyOrder`" : "the `AnyOrder`";
    case HTNC_SUBTASK_BACKGROUND: return other ? "another `Background`" : "the `Background`";
    default: return other ? "another `Achieve`" : "the `Achieve`";
    }
}
