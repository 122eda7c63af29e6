/* Plays a session from a text; see session_script.h. The server runs in this process, one message after the other. */
#include "session_script.h"

#include "base/text.h"
#include "rpc/json_members.h"
#include "lsp/protocol/text_lines.h"
#include "lsp/protocol/uri.h"
#include "lsp/server.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_LINE = 100000 };

typedef struct script {
    lsp_server server;
    FILE *file;
    char line[LONGEST_LINE];
    bool again; /* `line` was read and not used */
    base_text folders;
    const char *encoding;
    bool begun, raw, failed;
    int requests;
} script;

/* --- Sending -------------------------------------------------------------------------------------- */

static void print_message(void *user, const char *bytes, size_t count)
{
    (void)user;
    const char *text = strstr(bytes, "\r\n\r\n");
    printf("< %.*s\n", (int)(count - (size_t)(text + 4 - bytes)), text + 4);
}

static void feed(script *s, const char *bytes, size_t count)
{
    rpc_buffer_feed(&s->server.frames.buffer, bytes, count);
    lsp_serve(&s->server);
}

static void send_text(script *s, const char *json)
{
    base_text whole = {0};
    base_text_add(&whole, "Content-Length: %zu\r\n\r\n", strlen(json));
    base_text_add_bytes(&whole, json, strlen(json));
    feed(s, whole.bytes, whole.length);
    base_text_free(&whole);
}

/* Takes `params`. `id` 0: a notification. */
static void send_call(script *s, const char *method, cJSON *params, int id)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "jsonrpc", "2.0");
    if (id != 0)
        cJSON_AddNumberToObject(message, "id", id);
    cJSON_AddStringToObject(message, "method", method);
    if (params != NULL)
        cJSON_AddItemToObject(message, "params", params);
    char *text = cJSON_PrintUnformatted(message);
    send_text(s, text);
    cJSON_free(text);
    cJSON_Delete(message);
}

static void begin(script *s)
{
    base_text params = {0};
    if (s->begun || s->raw)
        return;
    s->begun = true;
    base_text_add(&params,
                  "{\"capabilities\":{\"general\":{\"positionEncodings\":[\"%s\"]},\"textDocument\":{\"hover\":"
                  "{\"contentFormat\":[\"markdown\"]},\"completion\":{\"completionItem\":{\"snippetSupport\":true}},"
                  "\"documentSymbol\":{\"hierarchicalDocumentSymbolSupport\":true}}},\"workspaceFolders\":[%s]}",
                  s->encoding, base_text_of(&s->folders));
    printf("# initialize\n");
    send_call(s, "initialize", cJSON_Parse(base_text_of(&params)), 1);
    send_call(s, "initialized", cJSON_CreateObject(), 0);
    base_text_free(&params);
}

/* --- Reading -------------------------------------------------------------------------------------- */

static bool next_line(script *s)
{
    if (s->again) {
        s->again = false;
        return true;
    }
    if (fgets(s->line, sizeof s->line, s->file) == NULL)
        return false;
    s->line[strcspn(s->line, "\n")] = '\0';
    return true;
}

/* The lines that begin with |. */
static char *read_text(script *s)
{
    base_text text = {0};
    while (next_line(s)) {
        s->again = s->line[0] != '|';
        if (s->again)
            break;
        base_text_add(&text, "%s\n", s->line + 1);
    }
    char *made = base_duplicate_text(base_text_of(&text));
    base_text_free(&text);
    return made;
}

static void fail(script *s, const char *what, const char *text)
{
    printf("! %s: %s\n", what, text);
    s->failed = true;
}

/* The next word of a line, in place. */
static char *word(char **line)
{
    char *begin = *line + strspn(*line, " ");
    char *end = begin + strcspn(begin, " ");
    *line = end + (*end != '\0');
    *end = '\0';
    return begin;
}

/* A string in quotes, with the escapes of JSON. NULL: there is none. */
static char *quoted(char **line)
{
    const char *end = NULL;
    *line += strspn(*line, " ");
    if (**line != '"')
        return NULL;
    cJSON *json = cJSON_ParseWithOpts(*line, &end, false);
    char *text = json != NULL ? base_duplicate_text(json->valuestring) : NULL;
    cJSON_Delete(json);
    if (text != NULL)
        *line += end - *line;
    return text;
}

static char *path_of(const char *name)
{
    base_text path = {0};
    if (strncmp(name, "tests/", 6) == 0) {
        char *root = getcwd(NULL, 0);
        base_text_add(&path, "%s/%s", root, name);
        free(root);
    } else {
        base_text_add(&path, "/w/%s", name);
    }
    return path.bytes;
}

static char *uri_of(const char *name)
{
    char *path = path_of(name), *uri = lsp_uri_of_path(path);
    free(path);
    return uri;
}

static const lsp_document *document_of(const script *s, const char *name)
{
    char *path = path_of(name);
    const lsp_document *found = lsp_document_at(&s->server.session.documents, path);
    free(path);
    return found;
}

/* The place of `"te^xt"#n` in a document: `*begin` and `*end` of the text, `*at` where the cursor is. */
static bool find_text(script *s, const lsp_document *document, char **line, uint32_t *begin, uint32_t *end,
                      uint32_t *at)
{
    char *text = quoted(line);
    if (text == NULL || document == NULL)
        return false;
    char *cursor = strchr(text, '^');
    const size_t before = cursor != NULL ? (size_t)(cursor - text) : 0;
    if (cursor != NULL)
        memmove(cursor, cursor + 1, strlen(cursor));
    long number = **line == '#' ? strtol(*line + 1, line, 10) : 1;
    const char *found = strstr(document->text, text);
    while (found != NULL && --number > 0)
        found = strstr(found + 1, text);
    if (found == NULL)
        fail(s, "no such text", text);
    *begin = found != NULL ? (uint32_t)(found - document->text) : 0;
    *end = *begin + (uint32_t)strlen(text);
    *at = *begin + (uint32_t)before;
    free(text);
    return found != NULL;
}

