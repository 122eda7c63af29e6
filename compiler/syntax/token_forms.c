/*
 * Forms of other languages that would make several errors each. One error is reported, and the parser reads on as if our form stood
 * there. See token_forms.h. Neighbour: token_filter.c, which asks before it takes a token.
 */
#include "compiler/syntax/token_forms.h"

#include "compiler/syntax/token_queue.h"
#include "compiler/syntax/token_words.h"
#include "htn.tab.h"
#include <string.h>

static bool is_word(htnc_parser *parser, unsigned ahead, const char *text)
{
    const htnc_token *token = htnc_token_ahead(parser, ahead);
    return htnc_token_is_word(token) && strcmp(token->name.text, text) == 0;
}

/* NULL: it is not reported, because an error before explains it. */
static base_diagnostic *report(htnc_parser *parser, base_span span, const char *words)
{
    return htnc_parser_is_quiet(parser, span) ? NULL
                                              : base_report(parser->diagnostics, BASE_DIAG_SYNTAX, span, "%s", words);
}

static void fix(htnc_parser *parser, base_diagnostic *made, base_span span, const char *text)
{
    if (made != NULL)
        base_report_fixit(parser->diagnostics, made, span, text);
}

/* Where the square bracket is closed that begins at `open`, if that is in the same line; else 0. */
static uint32_t closing_offset(const htnc_parser *parser, base_span open)
{
    const base_source *source = parser->source;
    unsigned depth = 0;
    for (uint32_t i = open.begin - source->base; i < source->length && source->text[i] != '\n'; i++) {
        depth += source->text[i] == '[';
        if (source->text[i] == ']' && --depth == 0)
            return source->base + i;
    }
    return 0;
}

/* `At[taxi1]`: no name inside brackets is followed by `[`. The bracket that closes it is changed by token_filter.c. */
static bool is_index(htnc_parser *parser)
{
    const htnc_filter *filter = &parser->filter;
    const htnc_token *open = htnc_token_ahead(parser, 0);
    return open->kind == HTNC_TOKEN_OPEN && filter->last.kind == HTNC_TOKEN_IDENTIFIER && !filter->last.stand_in &&
           filter->last.span.end == open->span.begin;
}

static void correct_index(htnc_parser *parser)
{
    htnc_token *open = htnc_token_ahead(parser, 0);
    const char *name = parser->filter.last.name.text;
    const uint32_t close = closing_offset(parser, open->span);
    open->kind = HTNC_TOKEN_LEFT;
    base_diagnostic *made =
        report(parser, open->span,
               htnc_is_among_subtasks(&parser->filter)
                   ? base_format(parser->arena, "the arguments of a task stand in ( ): `%s(...)`", name)
                   : base_format(parser->arena, "a table is read with ( ): `%s(...)`", name));
    if (close != 0) {
        fix(parser, made, open->span, "(");
        fix(parser, made, (base_span){close, close + 1}, ")");
    }
}

/* A keyword in place of a word. */
static void replace(htnc_parser *parser, int kind)
{
    htnc_token *token = htnc_token_ahead(parser, 0);
    token->kind = kind;
    token->keyword = htnc_keyword_of(kind);
}

