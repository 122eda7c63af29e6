/*
 * Planning by the reference planner: docs/language.md, section 5, sentence by sentence. One function
 * per kind of task takes the first item of the agenda and plans the rest by calling itself, so the
 * alternatives of every earlier choice wait on the C stack: backtracking is returning false. Worlds
 * are whole copies. True means "stop": a plan was found, or the reference gave up.
 */
#include "reference_inside.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *memory)
{
    if (!memory) {
        fprintf(stderr, "reference planner: out of memory\n");
        exit(2);
    }
    return memory;
}

reference_planner *reference_new(void)
{
    reference_planner *made = must(calloc(1, sizeof *made));

    made->memory = must(malloc(REFERENCE_MEMORY));
    return made;
}

void reference_free(reference_planner *reference)
{
    if (reference) {
        reference_forget_all(reference);
        free(reference->memory);
    }
    free(reference);
}

void reference_answers(reference_planner *reference, reference_answerer *answerer, reference_proposer *proposer,
                       void *user)
{
    reference->answerer = answerer;
    reference->proposer = proposer;
    reference->answerer_user = user;
}

void *reference_allocate(reference_planner *reference, size_t size)
{
    void *memory = reference->memory + reference->memory_used;

    reference->memory_used += (size + 15) / 16 * 16;
    if (reference->memory_used > REFERENCE_MEMORY) {
        fprintf(stderr, "reference planner: one step needs more than its reserve of memory\n");
        abort();
    }
    return memory;
}

bool reference_is_short_of_memory(const reference_planner *reference)
{
    return reference->memory_used + REFERENCE_MEMORY_RESERVE > REFERENCE_MEMORY;
}

int32_t *reference_copy_world(reference_planner *reference, const int32_t *world)
{
    size_t size = reference->world_cells * sizeof *world;

    return memcpy(reference_allocate(reference, size), world, size);
}

static bool reaches(const htnc_task *from, const htnc_task *to, bool *seen);

static bool list_reaches(const htnc_subtask *item, const htnc_task *to, bool *seen)
{
    for (; item; item = item->next) {
        if (item->members) {
            if (list_reaches(item->members, to, seen))
                return true;
            continue;
        }
        if (!item->task)
            continue;
        if (item->task == to)
            return true;
        if (!seen[item->task->index]) {
            seen[item->task->index] = true;
            if (reaches(item->task, to, seen))
                return true;
        }
    }
    return false;
}

/* Whether `to` is `from` or can be reached from it through Subtasks. `seen` by task index. */
static bool reaches(const htnc_task *from, const htnc_task *to, bool *seen)
{
    const htnc_method *method;

    for (method = from->methods; method; method = method->next)
        if (list_reaches(method->subtasks, to, seen))
            return true;
    return false;
}

static uint32_t count_bindings(const htnc_expr *conditions)
{
    uint32_t count = 0;

    for (; conditions; conditions = conditions->next)
        count += conditions->kind == HTNC_EXPR_ANY || conditions->kind == HTNC_EXPR_LET;
    return count;
}

static bool has_binders(const htnc_expr *conditions)
{
    for (; conditions; conditions = conditions->next)
        if (conditions->kind == HTNC_EXPR_ANY)
            return true;
    return false;
}

/* Whether a step of this task, and what its methods bind, can be written down. */
static bool has_room(const htnc_task *task)
{
    const htnc_method *method;

    for (method = task->methods; method; method = method->next)
        if (count_bindings(method->conditions) > REFERENCE_BINDINGS)
            return false;
    return task->parameter_count + count_bindings(task->preconditions) <= REFERENCE_ARGUMENTS;
}

void reference_begin_asking(reference_planner *reference)
{
    reference->memory_used = 0;
    reference->tried = 0;
    reference->gave_up = false;
}

bool reference_use(reference_planner *reference, const htnc_model *model)
{
    uint32_t i;

    if (model->property_count > REFERENCE_PROPERTIES || model->task_count > REFERENCE_TASKS)
        return false;
    reference->model = model;
    reference->given = NULL;
    reference->symbol_count = 0;
    reference->memory_used = 0;
    if (!reference_lay_out(reference))
        return false;
    for (i = 0; i < model->task_count; i++) {
        bool seen[REFERENCE_TASKS] = {false};

        if (!has_room(model->tasks[i]))
            return false;
        reference->recursive[i] = reaches(model->tasks[i], model->tasks[i], seen);
    }
    return true;
}

/* --- The agenda ---------------------------------------------------------------------------------- */

/* A method's subtasks put in front of what remains. */
static const agenda *in_front(reference_planner *reference, const htnc_subtask *items, const binding *scope,
                              const ancestor *parent, uint32_t taken, const agenda *rest)
{
    agenda *first;

    if (!items)
        return rest;
    first = reference_allocate(reference, sizeof *first);
    first->group = NULL;
    first->each = NULL;
    first->item = items;
    first->scope = scope;
    first->parent = parent;
    first->taken = taken;
    first->done = 0;
    first->rest = in_front(reference, items->next, scope, parent, taken, rest);
    return first;
}

/* The task's parameters bound to the item's arguments, evaluated now. */
static const binding *bind_arguments(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    const htnc_variable *parameter = todo->item->task->parameters;
    const htnc_expr *argument = todo->item->arguments;
    const binding *bound = NULL;

    for (; parameter; parameter = parameter->next, argument = argument->next)
        bound =
            reference_bind(reference, parameter, reference_whole_value(reference, argument, todo->scope, world), bound);
    return bound;
}

static bool same_arguments(const binding *a, const binding *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (a->value != b->value)
            return false;
    return !a && !b;
}

static void cut(reference_planner *reference, uint32_t flag)
{
    if (!reference->plan->cut)
        reference->first_cut = flag == REFERENCE_CUT_STEPS ? REFERENCE_LIMIT_STEPS : REFERENCE_LIMIT_DEPTH;
    reference->plan->cut |= flag;
}

