/*
 * The filter between scanner and parser. It decides which words are keywords, supplies missing parentheses at the end
 * of a section, and skips unknown sections.
 */
#pragma once

#include "hddl/read/hddl_parser.h"

/* The next token for the parser. */
hddl_token hddl_token_next(hddl_parser *parser);

/* After an error: skips to the end of the current section, or to the next one. Returns false if there is no more. */
bool hddl_resume(hddl_parser *parser);
