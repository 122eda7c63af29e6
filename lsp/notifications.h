/* What the editor tells: documents that are opened, changed, saved and closed; files and folders that change. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* False: no notification has this name; it may be left alone. */
bool lsp_take_notification(lsp_session *session, const char *method, const cJSON *params);
