/*
 * The problem as all searches see it: schemas with conjunctions of literals. Made from hddl_problem by normal.c:
 *
 *   - negations stand at the literals; implications are disjunctions; `exists` has become further variables of its schema;
 *     `forall` over few objects has become the conjunction of its instances, literals of static predicates decided where
 *     they can be; a disjunction has become several schemas, where they stay few. Whatever is left is a `rest`.
 *   - the initial network is the one method of a task of its own, the last task: its variables are the :htn parameters, its
 *     conditions the constraints. The goal is the condition of an action of its own, the last action, without parameters, that is the
 *     last subtask of that method (always there, if only with an empty condition). So a search begins with one task, ends when no
 *     task is left, and sees the goal as something that a pending task needs.
 *   - several schemas may stem from one of hddl_problem's (`origin`); the first `parameter_count` variables are its parameters.
 */
#ifndef HTN_SOLVE_NORMAL_H
#define HTN_SOLVE_NORMAL_H

#include "base/arena.h"
#include "hddl/read/hddl.h"

/* A variable of the schema (>= 0) or ~object, as hddl_term. */
typedef hddl_term normal_term;

/* A literal. Predicates are hddl_problem's, or NORMAL_EQUAL, of two terms. A closed world: what is not a fact is false. */
#define NORMAL_EQUAL UINT32_MAX

typedef struct normal_literal {
    uint32_t predicate;
    bool positive;
    uint32_t term_count;
    const normal_term *terms;
} normal_literal;

typedef struct normal_condition {
    const normal_literal *literals;
    uint32_t count;
    const hddl_formula *const
        *rest; /* what is no literal: each must hold, too. Over the schema's variables and its own */
    uint32_t rest_count;
} normal_condition;

typedef struct normal_effect {
    bool adds;
    uint32_t predicate;
    uint32_t term_count;
    const normal_term *terms;
    const normal_condition *when; /* NULL: always */
    uint32_t first, count;        /* for all values of these variables, which stand behind all others of the schema */
} normal_effect;

/* What actions and methods have in common. */
typedef struct normal_schema {
    uint32_t origin; /* index into hddl_problem's actions or methods; HDDL_NONE: the goal's, the initial network's */
    const uint32_t *types;    /* of each variable: an index into hddl_problem's types */
    uint32_t variable_count;  /* parameters, then variables that stood under `exists` */
    uint32_t parameter_count; /* the first of them: the origin's parameters */
    uint32_t
        slot_count; /* with the variables of effects' and rests' quantifiers, which stand behind those; `types` has all */
    normal_condition condition;
} normal_schema;

typedef struct normal_action {
    normal_schema schema;
    uint32_t name;                /* the same for all that stem from one action: what subtasks name */
    const normal_effect *effects; /* deletes before adds */
    uint32_t effect_count;
} normal_action;

typedef struct normal_subtask {
    bool primitive;
    uint32_t index; /* a primitive: the `name` of actions (an index into action_names); else a task */
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

/* The actions of a name, or the methods of a task: neighbours in normal_problem's list of all. */
typedef struct normal_range {
    uint32_t first, count;
} normal_range;

typedef struct normal_problem {
    const hddl_problem *source;
    const normal_action *actions;
    uint32_t action_count;
    const normal_range
        *action_names; /* hddl_problem's action_count + 1: the goal's is the last; actions of a name are neighbours */
    uint32_t action_name_count;
    const normal_method *methods;
    uint32_t method_count;
    const normal_range *
        tasks; /* the methods of each of hddl_problem's tasks, then of the root; those of a task are neighbours, in the order written */
    uint32_t task_count;
    const uint32_t *const *task_types; /* of each task's parameters */
    const uint32_t *task_arity;
    uint32_t root; /* the last task */
} normal_problem;

/* In `arena`, where memory that runs out jumps to its `failed`. */
const normal_problem *normal_make(base_arena *arena, const hddl_problem *problem);

static inline uint32_t normal_value(normal_term term, const uint32_t *values)
{
    return hddl_is_object(term) ? hddl_object_of(term) : values[term];
}

/*
 * Whether a `rest` of the schema's condition, or of a `when` of its effects, holds: every variable that it does not bind itself is
 * bound in `values`, which has slot_count places; those of its quantifiers are overwritten. `holds` says whether a fact does:
 * term i's object is normal_value(terms[i], values).
 */
typedef bool normal_holds(void *user, uint32_t predicate, const normal_term *terms, const uint32_t *values);
bool normal_rest_holds(const hddl_problem *problem, const normal_schema *schema, const hddl_formula *rest,
                       uint32_t *values, normal_holds *holds, void *user);

#endif
