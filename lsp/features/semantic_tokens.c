/*
 * Semantic tokens; see semantic_tokens.h. The pieces of the text and the names of the index are walked through together, both in the
 * order of their places. The numbers are written as text at once: a large file has 100,000 of them.
 */
#include "lsp/features/semantic_tokens.h"

#include "base/text.h"
#include "compiler/syntax/keywords.h"
#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/workspace/places.h"
#include "lsp/workspace/scan_words.h"

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
    cJSON_AddBoolToObject(options, "full", true);
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
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (lsp_piece_is(scan, piece, built_in[i])) {
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

/* --- Writing -------------------------------------------------------------------------------------- */

typedef struct writer {
    base_text text;
    const lsp_lines *lines;
    lsp_encoding encoding;
    uint32_t line, at, character; /* of the token before: its line, its offset and its character */
} writer;

static void write_token(writer *w, uint32_t begin, uint32_t end, token_type type, unsigned modifiers)
{
    uint32_t line = w->line, from = w->at, character = w->character;
    while (line + 1 < w->lines->count && w->lines->starts[line + 1] <= begin)
        from = w->lines->starts[++line];
    if (line != w->line)
        character = 0;
    character += lsp_characters(w->lines->text + from, begin - from, w->encoding);
    base_text_add(&w->text, "%s%u,%u,%u,%u,%u", w->text.length > 1 ? "," : "", (unsigned)(line - w->line),
                  (unsigned)(line == w->line ? character - w->character : character),
                  (unsigned)lsp_characters(w->lines->text + begin, end - begin, w->encoding), (unsigned)type,
                  modifiers);
    w->line = line;
    w->at = begin;
    w->character = character;
}

/* A token lies on one line: a comment of several is several tokens. */
static void write_lines(writer *w, uint32_t begin, uint32_t end, token_type type, unsigned modifiers)
{
    while (begin < end) {
        const uint32_t line = lsp_position_of(w->lines, begin, LSP_UTF8).line;
        const uint32_t stop = lsp_line_end(w->lines, line) < end ? lsp_line_end(w->lines, line) : end;
        if (stop > begin)
            write_token(w, begin, stop, type, modifiers);
        begin = line + 1 < w->lines->count ? w->lines->starts[line + 1] : end;
    }
}

static cJSON *tokens(lsp_session *session, lsp_place *place, uint32_t from, uint32_t to)
{
    const lsp_occurrences *all = lsp_occurrences_in(place->unit);
    const uint32_t base = place->source->base;
    writer w = {.lines = place->lines, .encoding = session->encoding};
    lsp_scan scan = lsp_scan_of(place->lines->text, place->lines->length);
    size_t next = lsp_occurrence_from(all, base);
    base_text_add(&w.text, "[");
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
    base_text_add(&w.text, "]");
    cJSON *result = cJSON_CreateObject();
    cJSON_AddRawToObject(result, "data", w.text.bytes);
    base_text_free(&w.text);
    return result;
}

cJSON *lsp_semantic_tokens(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    if (!lsp_find_document(session, params, &place))
        return NULL;
    return tokens(session, &place, 0, place.source->length);
}

cJSON *lsp_semantic_tokens_in_range(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    lsp_position start, end;
    if (!lsp_read_position(rpc_member(params, "range.start"), &start) ||
        !lsp_read_position(rpc_member(params, "range.end"), &end) || !lsp_find_document(session, params, &place))
        return NULL;
    return tokens(session, &place, lsp_offset_of(place.lines, start, session->encoding),
                  lsp_offset_of(place.lines, end, session->encoding));
}
