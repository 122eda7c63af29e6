/* Goals and what they need; see lifted_goals.h. */
#include "hddl/lifted/lifted_goals.h"

#include "hddl/common/bits.h"
#include "hddl/lifted/lifted_reach.h"

#include <string.h>

/* --- Facts as goals ------------------------------------------------------------------------------------------------- */

static void grow_goals_of(lifted_relation *relation, uint32_t count)
{
    relation->goal_of = hddl_pool_reserve(relation->pool, relation->goal_of, count, sizeof *relation->goal_of);
    while (relation->goal_of_count < count)
        relation->goal_of[relation->goal_of_count++] = 0;
}

/*
 * Finds or adds the goal whose objects are in search->scratch; HDDL_NONE: there is no more room. What goals need is
 * added only if all goals fit one word: if there are many, following each at every node costs more than it finds.
 */
static uint32_t goal_number(lifted_search *search, lifted_relation *relation)
{
    uint32_t atom = lifted_intern(relation, search->scratch);
    if (atom >= relation->goal_of_count)
        grow_goals_of(relation, atom + 1);
    if (relation->goal_of[atom] != 0)
        return relation->goal_of[atom] - 1;
    if (search->goals.count == LIFTED_MOST_GOALS ||
        (search->goals.wanted != 0 && search->goals.count >= LIFTED_MOST_CHAINED))
        return HDDL_NONE;
    search->goals.list[search->goals.count] = (lifted_goal){.relation = relation, .atom = atom};
    relation->goal_of[atom] = ++search->goals.count;
    return search->goals.count - 1;
}

/* Whether the literal needs a certain fact if the variables have these values. Its objects are then in search->scratch. */
static bool needs_fact(const lifted_search *search, const normal_literal *literal, const uint32_t *values)
{
    if (!literal->positive || literal->predicate == NORMAL_EQUAL)
        return false;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        search->scratch[i] = normal_value(literal->terms[i], values);
        if (search->scratch[i] == HDDL_NONE)
            return false;
    }
    return true;
}

/* --- What is needed ------------------------------------------------------------------------------------------------- */

/* The goals that the action's condition needs if the variables have these values. */
static uint64_t needs_of(lifted_search *search, const lifted_schema *schema, const uint32_t *values)
{
    uint64_t needs = 0;
    const normal_condition *condition = &schema->source->condition;
    for (uint32_t i = 0; i < condition->count; i++) {
        if (!needs_fact(search, &condition->literals[i], values))
            continue;
        uint32_t number = goal_number(search, &search->relations[condition->literals[i].predicate]);
        if (number < LIFTED_MOST_CHAINED)
            needs |= (uint64_t)1 << number;
    }
    return needs;
}

/* What all ways to add the goal need. Facts that only some of them need stay in the list, without effect. */
static uint64_t common_needs(lifted_search *search, uint32_t goal, uint32_t *values)
{
    uint64_t needs = UINT64_MAX;
    for (uint32_t i = 0; i < search->problem->action_count; i++) {
        const lifted_schema *schema = &search->schemas[i];
        for (uint32_t effect = 0; effect < schema->effect_count; effect++)
            if (lifted_can_add(search, schema, &schema->effects[effect], &search->goals.list[goal], values))
                needs &= needs_of(search, schema, values);
    }
    return needs == UINT64_MAX ? 0 : needs;
}

static void take_goals(lifted_search *search, uint32_t *values)
{
    const normal_problem *problem = search->problem;
    const normal_range *range = &problem->action_names[problem->action_name_count - 1];
    if (range->count != 1)
        return;
    const lifted_schema *schema = &search->schemas[range->first];
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        values[i] = HDDL_NONE;
    needs_of(search, schema, values);
    search->goals.wanted = search->goals.count;
    for (uint32_t i = 0; i < search->goals.count && search->goals.count <= LIFTED_MOST_CHAINED; i++)
        search->goals.list[i].needs = common_needs(search, i, values);
}

/* --- Looking ahead -------------------------------------------------------------------------------------------------- */

static void forget_goals(lifted_search *search)
{
    for (uint32_t i = 0; i < search->problem->source->predicate_count; i++)
        search->relations[i].goal_of_count = 0;
    search->goals.count = search->goals.wanted = search->goals.words = 0;
}

void lifted_goals_make(lifted_search *search)
{
    uint32_t *values = hddl_pool_zeroed(&search->engine.pool, normal_slots_most(search->problem), sizeof *values);
    search->goals.list = hddl_pool_zeroed(&search->engine.pool, LIFTED_MOST_GOALS, sizeof *search->goals.list);
    take_goals(search, values);
    search->goals.words = (search->goals.count + 63) / 64;
    search->goals.open = hddl_pool_zeroed(&search->engine.pool, search->goals.words, sizeof(uint64_t));
    search->goals.ahead = hddl_pool_zeroed(&search->engine.pool, search->goals.words, sizeof(uint64_t));
    for (uint32_t i = 0; i < search->goals.count; i++)
        if (!lifted_holds(search->goals.list[i].relation, search->goals.list[i].atom))
            hddl_flip_bit(search->goals.open, i);
    if (search->goals.count != 0 && !lifted_reach_make(search))
        forget_goals(search);
}

/* Where a method's frame has what the tasks behind it can bring about. It is not aligned for 64 bits. */
static uint32_t *behind(const lifted_search *search, uint32_t frame)
{
    return search->stack + frame + LIFTED_SLOTS + lifted_schema_of(search, frame)->source->slot_count;
}

/* What the tasks from a subtask of the frame on can bring about, into goals.ahead. */
static void gather_ahead(lifted_search *search, uint32_t frame, uint32_t position)
{
    memcpy(search->goals.ahead, behind(search, frame), search->goals.words * sizeof(uint64_t));
    lifted_reach_add(search, frame, position, search->goals.ahead);
}

/* For few goals: those that others need count, too. */
static bool chain_within(const lifted_search *search)
{
    uint64_t wanted = UINT64_MAX >> (64 - search->goals.wanted), done = 0;
    uint64_t open = search->goals.open[0], ahead = search->goals.ahead[0];
    while ((wanted & open & ~done) != 0) {
        uint32_t goal = hddl_lowest_bit(wanted & open & ~done);
        done |= (uint64_t)1 << goal;
        wanted |= search->goals.list[goal].needs;
    }
    return (wanted & open & ~ahead) == 0;
}

bool lifted_goals_are_in_reach(lifted_search *search)
{
    if (search->goals.wanted == 0)
        return true;
    gather_ahead(search, search->frame, search->position);
    if (search->goals.words == 1)
        return chain_within(search);
    for (uint32_t i = 0; i < search->goals.words; i++)
        if ((search->goals.open[i] & ~search->goals.ahead[i]) != 0)
            return false;
    return true;
}

void lifted_keep_reach(lifted_search *search, uint32_t frame)
{
    uint32_t parent = search->stack[frame + LIFTED_PARENT];
    if (search->goals.words == 0)
        return;
    if (parent == HDDL_NONE)
        memset(search->goals.ahead, 0, search->goals.words * sizeof(uint64_t));
    else
        gather_ahead(search, parent, search->stack[frame + LIFTED_RETURN]);
    memcpy(behind(search, frame), search->goals.ahead, search->goals.words * sizeof(uint64_t));
}
