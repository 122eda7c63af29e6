/*
 * How often the constructs of the language were exercised by random domains and stories, as the reference planner counts them:
 * a table with a row for each use of a construct, and in how many of a thousand cases it must be.
 */
#pragma once

#include "reference.h"

typedef enum uses_kind { USES_OF_DOMAINS, USES_OF_STORIES } uses_kind;

typedef struct uses_state {
    uint64_t cases;                 /* domains, or stories */
    uint64_t times[REFERENCE_USES]; /* over all cases */
    uint64_t in[REFERENCE_USES];    /* cases in which there was one */
} uses_state;

/* A case is over: what the reference has counted since the last one is added, and counted from 0 again. */
void uses_add(uses_state *uses, reference_planner *reference);

/*
 * Prints the table as TAP comments. False: a row of a construct that the cases may have is in too few of them. `features`: those of
 * the cases, see generate.h.
 */
bool uses_print(const uses_state *uses, uses_kind kind, unsigned features);
