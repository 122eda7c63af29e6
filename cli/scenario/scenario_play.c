/*
 * Plays a scenario, clause by clause; see scenario_play.h. `Given` changes the world before the agent plans. The agent is at
 * rest before and after each later clause: it ticks until nothing more happens. Steps and plans are compared as texts, so
 * that a failure can show the difference.
 */
#include "cli/scenario/scenario_play.h"
#include "base/source.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/given_answers.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/value_text.h"
#include "cli/scenario/scenario_agents.h"
#include "cli/scenario/scenario_given.h"
#include "cli/scenario/scenario_holds.h"
#include "cli/scenario/scenario_orders.h"
#include "cli/scenario/scenario_texts.h"
#include "cli/scenario/scenario_values.h"
#include "cli/scenario/scenario_why.h"
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 10, MOST_TICKS = 10000 }; /* of a `Wait` */

/* --- Failures ------------------------------------------------------------------------------------- */

void scenario_failure_free(scenario_failure *failure)
{
    base_text_free(&failure->message);
    base_text_free(&failure->expected);
    base_text_free(&failure->actual);
    base_text_free(&failure->why);
}

/* --- The agent ------------------------------------------------------------------------------------ */

static const char *layer_name(const scenario_stage *stage, uint32_t layer)
{
    return cli_layer_name(stage->domain, layer);
}

/* The steps in progress, of a layer or (HTN_NONE) of all: `WalkTo(Door), Talk()`. */
static void add_running(base_text *text, const scenario_stage *stage, uint32_t layer)
{
    bool first = true;
    for (uint32_t i = 0; i < stage->now->actor.step_count; i++) {
        if (layer != HTN_NONE && stage->now->actor.steps[i].layer != layer)
            continue;
        base_text_add(text, "%s", first ? "" : ", ");
        scenario_add_named(text, stage, stage->now->actor.steps[i].text);
        first = false;
    }
}

/* --- What is running ------------------------------------------------------------------------------ */

/* A step as the scenario calls it, by its task's name or with its arguments. */
static void add_name(base_text *text, const scenario_stage *stage, const htnc_subtask *item, bool called)
{
    if (called)
        scenario_add_call(text, stage, item);
    else
        base_text_add(text, "%s", item->task->name.text);
}

static bool is_called(const scenario_stage *stage, const cli_actor_step *step, const char *name)
{
    base_text text = {0};
    scenario_add_named(&text, stage, step->text);
    const bool same =
        strcmp(base_text_of(&text), name) == 0 || strcmp(htn_task_name(stage->domain, step->task), name) == 0;
    base_text_free(&text);
    return same;
}

/* Two steps have the name. */
static void fail_as_unclear(scenario_stage *stage, base_span span, const char *name, const cli_actor_step *first,
                            const cli_actor_step *second)
{
    base_text *message = scenario_fail(stage, span);
    base_text_add(message, "`%s` is ambiguous: ", name);
    scenario_add_named(message, stage, first->text);
    base_text_add(message, " runs in %s, and ", layer_name(stage, first->layer));
    scenario_add_named(message, stage, second->text);
    base_text_add(message, " in %s; %s", layer_name(stage, second->layer),
                  first->layer != second->layer ? "name the layer, by `In [...]` after the list"
                                                : "give its arguments");
}

static void fail_as_not_running(scenario_stage *stage, const htnc_run_item *item, uint32_t layer, const char *name)
{
    scenario_failure *failure = stage->failure;
    base_text_add(scenario_fail(stage, item->span), "`%s` is not running, and cannot %s", name,
                  item->succeeds ? "succeed" : "fail");
    base_text_add(&failure->actual, "[");
    add_running(&failure->actual, stage, layer);
    base_text_add(&failure->actual, "]");
    base_text_add(&failure->expected, "[%s]", name);
    for (uint32_t i = 0; i < stage->now->actor.step_count; i++)
        if (is_called(stage, &stage->now->actor.steps[i], name))
            base_text_add(&failure->why, "it is running in %s\n", layer_name(stage, stage->now->actor.steps[i].layer));
}

/* The step in progress that an item of `Run` means; HTN_NONE: the scenario has failed. Of two equal steps it is the first. */
static uint32_t find_step(scenario_stage *stage, const htnc_run_item *item, uint32_t layer, const char *name)
{
    uint32_t found = HTN_NONE;
    for (uint32_t i = 0; i < stage->now->actor.step_count; i++) {
        const cli_actor_step *step = &stage->now->actor.steps[i],
                             *first = &stage->now->actor.steps[found == HTN_NONE ? i : found];
        if ((layer != HTN_NONE && step->layer != layer) || !is_called(stage, step, name))
            continue;
        if (first->layer != step->layer || strcmp(first->text, step->text) != 0) {
            fail_as_unclear(stage, item->span, name, first, step);
            return HTN_NONE;
        }
        found = found == HTN_NONE ? i : found;
    }
    if (found == HTN_NONE)
        fail_as_not_running(stage, item, layer, name);
    return found;
}

