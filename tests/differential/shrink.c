/*
 * Shrinks a failing domain; see shrink.h. Greedy: whatever can go without the failure going, goes. A text
 * with errors does not count as failing; one whose blob is refused does, if that is the failure.
 */
#include "shrink.h"
#include "generate.h"
#include <stdio.h>
#include <string.h>

/* Whether the text without [from, to) still fails in the same way; if so it is left out. */
static bool without(match_state *match, char *text, size_t from, size_t to, uint64_t seed, bool refused)
{
    static char shorter[GENERATED_SIZE];
    size_t length = strlen(text);

    if (from >= to)
        return false;
    memcpy(shorter, text, from);
    memcpy(shorter + from, text + to, length - to + 1);
    if (match_run(match, "shrunk.htn", shorter, seed) || match->rejected != refused || match->refused != refused)
        return false;
    memcpy(text, shorter, length - (to - from) + 1);
    return true;
}

static size_t line_end(const char *text, size_t at, int lines)
{
    while (lines-- && text[at]) {
        at += strcspn(text + at, "\n");
        at += text[at] == '\n';
    }
    return at;
}

static bool shrink_lines(match_state *match, char *text, uint64_t seed, bool refused)
{
    bool shrunk = false;
    int lines;
    size_t at;

    for (lines = 8; lines; lines /= 2)
        for (at = 0; text[at];) {
            if (without(match, text, at, line_end(text, at, lines), seed, refused))
                shrunk = true;
            else
                at = line_end(text, at, 1);
        }
    return shrunk;
}

/* Leaves out what stands between two separators, one of them included. */
static bool shrink_items(match_state *match, char *text, uint64_t seed, bool refused)
{
    static const char separators[] = ",[]()";
    bool shrunk = false;
    size_t at;

    for (at = 0; text[at]; at++) {
        size_t end;

        if (!strchr(separators, text[at]))
            continue;
        end = at + 1 + strcspn(text + at + 1, separators);
        if (!text[end])
            break;
        shrunk |=
            without(match, text, at + (text[at] != ','), end + (text[end] == ',' && text[at] != ','), seed, refused);
    }
    return shrunk;
}

void shrink_domain(match_state *match, char *text, uint64_t seed)
{
    bool refused, shrunk = true;

    if (match_run(match, "shrunk.htn", text, seed))
        return;
    refused = match->refused;
    while (shrunk) {
        shrunk = shrink_lines(match, text, seed, refused);
        if (shrink_items(match, text, seed, refused))
            shrunk = true;
    }
}
