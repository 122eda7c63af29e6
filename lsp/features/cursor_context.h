/*
 * What stands around the cursor, by the text alone: at a keystroke the text seldom parses. A list that is not closed ends where a line
 * begins with the keyword of another part.
 */
#pragma once

#include "compiler/syntax/keywords.h"
#include "lsp/workspace/occurrences.h"
#include "lsp/workspace/places.h"
#include "lsp/workspace/scan_words.h"

enum { LSP_NO_WORD = -1 };

typedef struct lsp_context {
    lsp_scan scan;     /* has the text */
    lsp_piece *pieces; /* malloc'ed: those that end in front of the word at the cursor */
    size_t count;
    bool in_string, in_comment, in_scenario_name;
    size_t open; /* index of the bracket around the cursor; `count`: there is none */
    bool round;  /* that bracket is `(` */
    int owner; /* the keyword that the innermost square bracket belongs to (an htnc_word); LSP_NO_WORD: none is known */
    unsigned part;    /* of that keyword: 1 in its second bracket, as in `Condition [Head] [items]` */
    lsp_piece called; /* with `round`: the name in front; its end is 0 where there is none */
    unsigned item;    /* how many commas stand in front, between the same brackets */
    size_t first;     /* index of the first piece of the item; `count`: it is empty */
    int section;      /* outside brackets: the latest keyword that begins a declaration, part or clause */
    int declaration;  /* the latest that begins a declaration */
} lsp_context;

/* Of the place `offset` (in the source's text). Free it with lsp_context_free(). */
lsp_context lsp_context_of(const lsp_lines *lines, uint32_t offset);
void lsp_context_free(lsp_context *context);

/* The keyword that a piece is; LSP_NO_WORD. */
int lsp_word_of(const lsp_context *context, size_t piece);

/* The piece in front of the cursor is this text. */
bool lsp_context_follows(const lsp_context *context, const char *text);

/* What stands around the place in the model. */
typedef struct lsp_around {
    const htnc_task *task;
    const htnc_method *method;
    const htnc_condition *condition;
    const htnc_scenario *scenario;
} lsp_around;
lsp_around lsp_around_of(const lsp_place *place);

/* Whether the declaration of a variable is known at a place with these surroundings. */
bool lsp_is_in_scope(const lsp_occurrence *declared, const lsp_around *around);
