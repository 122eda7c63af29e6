/* Collects lines, and aligns them when all are there. See format_lines.h. */
#include "compiler/format/format_lines.h"

#include "base/unicode.h"
#include <string.h>

enum {
    COMMENT_GAP = 2, /* blanks between a line and its comment */
    STICKING_OUT =
        20 /* a line without a comment that is so much longer than those with one does not move their comments */
};

uint32_t htnc_format_width(const char *text, size_t length)
{
    uint32_t width = 0;
    for (size_t i = 0; i < length;) {
        const size_t plain = base_plain_run(text + i, length - i);
        width += (uint32_t)plain; /* a control character is shown as one character */
        i += plain;
        if (i == length)
            break;
        const base_character next = base_decode(text + i, length - i);
        width += base_width(next.code);
        i += next.bytes;
    }
    return width;
}

htnc_format_line *htnc_format_last_line(htnc_format_lines *lines)
{
    return &lines->items[lines->count - 1];
}

htnc_format_line *htnc_format_begin_line(htnc_format_lines *lines, uint32_t indent, bool blank_before)
{
    lines->items = base_grow_by_one(lines->arena, lines->items, lines->count, sizeof *lines->items);
    const uint32_t begin = (uint32_t)lines->text.length;
    lines->items[lines->count] = (htnc_format_line){
        .begin = begin, .end = begin, .blank_before = blank_before && lines->count > 0, .group = lines->group};
    lines->count++;
    htnc_format_add_blanks(lines, indent);
    htnc_format_last_line(lines)->indent = indent;
    return htnc_format_last_line(lines);
}

void htnc_format_add(htnc_format_lines *lines, const char *text, size_t length)
{
    base_buffer_add(&lines->text, text, length);
    htnc_format_last_line(lines)->end = (uint32_t)lines->text.length;
    htnc_format_last_line(lines)->width += htnc_format_width(text, length);
}

void htnc_format_add_blanks(htnc_format_lines *lines, uint32_t count)
{
    static const char blanks[] = "                                ";
    for (uint32_t step; count > 0; count -= step) {
        step = count < sizeof blanks - 1 ? count : (uint32_t)sizeof blanks - 1;
        htnc_format_add(lines, blanks, step);
    }
}

void htnc_format_add_comment(htnc_format_lines *lines, const char *text, size_t length)
{
    htnc_format_line *line = htnc_format_last_line(lines);
    if (line->comment != NULL) {
        const char *joined =
            base_format(lines->arena, "%.*s %.*s", (int)line->comment_length, line->comment, (int)length, text);
        length += line->comment_length + 1;
        text = joined;
    }
    line->comment = text;
    line->comment_length = (uint32_t)length;
}

/* --- Alignment ---------------------------------------------------------------------------------- */

/* Inserts blanks before an offset of a line: moves its texts behind it. */
typedef struct pads {
    uint32_t colon, equals, comment;
} pads;

static const char *text_of(const htnc_format_lines *lines, uint32_t begin)
{
    return (const char *)lines->text.bytes + begin;
}

/* The columns before the `:`, and before the `=`, without the blank between. */
static uint32_t width_to(const htnc_format_lines *lines, const htnc_format_line *line, uint32_t sign)
{
    return htnc_format_width(text_of(lines, line->begin), sign - line->begin - 1);
}

/* The lines from `first` that are neighbours of one group. Returns the one behind them. */
static size_t end_of_group(const htnc_format_lines *lines, size_t first)
{
    size_t end = first + 1;
    while (end < lines->count && lines->items[end].group == lines->items[first].group &&
           !lines->items[end].blank_before && !lines->items[end].kept && !lines->items[first].kept)
        end++;
    return end;
}

