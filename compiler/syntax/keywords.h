/* The words with a meaning: keywords.def as a table. */
#ifndef HTNC_KEYWORDS_H
#define HTNC_KEYWORDS_H

#include <stdbool.h>
#include <stddef.h>

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

/* NULL: the word, or the token, is no keyword. */
const htnc_keyword *htnc_keyword_find(const char *text, size_t length);
const htnc_keyword *htnc_keyword_of(int kind);
/* The keyword nearest to a misspelt word that can stand after the token `after` (0: at the start of a file) in `place`. */
const htnc_keyword *htnc_keyword_nearest(const char *text, int after, htnc_place place);
/* Whether `word` is a keyword's second word: `Task` after `Compound`. */
bool htnc_keyword_pairs(int first, int second);

#endif
