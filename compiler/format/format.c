/*
 * The layout of a source: scan, parse, divide into parts, lay out part by part, compare. See format.h. Neighbours, in the order of
 * use: format_tokens.h, format_parts.h, format_layout.h, format_lines.h.
 */
#include "compiler/format/format.h"

#include "base/intern.h"
#include "compiler/format/format_layout.h"
#include "compiler/syntax/parse.h"
#include <string.h>

enum { INDENT = 4, LEVELS = 3, MOST_ROUNDS = 8 };

/* The parts that were written last, by level: where the author had them says to what a comment below belongs. */
typedef struct outline {
    unsigned level;          /* of the part before */
    uint32_t column[LEVELS]; /* of the latest part of this level */
} outline;

typedef struct request {
    htnc_formatted *formatted;
    const char *text;
    size_t length;
} request;

static const char byte_order_mark[] = "\xEF\xBB\xBF";

/* --- Comments and parts ------------------------------------------------------------------------- */

/* The level of a comment on lines of its own: that of the part below, but deeper if it stands below the parts above. */
static unsigned level_of_comment(const outline *o, const htnc_format_comment *comment, unsigned below,
                                 uint32_t column_below)
{
    for (unsigned level = o->level; level > below; level--)
        if (comment->column > column_below && comment->column >= o->column[level])
            return level;
    return below;
}

static void write_comments(htnc_format_lines *lines, const htnc_format_tokens *tokens, const outline *o,
                           const htnc_format_token *token, unsigned below)
{
    const uint32_t column = token->kind == 0 ? 0 : token->column;
    for (uint32_t i = 0; i < token->lead.count; i++) {
        const htnc_format_comment *comment = &tokens->comments[token->lead.first + i];
        if (!comment->own_line && token->kind != 0)
            continue;
        const unsigned level = level_of_comment(o, comment, below, column);
        htnc_format_begin_line(lines, level * INDENT, comment->blank_before)->only_comment = true;
        htnc_format_add(lines, htnc_format_text(tokens, comment->begin), comment->end - comment->begin);
    }
}

/* Writes a part with an error as it is, from the beginning of its line if it has the line for itself. */
static void keep(htnc_format_lines *lines, const htnc_format_tokens *tokens, const htnc_format_part *part)
{
    const htnc_format_token *first = &tokens->items[part->begin], *last = &tokens->items[part->end - 1];
    uint32_t begin = first->first ? first->begin - first->column : first->begin, end = last->end;
    for (uint32_t i = 0; i < first->lead.count; i++) {
        const htnc_format_comment *comment = &tokens->comments[first->lead.first + i];
        if (!comment->own_line && comment->begin < begin)
            begin = comment->begin;
    }
    if (last->trail.count > 0)
        end = tokens->comments[last->trail.first + last->trail.count - 1].end;
    htnc_format_begin_line(lines, first->first ? 0 : part->level * INDENT, htnc_format_blank_before(tokens, first))
        ->kept = true;
    htnc_format_add(lines, htnc_format_text(tokens, begin), end - begin);
}

static void write_parts(htnc_format_lines *lines, const htnc_format_tokens *tokens, const htnc_format_parts *parts)
{
    htnc_format_layout layout = htnc_format_measure(lines->arena, tokens, parts, lines);
    outline o = {0};
    for (size_t i = 0; i < parts->count; i++) {
        const htnc_format_part *part = &parts->items[i];
        const htnc_format_token *token = &tokens->items[part->begin];
        write_comments(lines, tokens, &o, token, part->level);
        if (part->kept) {
            keep(lines, tokens, part);
        } else {
            htnc_format_begin_line(lines, part->level * INDENT, htnc_format_blank_before(tokens, token));
            htnc_format_lay_out(&layout, part);
        }
        o.level = part->level;
        if (token->first)
            o.column[part->level] = token->column;
    }
    write_comments(lines, tokens, &o, &tokens->items[tokens->count], 0);
}

/* --- The text ----------------------------------------------------------------------------------- */

static bool has_windows_ends(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    return end != NULL && end > text && end[-1] == '\r';
}

/* Adds a text with its line ends as `\n`. */
static void add_plain(base_buffer *plain, const char *text, size_t length)
{
    base_buffer_reserve(plain, length + 1);
    for (const char *at = text, *end = text + length, *next; at < end; at = next) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        next = line != NULL ? line + 1 : end;
        const bool windows = line != NULL && line > at && line[-1] == '\r';
        base_buffer_add(plain, at, (size_t)(next - at) - (windows ? 2 : 0));
        base_buffer_add(plain, "\n", windows ? 1 : 0);
    }
}

static void take(htnc_formatted *f, const request *r, const char *text, size_t length)
{
    f->text = text;
    f->length = length;
    f->changed = length != r->length || (length > 0 && memcmp(text, r->text, length) != 0);
}

