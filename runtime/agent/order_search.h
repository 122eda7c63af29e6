/*
 * What a layer plans that has orders: its first order that has not ended, or else its root. Without options.orders every
 * function does nothing. Neighbours: layer_search.c, layer_result.c.
 */
#pragma once

#include "layer_orders.h"

/*
 * Looks through the layer's queue: instances that are gone, plans of orders that have ended, a search for something else
 * than what is wanted now. Reports ends.
 */
void htni_look_through_orders(htn_agent *agent, htni_layer *layer);
static inline void htni_look_at_orders(htn_agent *agent, htni_layer *layer)
{
    if (htni_orders_of(agent) != NULL)
        htni_look_through_orders(agent, layer);
}

/* Drops the running plan, which is for nothing any more; if a step must not be interrupted, when that has ended. */
void htni_begin_to_drop(htn_agent *agent, htni_layer *layer);

/* What is planned now: a request's tasks; none: the root. Then `given` and `request` refer to the queue. */
void htni_ask_for_order(htn_agent *agent, htni_layer *layer, htn_given_task *given, htn_request *request);

/* Whether the next search is for the same as the last one. */
bool htni_wants_same_order(const htn_agent *agent, const htni_layer *layer);
static inline bool htni_is_same_order(const htn_agent *agent, const htni_layer *layer)
{
    return htni_orders_of(agent) == NULL || htni_wants_same_order(agent, layer);
}

/* A search for an order, or for what replaces one, has found nothing. True: another search follows. */
bool htni_order_found_nothing(htn_agent *agent, htni_layer *layer, htn_status status);

/* The plan found for an order without a plan is empty, so it is done. False: that is not so. */
bool htni_order_found_empty(htn_agent *agent, htni_layer *layer);
