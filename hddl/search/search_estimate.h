/*
 * Estimates how much is still to be done, by the delete relaxation (search_relaxed.h).
 *
 * The tasks are totally ordered, and the estimate uses that: it goes through the pending tasks one after the other. A
 * task may use only what it can contain itself, and facts that the state has or that an earlier task could make true.
 * So a list whose order cannot work is detected as dead.
 *
 * Costs are those of h_add (Bonet and Geffner, "Planning as Heuristic Search", 2001), by Knuth's generalization of
 * Dijkstra's algorithm. The estimate is the size of the relaxed plan that they lead to (Hoffmann and Nebel, "The FF
 * Planning System", 2001), counted separately for each pending task as far as its own decomposition goes.
 */
#pragma once

#include "hddl/search/search_pending.h"
#include "hddl/search/search_relaxed.h"

/* What the estimate says of a method of the first task. */
typedef struct search_prospect {
    uint32_t cost;  /* HDDL_NONE: it leads nowhere */
    bool preferred; /* the relaxed plan begins with it, or it contains an action that makes a needed fact true */
} search_prospect;

/*
 * The estimate for a state and a list of pending tasks; HDDL_NONE: they cannot be done. The first task is compound;
 * `prospects` gets one entry for each of `methods`, which are some of its methods.
 */
uint32_t search_estimate(search_relaxed *relaxed, const uint64_t *state, const search_list *lists, uint32_t list,
                         const hddl_numbers *methods, search_prospect *prospects);

/*
 * After an estimate, in that state or one further on: which of these methods of a task the relaxed plan continues
 * with. A method that makes a needed fact true is chosen before the one that does the task, but only once. HDDL_NONE:
 * the plan does not say.
 */
uint32_t search_estimate_choose(search_relaxed *relaxed, uint32_t item, const hddl_numbers *methods);
