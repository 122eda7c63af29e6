/*
 * What is known of one-byte properties along straight code: a method's tests, then the steps that are
 * inlined behind them. A precondition that an earlier test or effect makes certain is left out of
 * the copy; the task's own body, which validates a running plan, has it. Nothing is known at a
 * label, as control may come there from an alternative or a loop, nor behind a call or writes that were pending.
 */
#include "compiler/lower/lower_known.h"

/* One property's range, by its address; good only while its `run` is the current one. */
typedef struct htnc_known {
    uint32_t run;
    int16_t low, high;
} known;

void htnc_known_forget(htnc_lowering *lowering)
{
    uint32_t world = lowering->code->world_bytes;
    if (lowering->known == NULL)
        lowering->known =
            base_alloc_array(lowering->arena, world <= UINT16_MAX ? world + 1 : UINT16_MAX + 1, sizeof(known));
    lowering->known_run++;
}

static known *range_at(htnc_lowering *lowering, uint32_t address)
{
    known *found = &lowering->known[address];
    if (found->run != lowering->known_run)
        *found = (known){lowering->known_run, 0, UINT8_MAX};
    return found;
}

static bool is_fused_test(const htnc_instruction *instruction)
{
    return instruction->op >= HTN_OP_TEST_EQ_U8 && instruction->op <= HTN_OP_TEST_GE_U8;
}

bool htnc_known_to_hold(htnc_lowering *lowering, const htnc_instruction *test)
{
    if (!is_fused_test(test))
        return false;
    const known *range = range_at(lowering, test->b);
    switch (test->op) {
    case HTN_OP_TEST_EQ_U8: return range->low == test->a && range->high == test->a;
    case HTN_OP_TEST_NE_U8: return range->low > test->a || range->high < test->a;
    case HTN_OP_TEST_LE_U8: return range->high <= test->a;
    default: return range->low >= test->a;
    }
}

void htnc_known_passed(htnc_lowering *lowering, const htnc_instruction *test)
{
    if (!is_fused_test(test))
        return;
    known *range = range_at(lowering, test->b);
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

static int16_t moved(int16_t value, const htnc_instruction *add)
{
    int delta = add->a < 128 ? add->a : add->a - 256, low = (int)(add->c & 255), high = (int)(add->c >> 8);
    int sum = value + delta;
    return (int16_t)(sum < low ? low : sum > high ? high : sum);
}

static void forget_property(htnc_lowering *lowering, uint32_t property)
{
    if (lowering->code->addresses[property] <= UINT16_MAX)
        lowering->known[lowering->code->addresses[property]].run = 0;
}

/* Tests among the effects are jumped over, so nothing is known by them; what is pending is written by COMMIT. */
void htnc_known_written(htnc_lowering *lowering, const htnc_instruction *effect)
{
    known *range;
    switch (effect->op) {
    case HTN_OP_STORE: forget_property(lowering, effect->c); break;
    case HTN_OP_STORE_CELL:
    case HTN_OP_COMMIT:
    case HTN_OP_HORIZON: htnc_known_forget(lowering); break; /* which planning may go on behind, in another world */
    case HTN_OP_SET_U8: *range_at(lowering, effect->b) = (known){lowering->known_run, effect->a, effect->a}; break;
    case HTN_OP_ADD_U8:
        range = range_at(lowering, effect->b);
        range->low = moved(range->low, effect);
        range->high = moved(range->high, effect);
        break;
    default: break;
    }
}
