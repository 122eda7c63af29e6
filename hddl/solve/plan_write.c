/*
 * A plan in the format of the International Planning Competition 2020 (Behnke et al., "HDDL plan format"): primitive steps,
 * numbered in the plan's order; `root` and the numbers of the initial tasks; a line for each decomposed task, in preorder, with the
 * method and the numbers of its subtasks. A plan has millions of decisions: no recursion, and one pass for each part.
 * Neighbours: plan.c makes the list, hddl/check/ reads the text back.
 */
#include "hddl/solve/plan_write.h"
#include <stdlib.h>

#define NO_NUMBER UINT32_MAX
enum { BUFFER = 1 << 16 };

typedef struct writer {
    const hddl_problem *problem;
    const hddl_plan *plan;
    FILE *to;
    uint32_t *number;  /* of each decision, as printed */
    uint32_t *sibling; /* the decision that is the next subtask of the same method; 0: the last */
    size_t used;
    char buffer[BUFFER];
} writer;

static void flush(writer *w)
{
    fwrite(w->buffer, 1, w->used, w->to);
    w->used = 0;
}

static void put(writer *w, const char *text)
{
    for (; *text != '\0'; text++) {
        if (w->used == BUFFER)
            flush(w);
        w->buffer[w->used++] = *text;
    }
}

static void put_number(writer *w, uint32_t number)
{
    char digits[12], *at = digits + sizeof digits - 1;
    *at = '\0';
    do
        *--at = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    put(w, at);
}

static bool is_goal(const hddl_decision *decision)
{
    return decision->primitive && decision->index == HDDL_NONE;
}

static uint32_t subtask_count(const writer *w, const hddl_decision *decision)
{
    if (decision->primitive)
        return 0;
    return decision->index == HDDL_NONE ? w->problem->initial.network.count
                                        : w->problem->methods[decision->index].network.count;
}

/*
 * Finds each decision's next sibling, from the last decision to the first: what stands on the stack are tasks whose own subtasks
 * have been found, the one that comes first in the plan on top.
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
    return height == 1 && !plan->decisions[0].primitive && plan->decisions[0].index == HDDL_NONE;
}

/* The initial network has no number. */
static bool number_decisions(writer *w)
{
    const hddl_plan *plan = w->plan;
    uint32_t next = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->decisions[i].primitive && !is_goal(&plan->decisions[i]))
            w->number[i] = next++;
    for (size_t i = 1; i < plan->count; i++) {
        if (!plan->decisions[i].primitive && plan->decisions[i].index == HDDL_NONE)
            return false;
        if (!plan->decisions[i].primitive)
            w->number[i] = next++;
    }
    return true;
}

static void put_object(writer *w, uint32_t object)
{
    put(w, " ");
    put(w, w->problem->objects[object].name);
}

/* The first subtask is the next decision that is printed; the others are its siblings. */
static void put_subtasks(writer *w, size_t decision)
{
    uint32_t count = subtask_count(w, &w->plan->decisions[decision]);
    size_t child = decision + 1;
    while (count > 0 && is_goal(&w->plan->decisions[child]))
        child++;
    for (; count > 0; count--) {
        put(w, " ");
        put_number(w, w->number[child]);
        child = w->sibling[child];
    }
    put(w, "\n");
}

static void put_step(writer *w, size_t at)
{
    const hddl_decision *decision = &w->plan->decisions[at];
    const hddl_action *action = &w->problem->actions[decision->index];
    put_number(w, w->number[at]);
    put(w, " ");
    put(w, action->schema.name);
    for (uint32_t i = 0; i < action->schema.parameter_count; i++)
        put_object(w, decision->arguments[i]);
    put(w, "\n");
}

static void put_decomposition(writer *w, size_t at)
{
    const hddl_decision *decision = &w->plan->decisions[at];
    const hddl_method *method = &w->problem->methods[decision->index];
    const hddl_schema *task = &w->problem->tasks[method->task].schema;
    put_number(w, w->number[at]);
    put(w, " ");
    put(w, task->name);
    for (uint32_t i = 0; i < task->parameter_count; i++) {
        const hddl_term term = method->terms[i];
        put_object(w, hddl_is_object(term) ? hddl_object_of(term) : decision->arguments[term]);
    }
    put(w, " -> ");
    put(w, method->schema.name);
    put_subtasks(w, at);
}

static void write_all(writer *w)
{
    const hddl_plan *plan = w->plan;
    put(w, "==>\n");
    for (size_t i = 0; i < plan->count; i++)
        if (plan->decisions[i].primitive && !is_goal(&plan->decisions[i]))
            put_step(w, i);
    put(w, "root");
    put_subtasks(w, 0);
    for (size_t i = 1; i < plan->count; i++)
        if (!plan->decisions[i].primitive)
            put_decomposition(w, i);
    put(w, "<==\n");
    flush(w);
}

bool hddl_plan_write(const hddl_problem *problem, const hddl_plan *plan, FILE *to)
{
    bool whole = false;
    if (plan->count == 0 || plan->count >= NO_NUMBER)
        return false;
    writer *w = calloc(1, sizeof *w);
    uint32_t *numbers = malloc(plan->count * 3 * sizeof *numbers);
    if (w != NULL && numbers != NULL) {
        w->problem = problem;
        w->plan = plan;
        w->to = to;
        w->number = numbers;
        w->sibling = numbers + plan->count;
        whole = link_subtasks(w, numbers + 2 * plan->count) && number_decisions(w);
        if (whole)
            write_all(w);
    }
    free(numbers);
    free(w);
    return whole;
}
