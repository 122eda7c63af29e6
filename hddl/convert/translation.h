/*
 * The state of one translation from HDDL to .htn, which all files of this room share. translate.c runs the passes in
 * this order: names, types, what remains of the problem (translate_reduce.h), the text of tasks, the text of the world.
 */
#pragma once

#include "base/buffer.h"
#include "hddl/read/hddl_problem.h"

/* A namespace of .htn: within one, each name means one thing. */
typedef enum translate_family {
    TRANSLATE_TYPES,
    TRANSLATE_VALUES, /* properties and values of Entities */
    TRANSLATE_TASKS,
    TRANSLATE_METHODS,
    TRANSLATE_FAMILIES
} translate_family;

/*
 * A type of HDDL in .htn. Each declared type that is used becomes an Entities type, with its first parent as its
 * parent. The `cover` of a type is the smallest Entities type that has all its objects; see translate_types.h.
 */
typedef struct translated_type {
    const char *name;     /* of the Entities; NULL: not written yet */
    uint32_t parent;      /* the first parent of a declared type; HDDL_NONE: none */
    uint32_t depth;       /* below the root */
    uint32_t value_count; /* objects that the Entities and its subtypes declare */
    uint32_t only_value;  /* that object, if value_count is 1 */
    uint32_t cover;       /* HDDL_NONE: the type has no objects */
    bool is_exact;        /* the cover has no other objects */
    bool is_used;         /* the Entities is in the text, or a value of one of its subtypes is */
    const char *guard;    /* the table that tells which objects of the cover are of this type; NULL: not needed */
} translated_type;

/* A variable of the schema that is being written. */
typedef struct translated_variable {
    const char *name;   /* NULL: none yet */
    uint32_t cover;     /* the Entities that it ranges over; HDDL_NONE: none yet */
    uint32_t object;    /* the object that replaces it; HDDL_NONE: none */
    bool is_bound;      /* the text before gives it a value */
    bool is_impossible; /* no object is of all its types */
    uint32_t *guards;   /* types that must be tested */
    uint32_t guard_count;
} translated_variable;

/* A method, or the initial task network. */
typedef struct translated_method {
    bool is_usable;                 /* it can apply, and all its subtasks can be done */
    translated_variable *variables; /* of its schema */
    int32_t *positions;             /* by variable: the first parameter of the task that it is, or -1 */
} translated_method;

typedef struct translated_task {
    bool is_doable;  /* some method is usable */
    bool is_reached; /* from the initial task network */
    bool *keeps;     /* by parameter: some method uses it. Other parameters are not written */
    const char *name;
    const char **names; /* by parameter */
} translated_task;

typedef struct translated_action {
    bool is_doable, is_reached;
    const char *name;
    translated_variable *variables;
} translated_action;

typedef struct translated_predicate {
    const char *name;
    bool can_hold; /* it is in the initial state, or an effect adds it */
    bool is_used;  /* it is in the text */
} translated_predicate;

/* A function that costs look up: a static table. */
typedef struct translated_function {
    const char *name; /* NULL: nothing looks it up */
    bool is_used;     /* it is in the text */
} translated_function;

typedef struct translation {
    base_arena *arena;
    const hddl_problem *problem;
    struct translate_taken *taken[TRANSLATE_FAMILIES]; /* uthash; translate_names.c */
    translated_type *types;
    const char **objects; /* names */
    uint32_t *entities;   /* by object: the Entities that declares it */
    translated_predicate *predicates;
    translated_function *functions;
    translated_action *actions;
    translated_task *tasks;
    translated_method *methods;
    translated_method initial;
    base_buffer text; /* the part that is being written */
} translation;
