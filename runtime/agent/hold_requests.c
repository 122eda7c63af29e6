/* See hold_requests.h. Neighbours: group_members.c calls this when an agent shares; layer_result.c. */
#include "hold_requests.h"
#include "agent_journal.h"
#include "holds.h"

bool htni_request_holds(htn_agent *agent, htni_layer *layer)
{
    if (!htni_holds_are_deferred(agent) || htni_found_is_held(agent, layer))
        return false;
    layer->search.request = HTNI_REQUEST_WAITS;
    HTNI_NOTE(agent, ASK_HOLDS, layer->index);
    return true;
}

void htni_answer_request(htn_agent *agent, htni_layer *layer, bool granted)
{
    if (!htni_has_request(layer) || layer->search.request == HTNI_REQUEST_REFUSED)
        return;
    HTNI_NOTE(agent, GRANT, layer->index, granted);
    layer->search.request = granted ? HTNI_REQUEST_GRANTED : HTNI_REQUEST_REFUSED;
    if (granted)
        htni_hold_found(agent, layer);
}

/* A layer whose plan has lost a hold gets no answer: the plan is about to fail, and the request with it. */
static bool awaits_answer(const htn_agent *agent, const htni_layer *layer)
{
    return htni_has_request(layer) && layer->search.request == HTNI_REQUEST_WAITS && !htni_holds_are_lost(agent, layer);
}

void htni_share_holds(htn_agent *agent)
{
    if (!htni_holds_are_deferred(agent))
        return;
    for (uint32_t i = 0; i < agent->layer_count; i++)
        htni_holds_release(agent, &agent->layers[i]);
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        htni_layer *layer = &agent->layers[i];
        if (!awaits_answer(agent, layer))
            continue;
        htni_answer_request(agent, layer, htni_found_is_free_at_home(agent, layer));
        htni_holds_release(agent, layer);
    }
}

void htni_give_up_requests(htn_agent *agent)
{
    if (!htni_holds_are_deferred(agent))
        return;
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        htni_answer_request(agent, &agent->layers[i], false);
        htni_holds_release(agent, &agent->layers[i]);
    }
}
