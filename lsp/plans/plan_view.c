/* The plan view; see plan_view.h. It plans as `htn explain` does, with the text as it is in the editor. */
#include "lsp/plans/plan_view.h"

#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/common/json.h"
#include "cli/common/plan_session.h"
#include "cli/common/settings.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_json.h"
#include "rpc/json_members.h"
#include "lsp/workspace/places.h"
#include <htn/journal.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 200, MOST_VALUES = 64 };

/* --- The world state ------------------------------------------------------------------------------ */

static uint32_t property_field(const htn_domain *domain, uint32_t property, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, field);
}

/* Tables that never change, and what the compiler made, are not for people to set. */
static bool is_shown(const htn_domain *domain, uint32_t property)
{
    if (property_field(domain, property, HTN_PROPERTIES_FLAGS) & (HTN_PROPERTY_STATIC | HTN_PROPERTY_HELD))
        return false;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_METHODS); i++)
        if (htn_domain_field(domain, HTN_SECTION_METHODS, i, HTN_METHODS_COOLING) == property)
            return false;
    return true;
}

static void add_values(cJSON *cell, const htn_world *world, uint32_t property)
{
    const htn_domain *domain = world->domain;
    const uint32_t type = htn_property_type(domain, property);
    const htn_type_kind kind = htn_type_kind_of(domain, type);
    const int32_t low = (int32_t)property_field(domain, property, HTN_PROPERTIES_LOW);
    const int32_t high = (int32_t)property_field(domain, property, HTN_PROPERTIES_HIGH);
    if (kind == HTN_TYPE_INTEGER || kind == HTN_TYPE_FIXED) {
        cJSON_AddItemToObject(cell, "low", cli_value_json(domain, type, low));
        cJSON_AddItemToObject(cell, "high", cli_value_json(domain, type, high));
        return;
    }
    cJSON *values = cJSON_AddArrayToObject(cell, "values");
    const bool open = htn_type_is_open(domain, type);
    for (int64_t value = low; value <= high && cJSON_GetArraySize(values) < MOST_VALUES; value++) {
        base_text text = {0};
        if (open && value >= 0 && !htn_world_exists(world, type, (int32_t)value))
            continue;
        cli_add_value(&text, domain, type, (int32_t)value);
        cJSON_AddItemToArray(values, cJSON_CreateString(base_text_of(&text)));
        base_text_free(&text);
    }
}

/* False: an instance that indexes the cell does not exist. */
static bool find_cell(const htn_world *world, uint32_t property, uint32_t cell, int32_t *index, uint32_t *count)
{
    const htn_journal_location location = {property, cell, HTN_NONE, 0};
    *count = htn_journal_index(world->domain, &location, index);
    for (uint32_t i = 0; i < *count; i++) {
        const uint32_t type = htn_property_parameter_type(world->domain, property, i);
        if (htn_type_is_open(world->domain, type) && !htn_world_exists(world, type, index[i]))
            return false;
    }
    return true;
}

static void add_cell(cJSON *list, const cli_session *planning, uint32_t property, uint32_t number, const int32_t *index,
                     uint32_t count)
{
    const htn_domain *domain = planning->world.domain;
    const uint32_t type = htn_property_type(domain, property);
    base_text name = {0};
    cJSON *cell = cJSON_CreateObject();
    cli_add_cell(&name, domain, property, number);
    cJSON_AddStringToObject(cell, "name", base_text_of(&name));
    cJSON_AddStringToObject(cell, "type", htn_type_name(domain, type));
    cJSON_AddItemToObject(cell, "value",
                          cli_value_json(domain, type, htn_world_get_at(&planning->world, property, index, count)));
    add_values(cell, &planning->world, property);
    cJSON_AddItemToArray(list, cell);
    base_text_free(&name);
}

static void add_world(cJSON *to, const cli_session *planning)
{
    cJSON *list = cJSON_AddArrayToObject(to, "world");
    const htn_domain *domain = planning->world.domain;
    uint64_t more = 0;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++) {
        const uint32_t cells = property_field(domain, i, HTN_PROPERTIES_CELLS);
        if (!is_shown(domain, i))
            continue;
        for (uint32_t cell = 0; cell < cells; cell++) {
            int32_t index[HTN_MAX_LOCALS];
            uint32_t count;
            if (cJSON_GetArraySize(list) >= MOST_CELLS) {
                more += cells - cell;
                break;
            }
            if (find_cell(&planning->world, i, cell, index, &count))
                add_cell(list, planning, i, cell, index, count);
        }
    }
    cJSON_AddNumberToObject(to, "more", (double)more);
}

static void add_types(cJSON *to, const htn_world *world)
{
    cJSON *list = cJSON_AddArrayToObject(to, "types");
    for (uint32_t type = 0; type < htn_domain_count(world->domain, HTN_SECTION_TYPES); type++) {
        if (!htn_type_is_open(world->domain, type))
            continue;
        uint32_t count = 0;
        const int32_t low = htn_type_low(world->domain, type), high = htn_type_high(world->domain, type);
        for (int32_t i = low < 0 ? 0 : low; i <= high; i++)
            count += htn_world_exists(world, type, i);
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "name", htn_type_name(world->domain, type));
        cJSON_AddNumberToObject(json, "most", (double)high - (low < 0 ? 0 : low) + 1);
        cJSON_AddNumberToObject(json, "count", count);
        cJSON_AddItemToArray(list, json);
    }
}

