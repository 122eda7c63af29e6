/*
 * What can be reached when nothing ever becomes false: the least set of demands, facts, actions and decompositions such that
 *
 *     a task that is demanded, with the conditions of one of its methods, demands the method's first subtask;
 *     a subtask that is done demands the one behind it; the last one's being done does the task;
 *     an action that is demanded, with its preconditions, is done, and its effects are facts.
 *
 * A demand leaves open what nobody has bound yet: there is one relation of demands for each set of arguments that is bound
 * (an adornment). This is a Datalog program evaluated semi-naively after a magic-set transformation:
 * Bancilhon, Maier, Sagiv and Ullman, "Magic Sets and Other Strange Ways to Implement Logic Programs", PODS 1986; for HTN:
 * Behnke, Höller, Schmid, Bercher and Biundo, "On Succinct Groundings of HTN Planning Problems", AAAI 2020.
 *
 * Not looked at here, so more is reached than can be: a condition's residuals (normal.h).
 */
#ifndef HTN_SOLVE_GROUND_REACH_H
#define HTN_SOLVE_GROUND_REACH_H

#include "hddl/ground/ground_join.h"

typedef struct ground_demand {
    struct ground_target *target;
    uint64_t mask; /* arguments that are bound; the relation has these alone */
    ground_relation *relation;
    struct ground_demand *other;
} ground_demand;

/* A task, or an action's name: what a subtask asks for. */
typedef struct ground_target {
    bool primitive;
    uint32_t index, arity;
    ground_demand *demands;
    ground_relation *done; /* all arguments */
} ground_target;

/* The instances of a method or an action. */
typedef struct ground_instances {
    const normal_schema *schema;
    uint32_t
        *columns; /* which variable each column of `found` is: those that matter, then those that are but witnesses */
    uint32_t *column_of;    /* the reverse */
    bool *matters;          /* of each variable */
    uint32_t *value_of;     /* of a variable that occurs nowhere: an object for it; GROUND_NONE: it does occur */
    bool impossible;        /* such a variable has a type without objects */
    ground_relation *found; /* all of the schema's variables */
    ground_relation *
        *effects; /* of an action, for each effect with conditions or variables: the instance's key columns, then the
                                  effect's variables; NULL: it has none of both */
} ground_instances;

typedef struct ground_reach {
    hddl_pool *pool;
    const normal_problem *problem;
    ground_joins joins;
    ground_relation **facts;  /* of each predicate: those at first (`initial` of them), then what is added */
    ground_relation **fallen; /* those at first that something deletes; NULL: the predicate is static */
    ground_target *tasks, *names;
    ground_instances *methods, *actions;
    uint32_t *row; /* room for a tuple */
    struct ground_reach_rule **rules;
    size_t rule_count, rule_capacity;
    ground_relation *first_queued, *last_queued;
} ground_reach;

/* The facts at first. */
void ground_reach_begin(ground_reach *reach, hddl_pool *pool, const normal_problem *problem);

/* All the residuals, for the problem with these methods. False: the root cannot be done: there is no plan. */
bool ground_reach_make(ground_reach *reach, const normal_problem *problem);

#endif
