/*
 * Messages of syntax errors: which tokens are possible, and which one was found. Neighbour: hddl_tokens.c reports
 * missing parentheses and unknown sections.
 */
#pragma once

#include "hddl/read/hddl_parser.h"

/* Reports the latest token. `expected` are the names of the possible tokens. */
void hddl_syntax_error(hddl_parser *parser, const char *const *expected, size_t count);

/* Reports too many nested parentheses, and ends the file there. */
void hddl_too_deep(hddl_parser *parser, base_span span);

/* "a `)` is", "2 `)` are" */
const char *hddl_missing(const hddl_parser *parser, uint32_t count);

/* The text of a span, or its beginning if it is long. */
const char *hddl_slice(const hddl_parser *parser, base_span span);