/* `N in [1, 2]`: as if `N == 1` stood there. */
static void correct_membership(htnc_parser *parser)
{
    const htnc_filter *filter = &parser->filter;
    const char *name = filter->last.kind == HTNC_TOKEN_IDENTIFIER ? filter->last.name.text : "x", *form = "";
    htnc_token in = htnc_token_take(parser), first = {0}, token = {0};
    const base_span name_span = filter->last.kind == HTNC_TOKEN_IDENTIFIER ? filter->last.span : (base_span){0, 0};
    htnc_token_take(parser); /* the bracket */
    for (bool begins = true; !htnc_interrupts(parser); begins = token.kind == HTNC_TOKEN_COMMA) {
        token = htnc_token_take(parser);
        if (token.kind == HTNC_TOKEN_CLOSE)
            break;
        if (!begins)
            continue;
        form = base_format(parser->arena, "%s%s%s == %s", form, *form == '\0' ? "" : " or ", name,
                           htnc_parser_text(parser, token.span));
        first = first.span.end == 0 ? token : first;
    }
    if (first.span.end == 0)
        first = (htnc_token){.kind = HTNC_TOKEN_INTEGER, .span = in.span};
    base_diagnostic *made = report(
        parser, in.span,
        base_format(parser->arena, "a value is one of several if `%s`", *form == '\0' ? "x == 1 or x == 2" : form));
    if (*form != '\0' && token.kind == HTNC_TOKEN_CLOSE && name_span.end != 0)
        fix(parser, made, (base_span){name_span.begin, token.span.end}, base_format(parser->arena, "(%s)", form));
    htnc_token_put_back(parser, first);
    in.kind = HTNC_TOKEN_EQUAL;
    in.name.text = NULL;
    htnc_token_put_back(parser, in);
}

static bool is_membership(htnc_parser *parser)
{
    const htnc_filter *filter = &parser->filter;
    const int owner = filter->brackets[filter->depth - 1].owner;
    return is_word(parser, 0, "in") && htnc_token_is_open(parser, 1) && htnc_ends_operand(filter->last.kind) &&
           owner != HTNC_TOKEN_RUN && owner != HTNC_TOKEN_PLAN;
}

/* `Follow Tracks()`, where a subtask begins: two names with one blank between them. */
static bool is_subtask_with_blank(htnc_parser *parser)
{
    const htnc_token *first = htnc_token_ahead(parser, 0), *second = htnc_token_ahead(parser, 1);
    const int before = parser->filter.last.kind;
    return (before == HTNC_TOKEN_OPEN || before == HTNC_TOKEN_COMMA) && htnc_is_among_subtasks(&parser->filter) &&
           first->kind == HTNC_TOKEN_IDENTIFIER && second->kind == HTNC_TOKEN_IDENTIFIER &&
           htnc_token_ahead(parser, 2)->kind == HTNC_TOKEN_LEFT && second->span.begin == first->span.end + 1;
}

static void correct_subtask_with_blank(htnc_parser *parser)
{
    htnc_token first = htnc_token_take(parser);
    const htnc_token second = htnc_token_take(parser);
    const bool capital = second.name.text[0] >= 'A' && second.name.text[0] <= 'Z';
    const base_span both = {first.span.begin, second.span.end};
    const char *name = base_format(parser->arena, "%s%s%s", first.name.text, capital ? "" : "_", second.name.text);
    fix(parser, report(parser, both, base_format(parser->arena, "names have no blanks: write `%s()`", name)), both,
        name);
    first.name.text = name;
    first.name.span = first.span = both;
    htnc_token_put_back(parser, first);
}

void htnc_correct_form(htnc_parser *parser)
{
    if (is_index(parser)) {
        correct_index(parser);
    } else if (is_membership(parser)) {
        correct_membership(parser);
    } else if (is_subtask_with_blank(parser)) {
        correct_subtask_with_blank(parser);
    } else if (is_word(parser, 0, "forall") && htnc_token_ahead(parser, 1)->kind == HTNC_TOKEN_LEFT) {
        const base_span word = htnc_token_ahead(parser, 0)->span;
        fix(parser, report(parser, word, "for all instances: `every(x : Type : c)`"), word, "every");
        replace(parser, HTNC_TOKEN_EVERY);
    } else if (is_word(parser, 0, "each") && htnc_is_among_subtasks(&parser->filter) &&
               htnc_token_is_word(htnc_token_ahead(parser, 1)) &&
               htnc_token_ahead(parser, 2)->kind == HTNC_TOKEN_COLON) {
        replace(parser, HTNC_TOKEN_EACH);
    }
}
