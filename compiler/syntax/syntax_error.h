/* Reports syntax errors. */
#pragma once

#include "compiler/syntax/parser.h"

/* The parser cannot take `last`, the latest token. `expected`: names of the tokens that it would have taken. */
void htnc_syntax_error(htnc_parser *parser, const char *const *expected, size_t count);

/* The parser has taken `last`, which stands in for a bracket or a comma: reports what was left out. */
void htnc_syntax_left_out(htnc_parser *parser);
