/* A session of `htn mcp`; see mcp_session.h. */
#include "mcp/mcp_session.h"

#include "mcp/tool_answers.h"
#include "mcp/embedded_documents.h"
#include "rpc/json_members.h"
#include "rpc/received.h"
#include <htn/version.h>
#include <string.h>

enum { NO_SUCH_DOCUMENT = -32002 };

static const char instructions[] =
    "Behaviour of game characters as hierarchical task networks, in the language .htn. A loop that works: `look_up` or "
    "the resource htn://domains/01-first-domain.htn for the notation; `write` the domain; `check` until there are no "
    "errors (`fix` applies corrections); `plan` with values in `set`; `explain` where the plan is not the one wanted; "
    "`write` scenarios as NAME.test.htn that import the domain (`look_up` Scenarios); `test`; `format`. Paths are "
    "relative to the folder; nothing outside is read or written.";

void mcp_session_init(mcp_session *session, int descriptor, const mcp_commands *commands,
                      void (*send)(void *user, const char *bytes, size_t count), void *user)
{
    *session = (mcp_session){.commands = *commands, .outbox = {.send = send, .user = user, .lines = true}};
    rpc_lines_init(&session->lines, descriptor);
}

void mcp_session_free(mcp_session *session)
{
    rpc_lines_free(&session->lines);
}

/* --- Requests ------------------------------------------------------------------------------------- */

static cJSON *initialize(mcp_session *session, const cJSON *params)
{
    static const char *const versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"}; /* the newest first */
    const char *asked = rpc_string(params, "protocolVersion"), *version = versions[0];
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (asked != NULL && strcmp(asked, versions[i]) == 0)
            version = versions[i];
    session->initialized = true;
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "protocolVersion", version);
    cJSON *capabilities = cJSON_AddObjectToObject(result, "capabilities");
    cJSON_AddObjectToObject(capabilities, "tools");
    cJSON_AddObjectToObject(capabilities, "resources");
    cJSON *server = cJSON_AddObjectToObject(result, "serverInfo");
    cJSON_AddStringToObject(server, "name", "htn");
    cJSON_AddStringToObject(server, "version", HTN_VERSION_TEXT);
    cJSON_AddStringToObject(result, "instructions", instructions);
    return result;
}

static void call_tool(mcp_session *session, const cJSON *id, const cJSON *params)
{
    const char *name = rpc_string(params, "name");
    cJSON *result = name != NULL ? mcp_call_tool(&session->commands, name, rpc_member(params, "arguments")) : NULL;
    if (result != NULL)
        rpc_answer(&session->outbox, id, result);
    else
        rpc_refuse(&session->outbox, id, RPC_INVALID_PARAMS,
                   name != NULL ? "there is no such tool; `tools/list` lists them" : "`name` is missing");
}

static void read_document(mcp_session *session, const cJSON *id, const cJSON *params)
{
    const char *uri = rpc_string(params, "uri");
    cJSON *result = uri != NULL ? mcp_read_document(uri) : NULL;
    if (result != NULL)
        rpc_answer(&session->outbox, id, result);
    else
        rpc_refuse(&session->outbox, id, NO_SUCH_DOCUMENT, "there is no such resource; `resources/list` lists them");
}

static void take_request(mcp_session *session, const cJSON *id, const char *method, const cJSON *params)
{
    rpc_outbox *outbox = &session->outbox;
    if (strcmp(method, "initialize") == 0)
        rpc_answer(outbox, id, initialize(session, params));
    else if (strcmp(method, "ping") == 0)
        rpc_answer(outbox, id, cJSON_CreateObject());
    else if (!session->initialized)
        rpc_refuse(outbox, id, RPC_INVALID_REQUEST, "`initialize` must be the first request");
    else if (strcmp(method, "tools/list") == 0)
        rpc_answer(outbox, id, mcp_list_tools());
    else if (strcmp(method, "tools/call") == 0)
        call_tool(session, id, params);
    else if (strcmp(method, "resources/list") == 0)
        rpc_answer(outbox, id, mcp_list_documents());
    else if (strcmp(method, "resources/read") == 0)
        read_document(session, id, params);
    else
        rpc_refuse(outbox, id, RPC_METHOD_NOT_FOUND, "there is no such request");
}

static void take_valid(mcp_session *session, const rpc_received *message)
{
    rpc_outbox *outbox = &session->outbox;
    const cJSON *json = message->json;
    const char *method = rpc_string(json, "method");
    const bool has_id = rpc_member(json, "id") != NULL;
    if (message->has_nul)
        rpc_refuse(outbox, message->id, RPC_INVALID_REQUEST,
                   "a string has a NUL (\\u0000), or \\u without four hexadecimal digits; leave it out");
    else if (has_id && message->id == NULL)
        rpc_refuse(outbox, NULL, RPC_INVALID_REQUEST, "the id is neither a number nor a string");
    else if (method != NULL && has_id)
        take_request(session, message->id, method, rpc_member(json, "params"));
    else if (method == NULL && (!has_id || (rpc_member(json, "result") == NULL && rpc_member(json, "error") == NULL)))
        rpc_refuse(outbox, message->id, RPC_INVALID_REQUEST, "this is neither a request nor an answer");
}

static void take_message(mcp_session *session, const char *text, size_t length)
{
    if (text == NULL) {
        rpc_refuse(&session->outbox, NULL, RPC_PARSE_ERROR, "a message has more than 16 MiB");
        return;
    }
    rpc_received message = rpc_receive(text, length);
    if (message.problem != NULL)
        rpc_refuse(&session->outbox, message.id, RPC_PARSE_ERROR, message.problem);
    else
        take_valid(session, &message);
    rpc_received_free(&message);
}

void mcp_serve(mcp_session *session)
{
    const char *text;
    size_t length;
    while (rpc_lines_next(&session->lines, &text, &length))
        take_message(session, text, length);
}
