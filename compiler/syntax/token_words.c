/*
 * Which words are keywords. Outside brackets, a capitalised keyword is a keyword. Inside brackets it is one only where `[` follows,
 * because no name is followed by `[`. So every name stays usable, and a missing `]` shows at the next keyword. Where a keyword must
 * stand, a misspelt word is reported and corrected. Neighbour: token_filter.c, which asks.
 */
#include "compiler/syntax/token_words.h"

#include "compiler/syntax/token_queue.h"
#include "htn.tab.h"
#include <string.h>

bool htnc_begins_something(htnc_parser *parser)
{
    const htnc_token *token = htnc_token_ahead(parser, 0);
    switch (htnc_token_role(token)) {
    case HTNC_ROLE_BEGINS:
        if (token->keyword->kind == HTNC_TOKEN_METHOD && !htnc_token_is_open(parser, 1)) {
            const htnc_token *label = htnc_token_ahead(parser, 1);
            return (label->kind == HTNC_TOKEN_INTEGER || htnc_token_is_word(label)) && htnc_token_is_open(parser, 2);
        }
        if (token->keyword->kind == HTNC_TOKEN_ELSE && htnc_token_role(htnc_token_ahead(parser, 1)) == HTNC_ROLE_BEGINS)
            return htnc_token_is_open(parser, 2);
        return htnc_token_is_open(parser, 1);
    case HTNC_ROLE_PAIR: {
        int first = token->keyword->kind;
        const htnc_token *second = htnc_token_ahead(parser, 1);
        return second->keyword != NULL && htnc_keyword_pairs(first, second->keyword->kind);
    }
    default: return false;
    }
}

/* What the next part would belong to. */
static htnc_place current_place(const htnc_parser *parser)
{
    if (parser->task != NULL)
        return parser->task->kind == HTNC_COMPOUND ? HTNC_PLACE_COMPOUND : HTNC_PLACE_PRIMITIVE;
    return parser->scenario != NULL ? HTNC_PLACE_SCENARIO : HTNC_PLACE_ANY;
}

static const htnc_keyword *nearest_keyword(const htnc_parser *parser, const char *text, int after)
{
    return htnc_keyword_nearest(text, after, current_place(parser));
}

/* Inside brackets: the keyword with the role GROUP that a word among subtasks was probably meant to be. NULL: none. */
static const htnc_keyword *nearest_group(const htnc_parser *parser, const htnc_token *token)
{
    bool among = parser->filter.depth > 0 && htnc_is_among_subtasks(&parser->filter);
    return among && htnc_token_role(token) == HTNC_ROLE_NAME ? htnc_keyword_nearest_group(token->name.text) : NULL;
}

bool htnc_interrupts(htnc_parser *parser)
{
    const htnc_token *token = htnc_token_ahead(parser, 0);
    if (token->kind == HTNC_TOKEN_END || htnc_begins_something(parser))
        return true;
    if (!htnc_token_is_word(token))
        return false;
    if (htnc_token_is_open(parser, 1)) {
        htnc_role role = htnc_token_role(htnc_token_ahead(parser, 0));
        return role == HTNC_ROLE_FOLLOWS ||
               (role == HTNC_ROLE_NAME && nearest_group(parser, htnc_token_ahead(parser, 0)) == NULL &&
                nearest_keyword(parser, htnc_token_ahead(parser, 0)->name.text, HTNC_TOKEN_CLOSE) != NULL);
    }
    const htnc_token *next = htnc_token_ahead(parser, 1);
    return next->keyword != NULL && htnc_token_is_open(parser, 2) &&
           (next->keyword->kind == HTNC_TOKEN_TASK || next->keyword->kind == HTNC_TOKEN_STATE);
}

static void report_misspelt(htnc_parser *parser, const htnc_token *token, const char *meant)
{
    if (htnc_parser_is_quiet(parser, token->span))
        return;
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, token->span,
                                        "unknown word `%s`; did you mean `%s`?", token->name.text, meant);
    base_report_fixit(parser->diagnostics, made, token->span, meant);
}

