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

htnc_token *htnc_token_ahead(htnc_parser *parser, unsigned ahead)
{
    htnc_filter *filter = &parser->filter;
    while (filter->held_count <= ahead) {
        filter->held[filter->held_count] = htnc_scan(parser);
        filter->held_count++;
    }
    return &filter->held[ahead];
}

static htnc_token *peek(htnc_parser *parser, unsigned ahead)
{
    return htnc_token_ahead(parser, ahead);
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

/* Whether a value, a name or a call may end with such a token. */
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

/* What a part that comes next would belong to. */
static htnc_place current_place(const htnc_parser *parser)
{
    if (parser->task != NULL) {
        return parser->task->kind == HTNC_COMPOUND ? HTNC_PLACE_COMPOUND : HTNC_PLACE_PRIMITIVE;
    }
    return parser->scenario != NULL ? HTNC_PLACE_SCENARIO : HTNC_PLACE_ANY;
}

static const htnc_keyword *nearest_keyword(const htnc_parser *parser, const char *text, int after)
{
    return htnc_keyword_nearest(text, after, current_place(parser));
}

static bool is_among_subtasks(const htnc_filter *filter)
{
    const htnc_bracket *bracket = &filter->brackets[filter->depth - 1];
    return bracket->square && (bracket->owner == HTNC_TOKEN_SUBTASKS || bracket->owner == HTNC_TOKEN_PARALLEL ||
                               bracket->owner == HTNC_TOKEN_PLAN);
}

/* Inside brackets: whether a word is a slip for one that brackets follow among subtasks. */
static const htnc_keyword *nearest_group(const htnc_parser *parser, const htnc_token *token)
{
    static const int groups[] = {HTNC_TOKEN_PARALLEL, HTNC_TOKEN_ACHIEVE, HTNC_TOKEN_USING};
    const char *texts[3];
    for (size_t i = 0; i < 3; i++) {
        texts[i] = htnc_keyword_of(groups[i])->text;
    }
    bool among = parser->filter.depth > 0 && is_among_subtasks(&parser->filter);
    const char *nearest = among && role_of(token) == HTNC_ROLE_NAME ? htnc_nearest(token->name.text, texts, 3) : NULL;
    return nearest == NULL ? NULL : htnc_keyword_find(nearest, strlen(nearest));
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
               (role == HTNC_ROLE_NAME && nearest_group(parser, peek(parser, 0)) == NULL &&
                nearest_keyword(parser, peek(parser, 0)->name.text, HTNC_TOKEN_CLOSE) != NULL);
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

static const joined_words *find_other(const char *text)
{
    for (size_t i = 0; i < sizeof other_words / sizeof other_words[0]; i++) {
        if (strcmp(text, other_words[i].written) == 0) {
            return &other_words[i];
        }
    }
    return NULL;
}

static void report_misspelt(htnc_parser *parser, const htnc_token *token, const char *meant)
{
    if (htnc_syntax_is_quiet(parser, token->span)) {
        return;
    }
    htnc_diagnostic *made = htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, token->span,
                                        "unknown word `%s`; did you mean `%s`?", token->name.text, meant);
    htnc_report_fixit(parser->diagnostics, made, token->span, meant);
}

/* Outside brackets, where a keyword must stand: takes a misspelt one for what it was meant to be. */
static void correct(htnc_parser *parser, htnc_token *token)
{
    const joined_words *other = find_other(token->name.text);
    if (other != NULL && parser->filter.last.kind != HTNC_TOKEN_EXPECT) {
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
    const htnc_keyword *keyword = nearest_keyword(parser, token->name.text, parser->filter.last.kind);
    if (keyword != NULL) {
        report_misspelt(parser, token, keyword->text);
        token->kind = keyword->kind;
        token->keyword = keyword;
        token->begins = keyword->role == HTNC_ROLE_BEGINS || keyword->role == HTNC_ROLE_PAIR;
    }
}

/* Outside brackets, after a method's conditions: whether `Subtasks` has to come. */
static bool wants_subtasks(const htnc_filter *filter)
{
    return filter->last.kind == HTNC_TOKEN_CLOSE && filter->closed.owner == HTNC_TOKEN_METHOD &&
           filter->section == HTNC_TOKEN_METHOD;
}

/* Stands in for a `Subtasks` in the place of `token`: a `[`, which is kept, a colon or another word. */
static void supply_subtasks(htnc_parser *parser, htnc_token *token)
{
    bool open = token->kind == HTNC_TOKEN_OPEN;
    bool colon = token->kind == HTNC_TOKEN_COLON;
    bool colon_only = colon && !is_open(parser, 0);
    if (!htnc_syntax_is_quiet(parser, token->span)) {
        htnc_diagnostic *made = htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, token->span,
                                            "expected `Subtasks` after the method's conditions, found `%s`",
                                            htnc_syntax_slice(parser, token->span));
        htnc_span at = open ? (htnc_span){token->span.begin, token->span.begin} : token->span;
        htnc_report_fixit(parser->diagnostics, made, at,
                          open         ? "Subtasks "
                          : colon_only ? ""
                          : colon      ? " Subtasks"
                                       : "Subtasks");
    }
    if (colon_only) {
        *token = take(parser);
        token->begins = true;
        return;
    }
    if (open) {
        put_back(parser, *token);
    }
    *token = (htnc_token){.kind = HTNC_TOKEN_SUBTASKS,
                          .span = {token->span.begin, token->span.begin},
                          .keyword = htnc_keyword_of(HTNC_TOKEN_SUBTASKS),
                          .begins = true,
                          .stand_in = true};
}

/* `Method A]`: stands in for the bracket before `token`. */
static void supply_bracket(htnc_parser *parser, htnc_token *token)
{
    htnc_span at = {token->span.begin, token->span.begin};
    if (!htnc_syntax_is_quiet(parser, token->span)) {
        htnc_diagnostic *made = htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, token->span,
                                            "expected `[` before `%s`", htnc_syntax_slice(parser, token->span));
        htnc_report_fixit(parser->diagnostics, made, at, "[");
    }
    put_back(parser, *token);
    *token = (htnc_token){.kind = HTNC_TOKEN_OPEN, .span = at, .stand_in = true};
}