/* A task that the compiler has proved to progress is never the same as one of its ancestors. */
static void check_proof(const htnc_task *task)
{
    if (!task->progresses && !task->unguarded)
        return;
    fprintf(stderr, "the loop guard rejects %s, which the compiler has proved impossible\n", task->name.text);
    abort();
}

/* Whether one of the ancestors is the same task. */
static bool is_inside(const ancestor *entered)
{
    const ancestor *above = entered->parent;

    while (above && above->task != entered->task)
        above = above->parent;
    return above != NULL;
}

/* --- One task ------------------------------------------------------------------------------------ */

/* Enters a compound task: NULL where the limit on depth or the loop guard fails this branch. */
static const ancestor *enter(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    const htnc_task *task = todo->item->task;
    const ancestor *above;
    ancestor *entered = reference_allocate(reference, sizeof *entered);

    entered->parent = todo->parent;
    entered->task = task;
    entered->arguments = bind_arguments(reference, todo, world);
    entered->world = world;
    entered->depth = todo->parent ? todo->parent->depth : 0;
    if (!reference->recursive[task->index])
        return entered;
    if (!task->unguarded && ++entered->depth > reference->limits.depth) {
        cut(reference, REFERENCE_CUT_DEPTH);
        return NULL;
    }
    for (above = todo->parent; above && !reference->model->loops_free; above = above->parent)
        if (above->task == task && same_arguments(above->arguments, entered->arguments) &&
            memcmp(above->world, world, reference->state_cells * sizeof *world) == 0) {
            reference->uses[REFERENCE_NO_PROGRESS]++;
            check_proof(task);
            return NULL;
        }
    reference->uses[REFERENCE_PROGRESS] += task->progresses && is_inside(entered);
    return entered;
}

static int32_t at_least_0(int32_t value)
{
    return value < 0 ? 0 : value;
}

static int64_t cost_of(reference_planner *reference, const htnc_task *task, const binding *scope, const int32_t *world)
{
    reference->uses[REFERENCE_FIXED_COSTS] += task->cost && reference->model->fixed_costs;
    return task->cost                      ? at_least_0(reference_whole_value(reference, task->cost, scope, world))
           : reference->model->fixed_costs ? 1000
                                           : 1;
}

/*
 * Does a primitive task in whose `scope` the preconditions hold: appends the step and changes `after` (which
 * holds `world`), or returns false where the plan is as long as it may be.
 */
static bool do_step(reference_planner *reference, const agenda *todo, const htnc_task *task, const binding *scope,
                    const int32_t *world, int32_t *after)
{
    reference_plan *plan = reference->plan;
    reference_step *step = &plan->steps[plan->step_count];
    int64_t duration;

    if (plan->step_count >= reference->limits.steps) {
        cut(reference, REFERENCE_CUT_STEPS);
        return false;
    }
    step->task = task;
    step->taken = todo->taken;
    step->argument_count = reference_bindings(scope, NULL, step->arguments, REFERENCE_ARGUMENTS);
    plan->step_count++;
    plan->work++;
    duration = task->duration ? at_least_0(reference_whole_value(reference, task->duration, scope, world)) : 0;
    plan->cost = reference_saturate(plan->cost + cost_of(reference, task, scope, world), 0, INT32_MAX);
    plan->duration = reference_saturate(plan->duration + duration, 0, INT32_MAX);
    reference_apply(reference, task->effects, scope, after);
    reference_apply(reference, task->expected, scope, after);
    return true;
}

/* Whether to go no further because it takes too long or too much. */
static bool exhausted(reference_planner *reference)
{
    if (++reference->effort > reference->limits.effort || reference->nesting > REFERENCE_NESTING ||
        reference_is_short_of_memory(reference) || reference->plan->record_count == REFERENCE_RECORD ||
        reference->plan->step_count == REFERENCE_STEPS || reference->plan->span_count + 2 > REFERENCE_SPANS ||
        reference->plan->taken_count == REFERENCE_TAKEN)
        reference->gave_up = true;
    return reference->gave_up;
}

static bool plan_rest(reference_planner *reference, const agenda *todo, const int32_t *world);

/* Tries one way in which a primitive task's preconditions hold. */
/* Ends the plan here, where there is a plan and something remains. */
static bool stop(reference_planner *reference, const agenda *todo, uint32_t why)
{
    reference_plan *plan = reference->plan;

    if (plan->step_count == 0 || reference_is_nothing(todo))
        return false;
    plan->partial = why;
    if (!reference_keep(plan, todo))
        reference->gave_up = true;
    return true;
}

void reference_show_all(reference_planner *reference, reference_visitor *visitor, void *user)
{
    reference->visitor = visitor;
    reference->visitor_user = user;
}

/* Shows the plan; false: the search goes on as if it had failed. */
static bool show(reference_planner *reference)
{
    reference_plan *plan = reference->plan, *shown = &reference->shown;

    *shown = *plan;
    shown->bodies = reference->bodies;
    shown->outcome = plan->partial ? REFERENCE_PARTIAL_PLAN : plan->step_count ? REFERENCE_PLAN : REFERENCE_EMPTY_PLAN;
    reference_drop_empty_spans(shown);
    plan->partial = 0;
    reference->uses[REFERENCE_ALL_PLANS]++;
    return reference->visitor(reference->visitor_user, shown);
}

/* No tasks left, or the plan ends early. Looking for the cheapest plan, the search goes on as if this one had failed. */
static bool found(reference_planner *reference)
{
    const reference_plan *plan = reference->plan;

    if (reference->gave_up)
        return true;
    if (reference->visitor)
        return show(reference);
    if (!reference->cheapest)
        return true;
    reference->plan->plans++;
    if ((reference->has_best && plan->cost >= reference->best.cost) ||
        (reference->has_bound && plan->cost >= reference->bound))
        return false;
    reference->has_best = true;
    reference->best = *plan;
    return false;
}

