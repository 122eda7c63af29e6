/* Where a syntax error is. The token filter records the open brackets; here they get their meaning. */
#include "compiler/syntax/syntax_context.h"

#include "compiler/syntax/keywords.h"
#include "htn.tab.h"
#include <string.h>

bool htnc_expects(const htnc_expectation *expected, const char *token)
{
    for (size_t i = 0; i < expected->count; i++)
        if (strcmp(expected->tokens[i], token) == 0)
            return true;
    return false;
}

const htnc_bracket *htnc_innermost(const htnc_filter *filter)
{
    int kind = filter->last.kind;
    if (kind == HTNC_TOKEN_CLOSE || kind == HTNC_TOKEN_RIGHT)
        return &filter->closed;
    unsigned depth = filter->depth;
    if ((kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_LEFT) && depth > 0)
        depth--;
    return depth == 0 ? NULL : &filter->brackets[depth - 1];
}

/* Whether a round bracket holds the parameters of a declaration: the bracket around it is that of a head. */
static bool holds_parameters(const htnc_filter *filter, const htnc_bracket *bracket)
{
    size_t outer = bracket == &filter->closed ? filter->depth : (size_t)(bracket - filter->brackets);
    if (bracket->square || outer == 0)
        return false;
    int owner = filter->brackets[outer - 1].owner;
    return outer == 1 && (owner == HTNC_TOKEN_TASK || owner == 0);
}

const char *htnc_item_of(const htnc_filter *filter, const htnc_bracket *bracket)
{
    if (bracket == NULL)
        return NULL;
    if (!bracket->square) {
        const char *item = holds_parameters(filter, bracket) ? "parameter" : "argument";
        return bracket->owner == HTNC_TOKEN_IDENTIFIER ? item : NULL;
    }
    const htnc_keyword *keyword = htnc_keyword_of(bracket->owner);
    return keyword == NULL ? NULL : keyword->item;
}

bool htnc_is_in(const htnc_parser *parser, const char *item)
{
    const char *found = htnc_item_of(&parser->filter, htnc_innermost(&parser->filter));
    return found != NULL && strcmp(found, item) == 0;
}

bool htnc_is_quantifier(const htnc_bracket *bracket)
{
    const htnc_keyword *keyword = bracket == NULL || bracket->square ? NULL : htnc_keyword_of(bracket->owner);
    return keyword != NULL && keyword->holds == HTNC_HOLDS_QUANTIFIER;
}