/* Whether the agent runs a step that the item may mean. */
static bool runs_step(scenario_stage *stage, scenario_agent *agent, const htnc_run_item *item)
{
    base_text name = {0};
    bool runs = false;
    stage->now = agent;
    add_name(&name, stage, item->task, item->called);
    for (uint32_t i = 0; i < agent->actor.step_count; i++)
        runs = runs || is_called(stage, &agent->actor.steps[i], base_text_of(&name));
    base_text_free(&name);
    return runs;
}

/* Several agents run what the item names. */
static void fail_as_shared(scenario_stage *stage, const htnc_run_item *item, const char *first, const char *second)
{
    stage->now = NULL;
    base_text_add(scenario_fail(stage, item->span),
                  "`%s` is ambiguous: %s runs it, and %s; name the agent, by `Of [...]`", item->task->task->name.text,
                  first, second);
}

/* Of several agents none runs what the item names. */
static void fail_as_run_by_none(scenario_stage *stage, const htnc_clause *clause, const htnc_run_item *item)
{
    scenario_failure *failure = stage->failure;
    add_name(&failure->expected, stage, item->task, item->called);
    stage->now = NULL;
    base_text_add(scenario_fail(stage, item->span), "no agent runs `%s`, so that it cannot %s",
                  base_text_of(&failure->expected), item->succeeds ? "succeed" : "fail");
    for (uint32_t i = scenario_next_agent(stage, clause, HTN_NONE); i != HTN_NONE;
         i = scenario_next_agent(stage, clause, i)) {
        stage->now = &stage->agents[i];
        base_text_add(&failure->actual, "%s%s: [", failure->actual.length > 0 ? ", " : "", stage->now->name);
        add_running(&failure->actual, stage, HTN_NONE);
        base_text_add(&failure->actual, "]");
    }
}

/* The same, of all agents that the clause is about. `stage->now` becomes the one whose step it is. */
static uint32_t find_step_of_all(scenario_stage *stage, const htnc_clause *clause, const htnc_run_item *item,
                                 uint32_t layer)
{
    scenario_agent *found = NULL;
    const uint32_t first = scenario_next_agent(stage, clause, HTN_NONE);
    for (uint32_t i = first; i != HTN_NONE; i = scenario_next_agent(stage, clause, i)) {
        if (!runs_step(stage, &stage->agents[i], item))
            continue;
        if (found != NULL) {
            fail_as_shared(stage, item, found->name, stage->agents[i].name);
            return HTN_NONE;
        }
        found = &stage->agents[i];
    }
    if (found == NULL && scenario_next_agent(stage, clause, first) != HTN_NONE) {
        fail_as_run_by_none(stage, clause, item);
        return HTN_NONE;
    }
    base_text name = {0};
    stage->now = found != NULL ? found : &stage->agents[first];
    add_name(&name, stage, item->task, item->called);
    const uint32_t step = find_step(stage, item, layer, base_text_of(&name));
    base_text_free(&name);
    return step;
}

static bool end_steps(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    for (const htnc_run_item *each = clause->runs; each != NULL; each = each->next) {
        const uint32_t step = find_step_of_all(stage, clause, each, layer);
        if (step == HTN_NONE)
            return false;
        if (stage->audience->ended != NULL)
            stage->audience->ended(stage->audience->user, stage->now->actor.steps[step].task, each->succeeds);
        cli_actor_end(&stage->now->actor, step, each->succeeds ? HTN_SUCCEEDED : HTN_FAILED);
        if (!scenario_settle(stage, each->span, HTN_OK))
            return false;
    }
    return true;
}

/* Removes the first step with the item's name from the list. False: there is none. */
static bool take(const scenario_stage *stage, uint32_t *left, uint32_t *count, const htnc_subtask *item)
{
    base_text name = {0};
    uint32_t at = 0;
    add_name(&name, stage, item, item->arguments != NULL);
    while (at < *count && !is_called(stage, &stage->now->actor.steps[left[at]], base_text_of(&name)))
        at++;
    base_text_free(&name);
    if (at == *count)
        return false;
    memmove(left + at, left + at + 1, (*count - at - 1) * sizeof *left);
    --*count;
    return true;
}

