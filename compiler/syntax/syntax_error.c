/*
 * Syntax error messages: "expected X after Y, found Z". The parser's list of possible tokens is shortened for a designer: all tokens
 * that begin a value become "a value" (or what the list holds), and operators, which could almost always follow, are left out.
 * Neighbours: syntax_context.c, syntax_advice.c.
 */
#include "compiler/syntax/syntax_error.h"

#include "compiler/syntax/syntax_advice.h"
#include "compiler/syntax/syntax_context.h"
#include "compiler/syntax/token_queue.h"
#include "htn.tab.h"
#include <string.h>

static bool is_among(const char *token, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(token, *list) == 0)
            return true;
    return false;
}

static const char *describe(htnc_parser *parser, const htnc_token *token)
{
    if (token->kind == HTNC_TOKEN_END)
        return "the end of the file";
    return base_format(parser->arena, "`%s`", htnc_parser_text(parser, token->span));
}

static const char *with_article(base_arena *arena, const char *noun)
{
    return base_format(arena, "%s %s", strchr("aeiou", noun[0]) != NULL ? "an" : "a", noun);
}

static bool begins_item(int kind)
{
    return kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_LEFT || kind == HTNC_TOKEN_COMMA || kind == HTNC_TOKEN_DOT;
}

/* One noun for all tokens that can begin a value, a type or a name. NULL: no such token is expected. */
static const char *sum_up(htnc_parser *parser, const htnc_expectation *expected, const htnc_token *after)
{
    const char *item = begins_item(after->kind) ? htnc_item_of(&parser->filter, htnc_innermost(&parser->filter)) : NULL;
    bool value = htnc_expects(expected, "true");
    bool name = htnc_expects(expected, "a name");
    if ((value || name) && item != NULL)
        return with_article(parser->arena, item);
    if (value)
        return "a value";
    if (name && htnc_expects(expected, "-"))
        return "a type";
    return name ? "a name" : NULL;
}

/* Whether a token can begin a value, a name or a subtask. */
static bool begins_value(const char *token)
{
    static const char *const others[] = {"a name", "a string in quotes", "-", "(", NULL};
    const htnc_keyword *keyword = htnc_keyword_find(token, strlen(token));
    return is_among(token, others) ||
           (keyword != NULL && keyword->role >= HTNC_ROLE_GROUP && keyword->role <= HTNC_ROLE_VALUE);
}