/* Plans the rest, unless the plan ends here because of `why`; 0: it does not. */
static bool stop_or_plan_rest(reference_planner *reference, const agenda *rest, const int32_t *world, uint32_t why)
{
    return why && stop(reference, rest, why) ? found(reference) : plan_rest(reference, rest, world);
}

static bool is_late(const reference_planner *reference)
{
    return reference->limits.horizon && !reference->cheapest &&
           (uint32_t)reference->plan->duration >= reference->limits.horizon;
}

/* Behind a step that takes time, or a group: not in the middle of one. */
static bool is_over(const reference_planner *reference, const htnc_task *step, const agenda *rest)
{
    return step->duration && is_late(reference) && !reference_is_in_group(rest);
}

/* What has to do with a group is that the last member of one ends, which lies in no other. */
static bool ends_group(const agenda *todo)
{
    return todo->group && !todo->group->left && !reference_is_in_group(todo->rest);
}

static bool plan_step(reference_planner *reference, const agenda *todo, const binding *scope, const int32_t *world)
{
    reference_plan *plan = reference->plan;
    uint32_t step_count = plan->step_count, span_count = plan->span_count;
    int32_t cost = plan->cost, duration = plan->duration;
    int32_t *after = reference_copy_world(reference, world);

    if (do_step(reference, todo, todo->item->task, scope, world, after) &&
        stop_or_plan_rest(reference, todo->rest, after, is_over(reference, todo->item->task, todo->rest) ? 2 : 0))
        return true;
    plan->step_count = step_count;
    plan->span_count = span_count;
    plan->cost = cost;
    plan->duration = duration;
    return false;
}

static bool plan_primitive(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    const htnc_task *task = todo->item->task;
    const binding *arguments = bind_arguments(reference, todo, world);
    const solution *way = reference_solutions(reference, task->preconditions, NULL, arguments, world);
    bool at_once = reference_starts_at_once(reference, todo->rest);

    for (; way; way = way->next) {
        if (!reference_holds(reference, task->reserved, way->scope, world) ||
            (at_once && !reference_holds(reference, task->context, way->scope, world)))
            continue;
        if (plan_step(reference, todo, way->scope, world))
            return true;
        reference->plan->passed_over += has_binders(task->preconditions);
    }
    return reference->gave_up;
}

/* What a method asks beside its conditions: not to be cooling, its While and its Enter. */
static bool may_go_on(reference_planner *reference, const htnc_method *method, const binding *scope,
                      const int32_t *world)
{
    uint32_t cell = reference_cooling_cell(reference, method, scope, world);

    if (cell != REFERENCE_NONE && world[cell])
        return false;
    return reference_holds(reference, method->reserved, scope, world) &&
           reference_holds(reference, method->while_conditions, scope, world) &&
           reference_holds(reference, method->enter_conditions, scope, world);
}

/* Notes that a method is taken, where more is to be known of it than its index. */
static uint32_t take(reference_planner *reference, const htnc_method *method, const binding *scope, const agenda *todo)
{
    reference_plan *plan = reference->plan;
    reference_taken *taken = &plan->taken[plan->taken_count];

    if (!method->has_while && !method->has_enter && !method->cooling)
        return todo->taken;
    memset(taken, 0, sizeof *taken);
    taken->method = method;
    taken->around = todo->taken;
    taken->within = reference_background_around(todo->rest);
    if (!reference_keep_scope(&taken->scope, scope))
        reference->gave_up = true;
    return plan->taken_count++;
}

/* Tries one way in which a method's conditions hold. */
static bool plan_way(reference_planner *reference, const htnc_method *method, const binding *scope,
                     const ancestor *entered, const agenda *todo, const int32_t *world)
{
    reference_plan *plan = reference->plan;
    uint32_t record_count = plan->record_count, taken_count = plan->taken_count, taken;

    if (exhausted(reference))
        return true;
    taken = take(reference, method, scope, todo);
    reference_bindings(scope, entered->arguments, plan->bindings[plan->record_count], REFERENCE_BINDINGS);
    plan->record[plan->record_count++] = method->index;
    plan->work++;
    if (plan_rest(reference, in_front(reference, method->subtasks, scope, entered, taken, todo->rest), world))
        return true;
    plan->record_count = record_count;
    plan->taken_count = taken_count;
    plan->backtracks++;
    plan->passed_over += has_binders(method->conditions);
    return false;
}

solution *reference_ways(reference_planner *reference, const htnc_method *method, const binding *arguments,
                         const int32_t *world)
{
    solution *ways = reference_solutions(reference, method->conditions, method->prefer, arguments, world),
             **way = &ways;

    while (*way) {
        if (may_go_on(reference, method, (*way)->scope, world))
            way = &(*way)->next;
        else
            *way = (*way)->next;
    }
    return ways;
}

/* Tries one method of a task that has been entered. */
static bool plan_method(reference_planner *reference, const htnc_method *method, const ancestor *entered,
                        const agenda *todo, const int32_t *world)
{
    const solution *way;

    if (exhausted(reference))
        return true;
    for (way = reference_ways(reference, method, entered->arguments, world); way; way = way->next)
        if (plan_way(reference, method, way->scope, entered, todo, world))
            return true;
    return reference->gave_up;
}

/* Tries the candidates of a task that selects, as far as they rank above `floor`. */
static bool plan_selected(reference_planner *reference, int64_t floor, const ancestor *entered, const agenda *todo,
                          const int32_t *world)
{
    const candidate *one;

    if (exhausted(reference))
        return true;
    one = reference_candidates(reference, todo->item->task, entered->arguments, world);
    for (; one && one->rank > floor; one = one->next)
        if (plan_way(reference, one->method, one->scope, entered, todo, world))
            return true;
    return reference->gave_up;
}

/* The Else of a task that selects; NULL: it has none. */
static const htnc_method *otherwise(const htnc_task *task)
{
    const htnc_method *method = task->methods;

    while (method && !method->is_else)
        method = method->next;
    return method;
}

