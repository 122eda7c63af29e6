/* The queue of a layer's orders: finding, adding and removing them, and reporting their ends. Neighbour: layer_orders.c. */
#pragma once

#include "layer_orders.h"

static inline htni_order_queue *htni_order_queue_of(const htn_agent *agent, uint32_t layer)
{
    return &htni_orders_of(agent)->queues[layer];
}

/* The first order that has not ended, and the order with an id, as indexes; HTN_NONE: none. */
uint32_t htni_first_order(const htni_order_queue *queue);
uint32_t htni_find_order(const htni_order_queue *queue, uint32_t id);

htn_given_task htni_order_task(const htn_agent *agent, const htni_order_queue *queue, uint32_t index);

/* Whether an instance among an order's arguments has been removed. */
bool htni_is_order_gone(const htn_agent *agent, const htni_order_queue *queue, uint32_t index);

/* Orders about the instance in a slot are about another one than that of `generation`. */
void htni_estrange_orders(const htn_agent *agent, uint32_t layer, uint32_t slot, uint32_t generation);

/* options.order_tries, with its default. */
uint32_t htni_order_tries(const htn_agent *agent);

/* Removes the orders that have ended, and whose last step has, and tells the game. True: there were some. */
bool htni_report_orders(htn_agent *agent, uint32_t layer);

/* Adds an order behind all others; `task` has been checked. False: there is no room. */
bool htni_add_order(htn_agent *agent, uint32_t layer, const htn_given_task *task, uint32_t id);
