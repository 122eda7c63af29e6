/* How a search ended, in words and as JSON, and how a plan is written; see session.h. */
#include "cli/commands.h"
#include "cli/common/session.h"
#include <htn/journal.h>
#include <stdio.h>

void cli_add_value(base_text *text, const htn_domain *domain, uint32_t type, int32_t value)
{
    const char *name = type != HTN_NONE ? htn_value_name(domain, type, value) : NULL;
    uint32_t own = type != HTN_NONE && name == NULL ? cli_instance_type(domain, type, value) : HTN_NONE;
    if (type == HTN_NONE)
        base_text_add_quoted(text, htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value));
    else if (name != NULL)
        base_text_add(text, "%s", name);
    else if (own != HTN_NONE)
        base_text_add(text, "%s#%d",
                      htn_domain_text(domain, HTN_SECTION_STRINGS,
                                      htn_domain_field(domain, HTN_SECTION_TYPES, own, HTN_TYPES_NAME)),
                      value - (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, own, HTN_TYPES_LOW));
    else
        base_text_add(text, "%d", value);
}

static uint32_t parameter_type(const htn_domain *domain, htn_task task, uint32_t index)
{
    uint32_t first = htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_FIRST_PARAMETER);
    return htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + index, HTN_PARAMETERS_TYPE);
}

static uint32_t parameter_count(const htn_domain *domain, htn_task task)
{
    return htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_PARAMETER_COUNT);
}

void cli_add_step(base_text *text, const htn_domain *domain, htn_task task, const int32_t *values)
{
    base_text_add(text, "%s(", htn_task_name(domain, task));
    for (uint32_t i = 0; i < parameter_count(domain, task); i++) {
        if (i > 0)
            base_text_add(text, ", ");
        cli_add_value(text, domain, parameter_type(domain, task, i), values[i]);
    }
    base_text_add(text, ")");
}

void cli_add_cell(base_text *text, const htn_domain *domain, htn_property property, uint32_t cell)
{
    const htn_journal_place place = {property, cell, HTN_NONE, 0};
    const uint32_t first = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FIRST_PARAMETER);
    int32_t index[HTN_MAX_LOCALS];
    const uint32_t count = htn_journal_index(domain, &place, index);
    base_text_add(text, "%s", htn_property_name(domain, property));
    for (uint32_t i = 0; i < count; i++) {
        base_text_add(text, i == 0 ? "(" : ", ");
        cli_add_value(text, domain, htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + i, HTN_PARAMETERS_TYPE),
                      index[i]);
    }
    base_text_add(text, count > 0 ? ")" : "");
}

void cli_add_record(base_text *text, const htn_plan *plan)
{
    base_text_add(text, "[");
    for (uint32_t i = 0; i < plan->record_count; i++)
        base_text_add(text, "%s%u", i == 0 ? "" : ", ", plan->record[i]);
    base_text_add(text, "]");
}

void cli_add_limit(base_text *text, const cli_session *session, htn_status status)
{
    const htn_limits *limits = &session->limits;
    const struct {
        htn_status status;
        uint32_t limit;
        const char *before, *one, *many, *behind;
    } limited[] = {
        {HTN_LIMIT_STEPS, limits->steps, "nothing was found within ", "step", "steps",
         ", and longer plans were cut off; --max-steps allows more"},
        {HTN_LIMIT_DEPTH, limits->depth, "nothing was found within ", "recursive task",
         "recursive tasks nested in one another", ", and deeper ones were cut off; --max-depth allows more"},
        {HTN_LIMIT_WORK, limits->work, "no answer after ", "method or step tried", "methods and steps tried",
         "; --max-work allows more"},
        {HTN_LIMIT_NODES, limits->nodes, "an `Achieve` reached more than ", "state", "states",
         " without its goal, and was given up; --max-nodes allows more"},
    };
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        if (limited[i].status == status) {
            base_text_add(text, "%s", limited[i].before);
            base_text_add_count(text, limited[i].limit, limited[i].one, limited[i].many);
            base_text_add(text, "%s", limited[i].behind);
            return;
        }
    base_text_add(text, "%s; a greater --max-steps (now %u) or --max-depth (now %u) makes it larger",
                  htn_status_text(status), limits->steps, limits->depth);
}

static bool is_cheapest(const cli_session *session)
{
    const uint32_t flags =
        htn_domain_field(&session->subject.domain, HTN_SECTION_ROOTS, session->request.root, HTN_ROOTS_FLAGS);
    return (flags & HTN_ROOT_CHEAPEST) != 0;
}

static void report_cut(const cli_session *session, const htn_plan *plan)
{
    const char *command = session->command, *better = "of higher priority than this one";
    const htn_limits *limits = &session->limits;
    if (is_cheapest(session))
        better = "which could have cost less than this one";
    if (plan->cut & HTN_CUT_STEPS)
        fprintf(stderr, "htn %s: note: plans of more than %u step%s, %s, were cut off; --max-steps allows more\n",
                command, limits->steps, limits->steps == 1 ? "" : "s", better);
    if (plan->cut & HTN_CUT_DEPTH)
        fprintf(stderr,
                "htn %s: note: plans with more than %u recursive task%s nested in one another, %s, were cut off; "
                "--max-depth allows more\n",
                command, limits->depth, limits->depth == 1 ? "" : "s", better);
    if (plan->cut & HTN_CUT_NODES)
        fprintf(
            stderr,
            "htn %s: note: plans with an `Achieve` that reached more than %u state%s, %s, were cut off; --max-nodes "
            "allows more\n",
            command, limits->nodes, limits->nodes == 1 ? "" : "s", better);
    if (plan->cut & HTN_CUT_WORK)
        fprintf(stderr,
                "htn %s: note: this is the best plan that %u methods and steps tried came to, and not proven to be the "
                "cheapest; --max-work allows more\n",
                command, limits->work);
    if (plan->cut & HTN_CUT_ROOM)
        fprintf(stderr,
                "htn %s: note: this is the best plan before the planner's block was full, and not proven to be the "
                "cheapest; a greater --max-steps (now %u) or --max-depth (now %u) makes it larger\n",
                command, limits->steps, limits->depth);
}

