/* The scanner, which flex makes of grammar/hddl.l: text becomes tokens. */
#pragma once

#include "hddl/read/hddl_parser.h"

/* Begins at the start of the parser's source. Reports a NUL byte: the text ends there. */
void hddl_scan_begin(hddl_parser *parser);

/* The next token. */
hddl_token hddl_scan(hddl_parser *parser);
