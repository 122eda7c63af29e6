/* The subject and its limits, locals and constants. */
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

uint32_t htnc_add_constants(htnc_lowering *lowering, const int32_t *values, uint32_t count)
{
    htnc_code *code = lowering->code;
    uint32_t first = code->constant_count, capacity = lowering->constant_capacity;
    while (code->constant_count + count > capacity)
        capacity = capacity == 0 ? 64 : capacity * 2;
    if (capacity != lowering->constant_capacity)
        code->constants = base_grow(lowering->arena, code->constants, code->constant_count * sizeof *code->constants,
                                    capacity * sizeof *code->constants);
    lowering->constant_capacity = capacity;
    for (uint32_t i = 0; i < count; i++)
        code->constants[code->constant_count++] = values[i];
    return first;
}
