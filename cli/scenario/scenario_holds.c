/* See scenario_holds.h. An instance that several layers hold counts once. Neighbour: scenario_orders.c. */
#include "cli/scenario/scenario_holds.h"
#include "cli/common/value_text.h"
#include "cli/scenario/scenario_agents.h"
#include "cli/scenario/scenario_texts.h"
#include "cli/scenario/scenario_values.h"

/* The next hold from `*index` on that counts; `*index` becomes the one behind it. */
static bool next_hold(const scenario_stage *stage, uint32_t layer, uint32_t *index, htn_hold *hold)
{
    while (htn_agent_hold(stage->now->actor.agent, (*index)++, hold))
        if (!hold->lost && (layer == HTN_NONE || hold->layer == layer))
            return true;
    return false;
}

static bool is_meant(const scenario_stage *stage, const htnc_expr *item, const htn_hold *hold)
{
    const htnc_type *type = item->type;
    while (type->kind == HTNC_TYPE_ENTITIES && type->parent != NULL)
        type = type->parent;
    return htn_type_find(stage->domain, type->name) == hold->type &&
           scenario_value(stage, item, stage->now->instances) == hold->instance;
}

static void add_between(base_text *text)
{
    base_text_add(text, "%s", text->length > 0 ? ", " : "");
}

static void add_hold(base_text *text, const scenario_stage *stage, const htn_hold *hold)
{
    base_text plain = {0};
    cli_add_value(&plain, stage->domain, hold->type, hold->instance);
    scenario_add_named(text, stage, base_text_of(&plain));
    base_text_free(&plain);
}

/* Those that are expected and not held. */
static void add_missing(base_text *text, const scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    for (const htnc_expr *each = clause->expressions; each != NULL; each = each->next) {
        uint32_t index = 0;
        bool held = false;
        htn_hold hold;
        while (!held && next_hold(stage, layer, &index, &hold))
            held = is_meant(stage, each, &hold);
        if (held)
            continue;
        add_between(text);
        scenario_add_source(text, stage, each->span);
    }
}

/* Those that are held; `others`: only those that are not expected. */
static void add_held(base_text *text, const scenario_stage *stage, const htnc_clause *clause, uint32_t layer,
                     bool others)
{
    uint32_t index = 0;
    htn_hold hold;
    while (next_hold(stage, layer, &index, &hold)) {
        bool expected = false;
        for (const htnc_expr *each = clause->expressions; each != NULL && others; each = each->next)
            expected = expected || is_meant(stage, each, &hold);
        if (expected)
            continue;
        add_between(text);
        add_hold(text, stage, &hold);
    }
}

bool scenario_expect_holds(scenario_stage *stage, const htnc_clause *clause, uint32_t layer)
{
    base_text missing = {0}, others = {0}, expected = {0}, actual = {0};
    add_missing(&missing, stage, clause, layer);
    add_held(&others, stage, clause, layer, true);
    const bool same = missing.length == 0 && others.length == 0;
    if (!same) {
        base_text *message = scenario_fail(stage, clause->span);
        if (missing.length > 0)
            base_text_add(message, "%s should be held", missing.bytes);
        if (others.length > 0)
            base_text_add(message, "%s%s should not be held", missing.length > 0 ? "; " : "", others.bytes);
        for (const htnc_expr *each = clause->expressions; each != NULL; each = each->next) {
            add_between(&expected);
            scenario_add_source(&expected, stage, each->span);
        }
        add_held(&actual, stage, clause, layer, false);
        base_text_add(&stage->failure->expected, "[%s]", base_text_of(&expected));
        base_text_add(&stage->failure->actual, "[%s]", base_text_of(&actual));
    }
    base_text_free(&missing);
    base_text_free(&others);
    base_text_free(&expected);
    base_text_free(&actual);
    return same;
}