static bool plan_compound(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    const ancestor *entered = enter(reference, todo, world);
    const htnc_method *method;

    if (!entered)
        return false;
    if (todo->item->task->select != HTNC_SELECT_FIRST) {
        if (plan_selected(reference, INT64_MIN, entered, todo, world))
            return true;
        method = otherwise(todo->item->task);
        if (!method)
            return false;
        reference->plan->elses++;
        reference->uses[REFERENCE_ELSE]++;
        return plan_method(reference, method, entered, todo, world);
    }
    for (method = todo->item->task->methods; method; method = method->next)
        if (plan_method(reference, method, entered, todo, world))
            return true;
    return false;
}

/* --- Each ---------------------------------------------------------------------------------------- */

/* The next item of an Each that has begun, or its end. */
static bool plan_item(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    reference_plan *plan = reference->plan;
    const items_left *each = todo->each;
    const htnc_method *method = each->subtask->each->methods;
    const solution *item = reference_next_item(each->next, each->arguments);
    uint32_t record_count = plan->record_count, items = plan->items;
    const agenda *next = todo->rest;

    if (exhausted(reference))
        return true;
    if (item) {
        next = reference_items_left(reference, todo, each->subtask, each->arguments, item->next);
        next = in_front(reference, method->subtasks, item->scope, todo->parent, todo->taken, next);
        reference_bindings(item->scope, each->arguments, plan->bindings[plan->record_count], REFERENCE_BINDINGS);
        plan->items++;
        reference->uses[REFERENCE_EACH_ITEMS]++;
    }
    plan->record[plan->record_count++] = item == NULL;
    plan->work++;
    if (plan_rest(reference, next, world))
        return true;
    plan->record_count = record_count;
    plan->items = items;
    return false;
}

/* All solutions of the list, once. */
static bool plan_each(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    reference_plan *plan = reference->plan;
    const htnc_subtask *subtask = todo->item;
    const htnc_method *method = subtask->each->methods;
    const binding *arguments = bind_arguments(reference, todo, world);
    const solution *items = reference_solutions(reference, method->conditions, method->prefer, arguments, world);
    uint32_t list_count = plan->list_count, listed = plan->listed;

    reference->uses[REFERENCE_EACH_LISTS]++;
    reference->uses[REFERENCE_EACH_EMPTY] += items == NULL;
    if (!reference_note_list(reference, items, arguments))
        reference->gave_up = true;
    if (reference->gave_up ||
        plan_item(reference, reference_items_left(reference, todo, subtask, arguments, items), world))
        return true;
    plan->list_count = list_count;
    plan->listed = listed;
    return false;
}

/* A parallel group, or the end of one of its members. */
static bool plan_group(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    reference_plan *plan = reference->plan;
    uint32_t span_count = plan->span_count;
    int32_t duration = plan->duration;
    const agenda *next = reference_go_on_in_group(reference, todo, &world);

    if (stop_or_plan_rest(reference, next, world, ends_group(todo) && is_late(reference) ? 2 : 0))
        return true;
    plan->span_count = span_count;
    plan->duration = duration;
    return false;
}

/* --- Optional and AnyOrder ----------------------------------------------------------------------- */

static bool has_choice(const agenda *todo)
{
    return todo->item->kind == HTNC_SUBTASK_OPTIONAL || todo->item->kind == HTNC_SUBTASK_ANY_ORDER;
}

/* One subtask of a list in front of what remains. */
static const agenda *one_in_front(reference_planner *reference, const htnc_subtask *item, const agenda *like,
                                  const agenda *rest)
{
    agenda *first = reference_allocate(reference, sizeof *first);

    *first = *like;
    first->item = item;
    first->rest = rest;
    first->done = 0;
    return first;
}

/* What is to be done with the choice `index`: 0 to do an Optional, 1 to leave it out; of an AnyOrder a member. NULL, false: there is none. */
static bool choose(reference_planner *reference, const agenda *todo, uint32_t index, const agenda **next)
{
    const htnc_subtask *member = todo->item->members;
    uint32_t count = 0, left = 0, i;
    agenda *others;

    if (todo->item->kind == HTNC_SUBTASK_OPTIONAL) {
        if (index < 2)
            reference->uses[index == 0 ? REFERENCE_OPTIONAL_DONE : REFERENCE_OPTIONAL_LEFT]++;
        *next =
            index == 0 ? in_front(reference, member, todo->scope, todo->parent, todo->taken, todo->rest) : todo->rest;
        return index < 2;
    }
    for (; member; member = member->next)
        left += !(todo->done >> count++ & 1);
    if (index >= count || (todo->done >> index & 1))
        return false;
    for (member = todo->item->members, i = 0; i < index; i++)
        member = member->next;
    reference->uses[REFERENCE_ANY_ORDER]++;
    reference->uses[REFERENCE_ANY_ORDER_OTHER] += (~todo->done & ((1u << index) - 1)) != 0;
    others = reference_allocate(reference, sizeof *others);
    *others = *todo;
    others->done |= 1u << index;
    *next = one_in_front(reference, member, todo, left > 1 ? others : todo->rest);
    return true;
}

enum { MOST_CHOICES = 16 };

/* Takes the choices up to `end`, one after the other. */
static bool plan_choices(reference_planner *reference, const agenda *todo, const int32_t *world, uint32_t end)
{
    reference_plan *plan = reference->plan;
    uint32_t record_count = plan->record_count, taken_count = plan->taken_count, index;
    const agenda *next;

    for (index = 0; index < end; index++) {
        if (!choose(reference, todo, index, &next))
            continue;
        if (exhausted(reference))
            return true;
        plan->choices[todo->item->kind == HTNC_SUBTASK_ANY_ORDER]++;
        plan->record[plan->record_count++] = index;
        plan->work++;
        if (plan_rest(reference, next, world))
            return true;
        plan->record_count = record_count;
        plan->taken_count = taken_count;
        plan->backtracks++;
    }
    return reference->gave_up;
}