/*
 * Finds the steps that are expected and not running (`missing`), and those that are running and not expected. The order does
 * not matter. Items with arguments choose first, as one without arguments takes any step of its task.
 */
static void compare_running(const scenario_stage *stage, const htnc_subtask *expected, uint32_t layer,
                            base_text *missing, base_text *unexpected)
{
    uint32_t *left = base_allocate((stage->now->actor.step_count + 1) * sizeof *left), count = 0;
    for (uint32_t i = 0; i < stage->now->actor.step_count; i++)
        if (stage->now->actor.steps[i].layer == layer)
            left[count++] = i;
    for (int with_arguments = 1; with_arguments >= 0; with_arguments--)
        for (const htnc_subtask *each = expected; each != NULL; each = each->next) {
            if ((each->arguments != NULL) != with_arguments || take(stage, left, &count, each))
                continue;
            base_text_add(missing, "%s", missing->length > 0 ? ", " : "");
            add_name(missing, stage, each, each->arguments != NULL);
        }
    for (uint32_t i = 0; i < count; i++) {
        base_text_add(unexpected, "%s", i > 0 ? ", " : "");
        scenario_add_named(unexpected, stage, stage->now->actor.steps[left[i]].text);
    }
    free(left);
}

/* The lists have no order, so the message names the steps that are wrong. */
static void fail_running(scenario_stage *stage, const htnc_clause *clause, uint32_t layer, const base_text *missing,
                         const base_text *unexpected)
{
    scenario_failure *failure = stage->failure;
    base_text *message = scenario_fail(stage, clause->span);
    if (missing->length > 0)
        base_text_add(message, "%s should be running", missing->bytes);
    if (unexpected->length > 0)
        base_text_add(message, "%s%s should not be running", missing->length > 0 ? "; " : "", unexpected->bytes);
    base_text_add(&failure->expected, "[");
    for (const htnc_subtask *each = clause->plan; each != NULL; each = each->next) {
        base_text_add(&failure->expected, "%s", each != clause->plan ? ", " : "");
        add_name(&failure->expected, stage, each, each->arguments != NULL);
    }
    base_text_add(&failure->expected, "]");
    base_text_add(&failure->actual, "[");
    add_running(&failure->actual, stage, layer);
    base_text_add(&failure->actual, "]");
    if (missing->length > 0)
        scenario_add_reason(&failure->why, stage, layer, clause->plan);
}

static bool expect_running(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    base_text missing = {0}, unexpected = {0};
    compare_running(stage, clause->plan, layer, &missing, &unexpected);
    const bool same = missing.length == 0 && unexpected.length == 0;
    if (!same)
        fail_running(stage, clause, layer, &missing, &unexpected);
    base_text_free(&missing);
    base_text_free(&unexpected);
    return same;
}

/* --- Plans ---------------------------------------------------------------------------------------- */

/* The running plan, or the empty plan that was found. False: there is none. */
static bool find_plan(const scenario_stage *stage, uint32_t layer, htn_plan *plan)
{
    if (htn_agent_plan(stage->now->actor.agent, layer, plan, NULL))
        return true;
    htn_planner_plan(htn_agent_planner(stage->now->actor.agent, layer), plan);
    return htn_agent_idle(stage->now->actor.agent, layer);
}

static void add_no_plan(base_text *text, const scenario_stage *stage, uint32_t layer)
{
    const htn_status status = htn_agent_result(stage->now->actor.agent, layer);
    if (status == HTN_WAITS) {
        base_text_add(text, "the search waits for ");
        cli_answers_add_late(text, &stage->now->answers);
        return;
    }
    base_text_add(text, "%s", status == HTN_NO_PLAN ? "no plan" : "no plan is running");
}

/* Compares the plan, or its record, as text with `failure->expected`. */
static bool expect_text(scenario_stage *stage, const htnc_clause *clause, uint32_t layer,
                        void (*add)(base_text *, const scenario_stage *, const htn_plan *), const char *message)
{
    scenario_failure *failure = stage->failure;
    htn_plan plan;
    const bool there = find_plan(stage, layer, &plan);
    base_text_add(&failure->actual, "%s", there ? "[" : "");
    if (there)
        add(&failure->actual, stage, &plan);
    else
        add_no_plan(&failure->actual, stage, layer);
    base_text_add(&failure->actual, "%s", there ? "]" : "");
    if (there && strcmp(base_text_of(&failure->expected), base_text_of(&failure->actual)) == 0) {
        base_text_clear(&failure->expected);
        base_text_clear(&failure->actual);
        return true;
    }
    base_text_add(scenario_fail(stage, clause->span), "%s", there ? message : "there is no such plan");
    failure->ordered = there;
    return false;
}

