/*
 * Tiny random planning problems as text: types with a subtype, a constant, static facts and facts that change, negative
 * preconditions, repeated variables, variables that nothing binds, conditional and quantified effects, disjunctions, free parameters of
 * the initial network; objects that nothing tells apart; costs, which no search needs. Few enough facts change that naive_search.h can try everything.
 */
#pragma once

#include "random_costs.h"
#include <stdbool.h>
#include <stdint.h>

enum { RANDOM_HDDL_MOST = 16384 };

typedef struct random_hddl {
    char domain[RANDOM_HDDL_MOST], problem[RANDOM_HDDL_MOST];
    random_costs costs;
    uint64_t seed, random; /* `random`: the seed; then what comes of it */
    bool alike;            /* two objects are named by facts alone, and may be alike */
    /* While it is written. */
    char *text;
    uint32_t length;
} random_hddl;

/* The same texts for the same seed. */
void random_hddl_make(random_hddl *made, uint64_t seed);
