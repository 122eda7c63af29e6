/* What was probably meant where there is a syntax error. */
#pragma once

#include "compiler/syntax/syntax_context.h"

/* Words to end a message with, and a mend. */
typedef struct htnc_advice {
    const char *words; /* NULL: there is none */
    base_span span;
    const char *text; /* NULL: no mend */
} htnc_advice;

/* For `found`, which stands after `after`. */
htnc_advice htnc_find_advice(htnc_parser *parser, const htnc_expectation *expected, const htnc_token *after,
                             const htnc_token *found);

/* For `bool C`: a type before the name, as other languages have it. */
htnc_advice htnc_type_first(htnc_parser *parser, const htnc_token *after, const htnc_token *found);

/* For `10 s`: a duration is written without the blank. Words NULL: it is something else. */
htnc_advice htnc_duration_with_blank(htnc_parser *parser, const htnc_token *after, const htnc_token *found);
