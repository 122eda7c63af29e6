/*
 * A planning problem in HDDL as all later rooms see it: names are replaced by indices, and nothing is simplified away.
 * hddl_read() (hddl.h) makes it. The translation to .htn (hddl/convert), the solver (hddl/normal and on) and the plan
 * checker (hddl/check) start from it and share nothing else.
 *
 * HDDL: Höller et al., "HDDL: An Extension to PDDL for Expressing Hierarchical Planning Problems", AAAI 2020, in the
 * form that the total-order track of the International Planning Competition 2020 uses.
 *
 * Invariant: the problem lies in the arena of the workspace and never changes once it is made. Names are in lower case,
 * because HDDL ignores case. A span says where something is written.
 */
#pragma once

#include "base/source.h"
#include "hddl/common/none.h"

#include <stdbool.h>

/* An argument: a variable of the schema around it (>= 0, an index into its variables), or an object (~index, < 0). */
typedef int32_t hddl_term;

static inline bool hddl_is_object(hddl_term term)
{
    return term < 0;
}

static inline uint32_t hddl_object_of(hddl_term term)
{
    return (uint32_t)~term;
}

/* A type: a declared one, `object` (always type 0, which contains every object), or an `(either a b)`. */
typedef struct hddl_type {
    const char *name;        /* of an either: "(either a b)" */
    const uint32_t *parents; /* of an either: none */
    uint32_t parent_count;
    const uint32_t *members; /* of an either: the types in it; else NULL */
    uint32_t member_count;
    const uint32_t *objects; /* all objects of this type and of its subtypes; ascending */
    uint32_t object_count;
    base_span span;
} hddl_type;

/* A constant of the domain or an object of the problem. Constants come first. */
typedef struct hddl_object {
    const char *name;
    uint32_t type; /* as declared; may be an either */
    base_span span;
} hddl_object;

typedef struct hddl_variable {
    const char *name; /* without the '?' */
    uint32_t type;
    base_span span;
} hddl_variable;

/* A list of variables: the parameters of a schema or a predicate, or the variables of a quantifier. */
typedef struct hddl_variables {
    const hddl_variable *items;
    uint32_t count;
} hddl_variables;

typedef struct hddl_predicate {
    const char *name;
    hddl_variables parameters;
    bool is_static; /* no effect of an action names it */
    base_span span;
} hddl_predicate;

typedef struct hddl_atom {
    uint32_t predicate;
    const hddl_term *terms; /* as many as the predicate has parameters */
    base_span span;
} hddl_atom;

typedef enum hddl_formula_kind {
    HDDL_ATOM,   /* atom */
    HDDL_EQUAL,  /* left, right */
    HDDL_SORT,   /* left is of type `type`: `(sort ?x t)`, which some domains write in constraints */
    HDDL_NOT,    /* parts[0] */
    HDDL_AND,    /* all of parts; none: true. `()` is this */
    HDDL_OR,     /* one of parts; none: false */
    HDDL_IMPLY,  /* parts[0] -> parts[1] */
    HDDL_FORALL, /* for all values of variables [first, first + count): parts[0] */
    HDDL_EXISTS
} hddl_formula_kind;

/*
 * A condition. The variables of its quantifiers follow the parameters in the schema's `variables`. Each quantifier has
 * its own run there: two quantifiers of one schema never share a variable.
 */
typedef struct hddl_formula {
    hddl_formula_kind kind;
    hddl_atom atom;
    hddl_term left, right;
    uint32_t type;
    const struct hddl_formula *const *parts;
    uint32_t part_count;
    uint32_t first, count;
    base_span span;
} hddl_formula;

/* An effect: makes one atom true or false for all values of its own variables for which `when` holds. */
typedef struct hddl_effect {
    bool adds;
    hddl_atom atom;
    const hddl_formula *when; /* NULL: always. Tested in the state before the action */
    uint32_t first, count;    /* the variables of the `forall`s around it; count 0: none */
} hddl_effect;

