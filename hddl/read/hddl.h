/*
 * A planning problem in HDDL, read and resolved: what the files say, names replaced by indices, and nothing simplified
 * away. hddl_read() makes it; the translation to .htn (translate.c), the solver (hddl/solve/) and the checker of plans
 * (hddl/check/) each go on from here and share nothing else.
 *
 * HDDL: Höller et al., "HDDL: An Extension to PDDL for Expressing Hierarchical Planning Problems", AAAI 2020, as the
 * total-order track of the International Planning Competition 2020 uses it.
 *
 * Everything lies in the compilation's arena, and is not changed once it has been made. Names are in lower case, as HDDL knows no
 * other; spans say where each thing is written.
 */
#ifndef HTNC_HDDL_H
#define HTNC_HDDL_H

#include "compiler/htnc.h"
#include "hddl/common/none.h"

/* A variable of the schema that it stands in (>= 0, an index into its variables), or ~object. */
typedef int32_t hddl_term;

static inline bool hddl_is_object(hddl_term term)
{
    return term < 0;
}

static inline uint32_t hddl_object_of(hddl_term term)
{
    return (uint32_t)~term;
}

/* A type: one that is declared, `object` (always type 0, of which every object is), or an `(either a b)`. */
typedef struct hddl_type {
    const char *name;        /* "(either a b)" for one of those */
    const uint32_t *parents; /* of an either: none */
    uint32_t parent_count;
    const uint32_t *members; /* of an either: the types that it joins; else NULL */
    uint32_t member_count;
    const uint32_t *objects; /* all that are of it, those of its subtypes among them; ascending */
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

/* A list of variables: a schema's parameters, those of a quantifier. */
typedef struct hddl_variables {
    const hddl_variable *items;
    uint32_t count;
} hddl_variables;

typedef struct hddl_predicate {
    const char *name;
    hddl_variables parameters;
    bool is_static; /* no action's effect names it */
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
    HDDL_SORT,   /* left is of type `type`: `(sort ?x t)`, as some domains' constraints write it; else unused */
    HDDL_NOT,    /* parts[0] */
    HDDL_AND,    /* all of parts; none: true. `()` is this */
    HDDL_OR,     /* one of parts; none: false */
    HDDL_IMPLY,  /* parts[0] -> parts[1] */
    HDDL_FORALL, /* for all values of variables [first, first + count): parts[0] */
    HDDL_EXISTS
} hddl_formula_kind;

/*
 * A condition. A quantifier's variables are numbered on from those of the schema that it stands in: two quantifiers of
 * one schema never share a number. Their names and types are the schema's `variables` behind its parameters.
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

/* One literal that an action makes true or false: for all values of its own variables under which `when` holds. */
typedef struct hddl_effect {
    bool adds;
    hddl_atom atom;
    const hddl_formula *when; /* NULL: always. Asked of the state before the action */
    uint32_t first, count;    /* the variables of the `forall`s that it stands in; count 0: none */
} hddl_effect;

/* What every schema has: its parameters, and behind them the variables of the quantifiers in it. */
typedef struct hddl_schema {
    const char *name;
    hddl_variables variables;
    uint32_t parameter_count;
    base_span span;
} hddl_schema;

typedef struct hddl_action {
    hddl_schema schema;
    const hddl_formula *precondition; /* NULL: none */
    const hddl_effect *effects;       /* in the order written; deletes count before adds */
    uint32_t effect_count;
    int64_t
        cost; /* what it adds to total-cost where that is a constant, else 0; 1 where the domain has no :functions */
} hddl_action;

/* A compound task. */
typedef struct hddl_task {
    hddl_schema schema;
} hddl_task;

/* A task as it stands in a network. */
typedef struct hddl_subtask {
    bool primitive;
    uint32_t index;         /* of an action, or of a task */
    const hddl_term *terms; /* as many as it has parameters */
    const char *label;      /* NULL: none */
    base_span span;
} hddl_subtask;

/* Subtasks in the order that they are done in, whichever order they are listed in. */
typedef struct hddl_network {
    const hddl_subtask *subtasks;
    uint32_t count;
} hddl_network;

typedef struct hddl_method {
    hddl_schema schema;
    uint32_t task;
    const hddl_term *terms;           /* of the head: variables, repeated ones and constants among them */
    const hddl_formula *precondition; /* NULL: none. Asked of the state in which the task is decomposed */
    const hddl_formula *constraints;  /* NULL: none. Equalities, inequalities and sorts only */
    hddl_network network;
} hddl_method;

/* The initial task network: free choices of its parameters, under its constraints. */
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
    const hddl_action *actions;
    uint32_t action_count;
    const hddl_task *tasks;
    uint32_t task_count;
    const hddl_method *methods; /* in the order written */
    uint32_t method_count;
    hddl_initial initial;
    const hddl_atom *facts; /* of :init, in the order written; duplicates left out, terms are objects */
    uint32_t fact_count;
    const hddl_formula *goal; /* NULL: none */
    hddl_schema goal_schema;  /* no parameters; the variables of the goal's quantifiers */
} hddl_problem;

/*
 * Reads a domain and a problem; where problem_path is NULL the domain alone, to see what is wrong with it. `compilation` is set
 * up and filled as htnc_compile() does (sources, diagnostics, arena; no model and no blob); `*problem` is NULL unless the result is BASE_DONE, and lives until htnc_free(). An unreadable file:
 * BASE_UNREADABLE, and compilation->workspace.problem says why, naming the path. Options: reader, allocator and switches are used.
 */
base_result hddl_read(htnc_compilation *compilation, const char *domain_path, const char *problem_path,
                      const htnc_options *options, const hddl_problem **problem);

/* Whether an object is of a type: O(1) where the numbers of its objects have no gap, else O(log objects of the type). */
bool hddl_is_of(const hddl_problem *problem, uint32_t object, uint32_t type);

#endif
