/*
 * Elimination of redundant tests: the ranges of one-byte properties along straight code, and which tests they make certain. When a
 * step is inlined behind a method's tests, those of its preconditions that are certain to hold are left out.
 */
#ifndef HTNC_LOWER_REDUNDANT_TEST_H
#define HTNC_LOWER_REDUNDANT_TEST_H

#include "compiler/lower/lower_emit.h"

/* Forgets all ranges: control may come from elsewhere, or the world may be another one. */
void htnc_forget_ranges(htnc_emitter *to);

/* Control has passed a test. Only fused tests of one byte (TEST_*_U8) say something. */
void htnc_learn_from_test(htnc_emitter *to, const htnc_instruction *test);

/* An instruction of a list of effects has been executed. */
void htnc_learn_from_effect(htnc_emitter *to, const htnc_instruction *effect);

/* Whether a test is certain to hold here. False for all but fused tests of one byte. */
bool htnc_is_redundant(htnc_emitter *to, const htnc_instruction *test);

#endif
