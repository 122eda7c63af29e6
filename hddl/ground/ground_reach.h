/*
 * Reachability when nothing ever becomes false: the least set of demands, facts, actions and decompositions
 * such that
 *
 *   - a task that is demanded, with the conditions of one of its methods, demands the method's first subtask;
 *   - a subtask that can be done demands the next one; where the last one can be done, the task can be done;
 *   - an action that is demanded, with its preconditions, can be done, and its effects are facts.
 *
 * A demand leaves open what nothing has bound yet: there is one relation of demands for each set of bound
 * arguments (an adornment). This is a Datalog program, evaluated semi-naively after a magic-set
 * transformation: Bancilhon, Maier, Sagiv and Ullman, "Magic Sets and Other Strange Ways to Implement Logic
 * Programs", PODS 1986. For HTN planning: Behnke, Höller, Schmid, Bercher and Biundo, "On Succinct Groundings
 * of HTN Planning Problems", AAAI 2020.
 *
 * Residual formulas (normal.h) are not looked at, so more may be reached here than can be.
 */
#pragma once

#include "hddl/ground/ground_join.h"

/* Demands for one target with one set of bound arguments. */
typedef struct ground_demand {
    struct ground_target *target;
    uint64_t mask; /* the arguments that are bound: the relation has these alone */
    ground_relation *relation;
    struct ground_demand *sibling; /* another demand for the target */
} ground_demand;

/* What a subtask asks for: a task, or a name of actions. */
typedef struct ground_target {
    bool primitive;
    uint32_t index, arity;
    ground_demand *demands;
    ground_relation *done; /* the arguments that it can be done with */
} ground_target;

/* The instances of one method or action. */
typedef struct ground_schema_instances {
    const normal_schema *schema;
    uint32_t *columns;   /* of each column of `found`: its variable. Distinguished ones first, then existential ones */
    uint32_t *column_of; /* of each variable: its column */
    bool *distinguished; /* of each variable */
    uint32_t *value_of;  /* of a variable that occurs nowhere: an object for it. HDDL_NONE: the variable occurs */
    bool impossible;     /* a variable's type has no objects */
    ground_relation *found; /* all of the schema's variables */
    /*
     * Of an action's effects that have conditions or variables: the key columns of the action's instance,
     * then the effect's variables. NULL: the effect has neither.
     */
    ground_relation **effects;
} ground_schema_instances;

typedef struct ground_reach {
    hddl_pool *pool;
    const normal_problem *problem;
    ground_joins joins;
    ground_relation **facts; /* of each predicate: the initial state's (`initial` of them), then those that are added */
    ground_relation **deleted; /* of each predicate: the initial state's that some action deletes; NULL: it is static */
    ground_target *tasks, *names;
    ground_schema_instances *methods, *actions;
    uint32_t *row; /* room for a tuple */
    struct ground_reach_rule **rules;
    size_t rule_count;
    ground_relation *first_queued, *last_queued;
} ground_reach;

/* The objects of terms, in the room for a tuple. */
static inline const uint32_t *ground_row(ground_reach *reach, const normal_term *terms, uint32_t count,
                                         const uint32_t *values)
{
    for (uint32_t i = 0; i < count; i++)
        reach->row[i] = normal_value(terms[i], values);
    return reach->row;
}

/* Sets up the facts of the initial state. */
void ground_reach_begin(ground_reach *reach, hddl_pool *pool, const normal_problem *problem);

/*
 * Finds all that can be reached, for the problem with these methods. False: the root cannot be done, so there
 * is no plan.
 */
bool ground_reach_make(ground_reach *reach, const normal_problem *problem);
