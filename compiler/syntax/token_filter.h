/* Between scanner and parser: which words are keywords, and what stands in for a bracket or a comma that was left out. */
#ifndef HTNC_TOKEN_FILTER_H
#define HTNC_TOKEN_FILTER_H

#include "htn.tab.h"

/* The next token as the parser is to see it: what bison calls. */
int htnc_yylex(HTNC_YYSTYPE *value, HTNC_YYLTYPE *span, htnc_parser *parser);

#endif
