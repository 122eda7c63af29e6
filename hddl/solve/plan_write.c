/*
 * Prints plans; see plan_write.h. A plan has millions of decisions: no recursion, and one pass for each part. Neighbours:
 * hddl/check/ reads the text back.
 */
#include "hddl/solve/plan_write.h"

#include "hddl/common/none.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct walker {
    const hddl_problem *problem;
    const hddl_plan *plan;
    const hddl_plan_visitor *visitor;
    void *user;
    uint32_t *number;       /* of each decision, as printed */
    uint32_t *sibling;      /* the decision that is the next subtask of the same method; 0: the last */
    const char **arguments; /* of the decision that is visited */
    uint32_t *subtasks;
} walker;

static bool is_goal(const hddl_decision *decision)
{
    return decision->primitive && decision->index == HDDL_NONE;
}

static bool is_initial(const hddl_decision *decision)
{
    return !decision->primitive && decision->index == HDDL_NONE;
}

static uint32_t subtask_count(const walker *w, const hddl_decision *decision)
{
    if (decision->primitive)
        return 0;
    return is_initial(decision) ? w->problem->initial.network.count
                                : w->problem->methods[decision->index].network.count;
}

/*
 * Finds each decision's next sibling, from the last decision to the first. The stack has the tasks whose own subtasks
 * have been found; the one that comes first in the plan is on top.
 */
static bool link_subtasks(walker *w, uint32_t *stack)
{
    const hddl_plan *plan = w->plan;
    size_t height = 0;
    for (size_t i = plan->count; i-- > 0;) {
        const uint32_t count = subtask_count(w, &plan->decisions[i]);
        if (is_goal(&plan->decisions[i]))
            continue;
        if (count > height)
            return false;
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t child = stack[--height];
            w->sibling[child] = k + 1 < count ? stack[height - 1] : 0;
        }
        stack[height++] = (uint32_t)i;
    }
    return height == 1 && is_initial(&plan->decisions[0]);
}

/* Steps are numbered first, then tasks. The initial network has no number; it stands only at the beginning. */
static bool number_decisions(walker *w)
{
    const hddl_plan *plan = w->plan;
    uint32_t next = 0;
    for (int tasks = 0; tasks < 2; tasks++) {
        for (size_t i = 1; i < plan->count; i++) {
            if (is_initial(&plan->decisions[i]))
                return false;
            if (plan->decisions[i].primitive != (bool)tasks && !is_goal(&plan->decisions[i]))
                w->number[i] = next++;
        }
    }
    return true;
}

/* The numbers of a decision's subtasks. The first is the next decision that is visited; the others are its siblings. */
static uint32_t list_subtasks(walker *w, size_t decision)
{
    const uint32_t count = subtask_count(w, &w->plan->decisions[decision]);
    size_t child = decision + 1;
    while (count > 0 && is_goal(&w->plan->decisions[child]))
        child++;
    for (uint32_t i = 0; i < count; i++, child = w->sibling[child])
        w->subtasks[i] = w->number[child];
    return count;
}

static void visit_step(walker *w, size_t at)
{
    const hddl_decision *decision = &w->plan->decisions[at];
    const hddl_schema *schema = &w->problem->actions[decision->index].schema;
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        w->arguments[i] = w->problem->objects[w->plan->arguments[decision->first_argument + i]].name;
    w->visitor->step(w->user, &(hddl_planned){w->number[at], schema->name, w->arguments, schema->parameter_count});
}

static void visit_task(walker *w, size_t at)
{
    const hddl_decision *decision = &w->plan->decisions[at];
    const hddl_method *method = &w->problem->methods[decision->index];
    const hddl_schema *task = &w->problem->tasks[method->task].schema;
    for (uint32_t i = 0; i < task->parameter_count; i++) {
        const hddl_term term = method->terms[i];
        const uint32_t object =
            hddl_is_object(term) ? hddl_object_of(term) : w->plan->arguments[decision->first_argument + (uint32_t)term];
        w->arguments[i] = w->problem->objects[object].name;
    }
    const uint32_t count = list_subtasks(w, at);
    w->visitor->task(w->user, &(hddl_planned){w->number[at], task->name, w->arguments, task->parameter_count},
                     method->schema.name, w->subtasks, count);
}

static void visit_all(walker *w)
{
    const hddl_plan *plan = w->plan;
    w->visitor->begin(w->user);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->decisions[i].primitive && !is_goal(&plan->decisions[i]))
            visit_step(w, i);
    w->visitor->root(w->user, w->subtasks, list_subtasks(w, 0));
    for (size_t i = 1; i < plan->count; i++)
        if (!plan->decisions[i].primitive)
            visit_task(w, i);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Room for the arguments and subtasks of any decision. */
static bool make_room(walker *w)
{
    const hddl_problem *problem = w->problem;
    uint32_t arguments = 1, subtasks = larger(1, problem->initial.network.count);
    for (uint32_t i = 0; i < problem->action_count; i++)
        arguments = larger(arguments, problem->actions[i].schema.parameter_count);
    for (uint32_t i = 0; i < problem->task_count; i++)
        arguments = larger(arguments, problem->tasks[i].schema.parameter_count);
    for (uint32_t i = 0; i < problem->method_count; i++)
        subtasks = larger(subtasks, problem->methods[i].network.count);
    w->arguments = malloc(arguments * sizeof *w->arguments);
    w->subtasks = malloc(subtasks * sizeof *w->subtasks);
    return w->arguments != NULL && w->subtasks != NULL;
}

bool hddl_plan_visit(const hddl_problem *problem, const hddl_plan *plan, const hddl_plan_visitor *visitor, void *user)
{
    const size_t count = plan->count;
    uint32_t *numbers = count == 0 || count >= HDDL_NONE ? NULL : malloc(count * 3 * sizeof *numbers);
    walker w = {.problem = problem, .plan = plan, .visitor = visitor, .user = user};
    bool whole = numbers != NULL && make_room(&w);
    if (whole) {
        w.number = numbers;
        w.sibling = numbers + count;
        whole = link_subtasks(&w, numbers + 2 * count) && number_decisions(&w);
    }
    if (whole)
        visit_all(&w);
    free(numbers);
    free((void *)w.arguments);
    free(w.subtasks);
    return whole;
}

/* --- The competition's format --------------------------------------------------------------------- */

static void put_head(FILE *to, const hddl_planned *of)
{
    fprintf(to, "%" PRIu32 " %s", of->number, of->name);
    for (uint32_t i = 0; i < of->argument_count; i++) {
        fputc(' ', to);
        fputs(of->arguments[i], to);
    }
}

static void put_subtasks(FILE *to, const uint32_t *subtasks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, " %" PRIu32, subtasks[i]);
    fputc('\n', to);
}

static void put_step(void *user, const hddl_planned *step)
{
    put_head(user, step);
    fputc('\n', user);
}

static void put_root(void *user, const uint32_t *subtasks, uint32_t count)
{
    fputs("root", user);
    put_subtasks(user, subtasks, count);
}

static void put_task(void *user, const hddl_planned *task, const char *method, const uint32_t *subtasks, uint32_t count)
{
    put_head(user, task);
    fprintf(user, " -> %s", method);
    put_subtasks(user, subtasks, count);
}

static void put_begin(void *user)
{
    fputs("==>\n", user);
}

bool hddl_plan_write(const hddl_problem *problem, const hddl_plan *plan, FILE *to)
{
    static const hddl_plan_visitor visitor = {put_begin, put_step, put_root, put_task};
    const bool whole = hddl_plan_visit(problem, plan, &visitor, to);
    if (whole)
        fputs("<==\n", to);
    return whole;
}
