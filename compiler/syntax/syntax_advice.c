/*
 * What was probably meant where there is a syntax error: the nearest word, or the right form of a construct that is written as in
 * other languages. The result is words that end the message, and a fix-it where there is one. Neighbour: syntax_error.c.
 */
#include "compiler/syntax/syntax_advice.h"

#include "base/text.h"
#include "compiler/syntax/keywords.h"
#include "compiler/syntax/token_queue.h"
#include "htn.tab.h"
#include <string.h>

/* The word that was found may be misspelt: the nearest word that could stand there. */
static const char *nearest_word(const htnc_expectation *expected, const htnc_token *found)
{
    const char *words[HTNC_MOST_NAMED];
    size_t count = 0;
    bool names = htnc_expects(expected, "a name");
    for (size_t i = 0; i < expected->count && count < HTNC_MOST_NAMED && !names; i++) {
        char first = expected->tokens[i][0];
        if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z'))
            words[count++] = expected->tokens[i];
    }
    return found->name.text == NULL ? NULL : base_nearest(found->name.text, words, count);
}

htnc_advice htnc_type_first(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const char *text = base_format(parser->arena, "%s : %s", found->name.text, after->name.text);
    return (htnc_advice){base_format(parser->arena, "; the type comes after the name: `%s`", text),
                         {after->span.begin, found->span.end},
                         text};
}

/* For `Place.Gate`. Words NULL: it is something else. */
static htnc_advice qualified(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const htnc_token *next = htnc_token_ahead(parser, 0);
    if (!htnc_token_is_word(next) || next->span.begin != found->span.end || after->span.end != found->span.begin)
        return (htnc_advice){.words = NULL};
    return (htnc_advice){base_format(parser->arena, "; a value stands alone: write `%s`", next->name.text),
                         {after->span.begin, next->span.end},
                         next->name.text};
}

/* For `Mood::Angry`. Words NULL: it is something else. */
static htnc_advice scoped(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const htnc_token *next = htnc_token_ahead(parser, 0), *value = htnc_token_ahead(parser, 1);
    if (found->kind != HTNC_TOKEN_COLON || next->kind != HTNC_TOKEN_COLON || next->span.begin != found->span.end ||
        !htnc_token_is_word(value) || !htnc_token_is_word(after))
        return (htnc_advice){.words = NULL};
    return (htnc_advice){base_format(parser->arena, "; a value stands alone: write `%s`", value->name.text),
                         {after->span.begin, value->span.end},
                         value->name.text};
}

/* For `[e : Enemy where Seen(e)]`. Words NULL: it is something else. */
static htnc_advice without_any(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const htnc_token *type = htnc_token_ahead(parser, 0);
    if (found->kind != HTNC_TOKEN_COLON || !htnc_is_in(parser, "condition") || after->kind != HTNC_TOKEN_IDENTIFIER ||
        !htnc_token_is_word(type))
        return (htnc_advice){.words = NULL};
    return (htnc_advice){
        base_format(parser->arena, "; a variable is bound by `any %s : %s`", after->name.text, type->name.text),
        {after->span.begin, after->span.begin},
        "any "};
}

/* For `0-100` and `0 to 100`. Words NULL: it is something else. */
static htnc_advice range_form(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const htnc_token *next = htnc_token_ahead(parser, 0);
    const bool number = next->kind == HTNC_TOKEN_INTEGER || next->kind == HTNC_TOKEN_FRACTION;
    const bool joins = found->kind == HTNC_TOKEN_MINUS || found->kind == HTNC_TOKEN_COLON ||
                       found->kind == HTNC_TOKEN_ELLIPSIS || found->kind == HTNC_TOKEN_TO;
    if (!number || !joins)
        return (htnc_advice){.words = NULL};
    return (htnc_advice){base_format(parser->arena, "; a range is written `%s..%s`",
                                     htnc_parser_text(parser, after->span), htnc_parser_text(parser, next->span)),
                         {after->span.end, next->span.begin},
                         ".."};
}

/* For `Sees Enemy : bool`. Words NULL: it is something else. */
static htnc_advice name_without_blank(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    /* where a comma was supplied, the token that was found is still ahead */
    const bool again = htnc_token_ahead(parser, 0)->span.begin == found->span.begin;
    const int next = htnc_token_ahead(parser, again ? 1 : 0)->kind;
    if ((next != HTNC_TOKEN_COLON && next != HTNC_TOKEN_LEFT) || !htnc_token_is_word(after))
        return (htnc_advice){.words = NULL};
    const bool capital = found->name.text[0] >= 'A' && found->name.text[0] <= 'Z';
    const char *text = base_format(parser->arena, "%s%s%s", after->name.text, capital ? "" : "_", found->name.text);
    return (htnc_advice){base_format(parser->arena, "; names have no blanks: write `%s`", text),
                         {after->span.begin, found->span.end},
                         text};
}

