/*
 * What an Achieve's tables say of the memory that its search needs: which parts of the world make up a state, and which tests of bytes
 * an action begins with. The verifier takes the maxima over all Achieves; the search reads the same.
 */
#ifndef HTNI_ACHIEVE_LAYOUT_H
#define HTNI_ACHIEVE_LAYOUT_H

#include <htn/domain.h>

/* A part of the world that makes up the state. */
typedef struct htni_stretch {
    uint32_t address, length;
} htni_stretch;

/* A byte of the world is in a range: (uint8_t)(byte - low) <= span. */
typedef struct htni_byte_test {
    uint16_t address;
    uint8_t low, span;
} htni_byte_test;

/* The parts of the world that the tasks of an Achieve write, into `runs` (may be NULL); their bytes, rounded up to 8. */
uint32_t htni_state_runs(const htn_domain *domain, uint32_t achieve, htni_stretch *runs, uint32_t *count);

/* Whether an instruction is a test that fails for good; any such test asks for a range of values, which may go past 255. */
bool htni_read_byte_test(const uint8_t *at, htni_byte_test *test);

/* How many tests are known of a task that has an action; its code may not have been verified yet. */
uint32_t htni_action_tests(const htn_domain *domain, uint32_t task);

#endif
