/*
 * Prints plans; see plan_write.h. A plan has millions of decisions: no recursion, and one pass for each part. Neighbours:
 * hddl/check/ reads the text back.
 */
#include "hddl/solve/plan_write.h"

#include "hddl/common/none.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct writer {
    const hddl_problem *problem;
    const hddl_plan *plan;
    FILE *to;
    uint32_t *number;  /* of each decision, as printed */
    uint32_t *sibling; /* the decision that is the next subtask of the same method; 0: the last */
} writer;

static bool is_goal(const hddl_decision *decision)
{
    return decision->primitive && decision->index == HDDL_NONE;
}

static bool is_initial(const hddl_decision *decision)
{
    return !decision->primitive && decision->index == HDDL_NONE;
}

static uint32_t subtask_count(const writer *w, const hddl_decision *decision)
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
static bool link_subtasks(writer *w, uint32_t *stack)
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
static bool number_decisions(writer *w)
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

static void put_object(writer *w, uint32_t object)
{
    fputc(' ', w->to);
    fputs(w->problem->objects[object].name, w->to);
}

/* The first subtask is the next decision that is printed; the others are its siblings. */
static void put_subtasks(writer *w, size_t decision)
{
    uint32_t count = subtask_count(w, &w->plan->decisions[decision]);
    size_t child = decision + 1;
    while (count > 0 && is_goal(&w->plan->decisions[child]))
        child++;
    for (; count > 0; count--, child = w->sibling[child])
        fprintf(w->to, " %" PRIu32, w->number[child]);
    fputc('\n', w->to);
}

static void put_step(writer *w, size_t at)
{
    const hddl_decision *decision = &w->plan->decisions[at];
    const hddl_schema *schema = &w->problem->actions[decision->index].schema;
    fprintf(w->to, "%" PRIu32 " %s", w->number[at], schema->name);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        put_object(w, w->plan->arguments[decision->first_argument + i]);
    fputc('\n', w->to);
}

static void put_decomposition(writer *w, size_t at)
{
    const hddl_decision *decision = &w->plan->decisions[at];
    const hddl_method *method = &w->problem->methods[decision->index];
    const hddl_schema *task = &w->problem->tasks[method->task].schema;
    fprintf(w->to, "%" PRIu32 " %s", w->number[at], task->name);
    for (uint32_t i = 0; i < task->parameter_count; i++) {
        const hddl_term term = method->terms[i];
        put_object(w, hddl_is_object(term) ? hddl_object_of(term)
                                           : w->plan->arguments[decision->first_argument + (uint32_t)term]);
    }
    fprintf(w->to, " -> %s", method->schema.name);
    put_subtasks(w, at);
}

static void write_all(writer *w)
{
    const hddl_plan *plan = w->plan;
    fputs("==>\n", w->to);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->decisions[i].primitive && !is_goal(&plan->decisions[i]))
            put_step(w, i);
    fputs("root", w->to);
    put_subtasks(w, 0);
    for (size_t i = 1; i < plan->count; i++)
        if (!plan->decisions[i].primitive)
            put_decomposition(w, i);
    fputs("<==\n", w->to);
}

bool hddl_plan_write(const hddl_problem *problem, const hddl_plan *plan, FILE *to)
{
    const size_t count = plan->count;
    uint32_t *numbers = count == 0 || count >= HDDL_NONE ? NULL : malloc(count * 3 * sizeof *numbers);
    writer w = {.problem = problem, .plan = plan, .to = to};
    if (numbers == NULL)
        return false;
    w.number = numbers;
    w.sibling = numbers + count;
    const bool whole = link_subtasks(&w, numbers + 2 * count) && number_decisions(&w);
    if (whole)
        write_all(&w);
    free(numbers);
    return whole;
}