/* Outside brackets, where a keyword must stand: corrects a misspelt word. */
static void correct(htnc_parser *parser, htnc_token *token)
{
    const htnc_slip *other = htnc_slip_find(token->name.text);
    if (other != NULL && parser->filter.last.kind != HTNC_TOKEN_EXPECT) {
        report_misspelt(parser, token, other->meant);
        token->kind = other->first;
        token->keyword = htnc_keyword_of(other->first);
        token->begins = true;
        if (other->second != 0) {
            htnc_token_put_back(parser, (htnc_token){.kind = other->second,
                                                     .span = token->span,
                                                     .name = token->name,
                                                     .keyword = htnc_keyword_of(other->second)});
        }
        return;
    }
    const htnc_keyword *keyword = nearest_keyword(parser, token->name.text, parser->filter.last.kind);
    if (keyword != NULL) {
        report_misspelt(parser, token, keyword->text);
        token->kind = keyword->kind;
        token->keyword = keyword;
        token->begins = keyword->role == HTNC_ROLE_BEGINS || keyword->role == HTNC_ROLE_PAIR;
    }
}

/* Outside brackets: whether a method's conditions come before, so that `Subtasks` must follow. */
static bool wants_subtasks(const htnc_filter *filter)
{
    return filter->last.kind == HTNC_TOKEN_CLOSE && filter->closed.owner == HTNC_TOKEN_METHOD &&
           filter->section == HTNC_TOKEN_METHOD;
}

/* Replaces `token` by the missing `Subtasks`. The token is `[`, which is kept, or a colon or another word, which is dropped. */
static void supply_subtasks(htnc_parser *parser, htnc_token *token)
{
    bool open = token->kind == HTNC_TOKEN_OPEN;
    bool colon = token->kind == HTNC_TOKEN_COLON;
    bool colon_only = colon && !htnc_token_is_open(parser, 0);
    if (!htnc_parser_is_quiet(parser, token->span)) {
        base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, token->span,
                                            "expected `Subtasks` after the method's conditions, found `%s`",
                                            htnc_parser_text(parser, token->span));
        base_span at = open ? (base_span){token->span.begin, token->span.begin} : token->span;
        base_report_fixit(parser->diagnostics, made, at,
                          open         ? "Subtasks "
                          : colon_only ? ""
                          : colon      ? " Subtasks"
                                       : "Subtasks");
    }
    if (colon_only) {
        *token = htnc_token_take(parser);
        token->begins = true;
        return;
    }
    if (open)
        htnc_token_put_back(parser, *token);
    *token = (htnc_token){.kind = HTNC_TOKEN_SUBTASKS,
                          .span = {token->span.begin, token->span.begin},
                          .keyword = htnc_keyword_of(HTNC_TOKEN_SUBTASKS),
                          .begins = true,
                          .stand_in = true};
}

static bool is_word_of(const char *text, const char *word)
{
    size_t i = 0;
    for (; word[i] != '\0' && (text[i] | 0x20) == word[i]; i++) {}
    return text[i] == '\0' && word[i] == '\0';
}

/* For `Method A`: the bracket behind the conditions is missing, too, if their line has none. It is not reported again. */
static void close_at_line_end(htnc_parser *parser, base_diagnostic *made, base_span from)
{
    const base_source *source = parser->source;
    const char *text = source->text + (from.begin - source->base);
    size_t length = strcspn(text, "\r\n[]");
    if (text[length] == '[' || text[length] == ']')
        return;
    const char *comment = strstr(text, "//");
    const size_t behind = length + strspn(text + length, " \t\r\n");
    if (comment != NULL && comment < text + length)
        length = (size_t)(comment - text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    const base_span end = {from.begin + (uint32_t)length, from.begin + (uint32_t)length};
    base_report_fixit(parser->diagnostics, made, end, "]");
    parser->filter.reported_at = from.begin + (uint32_t)behind;
}

/* For `Method A]` and `Method if A`: supplies the missing bracket before `token`. */
static void supply_bracket(htnc_parser *parser, htnc_token *token)
{
    base_span at = {token->span.begin, token->span.begin};
    const bool conditional = is_word_of(token->name.text, "if") && htnc_token_is_word(htnc_token_ahead(parser, 0));
    if (conditional)
        at.end = htnc_token_ahead(parser, 0)->span.begin;
    if (!htnc_parser_is_quiet(parser, token->span)) {
        base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, token->span,
                                            conditional ? "expected `[` instead of `%s`" : "expected `[` before `%s`",
                                            htnc_parser_text(parser, token->span));
        base_report_fixit(parser->diagnostics, made, at, "[");
        close_at_line_end(parser, made, token->span);
    }
    if (conditional)
        *token = htnc_token_take(parser);
    at.end = at.begin;
    htnc_token_put_back(parser, *token);
    *token = (htnc_token){.kind = HTNC_TOKEN_OPEN, .span = at, .stand_in = true};
}

