/*
 * What a syntax error says, in a designer's words: what could stand there, after what, and what was found.
 * The parser's list of tokens is boiled down: all that begins a value is "a value" (or what the list holds),
 * and operators, which could nearly always follow, are not mentioned. Neighbour: advice.c, what was probably meant.
 */
#include "compiler/syntax/expected.h"

#include "htn.tab.h"
#include <string.h>

enum { LONGEST_SLICE = 32 };

bool htnc_expects(const htnc_expectation *expected, const char *token)
{
    for (size_t i = 0; i < expected->count; i++) {
        if (strcmp(expected->tokens[i], token) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_among(const char *token, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strcmp(token, *list) == 0) {
            return true;
        }
    }
    return false;
}

const char *htnc_syntax_slice(htnc_parser *parser, base_span span)
{
    uint32_t length = span.end - span.begin;
    const char *text = parser->source->text + (span.begin - parser->source->base);
    if (length <= LONGEST_SLICE) {
        return base_copy_text(parser->arena, text, length);
    }
    length = LONGEST_SLICE;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) {
        length--; /* not in the middle of a character */
    }
    return base_format(parser->arena, "%.*s...", (int)length, text);
}

static const char *describe(htnc_parser *parser, const htnc_token *token)
{
    if (token->kind == HTNC_TOKEN_END) {
        return "the end of the file";
    }
    return base_format(parser->arena, "`%s`", htnc_syntax_slice(parser, token->span));
}

const htnc_bracket *htnc_innermost(const htnc_filter *filter)
{
    int kind = filter->last.kind;
    if (kind == HTNC_TOKEN_CLOSE || kind == HTNC_TOKEN_RIGHT) {
        return &filter->closed;
    }
    unsigned depth = filter->depth;
    if ((kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_LEFT) && depth > 0) {
        depth--;
    }
    return depth == 0 ? NULL : &filter->brackets[depth - 1];
}

/* Whether a round bracket holds the parameters of a declaration: it stands in the brackets of a head. */
static bool holds_parameters(const htnc_filter *filter, const htnc_bracket *bracket)
{
    size_t outer = bracket == &filter->closed ? filter->depth : (size_t)(bracket - filter->brackets);
    if (bracket->square || outer == 0) {
        return false;
    }
    int owner = filter->brackets[outer - 1].owner;
    return outer == 1 && (owner == HTNC_TOKEN_TASK || owner == 0);
}

/* What the list around holds ("condition"), or NULL where it is no list. */
static const char *item_of(const htnc_filter *filter, const htnc_bracket *bracket)
{
    if (bracket == NULL) {
        return NULL;
    }
    if (!bracket->square) {
        const char *item = holds_parameters(filter, bracket) ? "parameter" : "argument";
        return bracket->owner == HTNC_TOKEN_IDENTIFIER ? item : NULL;
    }
    const htnc_keyword *keyword = htnc_keyword_of(bracket->owner);
    return keyword == NULL ? NULL : keyword->item;
}

bool htnc_is_in(const htnc_parser *parser, const char *item)
{
    const char *found = item_of(&parser->filter, htnc_innermost(&parser->filter));
    return found != NULL && strcmp(found, item) == 0;
}

static const char *with_article(base_arena *arena, const char *noun)
{
    return base_format(arena, "%s %s", strchr("aeiou", noun[0]) != NULL ? "an" : "a", noun);
}

static bool begins_item(int kind)
{
    return kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_LEFT || kind == HTNC_TOKEN_COMMA || kind == HTNC_TOKEN_DOT;
}

/* One word for all the tokens that can begin a value, a type, a name; NULL where none can. */
static const char *sum_up(htnc_parser *parser, const htnc_expectation *expected, const htnc_token *after)
{
    const char *item = begins_item(after->kind) ? item_of(&parser->filter, htnc_innermost(&parser->filter)) : NULL;
    bool value = htnc_expects(expected, "true");
    bool name = htnc_expects(expected, "a name");
    if ((value || name) && item != NULL) {
        return with_article(parser->arena, item);
    }
    if (value) {
        return "a value";
    }
    if (name && htnc_expects(expected, "-")) {
        return "a type";
    }
    return name ? "a name" : NULL;
}

bool htnc_is_quantifier(const htnc_bracket *bracket)
{
    static const int quantifiers[] = {HTNC_TOKEN_EXISTS, HTNC_TOKEN_EVERY, HTNC_TOKEN_NONE, HTNC_TOKEN_COUNT,
                                      HTNC_TOKEN_SUM,    HTNC_TOKEN_MIN,   HTNC_TOKEN_MAX};
    for (size_t i = 0; bracket != NULL && !bracket->square && i < sizeof quantifiers / sizeof *quantifiers; i++) {
        if (bracket->owner == quantifiers[i]) {
            return true;
        }
    }
    return false;
}