/* The common part of actions, tasks and methods: the parameters, then the variables of all quantifiers inside. */
typedef struct hddl_schema {
    const char *name;
    hddl_variables variables;
    uint32_t parameter_count;
    base_span span;
} hddl_schema;

/* A number that :init gives a function for some objects. */
typedef struct hddl_number {
    const hddl_term *terms; /* objects, each of its parameter's type */
    int64_t thousandths;
    bool is_precise; /* it has more decimals, which are left out */
    base_span span;
} hddl_number;

typedef struct hddl_function {
    const char *name;
    hddl_variables parameters;
    const hddl_number *numbers; /* of :init, in the order written; no two have the same objects */
    uint32_t number_count;
    bool is_changed; /* an action changes it, so nothing is known of its values */
    base_span span;
} hddl_function;

/* A cost that is looked up: `(increase (total-cost) (f ?x))`. */
typedef struct hddl_cost {
    uint32_t function; /* one that :init sets and no action changes */
    const hddl_term *terms;
    base_span span;
} hddl_cost;

typedef struct hddl_action {
    hddl_schema schema;
    const hddl_formula *precondition; /* NULL: none */
    const hddl_effect *effects;       /* in the order written; deletes count before adds */
    uint32_t effect_count;
    int64_t cost; /* the constants that it adds to total-cost, in thousandths; 1000 if the domain has no :functions */
    const hddl_cost *costs; /* what it adds beside these */
    uint32_t cost_count;
} hddl_action;

/* A compound task. */
typedef struct hddl_task {
    hddl_schema schema;
} hddl_task;

/* A subtask of a task network. */
typedef struct hddl_subtask {
    bool primitive;
    uint32_t index;         /* of an action, or of a task */
    const hddl_term *terms; /* as many as it has parameters */
    const char *label;      /* NULL: none */
    base_span span;
} hddl_subtask;

/*
 * A totally ordered task network. The subtasks are in the order of execution, which may differ from the written order.
 */
typedef struct hddl_network {
    const hddl_subtask *subtasks;
    uint32_t count;
} hddl_network;

typedef struct hddl_method {
    hddl_schema schema;
    uint32_t task;
    const hddl_term *terms;           /* the arguments of its task: variables, which may repeat, and constants */
    const hddl_formula *precondition; /* NULL: none. Tested in the state in which the task is decomposed */
    const hddl_formula *constraints;  /* NULL: none. Equalities, inequalities and sorts only */
    hddl_network network;
} hddl_method;

/* The initial task network. The planner chooses values for its parameters that satisfy the constraints. */
typedef struct hddl_initial {
    hddl_schema schema; /* named "htn" */
    const hddl_formula *constraints;
    hddl_network network;
} hddl_initial;

typedef struct hddl_problem {
    const char *domain_name, *problem_name;
    const hddl_type *types;
    uint32_t type_count;
    const hddl_object *objects;
    uint32_t object_count;
    const hddl_predicate *predicates;
    uint32_t predicate_count;
    const hddl_function *functions;
    uint32_t function_count;
    const hddl_action *actions;
    uint32_t action_count;
    const hddl_task *tasks;
    uint32_t task_count;
    const hddl_method *methods; /* in the order written */
    uint32_t method_count;
    hddl_initial initial;
    const hddl_atom *facts; /* of :init, in the order written, without duplicates; all terms are objects */
    uint32_t fact_count;
    const hddl_formula *goal; /* NULL: none */
    hddl_schema goal_schema;  /* no parameters; only the variables of the goal's quantifiers */
} hddl_problem;

static inline uint32_t hddl_arity(const hddl_problem *problem, uint32_t predicate)
{
    return problem->predicates[predicate].parameters.count;
}

/* The schema of an action, or of a compound task. */
static inline const hddl_schema *hddl_schema_of(const hddl_problem *problem, bool primitive, uint32_t index)
{
    return primitive ? &problem->actions[index].schema : &problem->tasks[index].schema;
}

/* Tells whether an object is of a type. O(1) if the indices of the type's objects have no gap, else O(log objects). */
bool hddl_is_of(const hddl_problem *problem, uint32_t object, uint32_t type);
