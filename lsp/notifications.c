/* Documents, files and folders that change; see notifications.h. What makes no sense is left alone: there is no answer to it. */
#include "lsp/notifications.h"

#include "rpc/json_members.h"
#include "lsp/protocol/uri.h"
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_WARNING = 2 };

static double version_of(const cJSON *params)
{
    const cJSON *version = rpc_member(params, "textDocument.version");
    return cJSON_IsNumber(version) ? version->valuedouble : -1;
}

static void open_document(lsp_session *session, const cJSON *params)
{
    const char *uri = rpc_string(params, "textDocument.uri"), *text = rpc_string(params, "textDocument.text");
    if (uri != NULL && text != NULL)
        lsp_document_open(&session->documents, uri, text, version_of(params));
}

static void warn(lsp_session *session, const char *text)
{
    cJSON *params = cJSON_CreateObject();
    cJSON_AddNumberToObject(params, "type", MESSAGE_WARNING);
    cJSON_AddStringToObject(params, "message", text);
    rpc_notify(&session->outbox, "window/logMessage", params);
}

static void change_document(lsp_session *session, const cJSON *params)
{
    const char *uri = rpc_string(params, "textDocument.uri");
    char *path = uri != NULL ? lsp_path_of_uri(uri) : NULL;
    lsp_document *document = path != NULL ? lsp_document_at(&session->documents, path) : NULL;
    free(path);
    if (document == NULL) {
        warn(session, "textDocument/didChange: the document is not open");
        return;
    }
    document->version = version_of(params);
    if (!lsp_document_change(&session->documents, document, rpc_member(params, "contentChanges"), session->encoding))
        warn(session, "textDocument/didChange: a change has no text, or no range within the document");
}

static void save_document(lsp_session *session, const cJSON *params)
{
    (void)params;
    session->folders.disk_changed = true;
}

static void close_document(lsp_session *session, const cJSON *params)
{
    const char *uri = rpc_string(params, "textDocument.uri");
    if (uri == NULL)
        return;
    char *path = lsp_path_of_uri(uri);
    lsp_document_close(&session->documents, path);
    session->folders.disk_changed = true;
    free(path);
}

/* Files that came or went are found by looking for them all; those that changed, by their stamps. */
static void note_files(lsp_session *session, const cJSON *params)
{
    enum { CHANGED = 2 };
    const cJSON *change;
    session->folders.disk_changed = true;
    cJSON_ArrayForEach(change, rpc_member(params, "changes"))
    {
        uint32_t type = 0;
        if (!rpc_number(change, "type", &type) || type != CHANGED)
            lsp_folders_forget(&session->folders);
    }
}

static void change_folders(lsp_session *session, const cJSON *params)
{
    const cJSON *folder;
    cJSON_ArrayForEach(folder, rpc_member(params, "event.removed"))
    {
        char *path = lsp_path_of_uri(rpc_string(folder, "uri") != NULL ? rpc_string(folder, "uri") : "");
        lsp_folder_remove(&session->folders, path);
        free(path);
    }
    cJSON_ArrayForEach(folder, rpc_member(params, "event.added"))
    {
        char *path = lsp_path_of_uri(rpc_string(folder, "uri") != NULL ? rpc_string(folder, "uri") : "");
        lsp_folder_add(&session->folders, path);
        free(path);
    }
}

typedef struct notification {
    const char *method;
    void (*take)(lsp_session *session, const cJSON *params);
} notification;

static const notification notifications[] = {
    {"textDocument/didOpen", open_document},         {"textDocument/didChange", change_document},
    {"textDocument/didSave", save_document},         {"textDocument/didClose", close_document},
    {"workspace/didChangeWatchedFiles", note_files}, {"workspace/didChangeWorkspaceFolders", change_folders},
};

bool lsp_take_notification(lsp_session *session, const char *method, const cJSON *params)
{
    for (size_t i = 0; i < sizeof notifications / sizeof *notifications; i++)
        if (strcmp(notifications[i].method, method) == 0) {
            notifications[i].take(session, params);
            session->units.revision++;
            return true;
        }
    return false;
}
