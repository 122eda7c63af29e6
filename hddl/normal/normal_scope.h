/*
 * The variables that one schema's formulas are simplified over. A scope numbers every variable that it meets,
 * the schema's parameters first. Schemas that are made from it need only some of them, and number those again
 * (normal_renumber.h).
 */
#pragma once

#include "hddl/common/pool.h"
#include "hddl/normal/normal_static_facts.h"
#include "hddl/read/hddl_problem.h"

typedef struct normal_scope {
    hddl_pool *pool;
    const normal_static_facts *facts;
    const hddl_schema *schema;
    hddl_term *values; /* of each of the schema's variables: its number in this scope, or the object that replaces it */
    hddl_numbers types;      /* of each variable of this scope */
    hddl_numbers quantified; /* of each: whether a quantifier binds it that stays in the formula */
    bool in_forall;          /* an `exists` here is not a variable of the schema: its value depends on the `forall`'s */
} normal_scope;

/* A scope with the schema's parameters. `pool`, `facts` and `schema` must outlive it. */
void normal_scope_open(normal_scope *scope, hddl_pool *pool, const normal_static_facts *facts,
                       const hddl_schema *schema);

/* Adds scope variables for the schema's variables [first, first + count). Returns the number of the first. */
uint32_t normal_scope_add(normal_scope *scope, uint32_t first, uint32_t count, bool quantified);

/* A term of the schema in the scope's numbering. */
static inline hddl_term normal_scope_value(const normal_scope *scope, hddl_term term)
{
    return hddl_is_object(term) ? term : scope->values[term];
}