/* For `10 s`. Words NULL: it is something else. */
htnc_advice htnc_duration_with_blank(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const bool number = after->kind == HTNC_TOKEN_INTEGER || after->kind == HTNC_TOKEN_FRACTION;
    const bool unit =
        htnc_token_is_word(found) && (strcmp(found->name.text, "s") == 0 || strcmp(found->name.text, "ms") == 0);
    if (!number || !unit)
        return (htnc_advice){.words = NULL};
    const char *text = base_format(parser->arena, "%s%s", htnc_parser_text(parser, after->span), found->name.text);
    return (htnc_advice){base_format(parser->arena, "; a duration has no blank: write `%s`", text),
                         {after->span.begin, found->span.end},
                         text};
}

/* For `exists(e : Enemy where Seen(e), Near(e))`; in `min(a, b, c)` no condition follows. Words NULL: it is something else. */
static htnc_advice joined_by_and(const htnc_bracket *around, const htnc_expectation *expected, const htnc_token *found)
{
    if (found->kind != HTNC_TOKEN_COMMA || !htnc_is_quantifier(around))
        return (htnc_advice){.words = NULL};
    if ((around->owner == HTNC_TOKEN_MIN || around->owner == HTNC_TOKEN_MAX) && !htnc_expects(expected, ":"))
        return (htnc_advice){.words = NULL};
    return (htnc_advice){"; in round brackets `and` joins conditions", found->span, " and"};
}

/* For `.5`. Words NULL: it is something else. */
static htnc_advice zero_first(htnc_parser *parser, const htnc_token *found)
{
    const htnc_token *next = htnc_token_ahead(parser, 0);
    if (found->kind != HTNC_TOKEN_DOT || next->kind != HTNC_TOKEN_INTEGER || next->span.begin != found->span.end)
        return (htnc_advice){.words = NULL};
    return (htnc_advice){base_format(parser->arena, "; write `0.%s`", htnc_parser_text(parser, next->span)),
                         found->span, "0."};
}

/* What is missing in a quantifier. NULL: it is something else. */
static const char *quantifier_form(htnc_parser *parser, const htnc_bracket *around, const htnc_token *found)
{
    const char *name = htnc_keyword_of(around->owner)->text;
    bool of_each =
        around->owner == HTNC_TOKEN_SUM || around->owner == HTNC_TOKEN_MIN || around->owner == HTNC_TOKEN_MAX;
    bool ends = found->kind == HTNC_TOKEN_RIGHT || found->kind == HTNC_TOKEN_CLOSE;
    if (around->owner == HTNC_TOKEN_EVERY && ends)
        return "; `every` takes a condition after a colon: `every(e : T where c : b)`";
    if (of_each && ends) {
        return base_format(parser->arena, "; `%s` takes a number after a colon: `%s(e : T where c : n)`", name, name);
    }
    if (around->owner != HTNC_TOKEN_EVERY && !of_each && found->kind == HTNC_TOKEN_COLON)
        return base_format(parser->arena, "; `%s` takes its condition after `where`", name);
    return NULL;
}

/* For `exists(e : Enemy : Near(e))`. Words NULL: it is something else. */
static htnc_advice condition_after_colon(htnc_parser *parser, const htnc_bracket *around, const htnc_token *found)
{
    const char *words =
        htnc_is_quantifier(around) && found->kind == HTNC_TOKEN_COLON ? quantifier_form(parser, around, found) : NULL;
    if (words == NULL)
        return (htnc_advice){.words = NULL};
    const uint32_t begin = found->span.begin, end = found->span.end;
    const bool before = htnc_parser_text(parser, (base_span){begin - 1, begin})[0] != ' ';
    const bool behind = htnc_parser_text(parser, (base_span){end, end + 1})[0] != ' ';
    return (htnc_advice){words, found->span,
                         base_format(parser->arena, "%swhere%s", before ? " " : "", behind ? " " : "")};
}

