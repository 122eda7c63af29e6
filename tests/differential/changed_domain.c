/* A domain as its author may have changed it; see changed_domain.h. */
#include "changed_domain.h"
#include "changed_number.h"
#include "generate.h"
#include <stdio.h>
#include <string.h>

enum { MOST_CHANGES = 4 };

static size_t line_at(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

static size_t behind_line(const char *text, size_t at)
{
    at += strcspn(text + at, "\n");
    return at + (text[at] == '\n');
}

/* What is from `from` to `to` goes; in front of `at` there is `more` then. */
static void replace(char *text, size_t from, size_t to, const char *more)
{
    static char rest[GENERATED_SIZE];
    size_t room = GENERATED_SIZE - from;

    snprintf(rest, sizeof rest, "%s", text + to);
    snprintf(text + from, room, "%s%s", more, rest);
}

static bool is_type(const char *line)
{
    return strncmp(line, "Entities", 8) == 0 || strncmp(line, "Enum", 4) == 0;
}

/* A whole line goes, or is there twice, or stands where another one stood. */
static void change_line(dice_state *dice, char *text)
{
    static char line[GENERATED_SIZE];
    size_t from = line_at(text, dice_below(dice, (uint32_t)strlen(text))), to = behind_line(text, from);

    if (is_type(text + from))
        return;
    snprintf(line, to - from + 1, "%s", text + from);
    if (!dice_percent(dice, 15))
        replace(text, from, to, "");
    if (dice_percent(dice, 30)) {
        from = line_at(text, dice_below(dice, (uint32_t)strlen(text) + 1));
        replace(text, from, from, line);
    }
}

/* What stands between two separators goes, with one of them. */
static void leave_out_item(dice_state *dice, char *text)
{
    static const char separators[] = ",[]()";
    size_t at = dice_below(dice, (uint32_t)strlen(text)), end;

    at += strcspn(text + at, separators);
    if (!text[at] || is_type(text + line_at(text, at)))
        return;
    end = at + 1 + strcspn(text + at + 1, separators);
    if (text[end])
        replace(text, at + (text[at] != ','), end + (text[end] == ',' && text[at] != ','), "");
}

static void change_number(dice_state *dice, char *text)
{
    size_t at = dice_below(dice, (uint32_t)strlen(text));

    at += strcspn(text + at, "0123456789");
    if (!text[at] || is_type(text + line_at(text, at)) || (at > 0 && !strchr(" (-+.=", text[at - 1])))
        return;
    text[at] = (char)('0' + dice_below(dice, 10));
}

/* Behind the time that stands at `at`: `50ms`, or `max(...)`. */
static size_t behind_time(const char *text, size_t at)
{
    uint32_t open = 0;

    for (; text[at] && (open > 0 || !strchr(" ,]\n", text[at])); at++) {
        open += text[at] == '(';
        open -= open > 0 && text[at] == ')';
    }
    return at;
}

/* Nothing expires any more. */
static void let_nothing_expire(char *text)
{
    static const char marks[][16] = {" Expires", " for max(1ms", " for 1", " for 2", " for 5"};
    const char *found;
    uint32_t i;

    for (i = 0; i < sizeof marks / sizeof *marks; i++)
        while ((found = strstr(text, marks[i])) != NULL) {
            size_t from = (size_t)(found - text);

            replace(text, from, i == 0 ? from + strlen(marks[0]) : behind_time(text, from + strlen(" for ")), "");
        }
}

/* The members of a Parallel, or of all of them, are done one after the other. */
static void leave_out_groups(dice_state *dice, char *text)
{
    static const char word[] = "Parallel [";
    bool all = dice_percent(dice, 60);
    char *at = strstr(text + (all ? 0 : dice_below(dice, (uint32_t)strlen(text))), word), *end;
    int depth;

    for (; at; at = all ? strstr(at, word) : NULL) {
        for (depth = 1, end = at + strlen(word); *end && depth > 0; end++)
            depth += (*end == '[') - (*end == ']');
        if (depth > 0)
            return;
        memmove(end - 1, end, strlen(end) + 1);
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
    }
}

void change_domain(dice_state *dice, const char *text, char *changed)
{
    uint32_t changes = 1 + dice_below(dice, MOST_CHANGES);

    snprintf(changed, GENERATED_SIZE, "%s", text);
    if (dice_percent(dice, 25) && change_number_kind(dice, changed) && dice_percent(dice, 70))
        return;
    if (dice_percent(dice, 15))
        let_nothing_expire(changed);
    while (changes-- && changed[0])
        switch (dice_below(dice, 4)) {
        case 0: change_line(dice, changed); break;
        case 1: leave_out_item(dice, changed); break;
        case 2: leave_out_groups(dice, changed); break;
        default: change_number(dice, changed); break;
        }
}
