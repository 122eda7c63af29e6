/*
 * What the messages of syntax errors share: expected.c says what could stand there and what was found, advice.c what was
 * probably meant.
 */
#ifndef HTNC_EXPECTED_H
#define HTNC_EXPECTED_H

#include "compiler/syntax/tokens.h"

enum { HTNC_MOST_NAMED = 5 };

/* What the parser would have taken. */
typedef struct htnc_expectation {
    const char *const *tokens; /* names from htn.y */
    size_t count;
    const char *said[HTNC_MOST_NAMED];
    size_t said_count;
} htnc_expectation;

/* Words to end a message with, and a mend. */
typedef struct htnc_advice {
    const char *words; /* NULL: there is none */
    base_span span;
    const char *text; /* NULL: no mend */
} htnc_advice;

bool htnc_expects(const htnc_expectation *expected, const char *token);

/* The bracket that the place between `before` and `last` is in, or NULL. */
const htnc_bracket *htnc_innermost(const htnc_filter *filter);

/* Whether that place is in a list of such items ("condition"). */
bool htnc_is_in(const htnc_parser *parser, const char *item);

/* Whether a round bracket is a quantifier's, or a function's of the same name. */
bool htnc_is_quantifier(const htnc_bracket *bracket);

/* advice.c: of `found`, behind `after`. */
htnc_advice htnc_find_advice(htnc_parser *parser, const htnc_expectation *expected, const htnc_token *after,
                             const htnc_token *found);

/* `bool C`: a type before the name, as other languages have it. */
htnc_advice htnc_type_first(htnc_parser *parser, const htnc_token *after, const htnc_token *found);

#endif
