/* Where a syntax error is: what the parser would have taken there, and what the brackets around it hold. */
#pragma once

#include "compiler/syntax/parser.h"

enum { HTNC_MOST_NAMED = 7 };

/* What the parser would have taken. */
typedef struct htnc_expectation {
    const char *const *tokens; /* names from htn.y */
    size_t count;
    const char *named[HTNC_MOST_NAMED];
    size_t named_count;
} htnc_expectation;

/* Whether the parser would have taken `token`, a name from grammar/htn.y. */
bool htnc_expects(const htnc_expectation *expected, const char *token);

/* The bracket around the place between `before` and `last`; NULL: there is none. */
const htnc_bracket *htnc_innermost(const htnc_filter *filter);

/* What the list in `bracket` holds ("condition"); NULL: it is no list. `bracket` may be NULL. */
const char *htnc_item_of(const htnc_filter *filter, const htnc_bracket *bracket);

/* Whether the innermost bracket is a list of such items ("condition"). */
bool htnc_is_in(const htnc_parser *parser, const char *item);

/* Whether a round bracket belongs to a quantifier, or to a function of the same name. `bracket` may be NULL. */
bool htnc_is_quantifier(const htnc_bracket *bracket);
