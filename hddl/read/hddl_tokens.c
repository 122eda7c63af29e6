/*
 * The filter between scanner and parser; see hddl_tokens.h. Words such as `and` are keywords at the head of a list
 * only; `define`, `domain` and `problem` at the head of the file only; keys everywhere but in `:requirements`. The
 * filter counts parentheses. A section begins with `(` and its key, which occur nowhere else: where one begins inside
 * another section, a `)` is missing, and the filter reports and supplies it.
 */
#include "hddl/read/hddl_tokens.h"
#include "hddl.tab.h"
#include "hddl/read/hddl_scan.h"
#include "hddl/read/hddl_syntax_errors.h"

#include <string.h>

enum { FILE_DEPTH = 1, SECTION_DEPTH = 2 };

/* --- Tokens ------------------------------------------------------------------------------------- */

static void put_back(hddl_parser *parser, hddl_token token)
{
    parser->pending[parser->pending_count++] = token;
}

static bool begins_section(int kind)
{
    switch (kind) {
    case HDDL_TOKEN_REQUIREMENTS:
    case HDDL_TOKEN_TYPES:
    case HDDL_TOKEN_CONSTANTS:
    case HDDL_TOKEN_OBJECTS:
    case HDDL_TOKEN_PREDICATES:
    case HDDL_TOKEN_FUNCTIONS:
    case HDDL_TOKEN_METHOD:
    case HDDL_TOKEN_ACTION:
    case HDDL_TOKEN_TASK:
    case HDDL_TOKEN_INIT:
    case HDDL_TOKEN_GOAL:
    case HDDL_TOKEN_HTN:
    case HDDL_TOKEN_BELONGS: return true;
    default: return false;
    }
}

/* The kind of a token with a word: a keyword, or a name. */
static int kind_of(const hddl_parser *parser, const hddl_token *token)
{
    int keyword = token->word->keyword;
    bool first = parser->last.kind == HDDL_TOKEN_LEFT;
    if (token->kind == HDDL_TOKEN_VARIABLE || keyword == 0)
        return token->kind;
    if (token->kind == HDDL_TOKEN_KEY)
        return parser->in_requirements ? HDDL_TOKEN_KEY : keyword;
    if (keyword == HDDL_TOKEN_DEFINE)
        return first && parser->depth == FILE_DEPTH ? keyword : HDDL_TOKEN_NAME;
    if (keyword == HDDL_TOKEN_DOMAIN || keyword == HDDL_TOKEN_PROBLEM)
        return first && parser->depth == SECTION_DEPTH ? keyword : HDDL_TOKEN_NAME;
    return first && parser->depth > SECTION_DEPTH ? keyword : HDDL_TOKEN_NAME;
}

static hddl_token fetch(hddl_parser *parser)
{
    return parser->pending_count > 0 ? parser->pending[--parser->pending_count] : hddl_scan(parser);
}

static void count_parenthesis(hddl_parser *parser, const hddl_token *token)
{
    if (token->kind == HDDL_TOKEN_LEFT) {
        if (parser->depth == HDDL_DEEPEST) {
            hddl_too_deep(parser, token->span);
            return;
        }
        parser->open[parser->depth++] = token->span;
    } else if (token->kind == HDDL_TOKEN_RIGHT && parser->depth > 0) {
        parser->depth--;
    }
}

/* --- Sections ----------------------------------------------------------------------------------- */

/* A `(` and the key of a section inside another section: supplies the missing `)`, and puts both back. */
static hddl_token close_section(hddl_parser *parser, hddl_token left, hddl_token key)
{
    base_span begin = parser->open[SECTION_DEPTH - 1];
    uint32_t missing = parser->depth - FILE_DEPTH;
    if (!parser->has_error) {
        base_diagnostic *made =
            base_report(parser->diagnostics, BASE_DIAG_SYNTAX, left.span, "%s missing before `%s`",
                        hddl_missing(parser, missing), hddl_slice(parser, (base_span){left.span.begin, key.span.end}));
        base_report_note(parser->diagnostics, made, begin, "what begins here is not closed");
        parser->has_error = true;
    }
    put_back(parser, key);
    put_back(parser, left);
    return (hddl_token){HDDL_TOKEN_RIGHT, {left.span.begin, left.span.begin}, NULL};
}

