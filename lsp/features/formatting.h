/* The layout of `htn fmt`, as an edit of the part that changes. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The result of textDocument/formatting. The editor's options are left alone: there is one layout. */
cJSON *lsp_formatting(lsp_session *session, const cJSON *params);