/* For `Select [utility]`, as other tools call it. Words NULL: it is something else. */
static htnc_advice selection(htnc_parser *parser, const htnc_bracket *around, const htnc_token *found)
{
    static const struct {
        const char *written, *meant, *words;
    } slips[] = {
        {"utility", "highest", "the method with the highest `Utility`"},
        {"score", "highest", "the method with the highest `Utility`"},
        {"best", "highest", "the method with the highest `Utility`"},
        {"max", "highest", "the method with the highest `Utility`"},
        {"cost", "cheapest", "the plan with the lowest `Cost`"},
        {"lowest", "cheapest", "the plan with the lowest `Cost`"},
        {"min", "cheapest", "the plan with the lowest `Cost`"},
        {"weight", "random", "a method by its `Weight`"},
        {"weighted", "random", "a method by its `Weight`"},
        {"priority", "first", "the first method that holds"},
        {"order", "first", "the first method that holds"},
        {"sequence", "first", "the first method that holds"},
    };
    const bool here = around != NULL && around->owner == HTNC_TOKEN_SELECT && htnc_token_is_word(found);
    for (size_t i = 0; here && i < sizeof slips / sizeof *slips; i++)
        if (base_is_same_but_case(found->name.text, slips[i].written))
            return (htnc_advice){base_format(parser->arena, "; `Select [%s]` takes %s", slips[i].meant, slips[i].words),
                                 found->span, slips[i].meant};
    return (htnc_advice){.words = NULL};
}

/* For `N++` and `N /= 2`, as other languages have them. */
static const char *change_form(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    int next = htnc_token_ahead(parser, 0)->kind;
    const char *name = htnc_parser_text(parser, after->span), *sign = htnc_parser_text(parser, found->span);
    if ((found->kind == HTNC_TOKEN_PLUS || found->kind == HTNC_TOKEN_MINUS) && next == found->kind)
        return base_format(parser->arena, "; write `%s %s= 1`", name, sign);
    if ((found->kind == HTNC_TOKEN_OVER || found->kind == HTNC_TOKEN_MODULO) && next == HTNC_TOKEN_BECOMES)
        return base_format(parser->arena, "; write `%s = %s %s ...`", name, name, sign);
    if (after->kind == HTNC_TOKEN_RIGHT && (found->kind == HTNC_TOKEN_CLOSE || found->kind == HTNC_TOKEN_COMMA))
        return "; write the new value, as in `= true`";
    return NULL;
}

/* For `any e`, `any Enemy e` and `any Enemy where ...`: types mostly begin with a capital. In the list of an `Each` without `any`. */
static const char *binder_form(htnc_parser *parser, const htnc_bracket *around, const htnc_token *after,
                               const htnc_token *found)
{
    const char *name = after->name.text, *type = "Type";
    if (found->kind == HTNC_TOKEN_IDENTIFIER && strcmp(found->name.text, "in") != 0) {
        type = name;
        name = found->name.text;
    } else if (name[0] >= 'A' && name[0] <= 'Z') {
        type = name;
        name = base_format(parser->arena, "%c", name[0] - 'A' + 'a');
    }
    bool each = around != NULL && around->owner == HTNC_TOKEN_EACH;
    return base_format(parser->arena, "; a variable has a type: `%s%s : %s`", each ? "" : "any ", name, type);
}

/* For `Optional A()`, `Each [e : Enemy] A(e)` and `Each [e : Enemy] where [c]`. NULL: it is something else. */
static const char *brackets_of_subtasks(const htnc_expectation *expected, const htnc_token *after,
                                        const htnc_token *found)
{
    if (!htnc_expects(expected, "["))
        return NULL;
    switch (after->kind) {
    case HTNC_TOKEN_OPTIONAL: return "; the subtasks stand in brackets: `Optional [A(), B()]`";
    case HTNC_TOKEN_ANY_ORDER: return "; the members stand in brackets: `AnyOrder [A(), B()]`";
    case HTNC_TOKEN_PARALLEL: return "; the members stand in brackets: `Parallel [A(), B()]`";
    case HTNC_TOKEN_BACKGROUND: return "; the subtasks stand in brackets: `Background [A(), B()]`";
    case HTNC_TOKEN_EACH: return "; the list stands in brackets: `Each [e : Type] [A(e)]`";
    default: break;
    }
    if (!htnc_expects(expected, "Prefer"))
        return NULL;
    if (found->kind == HTNC_TOKEN_WHERE)
        return "; `where` stands behind the type: `Each [e : Type where c] [A(e)]`";
    return "; the subtasks stand in brackets, too: `Each [e : Type] [A(e)]`";
}

/* The end of a line without its comment and the blanks and commas in front of that. */
static uint32_t end_of_line(const htnc_parser *parser, uint32_t at)
{
    const uint32_t base = parser->source->base;
    const char *text = parser->source->text + (at - base);
    size_t length = strcspn(text, "\r\n");
    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == '/' && (text[i + 1] == '/' || text[i + 1] == '*'))
            length = i;
    while (length > 0 && strchr(" \t,;.", text[length - 1]) != NULL)
        length--;
    return at + (uint32_t)length;
}

