/* See save_orders.h. Instances are saved as values; their generations are those of the world. Neighbour: load_orders.c. */
#include "save_orders.h"
#include "save_format.h"
#include "save_world.h"

static void put_order(htni_save_writer *to, const htn_agent *agent, const htni_order_queue *queue, uint32_t index)
{
    const htn_domain *domain = agent->domain;
    const htni_order *order = &queue->orders[index];
    const bool gone = order->end == 0 && htni_is_order_gone(agent, queue, index);
    htni_put_number(to, order->id);
    htni_put_number(to, order->tries);
    htni_put_number(to, gone ? HTNI_SAVED_GONE : order->end);
    htni_put_number(to, order->status);
    if (order->task == HTN_NONE) { /* dropped, and not reported yet */
        htni_put_text(to, "");
        htni_put_types(to, domain, 0, 0);
        return;
    }
    const htn_given_task task = htni_order_task(agent, queue, index);
    const uint32_t first = HTNI_FIELD(domain, TASKS, order->task, FIRST_PARAMETER);
    htni_put_text(to, htn_task_name(domain, order->task));
    htni_put_types(to, domain, first, task.argument_count);
    for (uint32_t i = 0; i < task.argument_count; i++)
        htni_put_value(to, domain, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), task.arguments[i]);
}

void htni_save_orders(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer)
{
    if (htni_orders_of(agent) == NULL)
        return;
    const htni_order_queue *queue = htni_order_queue_of(agent, layer->index);
    uint32_t steps = 0;
    htni_put_number(to, htni_orders_of(agent)->next_id);
    htni_put_number(to, queue->current);
    htni_put_number(to, queue->drops);
    htni_put_number(to, queue->closed);
    htni_put_number(to, queue->count);
    for (uint32_t i = 0; i < queue->count; i++)
        put_order(to, agent, queue, i);
    for (uint32_t i = 0; i < layer->steps.count; i++)
        steps += layer->steps.slots[i].state != HTNI_SLOT_FREE && queue->of_slots[i] != 0;
    htni_put_number(to, steps);
    for (uint32_t i = 0; i < layer->steps.count; i++) {
        if (layer->steps.slots[i].state == HTNI_SLOT_FREE || queue->of_slots[i] == 0)
            continue;
        htni_put_number(to, layer->steps.slots[i].id);
        htni_put_number(to, queue->of_slots[i]);
    }
}
