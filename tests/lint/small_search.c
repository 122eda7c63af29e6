/* The plain search of small_domain.h: recursion over the model, as docs/language.md has it, and notes of what it did. */
#include "small_domain.h"
#include <string.h>

enum { DEEPEST = 14, LONGEST = 3000 };

/* --- Expressions ---------------------------------------------------------------------------------- */

static int64_t evaluate(const htnc_expr *expr, const int32_t *world, const htnc_expr *arguments);

static int64_t of_operator(htnc_operator_kind op, int64_t x, int64_t y)
{
    switch (op) {
    case HTNC_OR: return x || y;
    case HTNC_AND: return x && y;
    case HTNC_NOT: return !x;
    case HTNC_EQ: return x == y;
    case HTNC_NE: return x != y;
    case HTNC_LT: return x < y;
    case HTNC_LE: return x <= y;
    case HTNC_GT: return x > y;
    case HTNC_GE: return x >= y;
    case HTNC_ADD: return x + y;
    case HTNC_SUB: return x - y;
    case HTNC_MUL: return x * y;
    default: return -x;
    }
}

/* Only what small_domain.c writes: min, abs, and the curve through 0:0 and 3:2. */
static int64_t of_function(const htnc_expr *expr, int64_t x, int64_t y)
{
    if (expr->kind == HTNC_EXPR_CURVE)
        return x * 2 / 3;
    return expr->function == HTNC_ABS ? (x < 0 ? -x : x) : x < y ? x : y;
}

static int64_t of_name(const htnc_expr *expr, const int32_t *world, const htnc_expr *arguments)
{
    switch (expr->ref) {
    case HTNC_REF_PROPERTY: return world[expr->to.property->index];
    case HTNC_REF_VALUE: return expr->to.value->ordinal;
    case HTNC_REF_VARIABLE: return evaluate(arguments, world, NULL);
    default: return evaluate(expr->to.condition->declaration->items, world, expr->operands);
    }
}

static int64_t evaluate(const htnc_expr *expr, const int32_t *world, const htnc_expr *arguments)
{
    int64_t x, y;
    if (expr->kind == HTNC_EXPR_BOOLEAN || expr->kind == HTNC_EXPR_INTEGER)
        return expr->value;
    if (expr->kind == HTNC_EXPR_NAME)
        return of_name(expr, world, arguments);
    x = evaluate(expr->operands, world, arguments);
    y = expr->operands->next ? evaluate(expr->operands->next, world, arguments) : 0;
    if (expr->kind == HTNC_EXPR_UNARY || expr->kind == HTNC_EXPR_BINARY)
        return of_operator(expr->op, x, y);
    return of_function(expr, x, y);
}

bool small_item_holds(const htnc_expr *item, const int32_t *world)
{
    return evaluate(item, world, NULL) != 0;
}

bool small_list_holds(const htnc_expr *items, const int32_t *world)
{
    for (; items; items = items->next)
        if (!small_item_holds(items, world))
            return false;
    return true;
}

bool small_next_world(const htnc_model *model, int32_t *world)
{
    for (const htnc_property *each = model->properties; each; each = each->next) {
        if (world[each->index]++ < each->type->high)
            return true;
        world[each->index] = each->type->low;
    }
    return false;
}

/* --- Search --------------------------------------------------------------------------------------- */

typedef struct ancestor {
    const struct ancestor *above;
    const htnc_task *task;
    int32_t world[SMALL_PROPERTIES];
    uint32_t depth;
} ancestor;

/* A parallel group, one of whose members is being planned. */
typedef struct group {
    const htnc_subtask *left; /* the members behind it */
    const ancestor *above;
    const int32_t *world; /* in which all members begin */
    uint32_t first;       /* the group's first step */
} group;

typedef struct todo {
    const struct todo *rest;
    const htnc_task *task;    /* NULL: a group begins, or a member ends */
    const htnc_subtask *call; /* NULL: the root */
    const ancestor *above;
    const group *member; /* not NULL: its member ends here */
} todo;

typedef struct search {
    small_notes *notes;
    bool guard, cheapest;
    uint32_t length;
    const htnc_task *plan[LONGEST]; /* so far */
    uint32_t steps;
    int64_t cost; /* so far */
} search;

static bool run(search *s, const todo *next, const int32_t *world);

static void note(const void **list, uint32_t *count, const void *item)
{
    for (uint32_t i = 0; i < *count; i++)
        if (list[i] == item)
            return;
    if (*count < SMALL_CALLS)
        list[(*count)++] = item;
}

