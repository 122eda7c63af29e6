/* The results of `htn test` as JSON; see test_report_json.h. */
#include "cli/scenario/test_report_json.h"

static cJSON *failure_json(const test_failure *failure)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "file", failure->file);
    cJSON_AddNumberToObject(json, "line", failure->line);
    cJSON_AddNumberToObject(json, "column", failure->column);
    cJSON_AddStringToObject(json, "source", failure->source);
    cJSON_AddStringToObject(json, "message", failure->message);
    if (failure->expected[0] != '\0')
        cJSON_AddStringToObject(json, "expected", failure->expected);
    if (failure->actual[0] != '\0')
        cJSON_AddStringToObject(json, "actual", failure->actual);
    if (failure->why[0] != '\0')
        cJSON_AddStringToObject(json, "why", failure->why);
    return json;
}

cJSON *test_report_json(const test_report *report)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *scenarios = cJSON_AddArrayToObject(json, "scenarios");
    cJSON *unplayed = cJSON_AddArrayToObject(json, "unplayed");
    for (uint32_t i = 0; i < report->case_count; i++) {
        const test_case *each = &report->cases[i];
        cJSON *scenario = cJSON_CreateObject();
        cJSON_AddStringToObject(scenario, "file", report->files[each->file].name);
        cJSON_AddNumberToObject(scenario, "line", each->line);
        cJSON_AddStringToObject(scenario, "name", each->name);
        cJSON_AddBoolToObject(scenario, "passed", each->failure.file == NULL);
        if (each->failure.file != NULL)
            cJSON_AddItemToObject(scenario, "failure", failure_json(&each->failure));
        cJSON_AddItemToArray(scenarios, scenario);
    }
    for (uint32_t i = 0; i < report->file_count; i++) {
        if (report->files[i].problem == NULL)
            continue;
        cJSON *file = cJSON_CreateObject();
        cJSON_AddStringToObject(file, "file", report->files[i].name);
        cJSON_AddStringToObject(file, "message", report->files[i].problem);
        if (report->files[i].diagnostics != NULL)
            cJSON_AddItemToObject(file, "diagnostics", cJSON_Duplicate(report->files[i].diagnostics, true));
        cJSON_AddItemToArray(unplayed, file);
    }
    cJSON_AddNumberToObject(json, "passed", report->case_count - report->failed);
    cJSON_AddNumberToObject(json, "failed", report->failed);
    return json;
}
