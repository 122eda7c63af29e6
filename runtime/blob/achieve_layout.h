/*
 * The memory that an Achieve's search needs, as its tables say: which parts of the world make up a state, which
 * tests of bytes an action begins with, and which bytes it writes. The verifier takes the maxima over all Achieves, the planner
 * reserves that much, and the search reads the same tables.
 */
#pragma once

#include <htn/domain.h>

/*
 * A property that belongs to the state: its cells, side by side in words of 64 bits, each with as few bits as its
 * values need. None lies in two words: one that does not fit begins the next word.
 */
typedef struct htni_state_part {
    uint32_t address, cells; /* in the world */
    uint32_t word;           /* of the state, where the first cell lies ... */
    uint8_t shift, bits;     /* ... behind so many bits; and the bits of a cell, 1 to 32 */
    uint8_t storage;
} htni_state_part;

/* Where a cell of a byte lies in a state. */
typedef struct htni_field {
    uint32_t word;       /* HTN_NONE: in none */
    uint8_t shift, mask; /* the word, shifted right by `shift`, has it in these bits */
} htni_field;

/* A test of one byte of the world. It holds if (uint8_t)(byte - low) <= span. */
typedef struct htni_byte_test {
    uint16_t address;
    uint8_t low, span;
} htni_byte_test;

/*
 * The properties that the tasks of an Achieve write: `parts` has room for WRITE_COUNT of them, or is NULL. Returns the
 * bytes of a state, a multiple of 8, and at least 8.
 */
uint32_t htni_state_parts(const htn_domain *domain, uint32_t achieve, htni_state_part *parts);

/* Where the byte at an address of the world lies in a state of such parts. */
htni_field htni_state_field(const htni_state_part *parts, uint32_t count, uint32_t address);

/* The state of a world, and back again; `bytes`: of a state. */
void htni_read_state(const htni_state_part *parts, uint32_t count, const uint8_t *world, uint64_t *state,
                     uint32_t bytes);
void htni_write_state(const htni_state_part *parts, uint32_t count, const uint64_t *state, uint8_t *world);

/*
 * Whether an instruction tests one byte; then fills in `test`. Each such test asks for an interval of values, which
 * may wrap around behind 255.
 */
bool htni_read_test(const uint8_t *at, htni_byte_test *test);

/* The same, and it fails for good if the test does not hold. */
bool htni_read_byte_test(const uint8_t *at, htni_byte_test *test);

/*
 * How many tests are known beforehand of a task that has an action. Its code need not have been verified yet.
 */
uint32_t htni_action_tests(const htn_domain *domain, uint32_t task);

/* What an action does behind those tests, if that is only a constant cost and writes of bytes. */
typedef struct htni_plain_writes {
    uint32_t first, count; /* the instructions SET_U8 and ADD_U8 */
    int32_t cost;
} htni_plain_writes;

/*
 * Fills in `writes` (all 0 if there are none of the kind). False: the action does something else, too. Its code
 * need not have been verified yet.
 */
bool htni_action_writes(const htn_domain *domain, uint32_t task, htni_plain_writes *writes);
