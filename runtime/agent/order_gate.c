/*
 * See order_gate.h. The answer is kept in the queue (`closed`), so that all that happens between two looks is about the same
 * order. A gate that cannot be worked out within its limit is closed, and the tick says so.
 */
#include "order_gate.h"
#include "../planner/running_blocks.h"
#include "agent_journal.h"
#include "order_queue.h"

/* The gate of a task in a layer, a method; HTN_NONE: it has none. */
static uint32_t gate_of(const htn_domain *domain, uint32_t task, uint32_t layer)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_ORDERS);
    for (uint32_t i = 0; i < count; i++)
        if (HTNI_FIELD(domain, ORDERS, i, TASK) == task && HTNI_FIELD(domain, ORDERS, i, ROOT) == layer)
            return HTNI_FIELD(domain, ORDERS, i, GATE);
    return HTN_NONE;
}

static htn_status ask(htn_agent *agent, const htni_layer *layer, uint32_t gate)
{
    const htn_status status =
        gate == HTN_NONE ? HTN_OK : htni_gate_holds(layer->planner, &agent->world, htni_tuples_of(agent->walker), gate);
    if (status != HTN_OK && status != HTN_NO_PLAN && status != HTN_WAITS)
        htni_note_trouble(agent, status);
    return status;
}

/* Notes the gate's answer for the first order. A late one leaves the gate as it was, closed at first, and is asked for again. */
static void note_answer(const htn_agent *agent, const htni_layer *layer, htni_order_queue *queue, uint32_t id,
                        htn_status status)
{
    const bool late = status == HTN_WAITS;
    if (!late || (queue->answered_for != id && queue->current != id))
        queue->closed = status == HTN_OK ? 0 : id;
    queue->answered_for = late ? queue->answered_for : id;
    queue->asked_for = late ? HTN_NONE : id;
    queue->asked_changes = agent->world.changes;
    queue->asked_answers = layer->changes.answers;
}

bool htni_look_at_gate(htn_agent *agent, htni_layer *layer)
{
    if (htni_count(agent->domain, HTN_SECTION_ORDERS) == 0)
        return false;
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    const uint32_t first = htni_first_order(queue), id = first == HTN_NONE ? 0 : queue->orders[first].id;
    const uint32_t before = queue->closed;
    if (queue->asked_for == id && queue->asked_changes == agent->world.changes &&
        queue->asked_answers == layer->changes.answers)
        return false;
    const uint32_t gate =
        first == HTN_NONE ? HTN_NONE : gate_of(agent->domain, queue->orders[first].task, layer->index);
    note_answer(agent, layer, queue, id, ask(agent, layer, gate));
    if (queue->closed == before || (queue->closed == 0 && before != id))
        return false;
    HTNI_NOTE(agent, GATE, layer->index, id, queue->closed == 0);
    return true;
}

bool htni_closed_gate_ends_plan(htn_agent *agent, htni_layer *layer)
{
    if (htni_order_queue_of(agent, layer->index)->current == 0)
        return false;
    if (htni_look_at_gate(agent, layer))
        htni_turn_to_next_order(layer);
    const htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    return queue->closed == queue->current && queue->current != 0;
}
