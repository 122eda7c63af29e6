/* The tokens that come next: read ahead from the scanner, taken, or put back. */
#include "compiler/syntax/token_queue.h"

#include "compiler/syntax/scanner.h"
#include "htn.tab.h"
#include <string.h>

void htnc_tokens_fill(htnc_parser *parser, unsigned count)
{
    htnc_filter *filter = &parser->filter;
    while (filter->queue_length < count) {
        filter->queue[filter->queue_length] = htnc_scan(parser);
        filter->queue_length++;
    }
}

htnc_token htnc_token_take(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    htnc_token token = *htnc_token_ahead(parser, 0);
    filter->queue_length--;
    memmove(filter->queue, filter->queue + 1, filter->queue_length * sizeof filter->queue[0]);
    if (token.keyword != NULL) { /* it may have been handed over, and put back, as a name */
        token.kind = token.keyword->kind;
        token.begins = false;
    }
    return token;
}

void htnc_token_put_back(htnc_parser *parser, htnc_token token)
{
    htnc_filter *filter = &parser->filter;
    if (filter->queue_length < HTNC_TOKENS_AHEAD) {
        memmove(filter->queue + 1, filter->queue, filter->queue_length * sizeof filter->queue[0]);
        filter->queue[0] = token;
        filter->queue_length++;
    }
}

bool htnc_token_is_word(const htnc_token *token)
{
    return token->name.text != NULL && token->kind != HTNC_TOKEN_STRING && token->kind != HTNC_TOKEN_TEXT;
}

htnc_role htnc_token_role(const htnc_token *token)
{
    return token->keyword == NULL ? HTNC_ROLE_NAME : token->keyword->role;
}

bool htnc_token_is_open(htnc_parser *parser, unsigned ahead)
{
    return htnc_token_ahead(parser, ahead)->kind == HTNC_TOKEN_OPEN;
}

bool htnc_is_operand(int kind)
{
    switch (kind) {
    case HTNC_TOKEN_INTEGER:
    case HTNC_TOKEN_FRACTION:
    case HTNC_TOKEN_STRING:
    case HTNC_TOKEN_IDENTIFIER:
    case HTNC_TOKEN_SPLIT:
    case HTNC_TOKEN_TRUE:
    case HTNC_TOKEN_FALSE:
    case HTNC_TOKEN_NONE: return true;
    default: return false;
    }
}

bool htnc_ends_operand(int kind)
{
    return htnc_is_operand(kind) || kind == HTNC_TOKEN_RIGHT || kind == HTNC_TOKEN_CLOSE;
}

bool htnc_goes_on_with_each(const htnc_filter *filter, int kind)
{
    if (filter->depth == 0 || filter->last.kind != HTNC_TOKEN_CLOSE)
        return false;
    return (filter->closed.owner == HTNC_TOKEN_EACH && (kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_PREFER)) ||
           (filter->closed.owner == HTNC_TOKEN_PREFER && kind == HTNC_TOKEN_OPEN);
}

bool htnc_is_among_subtasks(const htnc_filter *filter)
{
    const htnc_bracket *bracket = &filter->brackets[filter->depth - 1];
    return bracket->square && (bracket->owner == HTNC_TOKEN_SUBTASKS || bracket->owner == HTNC_TOKEN_PARALLEL ||
                               bracket->owner == HTNC_TOKEN_BACKGROUND || bracket->owner == HTNC_TOKEN_OPTIONAL ||
                               bracket->owner == HTNC_TOKEN_ANY_ORDER || bracket->owner == HTNC_TOKEN_PLAN);
}
