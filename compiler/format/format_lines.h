/*
 * The lines that the layout makes, and what stands below what: `:`, `=` and comments at the end of neighbouring lines. Lines are
 * neighbours where no blank line stands between them.
 */
#pragma once

#include "base/buffer.h"
#include <stdbool.h>

enum { HTNC_FORMAT_WIDTH = 100 /* columns that a line should not exceed */ };

typedef struct htnc_format_line {
    uint32_t begin, end;    /* its text in htnc_format_lines.text, without its comment */
    uint32_t indent;        /* blanks that its text begins with */
    uint32_t width;         /* columns of its text */
    uint32_t colon, equals; /* where in `text` the sign stands that is aligned; 0: none */
    uint32_t group;      /* signs and comments align with those of neighbours of the same group; 0: only comments do */
    const char *comment; /* at its end; NULL: none */
    uint32_t comment_length;
    bool blank_before; /* a blank line stands before it */
    bool only_comment; /* its text is a comment */
    bool kept;         /* one or more lines, as they were */
} htnc_format_line;

typedef struct htnc_format_lines {
    base_arena *arena;
    base_buffer text;
    htnc_format_line *items;
    size_t count;
    uint32_t group; /* of lines that begin */
} htnc_format_lines;

/* Begins a line. A blank line before the first one is left out. */
htnc_format_line *htnc_format_begin_line(htnc_format_lines *lines, uint32_t indent, bool blank_before);

/* Adds to the latest line. */
void htnc_format_add(htnc_format_lines *lines, const char *text, size_t length);
void htnc_format_add_blanks(htnc_format_lines *lines, uint32_t count);
void htnc_format_add_comment(htnc_format_lines *lines, const char *text, size_t length);

htnc_format_line *htnc_format_last_line(htnc_format_lines *lines);

/* All lines, aligned, each with `\n` behind it. */
base_buffer htnc_format_join(htnc_format_lines *lines);

/* The columns that a text takes. */
uint32_t htnc_format_width(const char *text, size_t length);
