/* The best plan's tree, and what was tried after it; see explain_best.h. */
#include "cli/explain/explain_best.h"
#include "cli/explain/explain_debug.h"
#include <stdlib.h>

void explain_best_take(explain_best *best, const htn_domain *domain, const explain_node *nodes, uint32_t count)
{
    const uint64_t plans = best->count + 1;
    explain_best_free(best);
    *best = (explain_best){.count = plans, .node_count = count, .shared = count};
    best->nodes = base_allocate((count + (size_t)1) * sizeof *best->nodes);
    for (uint32_t i = 0; i < count; i++)
        best->nodes[i] = explain_node_copy(&nodes[i], domain);
}

/*
 * What has been tried at a task since. The method that the search has there now leaves no choice to come back to if it is the
 * last one, and so no attempt: it is added here. If only one branch went through it, it is known why that ended.
 */
static void take_later(explain_node *best, const explain_node *from, const htn_domain *domain, uint64_t ends,
                       const explain_end *last)
{
    if (from->attempts == best->attempts)
        return;
    from->attempts->owners++;
    best->later = from->attempts;
    if (from->method == HTN_NONE)
        return;
    explain_attempt *made = base_allocate(sizeof *made);
    *made = (explain_attempt){.previous = best->later,
                              .owners = 1,
                              .method = from->method,
                              .given_up = true,
                              .item = explain_item_at(domain, from->method_pc),
                              .rank = from->rank,
                              .note = base_duplicate_text(from->bound)};
    if (ends == from->ends_before + 1 && last->reason != NULL)
        explain_tally_add(&made->tally, last->reason, last->view);
    best->later = made;
}

void explain_best_leave(explain_best *best, const htn_domain *domain, const explain_node *nodes, uint32_t count,
                        uint64_t ends, const explain_end *last)
{
    for (; best->shared > count; best->shared--)
        take_later(&best->nodes[best->shared - 1], &nodes[best->shared - 1], domain, ends, last);
}

void explain_best_free(explain_best *best)
{
    explain_nodes_free(best->nodes, best->node_count);
    free(best->nodes);
}
