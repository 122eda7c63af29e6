/*
 * The state of one check, which all files of this room share: the plan as it was read, and how far it was followed.
 * check_plan.c sets it up and frees it.
 */
#pragma once

#include "base/text.h"
#include "hddl/check/check_facts.h"

#define CHECK_UNBOUND (UINT32_MAX - 1) /* the value of a variable that has none yet */

/* A line of the plan: a step, or a task with the method that decomposes it. */
typedef struct check_node {
    uint64_t id;
    uint32_t line;
    uint32_t index;                    /* of the problem's actions or tasks */
    uint32_t method;                   /* HDDL_NONE: a step; else the first of the methods with the written name */
    uint32_t first_argument;           /* in `arguments`; as many as the action or task has parameters */
    uint32_t first_child, child_count; /* in `children` */
    uint32_t parent_line;              /* the line that has it as a subtask; 0: none yet */
    bool is_reached;                   /* from the root */
} check_node;

/* Values of the current schema's variables: objects, or CHECK_UNBOUND. */
typedef struct check_binding {
    const hddl_schema *schema;
    uint32_t *values;
    bool *is_open; /* a search looks for a value */
} check_binding;

/* A part of a conjunction that a search makes true. */
typedef struct check_conjunct {
    const hddl_formula *formula;
    bool positive;    /* false: its negation */
    uint32_t done_at; /* the depth of the search at which it was found true; 0: not yet */
} check_conjunct;

typedef struct check_state {
    const hddl_problem *problem;
    const char *name; /* of the plan's file */
    base_text *said;  /* gets the faults */
    uint32_t faults;
    bool too_hard; /* a search had too many open variables */

    /* The plan as read. The initial tasks are the children of the root, which has no name. */
    check_node *nodes;
    size_t count, capacity;
    check_node root;
    uint32_t *arguments; /* objects */
    size_t argument_count, argument_capacity;
    uint64_t *child_ids; /* as written */
    uint32_t *children;  /* the same as indices of nodes */
    size_t child_count, child_capacity;
    uint32_t *next_method; /* by method: the next one with its name; HDDL_NONE */
    uint32_t last_line;

    /* How far it was followed. */
    check_facts facts;
    check_binding binding;
    check_conjunct *conjuncts; /* of all searches under way, the innermost last */
    size_t conjunct_count, conjunct_capacity;
    uint32_t open_count;
    uint32_t *objects; /* room for the objects of one atom */
} check_state;

static inline uint32_t check_value_of(const check_state *c, hddl_term term)
{
    return hddl_is_object(term) ? hddl_object_of(term) : c->binding.values[term];
}
