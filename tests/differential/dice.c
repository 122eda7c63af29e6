/* Random numbers for tests; see dice.h. No state but the caller's. */
#include "dice.h"
#include <stdlib.h>

uint64_t dice_bits(dice_state *dice)
{
    uint64_t bits = dice->state += UINT64_C(0x9e3779b97f4a7c15);

    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

dice_state dice_for(uint64_t seed, uint64_t purpose)
{
    dice_state made = {seed};

    /* Seeds are counted up by one, so they are stirred before the purpose is added. */
    made.state = dice_bits(&made) + purpose;
    made.state = dice_bits(&made);
    return made;
}

uint32_t dice_below(dice_state *dice, uint32_t count)
{
    return count ? (uint32_t)((dice_bits(dice) >> 32) * count >> 32) : 0;
}

int32_t dice_between(dice_state *dice, int32_t low, int32_t high)
{
    uint64_t span = (uint64_t)((int64_t)high - low) + 1;

    return (int32_t)(low + (int64_t)(dice_bits(dice) % span));
}

bool dice_percent(dice_state *dice, uint32_t percent)
{
    return dice_below(dice, 100) < percent;
}

uint64_t dice_rounds(uint64_t usual, uint64_t many)
{
    const uint64_t rounds = getenv("HTN_LONG") != NULL ? many : usual;

    return getenv("HTN_BRIEF") != NULL && rounds >= 10 ? rounds / 10 : rounds;
}

uint64_t dice_whole_rounds(uint64_t usual, uint64_t many)
{
    return getenv("HTN_LONG") != NULL && getenv("HTN_BRIEF") == NULL ? many : usual;
}
