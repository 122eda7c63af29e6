/*
 * `Achieve` in the reference planner: exhaustive uniform-cost search over whole worlds (docs/language.md, "Achieve"). All
 * states that were reached are kept, each with the best way to it; again and again the best one that was not gone on
 * from is, until it is one in which the goal holds. No estimate, no heap, and ways compared step by step.
 */
#include "reference_inside.h"
#include <string.h>

/* A way, by its last step. */
typedef struct way {
    const struct way *before; /* NULL: this is where it begins, and there is no step */
    uint32_t ordinal;         /* of the step among all that were possible there */
    const htnc_task *task;
    const binding *scope;
    int64_t cost;
    uint32_t steps;
} way;

typedef struct state {
    struct state *next;
    const int32_t *world;
    const way *best;
    bool explored;
} state;

typedef struct goal_search {
    reference_planner *reference;
    state *states;
    uint32_t count;
    const state *from; /* being explored */
    uint32_t ordinal;
    bool at_once; /* the first step starts at once, so that its Context must hold */
} goal_search;

/* --- Simple ones: the runtime tries them without running their code ------------------------------------ */

static bool is_simple_property(const htnc_expr *expr)
{
    return expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_PROPERTY && !expr->operands;
}

static bool are_simple_tests(const htnc_expr *tests)
{
    for (; tests; tests = tests->next) {
        bool negated = tests->kind == HTNC_EXPR_UNARY && tests->op == HTNC_NOT;
        bool compared = tests->kind == HTNC_EXPR_BINARY && tests->op >= HTNC_EQ && tests->op <= HTNC_GE;

        if (compared && !tests->operands->next->is_constant)
            return false;
        if (!is_simple_property(negated || compared ? tests->operands : tests))
            return false;
    }
    return true;
}

static bool are_simple_effects(const htnc_effect *effects)
{
    for (; effects; effects = effects->next)
        if (!is_simple_property(effects->target) || !effects->value->is_constant || effects->when || effects->each ||
            effects->lasts || effects->op == HTNC_SCALE)
            return false;
    return true;
}

static bool is_simple(const htnc_task *task)
{
    return !task->parameters && (!task->cost || task->cost->is_constant) && are_simple_tests(task->preconditions) &&
           are_simple_effects(task->effects) && are_simple_effects(task->expected);
}

/* --- Ways ----------------------------------------------------------------------------------------- */

/* Negative, 0, positive: of two ways of as many steps, which comes first in order. */
static int order(const way *a, const way *b)
{
    int earlier;

    if (a == b)
        return 0;
    earlier = order(a->before, b->before);
    return earlier ? earlier : a->ordinal < b->ordinal ? -1 : a->ordinal > b->ordinal;
}

static bool is_better(const way *a, const way *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    if (a->steps != b->steps)
        return a->steps < b->steps;
    return order(a, b) < 0;
}

/* Whether the state had been reached before. */
static bool reach(goal_search *search, const int32_t *world, const way *by)
{
    reference_planner *reference = search->reference;
    state *each;

    for (each = search->states; each; each = each->next)
        if (memcmp(each->world, world, reference->state_cells * sizeof *world) == 0) {
            if (is_better(by, each->best)) {
                if (each->explored)
                    reference_impossible("a better way to where the search has been");
                each->best = by;
            }
            return true;
        }
    if (++search->count > REFERENCE_STATES || reference_is_short_of_memory(reference)) {
        reference->gave_up = true;
        return false;
    }
    each = reference_allocate(reference, sizeof *each);
    each->world = world;
    each->best = by;
    each->explored = false;
    each->next = search->states;
    search->states = each;
    return false;
}

static void try_step(goal_search *search, const htnc_task *task, const binding *scope)
{
    reference_planner *reference = search->reference;
    size_t size = reference->world_cells * sizeof *search->from->world;
    way *by = reference_allocate(reference, sizeof *by);
    int32_t *after = reference_allocate(reference, size);
    int32_t cost = task->cost                      ? reference_value(reference, task->cost, scope, search->from->world)
                   : reference->model->fixed_costs ? 1000
                                                   : 1;
    bool simple;

    by->before = search->from->best;
    by->ordinal = search->ordinal++;
    by->task = task;
    by->scope = scope;
    by->cost = by->before->cost + (cost < 0 ? 0 : cost);
    by->steps = by->before->steps + 1;
    memcpy(after, search->from->world, size);
    reference_apply(reference, task->effects, scope, after);
    reference_apply(reference, task->expected, scope, after);
    simple = is_simple(task);
    reference->uses[REFERENCE_ACHIEVE_STEPS]++;
    reference->uses[REFERENCE_ACHIEVE_SIMPLE_STEPS] += simple;
    reference->uses[REFERENCE_ACHIEVE_SIMPLE_KNOWN] += reach(search, after, by) && simple;
}