typedef bool change(const cli_settings *settings, const char *text, base_text *problem);

/* Each of the texts of `list`; those that it cannot do go to `refused`. */
static void apply(const cJSON *list, change *make, const cli_settings *settings, cJSON *refused)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, list)
    {
        base_text problem = {0};
        if (cJSON_IsString(each) && !make(settings, each->valuestring, &problem)) {
            cJSON *json = cJSON_CreateObject();
            cJSON_AddStringToObject(json, "text", each->valuestring);
            cJSON_AddStringToObject(json, "problem", base_text_of(&problem));
            cJSON_AddItemToArray(refused, json);
        }
        base_text_free(&problem);
    }
}

static void change_world(cJSON *to, cli_session *planning, const cJSON *asked)
{
    const cli_settings settings = {
        &planning->subject.domain, &planning->world, &planning->answers, planning->set, "an instance more: ", NULL};
    cJSON *refused = cJSON_AddArrayToObject(to, "refused");
    apply(rpc_member(asked, "spawn"), cli_settings_spawn, &settings, refused);
    apply(rpc_member(asked, "set"), cli_settings_set, &settings, refused);
}

/* --- The plan ------------------------------------------------------------------------------------- */

static void add_plan(cJSON *to, cli_session *planning)
{
    explain_search search;
    htn_plan plan = {0};
    explain_search_init(&search, planning, false);
    const htn_status status = explain_search_run(&search, planning->planner, &plan);
    cJSON_AddItemToObject(to, "plan", explain_json(&search, status, &plan));
    explain_search_free(&search);
}

static void add_tasks(cJSON *to, lsp_session *session, lsp_unit *unit)
{
    const htnc_model *model = unit->compilation.model;
    cJSON *roots = cJSON_AddArrayToObject(to, "roots"), *tasks = cJSON_AddObjectToObject(to, "tasks");
    for (const htnc_root *root = model->roots; root != NULL; root = root->next)
        cJSON_AddItemToArray(roots, cJSON_CreateString(root->task->name.text));
    for (uint32_t i = 0; i < model->task_count; i++) {
        cJSON *place = lsp_span_location(session, unit, model->tasks[i]->name.span);
        if (place != NULL)
            cJSON_AddItemToObject(tasks, model->tasks[i]->name.text, place);
    }
}

/* The files of the unit: a `source` of the plan is the end of one, with a line. */
static void add_files(cJSON *to, lsp_session *session, const lsp_unit *unit)
{
    cJSON *files = cJSON_AddArrayToObject(to, "files");
    for (const htnc_file *file = unit->compilation.files; file != NULL; file = file->next) {
        char *uri = lsp_uri_for(session, file->source->path);
        cJSON_AddItemToArray(files, cJSON_CreateString(uri));
        free(uri);
    }
}

static cJSON *answer(lsp_session *session, lsp_unit *unit, cli_session *planning, const cJSON *asked)
{
    cJSON *json = cJSON_CreateObject();
    add_tasks(json, session, unit);
    add_files(json, session, unit);
    change_world(json, planning, asked);
    add_types(json, &planning->world);
    add_world(json, planning);
    if (htn_plan_begin(planning->planner, &planning->world, &planning->request) == HTN_OK)
        add_plan(json, planning);
    return json;
}

cJSON *lsp_plan_view(lsp_session *session, lsp_unit *unit, const cJSON *asked, char **problem)
{
    if (unit->result == BASE_DONE)
        lsp_unit_complete(&session->units, unit);
    if (unit->result != BASE_DONE || unit->full_result != BASE_DONE) {
        *problem = base_duplicate_text("there is no plan before the errors are corrected");
        return NULL;
    }
    const char *task = rpc_string(asked, "task"), *root = rpc_string(asked, "root");
    const char *items[] = {task};
    const cli_session_options options = {.tasks = {items, task != NULL ? 1 : 0}, .root = root};
    cli_session planning = {.command = "lsp", .subject.input.name = unit->path};
    htn_fault fault;
    cJSON *json = NULL;
    if (htn_domain_load(&planning.subject.domain, unit->full.blob, unit->full.blob_size, &fault) == HTN_OK &&
        cli_session_prepare(&planning, &options) == CLI_EXIT_YES) {
        json = answer(session, unit, &planning, asked);
    } else {
        base_text text = {0};
        base_text_add(&text, "this cannot be planned: `%s` is no task with such arguments, and no root",
                      task != NULL ? task : (root != NULL ? root : ""));
        *problem = base_duplicate_text(base_text_of(&text));
        base_text_free(&text);
    }
    cli_session_close(&planning);
    return json;
}
