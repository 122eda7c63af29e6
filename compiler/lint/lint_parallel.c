/*
 * Parallel groups with fewer than two members, and members that write what another member reads or writes. A member is planned as if
 * it ran alone, so what it relies on may have changed when it runs. Two cells of a table differ if their indexes are different
 * constants, or different variables of the group's method (which are taken to be different instances). An index that is chosen inside
 * a member may have any value.
 */
#include "compiler/lint/lint_parallel.h"

enum { MOST_ACCESSES = 1000, MOST_CALLS = 1000, MOST_NESTED = 300 }; /* a member with more is not checked */

typedef enum index_kind { KNOWN, SAME, ANY } index_kind;

/* One index of a cell, or an argument. */
typedef struct index_value {
    index_kind kind;
    int32_t value;                 /* KNOWN */
    const htnc_variable *variable; /* SAME: of the group's method */
} index_value;

typedef struct scope {
    const struct scope *outer;
    const htnc_variable *variable;
    index_value value;
} scope;

typedef struct member_access {
    const htnc_property *property;
    bool writes;
    base_span span;
    index_value *indexes;
} member_access;

typedef struct member_call {
    const htnc_task *task;
    index_value *arguments;
} member_call;

/* What a member reads and writes, in every way to do it. */
typedef struct member_use {
    htnc_linter *linter;
    member_access *accesses;
    uint32_t count, capacity;
    member_call *calls; /* that were visited */
    uint32_t call_count, call_capacity;
    uint32_t nested;
    bool gave_up;
} member_use;

/* --- Values --------------------------------------------------------------------------------------- */

static index_value value_of(const htnc_expr *expr, const scope *in)
{
    if (expr->is_constant)
        return (index_value){KNOWN, expr->folded, NULL};
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_VARIABLE)
        for (; in; in = in->outer)
            if (in->variable == expr->to.variable)
                return in->value;
    return (index_value){ANY, 0, NULL};
}

static bool same_value(index_value a, index_value b)
{
    return a.kind == b.kind && (a.kind != KNOWN || a.value == b.value) && (a.kind != SAME || a.variable == b.variable);
}

static bool same_values(const index_value *a, const index_value *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!same_value(a[i], b[i]))
            return false;
    return true;
}

static index_value *values_of(member_use *use, const htnc_expr *list, uint32_t count, const scope *in)
{
    index_value *values = base_alloc_array(use->linter->arena, (size_t)count + 1, sizeof *values);
    for (uint32_t i = 0; list && i < count; list = list->next)
        values[i++] = value_of(list, in);
    return values;
}

static const scope *bind(member_use *use, const htnc_variable *variables, const index_value *values, const scope *outer)
{
    for (; variables; variables = variables->next) {
        scope *bound = BASE_NEW(use->linter->arena, scope);
        *bound = (scope){outer, variables, *values++};
        outer = bound;
    }
    return outer;
}

/* --- What is read and written --------------------------------------------------------------------- */

static bool spend(member_use *use)
{
    if (use->linter->effort == 0)
        use->gave_up = true;
    else
        use->linter->effort--;
    return !use->gave_up;
}

/* Makes room for one more element of `size`; returns the array. */
static void *grow(member_use *use, void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    uint32_t room = count < *capacity ? *capacity : 2 * *capacity + 16;
    if (room > *capacity)
        array = base_grow(use->linter->arena, array, *capacity * size, room * size);
    *capacity = room;
    return array;
}

static void add_access(member_use *use, const htnc_expr *cell, bool writes, const scope *in)
{
    const htnc_property *property = cell->to.property;
    member_access made = {property, writes, cell->span, values_of(use, cell->operands, property->parameter_count, in)};
    for (uint32_t i = 0; i < use->count; i++)
        if (use->accesses[i].property == property && use->accesses[i].writes == writes &&
            same_values(use->accesses[i].indexes, made.indexes, property->parameter_count))
            return;
    use->gave_up = use->gave_up || use->count == MOST_ACCESSES;
    use->accesses = grow(use, use->accesses, use->count, &use->capacity, sizeof made);
    use->accesses[use->count++] = made;
}

static void read_list(member_use *use, const htnc_expr *list, const scope *in);

/* A variable that is bound inside an expression is in no scope, so it may have any value. */
static void read_expr(member_use *use, const htnc_expr *expr, const scope *in)
{
    if (!spend(use))
        return;
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_PROPERTY)
        add_access(use, expr, false, in);
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONDITION) {
        const htnc_condition *condition = expr->to.condition;
        index_value *values = values_of(use, expr->operands, condition->parameter_count, in);
        read_list(use, condition->declaration->items, bind(use, condition->declaration->parameters, values, NULL));
    }
    read_list(use, expr->operands, in);
    read_list(use, expr->where, in);
    read_list(use, expr->body, in);
}

