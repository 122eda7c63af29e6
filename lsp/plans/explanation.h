/* Why the plan is as it is: what `htn explain` prints. */
#pragma once

#include "base/text.h"
#include "lsp/workspace/editor_session.h"

/*
 * Adds the plan from the initial state and its decomposition. `task`: `Go(Cave)`; NULL: the first root's plan. False: `text` says why
 * there is none to explain.
 */
bool lsp_explain(lsp_session *session, lsp_unit *unit, const char *task, base_text *text);
