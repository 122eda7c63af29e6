/* Saving and loading the orders of a layer: the last part of it, in agents that take orders. */
#pragma once

#include "../agent/order_queue.h"
#include "save_writer.h"

/* In place of an order's end: it has not ended, but will in the next tick, as one of its instances has been removed. */
enum { HTNI_SAVED_GONE = HTN_ORDER_ENDS + 1 };

void htni_save_orders(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer);