static bool is_left_unsaid(const htnc_expectation *expected, const char *token, bool summed_up, bool in_quantifier)
{
    static const char *const of_values[] = {"a name",   "a string in quotes",
                                            "true",     "false",
                                            "none",     "not",
                                            "-",        "(",
                                            "any",      "exists",
                                            "every",    "count",
                                            "sum",      "min",
                                            "max",      "abs",
                                            "clamp",    "curve",
                                            "Split",    "Parallel",
                                            "Achieve",  "by",
                                            "cheapest", "fails",
                                            "first",    "free",
                                            "highest",  "lowest",
                                            "never",    "random",
                                            "succeeds", NULL};
    static const char *const operators[] = {"and", "or", "==", "!=", "<", "<=",    ">",    ">=",  "+", "-",
                                            "*",   "/",  "%",  "=",  "(", "where", "when", "for", NULL};
    static const char *const changes[] = {"==", NULL};
    if (strcmp(token, "the end of the file") == 0) {
        return true;
    }
    if (strcmp(token, "(") == 0 && expected->count > 1) {
        return true; /* after a name, where its arguments could begin */
    }
    if (summed_up && (is_among(token, of_values) || (strcmp(token, "a number") == 0 && htnc_expects(expected, "-")))) {
        return true;
    }
    if (strcmp(token, "..") == 0 && expected->count > 1) {
        return true; /* after the name of a type, which could be a constant and begin a range */
    }
    if (strcmp(token, "where") == 0 && htnc_expects(expected, "..") && in_quantifier) {
        return false;
    }
    bool ends = htnc_expects(expected, "]") || htnc_expects(expected, ")") || htnc_expects(expected, ",");
    if (ends || (htnc_expects(expected, ":") && !htnc_expects(expected, "+="))) {
        return is_among(token, operators) || (strcmp(token, ".") == 0 && htnc_expects(expected, ","));
    }
    return htnc_expects(expected, "=") && is_among(token, changes);
}

static void say(htnc_expectation *expected, const char *words)
{
    if (expected->said_count < HTNC_MOST_NAMED) {
        expected->said[expected->said_count++] = words;
    }
}

static void choose_words(htnc_parser *parser, htnc_expectation *expected, const htnc_token *after)
{
    const char *sum = sum_up(parser, expected, after);
    if (sum != NULL) {
        say(expected, sum);
    }
    for (size_t i = 0; i < expected->count; i++) {
        const char *token = expected->tokens[i];
        if (is_left_unsaid(expected, token, sum != NULL, htnc_is_quantifier(htnc_innermost(&parser->filter)))) {
            continue;
        }
        bool literal = strncmp(token, "a ", 2) != 0 && strncmp(token, "the ", 4) != 0;
        say(expected, literal ? base_format(parser->arena, "`%s`", token) : token);
    }
}

/* "x", "x or y", "x, y or z" */
static const char *enumerate(base_arena *arena, const htnc_expectation *expected)
{
    const char *text = expected->said_count == 0 ? "something else" : expected->said[0];
    for (size_t i = 1; i < expected->said_count; i++) {
        bool last = i + 1 == expected->said_count;
        text = base_format(arena, "%s%s%s", text, last ? " or " : ", ", expected->said[i]);
    }
    return text;
}

/* " after this condition", " after `Subtasks`" or nothing. */
static const char *place(htnc_parser *parser, const htnc_token *after, bool item_may_end)
{
    if (after->span.end == 0) {
        return "";
    }
    const char *item = item_of(&parser->filter, htnc_innermost(&parser->filter));
    if (item_may_end && item != NULL && !begins_item(after->kind)) {
        return base_format(parser->arena, " after this %s", item);
    }
    return base_format(parser->arena, " after %s", describe(parser, after));
}

static bool is_on_a_later_line(const htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    uint32_t base = parser->source->base;
    if (after->span.end < base || found->span.begin < after->span.end) {
        return false;
    }
    return memchr(parser->source->text + (after->span.end - base), '\n', found->span.begin - after->span.end) != NULL;
}

/* Where something is missing at the end of a line, the end of that line is the place to look at. */
static base_span where(const htnc_parser *parser, const htnc_token *after, const htnc_token *found, bool missing)
{
    bool at_end = found->kind == HTNC_TOKEN_END && after->span.end != 0;
    if (at_end || (missing && is_on_a_later_line(parser, after, found))) {
        return (base_span){after->span.end, after->span.end};
    }
    return found->span;
}

bool htnc_syntax_is_quiet(const htnc_parser *parser, base_span span)
{
    return parser->filter.suspect || span.begin < parser->filter.quiet_before;
}

