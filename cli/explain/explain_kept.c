/*
 * Branches that were given up, kept for --all: the nodes that backtracking takes off the tree go into a piece of
 * their own, whose indices go on from the tree's, so that parents below the cut are still found. Bounded by
 * EXPLAIN_MAX_KEPT; what is beyond is counted.
 */
#include "cli/explain/explain_search.h"
#include <stdlib.h>
#include <string.h>

static void free_attempt(explain_search *search, explain_attempt *attempt)
{
    explain_tally_free(&attempt->tally);
    free(attempt->note);
    if (attempt->branch != NULL && --attempt->branch->owners == 0) {
        explain_free_nodes(search, attempt->branch->nodes, attempt->branch->count);
        search->kept -= attempt->branch->count;
        free(attempt->branch->nodes);
        free(attempt->branch->values);
        free(attempt->branch);
    }
    free(attempt);
}

void explain_free_attempts(explain_search *search, explain_attempt *attempts)
{
    for (explain_attempt *next; attempts != NULL; attempts = next) {
        next = attempts->next;
        free_attempt(search, attempts);
    }
}

void explain_free_nodes(explain_search *search, explain_node *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        explain_free_attempts(search, nodes[i].attempts);
        explain_free_attempts(search, nodes[i].later);
        nodes[i].attempts = nodes[i].last_attempt = nodes[i].later = NULL;
        nodes[i].attempt_count = 0;
        free(nodes[i].bound);
        nodes[i].bound = NULL;
        explain_free_candidates(&nodes[i].candidates);
    }
}

void explain_keep(explain_search *search, explain_attempt *attempt, const explain_choice *choice)
{
    uint32_t count = search->node_count - choice->node_count;
    uint32_t values = search->value_count - choice->value_count;
    if (count > EXPLAIN_MAX_KEPT - search->kept) {
        explain_free_nodes(search, search->nodes + choice->node_count, count);
        attempt->left_out = count;
        return;
    }
    explain_branch *branch = base_allocate(sizeof *branch);
    branch->base = choice->node_count;
    branch->count = count;
    branch->owners = 1;
    branch->nodes = base_allocate((count + (size_t)1) * sizeof *branch->nodes);
    branch->values = base_allocate((values + (size_t)1) * sizeof *branch->values);
    if (count > 0)
        memcpy(branch->nodes, search->nodes + choice->node_count, count * sizeof *branch->nodes);
    if (values > 0)
        memcpy(branch->values, search->values + choice->value_count, values * sizeof *branch->values);
    for (uint32_t i = 0; i < count; i++)
        if (branch->nodes[i].has_values)
            branch->nodes[i].values -= choice->value_count;
    search->kept += count;
    attempt->branch = branch;
}
