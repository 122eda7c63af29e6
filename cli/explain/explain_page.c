/* Lines of a page, and the tree in front of them; see explain_page.h. */
#include "cli/explain/explain_page.h"
#include "cli/explain/explain_source.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* In columns. */
enum {
    NARROWEST = 40,  /* the sources' column begins there, or further right */
    GAP = 3,         /* in front of it */
    LEVEL = 3,       /* of the tree */
    INDENT = 2,      /* of the summary */
    INDENT_MORE = 5, /* each further level of it */
    HANG = 2,        /* further lines of an item */
    WIDEST = 110,    /* of a line that is not broken in two, where lines are not wrapped */
    SOURCE = 16,     /* with the gap in front of it, about */
    LEAST_ROOM = 24  /* for the text of an item, however deep it is in the tree */
};

explain_style explain_style_of(bool utf8, bool colour)
{
    static const explain_style ascii = {"|- ", "`- ", "|  ", "   ", "x ", "> ", "* ", "- ", "x", "", "", "", "", ""};
    static const explain_style drawn = {"\xE2\x94\x9C\xE2\x94\x80 ",
                                        "\xE2\x94\x94\xE2\x94\x80 ",
                                        "\xE2\x94\x82  ",
                                        "   ",
                                        "\xE2\x9C\x97 ",
                                        "\xE2\x9C\x93 ",
                                        "\xE2\x80\xA2 ",
                                        "\xE2\x97\xA6 ",
                                        "\xC3\x97",
                                        "",
                                        "",
                                        "",
                                        "",
                                        ""};
    explain_style style = utf8 ? drawn : ascii;
    if (colour) {
        style.good = "\033[32m";
        style.bad = "\033[31m";
        style.faint = "\033[2m";
        style.strong = "\033[1m";
        style.plain = "\033[0m";
    }
    return style;
}

static void add(explain_page *page, uint32_t item, explain_line_kind kind)
{
    base_text source = {0};
    explain_add_source(&source, page->search->domain, item);
    page->lines = base_grow_array(page->lines, page->count, &page->capacity, sizeof *page->lines);
    page->lines[page->count++] = (explain_line){.text = base_duplicate_text(base_text_of(&page->line)),
                                                .source = source.bytes,
                                                .item = item,
                                                .step = HTN_NONE,
                                                .depth = page->depth,
                                                .kind = kind};
    base_text_clear(&page->line);
}

void explain_add_item(explain_page *page, uint32_t item)
{
    add(page, item, page->plain ? EXPLAIN_PLAIN : EXPLAIN_ITEM);
}

void explain_add_line(explain_page *page, uint32_t item)
{
    add(page, item, EXPLAIN_LINE);
}

bool explain_item_fits(const explain_page *page, const char *text)
{
    const size_t front = page->plain ? INDENT + INDENT_MORE * page->depth : LEVEL * page->depth;
    return front + base_columns(text) <= (page->width > SOURCE ? page->width - SOURCE : WIDEST);
}

static void add_levels(base_text *text, const explain_style *style, uint32_t levels, const bool *goes_on)
{
    for (uint32_t level = 0; level < levels; level++)
        base_text_add(text, "%s", goes_on[level] ? style->through : style->space);
}

/* `goes_on`: by level, whether an item of it follows below. */
static void draw_line(const explain_style *style, explain_line *line, const bool *goes_on)
{
    base_text text = {0}, more = {0};
    const uint32_t levels = line->depth + (line->kind == EXPLAIN_ITEM ? 1 : 0);
    if (line->kind == EXPLAIN_PLAIN) {
        base_text_add(&text, "%*s", (int)(INDENT + INDENT_MORE * line->depth), "");
        base_text_add(&more, "%s", base_text_of(&text));
    } else {
        add_levels(&text, style, line->depth, goes_on);
        add_levels(&more, style, levels, goes_on);
        base_text_add(&more, "%s", goes_on[levels] ? style->through : "");
    }
    if (line->kind == EXPLAIN_ITEM)
        base_text_add(&text, "%s", goes_on[line->depth] ? style->branch : style->last);
    if (line->kind == EXPLAIN_PLAIN || !goes_on[levels])
        base_text_add(&more, "%*s", HANG, "");
    line->front = text.length;
    base_text_add(&text, "%s", line->text);
    free(line->text);
    line->text = base_duplicate_text(base_text_of(&text));
    line->more = base_duplicate_text(base_text_of(&more));
    base_text_free(&text);
    base_text_free(&more);
}

