/* Loading the orders of a layer; save_orders.h saves them. */
#pragma once

#include "../agent/order_queue.h"
#include "save_reader.h"

/* Reads the orders, at the end of a layer's part. `layer` NULL: the domain has no such layer. */
void htni_load_orders(htni_loading *in, htni_layer *layer);

/* The layer's plan has been loaded: it is that of an order. */
void htni_adopt_orders(htni_loading *in, htni_layer *layer);