static bool expect_plan(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    base_text *expected = &stage->failure->expected;
    base_text_add(expected, "[");
    scenario_add_steps(expected, stage, clause->plan);
    base_text_add(expected, "]");
    if (expect_text(stage, clause, layer, scenario_add_plan, "the plan is another one"))
        return true;
    scenario_add_reason(&stage->failure->why, stage, layer, clause->plan);
    return false;
}

static void add_record(base_text *text, const scenario_stage *stage, const htn_plan *plan)
{
    (void)stage;
    for (uint32_t i = 0; i < plan->record_count; i++)
        base_text_add(text, "%s%u", i > 0 ? ", " : "", (unsigned)plan->record[i]);
}

static bool expect_record(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    base_text *expected = &stage->failure->expected;
    base_text_add(expected, "[");
    for (const htnc_expr *each = clause->expressions; each != NULL; each = each->next)
        base_text_add(expected, "%s%d", each != clause->expressions ? ", " : "", (int)each->folded);
    base_text_add(expected, "]");
    return expect_text(stage, clause, layer, add_record, "the MTR is another one");
}

static bool expect_no_plan(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    scenario_failure *failure = stage->failure;
    htn_plan plan;
    const bool there = find_plan(stage, layer, &plan);
    if (!there && htn_agent_result(stage->now->actor.agent, layer) == HTN_NO_PLAN)
        return true;
    base_text_add(scenario_fail(stage, clause->span), "%s",
                  there                                                           ? "there is a plan"
                  : htn_agent_result(stage->now->actor.agent, layer) == HTN_WAITS ? "an answer is late"
                                                                                  : "a plan was found");
    base_text_add(&failure->expected, "no plan");
    if (!there) {
        add_no_plan(&failure->actual, stage, layer);
        scenario_add_reason(&failure->why, stage, layer, NULL);
        return false;
    }
    base_text_add(&failure->actual, "[");
    scenario_add_plan(&failure->actual, stage, &plan);
    base_text_add(&failure->actual, "]");
    return false;
}

static bool expect_world(scenario_stage *stage, const htnc_clause *clause)
{
    for (const htnc_expr *each = clause->expressions; each != NULL; each = each->next) {
        const bool binder = each->kind == HTNC_EXPR_ANY;
        if (binder && scenario_holds(stage, each, stage->now->instances))
            return true; /* the rest of the list is about what it binds, and was tested with it */
        if (!binder && scenario_value(stage, each, stage->now->instances))
            continue;
        base_text_add(scenario_fail(stage, each->span),
                      binder ? "there is no instance for which this and what follows holds" : "this does not hold");
        scenario_add_source(&stage->failure->expected, stage, each->span);
        scenario_add_reads(&stage->failure->actual, stage, each);
        base_text_add(&stage->failure->why, stage->now->actor.step_count > 0 ? "running: " : "no step is running");
        add_running(&stage->failure->why, stage, HTN_NONE);
        base_text_add(&stage->failure->why, "\n");
        return false;
    }
    return true;
}

/* --- The world ------------------------------------------------------------------------------------ */

/* `Given`. False: there is no room for an instance, or a change cannot be made. */
static bool give(scenario_stage *stage, const htnc_clause *clause)
{
    bool changed;
    stage->at_rest = false;
    for (const htnc_variable *each = clause->instances; each != NULL; each = each->next)
        if (!scenario_spawn(stage, clause, each)) {
            base_text_add(scenario_fail(stage, each->name.span),
                          "there is no room for `%s`: there can be at most %u instances of `%s`", each->name.text,
                          (unsigned)each->type->own, each->type->name);
            return false;
        }
    return scenario_change(stage, clause, &changed);
}

static bool sense(scenario_stage *stage, const htnc_clause *clause)
{
    bool changed;
    return scenario_change(stage, clause, &changed) && (!changed || scenario_settle(stage, clause->span, HTN_OK));
}

/* `Wait`. In small steps, so that what is due during that time happens when it is due. */
static bool wait(scenario_stage *stage, const htnc_clause *clause)
{
    const int64_t whole = clause->expressions->folded;
    const int64_t step = whole / MOST_TICKS > TICK_MS ? whole / MOST_TICKS : TICK_MS;
    for (int64_t passed = 0; passed < whole; passed += step) {
        const int64_t rest = whole - passed;
        const htn_status trouble = scenario_agents_tick(stage, (uint32_t)(rest < step ? rest : step));
        if (!scenario_settle(stage, clause->span, trouble))
            return false;
    }
    return true;
}

/* --- The whole ------------------------------------------------------------------------------------ */

