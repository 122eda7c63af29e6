/* The scanner (grammar/htn.l): text to raw tokens. Only token_queue.c asks it for tokens. */
#pragma once

#include "compiler/syntax/parser.h"

/* Checks the text's encoding, and makes the scanner of the parse. */
void htnc_scan_begin(htnc_parser *parser);

/* The next token. After the last one, and after htnc_filter.ended was set: the end of the file, again and again. */
htnc_token htnc_scan(htnc_parser *parser);
