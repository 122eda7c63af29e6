/*
 * Two proofs that the loop guard rejects no call of a recursive task.
 *
 * It needs none if, wherever it calls itself, a condition of each method in which it does so is known to fail:
 *
 *     Method [Health == 0] Subtasks [Fetch(), Attack()]      Fetch: Effects [Health = 3]
 *
 * Then the inner task never calls itself, so the task is never entered a third time inside itself. And the inner task was not entered
 * in the world of the outer one: in that world one of the methods in question was taken, whose condition now fails.
 *
 * It progresses if the steps in front of each call of itself make the same property lower, and never higher, or the other way round:
 *
 *     Method [Left > 0] Subtasks [Lower(), Down()]      Lower: Effects [Left -= 1]
 *
 * Then inside itself the task is always entered in another world. The guard need not compare, and only counts the depth.
 *
 * What is known at a call follows from the conditions of its method and the effects of the steps in front of it; for progress, also
 * from their preconditions. Only single properties and constants are looked at, and only tasks that are alone in their ring. Nothing
 * is known behind a compound task.
 */
#include "compiler/types/types_loop_guard.h"

/* The values that a property can have, at most. */
typedef struct known {
    const htnc_property *property;
    int64_t low, high;
} known;

enum { MOST_KNOWN = 16 }; /* nothing is known of further properties */

typedef struct facts {
    uint32_t count;
    known list[MOST_KNOWN];
} facts;

/* --- Conditions ----------------------------------------------------------------------------------- */

/* The property of an expression that is just that; NULL: it is something else. */
static const htnc_property *single_property(const htnc_expr *expr)
{
    const bool is =
        expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_PROPERTY && !expr->operands && !expr->is_constant;
    return is && expr->to.property->parameter_count == 0 ? expr->to.property : NULL;
}

static htnc_operator_kind mirrored(htnc_operator_kind op)
{
    switch (op) {
    case HTNC_LT: return HTNC_GT;
    case HTNC_LE: return HTNC_GE;
    case HTNC_GT: return HTNC_LT;
    case HTNC_GE: return HTNC_LE;
    default: return op;
    }
}

/* The values of a property with which `property op constant` holds. False: they are no range. */
static bool range_of_comparison(htnc_operator_kind op, int64_t constant, known *range)
{
    range->low = op == HTNC_EQ || op == HTNC_GE ? constant : op == HTNC_GT ? constant + 1 : INT64_MIN;
    range->high = op == HTNC_EQ || op == HTNC_LE ? constant : op == HTNC_LT ? constant - 1 : INT64_MAX;
    return range->low != INT64_MIN || range->high != INT64_MAX;
}

/* The values with which a condition holds: of a property that it is about. False: it is about something else. */
static bool range_of(const htnc_expr *condition, known *range)
{
    const bool negated = condition->kind == HTNC_EXPR_UNARY && condition->op == HTNC_NOT;
    const htnc_expr *x = negated || condition->kind == HTNC_EXPR_BINARY ? condition->operands : condition;
    if (condition->kind != HTNC_EXPR_BINARY) {
        range->property = x->type->kind == HTNC_TYPE_BOOL ? single_property(x) : NULL;
        return range->property && range_of_comparison(HTNC_EQ, !negated, range);
    }
    const htnc_expr *y = x->next;
    htnc_operator_kind op = condition->op;
    if (x->is_constant) {
        const htnc_expr *constant = x;
        x = y;
        y = constant;
        op = mirrored(op);
    }
    range->property = single_property(x);
    return range->property && y->is_constant && range_of_comparison(op, y->folded, range);
}

static known *find(facts *all, const htnc_property *property)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (all->list[i].property == property)
            return &all->list[i];
    return NULL;
}

/* The conditions hold. */
static void learn(facts *all, const htnc_expr *conditions)
{
    known range;
    for (; conditions; conditions = conditions->next) {
        if (!range_of(conditions, &range))
            continue;
        known *found = find(all, range.property);
        if (found) {
            found->low = range.low > found->low ? range.low : found->low;
            found->high = range.high < found->high ? range.high : found->high;
        } else if (all->count < MOST_KNOWN) {
            all->list[all->count++] = range;
        }
    }
}

