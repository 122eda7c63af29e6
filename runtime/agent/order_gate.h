/*
 * Gates of orders (docs/running.md, "Gates"). While the gate of a layer's first order is closed, the layer wants its root. A gate is
 * asked when its order becomes the first, and when anything has changed since. Neighbours: order_search.c, plan_runner.c.
 */
#pragma once

#include "layer_orders.h"

/* Asks the gate of the layer's first order, if that is needed. The agent has orders. True: it has opened or closed. */
bool htni_look_at_gate(htn_agent *agent, htni_layer *layer);

/* Whether the running plan is that of an order whose gate has closed. Asks the gate, if that is needed. */
bool htni_closed_gate_ends_plan(htn_agent *agent, htni_layer *layer);
static inline bool htni_gate_ends_plan(htn_agent *agent, htni_layer *layer)
{
    return htni_orders_of(agent) != NULL && htni_closed_gate_ends_plan(agent, layer);
}
