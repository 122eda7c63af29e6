/* A play as JSON; see desk_json.h. */
#include "bindings/js/native/desk_json.h"
#include "cli/common/debug_info.h"
#include "cli/common/json.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_json.h"
#include "cli/explain/explain_source.h"
#include "cli/graph/graph.h"
#include "cli/play/play_cells.h"
#include "cli/play/play_rows.h"
#include "cli/play/play_undo.h"
#include <stdlib.h>
#include <string.h>

enum {
    MOST_VALUES = 1024, /* names of values of a type that are listed */
    MOST_CELLS = 2000   /* of a table that are shown */
};

static cJSON *add_object(cJSON *list)
{
    cJSON *made = cJSON_CreateObject();
    cJSON_AddItemToArray(list, made);
    return made;
}

/* --- Declarations ----------------------------------------------------------------------------------- */

static void add_type(cJSON *list, const htn_domain *domain, uint32_t type)
{
    static const char *const kinds[] = {"bool", "int", "enum", "entities", "fixed"};
    const htn_type_kind kind = htn_type_kind_of(domain, type);
    const int32_t low = htn_type_low(domain, type), high = htn_type_high(domain, type);
    const double unit = kind == HTN_TYPE_FIXED ? 1000 : 1;
    cJSON *json = add_object(list);
    cJSON_AddStringToObject(json, "name", htn_type_name(domain, type));
    cJSON_AddStringToObject(json, "kind", kinds[kind]);
    cJSON_AddNumberToObject(json, "low", low / unit);
    cJSON_AddNumberToObject(json, "high", high / unit);
    cJSON_AddBoolToObject(json, "open", htn_type_is_open(domain, type));
    if (htn_type_parent(domain, type) != HTN_NONE)
        cJSON_AddNumberToObject(json, "parent", htn_type_parent(domain, type));
    if (kind != HTN_TYPE_ENUM && (kind != HTN_TYPE_ENTITIES || htn_type_is_open(domain, type)))
        return;
    cJSON *values = cJSON_AddArrayToObject(json, "values");
    for (int32_t i = low; i <= high && i - low < MOST_VALUES; i++)
        if (htn_value_name(domain, type, i) != NULL)
            cJSON_AddItemToArray(values, cJSON_CreateString(htn_value_name(domain, type, i)));
}

static void add_properties(cJSON *list, const htn_domain *domain)
{
    for (htn_property i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++) {
        cJSON *json = add_object(list);
        cJSON_AddStringToObject(json, "name", htn_property_name(domain, i));
        cJSON_AddNumberToObject(json, "type", htn_property_type(domain, i));
        cJSON *parameters = cJSON_AddArrayToObject(json, "parameters");
        for (uint32_t k = 0; k < htn_property_parameters(domain, i); k++)
            cJSON_AddItemToArray(parameters, cJSON_CreateNumber(htn_property_parameter_type(domain, i, k)));
        cJSON_AddBoolToObject(json, "fact",
                              htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_FLAGS) &
                                  HTN_PROPERTY_STATIC);
    }
}

static void add_queries(cJSON *list, const htn_domain *domain)
{
    for (htn_query i = 0; i < htn_query_count(domain); i++) {
        cJSON *json = add_object(list);
        cJSON_AddStringToObject(json, "name", htn_query_name(domain, i));
        cJSON_AddNumberToObject(json, "type", htn_query_type(domain, i));
        cJSON_AddNumberToObject(json, "candidates", htn_query_candidates(domain, i));
        cJSON *parameters = cJSON_AddArrayToObject(json, "parameters");
        for (uint32_t k = 0; k < htn_query_parameters(domain, i); k++)
            cJSON_AddItemToArray(parameters, cJSON_CreateNumber(htn_query_parameter_type(domain, i, k)));
    }
}

cJSON *desk_declarations(const play_model *model)
{
    const htn_domain *domain = model->now->actor.domain;
    cJSON *json = cJSON_CreateObject();
    cJSON *types = cJSON_AddArrayToObject(json, "types");
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TYPES); i++)
        add_type(types, domain, i);
    add_properties(cJSON_AddArrayToObject(json, "properties"), domain);
    add_queries(cJSON_AddArrayToObject(json, "queries"), domain);
    cJSON *layers = cJSON_AddArrayToObject(json, "layers");
    for (uint32_t i = 0; i < model->layer_count; i++)
        cJSON_AddItemToArray(layers, cJSON_CreateString(cli_layer_name(domain, i)));
    cJSON_AddNumberToObject(json, "bytesPerAgent", (double)model->now->actor.agent_size);
    return json;
}

/* --- The state -------------------------------------------------------------------------------------- */

