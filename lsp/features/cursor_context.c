/* The surroundings of the cursor; see cursor_context.h. From the cursor back, so that what is wrong behind it does not matter. */
#include "lsp/features/cursor_context.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

int lsp_word_of(const lsp_context *context, size_t piece)
{
    const lsp_piece *of = &context->pieces[piece];
    if (piece >= context->count || of->kind != LSP_PIECE_WORD)
        return LSP_NO_WORD;
    const htnc_keyword *keyword = htnc_keyword_find(context->scan.text + of->begin, of->end - of->begin);
    return keyword != NULL ? (int)(keyword - htnc_keywords) : LSP_NO_WORD;
}

bool lsp_context_follows(const lsp_context *context, const char *text)
{
    return context->count > 0 && lsp_piece_is(&context->scan, &context->pieces[context->count - 1], text);
}

static void read_pieces(lsp_context *c, const lsp_lines *lines, uint32_t offset)
{
    size_t capacity = 0;
    c->scan = lsp_scan_of(lines->text, lines->length);
    for (lsp_piece piece = lsp_scan_next(&c->scan); piece.kind != LSP_PIECE_END && piece.begin < offset;
         piece = lsp_scan_next(&c->scan)) {
        if (piece.end >= offset && piece.kind != LSP_PIECE_BRACKET && piece.kind != LSP_PIECE_SIGN &&
            piece.kind != LSP_PIECE_OPERATOR) {
            const bool closed = piece.end == offset && piece.end - piece.begin > 1 && lines->text[offset - 1] == '"';
            c->in_string = piece.kind == LSP_PIECE_STRING && !closed;
            c->in_comment = piece.kind == LSP_PIECE_COMMENT;
            c->in_scenario_name = piece.kind == LSP_PIECE_NAME_OF_SCENARIO;
            break; /* the word that is being written */
        }
        if (piece.kind == LSP_PIECE_COMMENT)
            continue;
        c->pieces = base_grow_array(c->pieces, c->count, &capacity, sizeof *c->pieces);
        c->pieces[c->count++] = piece;
    }
}

static char sign_of(const lsp_context *c, size_t piece)
{
    return c->pieces[piece].kind == LSP_PIECE_BRACKET ? c->scan.text[c->pieces[piece].begin] : '\0';
}

static bool begins_line(const lsp_context *c, size_t piece)
{
    uint32_t at = c->pieces[piece].begin;
    while (at > 0 && (c->scan.text[at - 1] == ' ' || c->scan.text[at - 1] == '\t'))
        at--;
    return at == 0 || c->scan.text[at - 1] == '\n' || c->scan.text[at - 1] == '\r';
}

static bool begins_part(const lsp_context *c, size_t piece)
{
    const int word = lsp_word_of(c, piece);
    return word != LSP_NO_WORD && word != HTNC_WORD_PREFER && begins_line(c, piece) &&
           (htnc_keywords[word].role == HTNC_ROLE_BEGINS || htnc_keywords[word].role == HTNC_ROLE_PAIR);
}

/* The bracket around the pieces before `from`; `count`: none, because a part begins after all that could be it. */
static size_t find_open(const lsp_context *c, size_t from)
{
    unsigned closed = 0;
    for (size_t i = from; i-- > 0;) {
        const char sign = sign_of(c, i);
        if (sign == ']' || sign == ')') {
            closed++;
        } else if (sign == '[' || sign == '(') {
            if (closed == 0)
                return i;
            closed--;
        } else if (closed == 0 && begins_part(c, i)) {
            return c->count;
        }
    }
    return c->count;
}

/* The bracket that the one at `close` closes. */
static size_t find_match(const lsp_context *c, size_t close)
{
    unsigned depth = 0;
    for (size_t i = close; i-- > 0;) {
        const char sign = sign_of(c, i);
        if (sign == ']' || sign == ')')
            depth++;
        else if ((sign == '[' || sign == '(') && depth-- == 0)
            return i;
    }
    return c->count;
}

