/*
 * A text by lines, and positions in it as the protocol has them: line and character from 0, characters counted in bytes (UTF-8) or
 * in units of UTF-16. Lines end with \n, \r\n or \r. A position outside its line is taken for the line's end, and one behind the last
 * line for the text's end, as the protocol says.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum lsp_encoding { LSP_UTF16, LSP_UTF8 } lsp_encoding;

typedef struct lsp_position {
    uint32_t line, character;
} lsp_position;

typedef struct lsp_lines {
    const char *text; /* the caller's */
    uint32_t length;
    uint32_t *starts; /* malloc'ed: offsets of the lines' first bytes */
    uint32_t count;   /* at least 1 */
} lsp_lines;

lsp_lines lsp_lines_of(const char *text, uint32_t length);
void lsp_lines_free(lsp_lines *lines);

uint32_t lsp_offset_of(const lsp_lines *lines, lsp_position position, lsp_encoding encoding);
lsp_position lsp_position_of(const lsp_lines *lines, uint32_t offset, lsp_encoding encoding);

/* The end of a line, in front of its line end. */
uint32_t lsp_line_end(const lsp_lines *lines, uint32_t line);

/* How many characters `count` bytes of a line are. */
uint32_t lsp_characters(const char *text, uint32_t count, lsp_encoding encoding);
