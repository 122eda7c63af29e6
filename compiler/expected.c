/*
 * What a syntax error says, in a designer's words: what could stand there, after what, and what was found.
 * The parser's list of tokens is boiled down: all that begins a value is "a value" (or what the list holds),
 * and operators, which could nearly always follow, are not mentioned.
 */
#include "tokens.h"

#include "ast_make.h"
#include "htn.tab.h"
#include <string.h>

enum { MOST_NAMED = 5, LONGEST_SLICE = 32 };

typedef struct expectation {
    const char *const *tokens; /* names from htn.y */
    size_t count;
    const char *said[MOST_NAMED];
    size_t said_count;
} expectation;

static bool has(const expectation *expected, const char *token)
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

const char *htnc_syntax_slice(htnc_parser *parser, htnc_span span)
{
    uint32_t length = span.end - span.begin;
    const char *text = parser->source->text + (span.begin - parser->source->base);
    if (length <= LONGEST_SLICE) {
        return htnc_copy_text(parser->arena, text, length);
    }
    length = LONGEST_SLICE;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) {
        length--; /* not in the middle of a character */
    }
    return htnc_format(parser->arena, "%.*s...", (int)length, text);
}

static const char *describe(htnc_parser *parser, const htnc_token *token)
{
    if (token->kind == HTNC_TOKEN_END) {
        return "the end of the file";
    }
    return htnc_format(parser->arena, "`%s`", htnc_syntax_slice(parser, token->span));
}

/* The bracket that the place between `before` and `last` is in, or NULL. */
static const htnc_bracket *innermost(const htnc_filter *filter)
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

static const char *with_article(htnc_arena *arena, const char *noun)
{
    return htnc_format(arena, "%s %s", strchr("aeiou", noun[0]) != NULL ? "an" : "a", noun);
}

static bool begins_item(int kind)
{
    return kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_LEFT || kind == HTNC_TOKEN_COMMA || kind == HTNC_TOKEN_DOT;
}

/* One word for all the tokens that can begin a value, a type, a name; NULL where none can. */
static const char *sum_up(htnc_parser *parser, const expectation *expected, const htnc_token *after)
{
    const char *item = begins_item(after->kind) ? item_of(&parser->filter, innermost(&parser->filter)) : NULL;
    bool value = has(expected, "true");
    bool name = has(expected, "a name");
    if ((value || name) && item != NULL) {
        return with_article(parser->arena, item);
    }
    if (value) {
        return "a value";
    }
    if (name && has(expected, "-")) {
        return "a type";
    }
    return name ? "a name" : NULL;
}

/* Whether a round bracket is a quantifier's, or a function's of the same name. */
static bool is_quantifier(const htnc_bracket *bracket)
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

static bool is_left_unsaid(const expectation *expected, const char *token, bool summed_up, bool in_quantifier)
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
    if (summed_up && (is_among(token, of_values) || (strcmp(token, "a number") == 0 && has(expected, "-")))) {
        return true;
    }
    if (strcmp(token, "..") == 0 && expected->count > 1) {
        return true; /* after the name of a type, which could be a constant and begin a range */
    }
    if (strcmp(token, "where") == 0 && has(expected, "..") && in_quantifier) {
        return false;
    }
    bool ends = has(expected, "]") || has(expected, ")") || has(expected, ",");
    if (ends || (has(expected, ":") && !has(expected, "+="))) {
        return is_among(token, operators) || (strcmp(token, ".") == 0 && has(expected, ","));
    }
    return has(expected, "=") && is_among(token, changes);
}

static void say(expectation *expected, const char *words)
{
    if (expected->said_count < MOST_NAMED) {
        expected->said[expected->said_count++] = words;
    }
}

