/* The words with a meaning: keywords.def as a table. Kinds are those of tokens, HTNC_TOKEN_... */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum htnc_role {
    HTNC_ROLE_NAME, /* no keyword */
    HTNC_ROLE_BEGINS,
    HTNC_ROLE_PAIR,
    HTNC_ROLE_FOLLOWS,
    HTNC_ROLE_GROUP,
    HTNC_ROLE_ALONE,
    HTNC_ROLE_CONTEXTUAL,
    HTNC_ROLE_LET,
    HTNC_ROLE_VALUE,
    HTNC_ROLE_JOINS
} htnc_role;

typedef enum htnc_place {
    HTNC_PLACE_ANY,
    HTNC_PLACE_DECLARATION,
    HTNC_PLACE_PRIMITIVE,
    HTNC_PLACE_COMPOUND,
    HTNC_PLACE_METHOD,
    HTNC_PLACE_SCENARIO
} htnc_place;

typedef enum htnc_holds { HTNC_HOLDS_NOTHING, HTNC_HOLDS_LIST, HTNC_HOLDS_TIME, HTNC_HOLDS_QUANTIFIER } htnc_holds;

typedef struct htnc_keyword {
    int kind;
    const char *text;
    htnc_role role;
    htnc_place place;
    htnc_holds holds;
    const char *item; /* LIST: what the list holds; else NULL */
} htnc_keyword;

/* Indexes of htnc_keywords[]. */
typedef enum htnc_word {
#define HTNC_KEYWORD(TOKEN, text, role, place, holds) HTNC_WORD_##TOKEN,
#include "compiler/syntax/keywords.def"
    HTNC_WORDS
} htnc_word;

extern const htnc_keyword htnc_keywords[HTNC_WORDS];

/* NULL: the word, or the token, is no keyword. */
const htnc_keyword *htnc_keyword_find(const char *text, size_t length);
const htnc_keyword *htnc_keyword_of(int kind);

/* The role of a token of that kind. */
htnc_role htnc_role_of(int kind);

/* The keyword nearest to a misspelt word that can stand after the token `after` (0: at the start of a file) in `place`. */
const htnc_keyword *htnc_keyword_nearest(const char *text, int after, htnc_place place);

/* The keyword of the role GROUP that is nearest to a misspelt word. NULL: none is near. */
const htnc_keyword *htnc_keyword_nearest_group(const char *text);

/* Whether `second` is a second word of the keyword `first`: `Task` after `Compound`. */
bool htnc_keyword_pairs(int first, int second);

/* A word, or two words run together, that people write for keywords. */
typedef struct htnc_slip {
    const char *written, *meant;
    int first, second; /* second 0: one word */
} htnc_slip;

/* NULL: nothing like that is known. */
const htnc_slip *htnc_slip_find(const char *text);
