/* The subject, its limits and its locals. */
#include "compiler/lower/lower_state.h"

void htnc_subject(htnc_lowering *lowering, base_span span)
{
    lowering->subject = span;
    lowering->complained = false;
    lowering->nodes = 0;
    lowering->free_local = lowering->temporaries;
}

void htnc_too_large(htnc_lowering *lowering, const char *what)
{
    if (!lowering->complained)
        base_report(lowering->diagnostics, BASE_DIAG_TOO_LARGE, lowering->subject, "%s", what);
    lowering->complained = true;
}

uint32_t htnc_new_locals(htnc_lowering *lowering, uint32_t count)
{
    uint32_t first = lowering->free_local;
    if (count > HTN_MAX_LOCALS - first) {
        htnc_too_large(lowering,
                       base_format(lowering->arena, "this needs more than %d variables in one task", HTN_MAX_LOCALS));
        return first < HTN_MAX_LOCALS ? first : 0;
    }
    lowering->free_local = first + count;
    if (lowering->free_local > lowering->locals)
        lowering->locals = lowering->free_local;
    return first;
}