static bool walk(reference_planner *reference, const agenda *todo, const int32_t *world, const reference_plan *running,
                 uint32_t at);

/* The choices before the running plan's own, with everything free; then its own. */
static bool walk_choice(reference_planner *reference, const agenda *todo, const int32_t *world,
                        const reference_plan *running, uint32_t at)
{
    const agenda *next;

    if (at >= running->record_count)
        return false;
    if (plan_choices(reference, todo, world, running->record[at]))
        return true;
    if (!choose(reference, todo, running->record[at], &next))
        return false;
    reference->plan->record[reference->plan->record_count++] = running->record[at];
    return walk(reference, next, world, running, at + 1);
}

/* --- Achieve ------------------------------------------------------------------------------------- */

/* One solution, which is not reconsidered. */
static bool plan_achieve(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    reference_plan *plan = reference->plan;
    uint32_t step_count = plan->step_count, span = reference_open_achieve(reference, todo->rest);
    int32_t cost = plan->cost, duration = plan->duration;
    const found_step *step;
    bool at_once = reference_starts_at_once(reference, todo->rest);
    bool going = reference_achieve(reference, todo->item, todo->scope, world, at_once, &step), stopped = false;

    for (; going && step; step = step->next) {
        int32_t *after = reference_copy_world(reference, world);

        going = plan->step_count < REFERENCE_STEPS && do_step(reference, todo, step->task, step->scope, world, after);
        world = after;
        /* With steps to come all of the Achieve remains. */
        stopped =
            going && is_over(reference, step->task, todo->rest) && stop(reference, step->next ? todo : todo->rest, 2);
        going = going && !stopped;
    }
    plan->spans[span].end = plan->step_count;
    if (reference->gave_up || (stopped ? found(reference) : going && plan_rest(reference, todo->rest, world)))
        return true;
    plan->step_count = step_count;
    plan->span_count = span;
    plan->cost = cost;
    plan->duration = duration;
    return false;
}

static bool plan_rest(reference_planner *reference, const agenda *todo, const int32_t *world)
{
    size_t mark = reference->memory_used;
    bool good;

    if (exhausted(reference))
        return true;
    if (!todo)
        return found(reference);
    reference->nesting++;
    if (todo->each)
        good = plan_item(reference, todo, world);
    else if (reference_is_group(todo))
        good = plan_group(reference, todo, world);
    else if (todo->item->kind == HTNC_SUBTASK_SPLIT)
        good = stop_or_plan_rest(reference, todo->rest, world, 1);
    else if (reference_is_stale(reference, todo))
        good = false;
    else if (has_choice(todo))
        good = plan_choices(reference, todo, world, MOST_CHOICES);
    else if (todo->item->kind == HTNC_SUBTASK_ACHIEVE)
        good = plan_achieve(reference, todo, world);
    else if (todo->item->each)
        good = plan_each(reference, todo, world);
    else if (todo->item->task->kind == HTNC_PRIMITIVE)
        good = plan_primitive(reference, todo, world);
    else
        good = plan_compound(reference, todo, world);
    reference->nesting--;
    reference->memory_used = mark;
    return good;
}

/* --- Whole searches ------------------------------------------------------------------------------ */

static void begin(reference_planner *reference, const int32_t *world, const reference_limits *limits,
                  reference_plan *plan)
{
    plan->outcome = REFERENCE_NO_PLAN;
    plan->origin = REFERENCE_FROM_ROOT;
    plan->step_count = plan->span_count = plan->record_count = plan->cut = plan->partial = plan->rest.count = 0;
    plan->cost = plan->duration = 0;
    plan->taken_count = plan->taken_before = 0;
    plan->list_count = plan->listed = plan->items = 0;
    plan->work = plan->backtracks = plan->passed_over = plan->stale = plan->plans = plan->elses = 0;
    plan->choices[0] = plan->choices[1] = 0;
    plan->cheapest = false;
    memcpy(plan->world, world, reference->world_cells * sizeof *world);
    reference->limits = *limits;
    reference->plan = plan;
    reference->effort = reference->tried = reference->lets = reference->kept_lets = 0;
    reference->nesting = 0;
    reference->gave_up = false;
    reference->cheapest = reference->has_best = reference->has_bound = false;
    reference->memory_used = 0;
    reference_forget_all(reference);
    reference->searching = true;
}

/* Looking for the cheapest plan, what counts all of the search is not the best plan's. */
static void take_best(reference_planner *reference)
{
    reference_plan *plan = reference->plan, all = *plan;

    *plan = reference->best;
    plan->cut = all.cut;
    plan->plans = all.plans;
    plan->work = all.work;
    plan->backtracks = all.backtracks;
    plan->passed_over = all.passed_over;
}

/* `otherwise` is the answer where nothing was found and nothing was cut. */
static void finish(reference_planner *reference, bool stopped, reference_outcome otherwise)
{
    reference_plan *plan = reference->plan;

    if (reference->has_best && !reference->gave_up) {
        take_best(reference);
        stopped = true;
    }
    plan->tried = reference->tried;
    plan->bodies = reference->bodies;
    plan->passes = reference->passes;
    reference->searching = false;
    plan->lets = reference->lets;
    plan->kept_lets = reference->kept_lets;
    if (reference->gave_up)
        plan->outcome = REFERENCE_GAVE_UP;
    else if (stopped && plan->partial)
        plan->outcome = REFERENCE_PARTIAL_PLAN;
    else if (stopped)
        plan->outcome = plan->step_count ? REFERENCE_PLAN : REFERENCE_EMPTY_PLAN;
    else
        plan->outcome = plan->cut ? reference->first_cut : otherwise;
    if (!stopped || reference->gave_up)
        plan->step_count = plan->span_count = plan->record_count = plan->partial = 0;
    reference_drop_empty_spans(plan);
    reference->visitor = NULL;
}

