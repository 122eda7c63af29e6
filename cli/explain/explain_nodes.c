/* Nodes and attempts: who owns what; see explain_nodes.h. */
#include "cli/explain/explain_nodes.h"
#include "cli/explain/explain_debug.h"
#include <stdlib.h>

explain_node explain_node_of(const htn_domain *domain, uint32_t parent, uint32_t task, uint32_t called_at)
{
    return (explain_node){.parent = parent,
                          .task = task,
                          .subtask = explain_subtask_at(domain, called_at),
                          .at = explain_task_field(domain, task, HTN_TASKS_ENTRY) - 1,
                          .method = HTN_NONE,
                          .method_pc = HTN_NONE,
                          .step = HTN_NONE,
                          .achieve_pc = HTN_NONE};
}

explain_node explain_node_copy(const explain_node *node, const htn_domain *domain)
{
    explain_node copy = *node;
    if (node->values != NULL)
        copy.values = base_copy_array(node->values, explain_task_field(domain, node->task, HTN_TASKS_PARAMETER_COUNT),
                                      sizeof *node->values);
    copy.seen = base_copy_array(node->seen, node->seen_count, sizeof *node->seen);
    copy.bound = base_duplicate_text(node->bound);
    if (copy.attempts != NULL)
        copy.attempts->owners++;
    if (copy.candidates != NULL)
        copy.candidates->owners++;
    return copy;
}

static void leave_attempts(explain_attempt *attempt)
{
    for (explain_attempt *previous; attempt != NULL && --attempt->owners == 0; attempt = previous) {
        previous = attempt->previous;
        explain_tally_free(&attempt->tally);
        explain_nodes_free(attempt->branch.nodes, attempt->branch.nodes != NULL ? attempt->branch.count : 0);
        free(attempt->branch.nodes);
        free(attempt->note);
        free(attempt);
    }
}

void explain_nodes_free(explain_node *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        leave_attempts(nodes[i].later);
        leave_attempts(nodes[i].attempts);
        explain_leave_candidates(nodes[i].candidates);
        free(nodes[i].values);
        free(nodes[i].seen);
        free(nodes[i].bound);
    }
}

explain_attempt *explain_add_attempt(explain_node *node, uint32_t method, bool given_up, uint32_t item)
{
    explain_attempt *attempt = base_allocate(sizeof *attempt);
    *attempt = (explain_attempt){
        .previous = node->attempts, .owners = 1, .method = method, .given_up = given_up, .item = item};
    node->attempts = attempt;
    return attempt;
}

/* Those from `latest` back to `until`, which is left out; the first one first. */
static explain_attempt **list_of(explain_attempt *latest, const explain_attempt *until, uint32_t *count)
{
    *count = 0;
    for (const explain_attempt *each = latest; each != until; each = each->previous)
        ++*count;
    explain_attempt **list = base_allocate((*count + (size_t)1) * sizeof *list);
    for (uint32_t i = *count; i-- > 0; latest = latest->previous)
        list[i] = latest;
    return list;
}

explain_attempt **explain_attempts_of(const explain_node *node, uint32_t *count)
{
    return list_of(node->attempts, NULL, count);
}

/* The first one is the end of the method itself; that its list has no other solution is not shown: it was taken. */
explain_attempt **explain_later_of(const explain_node *node, uint32_t *count)
{
    uint32_t all, kept = 0;
    explain_attempt **list = list_of(node->later, node->later != NULL ? node->attempts : NULL, &all);
    for (uint32_t i = node->method != HTN_NONE; i < all; i++)
        if (list[i]->given_up || list[i]->method != node->method)
            list[kept++] = list[i];
    *count = kept;
    return list;
}

bool explain_is_exhausted(const explain_attempt *attempt)
{
    if (attempt->given_up || attempt->note != NULL || explain_view_count(attempt->view) > 0)
        return false;
    for (const explain_attempt *each = attempt->previous; each != NULL; each = each->previous)
        if (each->given_up && each->method == attempt->method)
            return true;
    return false;
}
