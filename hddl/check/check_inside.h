/* What the files of the checker share; verify.h lists them. */
#ifndef HTN_VERIFY_INSIDE_H
#define HTN_VERIFY_INSIDE_H

#include "hddl/check/check.h"
#include "hddl/check/check_facts.h"

#define VERIFY_UNBOUND (UINT32_MAX - 1) /* a variable that has no value yet */

enum {
    VERIFY_MOST_COMPLAINTS = 10, /* more are not told */
    VERIFY_MOST_OPEN = 1000      /* variables that are searched for at the same time: the depth of a recursion */
};

/* A line of the plan: a step, or a task with the method that decomposes it. */
typedef struct verify_node {
    uint64_t id;
    uint32_t line;
    uint32_t index;          /* of hddl_problem's actions, or of its tasks */
    uint32_t method;         /* VERIFY_NONE: a step; else the first of the methods with the name that is written */
    uint32_t first_argument; /* among the plan's; as many as the action or task has parameters */
    uint32_t first_child, child_count; /* among the plan's */
    uint32_t parent_line;              /* of whoever has it as a subtask; 0: nobody yet */
    bool is_reached;                   /* from the root */
} verify_node;

/* What of the schema at hand is known: objects, or VERIFY_UNBOUND. */
typedef struct verify_binding {
    const hddl_schema *schema;
    uint32_t *values;
    bool *is_open; /* being searched for */
} verify_binding;

/* A part of a conjunction that is to be made true by binding what is open. */
typedef struct verify_conjunct {
    const hddl_formula *formula;
    bool positive;
    uint32_t done_at; /* the depth at which it was found true; 0: not yet */
} verify_conjunct;

typedef struct verifier {
    const hddl_problem *problem;
    const char *name; /* of the plan's file */
    base_text *said;
    uint32_t complaints;
    bool too_hard;

    /* What was read. The root has the initial tasks as its children, and no name. */
    verify_node *nodes;
    size_t count, capacity;
    verify_node root;
    uint32_t *arguments; /* objects */
    size_t argument_count, argument_capacity;
    uint64_t *child_ids; /* as written */
    uint32_t *children;  /* the same as nodes */
    size_t child_count, child_capacity;
    uint32_t *next_method; /* of each method: the next with its name; VERIFY_NONE */
    uint32_t last_line;

    /* How far it has been followed. */
    verify_facts facts;
    verify_binding binding;
    verify_conjunct *conjuncts; /* of the searches that are under way, the innermost last */
    size_t conjunct_count, conjunct_capacity;
    uint32_t open_count;
    uint32_t *objects; /* room for an atom's */
} verifier;

/* verify_words.c. A complaint about a line; 0: about the plan as a whole. */
void verify_complain(verifier *v, uint32_t line, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* `name a b` of what stands in a line. */
void verify_add_call(base_text *text, const verifier *v, const verify_node *node);
/* As HDDL, variables by their values where they have one. */
void verify_add_formula(base_text *text, const verifier *v, const hddl_formula *formula);
void verify_add_subtask(base_text *text, const verifier *v, const hddl_subtask *subtask);

/* verify_read.c, verify_tree.c, verify_run.c. False: complained. */
bool verify_read(verifier *v, char *text, size_t length);
bool verify_tree(verifier *v);
bool verify_run(verifier *v);

/* verify_method.c. Whether the lines of a task and of its subtasks are an instance of one of the methods with that name. */
bool verify_method(verifier *v, const verify_node *node);
bool verify_initial(verifier *v);

/* verify_formula.c. All variables of the schema become unbound. */
void verify_bind_schema(verifier *v, const hddl_schema *schema);

/* Whether a condition holds, its variables being bound (but for its quantifiers'). */
bool verify_holds(verifier *v, const hddl_formula *formula);

/* Whether the parameters of the schema that are unbound have values of their types that make all of `formulas` true (NULLs are). */
bool verify_can_hold(verifier *v, const hddl_formula *const *formulas, size_t count);

/* Calls `each` for all values of variables [first, first + count) that make `when` true; NULL: for all values. */
typedef void verify_each(verifier *v, void *user);
void verify_for_all(verifier *v, uint32_t first, uint32_t count, const hddl_formula *when, verify_each *each,
                    void *user);

/* The first part of a condition, whose variables are bound, that does not hold; NULL: it holds. */
const hddl_formula *verify_culprit(verifier *v, const hddl_formula *formula);

static inline uint32_t verify_value(const verifier *v, hddl_term term)
{
    return hddl_is_object(term) ? hddl_object_of(term) : v->binding.values[term];
}

#endif
