/* Recursion; see translate_recursion.h. */
#include "hddl/convert/translate_recursion.h"

enum { MOST_WORK = 1 << 28 };

/*
 * Whether a task leads to another one through usable methods: a depth-first search. `seen` and `stack` have an entry
 * for each task; `mark` is a number that `seen` does not have yet. Returns true at the limit of `work`.
 */
static bool leads_to(const translation *tr, uint32_t from, uint32_t to, uint32_t mark, uint32_t *seen, uint32_t *stack,
                     uint64_t *work)
{
    const hddl_problem *problem = tr->problem;
    uint32_t depth = 0;
    stack[depth++] = from;
    seen[from] = mark;
    while (depth > 0) {
        const uint32_t task = stack[--depth];
        if (task == to || (*work += problem->method_count) > MOST_WORK)
            return true;
        for (uint32_t m = 0; m < problem->method_count; m++)
            for (uint32_t s = 0;
                 problem->methods[m].task == task && tr->methods[m].is_usable && s < problem->methods[m].network.count;
                 s++) {
                const hddl_subtask *subtask = &problem->methods[m].network.subtasks[s];
                if (!subtask->primitive && seen[subtask->index] != mark) {
                    seen[subtask->index] = mark;
                    stack[depth++] = subtask->index;
                }
            }
    }
    return false;
}

uint32_t translate_find_recursion(const translation *tr)
{
    const hddl_problem *problem = tr->problem;
    uint32_t *seen = base_alloc_array(tr->arena, problem->task_count, sizeof *seen);
    uint32_t *stack = base_alloc_array(tr->arena, problem->task_count, sizeof *stack);
    uint32_t mark = 0;
    uint64_t work = 0;
    for (uint32_t m = 0; m < problem->method_count; m++) {
        const hddl_method *method = &problem->methods[m];
        for (uint32_t s = 0;
             tr->methods[m].is_usable && tr->tasks[method->task].is_reached && s + 1 < method->network.count; s++)
            if (!method->network.subtasks[s].primitive &&
                leads_to(tr, method->network.subtasks[s].index, method->task, ++mark, seen, stack, &work))
                return m;
    }
    return HDDL_NONE;
}
