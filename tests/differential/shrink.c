/*
 * Shrinks a failing domain; see shrink.h. Greedy: whatever can go without the failure going, goes.
 */
#include "shrink.h"
#include "generate.h"
#include <stdio.h>
#include <string.h>

/* Whether the text without [from, to) still fails; if so it is left out. */
static bool without(shrink_fails *fails, void *user, char *text, size_t from, size_t to)
{
    static char shorter[GENERATED_SIZE];
    size_t length = strlen(text);

    if (from >= to)
        return false;
    memcpy(shorter, text, from);
    memcpy(shorter + from, text + to, length - to + 1);
    if (!fails(user, shorter))
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

static bool shrink_lines(shrink_fails *fails, void *user, char *text)
{
    bool shrunk = false;
    int lines;
    size_t at;

    for (lines = 8; lines; lines /= 2)
        for (at = 0; text[at];) {
            if (without(fails, user, text, at, line_end(text, at, lines)))
                shrunk = true;
            else
                at = line_end(text, at, 1);
        }
    return shrunk;
}

/* Leaves out what stands between two separators, one of them included. */
static bool shrink_items(shrink_fails *fails, void *user, char *text)
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
        shrunk |= without(fails, user, text, at + (text[at] != ','), end + (text[end] == ',' && text[at] != ','));
    }
    return shrunk;
}

void shrink_domain(shrink_fails *fails, void *user, char *text)
{
    bool shrunk = true;

    while (shrunk) {
        shrunk = shrink_lines(fails, user, text);
        if (shrink_items(fails, user, text))
            shrunk = true;
    }
}