/* What a clause does to one agent, or expects of it. */
static bool play_for(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    switch (clause->kind) {
    case HTNC_EXPECT_PLAN:
        return clause->given != NULL ? scenario_expect_given(stage, clause) : expect_plan(stage, clause, layer);
    case HTNC_EXPECT_NO_PLAN:
        return clause->given != NULL ? scenario_expect_given(stage, clause) : expect_no_plan(stage, clause, layer);
    case HTNC_EXPECT_MTR: return expect_record(stage, clause, layer);
    case HTNC_EXPECT_RUNNING: return expect_running(stage, clause, layer);
    case HTNC_EXPECT_WORLD: return expect_world(stage, clause);
    case HTNC_ORDER:
    case HTNC_QUEUE: return scenario_order(stage, clause, layer);
    case HTNC_EXPECT_ORDERS: return scenario_expect_orders(stage, clause, layer);
    case HTNC_GIVEN:
    case HTNC_RUN:
    case HTNC_SENSE:
    case HTNC_WAIT:
    case HTNC_EXPECT_HOLDS:
    case HTNC_AGENTS:
    case HTNC_LEAVE: break; /* see play_clause() and play_for_each() */
    }
    return true;
}

static bool play_for_each(scenario_stage *stage, const htnc_clause *clause, uint32_t named)
{
    const uint32_t layer = named != HTN_NONE ? named : 0;
    for (uint32_t i = scenario_next_agent(stage, clause, HTN_NONE); i != HTN_NONE;
         i = scenario_next_agent(stage, clause, i)) {
        stage->now = &stage->agents[i];
        if (clause->kind == HTNC_EXPECT_HOLDS ? !scenario_expect_holds(stage, clause, named)
                                              : !play_for(stage, clause, layer))
            return false;
    }
    return (clause->kind != HTNC_ORDER && clause->kind != HTNC_QUEUE) || scenario_settle(stage, clause->span, HTN_OK);
}

static bool play_clause(scenario_stage *stage, const htnc_clause *clause)
{
    const uint32_t named = clause->layer.text != NULL ? htn_root_find(stage->domain, clause->layer.text) : HTN_NONE;
    if (clause->kind == HTNC_AGENTS)
        return scenario_agents_come(stage, clause);
    if (clause->kind != HTNC_GIVEN && !stage->at_rest && !scenario_settle(stage, clause->span, HTN_OK))
        return false;
    switch (clause->kind) {
    case HTNC_GIVEN: return give(stage, clause);
    case HTNC_RUN: return end_steps(stage, clause, named);
    case HTNC_SENSE: return sense(stage, clause);
    case HTNC_WAIT: return wait(stage, clause);
    case HTNC_LEAVE: scenario_agents_leave(stage, clause); return scenario_settle(stage, clause->span, HTN_OK);
    default: return play_for_each(stage, clause, named);
    }
}

static bool play(scenario_stage *stage, const htnc_scenario *scenario)
{
    for (const htnc_clause *each = scenario->clauses; each != NULL; each = each->next)
        if (!play_clause(stage, each))
            return false;
    return stage->at_rest || scenario_settle(stage, scenario->span, HTN_OK);
}

bool scenario_play(const scenario_cast *cast, const htnc_scenario *scenario, scenario_failure *failure)
{
    scenario_stage stage = {.compilation = cast->compilation,
                            .domain = &cast->domain,
                            .properties = cast->properties,
                            .queries = cast->queries,
                            .options = &cast->options,
                            .audience = &cast->audience,
                            .failure = failure};
    const bool passed = scenario_agents_open(&stage, scenario) && play(&stage, scenario);
    scenario_agents_close(&stage);
    return passed;
}

htn_status scenario_cast_open(scenario_cast *cast, htnc_compilation *compilation, const htn_agent_options *options)
{
    const htnc_model *model = compilation->model;
    *cast = (scenario_cast){.compilation = compilation, .options = *options};
    const htn_status status = htn_domain_load(&cast->domain, compilation->blob, compilation->blob_size, NULL);
    cast->properties = base_allocate((model->property_count + 1) * sizeof *cast->properties);
    cast->queries = base_allocate((model->query_count + 1) * sizeof *cast->queries);
    for (const htnc_property *each = model->properties; each != NULL; each = each->next)
        cast->properties[each->index] = htn_property_find(&cast->domain, each->name);
    for (const htnc_query *each = model->queries; each != NULL; each = each->next)
        cast->queries[each->index] = htn_query_find(&cast->domain, each->name);
    return status;
}

void scenario_cast_close(scenario_cast *cast)
{
    free(cast->properties);
    free(cast->queries);
    *cast = (scenario_cast){0};
}