static void align_signs(const htnc_format_lines *lines, size_t first, size_t end, pads *p)
{
    uint32_t colon = 0, equals = 0;
    for (size_t i = first; i < end; i++) {
        const htnc_format_line *line = &lines->items[i];
        const uint32_t to = line->colon != 0 ? line->colon : line->equals;
        const uint32_t width = to != 0 ? width_to(lines, line, to) : 0;
        colon = width > colon ? width : colon;
    }
    for (size_t i = first; i < end; i++) {
        const htnc_format_line *line = &lines->items[i];
        if (line->colon != 0)
            p[i].colon = colon - width_to(lines, line, line->colon);
        const uint32_t width = line->equals != 0 ? p[i].colon + width_to(lines, line, line->equals) : 0;
        equals = width > equals ? width : equals;
    }
    for (size_t i = first; i < end; i++)
        if (lines->items[i].equals != 0)
            p[i].equals = equals - p[i].colon - width_to(lines, &lines->items[i], lines->items[i].equals);
}

static uint32_t full_width(const htnc_format_line *line, const pads *p)
{
    return line->width + p->colon + p->equals;
}

static void align_comments(const htnc_format_lines *lines, size_t first, size_t end, pads *p)
{
    uint32_t column = 0;
    for (size_t i = first; i < end; i++)
        if (lines->items[i].comment != NULL && full_width(&lines->items[i], &p[i]) > column)
            column = full_width(&lines->items[i], &p[i]);
    const uint32_t commented = column;
    for (size_t i = first; i < end; i++) {
        const htnc_format_line *line = &lines->items[i];
        const uint32_t width = full_width(line, &p[i]);
        if (line->comment == NULL && !line->only_comment && width > column && width <= commented + STICKING_OUT)
            column = width;
    }
    for (size_t i = first; i < end; i++)
        p[i].comment = column - (lines->items[i].comment != NULL ? full_width(&lines->items[i], &p[i]) : column);
}

/* The comments of a group stand in one column from the first to the last of them; without a group, those of lines in a row. */
static void align_all_comments(const htnc_format_lines *lines, size_t first, size_t end, pads *p)
{
    const bool grouped = lines->items[first].group != 0;
    while (first < end) {
        while (first < end && lines->items[first].comment == NULL)
            first++;
        size_t last = first, behind = first;
        for (; last < end && (grouped || lines->items[last].comment != NULL); last++)
            if (lines->items[last].comment != NULL)
                behind = last + 1;
        align_comments(lines, first, behind, p);
        first = last;
    }
}

static void add_blanks(base_buffer *out, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        base_buffer_add(out, " ", 1);
}

static void add_line(base_buffer *out, const htnc_format_lines *lines, const htnc_format_line *line, const pads *p)
{
    if (line->blank_before)
        base_buffer_text(out, "\n");
    uint32_t at = line->begin;
    if (line->colon != 0) {
        base_buffer_add(out, text_of(lines, at), line->colon - at);
        add_blanks(out, p->colon);
        at = line->colon;
    }
    if (line->equals != 0) {
        base_buffer_add(out, text_of(lines, at), line->equals - at);
        add_blanks(out, p->equals);
        at = line->equals;
    }
    base_buffer_add(out, text_of(lines, at), line->end - at);
    if (line->comment != NULL) {
        add_blanks(out, COMMENT_GAP + p->comment);
        base_buffer_add(out, line->comment, line->comment_length);
    }
    base_buffer_text(out, "\n");
}

base_buffer htnc_format_join(htnc_format_lines *lines)
{
    base_buffer out = {.arena = lines->arena};
    pads *p = base_alloc_array(lines->arena, lines->count + 1, sizeof *p);
    for (size_t first = 0, end; first < lines->count; first = end) {
        end = end_of_group(lines, first);
        if (lines->items[first].group != 0)
            align_signs(lines, first, end, p);
        align_all_comments(lines, first, end, p);
    }
    for (size_t i = 0; i < lines->count; i++)
        add_line(&out, lines, &lines->items[i], &p[i]);
    return out;
}
