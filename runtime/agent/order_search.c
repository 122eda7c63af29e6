/*
 * See order_search.h and docs/running.md, "Orders". A search for what the running plan is not for is a fresh one, and its plan
 * replaces the running one. Until then that goes on, also if its order has been replaced.
 */
#include "order_search.h"
#include "order_gate.h"
#include "order_queue.h"
#include "plan_end.h"

void htni_begin_to_drop(htn_agent *agent, htni_layer *layer)
{
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    if (!layer->plan.active || !htni_slots_are_uninterruptible(agent->domain, &layer->steps)) {
        htni_drop_plan(agent, layer);
        return;
    }
    if (queue->drops)
        return;
    queue->drops = 1;
    if (!layer->plan.broken)
        htni_break_plan(agent, layer);
}

/* Whether the running plan is that of an order that has ended, or whose gate has closed, so that its steps are to end. */
static bool is_over(const htni_order_queue *queue)
{
    const uint32_t index = htni_find_order(queue, queue->current);
    return queue->current != 0 &&
           (index == HTN_NONE || queue->closed == queue->current ||
            (queue->orders[index].end != 0 && queue->orders[index].end != HTN_ORDER_REPLACED + 1));
}

static void look_for_gone(htn_agent *agent, htni_layer *layer)
{
    const htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    for (uint32_t i = 0; i < queue->count; i++)
        if (queue->orders[i].end == 0 && htni_is_order_gone(agent, queue, i))
            htni_end_order(agent, layer, i, HTN_ORDER_GONE, HTN_OK);
}

static void look(htn_agent *agent, htni_layer *layer)
{
    const htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    if (agent->domain->instances != 0)
        look_for_gone(agent, layer);
    if (htni_look_at_gate(agent, layer))
        htni_turn_to_next_order(layer);
    if (is_over(queue))
        htni_begin_to_drop(agent, layer);
    if (layer->search.purpose != HTNI_PURPOSE_NONE && queue->wanted != htni_orders_wanted(agent, layer)) {
        layer->search.purpose = HTNI_PURPOSE_NONE; /* it was for something else */
        htni_turn_to_next_order(layer);
    }
}

void htni_look_through_orders(htn_agent *agent, htni_layer *layer)
{
    do
        look(agent, layer);
    while (htni_report_orders(agent, layer->index)); /* who hears of an end may have given another order */
}

/* --- Searches ----------------------------------------------------------------------------------- */

bool htni_wants_same_order(const htn_agent *agent, const htni_layer *layer)
{
    return htni_order_queue_of(agent, layer->index)->wanted == htni_orders_wanted(agent, layer);
}

void htni_ask_for_order(htn_agent *agent, htni_layer *layer, htn_given_task *given, htn_request *request)
{
    if (htni_orders_of(agent) == NULL)
        return;
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    const uint32_t first = htni_first_order(queue);
    queue->wanted = htni_orders_wanted(agent, layer);
    if (queue->wanted == 0)
        return;
    *given = htni_order_task(agent, queue, first);
    request->tasks = given;
    request->task_count = 1;
    request->cheapest = (HTNI_FIELD(agent->domain, ROOTS, layer->index, FLAGS) & HTN_ROOT_CHEAPEST) != 0;
}

bool htni_order_found_nothing(htn_agent *agent, htni_layer *layer, htn_status status)
{
    if (htni_orders_of(agent) == NULL)
        return false;
    const htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    const uint32_t index = htni_find_order(queue, queue->wanted);
    if (queue->wanted != 0 && index != HTN_NONE) {
        const bool none = status == HTN_NO_PLAN;
        htni_end_order(agent, layer, index, none ? HTN_ORDER_NO_PLAN : HTN_ORDER_LIMIT, none ? HTN_OK : status);
        htni_report_orders(agent, layer->index);
        return true;
    }
    if (queue->current != 0) /* of an order that was replaced: nothing takes the place of its plan */
        htni_begin_to_drop(agent, layer);
    return false;
}

bool htni_order_found_empty(htn_agent *agent, htni_layer *layer)
{
    if (htni_orders_of(agent) == NULL)
        return false;
    const htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    const uint32_t index = htni_find_order(queue, queue->wanted);
    if (queue->wanted == 0 || queue->wanted == queue->current || index == HTN_NONE)
        return false;
    htni_end_order(agent, layer, index, HTN_ORDER_DONE, HTN_OK);
    htni_report_orders(agent, layer->index);
    return true;
}
