/*
 * Time-sliced planning: searches share the work that one tick may spend, and go on in later ticks
 * when it runs out. A layer that was out of budget in one tick is served first in the next. Such
 * layers take turns, so that none waits for ever. How a whole crowd shares a frame's work is
 * crowd.c's.
 */
#pragma once

#include <htn/agent.h>

typedef struct htni_budget {
    uint32_t left;          /* of this tick, in units of htn_limits.work; only where `limited` */
    bool limited;           /* false: searches run to their end at once */
    uint32_t served;        /* the layer that was served first most recently */
    uint32_t out_of_budget; /* the first layer in turn after `served` whose search ran out of budget; HTN_NONE: none */
} htni_budget;

/*
 * A tick begins: it may spend the lesser of `per_tick` (0: no limit) and `*work` (NULL: no limit).
 */
void htni_budget_begin(htni_budget *budget, uint32_t per_tick, const uint32_t *work);

/* The layer to serve first in this tick; HTN_NONE: none was out of budget in the last one. */
uint32_t htni_budget_first_layer(htni_budget *budget);

/* The layer has run out of budget in this tick. */
void htni_budget_ran_out(htni_budget *budget, uint32_t layer, uint32_t layer_count);

/*
 * Whether the budget limits the agent's searches. It does not while a listener follows them: a
 * traced search runs to its end. In a replay it does as in the recorded agent.
 */
bool htni_is_time_sliced(const htn_agent *agent);

/* Whether a search may begin or go on in this tick. */
bool htni_may_search(const htn_agent *agent);

/* Takes work that a search has spent out of the budget. */
void htni_budget_spend(htni_budget *budget, uint32_t work);
