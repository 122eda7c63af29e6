/*
 * Rules of the grounder, and the joins that find what follows from them. A rule's body is a list of literals over variables;
 * what stands in its head is its owner's business (ground_reach.c). For each literal that a new tuple can stand for there is a
 * plan: the order in which the other literals are asked, each by an index over what is bound by then, cheapest first.
 */
#ifndef HTN_SOLVE_GROUND_JOIN_H
#define HTN_SOLVE_GROUND_JOIN_H

#include "hddl/ground/ground_relation.h"
#include "hddl/normal/normal.h"

typedef enum ground_literal_kind {
    GROUND_IN,        /* the tuple is in the relation */
    GROUND_NOT,       /* of a static predicate: it is not */
    GROUND_CAN_FALL,  /* of another: it is not at first, or `fallen` has it */
    GROUND_SAME,      /* two terms */
    GROUND_DIFFERENT, /* two terms */
} ground_literal_kind;

typedef struct ground_literal {
    ground_literal_kind kind;
    ground_relation *relation;
    ground_relation *fallen;
    uint32_t term_count;
    const normal_term *terms;
} ground_literal;

typedef enum ground_step_kind { STEP_LITERAL, STEP_FULL, STEP_OBJECTS, STEP_BIND } ground_step_kind;

/* One thing to do of a join. Those that enumerate are GROUND_IN and STEP_OBJECTS. */
typedef struct ground_step {
    ground_step_kind kind;
    const ground_literal *literal;
    ground_index *index; /* STEP_LITERAL of GROUND_IN: NULL: all tuples */
    uint64_t
        bound; /* columns of the literal that are bound before; of the others, the first of each variable binds it */
    uint64_t binds;
    uint32_t variable; /* STEP_OBJECTS, STEP_BIND */
    normal_term term;  /* STEP_BIND */
} ground_step;

typedef struct ground_plan {
    ground_step *steps;
    uint32_t count;
    uint32_t again;          /* the last step that binds a variable that matters: what is found goes on from there */
    uint32_t fired, planned; /* planned again, with what relations have grown to, as it fires more often */
} ground_plan;

typedef struct ground_rule {
    ground_literal *literals;
    uint32_t literal_count;
    const uint32_t *types; /* of each variable */
    uint32_t variable_count;
    const bool *wanted;  /* variables that have to have a value in the end, if need be any of their type */
    const bool *matters; /* of these variables one solution for each combination is enough; NULL: of all */
    ground_plan *plans;  /* for each literal */
} ground_rule;

/* What joins need of the whole problem. */
typedef struct ground_joins {
    hddl_pool *pool;
    const hddl_problem *source;
    uint64_t **of_type; /* bitmaps, made when asked */
    uint32_t *values;   /* of the rule that is being joined: room for any rule's variables */
    bool *bound;        /* the same, while a plan is made */
    uint32_t *row;      /* room for one tuple */
    uint32_t *cursors;  /* room for one per step */
    size_t cursor_count;
} ground_joins;

/* Called for each solution, with all that is bound in joins->values. */
typedef void ground_found(void *user, const ground_rule *rule);

void ground_joins_init(ground_joins *joins, hddl_pool *pool, const hddl_problem *source, uint32_t variables_most);
bool ground_is_of(ground_joins *joins, uint32_t object, uint32_t type);

static inline uint32_t ground_value(const ground_joins *joins, normal_term term)
{
    return hddl_is_object(term) ? hddl_object_of(term) : joins->values[term];
}

/* All solutions in which the tuple stands for the literal. The rule's literals must not change any more. */
void ground_join(ground_joins *joins, ground_rule *rule, uint32_t literal, uint32_t tuple, ground_found *found,
                 void *user);

#endif