static void read_list(member_use *use, const htnc_expr *list, const scope *in)
{
    if (use->linter->depth == MOST_NESTED * 4)
        use->gave_up = true;
    if (use->gave_up)
        return;
    use->linter->depth++;
    for (; list; list = list->next)
        read_expr(use, list, in);
    use->linter->depth--;
}

static void use_effects(member_use *use, const htnc_effect *list, const scope *in)
{
    for (; list && spend(use); list = list->next) {
        add_access(use, list->target, true, in);
        read_list(use, list->target->operands, in);
        read_list(use, list->value, in);
        read_list(use, list->lasts, in);
        read_list(use, list->when, in);
        read_list(use, list->where, in);
    }
}

static void use_item(member_use *use, const htnc_subtask *item, const scope *in);

static void use_method(member_use *use, const htnc_method *method, const scope *in)
{
    for (const htnc_part *part = htnc_method_parts; part < htnc_method_parts + HTNC_METHOD_PARTS; part++)
        read_list(use, htnc_part_items(method, part), in);
    for (const htnc_prefer_key *key = method->prefer; key; key = key->next)
        read_list(use, key->value, in);
    for (const htnc_subtask *each = method->leaves; each && spend(use); each = each->next_leaf)
        use_item(use, each, in);
}

/* Leaves out costs and durations: they are read only while planning. Everything else may be read while the member runs. */
static void use_task(member_use *use, const htnc_task *task, index_value *arguments)
{
    for (uint32_t i = 0; i < use->call_count; i++)
        if (use->calls[i].task == task && same_values(use->calls[i].arguments, arguments, task->parameter_count))
            return;
    if (use->call_count == MOST_CALLS || use->nested == MOST_NESTED)
        use->gave_up = true;
    if (!spend(use))
        return;
    use->calls = grow(use, use->calls, use->call_count, &use->call_capacity, sizeof *use->calls);
    use->calls[use->call_count++] = (member_call){task, arguments};
    use->nested++;
    const scope *in = bind(use, task->parameters, arguments, NULL);
    read_list(use, task->preconditions, in);
    read_list(use, task->context, in);
    read_list(use, task->operator_arguments, in);
    read_list(use, task->timeout, in);
    use_effects(use, task->effects, in);
    use_effects(use, task->expected, in);
    use_effects(use, task->during, in);
    for (const htnc_method *method = task->methods; method && !use->gave_up; method = method->next)
        use_method(use, method, in);
    use->nested--;
}

static void use_call(member_use *use, const htnc_task *task, const htnc_expr *arguments, const scope *in)
{
    index_value *values = values_of(use, arguments, task->parameter_count, in);
    for (uint32_t i = 0; !arguments && i < task->parameter_count; i++)
        values[i].kind = ANY; /* of an Achieve */
    use_task(use, task, values);
}

static void use_item(member_use *use, const htnc_subtask *item, const scope *in)
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

/* --- Conflicts ------------------------------------------------------------------------------------ */

static bool may_be_equal(index_value a, index_value b)
{
    return a.kind == ANY || b.kind == ANY || same_value(a, b);
}

static bool may_meet(const member_access *a, const member_access *b)
{
    if (a->property != b->property || (!a->writes && !b->writes))
        return false;
    for (uint32_t i = 0; i < a->property->parameter_count; i++)
        if (!may_be_equal(a->indexes[i], b->indexes[i]))
            return false;
    return true;
}

static const char *name_of(htnc_linter *linter, const htnc_subtask *member, const htnc_subtask *before)
{
    bool other = before && before->kind == member->kind && before->name.text == member->name.text;
    switch (member->kind) {
    case HTNC_SUBTASK_TASK: return base_format(linter->arena, "%s`%s`", other ? "another " : "", member->name.text);
    case HTNC_SUBTASK_PARALLEL: return other ? "another inner group" : "the inner group";
    case HTNC_SUBTASK_BACKGROUND: return other ? "another `Background`" : "the `Background`";
    default: return other ? "another `Achieve`" : "the `Achieve`";
    }
}

