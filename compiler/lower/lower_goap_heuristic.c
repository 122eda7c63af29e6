/*
 * An admissible heuristic by cost partitioning (Katz and Domshlak 2008). An item is worth the share of the cheapest action that can
 * make it hold, where the cost of an action is divided evenly among all items that it can make hold.
 *
 * Invariant: the sum over the items that do not hold never exceeds the cost of any way to reach the goal. Each of those items needs
 * some action that helps it, and an action pays each item at most once, together at most its cost.
 *
 * Whether an action helps an item is overestimated: only an effect that certainly cannot make the item hold is left out.
 */
#include "compiler/lower/lower_goap_heuristic.h"
#include "compiler/types/fold_operators.h"

enum { UNITS = 840 }; /* divisible by 1 to 8, so that a cost shared by so many items is exact */

static bool is_about(void *user, const htnc_node *node)
{
    return htnc_node_reads(node, user);
}

/* Whether the value of one property decides the item. */
static bool is_decided_by(const htnc_node *node, const htnc_property *property)
{
    if (htnc_node_is(node, HTNC_NOT))
        return is_decided_by(node->operands[0], property);
    if (node->kind == HTNC_NODE_PROPERTY)
        return node->property == property && node->low == 0 && node->high == 1;
    return node->kind == HTNC_NODE_OPERATOR && htnc_is_comparison(node->op) &&
           node->operands[0]->kind == HTNC_NODE_PROPERTY && node->operands[0]->property == property &&
           htnc_node_is_constant(node->operands[1]);
}

/* Whether an item that a property decides holds for a value of it. */
static bool holds_for(const htnc_node *node, int32_t value)
{
    if (htnc_node_is(node, HTNC_NOT))
        return !holds_for(node->operands[0], value);
    if (node->kind == HTNC_NODE_PROPERTY)
        return value != 0;
    return htnc_fold_binary(node->op, value, node->operands[1]->value) != 0;
}

/* Whether an effect can make an item hold that does not hold. */
static bool effect_helps(const htnc_effect *effect, const htnc_node *node)
{
    const htnc_property *property = effect->target->to.property;
    if (!htnc_node_any(node, is_about, (void *)(uintptr_t)property))
        return false;
    if (!effect->value->is_constant || !is_decided_by(node, property))
        return true;
    if (effect->op == HTNC_ASSIGN)
        return holds_for(node, htnc_clamp(property->type, effect->value->folded));
    if (effect->op == HTNC_SCALE || (!htnc_node_is(node, HTNC_LE) && !htnc_node_is(node, HTNC_GE)))
        return true;
    bool rises = (effect->op == HTNC_INCREASE) == (effect->value->folded > 0);
    return effect->value->folded != 0 && rises == htnc_node_is(node, HTNC_GE);
}

static bool effects_help(const htnc_effect *effects, const htnc_node *node)
{
    for (; effects != NULL; effects = effects->next)
        if (effect_helps(effects, node))
            return true;
    return false;
}

static bool helps(const htnc_task *action, const htnc_test *item)
{
    return effects_help(action->effects, item->node) || effects_help(action->expected, item->node);
}

void htnc_goap_init(htnc_goap *goap, base_arena *arena, const htnc_test *goal)
{
    goap->helped = base_alloc_array(arena, (size_t)goap->action_count + 1, sizeof *goap->helped);
    for (uint32_t i = 0; i < goap->action_count; i++)
        for (const htnc_test *item = goal; item != NULL; item = item->next)
            goap->helped[i] += helps(goap->actions[i], item);
}

uint32_t htnc_goap_bound(const htnc_goap *goap, const htnc_test *item)
{
    uint32_t lowest = HTN_NONE;
    for (uint32_t i = 0; i < goap->action_count; i++) {
        if (!helps(goap->actions[i], item))
            continue;
        const uint64_t cost = (uint64_t)goap->fragment_of[goap->actions[i]->index].cost_bound;
        const uint64_t share = cost * UNITS / goap->helped[i];
        const uint32_t bound = share < HTN_NONE ? (uint32_t)share : HTN_NONE - 1;
        lowest = bound < lowest ? bound : lowest;
    }
    return lowest;
}
