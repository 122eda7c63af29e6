/*
 * A data flow analysis along straight code: a method's tests, then the steps that are inlined behind them. The state
 * is the range of each one-byte property, by address. A test that holds narrows a range; an effect sets or moves it.
 * At a label, behind a call and behind deferred writes nothing is known.
 *
 * Only inlined copies leave tests out. A task's own code, which validates running plans, has all of them.
 */
#include "compiler/lower/lower_redundant_test.h"
#include "runtime/blob/opcode_table.h"

/* The range of the byte at an address; nothing is known unless `run` is the current run. */
typedef struct byte_range {
    uint32_t run;
    int16_t low, high;
} byte_range;

/* A new run forgets all ranges at once. */
struct htnc_byte_ranges {
    uint32_t run;
    byte_range of[];
};

void htnc_forget_ranges(htnc_emitter *to)
{
    uint32_t world = to->code->world_bytes;
    uint32_t count = world <= UINT16_MAX ? world + 1 : UINT16_MAX + 1; /* fused tests have addresses of 16 bits */
    if (to->ranges == NULL)
        to->ranges = base_alloc(to->arena, sizeof *to->ranges + count * sizeof *to->ranges->of);
    to->ranges->run++;
}

static byte_range *range_at(htnc_emitter *to, uint32_t address)
{
    byte_range *found = &to->ranges->of[address];
    if (found->run != to->ranges->run)
        *found = (byte_range){to->ranges->run, 0, UINT8_MAX};
    return found;
}

bool htnc_is_redundant(htnc_emitter *to, const htnc_instruction *test)
{
    if (htni_opcodes[test->op].family != HTNI_FAMILY_BYTE_TEST)
        return false;
    const byte_range *range = range_at(to, test->b);
    switch (test->op) {
    case HTN_OP_TEST_EQ_U8: return range->low == test->a && range->high == test->a;
    case HTN_OP_TEST_NE_U8: return range->low > test->a || range->high < test->a;
    case HTN_OP_TEST_LE_U8: return range->high <= test->a;
    default: return range->low >= test->a;
    }
}

void htnc_learn_from_test(htnc_emitter *to, const htnc_instruction *test)
{
    if (htni_opcodes[test->op].family != HTNI_FAMILY_BYTE_TEST)
        return;
    byte_range *range = range_at(to, test->b);
    if (test->op == HTN_OP_TEST_NE_U8) {
        range->low = (int16_t)(range->low + (range->low == test->a));
        range->high = (int16_t)(range->high - (range->high == test->a));
        return;
    }
    if (test->op == HTN_OP_TEST_EQ_U8 || (test->op == HTN_OP_TEST_GE_U8 && range->low < test->a))
        range->low = test->a;
    if (test->op == HTN_OP_TEST_EQ_U8 || (test->op == HTN_OP_TEST_LE_U8 && range->high > test->a))
        range->high = test->a;
}

/* The value after ADD_U8, whose operands are the summand and the range of the property. */
static int16_t moved(int16_t value, const htnc_instruction *add)
{
    int delta = add->a < 128 ? add->a : add->a - 256, low = (int)(add->c & 255), high = (int)(add->c >> 8);
    int sum = value + delta;
    return (int16_t)(sum < low ? low : sum > high ? high : sum);
}

static void forget_property(htnc_emitter *to, uint32_t property)
{
    if (to->code->addresses[property] <= UINT16_MAX)
        to->ranges->of[to->code->addresses[property]].run = 0;
}

static void learn_from_byte(htnc_emitter *to, const htnc_instruction *effect)
{
    byte_range *range = range_at(to, effect->b);
    if (effect->op == HTN_OP_SET_U8)
        *range = (byte_range){to->ranges->run, effect->a, effect->a};
    else if (effect->op == HTN_OP_ADD_U8)
        *range = (byte_range){to->ranges->run, moved(range->low, effect), moved(range->high, effect)};
    else
        range->run = 0;
}

/*
 * A test among effects says nothing about the code behind them, because jumps pass it. PENDING carries out deferred
 * writes. Behind a split planning may resume, in another world.
 */
void htnc_learn_from_effect(htnc_emitter *to, const htnc_instruction *effect)
{
    const htni_opcode *what = &htni_opcodes[effect->op];
    switch (what->writes) {
    case HTNI_WRITES_BYTE: learn_from_byte(to, effect); break;
    case HTNI_WRITES_PROPERTY: forget_property(to, effect->c); break;
    case HTNI_WRITES_CELL:
    case HTNI_WRITES_PENDING: htnc_forget_ranges(to); break;
    default:
        if (what->family == HTNI_FAMILY_SPLIT)
            htnc_forget_ranges(to);
    }
}
