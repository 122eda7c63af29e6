/*
 * The words with a meaning, from keywords.def, and which of them a misspelt one was meant to be. A
 * keyword's place narrows the choice: after `Compound` there is only `Task`.
 */
#include "compiler/syntax/keywords.h"

#include "base/diagnostic.h"
#include "htn.tab.h"
#include <string.h>

static const htnc_keyword keywords[] = {
#define HTNC_KEYWORD(TOKEN, text, role, place, item) \
    {HTNC_TOKEN_##TOKEN, text, HTNC_ROLE_##role, HTNC_PLACE_##place, item},
#include "compiler/syntax/keywords.def"
#undef HTNC_KEYWORD
};

enum { KEYWORDS = sizeof keywords / sizeof keywords[0] };

const htnc_keyword *htnc_keyword_find(const char *text, size_t length)
{
    size_t low = 0;
    size_t high = KEYWORDS;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strncmp(keywords[middle].text, text, length);
        if (order == 0 && keywords[middle].text[length] == '\0') {
            return &keywords[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

const htnc_keyword *htnc_keyword_of(int kind)
{
    for (size_t i = 0; i < KEYWORDS; i++) {
        if (keywords[i].kind == kind) {
            return &keywords[i];
        }
    }
    return NULL;
}

/* First and second words. */
static const int pairs[][2] = {
    {HTNC_TOKEN_COMPOUND, HTNC_TOKEN_TASK},    {HTNC_TOKEN_PRIMITIVE, HTNC_TOKEN_TASK},
    {HTNC_TOKEN_WORLD, HTNC_TOKEN_STATE},      {HTNC_TOKEN_SHARED, HTNC_TOKEN_WORLD},
    {HTNC_TOKEN_EXPECTED, HTNC_TOKEN_EFFECTS}, {HTNC_TOKEN_EXPECT, HTNC_TOKEN_PLAN},
    {HTNC_TOKEN_EXPECT, HTNC_TOKEN_NO},        {HTNC_TOKEN_EXPECT, HTNC_TOKEN_MTR},
    {HTNC_TOKEN_EXPECT, HTNC_TOKEN_RUNNING},   {HTNC_TOKEN_EXPECT, HTNC_TOKEN_WORLD},
};

enum { PAIRS = sizeof pairs / sizeof pairs[0] };

bool htnc_keyword_pairs(int first, int second)
{
    for (size_t i = 0; i < PAIRS; i++) {
        if (pairs[i][0] == first && pairs[i][1] == second) {
            return true;
        }
    }
    return false;
}

static bool has_second_word(int first)
{
    for (size_t i = 0; i < PAIRS; i++) {
        if (pairs[i][0] == first) {
            return true;
        }
    }
    return false;
}

static bool can_follow(const htnc_keyword *keyword, int after)
{
    if (has_second_word(after)) {
        return htnc_keyword_pairs(after, keyword->kind);
    }
    switch (keyword->role) {
    case HTNC_ROLE_BEGINS:
    case HTNC_ROLE_PAIR: return true;
    case HTNC_ROLE_FOLLOWS:
        return after == HTNC_TOKEN_CLOSE && keyword->kind != HTNC_TOKEN_TASK && keyword->kind != HTNC_TOKEN_STATE;
    default: return false;
    }
}

static const htnc_keyword *nearest_of(const char *text, int after, htnc_place place, bool anywhere)
{
    const char *texts[KEYWORDS];
    size_t count = 0;
    for (size_t i = 0; i < KEYWORDS; i++) {
        bool fits = anywhere || keywords[i].place == place || keywords[i].place == HTNC_PLACE_ANY;
        if (fits && can_follow(&keywords[i], after)) {
            texts[count++] = keywords[i].text;
        }
    }
    const char *nearest = base_nearest(text, texts, count);
    return nearest == NULL ? NULL : htnc_keyword_find(nearest, strlen(nearest));
}

const htnc_keyword *htnc_keyword_nearest(const char *text, int after, htnc_place place)
{
    const htnc_keyword *nearest = nearest_of(text, after, place, false);
    return nearest != NULL ? nearest : nearest_of(text, after, place, true);
}
