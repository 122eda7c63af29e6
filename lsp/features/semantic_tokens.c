/*
 * Semantic tokens; see semantic_tokens.h. The pieces of the text and the names of the index are walked through together, both in the
 * order of their places. A large file has 100,000 numbers: they are kept with the document, so that after an edit only those that have
 * changed are sent, and are written as text at once.
 */
#include "lsp/features/semantic_tokens.h"

#include "base/text.h"
#include "compiler/syntax/keywords.h"
#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/workspace/places.h"
#include "lsp/workspace/scan_words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum token_type {
    COMMENT,
    KEYWORD,
    STRING,
    NUMBER,
    OPERATOR,
    TYPE,
    ENUM,
    ENUM_MEMBER,
    PROPERTY,
    VARIABLE,
    PARAMETER,
    FUNCTION,
    METHOD,
    MACRO,
    EVENT,
    NAMESPACE,
    TOKEN_TYPES,
    NO_TOKEN = TOKEN_TYPES
} token_type;

static const char *const type_names[TOKEN_TYPES] = {
    "comment",  "keyword",  "string",    "number",   "operator", "type",  "enum",  "enumMember",
    "property", "variable", "parameter", "function", "method",   "macro", "event", "namespace"};

enum { DECLARATION = 1, READONLY = 2, MODIFICATION = 4, DEFAULT_LIBRARY = 8 };
static const char *const modifier_names[] = {"declaration", "readonly", "modification", "defaultLibrary"};

cJSON *lsp_semantic_tokens_options(void)
{
    cJSON *options = cJSON_CreateObject(), *legend = cJSON_AddObjectToObject(options, "legend");
    cJSON_AddItemToObject(legend, "tokenTypes", cJSON_CreateStringArray(type_names, TOKEN_TYPES));
    cJSON_AddItemToObject(legend, "tokenModifiers",
                          cJSON_CreateStringArray(modifier_names, sizeof modifier_names / sizeof *modifier_names));
    cJSON_AddBoolToObject(cJSON_AddObjectToObject(options, "full"), "delta", true);
    cJSON_AddBoolToObject(options, "range", true);
    return options;
}

/* A compound task is a function, a primitive task a method, an operator a macro: themes tell these apart. */
static token_type type_of(const lsp_occurrence *name)
{
    static const token_type types[LSP_KINDS] = {
        [LSP_VALUE] = ENUM_MEMBER, [LSP_PROPERTY] = PROPERTY, [LSP_CONSTANT] = VARIABLE, [LSP_CONDITION] = FUNCTION,
        [LSP_QUERY] = FUNCTION,    [LSP_OPERATOR] = MACRO,    [LSP_SENSOR] = EVENT,      [LSP_METHOD] = METHOD,
        [LSP_SCENARIO] = STRING,   [LSP_DOMAIN] = NAMESPACE,  [LSP_IMPORT] = STRING,     [LSP_AGENT] = VARIABLE,
    };
    switch (name->kind) {
    case LSP_TYPE: return ((const htnc_type *)name->symbol)->kind == HTNC_TYPE_ENTITIES ? TYPE : ENUM;
    case LSP_TASK: return ((const htnc_task *)name->symbol)->kind == HTNC_COMPOUND ? FUNCTION : METHOD;
    case LSP_VARIABLE: return ((const htnc_variable *)name->symbol)->is_parameter ? PARAMETER : VARIABLE;
    default: return types[name->kind];
    }
}

static unsigned modifiers_of(const lsp_occurrence *name)
{
    unsigned modifiers = name->use == LSP_DECLARES ? DECLARATION : 0;
    if (name->kind == LSP_CONSTANT || name->kind == LSP_VALUE)
        modifiers |= READONLY;
    if (name->use == LSP_WRITES)
        modifiers |= MODIFICATION;
    return modifiers;
}

