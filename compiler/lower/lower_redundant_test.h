/*
 * Elimination of redundant tests: where a step is inlined behind a method's tests, those of its preconditions that are certain to
 * hold are left out.
 */
#pragma once

#include "compiler/lower/lower_emit.h"

/* Forgets everything: control may arrive from elsewhere, or the world may have changed. */
void htnc_forget_ranges(htnc_emitter *to);

/* A test holds behind here. Only fused tests of one byte (TEST_*_U8) are used. */
void htnc_learn_from_test(htnc_emitter *to, const htnc_instruction *test);

/* An instruction of a list of effects has been executed. */
void htnc_learn_from_effect(htnc_emitter *to, const htnc_instruction *effect);

/* Whether a test is certain to hold here. False unless it is a fused test of one byte. */
bool htnc_is_redundant(htnc_emitter *to, const htnc_instruction *test);
