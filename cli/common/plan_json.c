/* A plan as JSON; see plan_json.h. */
#include "cli/common/plan_json.h"
#include "base/text.h"
#include "cli/common/json.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_text.h"
#include "cli/common/value_text.h"

static cJSON *spans_json(const htn_plan *plan)
{
    static const char *const kinds[] = {[HTN_SPAN_PARALLEL] = "parallel",
                                        [HTN_SPAN_MEMBER] = "member",
                                        [HTN_SPAN_ACHIEVE] = "achieve",
                                        [HTN_SPAN_WHILE] = "while",
                                        [HTN_SPAN_BACKGROUND] = "background"};
    cJSON *spans = cJSON_CreateArray();
    for (uint32_t i = 0; i < plan->span_count; i++) {
        const htn_span *span = &plan->spans[i];
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "kind", kinds[span->kind]);
        cJSON_AddNumberToObject(json, "first", span->first);
        cJSON_AddNumberToObject(json, "end", span->end);
        cJSON_AddItemToObject(json, "parent",
                              span->parent != HTN_NONE ? cJSON_CreateNumber(span->parent) : cJSON_CreateNull());
        if (span->kind == HTN_SPAN_WHILE && span->entry != HTN_NONE)
            cJSON_AddNumberToObject(json, "entry", span->entry);
        cJSON_AddItemToArray(spans, json);
    }
    return spans;
}

static cJSON *steps_json(const htn_domain *domain, const htn_plan *plan)
{
    cJSON *steps = cJSON_CreateArray();
    for (uint32_t i = 0; i < plan->step_count; i++) {
        htn_task task = plan->steps[i].task;
        cJSON *step = cJSON_CreateObject();
        cJSON_AddStringToObject(step, "task", htn_task_name(domain, task));
        cJSON *arguments = cJSON_AddArrayToObject(step, "arguments");
        for (uint32_t k = 0; k < cli_parameter_count(domain, task); k++)
            cJSON_AddItemToArray(arguments, cli_value_json(domain, cli_parameter_type(domain, task, k),
                                                           plan->values[plan->steps[i].arguments + k]));
        cJSON_AddItemToArray(steps, step);
    }
    return steps;
}

static const char *outcome_name(htn_status status, const htn_plan *plan)
{
    if (status == HTN_NO_PLAN)
        return "no plan";
    if (status == HTN_WAITS)
        return "waits";
    if (status == HTN_STANDS)
        return "kept";
    if (status == HTN_SUSPENDED)
        return "under way";
    if (status != HTN_OK)
        return "limit";
    return plan->step_count == 0 ? "empty plan" : plan->partial != HTN_PARTIAL_NOT ? "partial plan" : "plan";
}

cJSON *cli_plan_json(const cli_session *session, htn_status status, const htn_plan *plan)
{
    cJSON *json = cJSON_CreateObject();
    const char *outcome = outcome_name(status, plan);
    cJSON_AddStringToObject(json, "outcome", outcome);
    if (outcome[0] == 'l') {
        base_text text = {0};
        cli_add_limit(&text, &session->limits, status);
        cJSON_AddStringToObject(json, "limit", base_text_of(&text));
        base_text_free(&text);
        return json;
    }
    if (status == HTN_WAITS) {
        base_text text = {0};
        cli_answers_add_late(&text, &session->answers);
        cJSON_AddStringToObject(json, "for", base_text_of(&text));
        base_text_free(&text);
    }
    if (status != HTN_OK)
        return json;
    cJSON_AddItemToObject(json, "steps", steps_json(&session->subject.domain, plan));
    if (cli_partial_name(plan) != NULL)
        cJSON_AddStringToObject(json, "end", cli_partial_name(plan));
    cJSON_AddItemToObject(json, "spans", spans_json(plan));
    cJSON *record = cJSON_AddArrayToObject(json, "mtr");
    for (uint32_t i = 0; i < plan->record_count; i++)
        cJSON_AddItemToArray(record, cJSON_CreateNumber(plan->record[i]));
    const bool fixed = (session->subject.domain.flags & HTN_BLOB_FIXED_COSTS) != 0;
    cJSON_AddNumberToObject(json, "cost", fixed ? plan->cost / 1000.0 : plan->cost);
    cJSON_AddNumberToObject(json, "duration", plan->duration);
    cJSON *cut = cJSON_AddArrayToObject(json, "cut");
    if (plan->reached & HTN_REACHED_STEPS)
        cJSON_AddItemToArray(cut, cJSON_CreateString("steps"));
    if (plan->reached & HTN_REACHED_DEPTH)
        cJSON_AddItemToArray(cut, cJSON_CreateString("depth"));
    if (plan->reached & HTN_REACHED_NODES)
        cJSON_AddItemToArray(cut, cJSON_CreateString("nodes"));
    if (plan->reached & HTN_REACHED_TUPLES)
        cJSON_AddItemToArray(cut, cJSON_CreateString("tuples"));
    if (plan->reached & HTN_REACHED_WORK)
        cJSON_AddItemToArray(cut, cJSON_CreateString("work"));
    if (plan->reached & HTN_REACHED_ROOM)
        cJSON_AddItemToArray(cut, cJSON_CreateString("room"));
    cJSON_AddBoolToObject(json, "proven", plan->proven);
    return json;
}
