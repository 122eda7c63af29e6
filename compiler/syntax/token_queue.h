/* The tokens that come next, and small questions about tokens. */
#pragma once

#include "compiler/syntax/keywords.h"
#include "compiler/syntax/parser.h"

/* Scans until so many tokens are in the queue. */
void htnc_tokens_fill(htnc_parser *parser, unsigned count);

/* The token so many places ahead, as scanned; it is not taken. `ahead` < HTNC_TOKENS_AHEAD. Asked often for each token. */
static inline htnc_token *htnc_token_ahead(htnc_parser *parser, unsigned ahead)
{
    if (parser->filter.queue_length <= ahead)
        htnc_tokens_fill(parser, ahead + 1);
    return &parser->filter.queue[ahead];
}

/* Takes the next token; puts one before the next. */
htnc_token htnc_token_take(htnc_parser *parser);
void htnc_token_put_back(htnc_parser *parser, htnc_token token);

/* Whether it is a name or a keyword. */
bool htnc_token_is_word(const htnc_token *token);
htnc_role htnc_token_role(const htnc_token *token);

/* Whether the token so many places ahead is `[`. */
bool htnc_token_is_open(htnc_parser *parser, unsigned ahead);

/* Whether a token of that kind is all of a value, a name or a subtask; whether it may be the end of one. */
bool htnc_is_operand(int kind);
bool htnc_ends_operand(int kind);

/* Whether a token of that kind goes on with an Each, behind its list or its Prefer: the `Prefer`, or the `[` of its subtasks. */
bool htnc_goes_on_with_each(const htnc_filter *filter, int kind);

/* Inside brackets: whether they hold subtasks. */
bool htnc_is_among_subtasks(const htnc_filter *filter);
