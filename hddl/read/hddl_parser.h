/*
 * One parse of an HDDL file: the state that scanner (grammar/hddl.l), filter (hddl_tokens.c), messages (hddl_expected.c) and
 * constructors (hddl_make.c) share. Driven by hddl_parse() at the end of hddl.y.
 */
#ifndef HTNC_HDDL_PARSER_H
#define HTNC_HDDL_PARSER_H

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

/* grammar/hddl.l */
void hddl_scan_begin(hddl_parser *parser);
hddl_token hddl_scan(hddl_parser *parser);

/* hddl_tokens.c: the next token for the parser. */
hddl_token hddl_token_next(hddl_parser *parser);

/* Goes on behind the section that the latest token is in, or before the next one. False: there is no more. */
bool hddl_resume(hddl_parser *parser);

/* hddl_expected.c: reports the latest token; `expected` are names of tokens. */
void hddl_syntax_error(hddl_parser *parser, const char *const *expected, size_t count);
void hddl_too_deep(hddl_parser *parser, base_span span);

/* "a `)` is", "2 `)` are" */
const char *hddl_missing(const hddl_parser *parser, uint32_t count);

/* A piece of the text as it is written, or its beginning where it is long. */
const char *hddl_slice(const hddl_parser *parser, base_span span);

/* hddl_words.c: gives the words that are keywords their tokens. */
void hddl_words_begin(hddl_document *document);

#endif
