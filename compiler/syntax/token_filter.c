/*
 * The filter between scanner and parser. Where a bracket or a comma was left out, the filter hands over a stand-in, so the parser reads
 * on undisturbed. When the parser has accepted the stand-in, syntax_error.c reports what was left out. Invariant: `brackets` holds the
 * brackets that the parser has got and that are still open. Neighbours: token_queue.c, token_words.c, error_recovery.c.
 */
#include "compiler/syntax/token_filter.h"

#include "compiler/syntax/syntax_error.h"
#include "compiler/syntax/token_queue.h"
#include "compiler/syntax/token_forms.h"
#include "compiler/syntax/token_words.h"

/* --- What was left out -------------------------------------------------------------------------- */

static bool starts_operand(int kind)
{
    htnc_role role = htnc_role_of(kind);
    return htnc_is_operand(kind) || role == HTNC_ROLE_VALUE || role == HTNC_ROLE_LET ||
           (role == HTNC_ROLE_GROUP && kind != HTNC_TOKEN_USING);
}

static htnc_token stand_in(htnc_parser *parser, int kind)
{
    htnc_filter *filter = &parser->filter;
    filter->found = *htnc_token_ahead(parser, 0);
    filter->unreported = filter->reported_at != filter->found.span.begin;
    uint32_t at = filter->last.span.end;
    return (htnc_token){.kind = kind, .span = {at, at}, .stand_in = true};
}

/* For `[RunTo Gate)]`: whether the next parenthesis closes, although none was opened after the name. */
static bool lacks_parenthesis(htnc_parser *parser)
{
    const htnc_filter *filter = &parser->filter;
    const htnc_bracket *bracket = &filter->brackets[filter->depth - 1];
    bool calls = bracket->square && (htnc_is_among_subtasks(filter) || bracket->owner == HTNC_TOKEN_OPERATOR);
    if (!calls || filter->last.kind != HTNC_TOKEN_IDENTIFIER)
        return false;
    for (unsigned i = 0; i + 2 < HTNC_TOKENS_AHEAD; i++) {
        switch (htnc_token_ahead(parser, i)->kind) {
        case HTNC_TOKEN_RIGHT: return true;
        case HTNC_TOKEN_LEFT:
        case HTNC_TOKEN_OPEN:
        case HTNC_TOKEN_CLOSE:
        case HTNC_TOKEN_END: return false;
        default: break;
        }
    }
    return false;
}

static htnc_token supply_parenthesis(htnc_parser *parser)
{
    base_span name = parser->filter.last.span;
    base_span found = htnc_token_ahead(parser, 0)->span;
    if (!htnc_parser_is_quiet(parser, found)) {
        base_diagnostic *made =
            base_report(parser->diagnostics, BASE_DIAG_SYNTAX, found, "expected `(` after `%s`, found `%s`",
                        htnc_parser_text(parser, name), htnc_parser_text(parser, found));
        base_report_fixit(parser->diagnostics, made, (base_span){name.end, found.begin}, "(");
    }
    return (htnc_token){.kind = HTNC_TOKEN_LEFT, .span = {name.end, name.end}, .stand_in = true};
}

/* Drops a bracket that closes nothing. */
static void drop_stray(htnc_parser *parser)
{
    htnc_token token = htnc_token_take(parser);
    if (!htnc_parser_is_quiet(parser, token.span) && !parser->filter.last.stand_in) {
        base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, token.span,
                                            "this `%s` closes nothing", token.kind == HTNC_TOKEN_CLOSE ? "]" : ")");
        base_report_fixit(parser->diagnostics, made, token.span, "");
    }
}

