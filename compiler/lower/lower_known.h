/* Redundant tests: what is known of one-byte properties along straight code. */
#ifndef HTNC_LOWER_KNOWN_H
#define HTNC_LOWER_KNOWN_H

#include "compiler/lower/lower_state.h"

/* Forgets everything: control may come from elsewhere, or the world may have changed. */
void htnc_known_forget(htnc_lowering *lowering);

/* Control has passed a test. Only fused tests of one byte say something. */
void htnc_known_passed(htnc_lowering *lowering, const htnc_instruction *test);

/* An instruction of a list of effects has been executed. */
void htnc_known_written(htnc_lowering *lowering, const htnc_instruction *effect);

/* Whether a test is certain to hold here. False for all but fused tests. */
bool htnc_known_to_hold(htnc_lowering *lowering, const htnc_instruction *test);

#endif
