/* Commands; see commands_of_editors.h. */
#include "lsp/plans/commands_of_editors.h"

#include "base/text.h"
#include "lsp/plans/explanation.h"
#include "lsp/plans/plan_view.h"
#include "lsp/plans/scenario_runs.h"
#include "rpc/json_members.h"
#include "lsp/protocol/uri.h"
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_ERROR = 1, MESSAGE_INFO = 3 };

static void show(lsp_session *session, int type, const char *text)
{
    if (session->client.shows_results)
        return;
    cJSON *params = cJSON_CreateObject();
    cJSON_AddNumberToObject(params, "type", type);
    cJSON_AddStringToObject(params, "message", text);
    rpc_notify(&session->outbox, "window/showMessage", params);
}

/* NULL: it is no text, or an empty one. */
static const char *text_of(const cJSON *argument)
{
    const char *text = cJSON_GetStringValue(argument);
    return text != NULL && *text != '\0' ? text : NULL;
}

static cJSON *explain(lsp_session *session, const char *path, const cJSON *task, char **problem)
{
    base_text text = {0};
    cJSON *result = NULL;
    if (lsp_explain(session, lsp_unit_for(&session->units, path), text_of(task), &text)) {
        result = cJSON_CreateString(base_text_of(&text));
        show(session, MESSAGE_INFO, base_text_of(&text));
    } else {
        *problem = base_duplicate_text(base_text_of(&text));
    }
    base_text_free(&text);
    return result;
}

static cJSON *plan(lsp_session *session, const char *path, const cJSON *asked, char **problem)
{
    return lsp_plan_view(session, lsp_unit_for(&session->units, path), asked, problem);
}

static cJSON *run_scenario(lsp_session *session, const char *path, const cJSON *argument, char **problem)
{
    const char *name = text_of(argument);
    lsp_runs_refresh(session);
    const lsp_run *run = name != NULL ? lsp_run_of(session, path, name) : NULL;
    base_text text = {0};
    if (run == NULL) {
        *problem = base_duplicate_text("there is no such scenario in a file without errors");
        return NULL;
    }
    cJSON *result = cJSON_CreateObject();
    cJSON_AddBoolToObject(result, "passed", run->passed);
    cJSON_AddNumberToObject(result, "milliseconds", run->milliseconds);
    cJSON_AddStringToObject(result, "message", run->passed ? "" : run->message);
    base_text_add(&text, "%s: %s%s", name, run->passed ? "passed" : "failed: ", run->passed ? "" : run->message);
    show(session, run->passed ? MESSAGE_INFO : MESSAGE_ERROR, base_text_of(&text));
    base_text_free(&text);
    return result;
}

typedef struct command {
    const char *name;
    cJSON *(*execute)(lsp_session *session, const char *path, const cJSON *argument, char **problem);
} command;

static const command commands[] = {{"htn.explain", explain}, {"htn.plan", plan}, {"htn.runScenario", run_scenario}};

cJSON *lsp_command_names(void)
{
    cJSON *names = cJSON_CreateArray();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        cJSON_AddItemToArray(names, cJSON_CreateString(commands[i].name));
    return names;
}

cJSON *lsp_execute_command(lsp_session *session, const cJSON *params, char **problem)
{
    const char *name = rpc_string(params, "command");
    const cJSON *arguments = rpc_member(params, "arguments");
    const char *uri = cJSON_GetStringValue(cJSON_GetArrayItem(arguments, 0));
    const cJSON *argument = cJSON_GetArrayItem(arguments, 1);
    for (size_t i = 0; name != NULL && uri != NULL && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        char *path = lsp_path_of_uri(uri);
        cJSON *result = commands[i].execute(session, path, argument, problem);
        free(path);
        return result;
    }
    *problem = base_duplicate_text("there is no such command, or its first argument is no URI");
    return NULL;
}
