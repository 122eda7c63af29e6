/*
 * Costs of a random problem in HDDL: constants, and functions that :init gives numbers. It is drawn as a model, which is written out as text
 * and says by itself what a step costs: nothing is shared with what reads the text. Neighbour: random_hddl.h.
 */
#pragma once

#include "base/text.h"
#include "random_types.h"
#include <stdint.h>

enum { RANDOM_FUNCTIONS = 5, RANDOM_CALLS = 3, RANDOM_COSTED = 4, RANDOM_PLACES = 2 };

typedef struct random_function {
    uint32_t count, types[RANDOM_PLACES];
    bool changed;                                        /* an action changes it: then it counts as 0 */
    bool given[RANDOM_OBJECTS][RANDOM_OBJECTS];          /* in :init; places that it has not are 0 */
    int32_t thousandths[RANDOM_OBJECTS][RANDOM_OBJECTS]; /* what it gives */
} random_function;

/* What an action adds to total-cost. A term is a parameter, or from RANDOM_PLACES on an object. */
typedef struct random_cost {
    int32_t thousandths;
    uint32_t calls, functions[RANDOM_CALLS], terms[RANDOM_CALLS][RANDOM_PLACES];
    uint32_t changes; /* the function that it changes; RANDOM_FUNCTIONS: none */
} random_cost;

typedef struct random_costs {
    bool used; /* else the domain has no :functions, and each step costs 1 */
    random_function functions[RANDOM_FUNCTIONS];
    random_cost actions[RANDOM_COSTED];
} random_costs;

/* What a step came to. */
typedef struct random_step_cost {
    int64_t thousandths;
    bool looked_up;  /* a number that :init gives, and that is not 0 */
    bool absent;     /* :init gives none for these objects */
    bool below_zero; /* the sum was, and counts as 0 */
} random_step_cost;

/* Draws them for actions with so many parameters. */
void random_costs_draw(random_costs *costs, uint64_t seed, const uint32_t *parameters);

/* The (:functions ...) of the domain; the effects of an action; the numbers in :init. */
void random_costs_add_functions(const random_costs *costs, base_text *text);
void random_costs_add_effects(const random_costs *costs, uint32_t action, base_text *text);
void random_costs_add_numbers(const random_costs *costs, base_text *text);

/* What the action costs with these objects, by their index in random_types.h. */
random_step_cost random_costs_of(const random_costs *costs, uint32_t action, const uint32_t *objects);
