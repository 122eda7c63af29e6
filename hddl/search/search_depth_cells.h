/*
 * Lists of pending tasks for depth-first search, each kept once: a cell is its first item and the cell of the rest. A cell knows
 * what has to hold for the whole list to be carried out: what its first item needs, and what the rest needs that the
 * first item cannot make true. Where that does not hold, looking further is in vain. (infer.h has the source.)
 */
#ifndef HTN_SOLVE_SEARCH_DEPTH_CELLS_H
#define HTN_SOLVE_SEARCH_DEPTH_CELLS_H

#include "hddl/search/search_task_summary.h"

enum {
    DEPTH_EMPTY = 0,
    DEPTH_NEEDS_MOST = 1 << 15,  /* facts that a cell remembers of either kind: more are forgotten */
    DEPTH_NEEDS_FEW = 64,        /* the same, where all cells have */
    DEPTH_FACTS_MANY = 48 << 20, /* so many already */
};

typedef struct depth_cell {
    uint32_t item, rest;
    uint32_t least; /* actions that it takes at least; UINT32_MAX: that many */
    uint32_t needs; /* where its facts begin in `facts`: those that must hold, then those that must not */
    uint16_t needs_count, needs_not_count;
} depth_cell;

typedef struct depth_cells {
    hddl_pool *pool;
    const infer *inferred;
    depth_cell *cells;
    uint32_t count, capacity;
    uint32_t *table;
    uint32_t mask;
    hddl_numbers facts;
} depth_cells;

void depth_cells_init(depth_cells *cells, hddl_pool *pool, const infer *inferred);

/* All cells are forgotten. */
void depth_cells_free(depth_cells *cells);

/* The cell of the item before this list. */
uint32_t depth_cells_push(depth_cells *cells, uint32_t item, uint32_t rest);

#endif
