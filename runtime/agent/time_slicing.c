/* The budget of one agent's ticks; see time_slicing.h. layer_search.c searches within it. */
#include "time_slicing.h"
#include "agent_state.h"

void htni_budget_begin(htni_budget *budget, uint32_t per_tick, const uint32_t *work)
{
    budget->limited = work != NULL || per_tick != 0;
    budget->left = per_tick;
    if (work != NULL && (per_tick == 0 || *work < per_tick))
        budget->left = *work;
}

uint32_t htni_budget_first_layer(htni_budget *budget)
{
    const uint32_t layer = budget->out_of_budget;
    budget->out_of_budget = HTN_NONE;
    if (layer != HTN_NONE)
        budget->served = layer;
    return layer;
}

/*
 * How many layers have their turn before this one: counted in a circle, from the one behind
 * `served`.
 */
static uint32_t turns_before(const htni_budget *budget, uint32_t layer, uint32_t layer_count)
{
    return (layer + layer_count - 1 - budget->served) % layer_count;
}

void htni_budget_ran_out(htni_budget *budget, uint32_t layer, uint32_t layer_count)
{
    if (budget->out_of_budget == HTN_NONE ||
        turns_before(budget, layer, layer_count) < turns_before(budget, budget->out_of_budget, layer_count))
        budget->out_of_budget = layer;
}

bool htni_is_time_sliced(const htn_agent *agent)
{
    return agent->budget.limited && (agent->observers.listener == NULL || agent->observers.replays);
}

bool htni_may_search(const htn_agent *agent)
{
    return !htni_is_time_sliced(agent) || agent->budget.left != 0;
}

void htni_budget_spend(htni_budget *budget, uint32_t work)
{
    budget->left -= work < budget->left ? work : budget->left;
}
