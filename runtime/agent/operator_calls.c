/*
 * Calls of the game's operator functions; see operator_calls.h. What they write counts as a change
 * from outside.
 */
#include "operator_calls.h"
#include "activity.h"
#include "agent_journal.h"
#include "news.h"

static void begin_call(htn_agent *agent, const htn_activity *activity)
{
    agent->inside = true;
    agent->calling = activity;
    htni_begin_writing(agent, HTN_BY_OPERATOR, activity->id, HTN_NONE);
}

static void end_call(htn_agent *agent)
{
    htni_end_writing(agent);
    agent->calling = NULL;
    agent->inside = false;
}

htn_outcome htni_call_operator(htn_agent *agent, const htni_layer *layer, htni_step_slot *slot, uint32_t call,
                               uint64_t elapsed_us)
{
    const htn_operator_binding *binding = htni_class_operator_of(agent->agent_class, slot->task);
    htn_outcome (*const function)(void *, const htn_activity *) = call == HTN_CALL_START    ? binding->start
                                                                  : call == HTN_CALL_UPDATE ? binding->update
                                                                                            : binding->abort;
    if (slot->reported != HTN_RUNNING || function == NULL) {
        const htn_outcome reported = (htn_outcome)slot->reported;
        slot->reported = HTN_RUNNING;
        return reported;
    }
    htn_activity activity = htni_activity_of(agent, layer, slot);
    activity.elapsed_us = elapsed_us;
    begin_call(agent, &activity);
    const htn_outcome outcome = function(agent->options.user, &activity);
    end_call(agent);
    if (outcome != HTN_RUNNING)
        HTNI_NOTE(agent, ANSWER, slot->id, call, (uint32_t)outcome);
    return outcome;
}

static void resume(htn_agent *agent, htni_layer *layer, htni_step_slot *slot)
{
    const htn_operator_binding *binding = htni_class_operator_of(agent->agent_class, slot->task);
    if (binding->polled)
        htni_add_news(agent, slot, HTN_NEWS_RESUME);
    if (binding->resume == NULL)
        return;
    const htn_activity activity = htni_activity_of(agent, layer, slot);
    begin_call(agent, &activity);
    binding->resume(agent->options.user, &activity);
    end_call(agent);
}

void htni_resume_steps(htn_agent *agent)
{
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        htni_layer *layer = &agent->layers[i];
        for (uint32_t j = 0; j < layer->steps.count; j++)
            if (layer->steps.slots[j].state != HTNI_SLOT_FREE)
                resume(agent, layer, &layer->steps.slots[j]);
    }
}
