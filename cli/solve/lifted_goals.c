/*
 * What the tasks ahead still have to bring about: the goal's facts that do not hold, and what all actions that could bring
 * one of those about need and does not hold either (landmarks by back-chaining: Porteous, Sebastia and Hoffmann, "On the Extraction,
 * Ordering, and Usage of Landmarks in Planning", 2001). Where no task ahead can make one of them true, there is no plan from here
 * (a look-ahead as in Olz and Bercher, "A Look-Ahead Technique for Search-Based HTN Planning", SoCS 2023). One bit for each.
 */
#include "lifted_inside.h"

#include <string.h>

/* --- Unification with a fact ------------------------------------------------------------------------------------------ */

bool lifted_can_add(const lifted_search *search, const lifted_schema *schema, const lifted_effect *effect,
                    const lifted_goal *goal, uint32_t *values)
{
    const uint32_t *objects = goal->relation->objects + (size_t)goal->atom * goal->relation->arity;
    if (!effect->adds || effect->relation != goal->relation)
        return false;
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        values[i] = LIFTED_NONE;
    for (uint32_t i = 0; i < effect->term_count; i++) {
        normal_term term = effect->terms[i];
        if (!hddl_is_object(term) && values[term] == LIFTED_NONE) {
            if (!hddl_is_of(search->problem->source, objects[i], schema->source->types[term]))
                return false;
            values[term] = objects[i];
        }
        if (normal_value(term, values) != objects[i])
            return false;
    }
    return true;
}

/* Finds or adds a fact, in search->scratch; LIFTED_NONE: there is no more room. */
static uint32_t fact_number(lifted_search *search, lifted_relation *relation)
{
    uint32_t atom = lifted_intern(search, relation, search->scratch);
    for (uint32_t i = 0; i < search->goal_count; i++)
        if (search->goals[i].relation == relation && search->goals[i].atom == atom)
            return i;
    if (search->goal_count == LIFTED_MOST_GOALS)
        return LIFTED_NONE;
    search->goals[search->goal_count] = (lifted_goal){.relation = relation, .atom = atom};
    return search->goal_count++;
}

/* Whether the literal asks for a fact once the variables have these values; the fact is left in search->scratch. */
static bool asks_fact(const lifted_search *search, const normal_literal *literal, const uint32_t *values)
{
    if (!literal->positive || literal->predicate == NORMAL_EQUAL)
        return false;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        search->scratch[i] = normal_value(literal->terms[i], values);
        if (search->scratch[i] == LIFTED_NONE)
            return false;
    }
    return true;
}

/* --- What is needed ----------------------------------------------------------------------------------------------------- */

/* The facts that the action needs in order to add the goal by this effect. */
static uint64_t needs_of(lifted_search *search, const lifted_schema *schema, const uint32_t *values)
{
    uint64_t needs = 0;
    for (uint32_t i = 0; i < schema->literal_count; i++) {
        if (!asks_fact(search, &schema->literals[i], values))
            continue;
        uint32_t number = fact_number(search, &search->relations[schema->literals[i].predicate]);
        if (number != LIFTED_NONE)
            needs |= (uint64_t)1 << number;
    }
    return needs;
}

/* What all ways to add the goal need. Facts that turn out not to be needed by all stay in the list, asked for by nobody. */
static uint64_t common_needs(lifted_search *search, uint32_t goal, uint32_t *values)
{
    uint64_t needs = UINT64_MAX;
    for (uint32_t i = 0; i < search->problem->action_count; i++) {
        const lifted_schema *schema = &search->schemas[i];
        for (uint32_t effect = 0; effect < schema->effect_count; effect++)
            if (lifted_can_add(search, schema, &schema->effects[effect], &search->goals[goal], values))
                needs &= needs_of(search, schema, values);
    }
    return needs == UINT64_MAX ? 0 : needs;
}

static bool take_goals(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    const normal_range *range = &problem->action_names[problem->action_name_count - 1];
    if (range->count != 1)
        return false;
    const lifted_schema *schema = &search->schemas[range->first];
    uint32_t *values = htnc_alloc_array(&search->arena, schema->source->slot_count, sizeof *values);
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        values[i] = LIFTED_NONE;
    search->goals_wanted = needs_of(search, schema, values);
    return search->goals_wanted != 0;
}

/* --- Looking ahead ------------------------------------------------------------------------------------------------------ */

void lifted_goals_make(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    uint32_t widest = 1;
    for (uint32_t i = 0; i < problem->action_count; i++)
        widest = widest < problem->actions[i].schema.slot_count ? problem->actions[i].schema.slot_count : widest;
    uint32_t *values = htnc_alloc_array(&search->arena, widest, sizeof *values);
    if (take_goals(search))
        for (uint32_t i = 0; i < search->goal_count; i++)
            search->goals[i].needs = common_needs(search, i, values);
    if (search->goals_wanted != 0 && !lifted_reach_make(search))
        search->goals_wanted = 0;
}

bool lifted_within_reach(const lifted_search *search)
{
    const uint32_t *head = search->stack + search->frame;
    uint64_t behind = (uint64_t)head[LIFTED_ADDS + 1] << 32 | head[LIFTED_ADDS];
    uint64_t wanted = search->goals_wanted, done = 0;
    if (wanted == 0)
        return true;
    uint64_t reach = behind | lifted_adds_from(search, search->frame, search->position);
    while ((wanted & ~done) != 0) {
        uint32_t goal = lifted_lowest_bit(wanted & ~done);
        done |= (uint64_t)1 << goal;
        if (lifted_holds(search->goals[goal].relation, search->goals[goal].atom))
            continue;
        if ((reach >> goal & 1) == 0)
            return false;
        wanted |= search->goals[goal].needs;
    }
    return true;
}

/* Notes in a frame whose parent and return are there what the tasks behind it can bring about. */
void lifted_note_adds(lifted_search *search, uint32_t frame)
{
    uint32_t *head = search->stack + frame, parent = head[LIFTED_PARENT];
    if (parent == LIFTED_NONE) {
        head[LIFTED_ADDS] = head[LIFTED_ADDS + 1] = 0;
        return;
    }
    const uint32_t *above = search->stack + parent;
    uint64_t adds = search->goals_wanted == 0 ? 0 : lifted_adds_from(search, parent, head[LIFTED_RETURN]);
    head[LIFTED_ADDS] = above[LIFTED_ADDS] | (uint32_t)adds;
    head[LIFTED_ADDS + 1] = above[LIFTED_ADDS + 1] | (uint32_t)(adds >> 32);
}
