/*
 * The memory that an Achieve's search needs, as its tables say: which parts of the world make up a state, and
 * which tests of bytes an action begins with. The verifier takes the maxima over all Achieves, the planner
 * reserves that much, and the search reads the same tables.
 */
#pragma once

#include <htn/domain.h>

/* A part of the world that belongs to the state. */
typedef struct htni_stretch {
    uint32_t address, length;
} htni_stretch;

/* A test of one byte of the world. It holds if (uint8_t)(byte - low) <= span. */
typedef struct htni_byte_test {
    uint16_t address;
    uint8_t low, span;
} htni_byte_test;

/*
 * The parts of the world that the tasks of an Achieve write. Fills in `runs` (NULL: only counts) and `*count`.
 * Returns their bytes, rounded up to 8.
 */
uint32_t htni_state_runs(const htn_domain *domain, uint32_t achieve, htni_stretch *runs, uint32_t *count);

/*
 * Whether an instruction tests one byte and fails for good if the test does not hold; then fills in `test`.
 * Each such test asks for an interval of values, which may wrap around behind 255.
 */
bool htni_read_byte_test(const uint8_t *at, htni_byte_test *test);

/*
 * How many tests are known beforehand of a task that has an action. Its code need not have been verified yet.
 */
uint32_t htni_action_tests(const htn_domain *domain, uint32_t task);
