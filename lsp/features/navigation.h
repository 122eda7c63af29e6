/* Where a name is declared, and where it is used. Each function is the result of the request of that name. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* Of an import: the file. Of an operator, which nothing declares: its first use. */
cJSON *lsp_definition(lsp_session *session, const cJSON *params);

/* Of a property, a parameter, a constant: its Enum or Entities type. */
cJSON *lsp_type_definition(lsp_session *session, const cJSON *params);

/* Of a compound task: its methods. Of an operator: the tasks that run it. */
cJSON *lsp_implementation(lsp_session *session, const cJSON *params);

/* In all files of the workspace that have the declaration. */
cJSON *lsp_references(lsp_session *session, const cJSON *params);

/* In this file, with what happens to it there: it is read, or written. */
cJSON *lsp_highlights(lsp_session *session, const cJSON *params);
