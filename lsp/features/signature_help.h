/* The parameters of what is called at the cursor. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/signatureHelp. */
cJSON *lsp_signature_help(lsp_session *session, const cJSON *params);
