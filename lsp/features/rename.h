/*
 * Renames a symbol in all files that use it. The result is compiled before it is given: a new name that means something else somewhere,
 * or that makes an error, is refused, and the refusal says why.
 */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/prepareRename: the range of the name. */
cJSON *lsp_prepare_rename(lsp_session *session, const cJSON *params);

/* The result of textDocument/rename. NULL and `*problem`, which the caller frees: it cannot be done. */
cJSON *lsp_rename(lsp_session *session, const cJSON *params, char **problem);