static void report_section(hddl_parser *parser, const hddl_token *key)
{
    static const char *const known[] = {":requirements", ":types", ":constants", ":objects", ":predicates",
                                        ":functions",    ":task",  ":method",    ":action",  ":init",
                                        ":goal",         ":htn",   ":domain",    ":metric"};
    static const char *const beyond[] = {
        ":durative-action", "actions with a duration are not supported",
        ":derived",         "axioms are not supported: write the condition out where it is used",
        ":axiom",           "axioms are not supported: write the condition out where it is used",
        ":process",         "processes are not supported",
        ":event",           "events are not supported",
        ":constraints",     "constraints on the whole plan are not supported"};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i += 2)
        if (strcmp(key->word->text, beyond[i]) == 0) {
            base_report(parser->diagnostics, BASE_DIAG_UNSUPPORTED, key->span, "%s", beyond[i + 1]);
            return;
        }
    const char *nearest = base_nearest(key->word->text, known, sizeof known / sizeof *known);
    base_diagnostic *made = base_report(
        parser->diagnostics, BASE_DIAG_SYNTAX, key->span, "no section is called `%s`%s", hddl_slice(parser, key->span),
        nearest != NULL ? base_format(parser->arena, "; did you mean `%s`?", nearest) : "");
    if (nearest != NULL)
        base_report_fixit(parser->diagnostics, made, key->span, nearest);
}

/* Skips an unknown section, up to its `)`. */
static hddl_token skip_section(hddl_parser *parser, const hddl_token *key)
{
    bool wanted = strcmp(key->word->text, ":metric") == 0 || strcmp(key->word->text, ":length") == 0;
    base_span span = key->span;
    if (!wanted)
        report_section(parser, key);
    uint32_t depth = 0;
    hddl_token token = hddl_scan(parser);
    while (token.kind != HDDL_TOKEN_END && !(token.kind == HDDL_TOKEN_RIGHT && depth == 0)) {
        depth += token.kind == HDDL_TOKEN_LEFT;
        depth -= token.kind == HDDL_TOKEN_RIGHT;
        token = hddl_scan(parser);
    }
    put_back(parser, token);
    return (hddl_token){HDDL_TOKEN_SKIPPED, span, NULL};
}

static void begin_section(hddl_parser *parser, const hddl_token *key)
{
    parser->section = key->span;
    parser->has_error = false;
    parser->misplaced = false;
}

/* After `(` inside a section: looks whether another section begins with it. */
static hddl_token look_ahead(hddl_parser *parser, hddl_token left)
{
    hddl_token next = fetch(parser);
    if (next.kind == HDDL_TOKEN_KEY && begins_section(next.word->keyword))
        return close_section(parser, left, next);
    put_back(parser, next);
    return left;
}

hddl_token hddl_token_next(hddl_parser *parser)
{
    hddl_token token = fetch(parser);
    if (token.kind == HDDL_TOKEN_LEFT && parser->depth > FILE_DEPTH)
        token = look_ahead(parser, token);
    if (token.word != NULL) {
        bool heads_section = parser->last.kind == HDDL_TOKEN_LEFT && parser->depth == SECTION_DEPTH;
        if (token.kind == HDDL_TOKEN_KEY && heads_section && !begins_section(token.word->keyword))
            token = skip_section(parser, &token);
        else
            token.kind = kind_of(parser, &token);
    }
    if (begins_section(token.kind) && parser->last.kind == HDDL_TOKEN_LEFT && parser->depth == SECTION_DEPTH)
        begin_section(parser, &token);
    if (token.kind == HDDL_TOKEN_REQUIREMENTS)
        parser->in_requirements = true;
    else if (token.kind == HDDL_TOKEN_RIGHT)
        parser->in_requirements = false;
    count_parenthesis(parser, &token);
    if (parser->ended)
        token = (hddl_token){HDDL_TOKEN_END, {parser->end, parser->end}, NULL};
    parser->before = parser->last.kind;
    parser->last = token;
    return token;
}

bool hddl_resume(hddl_parser *parser)
{
    if (parser->ended || parser->depth == 0)
        return false;
    parser->has_error = true;
    while (parser->last.kind != HDDL_TOKEN_END && parser->depth > FILE_DEPTH)
        hddl_token_next(parser);
    while (parser->last.word != NULL) { /* words between sections */
        hddl_token token = fetch(parser);
        if (token.kind == HDDL_TOKEN_LEFT || token.kind == HDDL_TOKEN_RIGHT)
            put_back(parser, token);
        parser->last = token;
    }
    parser->has_error = false;
    return parser->last.kind != HDDL_TOKEN_END && parser->depth > 0;
}
