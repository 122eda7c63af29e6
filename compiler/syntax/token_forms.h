/* Forms of other languages, inside brackets: `At[x]`, `each x : T`, `forall(...)`, `N in [1, 2]`. */
#pragma once

#include "compiler/syntax/parser.h"

/* If the tokens ahead are such a form, reports it and puts our form in their place. */
void htnc_correct_form(htnc_parser *parser);
