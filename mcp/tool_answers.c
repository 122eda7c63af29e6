/* Answers to calls of tools; see tool_answers.h. */
#include "mcp/tool_answers.h"

#include "base/unicode.h"
#include <string.h>

/* A source may have any bytes, and the tool shows them. */
static void add_valid(base_text *to, const char *bytes, size_t count)
{
    for (size_t at = 0; at < count;) {
        const base_character character = base_decode(bytes + at, count - at);
        if (character.code == BASE_NOT_UTF8 || bytes[at] == '\0')
            base_text_add_bytes(to, "\xEF\xBF\xBD", 3);
        else if (bytes[at] != '\r')
            base_text_add_bytes(to, bytes + at, character.bytes);
        at += character.bytes;
    }
}

/* How many bytes of it are shown: whole lines, unless the first one alone is too long. */
static size_t length_shown(const base_text *text)
{
    if (text->length <= MCP_LONGEST_ANSWER)
        return text->length;
    size_t end = MCP_LONGEST_ANSWER;
    while (end > 0 && text->bytes[end - 1] != '\n')
        end--;
    return end > 0 ? end : MCP_LONGEST_ANSWER;
}

cJSON *mcp_answer(const base_text *text, const char *next, bool failed)
{
    const size_t shown = length_shown(text);
    base_text whole = {0};
    add_valid(&whole, base_text_of(text), shown);
    if (shown < text->length)
        base_text_add(&whole, "(%zu more bytes are left out)\n", text->length - shown);
    if (next != NULL)
        base_text_add(&whole, "%s%s\n", whole.length > 0 ? "\n" : "", next);
    cJSON *answer = cJSON_CreateObject();
    cJSON *part = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(answer, "content"), part);
    cJSON_AddStringToObject(part, "type", "text");
    cJSON_AddStringToObject(part, "text", base_text_of(&whole));
    cJSON_AddBoolToObject(answer, "isError", failed);
    base_text_free(&whole);
    return answer;
}

cJSON *mcp_failure(const char *format, ...)
{
    base_text text = {0};
    va_list arguments;
    va_start(arguments, format);
    base_text_add_list(&text, format, arguments);
    va_end(arguments);
    base_text_add(&text, "\n");
    cJSON *answer = mcp_answer(&text, NULL, true);
    base_text_free(&text);
    return answer;
}
