/*
 * See load_orders.h. With another blob an order whose task, arguments or room is missing ends as DROPPED. Neighbour:
 * save_orders.c.
 */
#include "load_orders.h"
#include "../search/given_tasks.h"
#include "../search/planner_block.h"
#include "load_plan.h"
#include "load_types.h"
#include "load_world.h"
#include "save_format.h"
#include "save_orders.h"

#define TOO_FEW_ORDERS "the agent's options.orders is less than the number of orders"

/* Reads the arguments. False: the task has none like them. */
static bool get_arguments(htni_loading *in, htni_saved_task *saved, int32_t *values, uint32_t *count)
{
    bool found = saved->task != HTN_NONE;
    uint32_t parameter = found ? HTNI_FIELD(in->domain, TASKS, saved->task, FIRST_PARAMETER) : 0;
    for (*count = 0; saved->parameters.count > 0 && htni_is_accepted(in); parameter++) {
        int32_t value;
        const uint32_t type = found ? HTNI_FIELD(in->domain, PARAMETERS, parameter, TYPE) : HTN_NONE;
        found = htni_get_value(in, htni_next_type(in, &saved->parameters), type, &value) && found;
        if (found)
            values[(*count)++] = value;
    }
    return found;
}

/* The instances of the last order are none that are there, or will be: a slot's next instance has the next generation. */
static void estrange(const htn_agent *agent, htni_order_queue *queue)
{
    const size_t most = htni_orders_of(agent)->most;
    for (size_t i = (queue->count - 1) * most; i < queue->count * most; i++)
        queue->generations[i]--;
}

static void get_order(htni_loading *in, htni_layer *layer)
{
    int32_t values[HTN_MAX_LOCALS];
    uint32_t count;
    uint64_t mark;
    htni_order order;
    order.id = htni_get_number(in);
    order.tries = htni_get_number(in);
    order.end = htni_get_below(in, HTNI_SAVED_GONE + 1);
    order.status = htni_get_number(in);
    htni_saved_task saved = htni_get_ordered_task(in);
    bool found = get_arguments(in, &saved, values, &count);
    if (order.id == 0 || (in->exact && !found && order.end != HTN_ORDER_DROPPED + 1))
        htni_refuse_damaged(in);
    if (layer == NULL || !in->applies || !htni_is_accepted(in))
        return;
    htni_order_queue *queue = htni_order_queue_of(in->agent, layer->index);
    htn_given_task task = {saved.task, values, count};
    found = found && (order.end != 0 || htni_check_given(in->world, in->domain, &task, 1, &mark) == HTN_OK);
    if (queue->count >= htni_orders_of(in->agent)->room)
        return;
    if (!found)
        task = (htn_given_task){0, values, 0};
    htni_add_order(in->agent, layer->index, &task, order.id);
    if (order.end == HTNI_SAVED_GONE)
        estrange(in->agent, queue);
    order.end = order.end == HTNI_SAVED_GONE ? 0 : order.end;
    order.task = found ? task.task : HTN_NONE;
    if (!found && order.end == 0)
        order.end = HTN_ORDER_DROPPED + 1;
    queue->orders[queue->count - 1] = order;
}

static void get_steps(htni_loading *in, const htni_layer *layer)
{
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--) {
        const uint32_t id = htni_get_number(in), order = htni_get_number(in);
        for (uint32_t i = 0; layer != NULL && in->applies && i < layer->steps.count; i++)
            if (layer->steps.slots[i].state != HTNI_SLOT_FREE && layer->steps.slots[i].id == id)
                htni_order_queue_of(in->agent, layer->index)->of_slots[i] = order;
    }
}

void htni_load_orders(htni_loading *in, htni_layer *layer)
{
    htni_orders *orders = layer == NULL ? NULL : htni_orders_of(in->agent);
    htni_order_queue *queue = orders == NULL ? NULL : htni_order_queue_of(in->agent, layer->index);
    if (in->applies && queue != NULL) {
        queue->count = queue->current = queue->drops = queue->closed = 0;
        queue->wanted = queue->asked_for = queue->answered_for = HTN_NONE;
        memset(queue->of_slots, 0, layer->steps.count * sizeof *queue->of_slots);
    }
    if (in->at >= in->end || !htni_is_accepted(in))
        return;
    const uint32_t next_id = htni_get_number(in), current = htni_get_number(in), drops = htni_get_below(in, 2);
    const uint32_t closed = htni_get_number(in);
    const uint32_t count = htni_get_count(in);
    if (in->exact && (orders == NULL ? count != 0 : count > orders->room))
        htni_refuse(in, HTN_TOO_SMALL, TOO_FEW_ORDERS);
    for (uint32_t i = 0; i < count && htni_is_accepted(in); i++)
        get_order(in, queue == NULL ? NULL : layer);
    get_steps(in, queue == NULL ? NULL : layer);
    if (!in->applies || queue == NULL || !htni_is_accepted(in))
        return;
    orders->next_id = next_id - orders->next_id < UINT32_C(1) << 31 ? next_id : orders->next_id;
    queue->current = current;
    queue->drops = drops;
    queue->closed = closed;
}

void htni_adopt_orders(htni_loading *in, htni_layer *layer)
{
    htni_orders *orders = htni_orders_of(in->agent);
    if (orders == NULL)
        return;
    htni_order_queue *queue = htni_order_queue_of(in->agent, layer->index);
    const uint32_t index = htni_find_order(queue, queue->current);
    if (!layer->plan.active && !layer->plan.partial)
        queue->current = queue->drops = 0;
    layer->planner->running.given = 0;
    if (queue->current == 0 || index == HTN_NONE || queue->orders[index].task == HTN_NONE)
        return;
    const htn_given_task task = htni_order_task(in->agent, queue, index);
    htni_check_given(in->world, in->domain, &task, 1, &layer->planner->running.given);
}
