/*
 * The filter between scanner and parser. A capitalised word is a keyword outside brackets, and inside them
 * only where `[` follows, which no name is followed by: so every name stays usable, and a `]` that was left
 * out shows at the next keyword. What was left out is stood in for; the parser then reads on undisturbed, and
 * the report is made once it has accepted the stand-in (expected.c words it). Invariant: `brackets` holds
 * what the parser has been given and has not closed.
 */
#include "tokens.h"

#include "ast_make.h"
#include "htn.tab.h"
#include <string.h>

/* --- Reading ahead ------------------------------------------------------------------------------ */

static htnc_token *peek(htnc_parser *parser, unsigned ahead)
{
    htnc_filter *filter = &parser->filter;
    while (filter->held_count <= ahead) {
        filter->held[filter->held_count] = htnc_scan(parser);
        filter->held_count++;
    }
    return &filter->held[ahead];
}

static htnc_token take(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    htnc_token token = *peek(parser, 0);
    filter->held_count--;
    memmove(filter->held, filter->held + 1, filter->held_count * sizeof filter->held[0]);
    if (token.keyword != NULL) { /* it may have been given out and put back as a name */
        token.kind = token.keyword->kind;
        token.begins = false;
    }
    return token;
}

static void put_back(htnc_parser *parser, htnc_token token)
{
    htnc_filter *filter = &parser->filter;
    if (filter->held_count < HTNC_TOKENS_HELD) {
        memmove(filter->held + 1, filter->held, filter->held_count * sizeof filter->held[0]);
        filter->held[0] = token;
        filter->held_count++;
    }
}

static bool is_word(const htnc_token *token)
{
    return token->name.text != NULL && token->kind != HTNC_TOKEN_STRING && token->kind != HTNC_TOKEN_TEXT;
}

static htnc_role role_of(const htnc_token *token)
{
    return token->keyword == NULL ? HTNC_ROLE_NAME : token->keyword->role;
}

static bool is_open(htnc_parser *parser, unsigned ahead)
{
    return peek(parser, ahead)->kind == HTNC_TOKEN_OPEN;
}

/* --- Which words are keywords ------------------------------------------------------------------- */

/* Whether the next token begins a declaration, a part or a clause wherever it stands. */
static bool begins_something(htnc_parser *parser)
{
    const htnc_token *token = peek(parser, 0);
    switch (role_of(token)) {
    case HTNC_ROLE_BEGINS:
        if (token->keyword->kind == HTNC_TOKEN_METHOD && !is_open(parser, 1)) {
            const htnc_token *label = peek(parser, 1);
            return (label->kind == HTNC_TOKEN_INTEGER || is_word(label)) && is_open(parser, 2);
        }
        return is_open(parser, 1);
    case HTNC_ROLE_PAIR: {
        int first = token->keyword->kind;
        const htnc_token *second = peek(parser, 1);
        return second->keyword != NULL && htnc_keyword_pairs(first, second->keyword->kind);
    }
    default: return false;
    }
}

/* Inside brackets: whether the next token shows that they should have been closed before it. */
static bool interrupts(htnc_parser *parser)
{
    const htnc_token *token = peek(parser, 0);
    if (token->kind == HTNC_TOKEN_END || begins_something(parser)) {
        return true;
    }
    if (!is_word(token)) {
        return false;
    }
    if (is_open(parser, 1)) {
        htnc_role role = role_of(peek(parser, 0));
        return role == HTNC_ROLE_FOLLOWS ||
               (role == HTNC_ROLE_NAME && htnc_keyword_nearest(peek(parser, 0)->name.text, HTNC_TOKEN_CLOSE) != NULL);
    }
    const htnc_token *next = peek(parser, 1);
    return next->keyword != NULL && is_open(parser, 2) &&
           (next->keyword->kind == HTNC_TOKEN_TASK || next->keyword->kind == HTNC_TOKEN_STATE);
}

typedef struct joined_words {
    const char *written, *meant;
    int first, second; /* second 0: one word */
} joined_words;

