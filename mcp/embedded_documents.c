/* The language reference and the lessons; see embedded_documents.h. */
#include "mcp/embedded_documents.h"

#include <ctype.h>
#include <string.h>

typedef struct document {
    const char *uri, *title, *text;
} document;

static const document documents[] = {
#include "documents.inc"
};
enum { DOCUMENTS = sizeof documents / sizeof *documents };

static const char *type_of(const document *each)
{
    const size_t length = strlen(each->uri);
    return strcmp(each->uri + length - 4, ".htn") == 0 ? "text/plain" : "text/markdown";
}

cJSON *mcp_list_documents(void)
{
    cJSON *result = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(result, "resources");
    for (size_t i = 0; i < DOCUMENTS; i++) {
        cJSON *each = cJSON_CreateObject();
        cJSON_AddItemToArray(list, each);
        cJSON_AddStringToObject(each, "uri", documents[i].uri);
        cJSON_AddStringToObject(each, "name", documents[i].title);
        cJSON_AddStringToObject(each, "mimeType", type_of(&documents[i]));
    }
    return result;
}

cJSON *mcp_read_document(const char *uri)
{
    for (size_t i = 0; i < DOCUMENTS; i++) {
        if (strcmp(documents[i].uri, uri) != 0)
            continue;
        cJSON *result = cJSON_CreateObject(), *contents = cJSON_AddArrayToObject(result, "contents");
        cJSON *each = cJSON_CreateObject();
        cJSON_AddItemToArray(contents, each);
        cJSON_AddStringToObject(each, "uri", uri);
        cJSON_AddStringToObject(each, "mimeType", type_of(&documents[i]));
        cJSON_AddStringToObject(each, "text", documents[i].text);
        return result;
    }
    return NULL;
}

/* Whether the words stand in the text, in whatever case, and not in the middle of a word. */
static bool has_words(const char *text, const char *words)
{
    const size_t length = strlen(words);
    for (const char *at = text; *at != '\0'; at++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)at[i]) == tolower((unsigned char)words[i]))
            i++;
        if (i == length && (at == text || !isalnum((unsigned char)at[-1])))
            return true;
    }
    return false;
}

bool mcp_look_up_topic(const char *topic, base_text *text)
{
    const size_t before = text->length;
    if (topic[0] == '\0')
        return false;
    for (size_t i = 0; i < DOCUMENTS; i++)
        if (strncmp(documents[i].title, "language: ", 10) == 0 && has_words(documents[i].title + 10, topic)) {
            base_text_add(text, "%s", documents[i].text);
            return true;
        }
    for (size_t i = 0; i < DOCUMENTS; i++)
        if (has_words(documents[i].text, topic))
            base_text_add(text, "%s%s\n", text->length == before ? "These resources speak of it:\n" : "",
                          documents[i].uri);
    return text->length > before;
}