bool cli_is_found(htn_status status)
{
    return status == HTN_PLAN || status == HTN_EMPTY_PLAN || status == HTN_PARTIAL_PLAN;
}

const char *cli_partial_name(const htn_plan *plan)
{
    switch (plan->partial) {
    case HTN_PARTIAL_SPLIT: return "Split";
    case HTN_PARTIAL_HORIZON: return "Horizon";
    default: return NULL;
    }
}

int cli_session_report(const cli_session *session, htn_status status, const htn_plan *plan)
{
    base_text text = {0};
    switch (status) {
    case HTN_PLAN:
    case HTN_PARTIAL_PLAN:
    case HTN_EMPTY_PLAN: report_cut(session, plan); return CLI_EXIT_YES;
    case HTN_NO_PLAN: return CLI_EXIT_NO;
    default:
        cli_add_limit(&text, session, status);
        fprintf(stderr, "htn %s: limit: %s\n", session->command, base_text_of(&text));
        base_text_free(&text);
        return CLI_EXIT_LIMIT;
    }
}

cJSON *cli_value_json(const htn_domain *domain, uint32_t type, int32_t value)
{
    if (type == HTN_NONE)
        return cJSON_CreateString(htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value));
    const char *name = htn_value_name(domain, type, value);
    if (name != NULL && htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_KIND) == HTN_TYPE_BOOL)
        return cJSON_CreateBool(value != 0);
    if (name == NULL && cli_instance_type(domain, type, value) == HTN_NONE)
        return cJSON_CreateNumber(value);
    base_text text = {0};
    cli_add_value(&text, domain, type, value);
    cJSON *json = cJSON_CreateString(base_text_of(&text));
    base_text_free(&text);
    return json;
}

static cJSON *steps_json(const htn_domain *domain, const htn_plan *plan)
{
    cJSON *steps = cJSON_CreateArray();
    for (uint32_t i = 0; i < plan->step_count; i++) {
        htn_task task = plan->steps[i].task;
        cJSON *step = cJSON_CreateObject();
        cJSON_AddStringToObject(step, "task", htn_task_name(domain, task));
        cJSON *arguments = cJSON_AddArrayToObject(step, "arguments");
        for (uint32_t k = 0; k < parameter_count(domain, task); k++)
            cJSON_AddItemToArray(arguments, cli_value_json(domain, parameter_type(domain, task, k),
                                                           plan->values[plan->steps[i].arguments + k]));
        cJSON_AddItemToArray(steps, step);
    }
    return steps;
}

static const char *outcome_name(htn_status status)
{
    switch (status) {
    case HTN_PLAN: return "plan";
    case HTN_EMPTY_PLAN: return "empty plan";
    case HTN_PARTIAL_PLAN: return "partial plan";
    case HTN_NO_PLAN: return "no plan";
    default: return "limit";
    }
}

cJSON *cli_plan_json(const cli_session *session, htn_status status, const htn_plan *plan)
{
    cJSON *json = cJSON_CreateObject();
    const char *outcome = outcome_name(status);
    cJSON_AddStringToObject(json, "outcome", outcome);
    if (outcome[0] == 'l') {
        base_text text = {0};
        cli_add_limit(&text, session, status);
        cJSON_AddStringToObject(json, "limit", base_text_of(&text));
        base_text_free(&text);
        return json;
    }
    if (status == HTN_NO_PLAN)
        return json;
    cJSON_AddItemToObject(json, "steps", steps_json(&session->subject.domain, plan));
    if (cli_partial_name(plan) != NULL)
        cJSON_AddStringToObject(json, "end", cli_partial_name(plan));
    cJSON_AddItemToObject(json, "spans", cli_spans_json(plan));
    cJSON *record = cJSON_AddArrayToObject(json, "mtr");
    for (uint32_t i = 0; i < plan->record_count; i++)
        cJSON_AddItemToArray(record, cJSON_CreateNumber(plan->record[i]));
    cJSON_AddNumberToObject(json, "cost", plan->cost);
    cJSON_AddNumberToObject(json, "duration", plan->duration);
    cJSON *cut = cJSON_AddArrayToObject(json, "cut");
    if (plan->cut & HTN_CUT_STEPS)
        cJSON_AddItemToArray(cut, cJSON_CreateString("steps"));
    if (plan->cut & HTN_CUT_DEPTH)
        cJSON_AddItemToArray(cut, cJSON_CreateString("depth"));
    if (plan->cut & HTN_CUT_NODES)
        cJSON_AddItemToArray(cut, cJSON_CreateString("nodes"));
    if (plan->cut & HTN_CUT_WORK)
        cJSON_AddItemToArray(cut, cJSON_CreateString("work"));
    if (plan->cut & HTN_CUT_ROOM)
        cJSON_AddItemToArray(cut, cJSON_CreateString("room"));
    cJSON_AddBoolToObject(json, "proven", plan->proven);
    return json;
}

void cli_print_json(cJSON *json)
{
    char *text = cJSON_Print(json);
    if (text != NULL)
        printf("%s\n", text);
    cJSON_free(text);
    cJSON_Delete(json);
}
