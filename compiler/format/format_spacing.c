/* The blanks between tokens. See format_spacing.h. */
#include "compiler/format/format_spacing.h"

#include "htn.tab.h"

enum { CLAUSE = 6 /* letters of `Expect`: shorter words before the brackets of clauses are made as wide */ };

static bool is_open(int kind)
{
    return kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_LEFT;
}

static bool ends_operand(const htnc_format_token *token)
{
    switch (token->kind) {
    case HTNC_TOKEN_INTEGER:
    case HTNC_TOKEN_FRACTION:
    case HTNC_TOKEN_STRING:
    case HTNC_TOKEN_TEXT:
    case HTNC_TOKEN_CLOSE:
    case HTNC_TOKEN_RIGHT: return true;
    case HTNC_TOKEN_AND:
    case HTNC_TOKEN_OR:
    case HTNC_TOKEN_NOT:
    case HTNC_TOKEN_WHERE:
    case HTNC_TOKEN_WHEN:
    case HTNC_TOKEN_FOR: return false;
    default: return htnc_format_is_word(token);
    }
}

/* Words after which an operand stands, where the grammar expects them; else they are names. */
static bool may_precede_operand(int kind)
{
    return kind == HTNC_TOKEN_LOWEST || kind == HTNC_TOKEN_HIGHEST || kind == HTNC_TOKEN_BY || kind == HTNC_TOKEN_TO ||
           kind == HTNC_TOKEN_ANY || kind == HTNC_TOKEN_LET;
}

/* Whether the token is a sign before its operand: `-3`, `!A`. */
static bool is_prefix(const htnc_format_tokens *tokens, uint32_t first, uint32_t index)
{
    const htnc_format_token *token = &tokens->items[index];
    if (token->kind == HTNC_TOKEN_NOT)
        return tokens->source->text[token->begin] == '!';
    if (token->kind != HTNC_TOKEN_MINUS)
        return false;
    if (index == first || !ends_operand(token - 1))
        return true;
    /* `lowest -A`, as the author wrote it: the word may also be a name */
    const bool apart = token[-1].end != token->begin, joined = token[1].begin == token->end;
    return may_precede_operand(token[-1].kind) && apart && joined;
}

/* Whether the token is directly inside the round brackets of a curve. */
static bool is_in_curve(const htnc_format_tokens *tokens, uint32_t index)
{
    const uint32_t open = tokens->items[index].inside;
    return open > 0 && tokens->items[open - 1].kind == HTNC_TOKEN_CURVE;
}

static bool is_tight_before(const htnc_format_tokens *tokens, uint32_t index)
{
    const htnc_format_token *token = &tokens->items[index];
    switch (token->kind) {
    case HTNC_TOKEN_CLOSE:
    case HTNC_TOKEN_RIGHT:
    case HTNC_TOKEN_COMMA:
    case HTNC_TOKEN_DOT:
    case HTNC_TOKEN_RANGE: return true;
    case HTNC_TOKEN_COLON: return is_in_curve(tokens, index);
    case HTNC_TOKEN_LEFT:
        if (!ends_operand(token - 1) || token[-1].kind == HTNC_TOKEN_CLOSE)
            return false;
        return !may_precede_operand(token[-1].kind) || token[-1].end == token->begin;
    default: return false;
    }
}

static bool is_tight_after(const htnc_format_tokens *tokens, uint32_t first, uint32_t index)
{
    const int kind = tokens->items[index].kind;
    return is_open(kind) || kind == HTNC_TOKEN_RANGE || is_prefix(tokens, first, index) ||
           (kind == HTNC_TOKEN_COLON && is_in_curve(tokens, index));
}

uint32_t htnc_format_blanks(const htnc_format_tokens *tokens, uint32_t first, uint32_t index, bool clause)
{
    if (index == first)
        return 0;
    const htnc_format_token *token = &tokens->items[index];
    const uint32_t length = token[-1].end - token[-1].begin;
    if (clause && index == first + 1 && token->kind == HTNC_TOKEN_OPEN && length < CLAUSE)
        return CLAUSE - length + 1;
    if (token->kind == HTNC_TOKEN_MINUS && token[-1].kind == HTNC_TOKEN_MINUS)
        return 1;
    return is_tight_before(tokens, index) || is_tight_after(tokens, first, index - 1) ? 0 : 1;
}