static cJSON *add_cell(cJSON *list, const htn_world *world, htn_property property, uint32_t cell)
{
    const htn_domain *domain = world->domain;
    base_text name = {0};
    cJSON *json = add_object(list);
    cli_add_cell(&name, domain, property, cell);
    cJSON_AddStringToObject(json, "name", base_text_of(&name));
    cJSON_AddNumberToObject(json, "property", property);
    cJSON_AddItemToObject(
        json, "value",
        cli_value_json(domain, htn_property_type(domain, property), play_cell_value(world, property, cell)));
    base_text_free(&name);
    return json;
}

static void mark_changed(cJSON *json, const play_model *model, htn_property property, uint32_t cell)
{
    for (size_t i = 0; model != NULL && i < model->change_count; i++)
        if (model->changes[i].property == property && model->changes[i].cell == cell) {
            cJSON_AddTrueToObject(json, "changed");
            return;
        }
}

/* `model`: NULL if it is not known what has changed. */
static void add_world(cJSON *list, const htn_world *world, const play_model *model)
{
    const htn_domain *domain = world->domain;
    for (htn_property i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++) {
        const uint32_t cells = htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_CELLS);
        if (htn_property_name(domain, i)[0] == '\0' ||
            (htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_FLAGS) & HTN_PROPERTY_STATIC))
            continue;
        for (uint32_t cell = 0; cell < cells && cell < MOST_CELLS; cell++)
            if (play_cell_exists(world, i, cell))
                mark_changed(add_cell(list, world, i, cell), model, i, cell);
    }
}

void desk_add_world(cJSON *list, const htn_world *world)
{
    add_world(list, world, NULL);
}

void desk_add_instances(cJSON *json, const htn_world *world)
{
    const htn_domain *domain = world->domain;
    for (uint32_t type = 0; type < htn_domain_count(domain, HTN_SECTION_TYPES); type++) {
        if (!htn_type_is_open(domain, type) || htn_type_kind_of(domain, type) != HTN_TYPE_ENTITIES)
            continue;
        cJSON *list = cJSON_AddArrayToObject(json, htn_type_name(domain, type));
        for (int32_t i = htn_type_low(domain, type); i <= htn_type_high(domain, type); i++) {
            base_text name = {0};
            if (!htn_world_exists(world, type, i))
                continue;
            cli_add_value(&name, domain, type, i);
            cJSON_AddItemToArray(list, cJSON_CreateString(base_text_of(&name)));
            base_text_free(&name);
        }
    }
}

static void add_layer(cJSON *list, const play_model *model, uint32_t layer)
{
    static const char *const marks[] = {[PLAY_MARK_NONE] = "group",
                                        [PLAY_MARK_TODO] = "todo",
                                        [PLAY_MARK_RUNNING] = "running",
                                        [PLAY_MARK_DONE] = "done",
                                        [PLAY_MARK_ABORTING] = "aborting"};
    play_plan_rows rows = play_rows_of_plan(model, layer);
    base_text status = {0};
    cJSON *json = add_object(list);
    play_add_status(&status, model, layer);
    cJSON_AddStringToObject(json, "name", cli_layer_name(model->now->actor.domain, layer));
    cJSON_AddStringToObject(json, "status", base_text_of(&status));
    cJSON *steps = cJSON_AddArrayToObject(json, "steps");
    for (size_t i = 0; i < rows.count; i++) {
        cJSON *step = add_object(steps);
        cJSON_AddStringToObject(step, "text", rows.rows[i].text);
        cJSON_AddStringToObject(step, "mark", marks[rows.rows[i].mark]);
        cJSON_AddNumberToObject(step, "depth", rows.rows[i].depth);
        if (rows.rows[i].mark != PLAY_MARK_RUNNING)
            continue;
        cJSON_AddNumberToObject(step, "id", rows.rows[i].id);
        cJSON_AddNumberToObject(step, "elapsed", rows.rows[i].elapsed);
        cJSON_AddNumberToObject(step, "duration", rows.rows[i].duration);
    }
    play_plan_rows_free(&rows);
    base_text_free(&status);
}

/* The answers of queries that a person gave. */
static void add_answers(cJSON *list, const play_model *model)
{
    for (uint32_t i = 0; i < model->session->answers.count; i++) {
        base_text name = {0}, value = {0};
        play_add_question(&name, model->now->actor.domain, &model->session->answers, i);
        play_add_answer(&value, model->now->actor.domain, &model->session->answers, i);
        cJSON *json = add_object(list);
        cJSON_AddStringToObject(json, "name", base_text_of(&name));
        cJSON_AddStringToObject(json, "value", base_text_of(&value));
        base_text_free(&name);
        base_text_free(&value);
    }
}

static void add_log(cJSON *list, const play_model *model, size_t from)
{
    static const char *const kinds[] = {
        [PLAY_WORLD] = "world",     [PLAY_PLAN] = "plan",   [PLAY_START] = "start", [PLAY_SUCCESS] = "success",
        [PLAY_FAILURE] = "failure", [PLAY_ABORT] = "abort", [PLAY_NOTE] = "note",   [PLAY_PROBLEM] = "problem"};
    for (size_t i = from; i < model->log_count; i++) {
        cJSON *json = add_object(list);
        cJSON_AddNumberToObject(json, "time", model->log[i].time);
        cJSON_AddStringToObject(json, "kind", kinds[model->log[i].kind]);
        cJSON_AddStringToObject(json, "text", model->log[i].text);
    }
}

