/*
 * Random numbers for tests: splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). The same seed gives the same numbers on every host, so that a seed is
 * a whole bug report.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct dice_state {
    uint64_t state;
} dice_state;

/* Dice of their own for a seed and a purpose: equal only where both are equal. */
dice_state dice_for(uint64_t seed, uint64_t purpose);

uint64_t dice_bits(dice_state *dice);

/* 0 to count - 1; 0 where count is 0. */
uint32_t dice_below(dice_state *dice, uint32_t count);

/* low to high, ends included. */
int32_t dice_between(dice_state *dice, int32_t low, int32_t high);

/*
 * How many rounds a random test plays: `usual`; with HTN_LONG in the environment `many`; with HTN_BRIEF, as under sanitizers,
 * which are ten times slower, a tenth of that.
 */
uint64_t dice_rounds(uint64_t usual, uint64_t many);

/* The same for a test that plays `usual` rounds under sanitizers, too: `many` only without them. */
uint64_t dice_whole_rounds(uint64_t usual, uint64_t many);

/* True in so many of a hundred throws. */
bool dice_percent(dice_state *dice, uint32_t percent);
