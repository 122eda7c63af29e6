/*
 * Scans a source for the layout. The scanner gives the tokens; what lies between two of them is blanks, comments, and text that the
 * scanner has reported and skipped. See format_tokens.h. Neighbour: format_parts.h divides the tokens into parts.
 */
#include "compiler/format/format_tokens.h"

#include "base/intern.h"
#include "compiler/syntax/scanner.h"
#include "htn.tab.h"
#include <string.h>

/* The text between two tokens, while it is read. */
typedef struct gap {
    htnc_format_tokens *tokens;
    base_arena *arena;
    const char *text;
    uint32_t at, end;
    uint32_t line;       /* where the line of `at` begins */
    unsigned line_ends;  /* since the last token or comment */
    bool after_line_end; /* since the last token */
    bool at_line_start;  /* nothing but blanks and comments of their own lines stands before `at` in its line */
    htnc_format_comments lead, trail;
} gap;

const char *htnc_format_text(const htnc_format_tokens *tokens, uint32_t begin)
{
    return tokens->source->text + begin;
}

bool htnc_format_blank_before(const htnc_format_tokens *tokens, const htnc_format_token *token)
{
    for (uint32_t i = 0; i < token->lead.count; i++)
        if (!tokens->comments[token->lead.first + i].own_line)
            return tokens->comments[token->lead.first + i].blank_before;
    return token->blank_before;
}

bool htnc_format_is_word(const htnc_format_token *token)
{
    return token->kind == HTNC_TOKEN_IDENTIFIER || token->keyword != NULL;
}

static bool is_blank(char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\f' || character == '\v';
}

static uint32_t comment_end(const gap *g, uint32_t at)
{
    uint32_t end = at + 2;
    if (g->text[at + 1] == '/') {
        while (end < g->end && g->text[end] != '\n')
            end++;
        return end;
    }
    while (end < g->end && !(g->text[end] == '*' && end + 1 < g->end && g->text[end + 1] == '/'))
        end++;
    return end < g->end ? end + 2 : end;
}

/* Whether only blanks and comments stand between `at` and the end of the line. */
static bool ends_line(const gap *g, uint32_t at)
{
    while (at < g->end && g->text[at] != '\n') {
        const bool comment = g->text[at] == '/' && at + 1 < g->end;
        if (comment && g->text[at + 1] == '/')
            return true;
        if (comment && g->text[at + 1] == '*')
            at = comment_end(g, at);
        else if (is_blank(g->text[at]))
            at++;
        else
            return false;
    }
    return at < g->end || at == g->tokens->source->length;
}

static void add_comment(gap *g)
{
    htnc_format_tokens *t = g->tokens;
    const uint32_t begin = g->at, end = comment_end(g, begin);
    t->comments = base_grow_by_one(g->arena, t->comments, t->comment_count, sizeof *t->comments);
    htnc_format_comment *comment = &t->comments[t->comment_count];
    *comment = (htnc_format_comment){.begin = begin,
                                     .end = end,
                                     .column = begin - g->line,
                                     .to_line_end = g->text[begin + 1] == '/',
                                     .own_line = g->at_line_start && ends_line(g, end),
                                     .blank_before = g->line_ends > 1};
    while (comment->end > begin + 2 && (is_blank(g->text[comment->end - 1]) || g->text[comment->end - 1] == '\n'))
        comment->end--;
    const bool trails = !g->after_line_end && t->count > 0 && ends_line(g, end) && g->lead.count == 0;
    htnc_format_comments *list = trails ? &g->trail : &g->lead;
    if (list->count++ == 0)
        list->first = (uint32_t)t->comment_count;
    t->comment_count++;
    g->at_line_start = comment->own_line;
    g->line_ends = 0;
    for (; g->at < end; g->at++)
        if (g->text[g->at] == '\n')
            g->line = g->at + 1;
}

/* For one token more. */
static void make_room(base_arena *arena, htnc_format_tokens *t)
{
    if (t->count < t->capacity)
        return;
    const size_t capacity = t->capacity == 0 ? 16 : t->capacity * 2;
    t->items = base_regrow(arena, t->items, t->count * sizeof *t->items, capacity * sizeof *t->items);
    t->capacity = capacity;
}

static void add_junk(gap *g)
{
    htnc_format_tokens *t = g->tokens;
    uint32_t end = g->at;
    while (end < g->end && !is_blank(g->text[end]) && g->text[end] != '\n')
        end++;
    make_room(g->arena, t);
    t->items[t->count++] = (htnc_format_token){.kind = HTNC_FORMAT_JUNK,
                                               .begin = g->at,
                                               .end = end,
                                               .column = g->at - g->line,
                                               .first = g->at_line_start,
                                               .new_line = g->after_line_end,
                                               .blank_before = g->line_ends > 1,
                                               .lead = g->lead};
    if (t->count > 1)
        t->items[t->count - 2].trail = g->trail;
    *g = (gap){.tokens = t, .arena = g->arena, .text = g->text, .at = end, .end = g->end, .line = g->line};
}