/* What people write for a keyword that is not near it, or runs two together. */
static const joined_words other_words[] = {
    {"CompoundTask", "Compound Task", HTNC_TOKEN_COMPOUND, HTNC_TOKEN_TASK},
    {"PrimitiveTask", "Primitive Task", HTNC_TOKEN_PRIMITIVE, HTNC_TOKEN_TASK},
    {"WorldState", "World State", HTNC_TOKEN_WORLD, HTNC_TOKEN_STATE},
    {"Conditions", "Preconditions", HTNC_TOKEN_PRECONDITIONS, 0},
};

static void report_misspelt(htnc_parser *parser, const htnc_token *token, const char *meant)
{
    if (parser->filter.suspect) {
        return;
    }
    htnc_diagnostic *made = htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, token->span,
                                        "unknown word `%s`; did you mean `%s`?", token->name.text, meant);
    htnc_report_fixit(parser->diagnostics, made, token->span, meant);
}

/* Outside brackets, where a keyword must stand: takes a misspelt one for what it was meant to be. */
static void correct(htnc_parser *parser, htnc_token *token)
{
    for (size_t i = 0; i < sizeof other_words / sizeof other_words[0]; i++) {
        const joined_words *other = &other_words[i];
        if (strcmp(token->name.text, other->written) == 0 && parser->filter.last.kind != HTNC_TOKEN_EXPECT) {
            report_misspelt(parser, token, other->meant);
            token->kind = other->first;
            token->keyword = htnc_keyword_of(other->first);
            token->begins = true;
            if (other->second != 0) {
                put_back(parser, (htnc_token){.kind = other->second,
                                              .span = token->span,
                                              .name = token->name,
                                              .keyword = htnc_keyword_of(other->second)});
            }
            return;
        }
    }
    const htnc_keyword *keyword = htnc_keyword_nearest(token->name.text, parser->filter.last.kind);
    if (keyword != NULL) {
        report_misspelt(parser, token, keyword->text);
        token->kind = keyword->kind;
        token->keyword = keyword;
        token->begins = keyword->role == HTNC_ROLE_BEGINS || keyword->role == HTNC_ROLE_PAIR;
    }
}

static bool is_second_word(const htnc_filter *filter, int kind)
{
    return htnc_keyword_pairs(filter->last.kind, kind);
}

/* A token outside all brackets. */
static void outside(htnc_parser *parser, htnc_token *token)
{
    const htnc_filter *filter = &parser->filter;
    if (!is_word(token)) {
        return;
    }
    int last = filter->last.kind;
    if (last == HTNC_TOKEN_METHOD && is_open(parser, 0) && token->kind != HTNC_TOKEN_SUBTASKS) {
        token->kind = HTNC_TOKEN_IDENTIFIER; /* a label, whatever else it means */
        return;
    }
    switch (role_of(token)) {
    case HTNC_ROLE_BEGINS:
    case HTNC_ROLE_PAIR: token->begins = !is_second_word(filter, token->kind); break;
    case HTNC_ROLE_FOLLOWS: break;
    default: {
        const htnc_keyword *keyword = htnc_keyword_of(last);
        bool after_first = keyword != NULL && keyword->role == HTNC_ROLE_PAIR;
        if (last == HTNC_TOKEN_END || last == HTNC_TOKEN_CLOSE || last == HTNC_TOKEN_PLAN || after_first) {
            correct(parser, token);
        }
        break;
    }
    }
}

/* A word inside brackets that does not interrupt them. */
static void inside(htnc_parser *parser, htnc_token *token)
{
    switch (role_of(token)) {
    case HTNC_ROLE_BEGINS:
    case HTNC_ROLE_PAIR:
    case HTNC_ROLE_FOLLOWS: token->kind = HTNC_TOKEN_IDENTIFIER; break;
    case HTNC_ROLE_GROUP:
        if (!is_open(parser, 0)) {
            token->kind = HTNC_TOKEN_IDENTIFIER;
        }
        break;
    default: break;
    }
}

/* --- What was left out -------------------------------------------------------------------------- */

static bool ends_operand(int kind)
{
    switch (kind) {
    case HTNC_TOKEN_INTEGER:
    case HTNC_TOKEN_STRING:
    case HTNC_TOKEN_IDENTIFIER:
    case HTNC_TOKEN_SPLIT:
    case HTNC_TOKEN_TRUE:
    case HTNC_TOKEN_FALSE:
    case HTNC_TOKEN_NONE:
    case HTNC_TOKEN_RIGHT:
    case HTNC_TOKEN_CLOSE: return true;
    default: return false;
    }
}

