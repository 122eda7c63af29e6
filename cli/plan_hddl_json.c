/* HDDL plans as JSON; see plan_hddl_json.h. */
#include "cli/plan_hddl_json.h"
#include "hddl/solve/plan_write.h"

typedef struct plan_lists {
    cJSON *plan, *steps, *tasks;
} plan_lists;

static void begin(void *user)
{
    plan_lists *to = user;
    cJSON_AddStringToObject(to->plan, "outcome", "plan");
    to->steps = cJSON_AddArrayToObject(to->plan, "steps");
}

static cJSON *add_head(cJSON *list, const hddl_planned *of)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "task", of->name);
    cJSON *arguments = cJSON_AddArrayToObject(json, "arguments");
    for (uint32_t i = 0; i < of->argument_count; i++)
        cJSON_AddItemToArray(arguments, cJSON_CreateString(of->arguments[i]));
    cJSON_AddItemToArray(list, json);
    return json;
}

static void add_numbers(cJSON *to, const char *name, const uint32_t *numbers, uint32_t count)
{
    cJSON *list = cJSON_AddArrayToObject(to, name);
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(numbers[i]));
}

static void add_step(void *user, const hddl_planned *step)
{
    const plan_lists *to = user;
    add_head(to->steps, step);
}

static void add_root(void *user, const uint32_t *subtasks, uint32_t count)
{
    plan_lists *to = user;
    add_numbers(to->plan, "root", subtasks, count);
    to->tasks = cJSON_AddArrayToObject(to->plan, "tasks");
}

static void add_task(void *user, const hddl_planned *task, const char *method, const uint32_t *subtasks, uint32_t count)
{
    const plan_lists *to = user;
    cJSON *json = add_head(to->tasks, task);
    cJSON_AddStringToObject(json, "method", method);
    add_numbers(json, "subtasks", subtasks, count);
}

cJSON *cli_hddl_plan_json(const hddl_problem *problem, const hddl_plan *plan)
{
    static const hddl_plan_visitor visitor = {begin, add_step, add_root, add_task};
    plan_lists to = {.plan = cJSON_CreateObject()};
    if (hddl_plan_visit(problem, plan, &visitor, &to))
        return to.plan;
    cJSON_Delete(to.plan);
    return NULL;
}