static const htnc_root *root_at(const reference_planner *reference, uint32_t root)
{
    const htnc_root *layer = reference->model->roots;

    while (root--)
        layer = layer->next;
    return layer;
}

bool reference_is_cheapest(const reference_planner *reference, uint32_t root)
{
    return reference->given ? reference->given->cheapest : root_at(reference, root)->cheapest;
}

/* What is to be planned: the root task as the one item of an agenda, or the given tasks. */
static const agenda *whole_agenda(reference_planner *reference, uint32_t root, htnc_subtask *item, agenda *todo)
{
    if (reference->given)
        return reference_given_agenda(reference);
    memset(item, 0, sizeof *item);
    memset(todo, 0, sizeof *todo);
    item->task = root_at(reference, root)->task;
    todo->item = item;
    todo->taken = REFERENCE_NONE;
    return todo;
}

void reference_find(reference_planner *reference, uint32_t root, const int32_t *world, const reference_limits *limits,
                    reference_plan *plan)
{
    htnc_subtask item;
    agenda todo;

    reference->root = root;
    begin(reference, world, limits, plan);
    reference->cheapest = plan->cheapest = reference_is_cheapest(reference, root);
    finish(reference, plan_rest(reference, whole_agenda(reference, root, &item, &todo), world), REFERENCE_NO_PLAN);
}

void reference_go_on(reference_planner *reference, reference_run *running, const int32_t *world,
                     const reference_limits *limits, reference_plan *plan)
{
    const agenda *todo;

    begin(reference, world, limits, plan);
    plan->origin = REFERENCE_FOLLOWS;
    todo = reference_take_up(reference, &running->plan.rest, running->plan.world, world);
    finish(reference, plan_rest(reference, todo, world), REFERENCE_NO_PLAN);
}

const char *reference_outcome_name(reference_outcome outcome)
{
    static const char *const names[REFERENCE_OUTCOMES] = {
        "a plan",         "an empty plan",  "a partial plan", "no plan", "the running plan stands",
        "limit on steps", "limit on depth", "gave up"};
    return names[outcome];
}

/* --- Running plans ------------------------------------------------------------------------------- */

/* A step's arguments as bindings of its task's parameters, in `room`. */
static const binding *step_parameters(const reference_step *step, binding *room)
{
    const htnc_variable *parameter = step->task->parameters;
    const binding *bound = NULL;
    uint32_t i;

    for (i = 0; parameter; i++, parameter = parameter->next) {
        room[i].variable = parameter;
        room[i].value = step->arguments[i];
        room[i].next = bound;
        bound = &room[i];
    }
    return bound;
}

const binding *reference_step_scope(reference_planner *reference, const reference_step *step, binding *room,
                                    const int32_t *then, const int32_t *world, bool *holds)
{
    const binding *parameters = step_parameters(step, room), *each, *scope;
    const int32_t *values = step->arguments + step->task->parameter_count;
    bool good;

    scope = reference_bound(reference, step->task->preconditions, values, parameters, then, world, &good);
    good = good && (!holds || reference_holds(reference, step->task->reserved, scope, world));
    for (each = parameters; each; each = each->next)
        good = good && reference_same_instance(reference, each->variable->type, each->value, then, world);
    if (holds)
        *holds = good;
    return scope;
}

void reference_take_effect(reference_planner *reference, const reference_plan *plan, uint32_t step, int32_t *world)
{
    binding room[REFERENCE_ARGUMENTS];
    bool searching = reference->searching;
    const binding *scope;

    reference->searching = false; /* the machine has the values that the preconditions bound */
    scope = reference_live_scope(reference, plan, step, room, world);
    reference->searching = searching;
    reference_apply(reference, plan->steps[step].task->effects, scope, world);
    reference_apply(reference, plan->steps[step].task->expected, scope, world);
}

bool reference_step_holds(reference_planner *reference, const running_plan *running, uint32_t step,
                          const int32_t *world)
{
    binding room[REFERENCE_ARGUMENTS];
    const binding *scope;
    bool holds;

    scope = reference_step_scope(reference, &running->plan->steps[step], room, running->plan->world, world, &holds);
    if (holds)
        reference->rest_cost = reference_saturate(
            reference->rest_cost + cost_of(reference, running->plan->steps[step].task, scope, world), 0, INT32_MAX);
    return holds;
}

bool reference_validate(reference_planner *reference, const reference_plan *running, const uint8_t *done,
                        const int32_t *world, uint32_t *failed)
{
    int32_t now[REFERENCE_CELLS];
    uint32_t nowhere;
    running_plan still = {running, done, failed ? failed : &nowhere};

    reference_begin_asking(reference);
    reference->rest_cost = 0;
    memcpy(now, world, reference->world_cells * sizeof *world);
    return reference_steps_hold(reference, &still, REFERENCE_NONE, now);
}

bool reference_round_holds(reference_planner *reference, const reference_plan *running, uint32_t background,
                           const int32_t *world)
{
    uint8_t nothing_done[REFERENCE_STEPS] = {0};
    int32_t now[REFERENCE_CELLS];
    uint32_t nowhere;
    running_plan round = {running, nothing_done, &nowhere};

    reference_begin_asking(reference);
    memcpy(now, world, reference->world_cells * sizeof *world);
    return reference_steps_hold(reference, &round, background, now);
}

bool reference_succeed(reference_planner *reference, const reference_plan *plan, uint32_t step, int32_t *world,
                       reference_writes *written)
{
    binding room[REFERENCE_ARGUMENTS];
    uint64_t before = reference->writes;

    reference_begin_asking(reference);
    reference->written = written;
    reference_apply(reference, plan->steps[step].task->effects,
                    reference_live_scope(reference, plan, step, room, world), world);
    reference->written = NULL;
    return reference->writes != before;
}

uint32_t reference_look_from(reference_planner *reference, uint32_t root)
{
    const uint32_t before = reference->root;

    reference->root = root;
    return before;
}

