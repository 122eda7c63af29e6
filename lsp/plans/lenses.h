/* Lenses: above a scenario its result, above a method how often scenarios take it, above a task its plan. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/codeLens. */
cJSON *lsp_lenses(lsp_session *session, const cJSON *params);
