/* Which words are keywords, and where a list ends that was not closed. */
#pragma once

#include "compiler/syntax/parser.h"

/* Turns a token outside all brackets into what it was meant to be. */
void htnc_token_outside(htnc_parser *parser, htnc_token *token);

/* The same inside brackets, for a token that does not interrupt them. */
void htnc_token_inside(htnc_parser *parser, htnc_token *token);

/* Whether the next token begins a declaration, a part or a clause, wherever it stands. */
bool htnc_begins_something(htnc_parser *parser);

/* Outside brackets: whether the next token looks like a misspelt beginning, which htnc_token_outside() will report. */
bool htnc_seems_to_begin(htnc_parser *parser);

/* Inside brackets: whether the next token shows that they should have been closed before it. */
bool htnc_interrupts(htnc_parser *parser);
