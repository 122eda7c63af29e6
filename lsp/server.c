/* The life of a session; see server.h. Which messages are allowed when, and what is done while none is waiting. */
#include "lsp/server.h"

#include "base/clock.h"
#include "lsp/features/diagnostics.h"
#include "lsp/initialize.h"
#include "lsp/notifications.h"
#include "lsp/plans/scenario_runs.h"
#include "rpc/json_members.h"
#include "lsp/requests.h"
#include "rpc/received.h"
#include <stdlib.h>
#include <string.h>

enum { SILENCE = 150 }; /* milliseconds without a change, before what takes longer */

void lsp_server_init(lsp_server *server, int descriptor, void (*send)(void *user, const char *bytes, size_t count),
                     void *user)
{
    *server = (lsp_server){.complete = true};
    server->session.outbox = (rpc_outbox){.send = send, .user = user};
    lsp_frames_init(&server->frames, descriptor);
    lsp_units_init(&server->session.units, &server->session.documents, &server->session.folders);
}

void lsp_server_free(lsp_server *server)
{
    lsp_runs_free(&server->session);
    lsp_published_free(&server->session);
    lsp_units_free(&server->session.units);
    lsp_folders_free(&server->session.folders);
    lsp_documents_free(&server->session.documents);
    lsp_frames_free(&server->frames);
}

/* --- Messages ------------------------------------------------------------------------------------- */

static void begin(lsp_server *server, const cJSON *id, const cJSON *params)
{
    lsp_session *session = &server->session;
    if (server->initialized) {
        rpc_refuse(&session->outbox, id, RPC_INVALID_REQUEST, "`initialize` was sent twice");
        return;
    }
    server->initialized = true;
    rpc_answer(&session->outbox, id, lsp_initialize(session, params));
}

static void take_request(lsp_server *server, const cJSON *id, const char *method, const cJSON *params)
{
    rpc_outbox *outbox = &server->session.outbox;
    cJSON *result = NULL;
    lsp_refusal refusal = {0};
    if (server->shut_down) {
        rpc_refuse(outbox, id, RPC_INVALID_REQUEST, "the session was shut down; only `exit` may follow");
    } else if (strcmp(method, "initialize") == 0) {
        begin(server, id, params);
    } else if (!server->initialized) {
        rpc_refuse(outbox, id, RPC_NOT_INITIALIZED, "`initialize` must be the first request");
    } else if (strcmp(method, "shutdown") == 0) {
        server->shut_down = true;
        rpc_answer(outbox, id, NULL);
    } else if (!lsp_answer_request(&server->session, method, params, &result, &refusal)) {
        rpc_refuse(outbox, id, RPC_METHOD_NOT_FOUND, "there is no such request");
    } else if (refusal.code != 0) {
        cJSON_Delete(result);
        rpc_refuse(outbox, id, refusal.code, refusal.text);
        free(refusal.text);
    } else {
        rpc_answer(outbox, id, result);
    }
}

static void take_notification(lsp_server *server, const char *method, const cJSON *params)
{
    if (strcmp(method, "exit") == 0)
        server->exited = true;
    else if (!server->initialized || server->shut_down)
        return;
    else if (strcmp(method, "initialized") == 0)
        lsp_begin(&server->session);
    else if (lsp_take_notification(&server->session, method, params))
        server->changed = true;
}

static void take_message(lsp_server *server, const char *text, size_t length)
{
    rpc_outbox *outbox = &server->session.outbox;
    rpc_received message =
        rpc_receive_without_nul(text, length); /* a text with a NUL is the editor's text, to its end */
    const cJSON *id = rpc_member(message.json, "id");
    const char *method = rpc_string(message.json, "method");
    if (message.problem != NULL)
        rpc_refuse(outbox, message.id, RPC_PARSE_ERROR, message.problem);
    else if (message.has_nul)
        rpc_refuse(outbox, message.id, RPC_PARSE_ERROR, "this is not JSON: a string has \\u without four digits");
    else if (id != NULL && message.id == NULL && !cJSON_IsNull(id))
        rpc_refuse(outbox, NULL, RPC_INVALID_REQUEST, "the id is neither a number nor a string");
    else if (method != NULL && id != NULL)
        take_request(server, message.id, method, rpc_member(message.json, "params"));
    else if (method != NULL)
        take_notification(server, method, rpc_member(message.json, "params"));
    else if (id == NULL || (rpc_member(message.json, "result") == NULL && rpc_member(message.json, "error") == NULL))
        rpc_refuse(outbox, message.id, RPC_INVALID_REQUEST, "this is neither a request nor an answer");
    rpc_received_free(&message);
}

/* --- While nothing is waiting --------------------------------------------------------------------- */

/* Errors that only the translation to a blob finds; and what the scenarios do. */
static void complete_units(lsp_server *server)
{
    lsp_session *session = &server->session;
    for (const lsp_document *each = session->documents.first; each != NULL; each = each->next) {
        lsp_unit *unit = lsp_unit_for(&session->units, each->path);
        if (unit->result == BASE_DONE)
            lsp_unit_complete(&session->units, unit);
    }
    lsp_publish_diagnostics(session);
    if (lsp_runs_refresh(session) && session->client.refreshes_lenses)
        rpc_request(&session->outbox, "workspace/codeLens/refresh", NULL);
}

/* Does what is left to do, the quick part first. */
static void use_pause(lsp_server *server)
{
    if (server->changed) {
        lsp_publish_diagnostics(&server->session);
        server->changed = false;
        server->complete = false;
        server->quiet = base_milliseconds() + SILENCE;
    } else if (!server->complete) {
        complete_units(server);
        server->complete = true;
    }
}

/* How long a message may be waited for before there is something else to do; -1: for ever. */
static int time_to_wait(const lsp_server *server)
{
    const uint64_t now = base_milliseconds();
    if (server->changed)
        return 0;
    if (server->complete)
        return -1;
    return server->quiet > now ? (int)(server->quiet - now) : 0;
}

bool lsp_serve(lsp_server *server)
{
    while (!server->exited) {
        const char *text;
        size_t length;
        switch (lsp_frames_next(&server->frames, time_to_wait(server), &text, &length)) {
        case LSP_ARRIVED: take_message(server, text, length); break;
        case LSP_NOTHING: use_pause(server); break;
        case LSP_DAMAGED: rpc_refuse(&server->session.outbox, NULL, RPC_PARSE_ERROR, server->frames.problem); break;
        case LSP_STREAM_END:
            while (server->changed || !server->complete)
                use_pause(server);
            return false;
        }
    }
    return server->shut_down;
}
