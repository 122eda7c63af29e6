/*
 * The tokens of a source as the layout needs them: all of them, with the comments between them, each attached to the token that it
 * belongs to. A comment at the end of a line *trails* the token before it; every other comment *leads* to the token after it.
 */
#pragma once

#include "base/workspace.h"
#include "compiler/syntax/keywords.h"
#include "compiler/syntax/parser.h"

typedef struct htnc_format_comment {
    uint32_t begin, end; /* offsets in the text, without blanks at the end */
    uint32_t column;     /* bytes before it in its line */
    bool to_line_end;    /* `//` */
    bool own_line;       /* it begins a line, and nothing but blanks follows it there */
    bool blank_before;   /* a blank line stands before it */
} htnc_format_comment;

typedef struct htnc_format_comments {
    uint32_t first, count; /* in htnc_format_tokens.comments */
} htnc_format_comments;

typedef struct htnc_format_token {
    int kind; /* HTNC_TOKEN_...; HTNC_FORMAT_JUNK; 0 at the end */
    const htnc_keyword *keyword;
    uint32_t begin, end;
    uint32_t column;   /* bytes before it in its line */
    uint32_t partner;  /* of a bracket: the other one; 0: none */
    uint32_t inside;   /* the bracket that it stands in; 0: none */
    bool first;        /* it begins its line */
    bool new_line;     /* a line end stands between it and the token before it */
    bool blank_before; /* a blank line stands right before it */
    htnc_format_comments lead, trail;
} htnc_format_token;

enum { HTNC_FORMAT_JUNK = -1 /* text that is part of no token */ };

typedef struct htnc_format_tokens {
    const base_source *source;
    htnc_format_token *items; /* the last one is the end */
    size_t count;             /* without the end */
    size_t capacity;
    htnc_format_comment *comments;
    size_t comment_count;
} htnc_format_tokens;

/* Scans a source; what the scanner reports goes to `diagnostics`. `tape`: its tokens, where they are known; may be empty. */
htnc_format_tokens htnc_format_scan(base_workspace *workspace, base_diagnostics *diagnostics, base_source *source,
                                    const htnc_tape *tape);

/* The text of a token or comment. */
const char *htnc_format_text(const htnc_format_tokens *tokens, uint32_t begin);

/* Whether a blank line stands before the line of a token, which begins with the comments that lead to it in that line. */
bool htnc_format_blank_before(const htnc_format_tokens *tokens, const htnc_format_token *token);

bool htnc_format_is_word(const htnc_format_token *token);

/* Whether two scans have the same tokens and the same comments, each in the same order. */
bool htnc_format_same(const htnc_format_tokens *a, const htnc_format_tokens *b);
