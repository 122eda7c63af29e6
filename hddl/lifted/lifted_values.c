/* Which objects variables can have; see lifted_values.h. */
#include "hddl/lifted/lifted_values.h"

#include "hddl/common/bits.h"

#include <string.h>

static uint64_t *column(const lifted_values *values, uint32_t predicate, uint32_t argument)
{
    return values->facts[predicate] + argument * values->words;
}

static void keep_common(uint64_t *row, const uint64_t *other, size_t words)
{
    for (size_t i = 0; i < words; i++)
        row[i] &= other[i];
}

const uint64_t *lifted_values_of(const lifted_values *values, const normal_condition *condition, uint32_t variable)
{
    memset(values->row, 0xFF, values->words * sizeof *values->row);
    for (uint32_t i = 0; i < condition->count; i++) {
        const normal_literal *literal = &condition->literals[i];
        if (literal->predicate == NORMAL_EQUAL)
            continue;
        for (uint32_t k = 0; k < literal->term_count; k++) {
            if (literal->terms[k] != (normal_term)variable)
                continue;
            if (literal->positive)
                keep_common(values->row, column(values, literal->predicate, k), values->words);
            else if (literal->term_count == 1)
                keep_common(values->row, values->absent[literal->predicate], values->words);
        }
    }
    return values->row;
}

/* Adds what an action can make true, or false. Whether that is new. */
static bool add_effect(const lifted_values *values, const normal_action *action, const normal_effect *effect)
{
    bool changed = false;
    for (uint32_t i = 0; i < effect->term_count && (effect->adds || effect->term_count == 1); i++) {
        const normal_term term = effect->terms[i];
        uint64_t *to = effect->adds ? column(values, effect->predicate, i) : values->absent[effect->predicate];
        if (hddl_is_object(term)) {
            changed |= !hddl_has_bit(to, hddl_object_of(term));
            hddl_set_bit(to, hddl_object_of(term));
        } else {
            changed |=
                hddl_add_bits(to, lifted_values_of(values, &action->schema.condition, (uint32_t)term), values->words);
        }
    }
    return changed;
}

/* The sets of a predicate, as the state at hand has them. */
static void begin(lifted_values *values, const lifted_search *search, uint32_t predicate)
{
    const lifted_relation *relation = &search->relations[predicate];
    memset(values->facts[predicate], 0, relation->arity * values->words * sizeof **values->facts);
    if (relation->arity == 1)
        memset(values->absent[predicate], 0xFF, values->words * sizeof **values->absent);
    for (uint32_t atom = 0; atom < relation->atom_count; atom++) {
        const uint32_t *objects = lifted_objects(relation, atom);
        if (!lifted_holds(relation, atom))
            continue;
        for (uint32_t i = 0; i < relation->arity; i++)
            hddl_set_bit(column(values, predicate, i), objects[i]);
        if (relation->arity == 1)
            hddl_flip_bit(values->absent[predicate], objects[0]);
    }
}

void lifted_values_init(lifted_values *values, lifted_search *search)
{
    const uint32_t predicates = search->problem->source->predicate_count;
    hddl_pool *pool = &search->engine.pool;
    *values = (lifted_values){.words = search->problem->source->object_count / 64 + 1};
    values->facts = hddl_pool_zeroed(pool, predicates, sizeof *values->facts);
    values->absent = hddl_pool_zeroed(pool, predicates, sizeof *values->absent);
    values->row = hddl_pool_zeroed(pool, values->words, sizeof *values->row);
    for (uint32_t i = 0; i < predicates; i++) {
        const uint32_t arity = search->relations[i].arity;
        values->facts[i] = hddl_pool_zeroed(pool, arity * values->words, sizeof **values->facts);
        values->absent[i] = hddl_pool_zeroed(pool, values->words, sizeof **values->absent);
        begin(values, search, i);
    }
}

void lifted_values_find(lifted_values *values, const lifted_search *search, const bool *actions)
{
    const normal_problem *problem = search->problem;
    for (uint32_t i = 0; i < problem->source->predicate_count; i++)
        if (!search->relations[i].is_static)
            begin(values, search, i);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < problem->action_count; i++)
            for (uint32_t k = 0; actions[i] && k < problem->actions[i].effect_count; k++)
                again |= add_effect(values, &problem->actions[i], &problem->actions[i].effects[k]);
    }
}
