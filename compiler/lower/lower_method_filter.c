/*
 * The rows of consecutive methods lie in the constants, in the methods' order. Behind them is a row that every world passes, so
 * SEEK always finds one. A row tests a window of HTN_ROW_BYTES bytes of the world. The window begins where it covers the most tests.
 */
#include "compiler/lower/lower_method_filter.h"
#include "compiler/lower/lower_condition.h"
#include <string.h>

enum { MOST_TESTS = 32 }; /* tests of a method that are considered; the others are left to its own code */

/* Addresses of bytes, and the values that they must have. */
typedef struct byte_tests {
    uint32_t count;
    uint32_t addresses[MOST_TESTS];
    uint8_t values[MOST_TESTS];
} byte_tests;

/* Adds a byte once. If two tests ask for different values, the method always fails, so either value will do. */
static void add_byte(byte_tests *all, uint32_t address, int32_t value)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (all->addresses[i] == address)
            return;
    if (all->count == MOST_TESTS)
        return;
    all->addresses[all->count] = address;
    all->values[all->count++] = (uint8_t)value;
}

/* Finds the tests of bytes among the operands of a conjunction. */
static void find_bytes(const htnc_code *code, const htnc_node *node, byte_tests *all)
{
    const htnc_property *property;
    int32_t value;
    if (htnc_node_is(node, HTNC_AND)) {
        find_bytes(code, node->operands[0], all);
        find_bytes(code, node->operands[1], all);
    } else if (htnc_is_byte_test(code, node, &property, &value)) {
        add_byte(all, code->addresses[property->index], value);
    }
}

/* How many tests a window that begins at `start` covers. */
static uint32_t count_from(const byte_tests *all, uint32_t start)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++)
        count += all->addresses[i] - start < HTN_ROW_BYTES;
    return count;
}

/* The start of the window that covers the most tests. The earliest test wins a tie. */
static uint32_t best_start(const byte_tests *all, uint32_t world_bytes)
{
    uint32_t best = 0, most = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const uint32_t last = world_bytes - HTN_ROW_BYTES;
        const uint32_t start = all->addresses[i] < last ? all->addresses[i] : last;
        const uint32_t count = count_from(all, start);
        if (count > most) {
            best = start;
            most = count;
        }
    }
    return best;
}

htnc_method_filter htnc_method_filter_of(const htnc_code *code, const htnc_list *list)
{
    const uint32_t world_bytes = code->world_bytes;
    byte_tests all = {.count = 0};
    htnc_method_filter filter = {.tests = 0};
    if (list->binder_count > 0 || world_bytes < HTN_ROW_BYTES)
        return filter;
    for (const htnc_test *test = list->tests; test != NULL; test = test->next)
        if (!test->sets)
            find_bytes(code, test->node, &all);
    filter.address = best_start(&all, world_bytes);
    for (uint32_t i = 0; i < all.count; i++) {
        const uint32_t offset = all.addresses[i] - filter.address;
        if (offset >= HTN_ROW_BYTES)
            continue;
        filter.masks[offset] = UINT8_MAX;
        filter.values[offset] = all.values[i];
        filter.tests++;
    }
    return filter;
}

static int32_t word_of(const uint8_t *bytes)
{
    return (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                     (uint32_t)bytes[3] << 24);
}

uint32_t htnc_add_method_filter(htnc_code *code, const htnc_method_filter *filter)
{
    const int32_t constants[HTN_ROW_CONSTANTS] = {
        [HTN_ROW_ADDRESS] = (int32_t)filter->address, [HTN_ROW_TARGET] = HTN_SLOT_FAIL,
        [HTN_ROW_MASKS] = word_of(filter->masks),     [HTN_ROW_MASKS + 1] = word_of(filter->masks + 4),
        [HTN_ROW_VALUES] = word_of(filter->values),   [HTN_ROW_VALUES + 1] = word_of(filter->values + 4),
    };
    return htnc_add_constants(code, constants, HTN_ROW_CONSTANTS);
}

void htnc_set_filter_target(htnc_emitter *to, uint32_t row)
{
    htnc_emit_leader(to);
    base_buffer_put_u32(&to->code->constants, (row + HTN_ROW_TARGET) * 4, to->count);
}
