/* Lines of a page: collected with the tree in front of them and their source behind; see explain_show.h. */
#include "cli/explain/explain_show.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NARROWEST = 40, GAP = 3 }; /* columns: where the sources' column may begin */

explain_style explain_style_of(bool utf8, bool colour)
{
    explain_style style = {"|- ", "`- ", "|  ", "   ", "x ", "> ", "* ", "- ", "x", "", "", "", "", ""};
    if (utf8) {
        style.branch = "\xE2\x94\x9C\xE2\x94\x80 ";
        style.last = "\xE2\x94\x94\xE2\x94\x80 ";
        style.through = "\xE2\x94\x82  ";
        style.no = "\xE2\x9C\x97 ";
        style.yes = "\xE2\x9C\x93 ";
        style.maybe = "\xE2\x80\xA2 ";
        style.left = "\xE2\x97\xA6 ";
        style.times = "\xC3\x97";
    }
    if (colour) {
        style.good = "\033[32m";
        style.bad = "\033[31m";
        style.faint = "\033[2m";
        style.strong = "\033[1m";
        style.plain = "\033[0m";
    }
    return style;
}

static void add(explain_page *page, const char *front, const base_text *text, uint32_t item)
{
    base_text line = {0}, source = {0};
    base_text_add(&line, "%s%s%s", base_text_of(&page->prefix), front, base_text_of(text));
    explain_add_source(&source, page->search->domain, item);
    page->lines = base_grow_array(page->lines, page->count, &page->capacity, sizeof *page->lines);
    page->lines[page->count++] = (explain_line){base_duplicate_text(base_text_of(&line)),
                                                source.length > 0 ? base_duplicate_text(base_text_of(&source)) : NULL,
                                                base_columns(base_text_of(&line)), HTN_NONE};
    base_text_free(&line);
    base_text_free(&source);
}

void explain_item_is_step(explain_page *page, uint32_t step)
{
    page->lines[page->count - 1].step = step;
}

void explain_line_add(explain_page *page, const base_text *text, uint32_t item)
{
    add(page, "", text, item);
}

void explain_item_add(explain_page *page, bool last, const base_text *text, uint32_t item)
{
    add(page, last ? page->style->last : page->style->branch, text, item);
}

void explain_descend(explain_page *page, bool last)
{
    const char *front = last ? page->style->space : page->style->through;
    base_text_add(&page->prefix, "%s", front);
    page->depth++;
}

void explain_ascend(explain_page *page)
{
    size_t space = strlen(page->style->space), through = strlen(page->style->through);
    base_text *prefix = &page->prefix;
    bool is_space =
        prefix->length >= space && memcmp(prefix->bytes + prefix->length - space, page->style->space, space) == 0;
    prefix->length -= is_space ? space : through;
    prefix->bytes[prefix->length] = '\0';
    page->depth--;
}

void explain_page_add(base_text *text, const explain_page *page)
{
    size_t column = NARROWEST;
    for (size_t i = 0; i < page->count; i++)
        if (page->lines[i].source != NULL && page->lines[i].columns > column &&
            page->lines[i].columns <= EXPLAIN_WIDEST)
            column = page->lines[i].columns;
    for (size_t i = 0; i < page->count; i++) {
        const explain_line *line = &page->lines[i];
        size_t gap = line->columns < column ? column - line->columns : 0;
        base_text_add(text, "%s", line->text);
        if (line->source != NULL)
            base_text_add(text, "%*s%s%s%s", (int)(gap + GAP), "", page->style->faint, line->source,
                          page->style->plain);
        base_text_add(text, "\n");
    }
}

void explain_page_print(const explain_page *page)
{
    base_text text = {0};
    explain_page_add(&text, page);
    fputs(base_text_of(&text), stdout);
    base_text_free(&text);
}

void explain_page_free(explain_page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        free(page->lines[i].text);
        free(page->lines[i].source);
    }
    free(page->lines);
    base_text_free(&page->prefix);
}
