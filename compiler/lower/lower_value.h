/* Nodes as values on the evaluation stack. */
#pragma once

#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_node.h"

/* Pushes the node's value. The code of its searches stands before: see htnc_prepare(). */
void htnc_push(htnc_emitter *to, const htnc_node *node);

/* Pushes the number of the cell that a CELL reads. */
void htnc_push_cell_number(htnc_emitter *to, const htnc_node *node);
