/* Nodes and attempts: who owns what; see explain_nodes.h. */
#include "cli/explain/explain_nodes.h"
#include "cli/common/debug_info.h"
#include <stdlib.h>

explain_node explain_node_of(const htn_domain *domain, uint32_t parent, uint32_t task, uint32_t called_at)
{
    return (explain_node){.parent = parent,
                          .task = task,
                          .subtask = cli_subtask_at(domain, called_at),
                          .at = CLI_FIELD(domain, TASKS, task, ENTRY) - 1,
                          .frame = HTN_NONE,
                          .first_frame = HTN_NONE,
                          .method = HTN_NONE,
                          .method_pc = HTN_NONE,
                          .step = HTN_NONE,
                          .achieve_pc = HTN_NONE};
}

explain_node explain_node_copy(const explain_node *node, const htn_domain *domain)
{
    explain_node copy = *node;
    if (node->values != NULL)
        copy.values =
            base_copy_array(node->values, CLI_FIELD(domain, TASKS, node->task, PARAMETER_COUNT), sizeof *node->values);
    copy.seen = base_copy_array(node->seen, node->seen_count, sizeof *node->seen);
    copy.bound = base_duplicate_text(node->bound);
    copy.attempts = (explain_attempts){0};
    for (uint32_t i = 0; i < node->attempts.count; i++)
        explain_share_attempt(&copy.attempts, node->attempts.list[i]);
    if (copy.candidates != NULL)
        copy.candidates->owners++;
    return copy;
}

static void leave_attempts(explain_attempts *attempts)
{
    for (uint32_t i = 0; i < attempts->count; i++) {
        explain_attempt *attempt = attempts->list[i];
        if (--attempt->owners > 0)
            continue;
        explain_tally_free(&attempt->tally);
        explain_nodes_free(attempt->branch.nodes, attempt->branch.nodes != NULL ? attempt->branch.count : 0);
        free(attempt->branch.nodes);
        free(attempt->note);
        free(attempt);
    }
    free((void *)attempts->list);
}

void explain_nodes_free(explain_node *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        leave_attempts(&nodes[i].later);
        leave_attempts(&nodes[i].attempts);
        explain_leave_candidates(nodes[i].candidates);
        free(nodes[i].values);
        free(nodes[i].seen);
        free(nodes[i].bound);
    }
}

void explain_share_attempt(explain_attempts *to, explain_attempt *attempt)
{
    attempt->owners++;
    to->list = base_grow_array((void *)to->list, to->count, &to->capacity, sizeof *to->list);
    to->list[to->count++] = attempt;
}

explain_attempt *explain_add_attempt(explain_attempts *to, uint32_t method, bool given_up, uint32_t item)
{
    explain_attempt *attempt = base_allocate(sizeof *attempt);
    *attempt = (explain_attempt){.method = method, .given_up = given_up, .item = item, .shown = item};
    explain_share_attempt(to, attempt);
    return attempt;
}

bool explain_is_exhausted(const explain_attempts *attempts, uint32_t which)
{
    const explain_attempt *of = attempts->list[which];
    bool before = false;
    for (uint32_t i = 0; i < which; i++)
        before = before || (attempts->list[i]->given_up && attempts->list[i]->method == of->method);
    return before && !of->given_up && of->note == NULL && explain_view_count(of->view) == 0;
}
