/*
 * The ground problem: the facts, actions, tasks and methods that can be reached from the initial state and
 * the initial task, without variables. Grounding is delete-relaxed reachability on demand, from the root down
 * and in the order of the subtasks (ground_reach.h), so that only what some pending task asks for is made.
 * What cannot be part of a complete decomposition is dropped again.
 *
 * A residual formula (normal.h) is expanded for the objects at hand. Where it is a disjunction of facts that
 * change, the action or method becomes several.
 */
#pragma once

#include "hddl/common/budget.h"
#include "hddl/common/outcome.h"
#include "hddl/ground/ground_lists.h"
#include "hddl/normal/normal.h"

/*
 * Methods are split into fragments before they are grounded (ground_split_methods.h). The first fragment of a
 * method replaces it; the others are methods of new tasks. Searches see no difference; ground_plan_builder.h
 * puts them together again.
 */
typedef struct ground_fragment {
    uint32_t original; /* a method of the problem before the split */
    bool first;
    const uint32_t *variable_of; /* of each of the fragment's variables: the original's; NULL: the same */
} ground_fragment;

typedef struct ground_problem {
    hddl_pool pool;                   /* of all that it points to */
    const normal_problem *original;   /* as it was given */
    const normal_problem *source;     /* the same with fragments for methods */
    const ground_fragment *fragments; /* of each of source's methods */

    /* Facts. Those that no action changes are left out. */
    uint32_t fact_count;
    const uint32_t *initial; /* facts that hold in the initial state, ascending */
    uint32_t initial_count;

    /* Actions. Lists of facts are ascending. */
    uint32_t action_count;
    ground_literals needs;                 /* preconditions */
    ground_literals effects;               /* what is added, what is deleted; no fact is both */
    const uint32_t *action_schema;         /* an index into source's actions */
    const uint32_t *const *action_objects; /* of all of the schema's variables */

    /* Conditional effects. */
    uint32_t conditional_count;
    const uint32_t *conditional_action; /* of each effect: its action; ascending */
    const uint32_t *conditional_begin;  /* of each action: its first effect; one more than there are actions */
    ground_literals when, when_effects;

    /* Compound tasks. */
    uint32_t task_count;
    ground_lists task_methods; /* in the order of source's methods, then in that of being found */
    uint32_t root;

    /* Methods. */
    uint32_t method_count;
    ground_literals method_needs;
    ground_lists subtasks; /* in order: below action_count an action, else action_count + a task */
    const uint32_t *method_task;
    const uint32_t *method_schema;
    const uint32_t *const *method_objects;
} ground_problem;

/*
 * HDDL_PLAN_FOUND: `*ground` is made; ground_free() gives it back. Otherwise it is NULL, and HDDL_NO_PLAN:
 * already the relaxed problem has no plan; HDDL_OUT_OF_TIME, HDDL_OUT_OF_MEMORY: it takes too long or too
 * much; HDDL_GAVE_UP: a condition has too many disjuncts, or a predicate or schema too many parameters.
 * `problem` and `budget` must outlive it.
 */
hddl_outcome ground_make(const normal_problem *problem, hddl_budget *budget, ground_problem **ground);

/* NULL is allowed. */
void ground_free(ground_problem *ground);