static bool starts_operand(int kind)
{
    switch (kind) {
    case HTNC_TOKEN_INTEGER:
    case HTNC_TOKEN_STRING:
    case HTNC_TOKEN_IDENTIFIER:
    case HTNC_TOKEN_SPLIT:
    case HTNC_TOKEN_TRUE:
    case HTNC_TOKEN_FALSE:
    case HTNC_TOKEN_NONE:
    case HTNC_TOKEN_NOT:
    case HTNC_TOKEN_ANY:
    case HTNC_TOKEN_EXISTS:
    case HTNC_TOKEN_EVERY:
    case HTNC_TOKEN_COUNT:
    case HTNC_TOKEN_SUM:
    case HTNC_TOKEN_MIN:
    case HTNC_TOKEN_MAX:
    case HTNC_TOKEN_ABS:
    case HTNC_TOKEN_CLAMP:
    case HTNC_TOKEN_CURVE:
    case HTNC_TOKEN_PARALLEL:
    case HTNC_TOKEN_ACHIEVE: return true;
    default: return false;
    }
}

static htnc_token stand_in(htnc_parser *parser, int kind)
{
    htnc_filter *filter = &parser->filter;
    filter->found = *peek(parser, 0);
    filter->unsaid = filter->said_at != filter->found.span.begin;
    uint32_t at = filter->last.span.end;
    return (htnc_token){.kind = kind, .span = {at, at}, .stand_in = true};
}

/* Drops a bracket that closes nothing. */
static void drop_stray(htnc_parser *parser)
{
    htnc_token token = take(parser);
    if (!parser->filter.suspect && !parser->filter.last.stand_in) {
        htnc_diagnostic *made = htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, token.span,
                                            "this `%s` closes nothing", token.kind == HTNC_TOKEN_CLOSE ? "]" : ")");
        htnc_report_fixit(parser->diagnostics, made, token.span, "");
    }
}

/* The next token as the parser is to see it. */
static htnc_token next_token(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    for (;;) {
        int kind = peek(parser, 0)->kind;
        filter->suspect |= peek(parser, 0)->damaged;
        bool round = filter->depth > 0 && !filter->brackets[filter->depth - 1].square;
        bool closes = kind == HTNC_TOKEN_CLOSE || kind == HTNC_TOKEN_RIGHT;
        if (closes && (filter->depth == 0 || (kind == HTNC_TOKEN_RIGHT && !round))) {
            drop_stray(parser);
            continue;
        }
        if (filter->depth == 0) {
            htnc_token token = take(parser);
            outside(parser, &token);
            return token;
        }
        if ((kind == HTNC_TOKEN_CLOSE && round) || interrupts(parser)) {
            return stand_in(parser, round ? HTNC_TOKEN_RIGHT : HTNC_TOKEN_CLOSE);
        }
        htnc_token token = take(parser);
        inside(parser, &token);
        if (ends_operand(filter->last.kind) && starts_operand(token.kind)) {
            put_back(parser, token);
            return stand_in(parser, HTNC_TOKEN_COMMA);
        }
        return token;
    }
}

/* --- Handing over ------------------------------------------------------------------------------- */

static void end_too_deep(htnc_parser *parser, htnc_token *token)
{
    htnc_syntax_too_deep(parser, token->span);
    *token = (htnc_token){.kind = HTNC_TOKEN_END, .span = {token->span.begin, token->span.begin}};
    parser->filter.held[0] = *token;
    parser->filter.held_count = 1;
    parser->filter.ended = true;
}

static void open_bracket(htnc_parser *parser, htnc_token *token)
{
    htnc_filter *filter = &parser->filter;
    if (filter->depth == HTNC_DEEPEST) {
        end_too_deep(parser, token);
        return;
    }
    bool square = token->kind == HTNC_TOKEN_OPEN;
    int owner = square ? filter->owner : filter->last.kind;
    filter->brackets[filter->depth++] = (htnc_bracket){square, token->span, owner};
}

