/* Folds; see folding.h. Brackets and comments come from the text, so they are there where it does not parse. */
#include "lsp/features/folding.h"

#include "lsp/workspace/places.h"
#include "lsp/workspace/scan_words.h"

enum { DEEPEST = 64 };

typedef struct folds {
    const lsp_place *place;
    cJSON *list;
} folds;

static uint32_t line_of(const folds *f, uint32_t offset)
{
    return lsp_position_of(f->place->lines, offset, LSP_UTF8).line;
}

static void add(folds *f, uint32_t first, uint32_t last, const char *kind)
{
    if (last <= first)
        return;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "startLine", first);
    cJSON_AddNumberToObject(json, "endLine", last);
    if (kind != NULL)
        cJSON_AddStringToObject(json, "kind", kind);
    cJSON_AddItemToArray(f->list, json);
}

static void add_span(folds *f, base_span span)
{
    const uint32_t base = f->place->source->base;
    if (span.end > span.begin && span.begin >= base)
        add(f, line_of(f, span.begin - base), line_of(f, span.end - base), "region");
}

static void add_declarations(folds *f, const htnc_file *file)
{
    for (const htnc_task *task = file->tasks; task != NULL; task = task->next) {
        base_span whole = task->span;
        for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
            add_span(f, method->span);
            whole = base_span_join(whole, method->span);
        }
        add_span(f, whole);
    }
    for (const htnc_scenario *each = file->scenarios; each != NULL; each = each->next) {
        base_span whole = each->span;
        for (const htnc_clause *clause = each->clauses; clause != NULL; clause = clause->next)
            whole = base_span_join(whole, clause->span);
        add_span(f, whole);
    }
}

/* Lists and comments that take several lines; comments of one line each that follow one another are one. */
static void add_pieces(folds *f)
{
    lsp_scan scan = lsp_scan_of(f->place->lines->text, f->place->lines->length);
    uint32_t open[DEEPEST], depth = 0, first = 0, last = 0;
    bool comments = false;
    for (;;) {
        const lsp_piece piece = lsp_scan_next(&scan);
        const bool comment = piece.kind == LSP_PIECE_COMMENT;
        const uint32_t line = line_of(f, piece.begin);
        if (comments && (!comment || line > last + 1)) {
            add(f, first, last, "comment");
            comments = false;
        }
        if (piece.kind == LSP_PIECE_END)
            break;
        if (comment) {
            first = comments ? first : line;
            last = line_of(f, piece.end);
            comments = true;
        }
        if (piece.kind != LSP_PIECE_BRACKET)
            continue;
        const char bracket = scan.text[piece.begin];
        if (bracket == '[' || bracket == '(') {
            open[depth < DEEPEST ? depth : DEEPEST - 1] = line;
            depth++;
        } else if (depth > 0) {
            depth--;
            if (depth < DEEPEST && line > open[depth] + 1)
                add(f, open[depth], line - 1, NULL);
        }
    }
}

cJSON *lsp_folding_ranges(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    folds f = {.place = &place, .list = cJSON_CreateArray()};
    if (!lsp_find_document(session, params, &place))
        return f.list;
    for (const htnc_file *file = place.unit->compilation.files; file != NULL; file = file->next)
        if (file->source == place.source)
            add_declarations(&f, file);
    add_pieces(&f);
    return f.list;
}