static void count_kept(htnc_formatted *f, const htnc_format_tokens *tokens, const htnc_format_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        if (!parts->items[i].kept)
            continue;
        const uint32_t offset = tokens->source->base + tokens->items[parts->items[i].begin].begin;
        if (f->kept++ == 0)
            f->kept_at = base_source_position(&f->workspace.sources, offset).line;
    }
}

static base_diagnostics collector(base_workspace *workspace)
{
    base_diagnostics diagnostics;
    base_diagnostics_init(&diagnostics, &workspace->arena, &workspace->sources);
    diagnostics.limit = UINT32_MAX;
    return diagnostics;
}

/* Whether a text has the tokens and comments of the source. The text of the source itself has them. */
static bool is_faithful(base_workspace *workspace, const htnc_format_tokens *tokens, const base_buffer *text)
{
    base_diagnostics ignored = collector(workspace);
    const bool same_length = text->length == tokens->source->length;
    if (same_length && (text->length == 0 || memcmp(text->bytes, tokens->source->text, text->length) == 0))
        return true;
    base_source *source = base_source_add(&workspace->sources, "", (const char *)text->bytes, text->length);
    if (source == NULL)
        return false;
    const htnc_format_tokens again = htnc_format_scan(workspace, &ignored, source, &(htnc_tape){0});
    return htnc_format_same(tokens, &again);
}

/* Lays out a text with plain line ends. False: the layout would not be faithful. */
static bool lay_out(base_workspace *workspace, htnc_formatted *f, base_buffer *text)
{
    base_arena *arena = &workspace->arena;
    base_source *source = base_source_add(&workspace->sources, "", (const char *)text->bytes, text->length);
    if (source == NULL)
        return false;
    base_diagnostics errors = collector(workspace), ignored = collector(workspace);
    base_interner interner = {.arena = arena};
    htnc_tape tape = {0};
    htnc_parse_with_tape(arena, &interner, &errors, source, &tape);
    htnc_format_tokens tokens = htnc_format_scan(workspace, &ignored, source, &tape);
    const htnc_format_parts parts = htnc_format_divide(workspace, &tokens, &errors);
    htnc_format_lines lines = {.arena = arena, .text = {.arena = arena}};
    write_parts(&lines, &tokens, &parts);
    *text = htnc_format_join(&lines);
    f->kept = f->kept_at = 0;
    count_kept(f, &tokens, &parts);
    return is_faithful(workspace, &tokens, text);
}

/*
 * Where a syntax error is reported, and whether, depends on what else stands in its line. So a text with errors is laid out until
 * nothing changes.
 */
static bool lay_out_all(base_workspace *workspace, htnc_formatted *f, base_buffer *text)
{
    for (unsigned round = 0; round < MOST_ROUNDS; round++) {
        const base_buffer before = *text;
        if (!lay_out(workspace, f, text))
            return false;
        if (f->kept == 0 || (before.length == text->length && memcmp(before.bytes, text->bytes, text->length) == 0))
            break;
    }
    return true;
}

static void add_with_ends(base_buffer *out, const base_buffer *text, bool windows)
{
    if (!windows) {
        base_buffer_add(out, text->bytes, text->length);
        return;
    }
    for (size_t i = 0; i < text->length; i++) {
        if (text->bytes[i] == '\n')
            base_buffer_add(out, "\r", 1);
        base_buffer_add(out, text->bytes + i, 1);
    }
}

static base_result format(base_workspace *workspace, void *user)
{
    request *r = user;
    htnc_formatted *f = r->formatted;
    base_arena *arena = &workspace->arena;
    take(f, r, base_copy_text(arena, r->text, r->length), r->length);
    const size_t mark = r->length >= 3 && memcmp(r->text, byte_order_mark, 3) == 0 ? 3 : 0;
    base_buffer text = {.arena = arena}, out = {.arena = arena};
    add_plain(&text, r->text + mark, r->length - mark);
    if (text.length > 0 &&
        memchr(text.bytes, '\0', text.length) != NULL) { /* the compiler reads nothing behind a NUL */
        f->kept = f->kept_at = 1;
        return BASE_DONE;
    }
    f->refused = !lay_out_all(workspace, f, &text);
    if (f->refused)
        return BASE_DONE;
    base_buffer_add(&out, byte_order_mark, mark);
    add_with_ends(&out, &text, has_windows_ends(r->text, r->length));
    const size_t size = out.length;
    take(f, r, base_buffer_end_text(&out), size);
    return BASE_DONE;
}

base_result htnc_format(htnc_formatted *formatted, const char *text, size_t length, const base_allocator *allocator)
{
    *formatted = (htnc_formatted){0};
    request r = {formatted, text, length};
    const base_options options = {.allocator = allocator};
    return base_workspace_open(&formatted->workspace, &options, format, &r);
}

void htnc_formatted_free(htnc_formatted *formatted)
{
    base_workspace_close(&formatted->workspace);
    *formatted = (htnc_formatted){0};
}
