/* The first request: what both sides can do. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* Takes over what the editor says, and returns the result: the server's capabilities. */
cJSON *lsp_initialize(lsp_session *session, const cJSON *params);

/* What the server asks of the editor once that is ready: to be told of changed files, if it can. */
void lsp_begin(lsp_session *session);