/* What a word is that the index does not know. */
static token_type type_of_word(const lsp_scan *scan, const lsp_piece *piece, unsigned *modifiers)
{
    static const char *const built_in[] = {"bool", "int", "symbol", "fixed"};
    const char first = scan->text[piece->begin];
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (first == *built_in[i] && lsp_piece_is(scan, piece, built_in[i])) {
            *modifiers = DEFAULT_LIBRARY;
            return TYPE;
        }
    return htnc_keyword_find(scan->text + piece->begin, piece->end - piece->begin) != NULL ? KEYWORD : NO_TOKEN;
}

static token_type type_of_piece(const lsp_scan *scan, const lsp_piece *piece, unsigned *modifiers)
{
    switch (piece->kind) {
    case LSP_PIECE_WORD: return type_of_word(scan, piece, modifiers);
    case LSP_PIECE_NUMBER: return NUMBER;
    case LSP_PIECE_STRING:
    case LSP_PIECE_NAME_OF_SCENARIO: return STRING;
    case LSP_PIECE_COMMENT: return COMMENT;
    case LSP_PIECE_OPERATOR: return OPERATOR;
    default: return NO_TOKEN;
    }
}

/* --- Numbers -------------------------------------------------------------------------------------- */

enum { NUMBERS = 5 /* of each token */, ID_SIZE = 24 };

typedef struct writer {
    lsp_token_numbers made;
    const lsp_lines *lines;
    lsp_encoding encoding;
    uint32_t line;               /* that was reached */
    uint32_t last_line, last_at; /* of the token before: its line and its offset */
} writer;

static void write_token(writer *w, uint32_t begin, uint32_t end, token_type type, unsigned modifiers)
{
    const bool same_line = w->line == w->last_line;
    const uint32_t from = same_line ? w->last_at : w->lines->starts[w->line];
    const uint32_t further = lsp_characters(w->lines->text + from, begin - from, w->encoding);
    lsp_token_numbers *made = &w->made;
    made->list = base_grow_array(made->list, made->count + NUMBERS - 1, &made->capacity, sizeof *made->list);
    made->list[made->count++] = w->line - w->last_line;
    made->list[made->count++] = further;
    made->list[made->count++] = lsp_characters(w->lines->text + begin, end - begin, w->encoding);
    made->list[made->count++] = (uint32_t)type;
    made->list[made->count++] = modifiers;
    w->last_line = w->line;
    w->last_at = begin;
}

/* A token lies on one line: a comment of several is several tokens. */
static void write_lines(writer *w, uint32_t begin, uint32_t end, token_type type, unsigned modifiers)
{
    while (begin < end) {
        while (w->line + 1 < w->lines->count && w->lines->starts[w->line + 1] <= begin)
            w->line++;
        const uint32_t stop = lsp_line_end(w->lines, w->line) < end ? lsp_line_end(w->lines, w->line) : end;
        if (stop > begin)
            write_token(w, begin, stop, type, modifiers);
        begin = w->line + 1 < w->lines->count ? w->lines->starts[w->line + 1] : end;
    }
}

static lsp_token_numbers numbers_of(const lsp_session *session, const lsp_place *place, uint32_t from, uint32_t to)
{
    const lsp_occurrences *all = lsp_occurrences_in(place->unit);
    const uint32_t base = place->source->base;
    writer w = {.lines = place->lines, .encoding = session->encoding};
    lsp_scan scan = lsp_scan_of(place->lines->text, place->lines->length);
    size_t next = lsp_occurrence_from(all, base);
    for (lsp_piece piece = lsp_scan_next(&scan); piece.kind != LSP_PIECE_END && piece.begin < to;
         piece = lsp_scan_next(&scan)) {
        unsigned modifiers = 0;
        while (next < all->count && all->list[next].span.begin < base + piece.begin)
            next++;
        const lsp_occurrence *name = next < all->count && all->list[next].span.begin == base + piece.begin &&
                                             all->list[next].span.end == base + piece.end
                                         ? &all->list[next]
                                         : NULL;
        if (piece.end <= from)
            continue;
        const token_type type = name != NULL ? type_of(name) : type_of_piece(&scan, &piece, &modifiers);
        if (type != NO_TOKEN)
            write_lines(&w, piece.begin, piece.end, type, name != NULL ? modifiers_of(name) : modifiers);
    }
    return w.made;
}

