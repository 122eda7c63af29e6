/* Units of durations; see durations.h. The tree has milliseconds only, so the source text says whether there was a unit. */
#include "compiler/types/durations.h"

#include "compiler/types/types_report.h"
#include <string.h>

static bool is_literal_with_unit(htnc_checker *checker, const htnc_expr *expr)
{
    const char *text = htnc_source_text(checker, expr->span);
    return strchr(text, 's') != NULL;
}

/* Whether a literal with a unit is part of the expression, or of the value of a constant in it. */
static bool has_unit(htnc_checker *checker, const htnc_expr *expr)
{
    if (expr->kind == HTNC_EXPR_INTEGER)
        return is_literal_with_unit(checker, expr);
    if (expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_CONSTANT)
        return has_unit(checker, expr->to.constant->declaration->value);
    for (const htnc_expr *each = expr->operands; each; each = each->next)
        if (has_unit(checker, each))
            return true;
    return false;
}

void htnc_check_unit(htnc_checker *checker, const htnc_expr *expr)
{
    if (expr->type->kind != HTNC_TYPE_INTEGER || !expr->is_constant || expr->folded == 0 || has_unit(checker, expr))
        return;
    if (expr->kind == HTNC_EXPR_INTEGER)
        base_report(checker->diagnostics, BASE_DIAG_NO_UNIT, expr->span,
                    "this duration has no unit; write `%ds` for seconds, or `%dms` for milliseconds", (int)expr->folded,
                    (int)expr->folded);
    else
        base_report(checker->diagnostics, BASE_DIAG_NO_UNIT, expr->span,
                    "this duration of %d has no unit; durations are written `2s` or `250ms`", (int)expr->folded);
}