/* Corrects `Enum [Mood] Value [Calm]`: behind the name of a type, a list of values must follow, not a declaration. */
static void correct_values(htnc_parser *parser, htnc_token *token)
{
    const int closed = parser->filter.closed.owner;
    if (token->kind != HTNC_TOKEN_NAMED_VALUE || parser->filter.last.kind != HTNC_TOKEN_CLOSE ||
        (closed != HTNC_TOKEN_ENUM && closed != HTNC_TOKEN_ENTITIES))
        return;
    token->keyword = htnc_keyword_of(HTNC_TOKEN_VALUES);
    token->kind = HTNC_TOKEN_VALUES;
    report_misspelt(parser, token, token->keyword->text);
}

static bool is_second_word(const htnc_filter *filter, int kind)
{
    return htnc_keyword_pairs(filter->last.kind, kind);
}

void htnc_token_outside(htnc_parser *parser, htnc_token *token)
{
    const htnc_filter *filter = &parser->filter;
    bool colon = token->kind == HTNC_TOKEN_COLON &&
                 (htnc_token_is_open(parser, 0) || htnc_token_ahead(parser, 0)->kind == HTNC_TOKEN_SUBTASKS);
    if (wants_subtasks(filter) && (token->kind == HTNC_TOKEN_OPEN || colon))
        supply_subtasks(parser, token);
    if (!htnc_token_is_word(token))
        return;
    int last = filter->last.kind;
    if (last == HTNC_TOKEN_METHOD && htnc_token_is_open(parser, 0) && token->kind != HTNC_TOKEN_SUBTASKS) {
        token->kind = HTNC_TOKEN_IDENTIFIER; /* a label, even if it is a keyword */
        return;
    }
    bool begun = htnc_token_role(token) != HTNC_ROLE_NAME && htnc_token_role(token) < HTNC_ROLE_ALONE;
    if (last == HTNC_TOKEN_METHOD && !begun && !htnc_begins_something(parser) &&
        htnc_token_ahead(parser, 0)->kind != HTNC_TOKEN_END) {
        supply_bracket(parser, token);
        return;
    }
    correct_values(parser, token);
    switch (htnc_token_role(token)) {
    case HTNC_ROLE_BEGINS:
    case HTNC_ROLE_PAIR: token->begins = !is_second_word(filter, token->kind); break;
    case HTNC_ROLE_FOLLOWS: break;
    default: {
        const htnc_keyword *keyword = htnc_keyword_of(last);
        bool after_first = keyword != NULL && keyword->role == HTNC_ROLE_PAIR;
        if (last == HTNC_TOKEN_END || last == HTNC_TOKEN_CLOSE || last == HTNC_TOKEN_PLAN || after_first)
            correct(parser, token);
        if (htnc_token_role(token) == HTNC_ROLE_NAME && wants_subtasks(filter) && htnc_token_is_open(parser, 0))
            supply_subtasks(parser, token);
        break;
    }
    }
}

/* Corrects `AND`, `Or`, `NOT` where no name can stand. */
static void correct_operator(htnc_parser *parser, htnc_token *token)
{
    bool after = htnc_ends_operand(parser->filter.last.kind);
    bool before = htnc_token_is_word(htnc_token_ahead(parser, 0));
    const htnc_keyword *meant = NULL;
    if (after && is_word_of(token->name.text, "and"))
        meant = htnc_keyword_of(HTNC_TOKEN_AND);
    else if (after && is_word_of(token->name.text, "or"))
        meant = htnc_keyword_of(HTNC_TOKEN_OR);
    else if (!after && before && is_word_of(token->name.text, "not"))
        meant = htnc_keyword_of(HTNC_TOKEN_NOT);
    else if (after && strcmp(token->name.text, "Where") == 0)
        meant = htnc_keyword_of(HTNC_TOKEN_WHERE);
    else if (after && strcmp(token->name.text, "When") == 0)
        meant = htnc_keyword_of(HTNC_TOKEN_WHEN);
    else if (after && strcmp(token->name.text, "For") == 0)
        meant = htnc_keyword_of(HTNC_TOKEN_FOR);
    if (meant != NULL) {
        report_misspelt(parser, token, meant->text);
        token->kind = meant->kind;
        token->keyword = meant;
    }
}

