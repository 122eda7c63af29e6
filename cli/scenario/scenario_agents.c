/* See scenario_agents.h. The group is of the kind whose members see at once what those before them have done. */
#include "cli/scenario/scenario_agents.h"
#include "cli/common/plan_outcome.h"
#include <stdlib.h>

enum { GROUP_ID = 1 };

base_text *scenario_fail(scenario_stage *stage, base_span span)
{
    stage->failure->span = span;
    if (stage->now != NULL && stage->now->name != NULL)
        base_text_add(&stage->failure->message, "%s: ", stage->now->name);
    return &stage->failure->message;
}

/* --- Coming and leaving --------------------------------------------------------------------------- */

static bool come(scenario_stage *stage, scenario_agent *agent, base_span span)
{
    htn_agent_options options = *stage->options;
    const scenario_audience *audience = stage->audience;
    options.orders = stage->most_orders;
    options.seed += (uint32_t)(agent - stage->agents); /* so that they do not draw alike */
    stage->now = agent;
    agent->answers.domain = stage->domain;
    const htn_status status = cli_actor_open(&agent->actor, stage->domain, &agent->answers, &options);
    agent->here = status == HTN_OK;
    if (!agent->here) {
        cli_actor_close(&agent->actor);
        base_text_add(scenario_fail(stage, span), "no agent can be made with these limits: %s",
                      htn_status_text(status));
        return false;
    }
    agent->actor.listener = audience->listener;
    agent->actor.listener_user = audience->user;
    agent->actor.ticked = audience->ticked;
    agent->actor.ticked_user = audience->user;
    if (audience->begun != NULL)
        audience->begun(audience->user, &agent->actor);
    if (stage->group != NULL)
        htn_agent_join(agent->actor.agent, stage->group);
    return true;
}

bool scenario_agents_come(scenario_stage *stage, const htnc_clause *clause)
{
    stage->at_rest = false;
    for (const htnc_agent *each = clause->agents; each != NULL; each = each->next) {
        scenario_agent *agent = &stage->agents[each->index];
        agent->name = each->name.text;
        if (!come(stage, agent, clause->span))
            return false;
        cli_actor_notice(&agent->actor);
    }
    return true;
}

static void leave(scenario_stage *stage, scenario_agent *agent)
{
    if (!agent->here)
        return;
    if (stage->audience->left != NULL)
        stage->audience->left(stage->audience->user, &agent->actor);
    htn_agent_join(agent->actor.agent, NULL);
    cli_actor_close(&agent->actor);
    agent->here = false;
}

void scenario_agents_leave(scenario_stage *stage, const htnc_clause *clause)
{
    for (const htnc_agent *each = clause->agents; each != NULL; each = each->next)
        leave(stage, &stage->agents[each->index]);
}

/* All orders of the scenario: a layer never has more. No more than an agent can have. */
static uint8_t most_orders(const htnc_scenario *scenario)
{
    uint32_t count = 0;
    for (const htnc_clause *clause = scenario->clauses; clause != NULL; clause = clause->next) {
        if (clause->kind != HTNC_ORDER && clause->kind != HTNC_QUEUE)
            continue;
        for (const htnc_subtask *each = clause->given; each != NULL; each = each->next)
            count++;
    }
    return count > UINT8_MAX ? UINT8_MAX : (uint8_t)count;
}

bool scenario_agents_open(scenario_stage *stage, const htnc_scenario *scenario)
{
    const htn_group_options options = {.id = GROUP_ID};
    const size_t size = htn_group_bytes(stage->domain, &options);
    stage->agent_count = scenario->agent_count > 0 ? scenario->agent_count : 1;
    stage->agents = base_allocate(stage->agent_count * sizeof *stage->agents);
    stage->most_orders = most_orders(scenario);
    if (scenario->agent_count == 0)
        return come(stage, stage->agents, scenario->span);
    stage->group_memory = base_allocate(size);
    htn_group_init(&stage->group, stage->domain, &options, stage->group_memory, size);
    return true;
}

static void free_instances(scenario_instance *named)
{
    while (named != NULL) {
        scenario_instance *next = named->next;
        free(named);
        named = next;
    }
}

void scenario_agents_close(scenario_stage *stage)
{
    for (uint32_t i = 0; i < stage->agent_count; i++) {
        leave(stage, &stage->agents[i]);
        cli_answers_free(&stage->agents[i].answers);
        free_instances(stage->agents[i].named);
    }
    free(stage->agents);
    free(stage->group_memory);
}

/* --- Who a clause is about ------------------------------------------------------------------------ */

uint32_t scenario_next_agent(const scenario_stage *stage, const htnc_clause *clause, uint32_t index)
{
    for (uint32_t i = index == HTN_NONE ? 0 : index + 1; i < stage->agent_count; i++) {
        const htnc_agent *about = clause->agents;
        while (about != NULL && about->index != i)
            about = about->next;
        if (stage->agents[i].here && (clause->agents == NULL || about != NULL))
            return i;
    }
    return HTN_NONE;
}

/* --- Ticks ---------------------------------------------------------------------------------------- */

void scenario_agents_notice(scenario_stage *stage)
{
    for (uint32_t i = 0; i < stage->agent_count; i++)
        if (stage->agents[i].here)
            cli_actor_notice(&stage->agents[i].actor);
}

htn_status scenario_agents_tick(scenario_stage *stage, uint32_t milliseconds)
{
    htn_status trouble = HTN_OK;
    if (stage->group != NULL)
        htn_group_tick(stage->group, (uint64_t)milliseconds * 1000);
    for (uint32_t i = 0; i < stage->agent_count; i++) {
        if (!stage->agents[i].here)
            continue;
        const htn_status status = cli_actor_tick(&stage->agents[i].actor, milliseconds);
        trouble = trouble == HTN_OK ? status : trouble;
    }
    return trouble;
}

/* Whether a search of some agent has reached a limit so far, even if it found a plan behind that. Then the scenario has failed. */
static bool has_reached_limit(scenario_stage *stage, base_span span, htn_status trouble)
{
    scenario_agent *reacher = NULL;
    htn_limits limits;
    for (uint32_t i = stage->agent_count; i-- > 0;)
        if (stage->agents[i].here && (stage->agents[i].actor.reached != 0 || (trouble != HTN_OK && reacher == NULL)))
            reacher = &stage->agents[i];
    if (reacher == NULL)
        return false;
    const uint32_t reached = reacher->actor.reached;
    stage->now = reacher;
    htn_planner_limits(htn_agent_planner(reacher->actor.agent, 0), &limits);
    base_text_add(scenario_fail(stage, span), "the agent's planning reached a limit: ");
    if (trouble != HTN_OK)
        cli_add_limit(&stage->failure->message, &limits, trouble);
    else
        cli_add_reached(&stage->failure->message, &limits, reached & (~reached + 1), "");
    return true;
}

bool scenario_settle(scenario_stage *stage, base_span span, htn_status trouble)
{
    cli_actor **actors = base_allocate(stage->agent_count * sizeof *actors);
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage->agent_count; i++)
        if (stage->agents[i].here)
            actors[count++] = &stage->agents[i].actor;
    const cli_rest rest = cli_actors_settle(actors, count, &trouble);
    free(actors);
    stage->at_rest = true;
    if (has_reached_limit(stage, span, trouble))
        return false;
    if (rest != CLI_REST_RESTLESS)
        return true;
    stage->now = NULL;
    base_text_add(scenario_fail(stage, span),
                  "%s not come to rest: something happens in every tick, although no time passes and no operator ends",
                  count > 1 ? "the agents do" : "the agent does");
    return false;
}