/* Whether a token continues a value. */
static bool continues_value(const char *token)
{
    static const char *const others[] = {"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "=", "(", NULL};
    const htnc_keyword *keyword = htnc_keyword_find(token, strlen(token));
    return is_among(token, others) || (keyword != NULL && keyword->role == HTNC_ROLE_JOINS);
}

static bool is_left_out(const htnc_expectation *expected, const char *token, bool summed_up, bool in_quantifier)
{
    if (strcmp(token, "the end of the file") == 0 || strcmp(token, "a number with decimals") == 0)
        return true; /* the latter stands wherever a number does */
    if (strcmp(token, "(") == 0 && expected->count > 1)
        return true; /* the arguments of a name could begin here */
    if (summed_up && (begins_value(token) || (strcmp(token, "a number") == 0 && htnc_expects(expected, "-"))))
        return true;
    if (strcmp(token, "..") == 0 && expected->count > 1)
        return true; /* a name of a type could also be a constant that begins a range */
    if (strcmp(token, "where") == 0 && htnc_expects(expected, "..") && in_quantifier)
        return false;
    bool ends = htnc_expects(expected, "]") || htnc_expects(expected, ")") || htnc_expects(expected, ",");
    if (ends || (htnc_expects(expected, ":") && !htnc_expects(expected, "+=")))
        return continues_value(token) || (strcmp(token, ".") == 0 && htnc_expects(expected, ","));
    return htnc_expects(expected, "=") && strcmp(token, "==") == 0;
}

static void name(htnc_expectation *expected, const char *words)
{
    if (expected->named_count < HTNC_MOST_NAMED)
        expected->named[expected->named_count++] = words;
}

static void choose_words(htnc_parser *parser, htnc_expectation *expected, const htnc_token *after)
{
    const char *sum = sum_up(parser, expected, after);
    if (sum != NULL)
        name(expected, sum);
    for (size_t i = 0; i < expected->count; i++) {
        const char *token = expected->tokens[i];
        if (is_left_out(expected, token, sum != NULL, htnc_is_quantifier(htnc_innermost(&parser->filter))))
            continue;
        bool literal = strncmp(token, "a ", 2) != 0 && strncmp(token, "the ", 4) != 0;
        name(expected, literal ? base_format(parser->arena, "`%s`", token) : token);
    }
}

/* "x", "x or y", "x, y or z" */
static const char *enumerate(base_arena *arena, const htnc_expectation *expected)
{
    const char *text = expected->named_count == 0 ? "something else" : expected->named[0];
    for (size_t i = 1; i < expected->named_count; i++) {
        bool last = i + 1 == expected->named_count;
        text = base_format(arena, "%s%s%s", text, last ? " or " : ", ", expected->named[i]);
    }
    return text;
}

/* " after this condition", " after `Subtasks`" or nothing. */
static const char *place(htnc_parser *parser, const htnc_token *after, bool item_may_end)
{
    if (after->span.end == 0)
        return "";
    const char *item = htnc_item_of(&parser->filter, htnc_innermost(&parser->filter));
    if (item_may_end && item != NULL && !begins_item(after->kind))
        return base_format(parser->arena, " after this %s", item);
    return base_format(parser->arena, " after %s", describe(parser, after));
}

static bool is_on_a_later_line(const htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    uint32_t base = parser->source->base;
    if (after->span.end < base || found->span.begin < after->span.end)
        return false;
    return memchr(parser->source->text + (after->span.end - base), '\n', found->span.begin - after->span.end) != NULL;
}

/* The place to show. Where something is missing at the end of a line, that is the end of the line. */
static base_span where(const htnc_parser *parser, const htnc_token *after, const htnc_token *found, bool missing)
{
    bool at_end = found->kind == HTNC_TOKEN_END && after->span.end != 0;
    if (at_end || (missing && is_on_a_later_line(parser, after, found)))
        return (base_span){after->span.end, after->span.end};
    return found->span;
}

static bool offers_item(const htnc_expectation *expected)
{
    return htnc_expects(expected, "a name") || htnc_expects(expected, "true");
}

static void hint(htnc_parser *parser, base_diagnostic *made, const htnc_token *found)
{
    if (found->kind == HTNC_TOKEN_ELLIPSIS) {
        base_report_note(parser->diagnostics, made, (base_span){0, 0},
                         "an ellipsis stands for something left out: write it out here");
    }
}

/* Reports an error where only a declaration or a part can begin. */
static void report_between(htnc_parser *parser, const htnc_token *found)
{
    base_diagnostics *diagnostics = parser->diagnostics;
    const char *text = describe(parser, found);
    if (found->kind == HTNC_TOKEN_TASK) {
        base_report(diagnostics, BASE_DIAG_SYNTAX, found->span, "expected `Compound` or `Primitive` before `Task`");
    } else if (found->kind == HTNC_TOKEN_MAX_COUNT || found->kind == HTNC_TOKEN_VALUES) {
        base_report(diagnostics, BASE_DIAG_SYNTAX, found->span,
                    "%s does not belong here: an Entities type has either `Values` or `Max`, an Enum has `Values`",
                    text);
    } else if (parser->scenario != NULL && (found->kind == HTNC_TOKEN_IN || found->kind == HTNC_TOKEN_OF)) {
        base_report(
            diagnostics, BASE_DIAG_SYNTAX, found->span,
            found->kind == HTNC_TOKEN_IN
                ? "`In [Root]` belongs to a clause about a layer, in front of `Of`: `Expect Running [Eat] In [Root]`"
                : "`Of` stands behind a clause: `Expect Running [Eat] Of [anna]`");
    } else if (found->kind == HTNC_TOKEN_MINUS && htnc_token_ahead(parser, 0)->span.begin == found->span.end) {
        base_diagnostic *made =
            base_report(diagnostics, BASE_DIAG_SYNTAX, found->span, "comments begin with `//`, not with `--`");
        base_report_fixit(diagnostics, made, (base_span){found->span.begin, found->span.begin + 2}, "//");
    } else if (htnc_token_is_word(found)) {
        base_report(diagnostics, BASE_DIAG_SYNTAX, found->span, "no declaration, and no part of one, begins with %s",
                    text);
    } else {
        hint(parser,
             base_report(diagnostics, BASE_DIAG_SYNTAX, found->span,
                         "expected a declaration or a part of one, found %s", text),
             found);
    }
}

void htnc_syntax_error(htnc_parser *parser, const char *const *tokens, size_t count)
{
    htnc_filter *filter = &parser->filter;
    htnc_expectation expected = {.tokens = tokens, .count = count};
    filter->between = htnc_expects(&expected, "Compound");
    const htnc_token *found = filter->last.stand_in ? &filter->found : &filter->last;
    const htnc_token *after = &filter->before;
    bool explained =
        htnc_parser_is_quiet(parser, found->span) || after->stand_in || (filter->last.stand_in && !filter->unreported);
    filter->unreported = false;
    if (explained)
        return;
    htnc_parser_be_quiet(parser, found->span);
    if (filter->between) {
        report_between(parser, found);
        return;
    }
    choose_words(parser, &expected, after);
    bool ends = htnc_expects(&expected, "]") || htnc_expects(&expected, ")") || htnc_expects(&expected, ",");
    bool item_may_end = htnc_expects(&expected, ",");
    bool missing = found->begins || ((ends || htnc_expects(&expected, "[")) && !offers_item(&expected));
    base_span span = where(parser, after, found, missing);
    htnc_advice meant = htnc_find_advice(parser, &expected, after, found);
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, span, "expected %s%s, found %s%s",
                                        enumerate(parser->arena, &expected), place(parser, after, item_may_end),
                                        describe(parser, found), meant.words == NULL ? "" : meant.words);
    if (meant.text != NULL)
        base_report_fixit(parser->diagnostics, made, meant.span, meant.text);
    hint(parser, made, found);
}

/* Reports that a closing bracket was left out. Names the other possibility, and notes the bracket that is open. */
static void report_unclosed(htnc_parser *parser, const htnc_token *found, const htnc_token *after)
{
    htnc_filter *filter = &parser->filter;
    const char *bracket = filter->last.kind == HTNC_TOKEN_CLOSE ? "]" : ")";
    const char *item = htnc_item_of(filter, &filter->closed);
    const char *other = "";
    if (item != NULL && after->kind == HTNC_TOKEN_COMMA)
        other = base_format(parser->arena, " or %s", with_article(parser->arena, item));
    else if (item != NULL && !begins_item(after->kind))
        other = " or `,`";
    base_diagnostic *made =
        base_report(parser->diagnostics, BASE_DIAG_SYNTAX, where(parser, after, found, true),
                    "expected `%s`%s%s, found %s", bracket, other, place(parser, after, true), describe(parser, found));
    htnc_token opening = {.span = filter->closed.span};
    if (is_on_a_later_line(parser, &opening, after)) {
        base_report_note(parser->diagnostics, made, opening.span, "to close this `%s`",
                         filter->closed.square ? "[" : "(");
    }
    base_report_fixit(parser->diagnostics, made, (base_span){after->span.end, after->span.end}, bracket);
}

/* Reports that a comma was left out. Between two words, something else may be missing. */
static void report_unseparated(htnc_parser *parser, const htnc_token *found, const htnc_token *after)
{
    const htnc_bracket *around = htnc_innermost(&parser->filter);
    const char *closing = around != NULL && around->square ? "]" : ")";
    bool words =
        after->kind == HTNC_TOKEN_IDENTIFIER && htnc_token_is_word(found) && !is_on_a_later_line(parser, after, found);
    bool typed = words && htnc_is_in(parser, "parameter") && htnc_token_ahead(parser, 1)->kind != HTNC_TOKEN_COLON;
    bool suffix = htnc_token_is_word(found) && htnc_is_in(parser, "effect") && strcmp(found->name.text, "if") == 0;
    const base_span before = {after->span.begin < 2 ? 0 : after->span.begin - 2, after->span.begin};
    bool in = words && strcmp(found->name.text, "in") == 0,
         source = in && strcmp(htnc_parser_text(parser, before), ": ") == 0;
    const bool bounded = around != NULL && around->owner == HTNC_TOKEN_RESERVE && htnc_token_is_word(found) &&
                         strcmp(found->name.text, "upto") == 0;
    if (words && htnc_is_in(parser, "condition") && strcmp(after->name.text, "forall") == 0) {
        base_report(parser->diagnostics, BASE_DIAG_SYNTAX, after->span, "for all instances: `every(%s : Type : c)`",
                    found->name.text);
        return;
    }
    const htnc_advice duration = htnc_duration_with_blank(parser, after, found);
    htnc_advice meant = typed                    ? htnc_type_first(parser, after, found)
                        : duration.words != NULL ? duration
                        : bounded                ? (htnc_advice){"; did you mean `up to`?", found->span, "up to"}
                        : source ? (htnc_advice){"; what a query proposes comes `from` it", found->span, "from"}
                        : suffix ? (htnc_advice){"; did you mean `when`?", found->span, "when"}
                                 : (htnc_advice){"", {after->span.end, after->span.end}, ","};
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, where(parser, after, found, true),
                                        "expected `,` or `%s`%s, found %s%s", closing, place(parser, after, true),
                                        describe(parser, found), meant.words);
    if (words && after->keyword != NULL && after->keyword->kind == HTNC_TOKEN_LET) {
        base_report_note(parser->diagnostics, made, (base_span){0, 0},
                         "a value is named without a type, as in `let %s = 3 + 2`", found->name.text);
    }
    if (words && htnc_is_in(parser, "condition") && strcmp(found->name.text, "is") == 0) {
        const htnc_token *type = htnc_token_ahead(parser, 1);
        base_report_note(parser->diagnostics, made, (base_span){0, 0},
                         "to ask for a type, write `exists(y : %s where y == %s)`",
                         htnc_token_is_word(type) ? type->name.text : "Type", after->name.text);
    }
    if (words && htnc_is_in(parser, "condition") &&
        (strcmp(after->name.text, "each") == 0 || strcmp(after->name.text, "Each") == 0)) {
        base_report_note(parser->diagnostics, made, (base_span){0, 0},
                         "`any %s : Type` chooses one; `Each [%s : Type] [...]`, a subtask, takes all",
                         found->name.text, found->name.text);
    }
    if (in && !source) {
        base_report_note(parser->diagnostics, made, (base_span){0, 0},
                         "a range is two comparisons, as in `%s >= 1 and %s <= 3`", after->name.text, after->name.text);
    }
    if (!words || source || !htnc_is_in(parser, "condition"))
        base_report_fixit(parser->diagnostics, made, meant.span, meant.text);
}

void htnc_syntax_left_out(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    const htnc_token *found = &filter->found;
    const htnc_token *after = &filter->before;
    filter->unreported = false;
    filter->reported_at = found->span.begin;
    filter->ended |= found->kind == HTNC_TOKEN_END; /* further errors at the end of the file are not reported */
    if (htnc_parser_is_quiet(parser, found->span))
        return;
    if (filter->last.kind != HTNC_TOKEN_COMMA) {
        report_unclosed(parser, found, after);
        return;
    }
    htnc_parser_be_quiet(parser, found->span);
    report_unseparated(parser, found, after);
}