cJSON *desk_state(const play_model *model, size_t from)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "time", model->now->state->time);
    cJSON_AddNumberToObject(json, "moment", play_can_undo(model));
    cJSON_AddNumberToObject(json, "moments", play_can_undo(model) + play_can_redo(model));
    const htn_world *world = htn_agent_world(model->now->actor.agent);
    add_world(cJSON_AddArrayToObject(json, "world"), world, model);
    desk_add_instances(cJSON_AddObjectToObject(json, "instances"), world);
    add_answers(cJSON_AddArrayToObject(json, "answers"), model);
    cJSON *layers = cJSON_AddArrayToObject(json, "layers");
    for (uint32_t i = 0; i < model->layer_count; i++)
        add_layer(layers, model, i);
    cJSON_AddNumberToObject(json, "logged", (double)model->log_count);
    add_log(cJSON_AddArrayToObject(json, "log"), model, from);
    return json;
}

/* --- Why ---------------------------------------------------------------------------------------------- */

cJSON *desk_explanation(play_model *model, uint32_t layer)
{
    cli_session *session = model->session;
    explain_search search;
    htn_request request = session->request;
    htn_plan plan = {0};
    request.root = layer;
    htn_world_copy(&session->world, htn_agent_world(model->now->actor.agent));
    explain_search_init(&search, session, false);
    search.root = layer;
    htn_status status = htn_plan_begin(session->planner, &session->world, &request);
    if (status == HTN_OK)
        status = htn_plan_trace(session->planner, explain_listen, &search);
    htn_planner_plan(session->planner, &plan);
    explain_search_finish(&search, session->planner, status);
    cJSON *json = explain_json(&search, status, &plan);
    explain_search_free(&search);
    return json;
}

/* --- The task network --------------------------------------------------------------------------------- */

static void add_place(cJSON *json, const htn_domain *domain, uint32_t item)
{
    if (item == HTN_NONE)
        return;
    cJSON_AddNumberToObject(json, "line", CLI_FIELD(domain, DEBUG_ITEMS, item, LINE));
    cJSON_AddStringToObject(json, "file",
                            CLI_DEBUG_TEXT(domain, DEBUG_FILES, CLI_FIELD(domain, DEBUG_ITEMS, item, FILE), NAME));
}

static void add_methods(cJSON *list, const graph *made, uint32_t task)
{
    const htn_domain *domain = made->domain;
    for (uint32_t method = 0; method < CLI_FIELD(domain, TASKS, task, METHOD_COUNT); method++) {
        const uint32_t item = cli_method_item(domain, task, method);
        const char *text = item != HTN_NONE ? strchr(CLI_DEBUG_TEXT(domain, DEBUG_ITEMS, item, TEXT), '[') : NULL;
        cJSON *json = add_object(list);
        cJSON_AddStringToObject(json, "name", htn_method_name(domain, task, method));
        cJSON_AddStringToObject(json, "conditions", item == HTN_NONE ? "never" : text != NULL ? text : "");
        add_place(json, domain, item);
        cJSON *subtasks = cJSON_AddArrayToObject(json, "subtasks");
        for (uint32_t i = 0; i < made->subtask_count; i++) {
            const graph_subtask *each = &made->subtasks[i];
            if (each->owner != task || each->method != method)
                continue;
            cJSON *subtask = add_object(subtasks);
            cJSON_AddStringToObject(subtask, "text", each->text);
            if (each->task != HTN_NONE)
                cJSON_AddNumberToObject(subtask, "task", each->task);
            cJSON_AddBoolToObject(subtask, "back", each->recursive);
        }
    }
}

cJSON *desk_network(const play_model *model)
{
    const htn_domain *domain = model->now->actor.domain;
    cJSON *list = cJSON_CreateArray();
    graph made;
    graph_make(&made, domain);
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TASKS); i++) {
        base_text name = {0};
        cJSON *json = add_object(list);
        explain_add_task_name(&name, domain, i);
        cJSON_AddStringToObject(json, "name", base_text_of(&name));
        cJSON_AddBoolToObject(json, "root", graph_is_root(domain, i));
        cJSON_AddBoolToObject(json, "compound", htn_task_kind_of(domain, i) == HTN_TASK_COMPOUND);
        if (htn_task_kind_of(domain, i) == HTN_TASK_COMPOUND)
            add_methods(cJSON_AddArrayToObject(json, "methods"), &made, i);
        else if (htn_task_operator(domain, i) != HTN_NONE)
            cJSON_AddStringToObject(json, "operator", htn_operator_name(domain, htn_task_operator(domain, i)));
        base_text_free(&name);
    }
    graph_free(&made);
    return list;
}
