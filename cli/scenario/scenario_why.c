/*
 * Why the agent's plan is not the expected one; see scenario_why.h. It plans once more, the layer's root or its order, in a copy of
 * the agent's world, and explains that search as `htn explain --task` does.
 */
#include "cli/scenario/scenario_why.h"
#include "cli/common/given_answers.h"
#include "cli/common/order_text.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_session.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_task.h"
#include "cli/scenario/scenario_texts.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 12 };

static bool has_step(const htn_plan *plan, const htnc_task *task)
{
    for (uint32_t i = 0; i < plan->step_count; i++)
        if (plan->steps[i].task == task->index)
            return true;
    return false;
}

/* The first task of a list, or of a group in it, that is no step of the plan; NULL: there is none. */
static const htnc_task *first_missing(const htnc_subtask *expected, const htn_plan *plan)
{
    const htnc_task *missing = NULL;
    for (const htnc_subtask *each = expected; each != NULL && missing == NULL; each = each->next)
        if (each->task != NULL && !has_step(plan, each->task))
            missing = each->task;
        else
            missing = first_missing(each->members, plan);
    return missing;
}

static void add_lines(base_text *why, const scenario_stage *stage, const char *lines)
{
    for (uint32_t count = 0; *lines != '\0'; count++) {
        const size_t length = strcspn(lines, "\n");
        base_text line = {0};
        if (count == MOST_LINES) {
            base_text_add(why, "...\n");
            return;
        }
        base_text_add_bytes(&line, lines, length);
        scenario_add_named(why, stage, base_text_of(&line));
        base_text_add(why, "\n");
        base_text_free(&line);
        lines += length + (lines[length] == '\n');
    }
}

/* Whether a plan runs and is another one than this. */
static bool differs(const scenario_stage *stage, uint32_t layer, const htn_plan *plan)
{
    base_text found = {0}, own = {0};
    htn_plan running;
    const bool runs = htn_agent_plan(stage->now->actor.agent, layer, &running, NULL);
    scenario_add_plan(&found, stage, plan);
    if (runs)
        scenario_add_plan(&own, stage, &running);
    const bool other = runs && strcmp(base_text_of(&found), base_text_of(&own)) != 0;
    base_text_free(&found);
    base_text_free(&own);
    return other;
}

/* Whether no plan runs although the search found one. */
static bool is_found_in_vain(const scenario_stage *stage, uint32_t layer)
{
    const htn_status status = htn_agent_result(stage->now->actor.agent, layer);
    return !htn_agent_plan(stage->now->actor.agent, layer, NULL, NULL) && status == HTN_OK &&
           !htn_agent_idle(stage->now->actor.agent, layer);
}

/* Explains why the task is not in the plan, by a search with a listener. */
static void explain_missing(base_text *why, const scenario_stage *stage, cli_session *session, uint32_t task)
{
    const explain_style style = explain_style_of(false, false);
    explain_search search;
    explain_page page = {.search = &search, .style = &style};
    base_text text = {0};
    htn_plan_begin(session->planner, &session->world, &session->request);
    explain_search_init(&search, session, false);
    search.focus = task;
    const htn_status status = explain_search_run(&search, session->planner, NULL);
    page.found = status == HTN_OK;
    explain_show_task(&page, task, status);
    explain_page_draw(&page);
    explain_page_add(&text, &page);
    add_lines(why, stage, base_text_of(&text));
    explain_page_free(&page);
    explain_search_free(&search);
    base_text_free(&text);
}

