/* What is known and not written: names of parameters at calls, inferred types, numbers of methods. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/inlayHint. */
cJSON *lsp_inlay_hints(lsp_session *session, const cJSON *params);
