/*
 * What happens to the orders of a layer when its plan is adopted, done or fails; see layer_orders.h. Neighbours: order_queue.c,
 * order_search.c, plan_end.c.
 */
#include "layer_orders.h"
#include "order_queue.h"

uint32_t htni_orders_wanted(const htn_agent *agent, const htni_layer *layer)
{
    const htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    const uint32_t first = htni_first_order(queue);
    return first == HTN_NONE || queue->orders[first].id == queue->closed ? 0 : queue->orders[first].id;
}

bool htni_orders_own_plan(const htn_agent *agent, const htni_layer *layer)
{
    return htni_orders_of(agent) == NULL ||
           htni_order_queue_of(agent, layer->index)->current == htni_orders_wanted(agent, layer);
}

/* --- Ends --------------------------------------------------------------------------------------- */

void htni_turn_to_next_order(htni_layer *layer)
{
    layer->schedule.asked = true;
    layer->schedule.failures = 0;
    layer->schedule.due = layer->schedule.due || (!layer->plan.active && !layer->plan.partial);
    layer->search.known_result = HTN_NOT_BEGUN;
}

void htni_end_order(htn_agent *agent, htni_layer *layer, uint32_t index, htn_order_end end, htn_status status)
{
    htni_order *order = &htni_order_queue_of(agent, layer->index)->orders[index];
    if (order->end != 0)
        return;
    order->end = (uint32_t)end + 1;
    order->status = (uint32_t)status;
    htni_turn_to_next_order(layer);
}

static void end_current(htn_agent *agent, htni_layer *layer, htn_order_end end)
{
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    const uint32_t index = htni_find_order(queue, queue->current);
    queue->current = 0;
    if (index != HTN_NONE)
        htni_end_order(agent, layer, index, end, HTN_OK);
}

/* --- Plans -------------------------------------------------------------------------------------- */

void htni_orders_adopt(htn_agent *agent, htni_layer *layer)
{
    if (htni_orders_of(agent) == NULL)
        return;
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    queue->current = queue->wanted;
    queue->drops = 0;
}

void htni_orders_done(htn_agent *agent, htni_layer *layer)
{
    if (htni_orders_of(agent) == NULL)
        return;
    end_current(agent, layer, HTN_ORDER_DONE);
    htni_order_queue_of(agent, layer->index)->drops = 0;
}

void htni_orders_failed(htn_agent *agent, htni_layer *layer)
{
    if (htni_orders_of(agent) == NULL)
        return;
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    const uint32_t index = htni_find_order(queue, queue->current);
    if (index != HTN_NONE && ++queue->orders[index].tries >= htni_order_tries(agent))
        end_current(agent, layer, HTN_ORDER_FAILED);
    queue->current = 0;
}

void htni_orders_dropped(htn_agent *agent, htni_layer *layer)
{
    if (htni_orders_of(agent) == NULL)
        return;
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    queue->current = queue->drops = 0;
}

bool htni_orders_drop_plan(const htn_agent *agent, const htni_layer *layer)
{
    return htni_orders_of(agent) != NULL && htni_order_queue_of(agent, layer->index)->drops != 0;
}

void htni_orders_step_done(htn_agent *agent, htni_layer *layer)
{
    if (htni_orders_of(agent) == NULL)
        return;
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    const uint32_t index = htni_find_order(queue, queue->current);
    if (index != HTN_NONE)
        queue->orders[index].tries = 0;
}

void htni_orders_mark_slot(htn_agent *agent, htni_layer *layer, uint32_t slot)
{
    if (htni_orders_of(agent) == NULL)
        return;
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    queue->of_slots[slot] = queue->current;
}

void htni_orders_recover(htn_agent *agent, htni_layer *layer)
{
    if (htni_orders_of(agent) == NULL)
        return;
    htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    queue->current = queue->drops = 0;
    queue->wanted = HTN_NONE;
}
