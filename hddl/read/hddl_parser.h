/*
 * The state of one parse of an HDDL file, which scanner (hddl_scan.h), filter (hddl_tokens.h), messages
 * (hddl_syntax_errors.h) and constructors (hddl_make.h) share. hddl_parse() sets it up.
 */
#pragma once

#include "hddl/read/hddl_syntax.h"

enum { HDDL_DEEPEST = 200 /* parentheses in parentheses */ };

typedef struct hddl_token {
    int kind; /* HDDL_TOKEN_...; 0 is the end of the file */
    base_span span;
    hddl_word *word; /* of a name, a variable (`?` included) or a key (`:` included) */
} hddl_token;

typedef struct hddl_parser {
    base_arena *arena;
    base_diagnostics *diagnostics;
    hddl_document *document;
    base_source *source;
    bool is_problem;
    void *scanner;     /* of flex */
    uint32_t offset;   /* of the next byte to scan, in the space of offsets of all sources */
    uint32_t end;      /* where scanning ends: the end of the text, or a NUL */
    bool has_error;    /* an error was reported in this section: its syntax errors stay silent */
    bool misplaced;    /* the section is in the wrong file, which was reported */
    base_span section; /* the key of the current section */

    base_span open[HDDL_DEEPEST]; /* the parentheses around the latest token, outermost first */
    uint32_t depth;
    hddl_token last;       /* the latest token of the parser */
    int before;            /* the kind of the token before that */
    hddl_token pending[2]; /* put back; the last one comes first */
    uint32_t pending_count;
    bool in_requirements; /* where keys are only names */
    bool ended;           /* nested too deep: nothing more is read */

    hddl_definition *definition; /* the one that is being read */
    uint32_t untyped;            /* in the current list of typed names: the first without a type */
} hddl_parser;
