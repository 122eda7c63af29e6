/*
 * The orders of an agent's layers (htn/orders.h), and what they change in a tick. An agent without options.orders has
 * nothing of this: every function does nothing then.
 */
#pragma once

#include "agent_state.h"
#include <htn/orders.h>

typedef struct htni_order {
    uint32_t id;
    uint32_t task;
    uint32_t tries; /* failed plans in a row without a step done */
    uint32_t end;   /* htn_order_end + 1; 0: it has not ended */
    uint32_t status;
} htni_order;

/* Orders in their order. One that has ended stays until its last step has. */
typedef struct htni_order_queue {
    htni_order *orders;
    int32_t *values;       /* of each order: as many as a task can have parameters */
    uint16_t *generations; /* the same: of instances */
    uint32_t *of_slots;    /* by slot: the order whose step it carries out; 0: none */
    uint32_t count;
    uint32_t current;   /* the order whose plan is running, or waits for its continuation; 0: the root's */
    uint32_t wanted;    /* what the search under way, or the last one, is for; 0: the root */
    uint32_t closed;    /* the first order, if its gate is closed; else 0 (order_gate.h) */
    uint32_t asked_for; /* the order whose gate was asked last */
    uint32_t asked_changes, asked_answers; /* world.changes and changes.answers then */
    uint32_t answered_for;                 /* the order whose gate has been answered last */
    uint32_t drops; /* 1: the running plan is to be dropped when its last Interrupt [never] step has ended */
} htni_order_queue;

typedef struct htni_orders {
    htni_order_queue *queues; /* by layer */
    uint32_t room;            /* of a queue */
    uint32_t most;            /* parameters of any task */
    uint32_t next_id;
    uint32_t unused;
} htni_orders;

/* NULL: the agent takes no orders. They lie in front of the layers. */
static inline htni_orders *htni_orders_of(const htn_agent *agent)
{
    return agent->options.orders == 0 ? NULL : (htni_orders *)(void *)agent->layers - 1;
}

/* Sizes for laying out the block. */
uint32_t htni_most_parameters(const htn_domain *domain);
uint32_t htni_order_room(const htn_agent_options *options);

/* --- What happens to the plan --------------------------------------------------------------------- */

/* The order that the layer wants now; 0: its root. */
uint32_t htni_orders_wanted(const htn_agent *agent, const htni_layer *layer);

/* Whether the running plan is for what the layer wants. */
bool htni_orders_own_plan(const htn_agent *agent, const htni_layer *layer);

/* Ends an order, if it has not ended. The layer turns to what it wants next without delay. */
void htni_end_order(htn_agent *agent, htni_layer *layer, uint32_t index, htn_order_end end, htn_status status);
void htni_turn_to_next_order(htni_layer *layer);

/* The plan found is adopted; a plan is done; it has failed, or has been dropped; a step is done. */
void htni_orders_adopt(htn_agent *agent, htni_layer *layer);
void htni_orders_done(htn_agent *agent, htni_layer *layer);
void htni_orders_failed(htn_agent *agent, htni_layer *layer);
void htni_orders_dropped(htn_agent *agent, htni_layer *layer);
void htni_orders_step_done(htn_agent *agent, htni_layer *layer);

/* Whether the running plan is to be dropped, and not to fail. */
bool htni_orders_drop_plan(const htn_agent *agent, const htni_layer *layer);

/* A slot carries out a step of the running plan from now on. */
void htni_orders_mark_slot(htn_agent *agent, htni_layer *layer, uint32_t slot);

/* All plans and steps are forgotten. */
void htni_orders_recover(htn_agent *agent, htni_layer *layer);
