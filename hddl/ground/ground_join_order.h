/* In which order a join looks up a rule's literals. */
#pragma once

#include "hddl/ground/ground_join.h"

/*
 * The join order for tuples that match this literal: its first step is the literal itself. It is made when it
 * is first asked for, and made again from time to time. joins->cursors has room for its steps.
 */
const ground_join_order *ground_join_order_for(ground_joins *joins, ground_rule *rule, uint32_t literal);
