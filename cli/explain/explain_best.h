/*
 * The tree of the best plan so far. A search for the cheapest plan goes on from each plan that it finds, as if that had failed.
 * What it tries afterwards at the tasks of the best plan's tree is added to that tree, as long as the search has not gone back
 * behind them.
 */
#pragma once

#include "cli/explain/explain_nodes.h"

typedef struct explain_best {
    uint64_t count; /* plans that were found */
    explain_node *nodes;
    uint32_t node_count;
    uint32_t shared; /* so many of the search's first nodes are still those of that plan */
} explain_best;

/* The search, in these nodes, has found a plan: it is the best so far. */
void explain_best_take(explain_best *best, const htn_domain *domain, const explain_node *nodes, uint32_t count);

/*
 * The search goes back to a choice and keeps only its first `count` nodes. `ends`: branches that have ended; `last`: how the
 * latest one did.
 */
void explain_best_leave(explain_best *best, const htn_domain *domain, const explain_node *nodes, uint32_t count,
                        uint64_t ends, const explain_end *last);

void explain_best_free(explain_best *best);