static void choose_words(htnc_parser *parser, expectation *expected, const htnc_token *after)
{
    const char *sum = sum_up(parser, expected, after);
    if (sum != NULL) {
        say(expected, sum);
    }
    for (size_t i = 0; i < expected->count; i++) {
        const char *token = expected->tokens[i];
        if (is_left_unsaid(expected, token, sum != NULL, is_quantifier(innermost(&parser->filter)))) {
            continue;
        }
        bool literal = strncmp(token, "a ", 2) != 0 && strncmp(token, "the ", 4) != 0;
        say(expected, literal ? htnc_format(parser->arena, "`%s`", token) : token);
    }
}

/* "x", "x or y", "x, y or z" */
static const char *enumerate(htnc_arena *arena, const expectation *expected)
{
    const char *text = expected->said_count == 0 ? "something else" : expected->said[0];
    for (size_t i = 1; i < expected->said_count; i++) {
        bool last = i + 1 == expected->said_count;
        text = htnc_format(arena, "%s%s%s", text, last ? " or " : ", ", expected->said[i]);
    }
    return text;
}

/* " after this condition", " after `Subtasks`" or nothing. */
static const char *place(htnc_parser *parser, const htnc_token *after, bool item_may_end)
{
    if (after->span.end == 0) {
        return "";
    }
    const char *item = item_of(&parser->filter, innermost(&parser->filter));
    if (item_may_end && item != NULL && !begins_item(after->kind)) {
        return htnc_format(parser->arena, " after this %s", item);
    }
    return htnc_format(parser->arena, " after %s", describe(parser, after));
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
static htnc_span where(const htnc_parser *parser, const htnc_token *after, const htnc_token *found, bool missing)
{
    bool at_end = found->kind == HTNC_TOKEN_END && after->span.end != 0;
    if (at_end || (missing && is_on_a_later_line(parser, after, found))) {
        return (htnc_span){after->span.end, after->span.end};
    }
    return found->span;
}

bool htnc_syntax_is_quiet(const htnc_parser *parser, htnc_span span)
{
    return parser->filter.suspect || span.begin < parser->filter.quiet_before;
}

/* What follows an error on its line is not reported, unless a new part begins there. */
static void be_quiet(htnc_parser *parser, htnc_span span)
{
    const htnc_source *source = parser->source;
    uint32_t at = span.begin - source->base;
    const char *end = memchr(source->text + at, '\n', source->length - at);
    parser->filter.quiet_before = source->base + (end == NULL ? source->length : (uint32_t)(end - source->text));
}

static bool offers_item(const expectation *expected)
{
    return has(expected, "a name") || has(expected, "true");
}

/* The word that was found may be a slip for one that could stand there. */
static const char *nearest_word(const expectation *expected, const htnc_token *found)
{
    const char *words[MOST_NAMED];
    size_t count = 0;
    bool names = has(expected, "a name");
    for (size_t i = 0; i < expected->count && count < MOST_NAMED && !names; i++) {
        char first = expected->tokens[i][0];
        if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')) {
            words[count++] = expected->tokens[i];
        }
    }
    return found->name.text == NULL ? NULL : htnc_nearest(found->name.text, words, count);
}

/* What was probably meant: words to end the message with, and a mend where there is one. */
typedef struct advice {
    const char *words; /* NULL: there is none */
    htnc_span span;
    const char *text; /* NULL: no mend */
} advice;

static bool is_word(const htnc_token *token)
{
    return token->name.text != NULL && token->kind != HTNC_TOKEN_STRING;
}

static bool is_in(const htnc_parser *parser, const char *item)
{
    const char *found = item_of(&parser->filter, innermost(&parser->filter));
    return found != NULL && strcmp(found, item) == 0;
}

/* `bool C`: a type before the name, as other languages have it. */
static advice type_first(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const char *text = htnc_format(parser->arena, "%s : %s", found->name.text, after->name.text);
    return (advice){htnc_format(parser->arena, "; a type stands after the name: `%s`", text),
                    {after->span.begin, found->span.end},
                    text};
}