static void read_gap(gap *g)
{
    while (g->at < g->end) {
        const char character = g->text[g->at];
        if (character == '\n') {
            g->line_ends++;
            g->after_line_end = g->at_line_start = true;
            g->line = ++g->at;
        } else if (is_blank(character)) {
            g->at++;
        } else if (character == '/' && g->at + 1 < g->end && (g->text[g->at + 1] == '/' || g->text[g->at + 1] == '*')) {
            add_comment(g);
        } else {
            add_junk(g);
        }
    }
}

static bool stands_in_line(const htnc_format_tokens *t, htnc_format_comments list)
{
    for (uint32_t i = 0; i < list.count; i++)
        if (t->comments[list.first + i].own_line || t->comments[list.first + i].to_line_end)
            return false;
    return true;
}

/* A comment at the end of a line before a comma belongs behind the comma. */
static void move_past_separators(htnc_format_tokens *t)
{
    for (size_t i = 0; i + 1 < t->count; i++) {
        htnc_format_token *token = &t->items[i], *next = token + 1;
        const bool separates = next->kind == HTNC_TOKEN_COMMA || next->kind == HTNC_TOKEN_DOT;
        if (!separates || (token->trail.count == 0 && stands_in_line(t, next->lead)))
            continue;
        htnc_format_token *behind = next + 1; /* at the latest the end */
        const uint32_t first = token->trail.count > 0 ? token->trail.first : next->lead.first;
        if (next->trail.count > 0 || next->lead.count > 0) {
            behind->lead = (htnc_format_comments){first, token->trail.count + next->lead.count + next->trail.count +
                                                             behind->lead.count};
            next->trail = (htnc_format_comments){0, 0};
            for (uint32_t k = 0; k < behind->lead.count; k++)
                t->comments[behind->lead.first + k].own_line = true;
            behind->first = behind->new_line = true;
        } else {
            next->trail = token->trail;
        }
        token->trail = next->lead = (htnc_format_comments){0, 0};
    }
}

static void add_token(base_workspace *workspace, htnc_format_tokens *t, gap *g, const htnc_taped *token)
{
    make_room(&workspace->arena, t);
    if (t->count > 0)
        t->items[t->count - 1].trail = g->trail;
    t->items[t->count] = (htnc_format_token){.kind = token->kind,
                                             .keyword = token->keyword,
                                             .begin = token->span.begin - t->source->base,
                                             .end = token->span.end - t->source->base,
                                             .column = g->end - g->line,
                                             .first = g->at_line_start,
                                             .new_line = g->after_line_end,
                                             .blank_before = g->line_ends > 1,
                                             .lead = g->lead};
}

static htnc_tape scan(base_arena *arena, base_diagnostics *diagnostics, base_source *source)
{
    base_interner interner = {.arena = arena};
    htnc_tape tape = {0};
    htnc_parser *parser = htnc_parser_make(arena, &interner, diagnostics, source);
    parser->tape = &tape;
    htnc_scan_begin(parser);
    while (htnc_scan(parser).kind != HTNC_TOKEN_END)
        ;
    return tape;
}

htnc_format_tokens htnc_format_scan(base_workspace *workspace, base_diagnostics *diagnostics, base_source *source,
                                    const htnc_tape *tape)
{
    const htnc_tape known = tape->count > 0 ? *tape : scan(&workspace->arena, diagnostics, source);
    htnc_format_tokens t = {.source = source, .capacity = known.count};
    t.items = base_alloc_array(&workspace->arena, known.count, sizeof *t.items);
    htnc_taped token;
    uint32_t from = 0, line = 0;
    const htnc_taped *next = known.items;
    do {
        token = *next++;
        gap g = {.tokens = &t,
                 .arena = &workspace->arena,
                 .text = source->text,
                 .at = from,
                 .end = token.span.begin - source->base,
                 .line = line,
                 .at_line_start = from == 0,
                 .after_line_end = from == 0};
        read_gap(&g);
        add_token(workspace, &t, &g, &token);
        from = t.items[t.count].end;
        line = g.line;
        t.count += token.kind != HTNC_TOKEN_END;
    } while (token.kind != HTNC_TOKEN_END);
    move_past_separators(&t);
    return t;
}

static bool same_text(const htnc_format_tokens *a, uint32_t a_begin, uint32_t a_end, const htnc_format_tokens *b,
                      uint32_t b_begin, uint32_t b_end)
{
    return a_end - a_begin == b_end - b_begin &&
           memcmp(a->source->text + a_begin, b->source->text + b_begin, a_end - a_begin) == 0;
}

bool htnc_format_same(const htnc_format_tokens *a, const htnc_format_tokens *b)
{
    if (a->count != b->count || a->comment_count != b->comment_count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->items[i].kind != b->items[i].kind ||
            !same_text(a, a->items[i].begin, a->items[i].end, b, b->items[i].begin, b->items[i].end))
            return false;
    for (size_t i = 0; i < a->comment_count; i++)
        if (!same_text(a, a->comments[i].begin, a->comments[i].end, b, b->comments[i].begin, b->comments[i].end))
            return false;
    return true;
}