/* What follows an error on its line is not reported, unless a new part begins there. */
static void be_quiet(htnc_parser *parser, base_span span)
{
    const base_source *source = parser->source;
    uint32_t at = span.begin - source->base;
    const char *end = memchr(source->text + at, '\n', source->length - at);
    parser->filter.quiet_before = source->base + (end == NULL ? source->length : (uint32_t)(end - source->text));
}

static bool offers_item(const htnc_expectation *expected)
{
    return htnc_expects(expected, "a name") || htnc_expects(expected, "true");
}

static void hint(htnc_parser *parser, base_diagnostic *made, const htnc_token *found)
{
    if (found->kind == HTNC_TOKEN_ELLIPSIS) {
        base_report_note(parser->diagnostics, made, (base_span){0, 0},
                         "an ellipsis stands for something left out; it has to be written out here");
    }
}

/* Where only a declaration or a part can begin. */
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
    bool told =
        htnc_syntax_is_quiet(parser, found->span) || after->stand_in || (filter->last.stand_in && !filter->unsaid);
    filter->unsaid = false;
    if (told) {
        return;
    }
    be_quiet(parser, found->span);
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
    if (meant.text != NULL) {
        base_report_fixit(parser->diagnostics, made, meant.span, meant.text);
    }
    hint(parser, made, found);
}

/* The stand-in was a bracket: names the other possibility, and the bracket that is open. */
static void report_unclosed(htnc_parser *parser, const htnc_token *found, const htnc_token *after)
{
    htnc_filter *filter = &parser->filter;
    const char *bracket = filter->last.kind == HTNC_TOKEN_CLOSE ? "]" : ")";
    const char *item = item_of(filter, &filter->closed);
    const char *other = "";
    if (item != NULL && after->kind == HTNC_TOKEN_COMMA) {
        other = base_format(parser->arena, " or %s", with_article(parser->arena, item));
    } else if (item != NULL && !begins_item(after->kind)) {
        other = " or `,`";
    }
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

/* The stand-in was a comma: two words side by side may want something else between them. */
static void report_unseparated(htnc_parser *parser, const htnc_token *found, const htnc_token *after)
{
    const htnc_bracket *around = htnc_innermost(&parser->filter);
    const char *closing = around != NULL && around->square ? "]" : ")";
    bool words =
        after->kind == HTNC_TOKEN_IDENTIFIER && htnc_token_is_word(found) && !is_on_a_later_line(parser, after, found);
    bool typed = words && htnc_is_in(parser, "parameter") && htnc_token_ahead(parser, 1)->kind != HTNC_TOKEN_COLON;
    bool suffix = htnc_token_is_word(found) && htnc_is_in(parser, "effect") && strcmp(found->name.text, "if") == 0;
    htnc_advice meant = typed    ? htnc_type_first(parser, after, found)
                        : suffix ? (htnc_advice){"; did you mean `when`?", found->span, "when"}
                                 : (htnc_advice){"", {after->span.end, after->span.end}, ","};
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, where(parser, after, found, true),
                                        "expected `,` or `%s`%s, found %s%s", closing, place(parser, after, true),
                                        describe(parser, found), meant.words);
    bool range = words && strcmp(found->name.text, "in") == 0;
    if (range) {
        base_report_note(parser->diagnostics, made, (base_span){0, 0},
                         "a range is two comparisons, as in `%s >= 1 and %s <= 3`", after->name.text, after->name.text);
    }
    if (!words || !htnc_is_in(parser, "condition")) {
        base_report_fixit(parser->diagnostics, made, meant.span, meant.text);
    }
}

void htnc_syntax_left_out(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    const htnc_token *found = &filter->found;
    const htnc_token *after = &filter->before;
    filter->unsaid = false;
    filter->said_at = found->span.begin;
    filter->ended |= found->kind == HTNC_TOKEN_END; /* what else the end of the file cuts off is not reported */
    if (htnc_syntax_is_quiet(parser, found->span)) {
        return;
    }
    if (filter->last.kind != HTNC_TOKEN_COMMA) {
        report_unclosed(parser, found, after);
        return;
    }
    be_quiet(parser, found->span);
    report_unseparated(parser, found, after);
}

void htnc_syntax_too_deep(htnc_parser *parser, base_span span)
{
    if (!parser->filter.ended) {
        base_report(parser->diagnostics, BASE_DIAG_NESTING_TOO_DEEP, span,
                    "nested too deep: no more than %d levels are taken", HTNC_DEEPEST);
    }
    parser->filter.suspect = true;
}

void htnc_syntax_too_long(htnc_parser *parser, base_span span)
{
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_NESTING_TOO_DEEP, span,
                                        "more than %d operators in one expression", HTNC_HIGHEST - 1);
    base_report_note(
        parser->diagnostics, made, (base_span){0, 0},
        "items of a list take `,` between them instead of `and`; a `Condition` can hold a part of the rest");
}
