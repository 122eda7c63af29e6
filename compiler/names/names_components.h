/*
 * Directed graphs over the nodes 0 to count-1, as lists of edges, and their strongly connected components. Users: the names pass
 * (who uses whom) and the lint (recursion).
 */
#pragma once

#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct htnc_edge {
    uint32_t from, to;
} htnc_edge;

/* All zero: no edges. */
typedef struct htnc_edges {
    htnc_edge *list;
    uint32_t count, capacity;
} htnc_edges;

void htnc_edge_add(base_arena *arena, htnc_edges *edges, uint32_t from, uint32_t to);

/* The edges sorted by their beginning: those of node n lead to targets[first[n]] up to targets[first[n + 1] - 1]. */
typedef struct htnc_adjacency {
    uint32_t *first;
    uint32_t *targets;
} htnc_adjacency;
htnc_adjacency htnc_adjacency_of(base_arena *arena, const htnc_edges *edges, uint32_t count);

typedef struct htnc_components {
    uint32_t count;
    uint32_t *component; /* by node: the number of its component. An edge never leads to a greater number */
    uint32_t *order;     /* the nodes, by rising component */
    bool *cyclic;        /* by node: it can reach itself */
} htnc_components;
htnc_components htnc_components_of(base_arena *arena, const htnc_edges *edges, uint32_t count);
