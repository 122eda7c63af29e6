/* Plans in networks; see graph_plan.h. */
#include "cli/graph/graph_plan.h"
#include "cli/common/debug_info.h"
#include <stdlib.h>

enum { MOST_NUMBERS = 8 /* of the steps of one task; of more the first ones */ };

static void note_step(graph_plan *plan, uint32_t *counts, const explain_node *node)
{
    base_text text = {0};
    const uint32_t count = counts[node->task]++;
    if (count > MOST_NUMBERS)
        return;
    if (count > 0)
        base_text_add(&text, "%s, ", plan->steps[node->task]);
    if (count == MOST_NUMBERS)
        base_text_add(&text, "...");
    else
        base_text_add(&text, "%u", node->step + 1);
    free(plan->steps[node->task]);
    plan->steps[node->task] = text.bytes;
}

void graph_plan_make(graph_plan *plan, const explain_search *search)
{
    const htn_domain *domain = search->domain;
    const size_t tasks = htn_domain_count(domain, HTN_SECTION_TASKS);
    uint32_t *counts = base_allocate((tasks + 1) * sizeof *counts);
    plan->tasks = base_allocate((tasks + 1) * sizeof *plan->tasks);
    plan->steps = base_allocate((tasks + 1) * sizeof *plan->steps);
    plan->methods = base_allocate(((size_t)htn_domain_count(domain, HTN_SECTION_METHODS) + 1) * sizeof *plan->methods);
    plan->subtasks =
        base_allocate(((size_t)htn_domain_count(domain, HTN_SECTION_DEBUG_SUBTASKS) + 1) * sizeof *plan->subtasks);
    for (uint32_t i = 0; i < search->node_count; i++) {
        const explain_node *node = &search->nodes[i];
        if (node->subtask != HTN_NONE)
            plan->subtasks[node->subtask] = true;
        if (node->achieve_pc != HTN_NONE) {
            const uint32_t subtask = cli_subtask_at(domain, node->achieve_pc);
            if (subtask != HTN_NONE)
                plan->subtasks[subtask] = true;
            continue;
        }
        plan->tasks[node->task] = true;
        if (node->method != HTN_NONE)
            plan->methods[CLI_FIELD(domain, TASKS, node->task, FIRST_METHOD) + node->method] = true;
        if (node->step != HTN_NONE)
            note_step(plan, counts, node);
    }
    free(counts);
}

void graph_plan_free(graph_plan *plan, const htn_domain *domain)
{
    for (uint32_t i = 0; plan->steps != NULL && i < htn_domain_count(domain, HTN_SECTION_TASKS); i++)
        free(plan->steps[i]);
    free((void *)plan->steps);
    free(plan->tasks);
    free(plan->methods);
    free(plan->subtasks);
}
