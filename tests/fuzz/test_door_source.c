/*
 * The door for source text: the whole compiler, its diagnostics printed, and whatever it accepts verifies and is planned with. Under
 * libFuzzer half of the changes are to words and bracketed lists as a whole, so that what is grammatical mostly stays so.
 */
#include "fuzz.h"
#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static text_counts counts;
    if (counts.nowhere == NULL)
        counts.nowhere = tmpfile();
    rewind(counts.nowhere);
    fuzz_expect(try_text("source", 0, (const char *)data, size, &counts),
                "a text that is neither refused nor verifies");
    return 0;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION

static bool is_word(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The end of the word, bracketed list or single byte that begins at `at`. */
static size_t end_of_piece(const uint8_t *text, size_t size, size_t at)
{
    const uint8_t open = text[at], close = open == '[' ? ']' : open == '(' ? ')' : 0;
    uint32_t depth = 0;
    if (is_word(open))
        while (at < size && is_word(text[at]))
            at++;
    else if (close != 0)
        do
            depth += text[at] == open ? 1u : text[at] == close ? -1u : 0u;
        while (++at < size && depth > 0);
    else
        at++;
    return at;
}

/* Goes back to where the word begins. */
static size_t begin_of_piece(const uint8_t *text, size_t at)
{
    while (at > 0 && is_word(text[at]) && is_word(text[at - 1]))
        at--;
    return at;
}

/* One piece is left out, or another takes its place, or stands in front of it. */
static size_t exchange_pieces(uint8_t *data, size_t size, size_t most, uint64_t *state)
{
    enum { MOST_PIECE = 512 };
    uint8_t piece[MOST_PIECE];
    const size_t from = begin_of_piece(data, random_below(state, (uint32_t)size));
    const size_t to = begin_of_piece(data, random_below(state, (uint32_t)size));
    size_t length = end_of_piece(data, size, from) - from, end = end_of_piece(data, size, to);
    switch (random_below(state, 4)) {
    case 0: length = 0; break; /* left out */
    case 1: end = to; break;   /* in front */
    default: break;
    }
    if (length > MOST_PIECE || size - (end - to) + length > most)
        return size;
    memcpy(piece, data + from, length);
    memmove(data + to + length, data + end, size - end);
    memcpy(data + to, piece, length);
    return size - (end - to) + length;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
    uint64_t state = seed;
    if (size == 0 || random_below(&state, 2))
        return LLVMFuzzerMutate(data, size, most);
    for (uint32_t times = 1 + random_below(&state, 3); times > 0 && size > 0; times--)
        size = exchange_pieces(data, size, most, &state);
    return size;
}

#endif
