/*
 * What the files of the translation share. In their order: names (translate_names.c), types (translate_types.c), which methods and
 * tasks there are left (translate_reduce.c), then text: conditions (translate_conditions.c), tasks (translate_tasks.c), effects
 * (translate_effects.c), the root (translate_initial.c), and all of it (translate.c).
 */
#ifndef HTNC_HDDL_TRANSLATE_INSIDE_H
#define HTNC_HDDL_TRANSLATE_INSIDE_H

#include "base/buffer.h"
#include "hddl/convert/translate.h"

/* A family of names in .htn, in which each stands for one thing. */
typedef enum tr_family {
    TR_TYPES,
    TR_VALUES /* properties and instances */,
    TR_TASKS,
    TR_METHODS,
    TR_FAMILIES
} tr_family;

/* What stands for a type of HDDL. */
typedef struct tr_type {
    const char *name;  /* of the Entities, where it is declared as one */
    uint32_t parent;   /* of a declared type: its first parent; HDDL_NONE: none */
    uint32_t depth;    /* below the root */
    uint32_t placed;   /* objects of the Entities and its subtypes */
    uint32_t only;     /* the object, where `placed` is 1 */
    uint32_t cover;    /* the Entities that stands for it, and may have more objects; HDDL_NONE: there is no object */
    bool is_exact;     /* it has no more */
    bool is_used;      /* stands in the text, or one of its subtypes' objects' types does */
    const char *guard; /* the table that says which of the cover's objects are meant; NULL: none is asked for */
} tr_type;

/* A variable of the schema that is being written. */
typedef struct tr_variable {
    const char *name;       /* NULL: has none yet */
    uint32_t cover;         /* the Entities that it ranges over */
    uint32_t object;        /* the object that stands for it; HDDL_NONE: none */
    bool is_bound;          /* by what is written before */
    bool is_impossible;     /* no object is of all types that are asked of it */
    const uint32_t *guards; /* types that have to be tested */
    uint32_t guard_count;
} tr_variable;

/* What is left of a method, or of :htn. */
typedef struct tr_method {
    bool is_usable;
    tr_variable *variables; /* of its schema */
    int32_t *positions;     /* by variable: the parameter of the task that it is, or -1 */
} tr_method;

typedef struct tr_task {
    bool is_doable, is_reached;
    const char *name;
    bool *keeps;        /* by parameter: some method uses it */
    const char **names; /* by parameter */
} tr_task;

typedef struct tr_action {
    bool is_doable, is_reached;
    const char *name;
    tr_variable *variables;
} tr_action;

typedef struct tr_predicate {
    const char *name;
    bool can_hold; /* it is so in the beginning, or some action brings it about */
    bool is_used;
} tr_predicate;

typedef struct translation {
    base_arena *arena;
    base_sources *sources;
    const hddl_problem *problem;
    struct tr_taken *taken[TR_FAMILIES]; /* uthash */
    tr_type *types;
    const char **objects; /* names */
    uint32_t *places;     /* by object: the Entities that it is declared in */
    tr_predicate *predicates;
    tr_action *actions;
    tr_task *tasks;
    tr_method *methods;
    tr_method initial;
    base_buffer text; /* what is written now */
} translation;

/* --- translate_names.c -------------------------------------------------------------------------- */

/* A name for what is written at `span`, or else for `text`: as it is there, where .htn can have it and nothing else has it. */
const char *hddl_tr_name(translation *tr, tr_family family, const char *text, base_span span);
/* For a variable: taken by no value, and by none of the first `count` of `others`. */
const char *hddl_tr_variable_name(translation *tr, const hddl_variable *variable, const tr_variable *others,
                                  uint32_t count);

/* --- translate_types.c -------------------------------------------------------------------------- */

void hddl_tr_place_types(translation *tr);
bool hddl_tr_is_within(const translation *tr, uint32_t inner, uint32_t outer); /* Entities: the same, or a subtype */
bool hddl_tr_meet(const translation *tr, uint32_t a, uint32_t b);              /* one is within the other */
/* Marks it as used; its name. */
const char *hddl_tr_use_type(translation *tr, uint32_t entities);
const char *hddl_tr_use_guard(translation *tr, uint32_t type);
/* Narrows a variable to a type; `known` is a type that it is known to be of, or HDDL_NONE. */
void hddl_tr_narrow(translation *tr, tr_variable *variable, uint32_t type, uint32_t known);

/* --- translate_reduce.c ------------------------------------------------------------------------- */

void hddl_tr_reduce(translation *tr);
/* The first method with a subtask that leads back to its task and is not its last; HDDL_NONE: there is none. */
uint32_t hddl_tr_find_recursion(const translation *tr);

/* --- translate_conditions.c --------------------------------------------------------------------- */

typedef enum tr_truth { TR_FALSE, TR_TRUE, TR_OPEN } tr_truth;

/* What can be said of a condition in every state. */
tr_truth hddl_tr_known(const translation *tr, const hddl_formula *formula, const tr_variable *variables);
/* Whether what is written of a condition names a variable. */
bool hddl_tr_mentions(const translation *tr, const hddl_formula *formula, const tr_variable *variables,
                      uint32_t variable);
/* Names the variables of its quantifiers, and finds their types. */
void hddl_tr_prepare(translation *tr, const hddl_formula *formula, const hddl_schema *schema, tr_variable *variables);
void hddl_tr_write_condition(translation *tr, const hddl_formula *formula, const tr_variable *variables);
void hddl_tr_write_atom(translation *tr, const hddl_atom *atom, const tr_variable *variables);
void hddl_tr_write_term(translation *tr, hddl_term term, const tr_variable *variables);
bool hddl_tr_atom_fits(const translation *tr, const hddl_atom *atom, const tr_variable *variables);

/* A list that is laid out in one line where that has room, else with a line for each item, or with lines that are full. */
typedef struct tr_list {
    const char **items;
    uint32_t count, capacity;
} tr_list;

/* Ends what was written since `begin` as an item. */
void hddl_tr_take_item(translation *tr, tr_list *list, size_t begin);
void hddl_tr_write_list(translation *tr, uint32_t indent, const char *head, const tr_list *list, bool fills);

/* Conditions as a conjunction, without what is known. */
typedef struct tr_conjuncts {
    const hddl_formula **parts;
    uint32_t count, capacity;
} tr_conjuncts;
void hddl_tr_flatten(translation *tr, tr_conjuncts *all, const hddl_formula *formula, const tr_variable *variables);

/* The parts of conditions that are written, each an item, with binders for variables that are not bound yet. */
void hddl_tr_write_conjuncts(translation *tr, tr_list *list, const hddl_formula *const *formulas, uint32_t count,
                             const hddl_schema *schema, tr_variable *variables);
/* `any x : T where ...` of one variable. */
void hddl_tr_write_binder(translation *tr, tr_list *list, tr_variable *variable);

/* --- translate_tasks.c, translate_initial.c, translate_effects.c -------------------------------- */

void hddl_tr_write_tasks(translation *tr);
/* Whether a subtask is given a variable, at a place that is kept. */
bool hddl_tr_passes_on(const translation *tr, const hddl_subtask *subtask, hddl_term variable);
void hddl_tr_take_subtask(translation *tr, tr_list *list, const hddl_subtask *subtask, const tr_variable *variables);
/* The root. False where there can be no plan, so that nothing else is needed. */
bool hddl_tr_write_initial(translation *tr);
void hddl_tr_write_effects(translation *tr, const hddl_action *action, tr_variable *variables);

#endif
