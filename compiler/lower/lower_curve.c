/*
 * Utility curves: `curve(x, x1: y1, x2: y2, ...)`. The points go into the constants of the code; the machine's instruction CURVE
 * interpolates between them (runtime/blob/utility_curve.c). A curve of a constant is folded.
 */
#include "compiler/lower/lower_curve.h"
#include "compiler/types/fold_operators.h"

htnc_node *htnc_curve_node(htnc_builder *build, htnc_node *x, const htnc_expr *numbers)
{
    uint32_t count = htnc_count_exprs(numbers), i = 0;
    if (count / 2 > UINT16_MAX) {
        htnc_too_large(build->subject, "a curve has at most 65535 points");
        return htnc_node_constant(build, 0);
    }
    int32_t *points = base_alloc_array(build->arena, count, sizeof *points);
    for (const htnc_expr *each = numbers; each != NULL; each = each->next)
        points[i++] = each->folded;
    if (htnc_node_is_constant(x))
        return htnc_node_constant(build, htnc_fold_curve(points, count / 2, x->value));
    return htnc_make_curve(build, x, points, count / 2);
}
