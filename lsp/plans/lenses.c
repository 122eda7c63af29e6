/* Lenses; see lenses.h. They show the results of the latest pause (scenario_runs.h). The server tells the editor about new ones. */
#include "lsp/plans/lenses.h"

#include "base/text.h"
#include "lsp/plans/scenario_runs.h"
#include "lsp/workspace/places.h"
#include <stdlib.h>

typedef struct lenses {
    lsp_session *session;
    lsp_place place;
    char *uri;
    cJSON *list;
} lenses;

/* `command` NULL: nothing happens at a click. `argument` NULL: the URI is the only one. */
static void add(lenses *l, base_span span, const char *title, const char *command, const char *argument)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "range", lsp_span_range(l->session, l->place.unit, span));
    cJSON *made = cJSON_AddObjectToObject(json, "command");
    cJSON_AddStringToObject(made, "title", title);
    cJSON_AddStringToObject(made, "command", command != NULL ? command : "");
    if (command != NULL) {
        cJSON *arguments = cJSON_AddArrayToObject(made, "arguments");
        cJSON_AddItemToArray(arguments, cJSON_CreateString(l->uri));
        if (argument != NULL)
            cJSON_AddItemToArray(arguments, cJSON_CreateString(argument));
    }
    cJSON_AddItemToArray(l->list, json);
}

static void add_scenario(lenses *l, const htnc_scenario *scenario)
{
    const lsp_run *run = lsp_run_of(l->session, l->place.source->path, scenario->name.text);
    base_text title = {0};
    if (run == NULL)
        base_text_add(&title, "run");
    else if (run->passed)
        base_text_add(&title, "run: passed in %.0f ms", run->milliseconds);
    else
        base_text_add(&title, "run: failed: %s", run->message);
    add(l, scenario->name.span, base_text_of(&title), "htn.runScenario", scenario->name.text);
    base_text_free(&title);
}

static void add_method(lenses *l, const htnc_method *method)
{
    uint64_t taken = 0;
    base_text title = {0};
    if (!lsp_method_runs(l->session, l->place.unit, method, &taken))
        return;
    if (taken == 0)
        base_text_add(&title, "no scenario takes it");
    else
        base_text_add(&title, "scenarios take it %llu time%s", (unsigned long long)taken, taken == 1 ? "" : "s");
    add(l, method->head, base_text_of(&title), NULL, NULL);
    base_text_free(&title);
}

/* A first value for each parameter: `Go(Cave)`. False: there is none that can be written. */
static bool write_call(base_text *text, const htnc_task *task)
{
    base_text_add(text, "%s(", task->name.text);
    for (const htnc_variable *each = task->parameters; each != NULL; each = each->next) {
        const htnc_type *type = each->type;
        base_text_add(text, "%s", each == task->parameters ? "" : ", ");
        if (type == NULL || type->open)
            return false;
        if (type->kind == HTNC_TYPE_BOOL)
            base_text_add(text, "true");
        else if (type->values != NULL)
            base_text_add(text, "%s", type->values->name.text);
        else if (type->kind == HTNC_TYPE_INTEGER && type->low > INT32_MIN)
            base_text_add(text, "%d", (int)type->low);
        else
            return false;
    }
    base_text_add(text, ")");
    return true;
}

static void add_task(lenses *l, const htnc_task *task)
{
    base_text call = {0}, title = {0};
    if (task->kind == HTNC_COMPOUND && l->place.unit->result == BASE_DONE && write_call(&call, task)) {
        base_text_add(&title, "plan from here%s%s", task->parameters != NULL ? ": " : "",
                      task->parameters != NULL ? call.bytes : "");
        add(l, task->name.span, base_text_of(&title), "htn.explain", base_text_of(&call));
    }
    base_text_free(&call);
    base_text_free(&title);
    for (const htnc_method *method = task->methods; method != NULL; method = method->next)
        add_method(l, method);
}

cJSON *lsp_lenses(lsp_session *session, const cJSON *params)
{
    lenses l = {.session = session, .list = cJSON_CreateArray()};
    if (!lsp_find_document(session, params, &l.place))
        return l.list;
    l.uri = lsp_uri_for(session, l.place.source->path);
    for (const htnc_file *file = l.place.unit->compilation.files; file != NULL; file = file->next) {
        if (file->source != l.place.source)
            continue;
        for (const htnc_task *task = file->tasks; task != NULL; task = task->next)
            add_task(&l, task);
        for (const htnc_scenario *scenario = file->scenarios; scenario != NULL; scenario = scenario->next)
            add_scenario(&l, scenario);
    }
    free(l.uri);
    return l.list;
}
