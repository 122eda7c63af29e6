/* Between scanner and parser: which words are keywords, and what stands in for a bracket or a comma that was left out. */
#pragma once

#include "htn.tab.h"

/* The next token as the parser is to see it: what bison calls. */
int htnc_yylex(HTNC_YYSTYPE *value, HTNC_YYLTYPE *span, htnc_parser *parser);
