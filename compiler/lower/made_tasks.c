/*
 * An `Optional` is a task without a name: method 0 does its list, method 1 does nothing. An `AnyOrder` of n members is a row of n
 * tasks, one for each place in the order. Method i of a place does member i, then calls the next place; its condition is that member i
 * is left. Which ones are left is passed on as truths. So records, choice points and what remains of a partial plan are those of
 * methods, and nothing behind this pass knows these groups.
 *
 * The parameters of a made task are the variables of the method that its list uses. Invariant: a made task is never an ancestor for
 * the loop guard and never counts as depth; only the task that contains the group does.
 */
#include "compiler/lower/made_tasks.h"
#include "compiler/types/achieve_tasks.h"
#include <string.h>

typedef struct substitution {
    const htnc_variable *from;
    htnc_variable *to;
} substitution;

/* The variables of a method that a list uses, and the parameters that stand for them in a made task. */
typedef struct captured {
    substitution *list;
    uint32_t count;
} captured;

typedef struct maker {
    base_arena *arena;
    htnc_model *model;         /* that is made */
    const htnc_method *method; /* whose subtasks are read */
    uint32_t number;           /* of tasks made for it so far */
} maker;

static bool has_choice(const htnc_subtask *list)
{
    for (; list != NULL; list = list->next)
        if (list->kind == HTNC_SUBTASK_OPTIONAL || list->kind == HTNC_SUBTASK_ANY_ORDER || has_choice(list->members))
            return true;
    return false;
}

/* --- Variables ------------------------------------------------------------------------------------ */

static void capture(const maker *in, captured *all, const htnc_variable *variable)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (all->list[i].from == variable)
            return;
    all->list = base_grow_by_one(in->arena, all->list, all->count, sizeof *all->list);
    all->list[all->count++] = (substitution){variable, NULL};
}

static void capture_exprs(const maker *in, captured *all, const htnc_expr *list)
{
    for (; list != NULL; list = list->next) {
        if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_VARIABLE &&
            htnc_method_has(in->method, list->to.variable))
            capture(in, all, list->to.variable);
        capture_exprs(in, all, list->operands);
        capture_exprs(in, all, list->where);
        capture_exprs(in, all, list->body);
    }
}

static void capture_list(const maker *in, captured *all, const htnc_subtask *list)
{
    for (; list != NULL; list = list->next) {
        capture_exprs(in, all, list->arguments);
        capture_exprs(in, all, list->goal);
        capture_list(in, all, list->members);
    }
}

static htnc_variable *new_parameter(const maker *in, htnc_name name, const htnc_type *type)
{
    htnc_variable *made = BASE_NEW(in->arena, htnc_variable);
    *made = (htnc_variable){.name = name, .type = type, .is_parameter = true, .used = true};
    return made;
}

/* New parameters for another task. Returns the first one. */
static htnc_variable *new_parameters(const maker *in, captured *all)
{
    htnc_variable *first = NULL, **end = &first;
    for (uint32_t i = 0; i < all->count; i++) {
        all->list[i].to = new_parameter(in, all->list[i].from->name, all->list[i].from->type);
        *end = all->list[i].to;
        end = &all->list[i].to->next;
    }
    return first;
}

/* --- Copies --------------------------------------------------------------------------------------- */

/* `all` NULL: nothing is replaced. */
static htnc_expr *copy_exprs(const maker *in, const captured *all, const htnc_expr *list)
{
    htnc_expr *first = NULL, **end = &first;
    for (; list != NULL; list = list->next) {
        htnc_expr *made = BASE_NEW(in->arena, htnc_expr);
        *made = *list;
        for (uint32_t i = 0; all != NULL && i < all->count; i++)
            if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_VARIABLE &&
                all->list[i].from == list->to.variable)
                made->to.variable = all->list[i].to;
        made->operands = copy_exprs(in, all, list->operands);
        made->where = copy_exprs(in, all, list->where);
        made->body = copy_exprs(in, all, list->body);
        *end = made;
        end = &made->next;
    }
    return first;
}

