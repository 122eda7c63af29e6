/*
 * What the files of the filter between scanner and parser share: tokens.c has the tokens that come next, tokens_words.c
 * says which words are keywords, tokens_resume.c goes on after an error.
 */
#ifndef HTNC_TOKENS_INSIDE_H
#define HTNC_TOKENS_INSIDE_H

#include "compiler/syntax/tokens.h"

/* tokens.c: the next token, taken; one put in front of the next. */
htnc_token htnc_token_take(htnc_parser *parser);
void htnc_token_put_back(htnc_parser *parser, htnc_token token);

htnc_role htnc_token_role(const htnc_token *token);

/* Whether the token so far ahead is `[`. */
bool htnc_token_is_open(htnc_parser *parser, unsigned ahead);

/* Whether a value, a name or a call may end with such a token. */
bool htnc_ends_operand(int kind);

/*
 * tokens_words.c: a token outside all brackets, and a word inside some that does not interrupt them, each taken for what
 * it was meant to be.
 */
void htnc_token_outside(htnc_parser *parser, htnc_token *token);
void htnc_token_inside(htnc_parser *parser, htnc_token *token);

/* Whether the next token begins a declaration, a part or a clause wherever it stands. */
bool htnc_begins_something(htnc_parser *parser);

/* Outside brackets: whether it looks like a misspelt beginning, which htnc_token_outside() will report. */
bool htnc_seems_to_begin(htnc_parser *parser);

/* Inside brackets: whether the next token shows that they should have been closed before it. */
bool htnc_interrupts(htnc_parser *parser);

/* Inside brackets: whether they hold subtasks. */
bool htnc_is_among_subtasks(const htnc_filter *filter);

#endif
