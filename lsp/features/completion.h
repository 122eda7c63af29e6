/* What can stand at the cursor. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/completion. */
cJSON *lsp_completion(lsp_session *session, const cJSON *params);