/* `Place.Gate`; NULL words where it is nothing of the kind. */
static advice qualified(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const htnc_token *next = htnc_token_ahead(parser, 0);
    if (!is_word(next) || next->span.begin != found->span.end || after->span.end != found->span.begin) {
        return (advice){.words = NULL};
    }
    return (advice){htnc_format(parser->arena, "; a value stands alone: write `%s`", next->name.text),
                    {after->span.begin, next->span.end},
                    next->name.text};
}

/* What a quantifier lacks; NULL where that is not it. */
static const char *quantifier_form(htnc_parser *parser, const htnc_bracket *around, const htnc_token *found)
{
    const char *name = htnc_keyword_of(around->owner)->text;
    bool of_each =
        around->owner == HTNC_TOKEN_SUM || around->owner == HTNC_TOKEN_MIN || around->owner == HTNC_TOKEN_MAX;
    bool ends = found->kind == HTNC_TOKEN_RIGHT || found->kind == HTNC_TOKEN_CLOSE;
    if (around->owner == HTNC_TOKEN_EVERY && ends) {
        return "; `every` has what holds for each behind a colon: `every(e : T where c : b)`";
    }
    if (of_each && ends) {
        return htnc_format(parser->arena, "; `%s` has a number of each behind a colon: `%s(e : T where c : n)`", name,
                           name);
    }
    if (around->owner != HTNC_TOKEN_EVERY && !of_each && found->kind == HTNC_TOKEN_COLON) {
        return htnc_format(parser->arena, "; `%s` has its condition behind `where`", name);
    }
    return NULL;
}

/* `N++`, `N /= 2`: of other languages. */
static const char *change_form(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    int next = htnc_token_ahead(parser, 0)->kind;
    const char *name = htnc_syntax_slice(parser, after->span), *sign = htnc_syntax_slice(parser, found->span);
    if ((found->kind == HTNC_TOKEN_PLUS || found->kind == HTNC_TOKEN_MINUS) && next == found->kind) {
        return htnc_format(parser->arena, "; write `%s %s= 1`", name, sign);
    }
    if ((found->kind == HTNC_TOKEN_OVER || found->kind == HTNC_TOKEN_MODULO) && next == HTNC_TOKEN_BECOMES) {
        return htnc_format(parser->arena, "; write `%s = %s %s ...`", name, name, sign);
    }
    if (after->kind == HTNC_TOKEN_RIGHT && (found->kind == HTNC_TOKEN_CLOSE || found->kind == HTNC_TOKEN_COMMA)) {
        return "; what it becomes follows, as in `= true`";
    }
    return NULL;
}

/* `any e`, `any Enemy e` */
static const char *binder_form(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const char *name = after->name.text, *type = "Type";
    if (found->kind == HTNC_TOKEN_IDENTIFIER && strcmp(found->name.text, "in") != 0) {
        type = name;
        name = found->name.text;
    }
    return htnc_format(parser->arena, "; a variable has a type: `any %s : %s`", name, type);
}

/* The form that a construct has, in words; NULL where no misuse is known. */
static const char *form_of(htnc_parser *parser, const expectation *expected, const htnc_token *after,
                           const htnc_token *found)
{
    const htnc_bracket *around = innermost(&parser->filter);
    if (is_quantifier(around)) {
        return quantifier_form(parser, around, found);
    }
    if (has(expected, "+=")) {
        return change_form(parser, after, found);
    }
    if (is_in(parser, "condition") && has(expected, ":") && is_word(after)) {
        return binder_form(parser, after, found);
    }
    if (is_in(parser, "effect") && found->kind == HTNC_TOKEN_ANY) {
        return "; an effect is repeated with `for`: `P(e) = 1 for e : Type`";
    }
    if (is_in(parser, "subtask") && (found->kind == HTNC_TOKEN_BECOMES || found->kind == HTNC_TOKEN_ADDS)) {
        return "; the world is changed by the `Effects` of primitive tasks";
    }
    if (is_in(parser, "property") && found->kind == HTNC_TOKEN_LEFT) {
        return "; a sensor updates a table as a whole";
    }
    if (is_in(parser, "constant") && found->kind == HTNC_TOKEN_COLON) {
        return "; a constant has the type of its value";
    }
    if (around != NULL && around->owner == HTNC_TOKEN_OPERATOR && found->kind == HTNC_TOKEN_CLOSE) {
        return "; a task without an operator has no such part";
    }
    return NULL;
}

