/*
 * One parse of an HDDL file: the state that scanner (grammar/hddl.l), filter (hddl_tokens.c), messages
 * (hddl_expected.c) and constructors (hddl_make.c) share. Driven by hddl_parse() at the end of hddl.y.
 */
#ifndef HDDL_PARSER_H
#define HDDL_PARSER_H

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
    void *scanner;     /* flex's */
    uint32_t offset;   /* of the next byte to scan, in the space of offsets */
    uint32_t end;      /* offset of what is not scanned any more: the text's end, or a NUL */
    bool damaged;      /* something was reported since the section began: its syntax errors stay silent */
    bool misplaced;    /* that the section stands in the wrong file was reported */
    base_span section; /* the key that it begins with */

    base_span open[HDDL_DEEPEST]; /* the parentheses that the latest token is in, outermost first */
    uint32_t depth;
    hddl_token last;    /* what the parser has got last */
    int before;         /* the kind of the token before that */
    hddl_token held[2]; /* put back, the last one first */
    uint32_t held_count;
    bool in_requirements; /* keys are only names there */
    bool ended;           /* nothing more is read: nested too deep */

    hddl_definition *definition; /* that parts go to */
    uint32_t untyped;            /* of the list of items that is being read: the first without a type yet */
} hddl_parser;

#endif
