/* Capabilities of both sides; see initialize.h. */
#include "lsp/initialize.h"

#include "lsp/features/semantic_tokens.h"
#include "lsp/plans/commands_of_editors.h"
#include "rpc/json_members.h"
#include "lsp/protocol/uri.h"
#include <htn/version.h>
#include <stdlib.h>

/* --- The editor's --------------------------------------------------------------------------------- */

static void add_folder(lsp_session *session, const char *uri)
{
    if (uri == NULL)
        return;
    char *path = lsp_path_of_uri(uri);
    lsp_folder_add(&session->folders, path);
    free(path);
}

static void take_folders(lsp_session *session, const cJSON *params)
{
    const cJSON *folders = rpc_member(params, "workspaceFolders"), *each;
    if (cJSON_GetArraySize(folders) == 0) {
        add_folder(session, rpc_string(params, "rootUri"));
        return;
    }
    cJSON_ArrayForEach(each, folders) add_folder(session, rpc_string(each, "uri"));
}

static void take_capabilities(lsp_session *session, const cJSON *can)
{
    const char *symbols = "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport";
    session->encoding = rpc_lists(rpc_member(can, "general.positionEncodings"), "utf-8") ? LSP_UTF8 : LSP_UTF16;
    session->client = (lsp_client){
        .hierarchical_symbols = rpc_flag(can, symbols),
        .snippets = rpc_flag(can, "textDocument.completion.completionItem.snippetSupport"),
        .markdown = rpc_lists(rpc_member(can, "textDocument.hover.contentFormat"), "markdown"),
        .watches_files = rpc_flag(can, "workspace.didChangeWatchedFiles.dynamicRegistration"),
        .refreshes_lenses = rpc_flag(can, "workspace.codeLens.refreshSupport"),
    };
}

/* --- The server's --------------------------------------------------------------------------------- */

static void add_sync(cJSON *can)
{
    enum { INCREMENTAL = 2 };
    cJSON *sync = cJSON_AddObjectToObject(can, "textDocumentSync");
    cJSON_AddBoolToObject(sync, "openClose", true);
    cJSON_AddNumberToObject(sync, "change", INCREMENTAL);
    cJSON_AddBoolToObject(cJSON_AddObjectToObject(sync, "save"), "includeText", false);
}

static void add_code_actions(cJSON *can)
{
    cJSON *actions = cJSON_AddObjectToObject(can, "codeActionProvider");
    cJSON *kinds = cJSON_AddArrayToObject(actions, "codeActionKinds");
    cJSON_AddItemToArray(kinds, cJSON_CreateString("quickfix"));
    cJSON_AddItemToArray(kinds, cJSON_CreateString("source.fixAll.htn"));
}

/* What is either there or not. */
static void add_providers(cJSON *can)
{
    static const char *const providers[] = {
        "callHierarchyProvider",   "inlayHintProvider",         "documentFormattingProvider", "declarationProvider",
        "definitionProvider",      "documentHighlightProvider", "documentSymbolProvider",     "foldingRangeProvider",
        "hoverProvider",           "implementationProvider",    "referencesProvider",         "typeDefinitionProvider",
        "workspaceSymbolProvider",
    };
    for (size_t i = 0; i < sizeof providers / sizeof *providers; i++)
        cJSON_AddBoolToObject(can, providers[i], true);
    cJSON_AddItemToObject(can, "semanticTokensProvider", lsp_semantic_tokens_options());
}

static void add_completion(cJSON *can)
{
    cJSON *completion = cJSON_AddObjectToObject(can, "completionProvider");
    static const char *const triggers[] = {"[", "(", ",", "=", " ", "\""};
    cJSON_AddItemToObject(completion, "triggerCharacters",
                          cJSON_CreateStringArray(triggers, sizeof triggers / sizeof *triggers));
    cJSON *signatures = cJSON_AddObjectToObject(can, "signatureHelpProvider");
    cJSON_AddItemToObject(signatures, "triggerCharacters", cJSON_CreateStringArray((const char *[]){"(", ","}, 2));
    cJSON_AddBoolToObject(cJSON_AddObjectToObject(can, "renameProvider"), "prepareProvider", true);
}

static cJSON *capabilities(const lsp_session *session)
{
    cJSON *can = cJSON_CreateObject();
    cJSON_AddStringToObject(can, "positionEncoding", session->encoding == LSP_UTF8 ? "utf-8" : "utf-16");
    add_sync(can);
    add_code_actions(can);
    add_providers(can);
    add_completion(can);
    cJSON_AddBoolToObject(cJSON_AddObjectToObject(can, "codeLensProvider"), "resolveProvider", false);
    cJSON_AddItemToObject(cJSON_AddObjectToObject(can, "executeCommandProvider"), "commands", lsp_command_names());
    cJSON *folders = cJSON_AddObjectToObject(cJSON_AddObjectToObject(can, "workspace"), "workspaceFolders");
    cJSON_AddBoolToObject(folders, "supported", true);
    cJSON_AddBoolToObject(folders, "changeNotifications", true);
    return can;
}

cJSON *lsp_initialize(lsp_session *session, const cJSON *params)
{
    cJSON *result = cJSON_CreateObject();
    take_capabilities(session, rpc_member(params, "capabilities"));
    session->client.shows_results = rpc_flag(params, "initializationOptions.showsResults");
    take_folders(session, params);
    cJSON_AddItemToObject(result, "capabilities", capabilities(session));
    cJSON *info = cJSON_AddObjectToObject(result, "serverInfo");
    cJSON_AddStringToObject(info, "name", "htn");
    cJSON_AddStringToObject(info, "version", HTN_VERSION_TEXT);
    return result;
}

void lsp_begin(lsp_session *session)
{
    if (!session->client.watches_files)
        return;
    rpc_request(&session->outbox, "client/registerCapability",
                cJSON_Parse("{\"registrations\":[{\"id\":\"sources\",\"method\":\"workspace/didChangeWatchedFiles\","
                            "\"registerOptions\":{\"watchers\":[{\"globPattern\":\"**/*.htn\"}]}}]}"));
}
