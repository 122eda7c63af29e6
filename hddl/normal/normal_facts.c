/*
 * Which facts of static predicates hold at first, and so always: what normal_formula.c decides literals by.
 */
#include "hddl/normal/normal_inside.h"

#include <string.h>

static uint32_t hash_of(uint32_t predicate, const normal_term *terms, uint32_t count)
{
    uint32_t hash = predicate * 0x9E3779B1u + 1;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ (uint32_t)terms[i]) * 0x85EBCA6Bu;
        hash ^= hash >> 15;
    }
    return hash;
}

static uint32_t arity_of(const hddl_problem *problem, uint32_t predicate)
{
    return problem->predicates[predicate].parameters.count;
}

void normal_facts_make(normal_facts *facts, base_arena *arena, const hddl_problem *problem)
{
    uint32_t size = 16;
    while (size / 2 < problem->fact_count)
        size *= 2;
    facts->problem = problem;
    facts->slots = base_alloc_array(arena, size, sizeof *facts->slots);
    facts->mask = size - 1;
    for (uint32_t i = 0; i < problem->fact_count; i++) {
        const hddl_atom *fact = &problem->facts[i];
        if (!problem->predicates[fact->predicate].is_static)
            continue;
        uint32_t at = hash_of(fact->predicate, fact->terms, arity_of(problem, fact->predicate)) & facts->mask;
        while (facts->slots[at] != 0)
            at = (at + 1) & facts->mask;
        facts->slots[at] = i + 1;
    }
}

bool normal_facts_have(const normal_facts *facts, uint32_t predicate, const normal_term *objects)
{
    uint32_t arity = arity_of(facts->problem, predicate);
    for (uint32_t at = hash_of(predicate, objects, arity) & facts->mask; facts->slots[at] != 0;
         at = (at + 1) & facts->mask) {
        const hddl_atom *fact = &facts->problem->facts[facts->slots[at] - 1];
        if (fact->predicate == predicate && (arity == 0 || memcmp(fact->terms, objects, arity * sizeof *objects) == 0))
            return true;
    }
    return false;
}