/* For `Max 6`, `Values Calm, Angry` and `Cooldown 2s Subtasks [...]`. Words NULL: it is something else. */
static htnc_advice without_brackets(htnc_parser *parser, const htnc_expectation *expected, const htnc_token *after,
                                    const htnc_token *found)
{
    if (!htnc_expects(expected, "[") || expected->count > 1 || after->keyword == NULL || found->begins ||
        !(htnc_token_is_word(found) || htnc_is_operand(found->kind)))
        return (htnc_advice){.words = NULL};
    const htnc_token *next = htnc_token_ahead(parser, 0);
    base_span span = {found->span.begin, end_of_line(parser, found->span.begin)};
    const char *rest = base_copy_text(parser->arena, parser->source->text + (span.begin - parser->source->base),
                                      span.end - span.begin);
    if (strpbrk(rest, "[]") != NULL) {
        if (next->keyword == NULL || next->keyword->role > HTNC_ROLE_FOLLOWS)
            return (htnc_advice){.words = NULL};
        rest = htnc_parser_text(parser, found->span);
        span = found->span;
    }
    const char *text = base_format(parser->arena, "[%s]", rest);
    return (htnc_advice){base_format(parser->arena, "; write `%s %s`", after->keyword->text, text), span, text};
}

/* For `Prefer [Distance(e)]`. Words NULL: it is something else. */
static htnc_advice without_order(const htnc_bracket *around, const htnc_expectation *expected, const htnc_token *found)
{
    const bool value = htnc_token_is_word(found) || htnc_is_operand(found->kind);
    if (around == NULL || around->owner != HTNC_TOKEN_PREFER || !htnc_expects(expected, "highest") || !value)
        return (htnc_advice){.words = NULL};
    return (htnc_advice){"", {found->span.begin, found->span.begin}, "highest "};
}

/* For `is-hungry`, written without blanks. Words NULL: it is something else. */
static htnc_advice name_without_minus(htnc_parser *parser, const htnc_token *after, const htnc_token *found)
{
    const htnc_token *next = htnc_token_ahead(parser, 0);
    if (found->kind != HTNC_TOKEN_MINUS || after->kind != HTNC_TOKEN_IDENTIFIER || !htnc_token_is_word(next) ||
        after->span.end != found->span.begin || next->span.begin != found->span.end)
        return (htnc_advice){.words = NULL};
    const bool capital = next->name.text[0] >= 'A' && next->name.text[0] <= 'Z';
    const char *text = base_format(parser->arena, "%s%s%s", after->name.text, capital ? "" : "_", next->name.text);
    return (htnc_advice){
        base_format(parser->arena, "; names have no `-`: write `%s`", text), {after->span.begin, next->span.end}, text};
}

/* Whether the brackets hold a time. */
static bool holds_time(const htnc_bracket *around)
{
    const htnc_keyword *keyword = around == NULL ? NULL : htnc_keyword_of(around->owner);
    return keyword != NULL && keyword->holds == HTNC_HOLDS_TIME;
}

/* The right form of the construct, in words. NULL: no common mistake is known. */
static const char *form_of(htnc_parser *parser, const htnc_expectation *expected, const htnc_token *after,
                           const htnc_token *found)
{
    const htnc_bracket *around = htnc_innermost(&parser->filter);
    if (htnc_is_quantifier(around))
        return quantifier_form(parser, around, found);
    const char *brackets = brackets_of_subtasks(expected, after, found);
    if (brackets != NULL)
        return brackets;
    if (htnc_expects(expected, "+="))
        return change_form(parser, after, found);
    if (htnc_is_in(parser, "condition") && htnc_expects(expected, ":") && htnc_token_is_word(after))
        return binder_form(parser, around, after, found);
    if (htnc_is_in(parser, "subtask") && found->kind == HTNC_TOKEN_LET)
        return "; a value gets its name in the conditions: `Method [let x = e]`";
    if (around != NULL && around->owner == HTNC_TOKEN_NAMED_VALUE && found->kind == HTNC_TOKEN_COLON)
        return "; a value has the type of its expression";
    if (htnc_is_in(parser, "effect") && found->kind == HTNC_TOKEN_ANY)
        return "; repeat an effect with `for`: `P(e) = 1 for e : Type`";
    if (htnc_is_in(parser, "subtask") && (found->kind == HTNC_TOKEN_BECOMES || found->kind == HTNC_TOKEN_ADDS))
        return "; only the `Effects` of primitive tasks change the world";
    if (htnc_is_in(parser, "property") && found->kind == HTNC_TOKEN_LEFT)
        return "; a sensor updates a table as a whole";
    if (htnc_is_in(parser, "constant") && found->kind == HTNC_TOKEN_COLON)
        return "; a constant has the type of its value";
    if (around != NULL && around->owner == HTNC_TOKEN_OPERATOR && found->kind == HTNC_TOKEN_CLOSE)
        return "; a task without an operator has no such part";
    if (around != NULL && around->owner == HTNC_TOKEN_QUERY && found->kind == HTNC_TOKEN_BECOMES)
        return "; a query has no initial value: the game answers it";
    if (holds_time(around) && htnc_token_is_word(found))
        return "; durations are written `2s` or `250ms`";
    return NULL;
}

