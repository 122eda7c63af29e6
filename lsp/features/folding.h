/* What can be folded: tasks, methods, scenarios, lists over several lines, comments. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/foldingRange. */
cJSON *lsp_folding_ranges(lsp_session *session, const cJSON *params);
