/*
 * Random expressions as trees of this test's own: printed as source text, with no more parentheses than their meaning
 * needs, and evaluated in 128 bits. Nothing of the compiler or the runtime has a part in it, the parser included.
 */
#pragma once

#include "dice.h"
#include <stddef.h>

__extension__ typedef __int128 wide_number;

enum { NUMBER_PROPERTIES = 6, NUMBER_ITEMS = 5, NUMBER_NODES = 64, NUMBER_POINTS = 5, NUMBER_TEXT = 1 << 18 };

typedef enum number_kind {
    NUMBER_LITERAL,
    NUMBER_PROPERTY,
    NUMBER_ADD,
    NUMBER_SUBTRACT,
    NUMBER_MULTIPLY,
    NUMBER_DIVIDE,
    NUMBER_REMAINDER,
    NUMBER_NEGATE,
    NUMBER_MIN,
    NUMBER_MAX,
    NUMBER_ABS,
    NUMBER_CLAMP,
    NUMBER_CURVE,
    NUMBER_COUNT, /* over the items: of those whose number is greater than the operand */
    NUMBER_SUM,
    NUMBER_LEAST,
    NUMBER_GREATEST,
    TRUTH_EQUAL,
    TRUTH_UNEQUAL,
    TRUTH_LESS,
    TRUTH_AT_MOST,
    TRUTH_GREATER,
    TRUTH_AT_LEAST,
    TRUTH_AND,
    TRUTH_OR,
    TRUTH_NOT,
    NUMBER_KINDS
} number_kind;

typedef struct number_node {
    number_kind kind;
    int32_t value; /* of a literal; which property */
    uint32_t points;
    int32_t curve[2 * NUMBER_POINTS];
    const struct number_node *operands[3];
} number_node;

/* One expression: its nodes, the root being the last one made. */
typedef struct number_tree {
    number_node nodes[NUMBER_NODES];
    uint32_t count;
    const number_node *root;
} number_tree;

/* What it is evaluated in. */
typedef struct number_world {
    int32_t properties[NUMBER_PROPERTIES];
    int32_t items[NUMBER_ITEMS];
} number_world;

/* How often each kind was evaluated, how often it went beyond 32 bits, how often it divided by zero. */
typedef struct number_statistics {
    uint64_t evaluated[NUMBER_KINDS], saturated[NUMBER_KINDS], by_zero[NUMBER_KINDS];
} number_statistics;

/* A number that is an edge case in half of all throws. */
int32_t number_random(dice_state *dice);

/* A random expression that is a number, or a truth. */
void number_make(number_tree *tree, dice_state *dice);
void truth_make(number_tree *tree, dice_state *dice);

int32_t number_evaluate(const number_tree *tree, const number_world *world, number_statistics *statistics);

/* Source text, appended at *length. */
typedef struct number_text {
    char text[NUMBER_TEXT];
    size_t length;
    uint32_t variables; /* that have had a name so far */
} number_text;

void number_say(number_text *to, const char *format, ...);

/*
 * The expression as text. In so many of a hundred places a property's value in `known` stands in the place of its name:
 * as a literal, or as the constant that is called after its value.
 */
void number_print(number_text *to, const number_tree *tree, const number_world *known, uint32_t percent,
                  dice_state *dice);

/* A literal; the least number has a minus sign of its own. */
void number_print_literal(number_text *to, int32_t value);

const char *number_kind_name(number_kind kind);