/* The value of a type behind another one, of those that are there; -1: there is none. */
static int32_t next_value(const reference_planner *reference, const htnc_type *type, int32_t value,
                          const int32_t *world)
{
    if (type->kind == HTNC_TYPE_BOOL)
        return value < 1 ? value + 1 : -1;
    return reference_next(reference, type, value, world);
}

/* Whether the step that is tried is the first one, and starts at once. */
static bool is_first(const goal_search *search)
{
    return search->at_once && !search->from->best->before;
}

/* All values of the parameters from this one on, and then all solutions of the preconditions. */
static void try_values(goal_search *search, const htnc_task *task, const htnc_variable *parameter, const binding *scope)
{
    reference_planner *reference = search->reference;
    const solution *found;
    int32_t value;

    if (!parameter) {
        found = reference_solutions(reference, task->preconditions, NULL, scope, search->from->world);
        for (; found && !reference->gave_up; found = found->next)
            if (reference_holds(reference, task->reserved, found->scope, search->from->world) &&
                (!is_first(search) || reference_holds(reference, task->context, found->scope, search->from->world)))
                try_step(search, task, found->scope);
        return;
    }
    for (value = next_value(reference, parameter->type, -1, search->from->world); value >= 0 && !reference->gave_up;
         value = next_value(reference, parameter->type, value, search->from->world)) {
        if (++reference->tried > REFERENCE_TRIED || reference_is_short_of_memory(reference))
            reference->gave_up = true;
        else
            try_values(search, task, parameter->next, reference_bind(reference, parameter, value, scope));
    }
}

static bool is_listed(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_BOOL || type->kind == HTNC_TYPE_ENUM || type->kind == HTNC_TYPE_ENTITIES;
}

static bool has_listed_parameters(const htnc_task *task)
{
    const htnc_variable *each;

    for (each = task->parameters; each; each = each->next)
        if (!is_listed(each->type))
            return false;
    return true;
}

static void explore(goal_search *search, const htnc_subtask *achieve)
{
    const htnc_model *model = search->reference->model;
    const htnc_subtask *used;
    uint32_t i;

    search->ordinal = 0;
    for (used = achieve->actions; used; used = used->next)
        try_values(search, used->task, used->task->parameters, NULL);
    for (i = 0; i < model->task_count && !achieve->has_using; i++)
        if (model->tasks[i]->kind == HTNC_PRIMITIVE && has_listed_parameters(model->tasks[i]))
            try_values(search, model->tasks[i], model->tasks[i]->parameters, NULL);
}

static state *best_open(const goal_search *search)
{
    state *best = NULL, *each;

    for (each = search->states; each; each = each->next)
        if (!each->explored && (!best || is_better(each->best, best->best)))
            best = each;
    return best;
}

/* The steps of a way, the first one first. */
static const found_step *steps_of(reference_planner *reference, const way *last)
{
    found_step *first = NULL;

    for (; last->before; last = last->before) {
        found_step *step = reference_allocate(reference, sizeof *step);

        step->task = last->task;
        step->scope = last->scope;
        step->next = first;
        first = step;
    }
    return first;
}

bool reference_achieve(reference_planner *reference, const htnc_subtask *achieve, const binding *scope,
                       const int32_t *world, bool at_once, const found_step **steps)
{
    goal_search search = {reference, NULL, 0, NULL, 0, at_once};
    way *start = reference_allocate(reference, sizeof *start);
    state *next;

    memset(start, 0, sizeof *start);
    reach(&search, world, start);
    while ((next = best_open(&search)) && !reference->gave_up) {
        reference->uses[REFERENCE_ACHIEVE_SIMPLE_GOALS] += are_simple_tests(achieve->goal);
        if (reference_holds(reference, achieve->goal, scope, next->world)) {
            *steps = steps_of(reference, next->best);
            return true;
        }
        next->explored = true;
        search.from = next;
        explore(&search, achieve);
    }
    return false;
}
