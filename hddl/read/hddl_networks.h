/*
 * Task networks: the subtasks of a method or of the problem, in the order of execution. `:ordering` names pairs of
 * subtasks by their labels. The order must be total: a topological sort (Kahn, "Topological Sorting of Large Networks",
 * 1962) in which two subtasks are ready at once proves that the network is partially ordered, which is an error.
 */
#pragma once

#include "hddl/read/hddl_resolver.h"

hddl_network hddl_resolve_network(hddl_resolver *resolver, const hddl_definition *definition);
