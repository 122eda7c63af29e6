/* Colours by meaning: what each name stands for. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The results of textDocument/semanticTokens/full, /full/delta and /range. */
cJSON *lsp_semantic_tokens(lsp_session *session, const cJSON *params);
cJSON *lsp_semantic_tokens_since(lsp_session *session, const cJSON *params);
cJSON *lsp_semantic_tokens_in_range(lsp_session *session, const cJSON *params);

/* What the server says of them when it is initialized. */
cJSON *lsp_semantic_tokens_options(void);
