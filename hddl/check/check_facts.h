/*
 * The state: every fact that ever was or will be has a number, and holds or does not. So undoing and indexing cost nothing: a list of
 * the facts with an object at a place never loses a member, and those that do not hold are passed over. A closed world.
 * Neighbours: verify_formula.c asks, verify_run.c changes it.
 */
#ifndef HTN_VERIFY_FACTS_H
#define HTN_VERIFY_FACTS_H

#include "hddl/read/hddl.h"
#include "hddl/check/check_table.h"

typedef struct verify_fact {
    uint32_t predicate;
    uint32_t first; /* of its objects among all */
    uint32_t next;  /* of its predicate; VERIFY_NONE: the last */
    bool holds;
} verify_fact;

/* Facts that have an object at a place; or all of a predicate. */
typedef struct verify_list {
    uint32_t predicate, place, object; /* what it is of */
    uint32_t head, count;
} verify_list;

typedef struct verify_facts {
    const hddl_problem *problem;
    verify_fact *items;
    size_t count, capacity;
    uint32_t *objects; /* of all facts, one behind the other */
    uint32_t *nexts;   /* for each of those: the next fact with the same object at the same place */
    size_t object_count, object_capacity, next_capacity;
    verify_list *lists; /* the predicates' first, then those of places */
    size_t list_count, list_capacity;
    verify_table by_content, by_place;
} verify_facts;

void verify_facts_init(verify_facts *facts, const hddl_problem *problem); /* with the problem's initial state */
void verify_facts_free(verify_facts *facts);

/* The number of a fact; VERIFY_NONE: it never held. */
uint32_t verify_facts_find(const verify_facts *facts, uint32_t predicate, const uint32_t *objects);
/* The same, but it gets a number if it has none. */
uint32_t verify_facts_number(verify_facts *facts, uint32_t predicate, const uint32_t *objects);

/* All facts of a predicate, and those with an object at a place. NULL: none. Good until a fact gets a number. */
const verify_list *verify_facts_of(const verify_facts *facts, uint32_t predicate);
const verify_list *verify_facts_with(const verify_facts *facts, uint32_t predicate, uint32_t place, uint32_t object);

/* Behind `fact` in the list. */
uint32_t verify_facts_next(const verify_facts *facts, const verify_list *list, uint32_t fact);

#endif
