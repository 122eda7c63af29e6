/* The facts of static predicates; see normal_static_facts.h. The table is made once, large enough for all. */
#include "hddl/normal/normal_static_facts.h"

#include "hddl/common/hash.h"

#include <string.h>

static uint32_t arity_of(const hddl_problem *problem, uint32_t predicate)
{
    return problem->predicates[predicate].parameters.count;
}

static uint64_t hash_of(uint32_t predicate, const hddl_term *terms, uint32_t count)
{
    uint64_t hash = predicate;
    for (uint32_t i = 0; i < count; i++)
        hash = hddl_hash_more(hash, (uint32_t)terms[i]);
    return hash >> 32;
}

void normal_static_facts_make(normal_static_facts *facts, base_arena *arena, const hddl_problem *problem)
{
    size_t size = 16;
    while (size / 2 < problem->fact_count)
        size *= 2;
    facts->problem = problem;
    hddl_hash_index_open(&facts->index, base_alloc_array(arena, size, sizeof(uint32_t)), size);
    for (uint32_t i = 0; i < problem->fact_count; i++) {
        const hddl_atom *fact = &problem->facts[i];
        if (!problem->predicates[fact->predicate].is_static)
            continue;
        const uint64_t hash = hash_of(fact->predicate, fact->terms, arity_of(problem, fact->predicate));
        size_t slot = hddl_hash_index_first(&facts->index, hash);
        while (facts->index.slots[slot] != HDDL_NONE)
            slot = hddl_hash_index_next(&facts->index, slot);
        hddl_hash_index_place(&facts->index, slot, i);
    }
}

bool normal_static_facts_have(const normal_static_facts *facts, uint32_t predicate, const hddl_term *objects)
{
    const uint32_t arity = arity_of(facts->problem, predicate);
    size_t slot = hddl_hash_index_first(&facts->index, hash_of(predicate, objects, arity));
    for (; facts->index.slots[slot] != HDDL_NONE; slot = hddl_hash_index_next(&facts->index, slot)) {
        const hddl_atom *fact = &facts->problem->facts[facts->index.slots[slot]];
        if (fact->predicate == predicate && (arity == 0 || memcmp(fact->terms, objects, arity * sizeof *objects) == 0))
            return true;
    }
    return false;
}
