/*
 * Polled operators; see news.h. News lies in the slots of the steps that it is about, and
 * disappears with them.
 */
#include "news.h"
#include "activity.h"
#include "agent_journal.h"

void htni_add_news(htn_agent *agent, htni_step_slot *slot, htn_news_kind kind)
{
    slot->news |= 1u << kind;
    slot->news_at[kind] = agent->news++;
}

/* The oldest unread piece of news of a slot; HTN_NEWS_KINDS: there is none. */
static uint32_t oldest(const htni_step_slot *slot)
{
    uint32_t found = HTN_NEWS_KINDS;
    for (uint32_t kind = 0; slot->state != HTNI_SLOT_FREE && kind < HTN_NEWS_KINDS; kind++)
        if (slot->news >> kind & 1u &&
            (found == HTN_NEWS_KINDS || !htni_is_due(slot->news_at[kind], slot->news_at[found])))
            found = kind;
    return found;
}

/* The slot with the oldest unread piece of news, its layer and that piece; NULL: there is none. */
static htni_step_slot *find_oldest(const htn_agent *agent, const htni_layer **of, uint32_t *kind)
{
    htni_step_slot *first = NULL;
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        const htni_slots *steps = &agent->layers[i].steps;
        for (uint32_t j = 0; j < steps->count; j++) {
            const uint32_t own = oldest(&steps->slots[j]);
            if (own == HTN_NEWS_KINDS ||
                (first != NULL && htni_is_due(steps->slots[j].news_at[own], first->news_at[*kind])))
                continue;
            *of = &agent->layers[i];
            first = &steps->slots[j];
            *kind = own;
        }
    }
    return first;
}

bool htn_agent_news(htn_agent *agent, htn_news *news)
{
    const htni_layer *layer;
    uint32_t kind;
    if (agent == NULL || news == NULL)
        return false;
    htni_step_slot *slot = find_oldest(agent, &layer, &kind);
    if (slot == NULL)
        return false;
    slot->news &= ~(1u << kind);
    news->kind = (htn_news_kind)kind;
    news->activity = htni_activity_of(agent, layer, slot);
    return true;
}

htn_status htn_agent_report(htn_agent *agent, uint32_t id, htn_outcome outcome)
{
    htni_layer *layer;
    if (agent == NULL || (uint32_t)outcome > HTN_ABORTED)
        return HTN_BAD_ARGUMENT;
    htni_step_slot *slot = htni_find_step(agent, id, &layer);
    if (slot == NULL)
        return HTN_NOT_FOUND;
    if (outcome == HTN_ABORTED && slot->state == HTNI_SLOT_RUNNING)
        return HTN_BAD_ARGUMENT;
    HTNI_NOTE(agent, REPORT, agent->observers.writer.by, agent->observers.writer.id, id, (uint32_t)outcome);
    slot->reported = (uint32_t)outcome;
    return HTN_OK;
}
