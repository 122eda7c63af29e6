/* The best plan's tree, and what was tried after it; see explain_best.h. */
#include "cli/explain/explain_best.h"
#include "cli/common/debug_info.h"
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
 * What has been tried at a task since: behind what the plan knows of it, and behind its own method's end. That the method has no other
 * solution is left out: it was taken. The method that the search has there now leaves no choice to come back to if it is the last
 * one, and so no attempt: it is added. If only one branch went through it, it is known why that ended.
 */
static void take_later(explain_node *best, const explain_node *from, const htn_domain *domain, uint64_t ends,
                       const explain_end *last)
{
    const explain_attempts *all = &from->attempts;
    for (uint32_t i = best->attempts.count + (best->method != HTN_NONE); i < all->count; i++)
        if (all->list[i]->given_up || all->list[i]->method != best->method)
            explain_share_attempt(&best->later, all->list[i]);
    if (from->method == HTN_NONE || all->count == best->attempts.count)
        return;
    explain_attempt *made = explain_add_attempt(&best->later, from->method, true, cli_item_at(domain, from->method_pc));
    made->rank = from->rank;
    made->note = base_duplicate_text(from->bound);
    if (ends == from->ends_before + 1 && last->reason != NULL)
        explain_tally_add(&made->tally, last);
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