/* The next token as the parser gets it. */
static htnc_token next_token(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    for (;;) {
        int kind = htnc_token_ahead(parser, 0)->kind;
        filter->suspect |= htnc_token_ahead(parser, 0)->damaged;
        bool round = filter->depth > 0 && !filter->brackets[filter->depth - 1].square;
        bool closes = kind == HTNC_TOKEN_CLOSE || kind == HTNC_TOKEN_RIGHT;
        if (kind == HTNC_TOKEN_RIGHT && filter->depth > 0 && !round && lacks_parenthesis(parser))
            return supply_parenthesis(parser); /* `Attack )` */
        if (closes && (filter->depth == 0 || (kind == HTNC_TOKEN_RIGHT && !round))) {
            drop_stray(parser);
            continue;
        }
        if (filter->depth == 0) {
            htnc_token token = htnc_token_take(parser);
            htnc_token_outside(parser, &token);
            return token;
        }
        if (kind == HTNC_TOKEN_CLOSE && filter->brackets[filter->depth - 1].misread) {
            htnc_token token = htnc_token_take(parser);
            token.kind = HTNC_TOKEN_RIGHT;
            return token;
        }
        htnc_correct_form(parser);
        kind = htnc_token_ahead(parser, 0)->kind;
        bool goes_on = htnc_goes_on_with_each(filter, kind);
        bool opens = kind == HTNC_TOKEN_OPEN && htnc_ends_operand(filter->last.kind); /* `[` follows keywords only */
        if ((kind == HTNC_TOKEN_CLOSE && round) || (!goes_on && (opens || htnc_interrupts(parser))))
            return stand_in(parser, round ? HTNC_TOKEN_RIGHT : HTNC_TOKEN_CLOSE);
        htnc_token token = htnc_token_take(parser);
        if (goes_on)
            return token;
        htnc_token_inside(parser, &token);
        if (htnc_ends_operand(filter->last.kind) && starts_operand(token.kind)) {
            htnc_token_put_back(parser, token);
            return lacks_parenthesis(parser) ? supply_parenthesis(parser) : stand_in(parser, HTNC_TOKEN_COMMA);
        }
        return token;
    }
}

/* --- Handing over ------------------------------------------------------------------------------- */

static void end_too_deep(htnc_parser *parser, htnc_token *token)
{
    htnc_parser_too_deep(parser, token->span);
    *token = (htnc_token){.kind = HTNC_TOKEN_END, .span = {token->span.begin, token->span.begin}};
    parser->filter.queue[0] = *token;
    parser->filter.queue_length = 1;
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
    if (square && htnc_goes_on_with_each(filter, HTNC_TOKEN_OPEN))
        owner = HTNC_TOKEN_SUBTASKS; /* of an Each */
    if (filter->last.kind == HTNC_TOKEN_CONDITION)
        owner = 0; /* its first brackets hold its head, its second brackets the list */
    const bool misread = !square && htnc_parser_text(parser, token->span)[0] == '[';
    filter->brackets[filter->depth++] = (htnc_bracket){square, misread, token->span, owner};
}

/* Records a token that the parser is about to get. */
static void account(htnc_parser *parser, htnc_token *token)
{
    htnc_filter *filter = &parser->filter;
    bool prefix =
        token->kind == HTNC_TOKEN_NOT || (token->kind == HTNC_TOKEN_MINUS && !htnc_ends_operand(filter->last.kind));
    filter->prefixes = prefix ? filter->prefixes + 1 : 0;
    if (filter->prefixes > HTNC_DEEPEST)
        end_too_deep(parser, token);
    if (token->kind == HTNC_TOKEN_OPEN || token->kind == HTNC_TOKEN_LEFT)
        open_bracket(parser, token);
    else if (token->kind == HTNC_TOKEN_CLOSE || token->kind == HTNC_TOKEN_RIGHT)
        filter->closed = filter->brackets[--filter->depth];
    else if (token->keyword != NULL && token->kind == token->keyword->kind && htnc_token_role(token) < HTNC_ROLE_ALONE)
        filter->owner = token->kind;
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
    if (filter->last.stand_in && filter->unreported)
        htnc_syntax_left_out(parser);
    if (filter->last.begins) {
        filter->suspect = filter->last.damaged;
        filter->quiet_before = 0;
    }
    htnc_token token = next_token(parser);
    account(parser, &token);
    *span = token.span;
    if (token.kind == HTNC_TOKEN_INTEGER || token.kind == HTNC_TOKEN_FRACTION)
        value->number = token.number;
    else
        value->name = token.name;
    return token.kind;
}