static advice find_advice(htnc_parser *parser, const expectation *expected, const htnc_token *after,
                          const htnc_token *found)
{
    htnc_arena *arena = parser->arena;
    const htnc_bracket *around = innermost(&parser->filter);
    const htnc_token *next = htnc_token_ahead(parser, 0);
    const char *meant = nearest_word(expected, found);
    if (meant != NULL) {
        return (advice){htnc_format(arena, "; did you mean `%s`?", meant), found->span, meant};
    }
    if (found->kind == HTNC_TOKEN_DOT && after->kind == HTNC_TOKEN_IDENTIFIER) {
        return qualified(parser, after, found);
    }
    if (has(expected, ":") && is_in(parser, "property") && is_word(found) && is_word(after)) {
        return type_first(parser, after, found);
    }
    if (has(expected, "+=") && is_word(after) && (found->kind == HTNC_TOKEN_CLOSE || found->kind == HTNC_TOKEN_COMMA)) {
        return (advice){.words = htnc_format(arena, "; a property is set as in `%s = true`", after->name.text)};
    }
    if (found->kind == HTNC_TOKEN_NOT && has(expected, "a name") && is_word(next)) {
        const char *text = htnc_format(arena, "%s = false", next->name.text);
        htnc_span span = {found->span.begin, next->span.end};
        return (advice){htnc_format(arena, "; a property is set as in `%s`", text), span, text};
    }
    if (found->kind == HTNC_TOKEN_COMMA && around != NULL && around->owner == HTNC_TOKEN_OPERATOR) {
        return (advice){.words = "; a task has one operator"};
    }
    if (found->kind == HTNC_TOKEN_OPEN && around != NULL && around->owner == HTNC_TOKEN_PARALLEL) {
        return (advice){.words = "; a member is one subtask: several of them are a compound task"};
    }
    return (advice){.words = form_of(parser, expected, after, found)};
}

static void hint(htnc_parser *parser, htnc_diagnostic *made, const htnc_token *found)
{
    if (found->kind == HTNC_TOKEN_ELLIPSIS) {
        htnc_report_note(parser->diagnostics, made, (htnc_span){0, 0},
                         "an ellipsis stands for something left out; it has to be written out here");
    }
}

/* Where only a declaration or a part can begin. */
static void report_between(htnc_parser *parser, const htnc_token *found)
{
    htnc_diagnostics *diagnostics = parser->diagnostics;
    const char *text = describe(parser, found);
    if (found->kind == HTNC_TOKEN_TASK) {
        htnc_report(diagnostics, HTNC_DIAG_SYNTAX, found->span, "expected `Compound` or `Primitive` before `Task`");
    } else if (found->kind == HTNC_TOKEN_MAX_COUNT || found->kind == HTNC_TOKEN_VALUES) {
        htnc_report(diagnostics, HTNC_DIAG_SYNTAX, found->span,
                    "%s does not belong here: an Entities type has either `Values` or `Max`, an Enum has `Values`",
                    text);
    } else if (found->name.text != NULL && found->kind != HTNC_TOKEN_STRING) {
        htnc_report(diagnostics, HTNC_DIAG_SYNTAX, found->span, "no declaration, and no part of one, begins with %s",
                    text);
    } else {
        hint(parser,
             htnc_report(diagnostics, HTNC_DIAG_SYNTAX, found->span,
                         "expected a declaration or a part of one, found %s", text),
             found);
    }
}