int32_t reference_operator_argument(reference_planner *reference, const reference_step *step, uint32_t index,
                                    const int32_t *world, bool *symbol)
{
    const htnc_expr *argument = step->task->operator_arguments;
    binding room[REFERENCE_ARGUMENTS];

    while (index--)
        argument = argument->next;
    *symbol = argument->type->kind == HTNC_TYPE_SYMBOL;
    reference_begin_asking(reference);
    return reference_value(reference, argument, reference_step_scope(reference, step, room, world, world, NULL), world);
}

uint32_t reference_timeout(reference_planner *reference, const reference_step *step, const int32_t *world)
{
    binding room[REFERENCE_ARGUMENTS];
    int32_t value;

    reference_begin_asking(reference);
    value = reference_value(reference, step->task->timeout,
                            reference_step_scope(reference, step, room, world, world, NULL), world);
    return value < 1 ? 1 : (uint32_t)value;
}

static bool walk(reference_planner *reference, const agenda *todo, const int32_t *world, const reference_plan *running,
                 uint32_t at);

static bool is_running_end(const reference_planner *reference, const reference_plan *running, uint32_t at)
{
    return running->partial && reference->plan->step_count == running->step_count && at == running->record_count;
}

/* The path ends at the horizon, be it the one of this request or that of the running plan's. */
static bool ends_path(const reference_planner *reference, const agenda *rest, const reference_plan *running,
                      uint32_t at)
{
    return !reference_is_nothing(rest) && (is_late(reference) || is_running_end(reference, running, at));
}

/* The running plan's own step, as it would be now. */
static bool walk_step(reference_planner *reference, const agenda *todo, const int32_t *world,
                      const reference_plan *running, uint32_t at)
{
    const htnc_task *task = todo->item->task;
    const int32_t *values = running->steps[reference->plan->step_count].arguments + task->parameter_count;
    int32_t *after = reference_copy_world(reference, world);
    const binding *scope;
    bool holds;

    scope = reference_bound(reference, task->preconditions, values, bind_arguments(reference, todo, world),
                            running->world, world, &holds);
    if (!holds || !reference_holds(reference, task->reserved, scope, world) ||
        (reference_starts_at_once(reference, todo->rest) && !reference_holds(reference, task->context, scope, world)) ||
        !do_step(reference, todo, task, scope, world, after))
        return false;
    if (task->duration && !reference_is_in_group(todo->rest) && ends_path(reference, todo->rest, running, at))
        return false;
    return walk(reference, todo->rest, after, running, at);
}

/* The Achieve of the running plan that comes behind `before` others; NULL: there is none. */
static const reference_span *own_achieve(const reference_plan *running, uint32_t before)
{
    uint32_t i;

    for (i = 0; i < running->span_count; i++)
        if (running->spans[i].kind == REFERENCE_ACHIEVE && before-- == 0)
            return &running->spans[i];
    return NULL;
}

/* Whether the path ends behind a step of an Achieve. What remains matters not: then there is no better plan either. */
static bool ends_in_achieve(const reference_planner *reference, const htnc_task *step, const agenda *rest,
                            const reference_plan *running, uint32_t at)
{
    return step->duration && !reference_is_in_group(rest) &&
           (is_late(reference) || is_running_end(reference, running, at));
}

/* What the running plan's Achieve came to, as it would be now. */
static bool walk_achieve(reference_planner *reference, const agenda *todo, const int32_t *world,
                         const reference_plan *running, uint32_t at)
{
    reference_plan *plan = reference->plan;
    uint32_t before = reference_count_achieves(plan), span = reference_open_achieve(reference, todo->rest);
    const reference_span *own = own_achieve(running, before);
    bool at_once = reference_starts_at_once(reference, todo->rest);

    for (; own && plan->step_count < own->end; at_once = false) {
        const reference_step *step = &running->steps[plan->step_count];
        binding room[REFERENCE_ARGUMENTS];
        int32_t *after = reference_copy_world(reference, world);
        bool holds;
        const binding *scope = reference_step_scope(reference, step, room, running->world, world, &holds);

        if (!holds || (at_once && !reference_holds(reference, step->task->context, scope, world)) ||
            !do_step(reference, todo, step->task, scope, world, after) ||
            ends_in_achieve(reference, step->task, todo->rest, running, at))
            return false;
        world = after;
    }
    plan->spans[span].end = plan->step_count;
    return reference_holds(reference, todo->item->goal, todo->scope, world) &&
           walk(reference, todo->rest, world, running, at);
}

/* The running plan's own method, with what it bound. */
static bool walk_method(reference_planner *reference, const htnc_method *method, const ancestor *entered,
                        const agenda *todo, const int32_t *world, const reference_plan *running, uint32_t at)
{
    reference_plan *plan = reference->plan;
    const binding *scope;
    bool holds;

    scope = reference_bound(reference, method->conditions, running->bindings[at], entered->arguments, running->world,
                            world, &holds);
    if (!holds || !may_go_on(reference, method, scope, world))
        return false;
    reference_bindings(scope, entered->arguments, plan->bindings[plan->record_count], REFERENCE_BINDINGS);
    plan->record[plan->record_count++] = method->index;
    return walk(reference,
                in_front(reference, method->subtasks, scope, entered, take(reference, method, scope, todo), todo->rest),
                world, running, at + 1);
}

/* What may replace the running plan at a task that selects by a margin. */
static bool walk_selected(reference_planner *reference, const htnc_method *own, const ancestor *entered,
                          const agenda *todo, const int32_t *world, const reference_plan *running, uint32_t at)
{
    const htnc_expr *margin = todo->item->task->select_margin;
    const binding *scope;
    bool holds;
    int32_t utility;

    if (!margin)
        return false;
    if (own->is_else)
        return plan_selected(reference, INT64_MIN, entered, todo, world);
    scope = reference_bound(reference, own->conditions, running->bindings[at], entered->arguments, running->world,
                            world, &holds);
    utility = reference_utility(reference, own, scope, world);
    return plan_selected(reference, (int64_t)utility + margin->folded, entered, todo, world);
}

