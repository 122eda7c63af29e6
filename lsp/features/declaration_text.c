/* Texts of declarations; see declaration_text.h. */
#include "lsp/features/declaration_text.h"

#include "lsp/workspace/scan_words.h"
#include <string.h>

void lsp_add_source(base_text *text, const lsp_unit *unit, base_span span, size_t most)
{
    const base_source *source = span.end != 0 ? lsp_source_of(unit, span) : NULL;
    if (source == NULL || span.end - source->base > source->length)
        return;
    const size_t before = text->length;
    lsp_scan scan = lsp_scan_of(source->text + (span.begin - source->base), span.end - span.begin);
    uint32_t last = 0;
    for (lsp_piece piece = lsp_scan_next(&scan); piece.kind != LSP_PIECE_END; piece = lsp_scan_next(&scan)) {
        if (piece.kind == LSP_PIECE_COMMENT)
            continue;
        if (text->length - before > most) {
            base_text_add(text, " ...");
            return;
        }
        if (piece.begin > last && text->length > before)
            base_text_add(text, " ");
        base_text_add_bytes(text, scan.text + piece.begin, piece.end - piece.begin);
        last = piece.end;
    }
}

/* The comment that is all of a line; NULL: it is another line. */
static const char *comment_of_line(const lsp_lines *lines, uint32_t line, size_t *length)
{
    const char *at = lines->text + lines->starts[line], *end = lines->text + lsp_line_end(lines, line);
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (end - at < 2 || at[0] != '/' || at[1] != '/')
        return NULL;
    at += 2;
    at += at < end && *at == ' ';
    *length = (size_t)(end - at);
    return at;
}

void lsp_add_comment(base_text *text, lsp_unit *unit, base_span span)
{
    const base_source *source = span.end != 0 ? lsp_source_of(unit, span) : NULL;
    size_t length;
    if (source == NULL)
        return;
    const lsp_lines *lines = lsp_lines_in(unit, source);
    const uint32_t line = lsp_position_of(lines, span.begin - source->base, LSP_UTF8).line;
    uint32_t first = line;
    while (first > 0 && comment_of_line(lines, first - 1, &length) != NULL)
        first--;
    for (; first < line; first++) {
        const char *comment = comment_of_line(lines, first, &length);
        base_text_add_bytes(text, comment, length);
        base_text_add(text, "\n");
    }
}

void lsp_add_method_head(base_text *text, const lsp_unit *unit, const htnc_method *method)
{
    enum { LONGEST_HEAD = 90 };
    lsp_add_source(text, unit, method->head, LONGEST_HEAD);
}
