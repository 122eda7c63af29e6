/*
 * Words and keywords; see hddl_words.h. Open addressing with linear probing, at most half full. A file has many words
 * and few different ones, so looking words up is most of the cost of scanning.
 */
#include "hddl/read/hddl_words.h"
#include "hddl.tab.h"

#include <string.h>

enum { FIRST_WORDS = 1024 };

/* FNV-1a (Fowler, Noll and Vo 1991) over the letters in lower case. */
static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) {
        uint32_t letter = (unsigned char)text[i];
        letter += letter - 'A' < 26u ? 'a' - 'A' : 0;
        hash = (hash ^ letter) * 16777619u;
    }
    return hash ^ hash >> 15;
}

static bool is_same(const hddl_word *word, uint32_t hash, const char *text, size_t length)
{
    if (word->hash != hash || word->length != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned letter = (unsigned char)text[i];
        letter += letter - 'A' < 26u ? 'a' - 'A' : 0;
        if ((unsigned char)word->text[i] != letter)
            return false;
    }
    return true;
}

/* The slot of a word, or the free slot for it. */
static hddl_word **find(hddl_document *document, uint32_t hash, const char *text, size_t length)
{
    uint32_t mask = document->word_capacity - 1;
    uint32_t at = hash & mask;
    while (document->words[at] != NULL && !is_same(document->words[at], hash, text, length))
        at = (at + 1) & mask;
    return &document->words[at];
}

static void grow(hddl_document *document)
{
    uint32_t old_capacity = document->word_capacity;
    hddl_word **old = document->words;
    document->word_capacity = old_capacity == 0 ? FIRST_WORDS : 2 * old_capacity;
    document->words = base_alloc_array(document->arena, document->word_capacity, sizeof *document->words);
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i] != NULL)
            *find(document, old[i]->hash, old[i]->text, old[i]->length) = old[i];
}

static hddl_word *make(hddl_document *document, uint32_t hash, const char *text, size_t length)
{
    hddl_word *word = BASE_NEW(document->arena, hddl_word);
    char *copy = base_copy_text(document->arena, text, length);
    for (size_t i = 0; i < length; i++)
        if (copy[i] >= 'A' && copy[i] <= 'Z')
            copy[i] = (char)(copy[i] - 'A' + 'a');
    word->text = copy;
    word->length = (uint32_t)length;
    word->hash = hash;
    document->word_count++;
    return word;
}

hddl_word *hddl_word_of(hddl_document *document, const char *text, size_t length)
{
    uint32_t hash = hash_of(text, length);
    if (document->word_count >= document->word_capacity / 2)
        grow(document);
    hddl_word **slot = find(document, hash, text, length);
    if (*slot == NULL)
        *slot = make(document, hash, text, length);
    return *slot;
}

void hddl_declare_keywords(hddl_document *document)
{
    static const struct {
        const char *text;
        int token;
    } keywords[] = {
        {"define", HDDL_TOKEN_DEFINE},
        {"domain", HDDL_TOKEN_DOMAIN},
        {"problem", HDDL_TOKEN_PROBLEM},
        {"either", HDDL_TOKEN_EITHER},
        {"and", HDDL_TOKEN_AND},
        {"or", HDDL_TOKEN_OR},
        {"not", HDDL_TOKEN_NOT},
        {"imply", HDDL_TOKEN_IMPLY},
        {"forall", HDDL_TOKEN_FORALL},
        {"exists", HDDL_TOKEN_EXISTS},
        {"when", HDDL_TOKEN_WHEN},
        {"sort", HDDL_TOKEN_SORT},
        {"sortof", HDDL_TOKEN_SORT},
        {"=", HDDL_TOKEN_COMPARE},
        {"<", HDDL_TOKEN_COMPARE},
        {">", HDDL_TOKEN_COMPARE},
        {"<=", HDDL_TOKEN_COMPARE},
        {">=", HDDL_TOKEN_COMPARE},
        {"increase", HDDL_TOKEN_CHANGE},
        {"decrease", HDDL_TOKEN_CHANGE},
        {"assign", HDDL_TOKEN_CHANGE},
        {"scale-up", HDDL_TOKEN_CHANGE},
        {"scale-down", HDDL_TOKEN_CHANGE},
        {":requirements", HDDL_TOKEN_REQUIREMENTS},
        {":types", HDDL_TOKEN_TYPES},
        {":constants", HDDL_TOKEN_CONSTANTS},
        {":objects", HDDL_TOKEN_OBJECTS},
        {":predicates", HDDL_TOKEN_PREDICATES},
        {":functions", HDDL_TOKEN_FUNCTIONS},
        {":method", HDDL_TOKEN_METHOD},
        {":action", HDDL_TOKEN_ACTION},
        {":task", HDDL_TOKEN_TASK},
        {":init", HDDL_TOKEN_INIT},
        {":goal", HDDL_TOKEN_GOAL},
        {":htn", HDDL_TOKEN_HTN},
        {":domain", HDDL_TOKEN_BELONGS},
        {":parameters", HDDL_TOKEN_PARAMETERS},
        {":precondition", HDDL_TOKEN_PRECONDITION},
        {":effect", HDDL_TOKEN_EFFECT},
        {":constraints", HDDL_TOKEN_CONSTRAINTS},
        {":subtasks", HDDL_TOKEN_SUBTASKS},
        {":tasks", HDDL_TOKEN_TASKS},
        {":ordered-subtasks", HDDL_TOKEN_ORDERED_SUBTASKS},
        {":ordered-tasks", HDDL_TOKEN_ORDERED_TASKS},
        {":ordering", HDDL_TOKEN_ORDERING},
    };
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        hddl_word_of(document, keywords[i].text, strlen(keywords[i].text))->keyword = keywords[i].token;
}
