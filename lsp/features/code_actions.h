/* The compiler's fix-its as actions of the editor: one for each diagnostic, and one that applies all of the file. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/codeAction. */
cJSON *lsp_code_actions(lsp_session *session, const cJSON *params);
