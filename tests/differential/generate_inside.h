/* Inside the generator: what generate.c (declarations and tasks) and generate_expr.c (expressions) share. */
#ifndef TESTS_GENERATE_INSIDE_H
#define TESTS_GENERATE_INSIDE_H

#include "generate.h"

enum {
    MOST_ENUMS = 2,
    MOST_PROPERTIES = 12,
    MOST_CONSTANTS = 4,
    MOST_CONDITIONS = 3,
    MOST_TASKS = 16,
    MOST_PARAMETERS = 3
};

/* Types as the generator sees them: ENUM + n is the n-th enum. */
enum { BOOL, INTEGER, SYMBOL, ENUM };

typedef struct world_slot {
    int type;
    int32_t low, high; /* INTEGER */
} world_slot;

typedef struct parameters {
    int count;
    int types[MOST_PARAMETERS]; /* of parameters p0, p1, ... */
    char letter;
} parameters;

typedef struct generator_state {
    dice_state dice;
    char *text;
    size_t length;
    int enum_count, enum_sizes[MOST_ENUMS];
    int property_count;
    world_slot properties[MOST_PROPERTIES];
    int constant_count, constants[MOST_CONSTANTS];
    int condition_count; /* those that may be used so far */
    parameters conditions[MOST_CONDITIONS];
    int compound_count, primitive_count;
    parameters compounds[MOST_TASKS], primitives[MOST_TASKS];
    bool with_conditions; /* expressions may call named conditions */
    bool extreme;         /* this domain is fond of numbers near the ends of 32 bits */
} generator_state;

void say(generator_state *generator, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

int below(generator_state *generator, int count);
bool percent(generator_state *generator, uint32_t chance);

/* A number as a literal: mostly small. */
void say_number(generator_state *generator);

/* A value of an integer property, near 0 where it can be: values that tests and effects share meet. */
void say_likely_value(generator_state *generator, const world_slot *property);

/* An expression of a type; `depth` bounds its nesting. */
void say_value(generator_state *generator, const parameters *scope, int type, int depth);

/* One item of a list of conditions. */
void say_condition(generator_state *generator, const parameters *scope);

/* Picks a property of a type; -1 where there is none. */
int pick_property(generator_state *generator, int type);

void say_enum_value(generator_state *generator, int type);

#endif