/* The keyword in front of a bracket: over a label, and over another bracket of the same keyword. */
static int find_owner(const lsp_context *c, size_t open, unsigned *part)
{
    *part = 0;
    for (size_t i = open; i-- > 0;) {
        const int word = lsp_word_of(c, i);
        if (word != LSP_NO_WORD && (word != HTNC_WORD_PREFER || *part == 0))
            return word;
        if (sign_of(c, i) == ']') {
            ++*part;
            i = find_match(c, i);
            if (i == c->count)
                return LSP_NO_WORD;
        } else if (word == LSP_NO_WORD && c->pieces[i].kind != LSP_PIECE_WORD &&
                   c->pieces[i].kind != LSP_PIECE_NUMBER) {
            return LSP_NO_WORD;
        }
    }
    return LSP_NO_WORD;
}

static void find_item(lsp_context *c)
{
    unsigned closed = 0;
    c->first = c->open + 1;
    for (size_t i = c->open + 1; i < c->count; i++) {
        const char sign = sign_of(c, i);
        closed += sign == '[' || sign == '(';
        closed -= (sign == ']' || sign == ')') && closed > 0;
        if (closed == 0 && lsp_piece_is(&c->scan, &c->pieces[i], ",")) {
            c->item++;
            c->first = i + 1;
        }
    }
}

static void find_sections(lsp_context *c)
{
    for (size_t i = c->count; i-- > 0 && c->declaration == LSP_NO_WORD;) {
        if (!begins_part(c, i))
            continue;
        const int word = lsp_word_of(c, i);
        c->section = c->section == LSP_NO_WORD ? word : c->section;
        if (htnc_keywords[word].place == HTNC_PLACE_DECLARATION)
            c->declaration = word;
    }
}

lsp_context lsp_context_of(const lsp_lines *lines, uint32_t offset)
{
    lsp_context c = {.owner = LSP_NO_WORD, .section = LSP_NO_WORD, .declaration = LSP_NO_WORD};
    read_pieces(&c, lines, offset);
    c.open = c.first = c.count;
    find_sections(&c);
    const size_t open = find_open(&c, c.count);
    if (open == c.count)
        return c;
    c.open = open;
    c.round = sign_of(&c, open) == '(';
    if (c.round && open > 0 && c.pieces[open - 1].kind == LSP_PIECE_WORD)
        c.called = c.pieces[open - 1];
    size_t square = open;
    while (square < c.count && sign_of(&c, square) == '(')
        square = find_open(&c, square);
    if (square < c.count)
        c.owner = find_owner(&c, square, &c.part);
    find_item(&c);
    return c;
}

void lsp_context_free(lsp_context *context)
{
    free(context->pieces);
    context->pieces = NULL;
}

/* --- In the model --------------------------------------------------------------------------------- */

lsp_around lsp_around_of(const lsp_place *place)
{
    const lsp_occurrences *all = lsp_occurrences_in(place->unit);
    lsp_around around = {0};
    for (size_t i = lsp_occurrence_from(all, place->offset); i-- > 0;) {
        const lsp_occurrence *each = &all->list[i];
        if (each->span.begin < place->source->base)
            break;
        if (each->use != LSP_DECLARES || each->kind == LSP_VARIABLE || each->kind == LSP_VALUE ||
            each->kind == LSP_AGENT || each->kind == LSP_METHOD)
            continue;
        around.task = each->kind == LSP_TASK ? each->symbol : NULL;
        around.condition = each->kind == LSP_CONDITION ? each->symbol : NULL;
        around.scenario = each->kind == LSP_SCENARIO ? each->symbol : NULL;
        break;
    }
    for (const htnc_method *each = around.task != NULL ? around.task->methods : NULL; each != NULL; each = each->next)
        if (each->span.begin <= place->offset)
            around.method = each;
    return around;
}

bool lsp_is_in_scope(const lsp_occurrence *declared, const lsp_around *around)
{
    if (declared->kind != LSP_VARIABLE || declared->use != LSP_DECLARES)
        return false;
    if (around->task != NULL)
        return declared->task == around->task && (declared->method == NULL || declared->method == around->method);
    if (around->condition != NULL)
        return declared->condition == around->condition;
    return around->scenario != NULL && declared->scenario == around->scenario;
}