static bool is_second_word(const htnc_filter *filter, int kind)
{
    return htnc_keyword_pairs(filter->last.kind, kind);
}

/* A token outside all brackets. */
static void outside(htnc_parser *parser, htnc_token *token)
{
    const htnc_filter *filter = &parser->filter;
    bool colon =
        token->kind == HTNC_TOKEN_COLON && (is_open(parser, 0) || peek(parser, 0)->kind == HTNC_TOKEN_SUBTASKS);
    if (wants_subtasks(filter) && (token->kind == HTNC_TOKEN_OPEN || colon)) {
        supply_subtasks(parser, token);
    }
    if (!is_word(token)) {
        return;
    }
    int last = filter->last.kind;
    if (last == HTNC_TOKEN_METHOD && is_open(parser, 0) && token->kind != HTNC_TOKEN_SUBTASKS) {
        token->kind = HTNC_TOKEN_IDENTIFIER; /* a label, whatever else it means */
        return;
    }
    bool begun = role_of(token) != HTNC_ROLE_NAME && role_of(token) < HTNC_ROLE_CONTEXTUAL;
    if (last == HTNC_TOKEN_METHOD && !begun && !begins_something(parser) && peek(parser, 0)->kind != HTNC_TOKEN_END) {
        supply_bracket(parser, token);
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
        if (role_of(token) == HTNC_ROLE_NAME && wants_subtasks(filter) && is_open(parser, 0)) {
            supply_subtasks(parser, token);
        }
        break;
    }
    }
}

static bool is_word_of(const char *text, const char *word)
{
    size_t i = 0;
    for (; word[i] != '\0' && (text[i] | 0x20) == word[i]; i++) {}
    return text[i] == '\0' && word[i] == '\0';
}

