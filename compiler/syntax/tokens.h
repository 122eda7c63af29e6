/*
 * Between scanner and parser: which words are keywords and which are names, what stands in for a bracket or a
 * comma that was left out, where parsing goes on after an error, and what a syntax error says.
 */
#ifndef HTNC_TOKENS_H
#define HTNC_TOKENS_H

#include "compiler/syntax/parser.h"

typedef enum htnc_role {
    HTNC_ROLE_NAME,
    HTNC_ROLE_BEGINS,
    HTNC_ROLE_PAIR,
    HTNC_ROLE_FOLLOWS,
    HTNC_ROLE_GROUP,
    HTNC_ROLE_CONTEXTUAL,
    HTNC_ROLE_RESERVED
} htnc_role;

typedef enum htnc_place { HTNC_PLACE_ANY, HTNC_PLACE_PRIMITIVE, HTNC_PLACE_COMPOUND, HTNC_PLACE_SCENARIO } htnc_place;

typedef struct htnc_keyword {
    int kind;
    const char *text;
    htnc_role role;
    htnc_place place;
    const char *item; /* what its list holds; NULL where it is no list */
} htnc_keyword;

/* keywords.c. NULL where the word or the token is no keyword. */
const htnc_keyword *htnc_keyword_find(const char *text, size_t length);
const htnc_keyword *htnc_keyword_of(int kind);
/* The keyword nearest to a misspelt word that can stand after the token `after` (0: at the start of a file) in `place`. */
const htnc_keyword *htnc_keyword_nearest(const char *text, int after, htnc_place place);
/* Whether `word` is a keyword's second word: `Task` after `Compound`. */
bool htnc_keyword_pairs(int first, int second);

/* tokens.c. The tokens that come next, as scanned, without taking them. */
htnc_token *htnc_token_ahead(htnc_parser *parser, unsigned ahead);

/* Whether it is a name or a keyword. */
bool htnc_token_is_word(const htnc_token *token);

/*
 * tokens_resume.c. After an error: go on with the next item of the list, the end of the brackets, the next declaration or
 * part. False where that leads nowhere and parsing has to end.
 */
bool htnc_resume_item(htnc_parser *parser);
bool htnc_resume_value(htnc_parser *parser);
bool htnc_resume_file(htnc_parser *parser);

/* expected.c */
void htnc_syntax_error(htnc_parser *parser, const char *const *expected, size_t count);
void htnc_syntax_left_out(htnc_parser *parser); /* `last`, a stand-in, was taken: say what was left out */
void htnc_syntax_too_deep(htnc_parser *parser, base_span span);
void htnc_syntax_too_long(htnc_parser *parser, base_span span);
bool htnc_syntax_is_quiet(const htnc_parser *parser,
                          base_span span); /* not to be reported: an error before explains it */
const char *htnc_syntax_slice(htnc_parser *parser, base_span span); /* the text, shortened */

#endif
