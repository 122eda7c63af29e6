/*
 * What the tasks ahead still have to bring about: the goal's facts that do not hold, and what all actions that could bring
 * one of those about need and does not hold either (landmarks by back-chaining: Porteous, Sebastia and Hoffmann, "On the Extraction,
 * Ordering, and Usage of Landmarks in Planning", 2001). Where no task ahead can make one of them true, there is no plan from here
 * (a look-ahead as in Olz and Bercher, "A Look-Ahead Technique for Search-Based HTN Planning", SoCS 2023). One bit for each.
 */
#include "hddl/lifted/lifted_inside.h"

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

static void grow_goals_of(lifted_search *search, lifted_relation *relation, uint32_t count)
{
    uint32_t larger = relation->goal_of_count * 2 > count ? relation->goal_of_count * 2 : count;
    relation->goal_of = base_grow(&search->arena, relation->goal_of, relation->goal_of_count * sizeof(uint32_t),
                                  larger * sizeof(uint32_t));
    relation->goal_of_count = larger;
}

/*
 * Finds or adds a fact, in search->scratch; LIFTED_NONE: there is no more room. Chains are only for problems whose goals all fit one word:
 * where there are many, following each at every node costs more than it finds.
 */
static uint32_t fact_number(lifted_search *search, lifted_relation *relation)
{
    uint32_t atom = lifted_intern(search, relation, search->scratch);
    if (atom >= relation->goal_of_count)
        grow_goals_of(search, relation, atom + 1);
    if (relation->goal_of[atom] != 0)
        return relation->goal_of[atom] - 1;
    if (search->goal_count == LIFTED_MOST_GOALS ||
        (search->goals_wanted != 0 && search->goal_count >= LIFTED_MOST_CHAINED))
        return LIFTED_NONE;
    search->goals[search->goal_count] = (lifted_goal){.relation = relation, .atom = atom};
    relation->goal_of[atom] = ++search->goal_count;
    return search->goal_count - 1;
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

/* The goals that the action's condition asks for when the variables have these values. */
static uint64_t needs_of(lifted_search *search, const lifted_schema *schema, const uint32_t *values)
{
    uint64_t needs = 0;
    for (uint32_t i = 0; i < schema->literal_count; i++) {
        if (!asks_fact(search, &schema->literals[i], values))
            continue;
        uint32_t number = fact_number(search, &search->relations[schema->literals[i].predicate]);
        if (number < LIFTED_MOST_CHAINED)
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

static void take_goals(lifted_search *search, uint32_t *values)
{
    const normal_problem *problem = search->problem;
    const normal_range *range = &problem->action_names[problem->action_name_count - 1];
    if (range->count != 1)
        return;
    const lifted_schema *schema = &search->schemas[range->first];
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        values[i] = LIFTED_NONE;
    needs_of(search, schema, values);
    search->goals_wanted = search->goal_count;
    for (uint32_t i = 0; i < search->goal_count && search->goal_count <= LIFTED_MOST_CHAINED; i++)
        search->goals[i].needs = common_needs(search, i, values);
}

/* --- Looking ahead ------------------------------------------------------------------------------------------------------ */

static void forget_goals(lifted_search *search)
{
    for (uint32_t i = 0; i < search->problem->source->predicate_count; i++)
        search->relations[i].goal_of_count = 0;
    search->goal_count = search->goals_wanted = search->goal_words = 0;
}

void lifted_goals_make(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    uint32_t widest = 1;
    for (uint32_t i = 0; i < problem->action_count; i++)
        widest = widest < problem->actions[i].schema.slot_count ? problem->actions[i].schema.slot_count : widest;
    uint32_t *values = base_alloc_array(&search->arena, widest, sizeof *values);
    search->goals = base_alloc_array(&search->arena, LIFTED_MOST_GOALS, sizeof *search->goals);
    take_goals(search, values);
    search->goal_words = (search->goal_count + 63) / 64;
    search->goals_open = base_alloc_array(&search->arena, search->goal_words, sizeof(uint64_t));
    search->goals_ahead = base_alloc_array(&search->arena, search->goal_words, sizeof(uint64_t));
    for (uint32_t i = 0; i < search->goal_count; i++)
        if (!lifted_holds(search->goals[i].relation, search->goals[i].atom))
            lifted_flip_bit(search->goals_open, i);
    if (search->goal_count != 0 && !lifted_reach_make(search))
        forget_goals(search);
}

/* Where a method's frame has what the tasks behind it can bring about; it need not be aligned for words. */
static uint32_t *behind(const lifted_search *search, uint32_t frame)
{
    const lifted_schema *schema = &search->schemas[search->stack[frame + LIFTED_SCHEMA]];
    return search->stack + frame + LIFTED_SLOTS + schema->source->slot_count;
}

/* What the tasks from subtask `position` of the frame on can bring about, into goals_ahead. */
static void gather_ahead(lifted_search *search, uint32_t frame, uint32_t position)
{
    memcpy(search->goals_ahead, behind(search, frame), search->goal_words * sizeof(uint64_t));
    lifted_adds_from(search, frame, position, search->goals_ahead);
}

/* Few goals: those that others need count, too. */
static bool chain_within(const lifted_search *search)
{
    uint64_t wanted = UINT64_MAX >> (64 - search->goals_wanted), done = 0;
    uint64_t open = search->goals_open[0], ahead = search->goals_ahead[0];
    while ((wanted & open & ~done) != 0) {
        uint32_t goal = lifted_lowest_bit(wanted & open & ~done);
        done |= (uint64_t)1 << goal;
        wanted |= search->goals[goal].needs;
    }
    return (wanted & open & ~ahead) == 0;
}

bool lifted_within_reach(lifted_search *search)
{
    if (search->goals_wanted == 0)
        return true;
    gather_ahead(search, search->frame, search->position);
    if (search->goal_words == 1)
        return chain_within(search);
    for (uint32_t i = 0; i < search->goal_words; i++)
        if ((search->goals_open[i] & ~search->goals_ahead[i]) != 0)
            return false;
    return true;
}

/* Notes in a frame whose parent and return are there what the tasks behind it can bring about. */
void lifted_note_adds(lifted_search *search, uint32_t frame)
{
    uint32_t parent = search->stack[frame + LIFTED_PARENT];
    if (search->goal_words == 0)
        return;
    if (parent == LIFTED_NONE)
        memset(search->goals_ahead, 0, search->goal_words * sizeof(uint64_t));
    else
        gather_ahead(search, parent, search->stack[frame + LIFTED_RETURN]);
    memcpy(behind(search, frame), search->goals_ahead, search->goal_words * sizeof(uint64_t));
}