static cJSON *position_json(const script *s, const lsp_document *document, uint32_t offset)
{
    const lsp_position at = lsp_position_of(&document->lines, offset, s->server.session.encoding);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "line", at.line);
    cJSON_AddNumberToObject(json, "character", at.character);
    return json;
}

static cJSON *identifier(const char *name, int version)
{
    char *uri = uri_of(name);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "uri", uri);
    if (version > 0)
        cJSON_AddNumberToObject(json, "version", version);
    free(uri);
    return json;
}

/* --- Commands ------------------------------------------------------------------------------------- */

static void open_file(script *s, char *rest)
{
    char *name = word(&rest), copy[300];
    snprintf(copy, sizeof copy, "%s", name);
    char *text = read_text(s);
    cJSON *params = cJSON_CreateObject(), *document = identifier(copy, 1);
    cJSON_AddStringToObject(document, "languageId", "htn");
    cJSON_AddStringToObject(document, "text", text);
    cJSON_AddItemToObject(params, "textDocument", document);
    send_call(s, "textDocument/didOpen", params, 0);
    free(text);
}

static void change_file(script *s, char *rest)
{
    const char *name = word(&rest);
    cJSON *params = cJSON_CreateObject(), *change = cJSON_CreateObject();
    cJSON_AddItemToObject(params, "textDocument", identifier(name, 2));
    cJSON_AddItemToArray(cJSON_AddArrayToObject(params, "contentChanges"), change);
    if (strncmp(rest, "all", 3) == 0) {
        char *text = read_text(s);
        cJSON_AddStringToObject(change, "text", text);
        free(text);
    } else {
        const lsp_document *document = document_of(s, name);
        uint32_t begin, end, at;
        if (!find_text(s, document, &rest, &begin, &end, &at)) {
            cJSON_Delete(params);
            return;
        }
        cJSON *range = cJSON_AddObjectToObject(change, "range");
        cJSON_AddItemToObject(range, "start", position_json(s, document, begin));
        cJSON_AddItemToObject(range, "end", position_json(s, document, end));
        char *text = quoted(&rest);
        cJSON_AddStringToObject(change, "text", text != NULL ? text : "");
        free(text);
    }
    send_call(s, "textDocument/didChange", params, 0);
}

/* `METHOD [FILE ["text"]] [{more}]` */
static void request(script *s, const char *method, char *rest)
{
    cJSON *params = cJSON_CreateObject();
    const char *name = *rest != '\0' && *rest != '{' ? word(&rest) : NULL;
    if (name != NULL)
        cJSON_AddItemToObject(params, "textDocument", identifier(name, 0));
    const lsp_document *document = name != NULL ? document_of(s, name) : NULL;
    uint32_t begin, end, at;
    if (rest[strspn(rest, " ")] == '"' && find_text(s, document, &rest, &begin, &end, &at)) {
        cJSON_AddItemToObject(params, "position", position_json(s, document, at));
        cJSON *range = cJSON_AddObjectToObject(params, "range");
        cJSON_AddItemToObject(range, "start", position_json(s, document, begin));
        cJSON_AddItemToObject(range, "end", position_json(s, document, end));
    }
    cJSON *more = cJSON_Parse(rest);
    while (more != NULL && more->child != NULL) {
        cJSON *member = cJSON_DetachItemViaPointer(more, more->child);
        cJSON_AddItemToObject(params, member->string, member);
    }
    cJSON_Delete(more);
    send_call(s, method, params, ++s->requests + 1);
}

static void add_folder(script *s, const char *name)
{
    char *uri = uri_of(name);
    base_text_add(&s->folders, "%s{\"uri\":\"%s\",\"name\":\"w\"}", s->folders.length > 0 ? "," : "", uri);
    free(uri);
}

static void command(script *s)
{
    char *rest = s->line, *first;
    static char line[LONGEST_LINE];
    if (*rest == '\0')
        return;
    printf("> %s\n", s->line);
    if (*rest == '#')
        return;
    memcpy(line, s->line, sizeof line);
    rest = line;
    first = word(&rest);
    if (strcmp(first, "folder") == 0) {
        add_folder(s, word(&rest));
    } else if (strcmp(first, "utf8") == 0) {
        s->encoding = "utf-8";
    } else if (strcmp(first, "raw") == 0) {
        s->raw = true;
    } else if (strcmp(first, "bytes") == 0) {
        char *bytes = quoted(&rest);
        if (bytes != NULL)
            feed(s, bytes, strlen(bytes));
        free(bytes);
    } else {
        begin(s);
        if (strcmp(first, "open") == 0)
            open_file(s, rest);
        else if (strcmp(first, "change") == 0)
            change_file(s, rest);
        else if (strcmp(first, "send") == 0)
            send_text(s, rest);
        else
            request(s, first, rest);
    }
}

int play_session_script(const char *path)
{
    static script s;
    s = (script){.encoding = "utf-16", .file = fopen(path, "r")};
    if (s.file == NULL)
        return 2;
    lsp_server_init(&s.server, -1, print_message, NULL);
    while (next_line(&s))
        command(&s);
    lsp_server_free(&s.server);
    base_text_free(&s.folders);
    fclose(s.file);
    return s.failed;
}
