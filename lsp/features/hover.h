/* What a name is: its declaration, the comment above it, who reads and writes it. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/hover. */
cJSON *lsp_hover(lsp_session *session, const cJSON *params);