/* From the last line up: at each line it is known what follows below. */
void explain_page_draw(explain_page *page)
{
    uint32_t levels = 1;
    for (size_t i = 0; i < page->count; i++)
        levels = page->lines[i].depth + 1 > levels ? page->lines[i].depth + 1 : levels;
    bool *goes_on = base_allocate(((size_t)levels + 1) * sizeof *goes_on);
    for (size_t i = page->count; i-- > 0;) {
        draw_line(page->style, &page->lines[i], goes_on);
        for (uint32_t level = page->lines[i].depth; level < levels; level++)
            goes_on[level] = level == page->lines[i].depth && page->lines[i].kind == EXPLAIN_ITEM;
    }
    free(goes_on);
}

/* How many bytes of `text`, up to a blank behind the first `front` bytes, fit in `room` columns; at least one word. */
static size_t bytes_that_fit(const char *text, size_t front, size_t room)
{
    size_t fits = 0, length = strlen(text);
    base_text part = {0};
    for (size_t at = front; at <= length; at++) {
        if (text[at] != ' ' && text[at] != '\0')
            continue;
        base_text_clear(&part);
        base_text_add_bytes(&part, text, at);
        if (base_columns(base_text_of(&part)) > room && fits > 0)
            break;
        fits = at;
    }
    base_text_free(&part);
    return fits;
}

static void add_source(base_text *text, const explain_page *page, const explain_line *line, size_t columns,
                       size_t column)
{
    if (line->source != NULL)
        base_text_add(text, "%*s%s%s%s", (int)((columns < column ? column - columns : 0) + GAP), "", page->style->faint,
                      line->source, page->style->plain);
    base_text_add(text, "\n");
}

/* A line, and behind it the further lines that it takes. `room`: columns for its text. */
static void add_wrapped(base_text *text, const explain_page *page, const explain_line *line, size_t room, size_t column)
{
    const size_t front = base_columns(line->more);
    const size_t least = front + LEAST_ROOM > room ? front + LEAST_ROOM : room;
    size_t fits = bytes_that_fit(line->text, line->front, least);
    base_text part = {0};
    base_text_add_bytes(&part, line->text, fits);
    base_text_add(text, "%s", base_text_of(&part));
    add_source(text, page, line, base_columns(base_text_of(&part)), column);
    for (const char *rest = line->text + fits; *rest != '\0'; rest += fits) {
        rest += *rest == ' ';
        fits = bytes_that_fit(rest, 0, least - front);
        base_text_add(text, "%s%.*s\n", line->more, (int)fits, rest);
    }
    base_text_free(&part);
}

void explain_page_add(base_text *text, const explain_page *page)
{
    size_t column = NARROWEST, widest_source = 0;
    for (size_t i = 0; i < page->count; i++) {
        const size_t columns = page->lines[i].source != NULL ? base_columns(page->lines[i].source) + GAP : 0;
        widest_source = columns > widest_source ? columns : widest_source;
    }
    const size_t least = page->width / 3 * 2; /* what the longest names of files leave of it */
    const size_t room = page->width == 0                      ? WIDEST
                        : page->width > widest_source + least ? page->width - widest_source
                                                              : least;
    for (size_t i = 0; i < page->count; i++) {
        const size_t columns = base_columns(page->lines[i].text);
        if (page->lines[i].source != NULL && columns > column && (columns <= room || page->width > 0))
            column = columns < room ? columns : room;
    }
    for (size_t i = 0; i < page->count; i++) {
        const explain_line *line = &page->lines[i];
        add_wrapped(text, page, line, page->width == 0 ? SIZE_MAX : line->source != NULL ? room : page->width, column);
    }
}

void explain_page_free(explain_page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        free(page->lines[i].text);
        free(page->lines[i].source);
        free(page->lines[i].more);
    }
    free(page->lines);
    base_text_free(&page->line);
}
