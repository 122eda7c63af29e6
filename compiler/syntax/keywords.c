/*
 * The keywords, from keywords.def, and the one that a misspelt word was probably meant to be. The place narrows the choice: after
 * `Compound` only `Task` can stand.
 */
#include "compiler/syntax/keywords.h"

#include "base/diagnostic.h"
#include "htn.tab.h"
#include <string.h>

const htnc_keyword htnc_keywords[HTNC_WORDS] = {
#define LIST(item) HTNC_HOLDS_LIST, item
#define TIME       HTNC_HOLDS_TIME, NULL
#define QUANTIFIER HTNC_HOLDS_QUANTIFIER, NULL
#define NOTHING    HTNC_HOLDS_NOTHING, NULL
#define HTNC_KEYWORD(TOKEN, text, role, place, holds) \
    {HTNC_TOKEN_##TOKEN, text, HTNC_ROLE_##role, HTNC_PLACE_##place, holds},
#include "compiler/syntax/keywords.def"
};

const htnc_keyword *htnc_keyword_find(const char *text, size_t length)
{
    if (length == 0)
        return NULL;
    size_t low = 0;
    size_t high = HTNC_WORDS;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *keyword = htnc_keywords[middle].text;
        int order =
            (unsigned char)keyword[0] - (unsigned char)text[0]; /* mostly decides it: each word of a text comes here */
        if (order == 0)
            order = strncmp(keyword, text, length);
        if (order == 0 && keyword[length] == '\0')
            return &htnc_keywords[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const htnc_keyword *htnc_keyword_of(int kind)
{
    static const uint8_t words[] = {
    /* by kind of token: the index of its keyword, plus 1 */
#define HTNC_KEYWORD(TOKEN, text, role, place, holds) [HTNC_TOKEN_##TOKEN] = HTNC_WORD_##TOKEN + 1,
#include "compiler/syntax/keywords.def"
    };
    if (kind < 0 || (size_t)kind >= sizeof words || words[kind] == 0)
        return NULL;
    return &htnc_keywords[words[kind] - 1];
}

htnc_role htnc_role_of(int kind)
{
    const htnc_keyword *keyword = htnc_keyword_of(kind);
    return keyword == NULL ? HTNC_ROLE_NAME : keyword->role;
}

static const int pairs[][2] = {
#define HTNC_PAIR(FIRST, SECOND) {HTNC_TOKEN_##FIRST, HTNC_TOKEN_##SECOND},
#include "compiler/syntax/keywords.def"
};

enum { PAIRS = sizeof pairs / sizeof pairs[0] };

bool htnc_keyword_pairs(int first, int second)
{
    for (size_t i = 0; i < PAIRS; i++)
        if (pairs[i][0] == first && pairs[i][1] == second)
            return true;
    return false;
}

static bool can_follow(const htnc_keyword *keyword, int after)
{
    if (htnc_role_of(after) == HTNC_ROLE_PAIR)
        return htnc_keyword_pairs(after, keyword->kind);
    switch (keyword->role) {
    case HTNC_ROLE_BEGINS:
    case HTNC_ROLE_PAIR: return true;
    case HTNC_ROLE_FOLLOWS:
        return after == HTNC_TOKEN_CLOSE && keyword->kind != HTNC_TOKEN_TASK && keyword->kind != HTNC_TOKEN_STATE;
    default: return false;
    }
}

/* Whether the keyword is a part of what `place` says. A compound task has the parts of its methods. */
static bool belongs_to(const htnc_keyword *keyword, htnc_place place)
{
    return keyword->place == place || keyword->place <= HTNC_PLACE_DECLARATION ||
           (place == HTNC_PLACE_COMPOUND && keyword->place == HTNC_PLACE_METHOD);
}

static const htnc_keyword *nearest_of(const char *text, int after, htnc_place place, bool anywhere)
{
    const char *texts[HTNC_WORDS];
    size_t count = 0;
    for (size_t i = 0; i < HTNC_WORDS; i++)
        if ((anywhere || belongs_to(&htnc_keywords[i], place)) && can_follow(&htnc_keywords[i], after))
            texts[count++] = htnc_keywords[i].text;
    const char *nearest = base_nearest(text, texts, count);
    return nearest == NULL ? NULL : htnc_keyword_find(nearest, strlen(nearest));
}

const htnc_keyword *htnc_keyword_nearest(const char *text, int after, htnc_place place)
{
    const htnc_keyword *nearest = nearest_of(text, after, place, false);
    return nearest != NULL ? nearest : nearest_of(text, after, place, true);
}

const htnc_keyword *htnc_keyword_nearest_group(const char *text)
{
    const char *texts[HTNC_WORDS];
    size_t count = 0;
    for (size_t i = 0; i < HTNC_WORDS; i++)
        if (htnc_keywords[i].role == HTNC_ROLE_GROUP)
            texts[count++] = htnc_keywords[i].text;
    const char *nearest = base_nearest(text, texts, count);
    return nearest == NULL ? NULL : htnc_keyword_find(nearest, strlen(nearest));
}

const htnc_slip *htnc_slip_find(const char *text)
{
    static const htnc_slip slips[] = {
#define HTNC_SLIP(written, meant, first, second) {written, meant, first, second},
#include "compiler/syntax/keywords.def"
    };
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++)
        if (strcmp(text, slips[i].written) == 0)
            return &slips[i];
    return NULL;
}
