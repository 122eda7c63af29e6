/* Small domains with the plans that they must have, for test_reference.c. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct reference_case {
    const char *name, *text;
    const char *world; /* `+Enemy` spawns, `-Enemy:1` despawns, `T(0,1)=2` sets, between blanks; may be NULL */
    const char *plan;  /* `Go(1) Hit(2,3) Split | 0 1`: steps with all their values, and the record */
    /* what happens while that plan runs; NULL: nothing is asked */
    const char *then;
    uint32_t steps_done; /* CASE_GOES_ON: all, and then planning goes on behind the split */
    const char *replan;
} reference_case;

#define CASE_GOES_ON UINT32_MAX

extern const reference_case reference_cases[];
extern const size_t reference_case_count;
