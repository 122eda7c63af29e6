/* Says the words of a command line in those of tools; see words_of_tools.h. */
#include "mcp/words_of_tools.h"

#include <ctype.h>
#include <string.h>

static const mcp_word common[] = {
    {"docs/testing.md says", "the resource htn://docs/testing.md says"},
    {"; --list shows their names", ""},
    {"--all or ", ""},
};
enum { COMMON = sizeof common / sizeof *common };

static bool begins_with(const char *text, const char *end, const char *with)
{
    const size_t length = strlen(with);
    return (size_t)(end - text) >= length && memcmp(text, with, length) == 0;
}

/* Whether the line shows a line of a source, as in "    2 | Root [T]". */
static bool is_source(const char *line, const char *end)
{
    while (line < end && (*line == ' ' || isdigit((unsigned char)*line)))
        line++;
    return begins_with(line, end, "| ") || begins_with(line, end, "|\n");
}

static bool is_pointer_to_help(const char *line, const char *end)
{
    static const char shows[] = "` shows how it is used\n";
    const size_t length = sizeof shows - 1;
    return begins_with(line, end, "`htn help ") && (size_t)(end - line) > length &&
           memcmp(end - length, shows, length) == 0;
}

/* What the caller gave is quoted, or has its value behind `=`; it stays. */
static const mcp_word *word_at(const char *at, const char *end, const mcp_word *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *behind = at + strlen(words[i].printed);
        if (begins_with(at, end, words[i].printed) &&
            (behind == end || behind[-1] == ' ' ||
             !(isalnum((unsigned char)*behind) || strchr("-='", *behind) != NULL)))
            return &words[i];
    }
    return NULL;
}

static void say_line(base_text *said, const char *line, const char *end, const mcp_word *words, size_t count)
{
    for (const char *at = line; at < end;) {
        const mcp_word *word = word_at(at, end, words, count);
        if (word == NULL)
            word = word_at(at, end, common, COMMON);
        if (word == NULL) {
            base_text_add_bytes(said, at++, 1);
            continue;
        }
        base_text_add(said, "%s", word->said);
        at += strlen(word->printed);
    }
}

void mcp_say_as_tool(base_text *text, size_t begin, const mcp_word *words, size_t count)
{
    base_text said = {0};
    const char *end = base_text_of(text) + text->length;
    base_text_add_bytes(&said, base_text_of(text), begin);
    for (const char *line = base_text_of(text) + begin, *next; line < end; line = next) {
        const char *feed = memchr(line, '\n', (size_t)(end - line));
        next = feed != NULL ? feed + 1 : end;
        if (is_source(line, next))
            base_text_add_bytes(&said, line, (size_t)(next - line));
        else if (!is_pointer_to_help(line, next))
            say_line(&said, line, next, words, count);
    }
    base_text_free(text);
    *text = said;
}
