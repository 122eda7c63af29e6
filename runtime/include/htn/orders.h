/*
 * Orders: tasks that the game gives to an agent. Each layer has a queue of them. While it is not empty, the layer plans its
 * first order in place of its root (docs/running.md, "Orders").
 */
#ifndef HTN_ORDERS_H
#define HTN_ORDERS_H

#include <htn/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an order does to those that the layer has. */
typedef enum htn_order_how {
    HTN_ORDER_QUEUE = 0,  /* it comes behind them */
    HTN_ORDER_REPLACE = 1 /* it takes their place: they end as REPLACED */
} htn_order_how;

/*
 * Gives a layer an order. `task`: as for a planner's request (htn_request.tasks); it is copied. `*id` (may be NULL) gets the
 * order's number, which no other order of this agent has. The layer plans it in its next tick.
 *
 * OK | BAD_ARGUMENT (also: options.orders is 0; the task cannot be given; it can reach a Split, and the layer's root takes
 * the cheapest plan) | TOO_SMALL (the layer has options.orders orders that have not ended).
 */
HTN_API htn_status htn_agent_order(htn_agent *agent, uint32_t layer, const htn_given_task *task, htn_order_how how,
                                   uint32_t *id);

/*
 * Takes an order back, or all orders of a layer (`id` HTN_NONE), or of all layers (`layer` HTN_NONE, too). They end as TAKEN;
 * their steps are aborted in the next tick. OK | BAD_ARGUMENT | NOT_FOUND (the layer has no such order, or it has ended).
 */
HTN_API htn_status htn_agent_take_back(htn_agent *agent, uint32_t layer, uint32_t id);

/* An order that has not ended. */
typedef struct htn_order {
    uint32_t id;
    htn_given_task task; /* its arguments are good until the agent is next called */
    uint32_t tries;      /* plans in a row that have failed without a step done */
    bool runs;           /* its plan is running */
    bool waits; /* it is the first one, and its gate was closed when it was last asked: the layer does its root */
} htn_order;

/* Order number `index` of a layer's queue, from 0. False: there are not so many. */
HTN_API bool htn_agent_order_at(const htn_agent *agent, uint32_t layer, uint32_t index, htn_order *order);

#ifdef __cplusplus
}
#endif

#endif
