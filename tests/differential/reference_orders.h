/* Orders in the reference runner: docs/running.md, "Orders", sentence by sentence. */
#pragma once

#include "reference_runner.h"

/* The layer's first order that has not ended; NULL: it wants its root. The order's number, 0 for the root. */
runner_order *orders_first(runner_layer *layer);
uint32_t orders_wanted(runner_layer *layer);

/* Whether the running plan is for what is wanted. */
bool orders_own_plan(runner_layer *layer);

/* An order ends; the one whose plan is running does. What is wanted next is sought at once. */
void orders_end(runner_layer *layer, runner_order *order, int end);
void orders_end_current(runner_layer *layer, int end);

/*
 * Asks the gate of the first order, if the order or anything else is another one than when it was asked last. True: it has opened
 * or closed, so what is wanted is sought at once.
 */
bool orders_look_at_gate(reference_runner *runner, runner_layer *layer);

/* Whether the running plan is that of an order whose gate is closed. */
bool orders_gate_is_closed(const runner_layer *layer);

/* A plan has failed: of the order of which too many have, it is the end. */
void orders_plan_failed(runner_layer *layer);

/* Orders that are about removed instances end. */
void orders_look_for_gone(reference_runner *runner, runner_layer *layer);

/* Whether the running plan is to be dropped: its order has ended, and was not replaced. */
bool orders_plan_is_over(runner_layer *layer);

/* Orders that have ended, and whose last step has, are told to the game. Whether there were some. */
bool orders_report(reference_runner *runner, runner_layer *layer);

/* What is to be planned in place of the root; NULL: the root. Good until it is asked again. */
const reference_given *orders_given(reference_runner *runner, runner_layer *layer);
