/* The server's commands, which lenses and editors call. */
#pragma once

#include "lsp/workspace/editor_session.h"

/*
 * The result of workspace/executeCommand. `htn.explain` [uri, task]: the text of the plan; `htn.plan` [uri, what]: see plan_view.h;
 * `htn.runScenario` [uri, name]: an object with `passed`, `milliseconds` and `message`. The first and the last are also shown as a
 * message, unless the editor's `initializationOptions` have `"showsResults": true`. NULL and `*problem`, which the caller frees: it
 * cannot be done.
 */
cJSON *lsp_execute_command(lsp_session *session, const cJSON *params, char **problem);

/* The names of all commands, for the capabilities. */
cJSON *lsp_command_names(void);
