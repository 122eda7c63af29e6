/*
 * The normal form of a problem, which all searches take: schemas whose conditions are conjunctions of
 * literals.
 *
 *   - Negations are part of the literals, implications are disjunctions. An `exists` has become further variables of
 *     its schema, and a `forall` over few objects the conjunction of its instances, in which literals of static
 *     predicates are decided. A disjunction has become several schemas, if these are few. What is left is a residual
 *     formula.
 *   - The initial network is the only method of a task of its own, the root, which is the last task. Its variables are
 *     the :htn parameters, its conditions the constraints.
 *   - The goal is the condition of an action of its own, the last one, without parameters. It is the last subtask of
 *     the root's method, even if its condition is empty. So a search begins with one task, ends when no task is
 *     pending, and sees the goal as something that a pending task needs.
 *   - Several schemas may come from one action or method of the problem (`origin`). Their first `parameter_count`
 *     variables are its parameters.
 */
#pragma once

#include "hddl/common/pool.h"
#include "hddl/read/hddl_problem.h"

/* As hddl_term: a variable of the schema (>= 0), or ~object. */
typedef hddl_term normal_term;

/* The predicate of an equation between two terms. */
#define NORMAL_EQUAL UINT32_MAX

/* Worlds are closed: what is not a fact is false. */
typedef struct normal_literal {
    uint32_t predicate; /* one of hddl_problem's, or NORMAL_EQUAL */
    bool positive;
    uint32_t term_count;
    const normal_term *terms;
} normal_literal;

/* A conjunction. */
typedef struct normal_condition {
    const normal_literal *literals;
    uint32_t count;
    /* Formulas that are no literals. Their variables are the schema's, and those that their own quantifiers bind. */
    const hddl_formula *const *residuals;
    uint32_t residual_count;
} normal_condition;

typedef struct normal_effect {
    bool adds; /* else it deletes */
    uint32_t predicate;
    uint32_t term_count;
    const normal_term *terms;
    const normal_condition *when; /* NULL: always */
    /*
     * It happens for all values of the variables [first, first + count), which come behind all others of the
     * schema.
     */
    uint32_t first, count;
} normal_effect;

/* What actions and methods have in common. */
typedef struct normal_schema {
    /* An index into hddl_problem's actions or methods; HDDL_NONE: made from the goal or from the initial network. */
    uint32_t origin;
    const uint32_t *types;    /* of each of the slot_count variables: an index into hddl_problem's types */
    uint32_t parameter_count; /* the origin's parameters: the first variables */
    uint32_t variable_count;  /* with the variables that were under `exists` */
    uint32_t slot_count;      /* with the variables of effects and of quantifiers in residual formulas */
    normal_condition condition;
} normal_schema;

typedef struct normal_action {
    normal_schema schema;
    uint32_t name;                /* what subtasks refer to: the same for all schemas that come from one action */
    const normal_effect *effects; /* deletes before adds */
    uint32_t effect_count;
} normal_action;

typedef struct normal_subtask {
    bool primitive;
    uint32_t index; /* of a primitive one the `name` of actions, an index into action_names; else a task */
    uint32_t term_count;
    const normal_term *terms;
} normal_subtask;

typedef struct normal_method {
    normal_schema schema;
    uint32_t task;
    const normal_term *head; /* one for each of the task's parameters */
    const normal_subtask *subtasks;
    uint32_t subtask_count;
} normal_method;

/* A run of actions or methods: [first, first + count). */
typedef struct normal_range {
    uint32_t first, count;
} normal_range;

typedef struct normal_problem {
    const hddl_problem *source;
    const normal_action *actions;
    uint32_t action_count;
    const normal_range *action_names; /* the actions of each name; the last name is the goal's */
    uint32_t action_name_count;       /* hddl_problem's action_count + 1 */
    const normal_method *methods;
    uint32_t method_count;
    const normal_range *tasks;         /* the methods of each task, in the order written */
    uint32_t task_count;               /* hddl_problem's task_count + 1 */
    const uint32_t *const *task_types; /* of each task: the types of its parameters */
    const uint32_t *task_arity;        /* of each task: how many parameters it has */
    uint32_t root;                     /* the last task */
} normal_problem;

/* Makes the normal form in `pool`. `problem` must outlive it. */
const normal_problem *normal_make(hddl_pool *pool, const hddl_problem *problem);

/* The largest slot_count of all schemas; 1 at least. */
uint32_t normal_slots_most(const normal_problem *problem);

/* The object of a term, where variables have these values. */
static inline uint32_t normal_value(normal_term term, const uint32_t *values)
{
    return hddl_is_object(term) ? hddl_object_of(term) : values[term];
}