/* The item that the running plan has here, or the end of its Each. */
static bool walk_item(reference_planner *reference, const agenda *todo, const int32_t *world,
                      const reference_plan *running, uint32_t at)
{
    reference_plan *plan = reference->plan;
    const items_left *each = todo->each;
    const htnc_method *method = each->subtask->each->methods;
    const solution *item = reference_next_item(each->next, each->arguments);
    int32_t values[REFERENCE_BINDINGS];
    uint32_t count;
    const agenda *next = todo->rest;

    if (at >= running->record_count || running->record[at] != (item == NULL))
        return false;
    if (item) {
        count = reference_bindings(item->scope, each->arguments, values, REFERENCE_BINDINGS);
        if (memcmp(values, running->bindings[at], count * sizeof *values) != 0)
            return false;
        memcpy(plan->bindings[plan->record_count], values, count * sizeof *values);
        next = reference_items_left(reference, todo, each->subtask, each->arguments, item->next);
        next = in_front(reference, method->subtasks, item->scope, todo->parent, todo->taken, next);
        plan->items++;
    }
    plan->record[plan->record_count++] = item == NULL;
    return walk(reference, next, world, running, at + 1);
}

/* The running plan's own list, all of whose items must still be solutions. */
static bool walk_each(reference_planner *reference, const agenda *todo, const int32_t *world,
                      const reference_plan *running, uint32_t at)
{
    const htnc_subtask *subtask = todo->item;
    const htnc_method *method = subtask->each->methods;
    const binding *arguments = bind_arguments(reference, todo, world);
    bool found;
    const solution *items = reference_own_list(reference, method, arguments, running, at, &found), *item;

    if (!found)
        return false;
    for (item = items; item; item = item->next) {
        int32_t values[REFERENCE_BINDINGS];
        bool holds;

        reference_bindings(item->scope, arguments, values, REFERENCE_BINDINGS);
        reference_bound(reference, method->conditions, values, arguments, running->world, world, &holds);
        if (!holds)
            return false;
    }
    reference->uses[REFERENCE_EACH_KEPT]++;
    if (!reference_note_list(reference, items, arguments))
        reference->gave_up = true;
    return walk(reference, reference_items_left(reference, todo, subtask, arguments, items), world, running, at);
}

/*
 * Walks the running plan's record from entry `at` on in the world as it now is. At each compound task
 * the methods before the record's own are tried first, the whole rest of the search free; then the
 * record's own is taken. False: the running plan stands.
 */
static bool walk(reference_planner *reference, const agenda *todo, const int32_t *world, const reference_plan *running,
                 uint32_t at)
{
    const htnc_method *method;
    const ancestor *entered;
    const agenda *next;

    if (exhausted(reference))
        return true;
    if (!todo)
        return false;
    if (todo->each)
        return walk_item(reference, todo, world, running, at);
    if (reference_is_group(todo)) {
        next = reference_go_on_in_group(reference, todo, &world);
        return !(ends_group(todo) && ends_path(reference, next, running, at)) &&
               walk(reference, next, world, running, at);
    }
    if (todo->item->kind == HTNC_SUBTASK_SPLIT)
        return reference->plan->step_count == 0 && walk(reference, todo->rest, world, running, at);
    if (reference_is_stale(reference, todo))
        return false;
    if (has_choice(todo))
        return walk_choice(reference, todo, world, running, at);
    if (todo->item->kind == HTNC_SUBTASK_ACHIEVE)
        return walk_achieve(reference, todo, world, running, at);
    if (todo->item->each)
        return walk_each(reference, todo, world, running, at);
    if (todo->item->task->kind == HTNC_PRIMITIVE)
        return walk_step(reference, todo, world, running, at);
    entered = enter(reference, todo, world);
    if (!entered || at >= running->record_count)
        return false;
    for (method = todo->item->task->methods; method->index < running->record[at]; method = method->next)
        if (todo->item->task->select == HTNC_SELECT_FIRST && plan_method(reference, method, entered, todo, world))
            return true;
    if (walk_selected(reference, method, entered, todo, world, running, at))
        return true;
    return walk_method(reference, method, entered, todo, world, running, at);
}

/* The second walk: the continuation's own record, from what it began with. */
static bool walk_on(reference_planner *reference, reference_run *running, const int32_t *world)
{
    reference_plan *plan = reference->plan;

    plan->origin = REFERENCE_INSTEAD;
    plan->list_count = plan->listed = plan->items = 0;
    plan->step_count = plan->span_count = plan->record_count = plan->partial = 0;
    plan->cost = plan->duration = 0;
    reference->memory_used = 0;
    return walk(reference, reference_take_up(reference, &running->start, running->plan.world, world), world,
                &running->plan, 0);
}

void reference_replan(reference_planner *reference, uint32_t root, reference_run *running, const uint8_t *done,
                      const int32_t *world, const reference_limits *limits, reference_plan *plan)
{
    htnc_subtask item;
    agenda first;
    const agenda *todo;
    bool stopped;

    reference->root = root;
    begin(reference, world, limits, plan);
    if (!reference_validate(reference, &running->plan, done, world, NULL)) {
        reference_find(reference, root, world, limits, plan);
        return;
    }
    todo = whole_agenda(reference, root, &item, &first);
    if (reference_is_cheapest(reference, root)) {
        reference->bound = reference->rest_cost;
        reference->cheapest = reference->has_bound = plan->cheapest = true;
        finish(reference, plan_rest(reference, todo, world), REFERENCE_STANDS);
        return;
    }
    stopped = walk(reference, todo, world, running->continues ? &running->first : &running->plan, 0);
    if (!stopped && running->continues)
        stopped = walk_on(reference, running, world);
    finish(reference, stopped, REFERENCE_STANDS);
}
