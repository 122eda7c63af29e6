/*
 * The agent on the stage: plans, starts the steps of his plan, and plans again when it ended, failed, or the
 * world changed from outside. His own effects set off nothing. A plan that begins with bookkeeping has done it
 * by the time that anybody looks.
 */
#include "stage.h"
#include <string.h>

enum { MOST_ROUNDS = 64, MOST_KNOWN = 16 };

static const htnc_task *task_of_step(stage *on, const htn_step *step)
{
    return on->model->tasks[step->task];
}

static htn_plan plan_under_way(stage *on)
{
    htn_plan plan;
    if (!htn_planner_running(on->planner, &plan))
        complain(on, "the planner has no running plan");
    return plan;
}

static void add_step(stage *on, char *text, const htn_plan *plan, uint32_t index)
{
    const htn_step *step = &plan->steps[index];
    const htnc_task *task = task_of_step(on, step);
    uint32_t i = 0;
    add_text(text, "%s(", task->name.text);
    for (const htnc_variable *each = task->parameters; each != NULL; each = each->next, i++) {
        add_text(text, i > 0 ? ", " : "");
        add_value(on, text, each->type, plan->values[step->arguments + i]);
    }
    add_text(text, ")");
}

static void note_plan(stage *on, const htn_plan *plan)
{
    on->plan[0] = on->record[0] = '\0';
    for (uint32_t i = 0; i < plan->step_count; i++) {
        add_text(on->plan, i > 0 ? ", " : "");
        add_step(on, on->plan, plan, i);
    }
    if (plan->partial == HTN_PARTIAL_SPLIT)
        add_text(on->plan, ", Split");
    for (uint32_t i = 0; i < plan->record_count; i++)
        add_text(on->record, "%s%u", i > 0 ? ", " : "", (unsigned)plan->record[i]);
}

/* What a search came to. */
static void take_up(stage *on, htn_status found)
{
    htn_plan plan;
    if (found == HTN_STANDS)
        return;
    if (found != HTN_PLAN && found != HTN_PARTIAL_PLAN && found != HTN_EMPTY_PLAN && found != HTN_NO_PLAN)
        complain(on, "planning said: %s", htn_status_text(found));
    htn_planner_plan(on->planner, &plan);
    note_plan(on, &plan);
    on->running = found == HTN_PLAN || found == HTN_PARTIAL_PLAN;
    on->waiting = !on->running;
    on->no_plan = found == HTN_NO_PLAN;
    on->started = false;
    on->done = 0;
    if (on->running && htn_planner_adopt(on->planner) != HTN_OK)
        complain(on, "the plan could not be taken up");
    if (!on->running)
        htn_planner_drop(on->planner);
    on->seed += on->running;
}

static void plan_anew(stage *on)
{
    htn_request request = {0};
    request.seed = on->seed;
    take_up(on, htn_plan_find(on->planner, &on->world, &request));
}

static void give_up(stage *on)
{
    htn_planner_drop(on->planner);
    on->running = on->started = false;
}

/* The steps are done: what remains of a partial plan is planned; else, or where that fails or is nothing, the plan is over. */
static void come_to_the_end(stage *on, const htn_plan *plan)
{
    htn_request request = {0};
    htn_status found = HTN_NO_PLAN;
    request.go_on = true;
    request.seed = on->seed;
    if (plan->partial != HTN_PARTIAL_NOT)
        found = htn_plan_find(on->planner, &on->world, &request);
    if (found == HTN_NO_PLAN || found == HTN_EMPTY_PLAN)
        give_up(on);
    else
        take_up(on, found);
}

/* What the running step's task binds: its parameters, and what its preconditions bound. */
static const scope *bindings(stage *on, scope *known)
{
    htn_plan plan = plan_under_way(on);
    const htn_step *step = &plan.steps[on->done];
    const htnc_task *task = task_of_step(on, step);
    uint32_t count = 0;
    for (const htnc_variable *each = task->parameters; each != NULL && count < MOST_KNOWN; each = each->next, count++)
        known[count] = (scope){count > 0 ? &known[count - 1] : NULL, each, plan.values[step->arguments + count]};
    for (const htnc_expr *item = task->preconditions; item != NULL; item = item->next)
        if (item->kind == HTNC_EXPR_ANY)
            complain(on, "%s binds in its preconditions, which is not known on this stage", task->name.text);
    return count > 0 ? &known[count - 1] : NULL;
}

