/*
 * The door for what an editor sends to `htn lsp`. Bytes that begin with a header are messages as they are. All else is the text of a
 * document: it is opened, everything is asked at some places of it, a part is cut out, and everything is asked again.
 */
#include "base/text.h"
#include "fuzz.h"
#include "lsp/server.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 3, LONGEST_TEXT = 4000 };

static const char *const at_places[] = {"completion",     "definition",           "documentHighlight", "hover",
                                        "implementation", "prepareCallHierarchy", "prepareRename",     "references",
                                        "rename",         "signatureHelp",        "typeDefinition"};
static const char *const of_documents[] = {"codeLens",     "diagnostic", "documentSymbol",
                                           "foldingRange", "formatting", "semanticTokens/full"};
static const char *const of_ranges[] = {"codeAction", "inlayHint", "semanticTokens/range"};

static unsigned long long token_results; /* ids of semantic tokens that the server has given: it counts them */

/* An answer is one whole message. */
static void take(void *user, const char *bytes, size_t count)
{
    (void)user;
    const char *text = strstr(bytes, "\r\n\r\n");
    fuzz_expect(text != NULL && count > 16, "an answer without a header");
    cJSON *json = cJSON_ParseWithLength(text + 4, count - (size_t)(text + 4 - bytes));
    fuzz_expect(json != NULL, "an answer that is no JSON");
    cJSON_Delete(json);
}

static void say(lsp_server *server, const char *text)
{
    base_text whole = {0};
    base_text_add(&whole, "Content-Length: %zu\r\n\r\n", strlen(text));
    base_text_add_bytes(&whole, text, strlen(text));
    rpc_buffer_feed(&server->frames.buffer, whole.bytes, whole.length);
    lsp_serve(server);
    base_text_free(&whole);
}

static void ask(lsp_server *server, const char *method, const char *more)
{
    base_text text = {0};
    base_text_add(
        &text,
        "{\"id\":1,\"method\":\"textDocument/%s\",\"params\":{\"textDocument\":{\"uri\":\"file:///w/a.htn\"}%s}}",
        method, more);
    say(server, text.bytes);
    base_text_free(&text);
}

static void ask_everything(lsp_server *server, unsigned line, unsigned character)
{
    char place[300];
    snprintf(place, sizeof place, ",\"previousResultId\":\"%llu\"", token_results); /* before the last edit */
    ask(server, "semanticTokens/full/delta", place);
    token_results += 2; /* that one, and one below */
    for (size_t i = 0; i < sizeof of_documents / sizeof *of_documents; i++)
        ask(server, of_documents[i], "");
    snprintf(place, sizeof place, ",\"position\":{\"line\":%u,\"character\":%u},\"newName\":\"X\",\"context\":{}", line,
             character);
    for (size_t i = 0; i < sizeof at_places / sizeof *at_places; i++)
        ask(server, at_places[i], place);
    snprintf(place, sizeof place,
             ",\"range\":{\"start\":{\"line\":%u,\"character\":%u},\"end\":{\"line\":%u,\"character\":%u}}", line / 2,
             character, line * 2 + 1, character);
    for (size_t i = 0; i < sizeof of_ranges / sizeof *of_ranges; i++)
        ask(server, of_ranges[i], place);
    snprintf(place, sizeof place,
             "{\"id\":2,\"method\":\"callHierarchy/outgoingCalls\",\"params\":{\"item\":{\"uri\":\"file:///w/a.htn\","
             "\"selectionRange\":{\"start\":{\"line\":%u,\"character\":%u}},\"data\":{\"method\":%d}}}}",
             line, character, (int)(character % 3) - 1);
    say(server, place);
    say(server, "{\"id\":3,\"method\":\"workspace/executeCommand\",\"params\":{\"command\":\"htn.explain\","
                "\"arguments\":[\"file:///w/a.htn\"]}}");
}

static void open_text(lsp_server *server, const char *text)
{
    cJSON *message = cJSON_Parse("{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":"
                                 "\"file:///w/a.htn\"}}}");
    cJSON *document = cJSON_GetObjectItem(cJSON_GetObjectItem(message, "params"), "textDocument");
    cJSON_AddStringToObject(document, "text", text);
    char *printed = cJSON_PrintUnformatted(message);
    say(server, printed);
    cJSON_free(printed);
    cJSON_Delete(message);
}

static void edit_text(lsp_server *server, const char *text, size_t size)
{
    const unsigned line = (unsigned char)text[0] % 16, character = (unsigned char)text[size / 2] % 64;
    char change[400];
    open_text(server, text);
    for (unsigned i = 0; i < PLACES; i++)
        ask_everything(server, line + i, character + i * 7);
    snprintf(change, sizeof change,
             "{\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"file:///w/a.htn\"},"
             "\"contentChanges\":[{\"range\":{\"start\":{\"line\":%u,\"character\":%u},\"end\":{\"line\":%u,"
             "\"character\":%u}},\"text\":\"\"}]}}",
             line, character, line + 1, character / 2);
    say(server, change);
    ask_everything(server, line, character);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lsp_server server;
    if (size == 0 || size > LONGEST_TEXT)
        return 0;
    char *text = must_allocate(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    lsp_server_init(&server, -1, take, NULL);
    if (memcmp(text, "Content-", size < 8 ? size : 8) != 0) {
        token_results = 0;
        say(&server, "{\"id\":0,\"method\":\"initialize\",\"params\":{}}");
        edit_text(&server, text, size);
    } else if (strstr(text, "rootUri") == NULL && strstr(text, "olders") == NULL) { /* the disk is not for a fuzzer */
        rpc_buffer_feed(&server.frames.buffer, text, size);
        lsp_serve(&server);
    }
    lsp_server_free(&server);
    free(text);
    return 0;
}