static htnc_subtask *copy_list(const maker *in, const captured *all, const htnc_subtask *list);

/* The subtask alone, without those behind it. */
static htnc_subtask *copy_item(const maker *in, const captured *all, const htnc_subtask *item)
{
    htnc_subtask *made = BASE_NEW(in->arena, htnc_subtask);
    *made = *item;
    made->next = made->next_leaf = NULL;
    made->arguments = copy_exprs(in, all, item->arguments);
    made->goal = copy_exprs(in, all, item->goal);
    made->members = copy_list(in, all, item->members);
    return made;
}

static htnc_subtask *copy_list(const maker *in, const captured *all, const htnc_subtask *list)
{
    htnc_subtask *first = NULL, **end = &first;
    for (; list != NULL; list = list->next) {
        *end = copy_item(in, all, list);
        end = &(*end)->next;
    }
    return first;
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

static bool action_may_be_left(const htnc_model *model, const htnc_subtask *achieve)
{
    const htnc_task *action;
    uint32_t at = 0;
    while (achieve->kind == HTNC_SUBTASK_ACHIEVE && (action = htnc_next_action(model, achieve, &at)) != NULL)
        if (action->may_be_left)
            return true;
    return false;
}

static bool may_be_left(const htnc_model *model, const htnc_subtask *list)
{
    for (; list != NULL; list = list->next)
        if (list->kind == HTNC_SUBTASK_SPLIT || action_may_be_left(model, list) ||
            (list->task != NULL && list->task->may_be_left) || may_be_left(model, list->members))
            return true;
    return false;
}

static void link_leaves(htnc_subtask *list, htnc_subtask ***end)
{
    for (; list != NULL; list = list->next) {
        if (list->kind == HTNC_SUBTASK_PARALLEL || list->kind == HTNC_SUBTASK_BACKGROUND) {
            link_leaves(list->members, end);
            continue;
        }
        **end = list;
        *end = &list->next_leaf;
    }
}

static void set_subtasks(htnc_method *method, htnc_subtask *list)
{
    htnc_subtask **end = &method->leaves;
    method->subtasks = list;
    method->leaves = NULL;
    link_leaves(list, &end);
}

/* A task for `group`, without methods. Its name cannot be written, so it is no other task's. */
static htnc_task *new_task(maker *in, const htnc_subtask *group, htnc_variable *parameters)
{
    const htnc_method *method = in->method;
    htnc_model *model = in->model;
    htnc_task *task = BASE_NEW(in->arena, htnc_task);
    const char *name = base_format(in->arena, "%s.%u.%s%u", method->task->name.text, method->index,
                                   group->kind == HTNC_SUBTASK_OPTIONAL ? "Optional" : "AnyOrder", ++in->number);
    *task = (htnc_task){.kind = HTNC_COMPOUND,
                        .name = {name, group->keyword},
                        .span = group->span,
                        .parameters = parameters,
                        .parameter_count = htnc_count_variables(parameters),
                        .index = model->task_count,
                        .may_be_left = may_be_left(model, group->members),
                        .is_made = true,
                        .used = true};
    const size_t size = model->task_count * sizeof(htnc_task *);
    model->tasks = base_grow(in->arena, model->tasks, size, size + sizeof(htnc_task *));
    model->tasks[model->task_count++] = task;
    return task;
}

/* `label`: what a trace calls the choice. */
static htnc_method *add_method(const maker *in, htnc_task *task, const char *label, base_span head, htnc_subtask *list)
{
    htnc_method **end = &task->methods, *made = BASE_NEW(in->arena, htnc_method);
    while (*end != NULL)
        end = &(*end)->next;
    *made = (htnc_method){.span = head,
                          .head = head,
                          .label = {label, head},
                          .task = task,
                          .index = task->method_count++,
                          .has_subtasks = true};
    set_subtasks(made, list);
    *end = made;
    return made;
}

static htnc_expr *variable_expr(const maker *in, base_span span, htnc_variable *variable)
{
    htnc_expr *made = BASE_NEW(in->arena, htnc_expr);
    *made = (htnc_expr){.kind = HTNC_EXPR_NAME,
                        .span = span,
                        .name = variable->name,
                        .ref = HTNC_REF_VARIABLE,
                        .to.variable = variable,
                        .type = variable->type};
    return made;
}

static htnc_expr *truth_expr(const maker *in, base_span span, bool value)
{
    htnc_expr *made = BASE_NEW(in->arena, htnc_expr);
    *made = (htnc_expr){.kind = HTNC_EXPR_BOOLEAN,
                        .span = span,
                        .value = value,
                        .type = in->model->bool_type,
                        .is_constant = true,
                        .folded = value};
    return made;
}

static htnc_subtask *call_of(const maker *in, const htnc_subtask *group, htnc_task *task, htnc_expr *arguments)
{
    htnc_subtask *made = BASE_NEW(in->arena, htnc_subtask);
    *made = (htnc_subtask){
        .kind = HTNC_SUBTASK_TASK, .span = group->keyword, .name = task->name, .arguments = arguments, .task = task};
    return made;
}

/* The captured variables as arguments: those of the method (`inside` false), or the parameters of the made task. */
static htnc_expr **add_captured(const maker *in, const captured *all, bool inside, base_span span, htnc_expr **end)
{
    for (uint32_t i = 0; i < all->count; i++) {
        htnc_variable *from = (htnc_variable *)(uintptr_t)all->list[i].from;
        *end = variable_expr(in, span, inside ? all->list[i].to : from);
        end = &(*end)->next;
    }
    return end;
}

/* --- Optional ------------------------------------------------------------------------------------- */

static htnc_subtask *made_list(maker *in, const htnc_subtask *list);

static htnc_subtask *make_optional(maker *in, const htnc_subtask *group)
{
    captured all = {NULL, 0};
    htnc_subtask *inner = made_list(in, group->members);
    htnc_expr *arguments = NULL;
    capture_list(in, &all, inner);
    htnc_task *task = new_task(in, group, new_parameters(in, &all));
    add_method(in, task, "done", group->keyword, copy_list(in, &all, inner));
    add_method(in, task, "left out", group->keyword, NULL);
    add_captured(in, &all, false, group->keyword, &arguments);
    return call_of(in, group, task, arguments);
}

/* --- AnyOrder ------------------------------------------------------------------------------------- */

/* What is being made of an `AnyOrder`. */
typedef struct order {
    const htnc_subtask *group;
    htnc_subtask *members; /* without groups that are made */
    uint32_t count;
    captured all;
} order;

/* Behind the captured ones, a parameter for each member: whether it is left. Returns the first of these. */
static htnc_variable *add_left(const maker *in, const order *of, htnc_variable **parameters)
{
    htnc_variable **end = parameters;
    while (*end != NULL)
        end = &(*end)->next;
    htnc_variable *const *left = end;
    for (uint32_t i = 0; i < of->count; i++) {
        const htnc_name name = {base_format(in->arena, "left%u", (unsigned)i), of->group->keyword};
        *end = new_parameter(in, name, in->model->bool_type);
        end = &(*end)->next;
    }
    return *left;
}

/* The call of the next place when member `done` has been taken. `left`: the parameters of this place; NULL: all are left. */
static htnc_subtask *next_place(const maker *in, const order *of, htnc_task *next, htnc_variable *left, uint32_t done)
{
    const base_span span = of->group->keyword;
    htnc_expr *arguments = NULL, **end = add_captured(in, &of->all, true, span, &arguments);
    for (uint32_t i = 0; i < of->count; i++) {
        *end = i == done || left == NULL ? truth_expr(in, span, i != done) : variable_expr(in, span, left);
        end = &(*end)->next;
        left = left != NULL ? left->next : NULL;
    }
    return call_of(in, of->group, next, arguments);
}

static const char *word_of(const htnc_subtask *member)
{
    switch (member->kind) {
    case HTNC_SUBTASK_TASK: return member->task->is_made ? "(a group)" : member->name.text;
    case HTNC_SUBTASK_PARALLEL: return "Parallel";
    case HTNC_SUBTASK_ACHIEVE: return "Achieve";
    default: return "Split";
    }
}

/* From the last place to the first one. Returns the task of the place. */
static htnc_task *make_place(maker *in, order *of, uint32_t place)
{
    htnc_task *next = place + 1 < of->count ? make_place(in, of, place + 1) : NULL;
    htnc_variable *parameters = new_parameters(in, &of->all);
    htnc_variable *left = place > 0 ? add_left(in, of, &parameters) : NULL;
    htnc_task *task = new_task(in, of->group, parameters);
    const htnc_variable *own = left;
    uint32_t i = 0;
    for (const htnc_subtask *member = of->members; member != NULL; member = member->next, i++) {
        htnc_subtask *list = copy_item(in, &of->all, member);
        if (next != NULL)
            list->next = next_place(in, of, next, left, i);
        htnc_method *method = add_method(in, task, word_of(member), member->span, list);
        if (own != NULL) {
            method->conditions = variable_expr(in, member->span, (htnc_variable *)(uintptr_t)own);
            own = own->next;
        }
    }
    return task;
}

/* NULL: it has no members. */
static htnc_subtask *make_any_order(maker *in, const htnc_subtask *group)
{
    order of = {.group = group, .members = made_list(in, group->members)};
    htnc_expr *arguments = NULL;
    for (const htnc_subtask *each = of.members; each != NULL; each = each->next)
        of.count++;
    if (of.count == 0)
        return NULL;
    capture_list(in, &of.all, of.members);
    htnc_task *first = make_place(in, &of, 0);
    add_captured(in, &of.all, false, group->keyword, &arguments);
    return call_of(in, group, first, arguments);
}

/* --- Lists ---------------------------------------------------------------------------------------- */

/* A copy of the list in which calls of made tasks stand for the groups. */
static htnc_subtask *made_list(maker *in, const htnc_subtask *list)
{
    htnc_subtask *first = NULL, **end = &first;
    for (; list != NULL; list = list->next) {
        if (list->kind == HTNC_SUBTASK_OPTIONAL) {
            *end = make_optional(in, list);
        } else if (list->kind == HTNC_SUBTASK_ANY_ORDER) {
            *end = make_any_order(in, list);
        } else {
            *end = copy_item(in, NULL, list);
            (*end)->members = made_list(in, list->members);
        }
        if (*end != NULL)
            end = &(*end)->next;
    }
    return first;
}

static bool task_has_choice(const htnc_task *task)
{
    for (const htnc_method *method = task->methods; method != NULL; method = method->next)
        if (has_choice(method->subtasks))
            return true;
    return false;
}

static htnc_task *copy_task(maker *in, const htnc_task *task)
{
    htnc_task *made = BASE_NEW(in->arena, htnc_task);
    *made = *task;
    htnc_method **end = &made->methods;
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        htnc_method *copy = BASE_NEW(in->arena, htnc_method);
        *copy = *method;
        copy->task = made;
        in->method = method;
        in->number = 0;
        if (has_choice(method->subtasks))
            set_subtasks(copy, made_list(in, method->subtasks));
        *end = copy;
        end = &copy->next;
    }
    return made;
}

htnc_model *htnc_make_tasks(base_arena *arena, htnc_model *model)
{
    maker in = {.arena = arena, .model = model};
    const uint32_t count = model->task_count;
    for (uint32_t i = 0; i < count; i++) {
        if (!task_has_choice(model->tasks[i]))
            continue;
        if (in.model == model) {
            in.model = BASE_NEW(arena, htnc_model);
            *in.model = *model;
            in.model->tasks = base_alloc_array(arena, count, sizeof(htnc_task *));
            memcpy(in.model->tasks, model->tasks, count * sizeof(htnc_task *));
        }
        htnc_task *made = copy_task(&in, model->tasks[i]);
        in.model->tasks[i] = made;
    }
    return in.model;
}
