/* Who uses whom, once all uses are known. */
#pragma once

#include "compiler/names/resolver.h"

/* Reports recursion of constants and named conditions, and puts both lists in the order of use. */
void htnc_order_declarations(htnc_resolver *resolver);

/* Fills in `used`, `recursive`, `component` and `weighed` of all tasks. */
void htnc_call_graph(htnc_resolver *resolver);

/* Fills in `weighed` of what is ordered in a layer that takes the cheapest plan. */
void htnc_weigh_orders(htnc_resolver *resolver);

/* Marks (by task) all tasks from which a marked one can be reached. */
void htnc_spread_to_callers(htnc_resolver *resolver, bool *marked);
