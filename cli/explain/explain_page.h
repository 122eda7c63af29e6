/*
 * A page: lines of a tree, each with its place in the source in a column at the right. Lines are collected first and drawn at the
 * end. Only then it is known which item is the last one of its level, and how wide the column is.
 *
 * A line is written into `page->line` and then added; that empties `line`.
 */
#pragma once

#include "base/text.h"
#include "cli/explain/explain_search.h"

/* What lines are drawn with: UTF-8 or ASCII, colours or empty texts. */
typedef struct explain_style {
    const char *branch, *last, *through, *space;     /* of a tree, three columns each */
    const char *no, *yes, *maybe;                    /* rejected, taken, and taken in vain */
    const char *left;                                /* not tried */
    const char *times;                               /* "3x" */
    const char *good, *bad, *faint, *strong, *plain; /* colours */
} explain_style;

explain_style explain_style_of(bool utf8, bool colour);

typedef enum explain_line_kind {
    EXPLAIN_ITEM, /* of the tree */
    EXPLAIN_LINE, /* by itself: the items above it end there */
    EXPLAIN_PLAIN /* of the summary, indented */
} explain_line_kind;

typedef struct explain_line {
    char *text;    /* with the tree in front of it once the page is drawn */
    char *more;    /* what stands in front of its further lines, once the page is drawn */
    size_t front;  /* bytes of the tree in front of `text` */
    char *source;  /* `troll.htn:12`; NULL: none */
    uint32_t item; /* of the source; HTN_NONE: none */
    uint32_t step; /* the step of the plan that it shows; HTN_NONE: none */
    uint32_t depth;
    explain_line_kind kind;
} explain_line;

typedef struct explain_page {
    const explain_search *search;
    const explain_style *style;
    size_t width;   /* columns that lines are wrapped at; 0: they are not */
    bool all;       /* --all */
    bool found;     /* there is a plan */
    base_text line; /* that is being written */
    uint32_t depth; /* of the next line */
    bool plain;     /* the next items are of the summary, not of the tree */
    explain_line *lines;
    size_t count, capacity;
} explain_page;

/* Adds `page->line` as an item at the present depth, or as a line by itself. `item`: of the source, or HTN_NONE. */
void explain_add_item(explain_page *page, uint32_t item);
void explain_add_line(explain_page *page, uint32_t item);

/* Whether an item with this text fits in one line at the present depth; else its parts get lines of their own. */
bool explain_item_fits(const explain_page *page, const char *text);

/* Draws the tree in front of all lines. Once, after the last line. */
void explain_page_draw(explain_page *page);

/* All lines of a page that is drawn, wrapped, each ended. */
void explain_page_add(base_text *text, const explain_page *page);

void explain_page_free(explain_page *page);
