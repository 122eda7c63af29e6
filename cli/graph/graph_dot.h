/*
 * A network in the language of Graphviz. A compound task is a table: its methods in their order, and beside each its subtasks, from
 * which arrows lead to their tasks. Arrows that lead back are dashed.
 */
#pragma once

#include "cli/graph/graph.h"
#include "cli/graph/graph_plan.h"

typedef struct graph_look {
    const graph_plan *plan; /* what is highlighted; NULL: nothing */
    bool properties;        /* properties are nodes; else each task names those that it reads and writes */
} graph_look;

void graph_add_dot(base_text *text, const graph *made, const graph_look *look);