/* For `[if A]`: reports and drops the `if`. */
static void drop_if(htnc_parser *parser, htnc_token *token)
{
    const htnc_bracket *bracket = &parser->filter.brackets[parser->filter.depth - 1];
    bool conditional = is_word_of(token->name.text, "if") && htnc_token_is_word(htnc_token_ahead(parser, 0)) &&
                       !htnc_ends_operand(parser->filter.last.kind);
    if (!conditional || !bracket->square || htnc_is_among_subtasks(&parser->filter))
        return;
    if (!htnc_parser_is_quiet(parser, token->span)) {
        base_diagnostic *made =
            base_report(parser->diagnostics, BASE_DIAG_SYNTAX, token->span,
                        "leave out `%s`: a list of conditions holds nothing else", token->name.text);
        base_report_fixit(parser->diagnostics, made,
                          (base_span){token->span.begin, htnc_token_ahead(parser, 0)->span.begin}, "");
    }
    *token = htnc_token_take(parser);
}

/* Whether a name and `=` are ahead, as in `let n = N`. */
static bool gives_name(htnc_parser *parser)
{
    const int kind = htnc_token_ahead(parser, 1)->kind;
    return htnc_token_is_word(htnc_token_ahead(parser, 0)) && (kind == HTNC_TOKEN_BECOMES || kind == HTNC_TOKEN_EQUAL);
}

void htnc_token_inside(htnc_parser *parser, htnc_token *token)
{
    if (!htnc_token_is_word(token))
        return;
    switch (htnc_token_role(token)) {
    case HTNC_ROLE_BEGINS:
    case HTNC_ROLE_PAIR:
    case HTNC_ROLE_FOLLOWS:
        token->kind = HTNC_TOKEN_IDENTIFIER;
        correct_operator(parser, token);
        break;
    case HTNC_ROLE_GROUP:
        if (!htnc_token_is_open(parser, 0) &&
            !(htnc_token_is_word(htnc_token_ahead(parser, 0)) && htnc_is_among_subtasks(&parser->filter)))
            token->kind = HTNC_TOKEN_IDENTIFIER;
        break;
    case HTNC_ROLE_LET:
        if (!gives_name(parser))
            token->kind = HTNC_TOKEN_IDENTIFIER;
        break;
    case HTNC_ROLE_NAME: {
        const htnc_keyword *meant = htnc_token_is_open(parser, 0) ? nearest_group(parser, token) : NULL;
        if (meant != NULL) {
            report_misspelt(parser, token, meant->text);
            token->kind = meant->kind;
            token->keyword = meant;
            break;
        }
        drop_if(parser, token);
        if (htnc_token_role(token) == HTNC_ROLE_NAME)
            correct_operator(parser, token);
        break;
    }
    default: break;
    }
}

bool htnc_seems_to_begin(htnc_parser *parser)
{
    const htnc_token *token = htnc_token_ahead(parser, 0);
    const htnc_token *next = htnc_token_ahead(parser, 1);
    if (!htnc_token_is_word(token))
        return false;
    if (token->kind == HTNC_TOKEN_TASK)
        return htnc_token_is_open(parser, 1);
    bool second = htnc_token_is_word(next) && htnc_token_is_open(parser, 2);
    if (htnc_token_role(token) == HTNC_ROLE_PAIR)
        return second && nearest_keyword(parser, next->name.text, token->kind) != NULL;
    const htnc_keyword *keyword = nearest_keyword(parser, token->name.text, HTNC_TOKEN_CLOSE);
    bool begins = keyword != NULL && (keyword->role == HTNC_ROLE_BEGINS || keyword->role == HTNC_ROLE_PAIR);
    return htnc_token_role(token) == HTNC_ROLE_NAME && (begins || htnc_slip_find(token->name.text) != NULL) &&
           (htnc_token_is_open(parser, 1) || second);
}
