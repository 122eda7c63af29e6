/* Expressions as values on the evaluation stack: the expression becomes nodes, the nodes become instructions. */
#include "compiler/lower/lower_evaluate.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_value.h"

void htnc_push_expr(htnc_lowering *lowering, const htnc_expr *expr)
{
    const htnc_node *node = htnc_node_of(lowering->build, expr);
    htnc_prepare(lowering->to, node);
    htnc_push(lowering->to, node);
}

void htnc_push_all(htnc_lowering *lowering, const htnc_expr *arguments, const htnc_expr *last)
{
    uint32_t count = htnc_count_exprs(arguments) + htnc_count_exprs(last), i = 0;
    const htnc_node **nodes = base_alloc_array(lowering->arena, (size_t)count + 1, sizeof *nodes);
    for (const htnc_expr *argument = arguments; argument != NULL; argument = argument->next)
        htnc_prepare(lowering->to, nodes[i++] = htnc_node_of(lowering->build, argument));
    for (const htnc_expr *argument = last; argument != NULL; argument = argument->next)
        htnc_prepare(lowering->to, nodes[i++] = htnc_node_of(lowering->build, argument));
    for (i = 0; i < count; i++)
        htnc_push(lowering->to, nodes[i]);
}