/* --- Answers -------------------------------------------------------------------------------------- */

enum { DIGITS = 10 /* of the largest number */ };

static char *write_number(char *at, uint32_t number)
{
    char digits[DIGITS];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    do
        *at++ = digits[first++];
    while (first < sizeof digits);
    return at;
}

static void add_data(cJSON *to, const uint32_t *numbers, size_t count)
{
    char *text = base_reallocate(NULL, count * (DIGITS + 1) + 3), *at = text;
    *at++ = '[';
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            *at++ = ',';
        at = write_number(at, numbers[i]);
    }
    *at++ = ']';
    *at = '\0';
    cJSON_AddRawToObject(to, "data", text);
    free(text);
}

/* The numbers between those that are the same at the beginning and at the end, by whole tokens. */
static void add_edits(cJSON *to, const lsp_token_numbers *old, const lsp_token_numbers *now)
{
    cJSON *edits = cJSON_AddArrayToObject(to, "edits");
    const size_t least = old->count < now->count ? old->count : now->count;
    size_t head = 0, tail = 0;
    while (head < least && old->list[head] == now->list[head])
        head++;
    if (head == old->count && head == now->count)
        return;
    head -= head % NUMBERS;
    while (tail < least - head && old->list[old->count - 1 - tail] == now->list[now->count - 1 - tail])
        tail++;
    tail -= tail % NUMBERS;
    cJSON *edit = cJSON_CreateObject();
    cJSON_AddNumberToObject(edit, "start", (double)head);
    cJSON_AddNumberToObject(edit, "deleteCount", (double)(old->count - head - tail));
    if (now->count > head + tail)
        add_data(edit, now->list + head, now->count - head - tail);
    cJSON_AddItemToArray(edits, edit);
}

static void write_id(char id[ID_SIZE], uint64_t result)
{
    snprintf(id, ID_SIZE, "%llu", (unsigned long long)result);
}

/* `previous`: the id of the result that the editor has; NULL: it wants all of it. */
static cJSON *tokens(lsp_session *session, const cJSON *params, const char *previous)
{
    lsp_place place;
    char id[ID_SIZE];
    if (!lsp_find_document(session, params, &place))
        return NULL;
    cJSON *result = cJSON_CreateObject();
    lsp_token_numbers now = numbers_of(session, &place, 0, place.source->length);
    lsp_document *document = lsp_document_at(&session->documents, place.source->path);
    if (document == NULL) {
        add_data(result, now.list, now.count);
        free(now.list);
        return result;
    }
    write_id(id, document->tokens.result);
    const bool has_old = document->tokens.result > 0 && previous != NULL && strcmp(previous, id) == 0;
    now.result = ++session->documents.token_results;
    write_id(id, now.result);
    cJSON_AddStringToObject(result, "resultId", id);
    if (has_old)
        add_edits(result, &document->tokens, &now);
    else
        add_data(result, now.list, now.count);
    free(document->tokens.list);
    document->tokens = now;
    return result;
}

cJSON *lsp_semantic_tokens(lsp_session *session, const cJSON *params)
{
    return tokens(session, params, NULL);
}

cJSON *lsp_semantic_tokens_since(lsp_session *session, const cJSON *params)
{
    return tokens(session, params, rpc_string(params, "previousResultId"));
}

cJSON *lsp_semantic_tokens_in_range(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    lsp_position start, end;
    if (!lsp_read_position(rpc_member(params, "range.start"), &start) ||
        !lsp_read_position(rpc_member(params, "range.end"), &end) || !lsp_find_document(session, params, &place))
        return NULL;
    cJSON *result = cJSON_CreateObject();
    const lsp_token_numbers made = numbers_of(session, &place, lsp_offset_of(place.lines, start, session->encoding),
                                              lsp_offset_of(place.lines, end, session->encoding));
    add_data(result, made.list, made.count);
    free(made.list);
    return result;
}
