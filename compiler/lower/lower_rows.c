/*
 * Rows: what of many methods' conditions is compared at once, before any of them is come to (SEEK). A method's row has those of its
 * tests that ask one byte for one value and lie within one window of the world; what else it asks, its own code does. The rows of methods
 * one behind the other lie likewise among the constants, and behind them one that any world matches.
 */
#include "compiler/lower/lower_rows.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_node.h"
#include <string.h>

enum { MOST_TESTS = 32 }; /* of one method that are looked at */

typedef struct asked {
    uint32_t count;
    uint32_t addresses[MOST_TESTS];
    uint8_t values[MOST_TESTS];
} asked;

/* What is asked twice is taken in once: should the values differ, either of them must be there. */
static void take_in(asked *all, uint32_t address, int32_t value)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (all->addresses[i] == address)
            return;
    if (all->count == MOST_TESTS)
        return;
    all->addresses[all->count] = address;
    all->values[all->count++] = (uint8_t)value;
}

static void find_bytes(const htnc_lowering *lowering, const htnc_node *node, asked *all)
{
    const htnc_property *property;
    int32_t value;
    if (htnc_node_is(node, HTNC_AND)) {
        find_bytes(lowering, node->operands[0], all);
        find_bytes(lowering, node->operands[1], all);
    } else if (htnc_asks_for_byte(lowering, node, &property, &value)) {
        take_in(all, lowering->code->addresses[property->index], value);
    }
}

static uint32_t count_from(const asked *all, uint32_t start)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++)
        count += all->addresses[i] - start < HTN_ROW_BYTES;
    return count;
}

/* Where a window has most of them; of equals the one of the test that stands first. */
static uint32_t best_start(const asked *all, uint32_t world_bytes)
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

htnc_row htnc_row_of(const htnc_lowering *lowering, const htnc_list *list)
{
    const uint32_t world_bytes = lowering->code->world_bytes;
    asked all = {.count = 0};
    htnc_row row = {.tests = 0};
    if (list->binder_count > 0 || world_bytes < HTN_ROW_BYTES)
        return row;
    for (const htnc_test *test = list->tests; test != NULL; test = test->next)
        find_bytes(lowering, test->node, &all);
    row.address = best_start(&all, world_bytes);
    for (uint32_t i = 0; i < all.count; i++) {
        const uint32_t offset = all.addresses[i] - row.address;
        if (offset >= HTN_ROW_BYTES)
            continue;
        row.masks[offset] = UINT8_MAX;
        row.values[offset] = all.values[i];
        row.tests++;
    }
    return row;
}

static int32_t word_of(const uint8_t *bytes)
{
    return (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                     (uint32_t)bytes[3] << 24);
}

uint32_t htnc_add_row(htnc_lowering *lowering, const htnc_row *row)
{
    const int32_t constants[HTN_ROW_CONSTANTS] = {
        [HTN_ROW_ADDRESS] = (int32_t)row->address, [HTN_ROW_TARGET] = HTN_SLOT_FAIL,
        [HTN_ROW_MASKS] = word_of(row->masks),     [HTN_ROW_MASKS + 1] = word_of(row->masks + 4),
        [HTN_ROW_VALUES] = word_of(row->values),   [HTN_ROW_VALUES + 1] = word_of(row->values + 4),
    };
    return htnc_add_constants(lowering, constants, HTN_ROW_CONSTANTS);
}

void htnc_set_row_target(htnc_lowering *lowering, uint32_t row)
{
    htnc_emit_leader(lowering);
    lowering->code->constants[row + HTN_ROW_TARGET] = (int32_t)lowering->to->count;
}
