/*
 * Rules of the grounder, and the joins that find what follows from them. A rule's body is a list of literals
 * over variables; what its head is, the rule's owner knows (ground_rules.h). For each literal that a new
 * tuple can match there is a join order (ground_join_order.h): in which order the other literals are looked
 * up.
 */
#pragma once

#include "hddl/ground/ground_relation.h"
#include "hddl/normal/normal.h"

typedef enum ground_literal_kind {
    GROUND_IN,           /* the tuple is in the relation */
    GROUND_NOT_IN,       /* of a static predicate: it is not */
    GROUND_CAN_BE_FALSE, /* of another predicate: it is no fact of the initial state, or `deleted` has it */
    GROUND_EQUAL,        /* two terms are the same object */
    GROUND_DIFFERENT     /* two terms are different objects */
} ground_literal_kind;

typedef struct ground_literal {
    ground_literal_kind kind;
    ground_relation *relation;
    ground_relation *deleted;
    uint32_t term_count;
    const normal_term *terms;
} ground_literal;

typedef enum ground_step_kind {
    GROUND_STEP_SCAN,    /* enumerates the tuples that match a GROUND_IN literal */
    GROUND_STEP_CHECK,   /* looks up a literal whose terms are all bound */
    GROUND_STEP_OBJECTS, /* binds a variable to each object of its type */
    GROUND_STEP_BIND     /* binds a variable to the value of a term */
} ground_step_kind;

/* One step of a join. */
typedef struct ground_step {
    ground_step_kind kind;
    const ground_literal *literal; /* of a scan or a check */
    ground_index *index;           /* of a scan; NULL: all tuples are enumerated */
    uint64_t bound;                /* columns of the literal whose terms are bound before the step */
    uint64_t binds;    /* columns that bind their variable: the first one of each variable that is not bound */
    uint32_t variable; /* GROUND_STEP_OBJECTS, GROUND_STEP_BIND */
    normal_term term;  /* GROUND_STEP_BIND */
} ground_step;

typedef struct ground_join_order {
    ground_step *steps;
    uint32_t count;
    uint32_t resume; /* the last step that binds a distinguished variable: after a solution the join goes on there */
    uint32_t uses, reorder_at; /* made again, by what relations have grown to, when `uses` reaches `reorder_at` */
} ground_join_order;

typedef struct ground_rule {
    ground_literal *literals;
    uint32_t literal_count;
    const uint32_t *types; /* of each variable */
    uint32_t variable_count;
    const bool
        *must_bind; /* of each variable: it needs a value in every solution, any of its type if nothing binds it */
    /*
     * Of each variable: whether solutions that differ in its value are different. The others are existential:
     * one solution for each combination of the distinguished ones is enough. NULL: all are distinguished.
     */
    const bool *distinguished;
    ground_join_order *orders; /* for each literal */
} ground_rule;

/* What all joins share. */
typedef struct ground_joins {
    hddl_pool *pool;
    const hddl_problem *source;
    uint32_t *values;  /* of the variables of the rule that is being joined: room for any rule's */
    bool *bound;       /* the same while a join order is made */
    uint32_t *row;     /* room for one tuple */
    uint32_t *cursors; /* where each step is: room for any rule's steps */
} ground_joins;

/* Called for each solution, whose values are joins->values. It must not reveal tuples. */
typedef void ground_solution(void *user, const ground_rule *rule);

/* `variables_most`: no rule has more variables. */
void ground_joins_init(ground_joins *joins, hddl_pool *pool, const hddl_problem *source, uint32_t variables_most);

static inline uint32_t ground_value(const ground_joins *joins, normal_term term)
{
    return normal_value(term, joins->values);
}

/*
 * Finds all solutions in which this tuple matches this literal of the rule. The rule's literals must not
 * change any more.
 */
void ground_join(ground_joins *joins, ground_rule *rule, uint32_t literal, uint32_t tuple, ground_solution *found,
                 void *user);
