/*
 * The world state, a closed world. Every fact that ever holds gets a number and keeps it, and a flag says whether it
 * holds now. So the lists of facts never lose a member, and whoever follows them skips facts that do not hold.
 * Conditions are tested with check_conditions.h; check_execution.h changes the state.
 */
#pragma once

#include "hddl/check/check_table.h"

typedef struct check_fact {
    uint32_t predicate;
    uint32_t first; /* its first object, in `objects` */
    uint32_t next;  /* the next of its predicate, or HDDL_NONE */
    bool holds;
} check_fact;

/* A list of facts: all of a predicate, or those with an object at a position. */
typedef struct check_list {
    uint32_t predicate, position, object;
    uint32_t head, count;
} check_list;

typedef struct check_facts {
    const hddl_problem *problem;
    check_fact *items;
    size_t count, capacity;
    uint32_t *objects; /* of all facts, one after the other */
    uint32_t *nexts;   /* for each of these: the next fact with the same object at the same position */
    size_t object_count, object_capacity, next_capacity;
    check_list *lists; /* first those of predicates, then those of positions */
    size_t list_count, list_capacity;
    check_table by_content, by_position;
} check_facts;

void check_facts_init(check_facts *facts, const hddl_problem *problem); /* the initial state of the problem */
void check_facts_free(check_facts *facts);

/* The number of a fact, or HDDL_NONE: it never held. */
uint32_t check_facts_find(const check_facts *facts, uint32_t predicate, const uint32_t *objects);
/* The same, but a fact without a number gets one. */
uint32_t check_facts_number(check_facts *facts, uint32_t predicate, const uint32_t *objects);

/* All facts of a predicate; those with an object at a position (NULL: none). Valid until a fact gets a number. */
const check_list *check_facts_of(const check_facts *facts, uint32_t predicate);
const check_list *check_facts_with_object(const check_facts *facts, uint32_t predicate, uint32_t position,
                                          uint32_t object);

/* The next fact of a list, or HDDL_NONE. */
uint32_t check_facts_next(const check_facts *facts, const check_list *list, uint32_t fact);
