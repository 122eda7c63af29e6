/*
 * What the parts of a conformance case share: the text that grows, the memory, the world and what happens to it. Neighbours: conformance.c (the
 * case), conformance_search.c (searches), conformance_life.c (an agent).
 */
#pragma once

#include "../differential/dice.h"
#include "conformance.h"
#include <htn/htn.h>

typedef struct conformance_case {
    htn_domain domain;
    dice_state dice;
    uint64_t seed;
    uint8_t *memory; /* what is left of it */
    size_t memory_left;
    char *out;
    size_t used, size;
    bool failed; /* out of memory, or of text */
} conformance_case;

/* Text. A word is preceded by a space. */
void put_text(conformance_case *a_case, const char *text);
void put_word(conformance_case *a_case, const char *text);
void put_number(conformance_case *a_case, int64_t number);
void put_bytes(conformance_case *a_case, const uint8_t *bytes, size_t size);

/* Aligned to 8, filled with a pattern; NULL where there is no more, and then the case has failed. */
void *take_memory(conformance_case *a_case, size_t size);

/* The limits of all planners: small, so that they are hit. */
htn_limits conformance_limits(void);

/* Changes some cells, and which instances there are. What cannot be written is refused, which is as good. */
void change_world(conformance_case *a_case, htn_world *world, uint32_t writes);

/* The world as a save, by its size and checksum. */
void put_world(conformance_case *a_case, const htn_world *world);

/* Answers of queries, by what is asked; `user` is the case. */
htn_status answer_query(void *user, const htn_question *question, int32_t *answers, uint32_t *count);

void conformance_searches(conformance_case *a_case);
void conformance_life(conformance_case *a_case);
