/*
 * The layout of sources: what `htn fmt` writes and an editor asks for. There is one layout, and no options. Only blanks, line ends
 * and the place of comments change: the tokens and the comments of the result are those of the text, in the same order. htnc_format()
 * makes sure of that itself, so a fault of the layout can never damage a source.
 */
#pragma once

#include "base/workspace.h"

typedef struct htnc_formatted {
    const char *text; /* NUL-ended, in the workspace */
    size_t length;
    bool changed;     /* whether it differs from the text that was given */
    uint32_t kept;    /* parts with syntax errors: they stay as they were */
    uint32_t kept_at; /* the line of the first of them, from 1; 0: none */
    bool
        refused; /* the layout would have changed tokens or comments (a fault of ours): `text` is the text that was given */
    base_workspace workspace;
} htnc_formatted;

/*
 * Lays out a source of `length` bytes. It need not compile nor parse: a part with a syntax error stays as it is, the others are laid
 * out. Line ends stay what the first one is, CRLF or LF. Returns BASE_DONE or BASE_OUT_OF_MEMORY; in either case call
 * htnc_formatted_free(). A NULL allocator is malloc and free.
 */
base_result htnc_format(htnc_formatted *formatted, const char *text, size_t length, const base_allocator *allocator);

void htnc_formatted_free(htnc_formatted *formatted);
