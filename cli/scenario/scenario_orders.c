/* See scenario_orders.h. An order that has no plan ends at once, so it is in no queue afterwards. Neighbour: scenario_given.c. */
#include "cli/scenario/scenario_orders.h"
#include "cli/common/order_text.h"
#include "cli/common/value_text.h"
#include "cli/scenario/scenario_agents.h"
#include "cli/scenario/scenario_given.h"
#include "cli/scenario/scenario_texts.h"
#include "cli/scenario/scenario_why.h"
#include <htn/orders.h>
#include <string.h>

/* Whether a task takes the place of all orders that the layer has: the first one of an `Order`. */
static bool replaces(const htnc_clause *clause, size_t index)
{
    return clause->kind == HTNC_ORDER && index == 0;
}

/* Gives the tasks, one after the other. */
static bool give_orders(scenario_stage *stage, const htnc_clause *clause, uint32_t layer, const cli_given_tasks *given)
{
    const htnc_subtask *call = clause->given;
    for (size_t i = 0; i < given->count; i++, call = call->next) {
        const htn_status status = htn_agent_order(stage->now->actor.agent, layer, &given->tasks[i],
                                                  replaces(clause, i) ? HTN_ORDER_REPLACE : HTN_ORDER_QUEUE, NULL);
        if (status == HTN_OK)
            continue;
        base_text *message = scenario_fail(stage, call->span);
        if (status == HTN_TOO_SMALL) {
            base_text_add(message, "a layer has at most %d orders", UINT8_MAX);
            return false;
        }
        const bool splits = call->task->splits;
        base_text_add(message, "`");
        scenario_add_source(message, stage, call->span);
        base_text_add(message,
                      splits ? "` cannot be ordered: it can reach a `Split`, and %s takes the cheapest plan"
                             : "` cannot be ordered in %s: an argument is an instance that does not exist",
                      cli_layer_name(stage->domain, layer));
        return false;
    }
    return true;
}

bool scenario_order(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    cli_given_tasks given = {0};
    bool good = true;
    for (const htnc_subtask *each = clause->given; each != NULL && good; each = each->next)
        good = scenario_give(stage, each, &given);
    if (good && clause->given == NULL && clause->kind == HTNC_ORDER)
        htn_agent_take_back(stage->now->actor.agent, layer, HTN_NONE);
    else if (good)
        good = give_orders(stage, clause, layer, &given);
    cli_given_free(&given);
    return good;
}

/* --- Expectations --------------------------------------------------------------------------------- */

static void add_order(base_text *text, const scenario_stage *stage, const htn_order *order)
{
    base_text own = {0};
    cli_add_step(&own, stage->domain, order->task.task, order->task.arguments);
    scenario_add_named(text, stage, base_text_of(&own));
    base_text_free(&own);
}

/* Whether the item is the order, or names its task. */
static bool is_item(const scenario_stage *stage, const htnc_subtask *item, const htn_order *order)
{
    base_text expected = {0}, actual = {0};
    bool same = item->task->index == order->task.task;
    if (same && item->arguments != NULL) {
        scenario_add_call(&expected, stage, item);
        add_order(&actual, stage, order);
        same = strcmp(base_text_of(&expected), base_text_of(&actual)) == 0;
    }
    base_text_free(&expected);
    base_text_free(&actual);
    return same;
}

static void add_queue(base_text *text, const scenario_stage *stage, uint32_t layer)
{
    htn_order order;
    base_text_add(text, "[");
    for (uint32_t i = 0; htn_agent_order_at(stage->now->actor.agent, layer, i, &order); i++) {
        base_text_add(text, "%s", i > 0 ? ", " : "");
        add_order(text, stage, &order);
    }
    base_text_add(text, "]");
}

static void add_expected(base_text *text, const scenario_stage *stage, const htnc_subtask *list)
{
    base_text_add(text, "[");
    for (const htnc_subtask *each = list; each != NULL; each = each->next) {
        base_text_add(text, "%s", each != list ? ", " : "");
        if (each->arguments != NULL)
            scenario_add_call(text, stage, each);
        else
            base_text_add(text, "%s", each->task->name.text);
    }
    base_text_add(text, "]");
}

/* What keeps the first order waiting, and how orders of before have ended. */
static void add_reasons(base_text *text, const scenario_stage *stage, uint32_t layer)
{
    uint32_t count;
    const cli_order_end *ends = cli_actor_order_ends(&stage->now->actor, &count);
    scenario_add_waiting_order(text, stage, layer);
    for (uint32_t i = 0; i < count; i++)
        if (ends[i].layer == layer)
            base_text_add(text, "order %u, %s, %s\n", ends[i].id, htn_task_name(stage->domain, ends[i].task),
                          cli_order_end_text(ends[i].end));
}

bool scenario_expect_orders(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    scenario_failure *failure = stage->failure;
    const htnc_subtask *item = clause->plan;
    htn_order order;
    uint32_t i = 0;
    while (item != NULL && htn_agent_order_at(stage->now->actor.agent, layer, i, &order) &&
           is_item(stage, item, &order)) {
        item = item->next;
        i++;
    }
    if (item == NULL && !htn_agent_order_at(stage->now->actor.agent, layer, i, &order))
        return true;
    base_text_add(scenario_fail(stage, clause->span), "the orders are others");
    add_expected(&failure->expected, stage, clause->plan);
    add_queue(&failure->actual, stage, layer);
    failure->ordered = true;
    add_reasons(&failure->why, stage, layer);
    return false;
}