htnc_advice htnc_find_advice(htnc_parser *parser, const htnc_expectation *expected, const htnc_token *after,
                             const htnc_token *found)
{
    base_arena *arena = parser->arena;
    const htnc_bracket *around = htnc_innermost(&parser->filter);
    const htnc_token *next = htnc_token_ahead(parser, 0);
    if (htnc_expects(expected, "from") && found->kind == HTNC_TOKEN_LEFT)
        return (htnc_advice){.words = base_format(arena, "; what a query proposes comes `from` it: `Type from %s(...)`",
                                                  htnc_parser_text(parser, after->span))};
    const char *meant = nearest_word(expected, found);
    if (meant != NULL)
        return (htnc_advice){base_format(arena, "; did you mean `%s`?", meant), found->span, meant};
    if (after->kind == HTNC_TOKEN_EXPECT && found->kind == HTNC_TOKEN_EFFECTS)
        return (htnc_advice){"; did you mean `Expected Effects`?", after->span, "Expected"};
    if (found->kind == HTNC_TOKEN_DOT && after->kind == HTNC_TOKEN_IDENTIFIER)
        return qualified(parser, after, found);
    htnc_advice form = name_without_minus(parser, after, found);
    if (form.words == NULL)
        form = joined_by_and(around, expected, found);
    if (form.words == NULL)
        form = zero_first(parser, found);
    if (form.words == NULL)
        form = scoped(parser, after, found);
    if (form.words == NULL)
        form = without_any(parser, after, found);
    if (form.words == NULL && htnc_expects(expected, ".."))
        form = range_form(parser, after, found);
    if (form.words == NULL)
        form = htnc_duration_with_blank(parser, after, found);
    if (form.words == NULL)
        form = condition_after_colon(parser, around, found);
    if (form.words == NULL)
        form = selection(parser, around, found);
    if (form.words == NULL)
        form = without_order(around, expected, found);
    if (form.words == NULL)
        form = without_brackets(parser, expected, after, found);
    if (form.words != NULL)
        return form;
    if (htnc_expects(expected, ":") && htnc_is_in(parser, "property") && htnc_token_is_word(found) &&
        htnc_token_is_word(after)) {
        form = name_without_blank(parser, after, found);
        return form.words != NULL ? form : htnc_type_first(parser, after, found);
    }
    if (htnc_expects(expected, "a name") && found->keyword != NULL && found->keyword->role >= HTNC_ROLE_VALUE &&
        next->kind == HTNC_TOKEN_COLON)
        return (htnc_advice){
            .words = base_format(arena, "; `%s` has a meaning of its own: choose another name", found->name.text)};
    if (htnc_expects(expected, "+=") && htnc_token_is_word(after) &&
        (found->kind == HTNC_TOKEN_CLOSE || found->kind == HTNC_TOKEN_COMMA))
        return (htnc_advice){.words = base_format(arena, "; a property is set as in `%s = true`", after->name.text)};
    if (found->kind == HTNC_TOKEN_NOT && htnc_expects(expected, "a name") && htnc_token_is_word(next)) {
        const char *text = base_format(arena, "%s = false", next->name.text);
        base_span span = {found->span.begin, next->span.end};
        return (htnc_advice){base_format(arena, "; a property is set as in `%s`", text), span, text};
    }
    if (found->kind == HTNC_TOKEN_COMMA && around != NULL && around->owner == HTNC_TOKEN_OPERATOR)
        return (htnc_advice){.words = "; a task has one operator"};
    if (found->kind == HTNC_TOKEN_OPEN && around != NULL && around->owner == HTNC_TOKEN_PARALLEL)
        return (htnc_advice){.words = "; a member is one subtask: put several into a compound task"};
    return (htnc_advice){.words = form_of(parser, expected, after, found)};
}