/* `AND`, `Or`, `NOT` where no name can stand are taken for what they were meant to be. */
static void correct_operator(htnc_parser *parser, htnc_token *token)
{
    bool after = ends_operand(parser->filter.last.kind);
    bool before = is_word(peek(parser, 0));
    const htnc_keyword *meant = NULL;
    if (after && is_word_of(token->name.text, "and")) {
        meant = htnc_keyword_of(HTNC_TOKEN_AND);
    } else if (after && is_word_of(token->name.text, "or")) {
        meant = htnc_keyword_of(HTNC_TOKEN_OR);
    } else if (!after && before && is_word_of(token->name.text, "not")) {
        meant = htnc_keyword_of(HTNC_TOKEN_NOT);
    }
    if (meant != NULL) {
        report_misspelt(parser, token, meant->text);
        token->kind = meant->kind;
        token->keyword = meant;
    }
}

/* `[if A]`: passes over the `if`. */
static void drop_if(htnc_parser *parser, htnc_token *token)
{
    const htnc_bracket *bracket = &parser->filter.brackets[parser->filter.depth - 1];
    bool conditional =
        is_word_of(token->name.text, "if") && is_word(peek(parser, 0)) && !ends_operand(parser->filter.last.kind);
    if (!conditional || !bracket->square || is_among_subtasks(&parser->filter)) {
        return;
    }
    if (!htnc_syntax_is_quiet(parser, token->span)) {
        htnc_diagnostic *made =
            htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, token->span,
                        "`%s` is not written: a list of conditions holds nothing else", token->name.text);
        htnc_report_fixit(parser->diagnostics, made, (htnc_span){token->span.begin, peek(parser, 0)->span.begin}, "");
    }
    *token = take(parser);
}

/* A word inside brackets that does not interrupt them. */
static void inside(htnc_parser *parser, htnc_token *token)
{
    if (!is_word(token)) {
        return;
    }
    switch (role_of(token)) {
    case HTNC_ROLE_BEGINS:
    case HTNC_ROLE_PAIR:
    case HTNC_ROLE_FOLLOWS: token->kind = HTNC_TOKEN_IDENTIFIER; break;
    case HTNC_ROLE_GROUP:
        if (!is_open(parser, 0) && !(is_word(peek(parser, 0)) && is_among_subtasks(&parser->filter))) {
            token->kind = HTNC_TOKEN_IDENTIFIER;
        }
        break;
    case HTNC_ROLE_NAME: {
        const htnc_keyword *meant = is_open(parser, 0) ? nearest_group(parser, token) : NULL;
        if (meant != NULL) {
            report_misspelt(parser, token, meant->text);
            token->kind = meant->kind;
            token->keyword = meant;
            break;
        }
        drop_if(parser, token);
        if (role_of(token) == HTNC_ROLE_NAME) {
            correct_operator(parser, token);
        }
        break;
    }
    default: break;
    }
}

/* --- What was left out -------------------------------------------------------------------------- */

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

