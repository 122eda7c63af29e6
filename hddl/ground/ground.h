/*
 * The problem with nothing left to bind: facts, actions, tasks and methods that can be reached from the initial state along
 * the initial task. Made by ground.c: delete-relaxed reachability, on demand from the root down and in the order of the
 * subtasks (what magic sets do for a logic program), so that only what some pending task asks for is ever made. Then what
 * cannot be part of a whole decomposition is dropped again.
 *
 * A condition that is no conjunction (normal_condition's residuals) is worked out for the objects at hand, and becomes several
 * actions or methods where facts that change stand in it in a disjunction.
 *
 * All lists are sorted runs in shared arrays: item i's is [begin[i], begin[i + 1]). Facts that no action changes are not there.
 */
#ifndef HTN_SOLVE_GROUND_H
#define HTN_SOLVE_GROUND_H

#include "hddl/common/budget.h"
#include "hddl/common/outcome.h"
#include "hddl/common/plan.h"
#include "hddl/normal/normal.h"

typedef struct ground_list {
    uint32_t *begin; /* one more than there are items */
    uint32_t *items;
} ground_list;

/*
 * Methods are cut into pieces before they are grounded (ground_split.c): the first piece of a method stands for it, others are
 * methods of tasks that are nobody's but the grounder's. Searches see no difference; ground_tell() does.
 */
typedef struct ground_piece {
    uint32_t whole; /* a method of the problem that was given */
    bool first;
    const uint32_t *variable_of; /* of each of the piece's variables: the whole one's; NULL: the same */
} ground_piece;

typedef struct ground_problem {
    const normal_problem *source; /* with pieces for methods */
    const normal_problem *whole;  /* as it was given */
    const ground_piece *pieces;   /* of each of source's methods */
    uint32_t fact_count;
    const uint32_t *fact_predicate;
    const uint32_t *const *fact_objects;
    const uint32_t *initial; /* facts that hold at first, ascending */
    uint32_t initial_count;

    uint32_t action_count;
    ground_list needs, needs_not;          /* facts of an action's precondition */
    ground_list deletes, adds;             /* deletes without what is added, too. Deletes count before adds */
    const uint32_t *action_schema;         /* normal_problem's actions */
    const uint32_t *const *action_objects; /* all of the schema's variables */

    /* Conditional effects: effect e of action conditional_action[e] (ascending). */
    uint32_t conditional_count;
    const uint32_t *conditional_action;
    ground_list when, when_not, when_adds, when_deletes;

    uint32_t task_count;     /* compound ones */
    const uint32_t *task_of; /* normal_problem's task */
    const uint32_t *const *task_objects;
    ground_list task_methods; /* in the order of normal_problem's methods, then that of finding */
    uint32_t root;

    uint32_t method_count;
    ground_list method_needs, method_needs_not;
    ground_list subtasks; /* in order: below action_count an action, else action_count + a task */
    const uint32_t *method_task;
    const uint32_t *method_schema;
    const uint32_t *const *method_objects;
} ground_problem;

/*
 * HDDL_PLAN_FOUND: `*ground` is made, ground_free() takes it back. HDDL_NO_PLAN: the relaxed problem has no plan already. HDDL_OUT_OF_TIME
 * and HDDL_OUT_OF_MEMORY: it takes too long, or too much; HDDL_GAVE_UP: a condition has too many alternatives.
 */
hddl_outcome ground_make(const normal_problem *problem, hddl_budget *budget, ground_problem **ground);
void ground_free(ground_problem *ground);

/* A plan as it is told: choices in preorder, each an action or a method. Zeroed but for the first two. */
typedef struct ground_teller {
    const ground_problem *problem;
    hddl_plan *plan;
    struct ground_frame *frames; /* methods that are being carried out */
    size_t count, capacity;
} ground_teller;

/* The next choice. False: no memory. */
bool ground_tell(ground_teller *teller, bool primitive, uint32_t index);
void ground_teller_free(ground_teller *teller);

#endif
