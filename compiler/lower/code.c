/* Appends to the code that lowering makes. */
#include "compiler/lower/code.h"

/* These structures are written as they are: see code.h. */
_Static_assert(sizeof(htnc_index_code) == 4 * HTN_INDEXES_FIELDS, "a record");
_Static_assert(sizeof(htnc_key_list_code) == 4 * HTN_KEY_LISTS_FIELDS, "a record");
_Static_assert(sizeof(htnc_test_note) == 4 * HTN_DEBUG_TESTS_FIELDS, "a record");
_Static_assert(sizeof(htnc_read_note) == 4 * HTN_DEBUG_READS_FIELDS, "a record");
_Static_assert(sizeof(htnc_argument_note) == 4 * HTN_DEBUG_ARGUMENTS_FIELDS, "a record");
_Static_assert(sizeof(htnc_subtask_note) == 4 * HTN_DEBUG_SUBTASKS_FIELDS, "a record");

uint32_t htnc_add_constants(htnc_code *code, const int32_t *values, uint32_t count)
{
    uint32_t first = (uint32_t)(code->constants.length / 4);
    for (uint32_t i = 0; i < count; i++)
        base_buffer_u32(&code->constants, (uint32_t)values[i]);
    return first;
}
