/*
 * A light scanner of source texts: words, numbers, strings, comments and signs, whatever the parser thinks of them. For what an editor
 * shows of text that does not parse: colours, folds, where in a list the cursor is.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum lsp_piece_kind {
    LSP_PIECE_END,
    LSP_PIECE_WORD,
    LSP_PIECE_NUMBER,
    LSP_PIECE_STRING,
    LSP_PIECE_COMMENT,
    LSP_PIECE_NAME_OF_SCENARIO, /* the free text in `Scenario [...]` */
    LSP_PIECE_BRACKET,          /* [ ] ( ) */
    LSP_PIECE_OPERATOR,         /* == + ... */
    LSP_PIECE_SIGN              /* , . : = and what is none of the language */
} lsp_piece_kind;

typedef struct lsp_piece {
    lsp_piece_kind kind;
    uint32_t begin, end;
} lsp_piece;

typedef struct lsp_scan {
    const char *text;
    uint32_t length, at;
    int scenario; /* 1: behind the word, 2: behind its bracket too */
} lsp_scan;

lsp_scan lsp_scan_of(const char *text, uint32_t length);
lsp_piece lsp_scan_next(lsp_scan *scan);

/* Whether a piece is this text. */
bool lsp_piece_is(const lsp_scan *scan, const lsp_piece *piece, const char *text);