/* Whether one of the conditions certainly fails. */
static bool fails(facts *all, const htnc_expr *conditions)
{
    known range;
    for (; conditions; conditions = conditions->next) {
        const known *found = range_of(conditions, &range) ? find(all, range.property) : NULL;
        if (found && (found->low > range.high || found->high < range.low))
            return true;
    }
    return false;
}

/* --- Effects -------------------------------------------------------------------------------------- */

static void forget(facts *all, const htnc_property *property)
{
    known *found = find(all, property);
    if (found)
        *found = all->list[--all->count];
}

/* Whether an effect is the only one in its list that writes its property, and always writes the same value. */
static bool is_certain(const htnc_effect *effects, const htnc_effect *effect)
{
    for (const htnc_effect *other = effects; other; other = other->next)
        if (other != effect && other->target->to.property == effect->target->to.property)
            return false;
    return effect->op == HTNC_ASSIGN && !effect->when && !effect->each && effect->value->is_constant &&
           effect->target->to.property->parameter_count == 0;
}

static void apply(facts *all, const htnc_effect *effects)
{
    for (const htnc_effect *each = effects; each; each = each->next)
        forget(all, each->target->to.property);
    for (const htnc_effect *each = effects; each; each = each->next) {
        const htnc_property *property = each->target->to.property;
        if (!is_certain(effects, each) || all->count == MOST_KNOWN)
            continue;
        const int64_t low = htnc_lowest(property->type), high = property->type->high, value = each->value->folded;
        const int64_t written = value < low ? low : value > high ? high : value;
        all->list[all->count++] = (known){property, written, written};
    }
}

static bool is_step(const htnc_subtask *subtask)
{
    return subtask->kind == HTNC_SUBTASK_TASK && subtask->task->kind == HTNC_PRIMITIVE;
}

