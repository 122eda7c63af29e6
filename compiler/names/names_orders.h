/* Which tasks the game will order, in which layers: `Orders [Go] In [Legs] While [Awake]`. */
#pragma once

#include "compiler/names/resolver.h"

/* Declares the tasks that the gates are (htnc_task.is_gate). After all other tasks. */
void htnc_declare_gates(htnc_resolver *resolver);

/* Fills in the model's list of ordered tasks. Before the call graph, since a task that is ordered is used. */
void htnc_resolve_orders(htnc_resolver *resolver);

/* Reports tasks that can reach a `Split`, in a layer that takes the cheapest plan. After htnc_resolve_splits(). */
void htnc_check_order_splits(htnc_resolver *resolver);