static void apply(const htnc_effect *effects, int32_t *world)
{
    int32_t before[SMALL_PROPERTIES];
    memcpy(before, world, sizeof before);
    for (; effects; effects = effects->next) {
        const htnc_property *property = effects->target->to.property;
        int64_t value = evaluate(effects->value, before, NULL);
        if (effects->op == HTNC_INCREASE)
            value = world[property->index] + value;
        else if (effects->op == HTNC_DECREASE)
            value = world[property->index] - value;
        value = value < property->type->low    ? property->type->low
                : value > property->type->high ? property->type->high
                                               : value;
        world[property->index] = (int32_t)value;
    }
}

static bool run_primitive(search *s, const todo *next, const int32_t *world)
{
    int32_t after[SMALL_PROPERTIES];
    int64_t cost = s->cost;
    if (!small_list_holds(next->task->preconditions, world))
        return false;
    memcpy(after, world, sizeof after);
    apply(next->task->effects, after);
    apply(next->task->expected, after);
    s->cost += next->task->cost ? evaluate(next->task->cost, world, NULL) : 1;
    s->plan[s->steps++] = next->task;
    if (run(s, next->rest, after))
        return true;
    s->steps--;
    s->cost = cost;
    return false;
}

/* The next member of a group, in the world in which the group began; behind the last, all effects in order. */
static bool run_group(search *s, const todo *next, const int32_t *world)
{
    int32_t after[SMALL_PROPERTIES];
    group on = {next->member ? NULL : next->call->members, next->above, world, s->steps};
    if (next->member)
        on = *next->member;
    if (on.left) {
        const htnc_subtask *member = on.left;
        todo end = {next->rest, NULL, NULL, NULL, &on}, begin = {&end, member->task, member, on.above, NULL};
        on.left = member->next;
        return run(s, &begin, on.world);
    }
    memcpy(after, on.world, sizeof after);
    for (uint32_t i = on.first; i < s->steps; i++) {
        apply(s->plan[i]->effects, after);
        apply(s->plan[i]->expected, after);
    }
    return run(s, next->rest, after);
}

/* Puts a method's subtasks in front of the rest, the last first. */
static bool run_subtasks(search *s, const htnc_subtask *list, const todo *rest, const ancestor *above,
                         const int32_t *world)
{
    todo items[8];
    uint32_t count = 0;
    for (; list; list = list->next)
        items[count++] = (todo){NULL, list->task, list, above, NULL};
    for (uint32_t i = 0; i < count; i++)
        items[i].rest = i + 1 < count ? &items[i + 1] : rest;
    return run(s, count ? items : rest, world);
}

/* Whether the loop guard lets a task in; notes where it comes again. */
static bool may_enter(search *s, const todo *next, const int32_t *world)
{
    for (const ancestor *each = next->above; each; each = each->above) {
        if (each->task != next->task)
            continue;
        if (s->guard && memcmp(each->world, world, sizeof each->world) == 0)
            return false;
        note(s->notes->again, &s->notes->again_count, next->task);
    }
    return true;
}

static bool run_compound(search *s, const todo *next, const int32_t *world)
{
    ancestor own = {next->above, next->task, {0}, next->above ? next->above->depth + 1 : 1};
    memcpy(own.world, world, sizeof own.world);
    if (!may_enter(s, next, world))
        return false;
    if (next->call)
        note(s->notes->calls, &s->notes->call_count, next->call);
    s->notes->stopped |= own.depth > DEEPEST;
    for (const htnc_method *each = next->task->methods; each && !s->notes->stopped; each = each->next) {
        if (!small_list_holds(each->conditions, world))
            continue;
        note(s->notes->methods, &s->notes->method_count, each);
        if (run_subtasks(s, each->subtasks, next->rest, &own, world))
            return true;
    }
    return false;
}

static bool run(search *s, const todo *next, const int32_t *world)
{
    s->notes->stopped |= ++s->length > LONGEST;
    if (s->notes->stopped)
        return false;
    if (!next) {
        if (s->notes->cost < 0 || s->cost < s->notes->cost)
            s->notes->cost = s->cost;
        return !s->cheapest;
    }
    if (!next->task)
        return run_group(s, next, world);
    return next->task->kind == HTNC_PRIMITIVE ? run_primitive(s, next, world) : run_compound(s, next, world);
}

void small_search(const htnc_model *model, const int32_t *world, bool guard, small_notes *notes)
{
    search s = {.notes = notes, .guard = guard, .cheapest = model->roots->cheapest};
    todo root = {NULL, model->roots->task, NULL, NULL, NULL};
    notes->stopped = false;
    notes->cost = -1;
    run(&s, &root, world);
}
