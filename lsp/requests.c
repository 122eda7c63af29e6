/* Finds the feature that answers a request; see requests.h. */
#include "lsp/requests.h"

#include "base/text.h"
#include "lsp/features/call_hierarchy.h"
#include "lsp/features/code_actions.h"
#include "lsp/features/completion.h"
#include "lsp/features/diagnostics.h"
#include "lsp/features/folding.h"
#include "lsp/features/formatting.h"
#include "lsp/features/hover.h"
#include "lsp/features/inlay_hints.h"
#include "lsp/features/navigation.h"
#include "lsp/features/rename.h"
#include "lsp/features/semantic_tokens.h"
#include "lsp/features/signature_help.h"
#include "lsp/features/symbols.h"
#include "lsp/plans/commands_of_editors.h"
#include "lsp/plans/lenses.h"
#include <string.h>

typedef struct request {
    const char *method;
    cJSON *(*answer)(lsp_session *session, const cJSON *params);
} request;

static const request requests[] = {
    {"callHierarchy/incomingCalls", lsp_incoming_calls},
    {"callHierarchy/outgoingCalls", lsp_outgoing_calls},
    {"textDocument/codeAction", lsp_code_actions},
    {"textDocument/codeLens", lsp_lenses},
    {"textDocument/completion", lsp_completion},
    {"textDocument/declaration", lsp_definition},
    {"textDocument/definition", lsp_definition},
    {"textDocument/diagnostic", lsp_pull_diagnostics},
    {"textDocument/documentHighlight", lsp_highlights},
    {"textDocument/documentSymbol", lsp_document_symbols},
    {"textDocument/foldingRange", lsp_folding_ranges},
    {"textDocument/formatting", lsp_formatting},
    {"textDocument/hover", lsp_hover},
    {"textDocument/implementation", lsp_implementation},
    {"textDocument/inlayHint", lsp_inlay_hints},
    {"textDocument/prepareCallHierarchy", lsp_prepare_call_hierarchy},
    {"textDocument/prepareRename", lsp_prepare_rename},
    {"textDocument/references", lsp_references},
    {"textDocument/semanticTokens/full", lsp_semantic_tokens},
    {"textDocument/semanticTokens/full/delta", lsp_semantic_tokens_since},
    {"textDocument/semanticTokens/range", lsp_semantic_tokens_in_range},
    {"textDocument/signatureHelp", lsp_signature_help},
    {"textDocument/typeDefinition", lsp_type_definition},
    {"workspace/symbol", lsp_workspace_symbols},
};

bool lsp_answer_request(lsp_session *session, const char *method, const cJSON *params, cJSON **result,
                        lsp_refusal *refusal)
{
    const bool renames = strcmp(method, "textDocument/rename") == 0;
    if (renames || strcmp(method, "workspace/executeCommand") == 0) {
        *result = renames ? lsp_rename(session, params, &refusal->text)
                          : lsp_execute_command(session, params, &refusal->text);
        refusal->code = refusal->text != NULL ? RPC_REQUEST_FAILED : 0;
        return true;
    }
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (strcmp(requests[i].method, method) != 0)
            continue;
        if (!cJSON_IsObject(params))
            *refusal = (lsp_refusal){RPC_INVALID_PARAMS, base_duplicate_text("the parameters are no object")};
        else
            *result = requests[i].answer(session, params);
        return true;
    }
    return false;
}
