/* See scenario_given.h. The agent is left as it is: a planner of its own plans in a copy of the agent's world. */
#include "cli/scenario/scenario_given.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_session.h"
#include "cli/scenario/scenario_agents.h"
#include "cli/scenario/scenario_texts.h"
#include "cli/scenario/scenario_values.h"
#include "cli/scenario/scenario_why.h"
#include <stdlib.h>
#include <string.h>

/* False: it is a symbol that the blob does not have. */
static bool read_argument(scenario_stage *stage, const htnc_expr *argument, const htnc_type *type, int32_t *value)
{
    if (type->kind != HTNC_TYPE_SYMBOL) {
        *value = scenario_value(stage, argument, stage->now->instances);
        return true;
    }
    const char *text = argument->ref == HTNC_REF_CONSTANT ? argument->to.constant->text : argument->name.text;
    if (htn_symbol_find(stage->domain, text, value))
        return true;
    base_text_add(scenario_fail(stage, argument->span), "no task of the domain has the text \"%s\"", text);
    return false;
}

bool scenario_give(scenario_stage *stage, const htnc_subtask *call, cli_given_tasks *given)
{
    const htnc_variable *parameter = call->task->parameters;
    int32_t *values = base_allocate((call->task->parameter_count + (size_t)1) * sizeof *values);
    uint32_t count = 0;
    given->tasks = base_grow_array(given->tasks, given->count, &given->capacity, sizeof *given->tasks);
    given->tasks[given->count++] = (htn_given_task){call->task->index, values, call->task->parameter_count};
    for (const htnc_expr *each = call->arguments; each != NULL; each = each->next, parameter = parameter->next)
        if (!read_argument(stage, each, parameter->type, &values[count++]))
            return false;
    return true;
}

/* The outcome in words, as a plan in brackets where there is one. */
static void add_outcome(base_text *text, const scenario_stage *stage, htn_status status, const htn_plan *plan)
{
    base_text_add(text, status == HTN_OK ? "[" : "no plan");
    if (status == HTN_OK)
        scenario_add_plan(text, stage, plan);
    base_text_add(text, status == HTN_OK ? "]" : "");
}

static void add_expected(base_text *text, const scenario_stage *stage, const htnc_clause *clause)
{
    base_text_add(text, clause->kind == HTNC_EXPECT_PLAN ? "[" : "no plan");
    scenario_add_steps(text, stage, clause->plan);
    base_text_add(text, clause->kind == HTNC_EXPECT_PLAN ? "]" : "");
}

static bool compare(scenario_stage *stage, const htnc_clause *clause, cli_session *session, htn_status status)
{
    scenario_failure *failure = stage->failure;
    htn_plan plan;
    htn_planner_plan(session->planner, &plan);
    add_expected(&failure->expected, stage, clause);
    add_outcome(&failure->actual, stage, status, &plan);
    if (strcmp(base_text_of(&failure->expected), base_text_of(&failure->actual)) == 0) {
        base_text_clear(&failure->expected);
        base_text_clear(&failure->actual);
        return true;
    }
    const bool both = status == HTN_OK && clause->kind == HTNC_EXPECT_PLAN;
    base_text_add(scenario_fail(stage, clause->span), both                    ? "the plan is another one"
                                                      : status == HTN_NO_PLAN ? "there is no such plan"
                                                                              : "there is a plan");
    failure->ordered = both;
    if (clause->kind == HTNC_EXPECT_PLAN)
        scenario_add_missing(&failure->why, stage, session, clause->plan);
    return false;
}

/* Judges how the search ended. */
static bool judge(scenario_stage *stage, const htnc_clause *clause, cli_session *session, htn_status status)
{
    if (status == HTN_OK || status == HTN_NO_PLAN)
        return compare(stage, clause, session, status);
    base_text *message = scenario_fail(stage, clause->span);
    if (status == HTN_BAD_ARGUMENT) {
        base_text_add(message, "an argument of the tasks is an instance that does not exist");
        return false;
    }
    base_text_add(message, "planning the tasks reached a limit: ");
    cli_add_limit(message, &session->limits, status);
    return false;
}

bool scenario_expect_given(scenario_stage *stage, const htnc_clause *clause)
{
    cli_given_tasks given = {0};
    cli_session session;
    bool good = true;
    for (const htnc_subtask *each = clause->given; each != NULL && good; each = each->next)
        good = scenario_give(stage, each, &given);
    scenario_session_open(&session, stage, 0);
    session.request.tasks = given.tasks;
    session.request.task_count = (uint32_t)given.count;
    if (good)
        good = judge(stage, clause, &session, htn_plan_find(session.planner, &session.world, &session.request));
    scenario_session_close(&session);
    cli_given_free(&given);
    return good;
}