void htnc_syntax_error(htnc_parser *parser, const char *const *tokens, size_t count)
{
    htnc_filter *filter = &parser->filter;
    expectation expected = {.tokens = tokens, .count = count};
    filter->between = has(&expected, "Compound");
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
    bool ends = has(&expected, "]") || has(&expected, ")") || has(&expected, ",");
    bool item_may_end = has(&expected, ",");
    bool missing = found->begins || ((ends || has(&expected, "[")) && !offers_item(&expected));
    htnc_span span = where(parser, after, found, missing);
    advice meant = find_advice(parser, &expected, after, found);
    htnc_diagnostic *made = htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, span, "expected %s%s, found %s%s",
                                        enumerate(parser->arena, &expected), place(parser, after, item_may_end),
                                        describe(parser, found), meant.words == NULL ? "" : meant.words);
    if (meant.text != NULL) {
        htnc_report_fixit(parser->diagnostics, made, meant.span, meant.text);
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
        other = htnc_format(parser->arena, " or %s", with_article(parser->arena, item));
    } else if (item != NULL && !begins_item(after->kind)) {
        other = " or `,`";
    }
    htnc_diagnostic *made =
        htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, where(parser, after, found, true),
                    "expected `%s`%s%s, found %s", bracket, other, place(parser, after, true), describe(parser, found));
    htnc_token opening = {.span = filter->closed.span};
    if (is_on_a_later_line(parser, &opening, after)) {
        htnc_report_note(parser->diagnostics, made, opening.span, "to close this `%s`",
                         filter->closed.square ? "[" : "(");
    }
    htnc_report_fixit(parser->diagnostics, made, (htnc_span){after->span.end, after->span.end}, bracket);
}

/* The stand-in was a comma: two words side by side may want something else between them. */
static void report_unseparated(htnc_parser *parser, const htnc_token *found, const htnc_token *after)
{
    const htnc_bracket *around = innermost(&parser->filter);
    const char *closing = around != NULL && around->square ? "]" : ")";
    bool words = after->kind == HTNC_TOKEN_IDENTIFIER && is_word(found) && !is_on_a_later_line(parser, after, found);
    bool typed = words && is_in(parser, "parameter") && htnc_token_ahead(parser, 1)->kind != HTNC_TOKEN_COLON;
    bool suffix = is_word(found) && is_in(parser, "effect") && strcmp(found->name.text, "if") == 0;
    advice meant = typed    ? type_first(parser, after, found)
                   : suffix ? (advice){"; did you mean `when`?", found->span, "when"}
                            : (advice){"", {after->span.end, after->span.end}, ","};
    htnc_diagnostic *made = htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, where(parser, after, found, true),
                                        "expected `,` or `%s`%s, found %s%s", closing, place(parser, after, true),
                                        describe(parser, found), meant.words);
    bool range = words && strcmp(found->name.text, "in") == 0;
    if (range) {
        htnc_report_note(parser->diagnostics, made, (htnc_span){0, 0},
                         "a range is two comparisons, as in `%s >= 1 and %s <= 3`", after->name.text, after->name.text);
    }
    if (!words || !is_in(parser, "condition")) {
        htnc_report_fixit(parser->diagnostics, made, meant.span, meant.text);
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

void htnc_syntax_too_deep(htnc_parser *parser, htnc_span span)
{
    if (!parser->filter.ended) {
        htnc_report(parser->diagnostics, HTNC_DIAG_NESTING_TOO_DEEP, span,
                    "nested too deep: no more than %d levels are taken", HTNC_DEEPEST);
    }
    parser->filter.suspect = true;
}

void htnc_syntax_too_long(htnc_parser *parser, htnc_span span)
{
    htnc_diagnostic *made = htnc_report(parser->diagnostics, HTNC_DIAG_NESTING_TOO_DEEP, span,
                                        "more than %d operators in one expression", HTNC_HIGHEST - 1);
    htnc_report_note(
        parser->diagnostics, made, (htnc_span){0, 0},
        "items of a list take `,` between them instead of `and`; a `Condition` can hold a part of the rest");
}