/* A subtask is done. */
static void do_subtask(facts *all, const htnc_subtask *subtask)
{
    if (is_step(subtask)) {
        apply(all, subtask->task->effects);
        apply(all, subtask->task->expected);
    } else {
        all->count = 0;
    }
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

static bool is_own_call(const htnc_method *method, const htnc_subtask *subtask)
{
    return subtask->kind == HTNC_SUBTASK_TASK && subtask->task == method->task;
}

/* How often the method calls its own task, in groups too. */
static uint32_t count_own_calls(const htnc_method *method)
{
    uint32_t calls = 0;
    for (const htnc_subtask *each = method->leaves; each; each = each->next_leaf)
        calls += is_own_call(method, each);
    return calls;
}

static bool calls_itself(const htnc_method *method)
{
    return count_own_calls(method) != 0;
}

/* Whether behind the call that is next no method can be taken that calls the task again. */
static bool is_last_call(facts *all, const htnc_task *task)
{
    for (const htnc_method *each = task->methods; each; each = each->next)
        if (calls_itself(each) && !fails(all, each->conditions))
            return false;
    return true;
}

/* The same for all of a method's calls. None of them may lie in a group. */
static bool ends_recursion(const htnc_method *method)
{
    facts all = {.count = 0};
    uint32_t calls = count_own_calls(method);
    learn(&all, method->conditions);
    for (const htnc_subtask *each = method->subtasks; each; each = each->next) {
        if (is_own_call(method, each)) {
            calls--;
            if (!is_last_call(&all, method->task))
                return false;
        }
        do_subtask(&all, each);
    }
    return calls == 0;
}

/* --- Progress ------------------------------------------------------------------------------------- */

/* A property that a recursion makes lower and lower, or higher and higher. */
typedef struct course {
    const htnc_property *property;
    bool up;
    bool moved; /* in front of the call that is looked at, for certain */
} course;

/* By how much an effect changes its property for certain, unless that is at the end of its range; 0: that is not known. */
static int64_t change_of(const htnc_effect *effect)
{
    if (!effect->value || !effect->value->is_constant)
        return 0;
    return effect->op == HTNC_INCREASE   ? effect->value->folded
           : effect->op == HTNC_DECREASE ? -effect->value->folded
                                         : 0;
}

/* Follows an effect on the course's property, the only one in its list. False: it may lead the other way. */
static bool follow_effect(course *of, facts *all, const htnc_effect *effect)
{
    const int64_t low = htnc_lowest(of->property->type), high = of->property->type->high, change = change_of(effect);
    const known *found = find(all, of->property);
    if (change == 0 || (change > 0) != of->up)
        return false;
    if (!effect->when && !effect->each && found && (of->up ? found->high < high : found->low > low))
        of->moved = true;
    return true;
}

static bool follow_effects(course *of, facts *all, const htnc_effect *effects)
{
    uint32_t count = 0;
    for (const htnc_effect *each = effects; each; each = each->next)
        if (each->target->to.property == of->property && (count++ != 0 || !follow_effect(of, all, each)))
            return false;
    apply(all, effects);
    return true;
}

/* Follows the steps of a method to its call of its own task. False: the property may be as it was there, or there is another call. */
static bool progresses_in(course *of, const htnc_method *method)
{
    facts all = {.count = 0};
    if (count_own_calls(method) != 1)
        return false;
    learn(&all, method->conditions);
    of->moved = false;
    for (const htnc_subtask *each = method->subtasks; each; each = each->next) {
        if (is_own_call(method, each))
            return of->moved;
        if (!is_step(each))
            return false;
        learn(&all, each->task->preconditions);
        if (!follow_effects(of, &all, each->task->effects) || !follow_effects(of, &all, each->task->expected))
            return false;
    }
    return false;
}

static bool progresses_by(const htnc_task *task, const htnc_property *property, bool up)
{
    course of = {property, up, false};
    for (const htnc_method *each = task->methods; each; each = each->next)
        if (calls_itself(each) && !progresses_in(&of, each))
            return false;
    return true;
}

/* By a property that one of the effects changes. */
static bool progresses_by_one(const htnc_task *task, const htnc_effect *effects)
{
    for (const htnc_effect *each = effects; each; each = each->next) {
        const int64_t change = change_of(each);
        if (change != 0 && each->target->to.property->parameter_count == 0 &&
            progresses_by(task, each->target->to.property, change > 0))
            return true;
    }
    return false;
}

/* The first method that calls the task names the properties. */
static bool progresses(const htnc_task *task)
{
    const htnc_method *method = task->methods;
    while (method && !calls_itself(method))
        method = method->next;
    for (const htnc_subtask *each = method ? method->subtasks : NULL; each && is_step(each); each = each->next)
        if (progresses_by_one(task, each->task->effects) || progresses_by_one(task, each->task->expected))
            return true;
    return false;
}

/* --- All tasks ------------------------------------------------------------------------------------ */

static bool is_alone(const htnc_model *model, const htnc_task *task)
{
    const uint32_t first = task->component == 0 ? 0 : model->component_end[task->component - 1];
    return model->component_end[task->component] == first + 1;
}

/* A task that may be left goes on in another world. */
static bool is_looked_at(const htnc_model *model, const htnc_task *task)
{
    return task->recursive && !task->is_each && !task->splits && !task->may_be_left && is_alone(model, task);
}

static bool is_unguarded(const htnc_task *task)
{
    for (const htnc_method *each = task->methods; each; each = each->next)
        if (calls_itself(each) && !ends_recursion(each))
            return false;
    return true;
}

void htnc_find_unguarded(const htnc_model *model)
{
    for (uint32_t i = 0; i < model->task_count; i++) {
        htnc_task *task = model->tasks[i];
        const bool looked_at = is_looked_at(model, task);
        task->unguarded = looked_at && is_unguarded(task);
        task->progresses = looked_at && !task->unguarded && progresses(task);
    }
}
