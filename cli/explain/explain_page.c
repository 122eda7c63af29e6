/* Lines of a page, and the tree in front of them; see explain_page.h. */
#include "cli/explain/explain_page.h"
#include "cli/explain/explain_source.h"
#include <stdlib.h>

/* In columns. */
enum {
    NARROWEST = 40, /* the sources' column begins there, or further right */
    GAP = 3,        /* in front of it */
    LEVEL = 3,      /* of the tree */
    INDENT = 2,     /* of the summary */
    INDENT_MORE = 5 /* each further level of it */
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

static void add(explain_page *page, uint32_t item, int kind)
{
    base_text source = {0};
    explain_add_source(&source, page->search->domain, item);
    page->lines = base_grow_array(page->lines, page->count, &page->capacity, sizeof *page->lines);
    page->lines[page->count++] = (explain_line){.text = base_duplicate_text(base_text_of(&page->line)),
                                                .source = source.bytes,
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

size_t explain_item_columns(const explain_page *page, const char *text)
{
    return (page->plain ? INDENT + INDENT_MORE * page->depth : LEVEL * page->depth) + base_columns(text);
}

/* `goes_on`: by level, whether an item of it follows below. */
static void draw_line(const explain_style *style, explain_line *line, const bool *goes_on)
{
    base_text text = {0};
    for (uint32_t level = 0; line->kind != EXPLAIN_PLAIN && level < line->depth; level++)
        base_text_add(&text, "%s", goes_on[level] ? style->through : style->space);
    if (line->kind == EXPLAIN_PLAIN)
        base_text_add(&text, "%*s", (int)(INDENT + INDENT_MORE * line->depth), "");
    if (line->kind == EXPLAIN_ITEM)
        base_text_add(&text, "%s", goes_on[line->depth] ? style->branch : style->last);
    base_text_add(&text, "%s", line->text);
    free(line->text);
    line->text = base_duplicate_text(base_text_of(&text));
    base_text_free(&text);
}

/* From the last line up: at each line it is known what follows below. */
void explain_page_draw(explain_page *page)
{
    uint32_t levels = 1;
    for (size_t i = 0; i < page->count; i++)
        levels = page->lines[i].depth + 1 > levels ? page->lines[i].depth + 1 : levels;
    bool *goes_on = base_allocate(levels * sizeof *goes_on);
    for (size_t i = page->count; i-- > 0;) {
        draw_line(page->style, &page->lines[i], goes_on);
        for (uint32_t level = page->lines[i].depth; level < levels; level++)
            goes_on[level] = level == page->lines[i].depth && page->lines[i].kind == EXPLAIN_ITEM;
    }
    free(goes_on);
}

void explain_page_add(base_text *text, const explain_page *page)
{
    size_t column = NARROWEST;
    for (size_t i = 0; i < page->count; i++) {
        const size_t columns = base_columns(page->lines[i].text);
        if (page->lines[i].source != NULL && columns > column && columns <= EXPLAIN_WIDEST)
            column = columns;
    }
    for (size_t i = 0; i < page->count; i++) {
        const explain_line *line = &page->lines[i];
        const size_t columns = base_columns(line->text);
        base_text_add(text, "%s", line->text);
        if (line->source != NULL)
            base_text_add(text, "%*s%s%s%s", (int)((columns < column ? column - columns : 0) + GAP), "",
                          page->style->faint, line->source, page->style->plain);
        base_text_add(text, "\n");
    }
}

void explain_page_free(explain_page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        free(page->lines[i].text);
        free(page->lines[i].source);
    }
    free(page->lines);
    base_text_free(&page->line);
}