/* Keeps account of a token that the parser is about to get. */
static void account(htnc_parser *parser, htnc_token *token)
{
    htnc_filter *filter = &parser->filter;
    bool prefix =
        token->kind == HTNC_TOKEN_NOT || (token->kind == HTNC_TOKEN_MINUS && !ends_operand(filter->last.kind));
    filter->prefixes = prefix ? filter->prefixes + 1 : 0;
    if (filter->prefixes > HTNC_DEEPEST) {
        end_too_deep(parser, token);
    }
    if (token->kind == HTNC_TOKEN_OPEN || token->kind == HTNC_TOKEN_LEFT) {
        open_bracket(parser, token);
    } else if (token->kind == HTNC_TOKEN_CLOSE || token->kind == HTNC_TOKEN_RIGHT) {
        filter->closed = filter->brackets[--filter->depth];
    } else if (token->keyword != NULL && token->kind == token->keyword->kind && role_of(token) < HTNC_ROLE_CONTEXTUAL) {
        filter->owner = token->kind;
    }
    if (token->begins) {
        filter->section_before = filter->section;
        filter->section = token->kind;
    }
    filter->before = filter->last;
    filter->last = *token;
}

int htnc_yylex(HTNC_YYSTYPE *value, HTNC_YYLTYPE *span, htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    if (filter->last.stand_in && filter->unsaid) {
        htnc_syntax_left_out(parser);
    }
    if (filter->last.begins) {
        filter->suspect = filter->last.damaged;
    }
    htnc_token token = next_token(parser);
    account(parser, &token);
    *span = token.span;
    if (token.kind == HTNC_TOKEN_INTEGER) {
        value->number = token.number;
    } else {
        value->name = token.name;
    }
    return token.kind;
}

/* --- Taking up again after an error ------------------------------------------------------------- */

/* Takes back the token that the parser could not take. */
static void undo_last(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    htnc_token token = filter->last;
    if (token.kind == HTNC_TOKEN_OPEN || token.kind == HTNC_TOKEN_LEFT) {
        filter->depth--;
    } else if (token.kind == HTNC_TOKEN_CLOSE || token.kind == HTNC_TOKEN_RIGHT) {
        filter->brackets[filter->depth++] = filter->closed;
    }
    if (token.begins) {
        filter->section = filter->section_before;
    }
    if (!token.stand_in && !filter->ended) {
        put_back(parser, token);
    }
    filter->unsaid = false;
    filter->last = filter->before;
}

/* Nothing may be taken up twice at one place: what stands there is then passed over. */
static void ensure_progress(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    const htnc_token *token = peek(parser, 0);
    if (token->span.begin == filter->resumed_at && token->kind != HTNC_TOKEN_END) {
        take(parser);
        token = peek(parser, 0);
    }
    filter->resumed_at = token->span.begin;
}

/* Skips to the end of the item, or of the brackets, that the error was in. */
static void skip_within(htnc_parser *parser, bool to_comma)
{
    htnc_filter *filter = &parser->filter;
    unsigned round = 0;
    unsigned square = 0;
    for (; filter->depth > 0 && !filter->brackets[filter->depth - 1].square; filter->depth--) {
        round++;
    }
    for (;;) {
        int kind = peek(parser, 0)->kind;
        bool between = round == 0 && square == 0;
        if (to_comma && between && (kind == HTNC_TOKEN_COMMA || kind == HTNC_TOKEN_DOT)) {
            return;
        }
        if (kind == HTNC_TOKEN_CLOSE) {
            if (square == 0) {
                return;
            }
            square--;
            round = 0;
        } else if (interrupts(parser)) {
            filter->suspect = true;
            return;
        }
        square += kind == HTNC_TOKEN_OPEN;
        round += kind == HTNC_TOKEN_LEFT;
        round -= kind == HTNC_TOKEN_RIGHT && round > 0;
        take(parser);
    }
}

void htnc_resume_item(htnc_parser *parser)
{
    undo_last(parser);
    skip_within(parser, true);
    ensure_progress(parser);
}

void htnc_resume_value(htnc_parser *parser)
{
    undo_last(parser);
    skip_within(parser, false);
    ensure_progress(parser);
}

void htnc_resume_file(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    undo_last(parser);
    htnc_ast_failed(parser, filter->between ? 0 : filter->section);
    filter->depth = 0;
    while (peek(parser, 0)->kind != HTNC_TOKEN_END && !begins_something(parser)) {
        take(parser);
    }
    ensure_progress(parser);
}
