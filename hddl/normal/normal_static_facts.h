/*
 * The facts of static predicates, which hold in every state or in none: a lookup table over the problem's
 * initial facts.
 */
#pragma once

#include "hddl/common/pool.h"
#include "hddl/common/hash_index.h"
#include "hddl/read/hddl_problem.h"

typedef struct normal_static_facts {
    const hddl_problem *problem;
    hddl_hash_index index; /* of the problem's facts, those of static predicates only */
} normal_static_facts;

void normal_static_facts_make(normal_static_facts *facts, hddl_pool *pool, const hddl_problem *problem);

/* Whether a static predicate holds of these terms, all of them objects. */
bool normal_static_facts_have(const normal_static_facts *facts, uint32_t predicate, const hddl_term *objects);