static void add_reason(base_text *why, const scenario_stage *stage, uint32_t layer, cli_session *session,
                       const htnc_subtask *expected)
{
    htn_plan plan;
    htn_plan_find(session->planner, &session->world, &session->request);
    htn_planner_plan(session->planner, &plan);
    const bool vain = is_found_in_vain(stage, layer) && plan.step_count > 0;
    const htnc_task *missing = first_missing(expected, &plan);
    if (vain) {
        base_text_add(why, "%s finds the plan [", cli_layer_name(stage->domain, layer));
        scenario_add_plan(why, stage, &plan);
        base_text_add(why, "] again in every tick, and it ends or fails before an operator runs\n");
        scenario_add_hindrance(why, stage, &plan);
    }
    if (missing != NULL) {
        explain_missing(why, stage, session, missing->index);
    } else if (!vain && expected != NULL && differs(stage, layer, &plan)) {
        base_text_add(why, "a fresh plan would be [");
        scenario_add_plan(why, stage, &plan);
        base_text_add(why, "], but that does not replace the running plan\n");
    }
}

void scenario_session_open(cli_session *session, const scenario_stage *stage, uint32_t layer)
{
    const htn_limits limits = stage->options->limits;
    const size_t size = htn_world_bytes(stage->domain), room = htn_planner_bytes(stage->domain, &limits);
    *session = (cli_session){.command = "test", .limits = limits};
    session->subject.domain = *stage->domain;
    session->answers = stage->now->answers;
    session->request.root = layer;
    session->request.horizon = stage->options->horizon_ms;
    session->plays = true;
    session->set = base_allocate((htn_domain_count(stage->domain, HTN_SECTION_PROPERTIES) + 1) * sizeof *session->set);
    session->world_memory = base_allocate(size);
    session->block = base_allocate(room);
    htn_world_init(&session->world, stage->domain, session->world_memory, size);
    htn_world_copy(&session->world, htn_agent_world(stage->now->actor.agent));
    if (htn_planner_init(&session->planner, stage->domain, &limits, session->block, room) == HTN_OK)
        htn_planner_answer(session->planner, cli_answers_give, &session->answers);
    htn_planner_limits(session->planner, &session->limits);
}

void scenario_session_close(cli_session *session)
{
    free(session->set);
    free(session->world_memory);
    free(session->block);
}

/* Says which order the layer does in place of its root, or which one waits. True: it does one. */
static bool add_first_order(base_text *why, const scenario_stage *stage, uint32_t layer, htn_order *first)
{
    base_text text = {0};
    if (!htn_agent_order_at(stage->now->actor.agent, layer, 0, first))
        return false;
    cli_add_order(&text, stage->domain, first->id, &first->task);
    if (!first->waits)
        base_text_add(why, "%s does ", cli_layer_name(stage->domain, layer));
    scenario_add_named(why, stage, base_text_of(&text));
    base_text_add(why, first->waits ? " waits: its gate is closed\n" : "\n");
    base_text_free(&text);
    return !first->waits;
}

void scenario_add_waiting_order(base_text *why, const scenario_stage *stage, uint32_t layer)
{
    htn_order first;
    if (htn_agent_order_at(stage->now->actor.agent, layer, 0, &first) && first.waits)
        add_first_order(why, stage, layer, &first);
}

void scenario_add_reason(base_text *why, const scenario_stage *stage, uint32_t layer, const htnc_subtask *expected)
{
    cli_session session;
    htn_order order;
    scenario_session_open(&session, stage, layer);
    if (add_first_order(why, stage, layer, &order)) {
        session.request.tasks = &order.task;
        session.request.task_count = 1;
        session.request.cheapest =
            (htn_domain_field(stage->domain, HTN_SECTION_ROOTS, layer, HTN_ROOTS_FLAGS) & HTN_ROOT_CHEAPEST) != 0;
    }
    if (session.planner != NULL)
        add_reason(why, stage, layer, &session, expected);
    scenario_session_close(&session);
}

void scenario_add_missing(base_text *why, const scenario_stage *stage, cli_session *session,
                          const htnc_subtask *expected)
{
    htn_plan plan;
    htn_planner_plan(session->planner, &plan);
    const htnc_task *missing = first_missing(expected, &plan);
    if (missing != NULL)
        explain_missing(why, stage, session, missing->index);
}
