/* Who has a task as a subtask, through which method; and what a task is made of: its methods, and their subtasks. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* The results of textDocument/prepareCallHierarchy, callHierarchy/incomingCalls and callHierarchy/outgoingCalls. */
cJSON *lsp_prepare_call_hierarchy(lsp_session *session, const cJSON *params);
cJSON *lsp_incoming_calls(lsp_session *session, const cJSON *params);
cJSON *lsp_outgoing_calls(lsp_session *session, const cJSON *params);
