/* From checked expressions to nodes. */
#ifndef HTNC_LOWER_EXPRESSION_H
#define HTNC_LOWER_EXPRESSION_H

#include "compiler/lower/lower_node.h"

htnc_node *htnc_node_of(htnc_builder *build, const htnc_expr *expr);

/* A list of conditions as one node: true where all of them hold. A binder becomes an EXISTS over the rest of the list. */
htnc_node *htnc_node_of_list(htnc_builder *build, const htnc_expr *items);

#endif
