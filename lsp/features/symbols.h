/* What a file and a workspace declare. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/documentSymbol: a tree, or a list for editors that know no tree. */
cJSON *lsp_document_symbols(lsp_session *session, const cJSON *params);

/* The result of workspace/symbol: declarations whose names have the letters of `query`, in this order, in all files of the workspace. */
cJSON *lsp_workspace_symbols(lsp_session *session, const cJSON *params);