static void report_conflict(htnc_linter *linter, const htnc_subtask *const members[2],
                            const member_access *const uses[2])
{
    const char *property = uses[0]->property->name;
    uint32_t writer = uses[0]->writes ? 0 : 1, other = 1 - writer;
    const char *first = name_of(linter, members[writer], NULL);
    const char *second = name_of(linter, members[other], members[writer]);
    base_diagnostic *report =
        uses[other]->writes
            ? base_report(linter->diagnostics, BASE_DIAG_PARALLEL_CONFLICT, members[1]->span,
                          "%s and %s run at the same time, and both write `%s`", first, second, property)
            : base_report(linter->diagnostics, BASE_DIAG_PARALLEL_CONFLICT, members[1]->span,
                          "%s writes `%s`, and %s, which runs at the same time, reads it", first, property, second);
    base_report_note(linter->diagnostics, report, uses[writer]->span, "it is written here");
    if (uses[other]->span.begin != uses[writer]->span.begin)
        base_report_note(linter->diagnostics, report, uses[other]->span,
                         uses[other]->writes ? "and here" : "it is read here");
}

/* Reports once per property: `reported` by its index. Properties that both members write come first: that message is simpler. */
static void compare_members(htnc_linter *linter, const htnc_subtask *const members[2], const member_use *const uses[2],
                            bool both_write, bool *reported)
{
    for (uint32_t a = 0; a < uses[0]->count; a++)
        for (uint32_t b = 0; b < uses[1]->count; b++) {
            const member_access *const meeting[2] = {&uses[0]->accesses[a], &uses[1]->accesses[b]};
            bool *known = &reported[meeting[0]->property->index];
            if (*known || !may_meet(meeting[0], meeting[1]) ||
                (both_write && !(meeting[0]->writes && meeting[1]->writes)))
                continue;
            report_conflict(linter, members, meeting);
            *known = true;
        }
}

/* --- Groups --------------------------------------------------------------------------------------- */

static const scope *scope_of(member_use *use, const htnc_method *method)
{
    const scope *in = NULL;
    const htnc_expr *item = method->conditions;
    const htnc_variable *each = method->task->parameters;
    while (each || item) {
        if (!each && item->kind == HTNC_EXPR_ANY)
            each = item->variables;
        for (; each; each = each->next) {
            const index_value value = {SAME, 0, each};
            scope *made = BASE_NEW(use->linter->arena, scope);
            *made = (scope){in, each, value};
            in = made;
        }
        item = item ? item->next : NULL;
    }
    return in;
}

static void use_member(htnc_linter *linter, member_use *use, const htnc_method *method, const htnc_subtask *member)
{
    *use = (member_use){.linter = linter};
    use_item(use, member, scope_of(use, method));
}

static uint32_t count_members(const htnc_subtask *group)
{
    uint32_t count = 0;
    for (const htnc_subtask *each = group->members; each; each = each->next)
        count++;
    return count;
}

static void check_members(htnc_linter *linter, const htnc_method *method, const htnc_subtask *group)
{
    member_use *uses = base_alloc_array(linter->arena, (size_t)count_members(group) + 1, sizeof *uses);
    bool *reported =
        base_alloc_array(linter->arena, (size_t)linter->model->property_count + 1, sizeof *reported); /* by index */
    uint32_t i = 0, k;
    for (const htnc_subtask *each = group->members; each; each = each->next, i++) {
        use_member(linter, &uses[i], method, each);
        memset(reported, 0, linter->model->property_count * sizeof *reported);
        k = 0;
        for (const htnc_subtask *before = group->members; before != each; before = before->next, k++) {
            const htnc_subtask *const members[2] = {before, each};
            const member_use *const both[2] = {&uses[k], &uses[i]};
            if (uses[k].gave_up || uses[i].gave_up)
                continue;
            compare_members(linter, members, both, true, reported);
            compare_members(linter, members, both, false, reported);
        }
    }
}

typedef void visit_group(htnc_linter *linter, const htnc_method *method, const htnc_subtask *group);

static void for_each_group_of(htnc_linter *linter, const htnc_method *method, const htnc_subtask *list,
                              visit_group *visit)
{
    for (; list; list = list->next) {
        if (list->kind == HTNC_SUBTASK_PARALLEL)
            visit(linter, method, list);
        for_each_group_of(linter, method, list->members, visit);
    }
}

static void for_each_group(htnc_linter *linter, visit_group *visit)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        for (const htnc_method *method = task->methods; task->used && method; method = method->next)
            for_each_group_of(linter, method, method->subtasks, visit);
    }
}

static void check_size(htnc_linter *linter, const htnc_method *method, const htnc_subtask *group)
{
    uint32_t count = count_members(group);
    (void)method;
    if (count < 2)
        base_report(linter->diagnostics, BASE_DIAG_PARALLEL_ALONE, group->span,
                    count == 0 ? "a group without members does nothing"
                               : "a group of one member is that member: nothing runs at the same time");
}

void htnc_check_group_sizes(htnc_linter *linter)
{
    for_each_group(linter, check_size);
}

void htnc_check_conflicts(htnc_linter *linter)
{
    for_each_group(linter, check_members);
}