/* --- While ---------------------------------------------------------------------------------------- */

/* A walk over the task tree of the plan under way, by its record. */
typedef struct walk {
    stage *on;
    const htn_plan *plan;
    uint32_t entry, step; /* so far */
    bool holds;
} walk;

static void walk_task(walk *at, const htnc_task *task);

static void walk_subtasks(walk *at, const htnc_subtask *items)
{
    for (const htnc_subtask *each = items; each != NULL; each = each->next) {
        if (each->kind != HTNC_SUBTASK_TASK)
            complain(at->on, "a `While` around anything but tasks is not known on this stage");
        walk_task(at, each->task);
    }
}

static void walk_task(walk *at, const htnc_task *task)
{
    const htnc_method *method = task->methods;
    uint32_t first = at->step;
    if (task->kind == HTNC_PRIMITIVE) {
        at->step++;
        return;
    }
    for (uint16_t i = at->plan->record[at->entry++]; i > 0; i--)
        method = method->next;
    walk_subtasks(at, method->subtasks);
    if (method->has_while && first <= at->on->done && at->on->done < at->step)
        at->holds &= all_hold(at->on, method->while_conditions, NULL);
}

static bool uses_while(const htnc_model *model)
{
    for (uint32_t i = 0; i < model->task_count; i++)
        for (const htnc_method *method = model->tasks[i]->methods; method != NULL; method = method->next)
            if (method->has_while)
                return true;
    return false;
}

/* Whether the `While` of every method that the running step came from holds. */
static bool whiles_hold(stage *on)
{
    htn_plan plan = plan_under_way(on);
    walk at = {on, &plan, 0, 0, true};
    if (uses_while(on->model) && plan.continues)
        complain(on, "a `While` around a split is not known on this stage");
    if (uses_while(on->model))
        walk_task(&at, on->model->roots->task);
    return at.holds;
}

/* --- Running -------------------------------------------------------------------------------------- */

static void succeed(stage *on)
{
    scope known[MOST_KNOWN];
    htn_plan plan = plan_under_way(on);
    change_world(on, task_of_step(on, &plan.steps[on->done])->effects, bindings(on, known));
    on->started = false;
    on->done++;
}

static bool may_start(stage *on, const htnc_task *task)
{
    scope known[MOST_KNOWN];
    return htn_planner_validate(on->planner, &on->world, on->done, NULL, NULL) == HTN_OK && whiles_hold(on) &&
           all_hold(on, task->context, bindings(on, known));
}

/* Goes one step on; false: there is nothing to do but to wait for the game. */
static bool go_on(stage *on)
{
    if (on->started || on->waiting)
        return false;
    if (!on->running) {
        plan_anew(on);
        return true;
    }
    htn_plan plan = plan_under_way(on);
    if (on->done == plan.step_count) {
        come_to_the_end(on, &plan);
        return true;
    }
    const htnc_task *task = task_of_step(on, &plan.steps[on->done]);
    if (!may_start(on, task))
        give_up(on);
    else if (!task->has_operator)
        succeed(on);
    else
        on->started = true;
    return true;
}

void settle(stage *on)
{
    for (int round = 0; round < MOST_ROUNDS; round++)
        if (!go_on(on))
            return;
    complain(on, "the agent does not come to rest");
}

void look_again(stage *on)
{
    htn_request request = {0};
    on->waiting = false;
    if (on->running && !whiles_hold(on))
        give_up(on);
    if (on->running) {
        request.replan = true;
        request.steps_done = on->done;
        request.seed = on->seed;
        take_up(on, htn_plan_find(on->planner, &on->world, &request));
    }
    settle(on);
}

void end_step(stage *on, bool succeeded)
{
    if (succeeded)
        succeed(on);
    else
        give_up(on);
    settle(on);
}

const htnc_task *running_task(stage *on)
{
    if (!on->running || !on->started)
        return NULL;
    htn_plan plan = plan_under_way(on);
    return task_of_step(on, &plan.steps[on->done]);
}

void add_running_step(stage *on, char *text)
{
    htn_plan plan = plan_under_way(on);
    add_step(on, text, &plan, on->done);
}