/* `[RunTo Gate)]`: whether a parenthesis closes next that was not opened after the name. */
static bool lacks_parenthesis(htnc_parser *parser)
{
    const htnc_filter *filter = &parser->filter;
    const htnc_bracket *bracket = &filter->brackets[filter->depth - 1];
    bool calls = bracket->square && (is_among_subtasks(filter) || bracket->owner == HTNC_TOKEN_OPERATOR);
    if (!calls || filter->last.kind != HTNC_TOKEN_IDENTIFIER) {
        return false;
    }
    for (unsigned i = 0; i + 2 < HTNC_TOKENS_HELD; i++) {
        switch (peek(parser, i)->kind) {
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
    htnc_span name = parser->filter.last.span;
    htnc_span found = peek(parser, 0)->span;
    if (!htnc_syntax_is_quiet(parser, found)) {
        htnc_diagnostic *made =
            htnc_report(parser->diagnostics, HTNC_DIAG_SYNTAX, found, "expected `(` after `%s`, found `%s`",
                        htnc_syntax_slice(parser, name), htnc_syntax_slice(parser, found));
        htnc_report_fixit(parser->diagnostics, made, (htnc_span){name.end, found.begin}, "(");
    }
    return (htnc_token){.kind = HTNC_TOKEN_LEFT, .span = {name.end, name.end}, .stand_in = true};
}

/* Drops a bracket that closes nothing. */
static void drop_stray(htnc_parser *parser)
{
    htnc_token token = take(parser);
    if (!htnc_syntax_is_quiet(parser, token.span) && !parser->filter.last.stand_in) {
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
        bool opens = kind == HTNC_TOKEN_OPEN && ends_operand(filter->last.kind); /* it only follows keywords */
        if ((kind == HTNC_TOKEN_CLOSE && round) || opens || interrupts(parser)) {
            return stand_in(parser, round ? HTNC_TOKEN_RIGHT : HTNC_TOKEN_CLOSE);
        }
        htnc_token token = take(parser);
        inside(parser, &token);
        if (ends_operand(filter->last.kind) && starts_operand(token.kind)) {
            put_back(parser, token);
            return lacks_parenthesis(parser) ? supply_parenthesis(parser) : stand_in(parser, HTNC_TOKEN_COMMA);
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
    if (filter->last.kind == HTNC_TOKEN_CONDITION) {
        owner = 0; /* its first brackets hold its head, the second ones the list */
    }
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
        filter->quiet_before = 0;
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

/* Nothing may be taken up twice at one place: what stands there is then passed over. False at the end of all. */
static bool make_progress(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    const htnc_token *token = peek(parser, 0);
    bool again = token->span.begin == filter->resumed_at;
    if (again && token->kind != HTNC_TOKEN_END) {
        take(parser);
        token = peek(parser, 0);
        again = false;
    }
    filter->resumed_at = token->span.begin;
    filter->resumed_again = again ? filter->resumed_again + 1 : 0;
    return filter->resumed_again <= HTNC_DEEPEST;
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
        bool separates =
            kind == HTNC_TOKEN_COMMA || (kind == HTNC_TOKEN_DOT && filter->depth > 0 && is_among_subtasks(filter));
        if (to_comma && between && separates) {
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

bool htnc_resume_item(htnc_parser *parser)
{
    undo_last(parser);
    skip_within(parser, true);
    return make_progress(parser);
}

bool htnc_resume_value(htnc_parser *parser)
{
    undo_last(parser);
    skip_within(parser, false);
    return make_progress(parser);
}

/* Outside brackets: a word that looks like a misspelt beginning. next_token() will report it. */
static bool seems_to_begin(htnc_parser *parser)
{
    const htnc_token *token = peek(parser, 0);
    const htnc_token *next = peek(parser, 1);
    if (!is_word(token)) {
        return false;
    }
    if (token->kind == HTNC_TOKEN_TASK) {
        return is_open(parser, 1);
    }
    bool second = is_word(next) && is_open(parser, 2);
    if (role_of(token) == HTNC_ROLE_PAIR) {
        return second && nearest_keyword(parser, next->name.text, token->kind) != NULL;
    }
    const htnc_keyword *keyword = nearest_keyword(parser, token->name.text, HTNC_TOKEN_CLOSE);
    bool begins = keyword != NULL && (keyword->role == HTNC_ROLE_BEGINS || keyword->role == HTNC_ROLE_PAIR);
    return role_of(token) == HTNC_ROLE_NAME && (begins || find_other(token->name.text) != NULL) &&
           (is_open(parser, 1) || second);
}

bool htnc_resume_file(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    bool lone_task = filter->between && filter->last.kind == HTNC_TOKEN_TASK;
    undo_last(parser);
    htnc_ast_failed(parser, lone_task ? HTNC_TOKEN_COMPOUND : filter->between ? 0 : filter->section);
    unsigned open = filter->depth;
    filter->depth = 0;
    for (;;) {
        int kind = peek(parser, 0)->kind;
        bool after_bracket = open == 0 && filter->last.kind == HTNC_TOKEN_CLOSE;
        if (kind == HTNC_TOKEN_END || begins_something(parser) || (after_bracket && seems_to_begin(parser))) {
            return make_progress(parser);
        }
        open += kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_LEFT;
        open -= open > 0 && (kind == HTNC_TOKEN_CLOSE || kind == HTNC_TOKEN_RIGHT);
        filter->last = take(parser);
    }
}
