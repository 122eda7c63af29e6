/* The facts of static predicates; see normal_static_facts.h. */
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

void normal_static_facts_make(normal_static_facts *facts, hddl_pool *pool, const hddl_problem *problem)
{
    *facts = (normal_static_facts){.problem = problem};
    for (uint32_t i = 0; i < problem->fact_count; i++) {
        const hddl_atom *fact = &problem->facts[i];
        if (!problem->predicates[fact->predicate].is_static)
            continue;
        hddl_hash_index_reserve(pool, &facts->index);
        hddl_hash_index_add(&facts->index, hash_of(fact->predicate, fact->terms, arity_of(problem, fact->predicate)),
                            i);
    }
}

bool normal_static_facts_have(const normal_static_facts *facts, uint32_t predicate, const hddl_term *objects)
{
    const uint32_t arity = arity_of(facts->problem, predicate);
    if (facts->index.size == 0)
        return false;
    const hddl_hash_slot *slot = hddl_hash_index_first(&facts->index, hash_of(predicate, objects, arity));
    for (; slot->item != HDDL_NONE; slot = hddl_hash_index_next(&facts->index, slot)) {
        const hddl_atom *fact = &facts->problem->facts[slot->item];
        if (fact->predicate == predicate && (arity == 0 || memcmp(fact->terms, objects, arity * sizeof *objects) == 0))
            return true;
    }
    return false;
}
