/* Appends to the code that lowering makes. */
#include "compiler/lower/code.h"

uint32_t htnc_add_constants(htnc_code *code, const int32_t *values, uint32_t count)
{
    uint32_t first = (uint32_t)(code->constants.length / 4);
    for (uint32_t i = 0; i < count; i++)
        base_buffer_u32(&code->constants, (uint32_t)values[i]);
    return first;
}
