/* Finds the feature that answers a request; see requests.h. */
#include "lsp/requests.h"

#include "lsp/features/code_actions.h"
#include "lsp/features/diagnostics.h"
#include <string.h>

typedef struct request {
    const char *method;
    cJSON *(*answer)(lsp_session *session, const cJSON *params);
} request;

static const request requests[] = {
    {"textDocument/codeAction", lsp_code_actions},
    {"textDocument/diagnostic", lsp_pull_diagnostics},
};

bool lsp_answer_request(lsp_session *session, const char *method, const cJSON *params, cJSON **result,
                        lsp_refusal *refusal)
{
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (strcmp(requests[i].method, method) != 0)
            continue;
        if (!cJSON_IsObject(params))
            *refusal = (lsp_refusal){LSP_INVALID_PARAMS, "the parameters are no object"};
        else
            *result = requests[i].answer(session, params);
        return true;
    }
    return false;
}
