/*
 * What the files of the names pass share: the symbol tables, one per namespace, and the resolver that
 * carries them from file to file. Nothing here outlives htnc_resolve() but the model.
 * names.c runs the pass; names_table.c looks up and reports; names_declare.c collects declarations;
 * names_expressions.c, names_tasks.c and names_scenarios.c resolve; names_graph.c orders and finds recursion.
 */
#ifndef HTNC_RESOLVER_H
#define HTNC_RESOLVER_H

#include "base/diagnostic.h"
#include "base/intern.h"
#include "compiler/names/model.h"
#include <string.h>
#include <uthash.h>

/* The symbol tables' memory comes from an `arena` in scope. */
#undef uthash_malloc
#undef uthash_free
#define uthash_malloc(size)       base_alloc(arena, (size))
#define uthash_free(memory, size) ((void)(memory))

typedef enum htnc_namespace {
    HTNC_IN_TYPES,
    HTNC_IN_TASKS,
    HTNC_IN_OPERATORS,
    HTNC_IN_SENSORS,
    HTNC_IN_VALUES,
    HTNC_NAMESPACES
} htnc_namespace;

typedef enum htnc_symbol_kind {
    HTNC_SYMBOL_REPORTED, /* declared nowhere, and said so */
    HTNC_SYMBOL_TYPE,
    HTNC_SYMBOL_TASK,
    HTNC_SYMBOL_OPERATOR,
    HTNC_SYMBOL_SENSOR,
    HTNC_SYMBOL_PROPERTY,
    HTNC_SYMBOL_CONSTANT,
    HTNC_SYMBOL_VALUE,
    HTNC_SYMBOL_CONDITION,
    HTNC_SYMBOL_QUERY
} htnc_symbol_kind;

typedef struct htnc_symbol {
    const char *text; /* interned: the key is the pointer */
    htnc_symbol_kind kind;
    base_span span; /* of its declaration's name; 0, 0 for built-in types */
    union {
        htnc_type *type;
        htnc_task *task;
        htnc_operator *operator_;
        htnc_property *property;
        htnc_constant *constant;
        htnc_value *value;
        htnc_condition *condition;
        htnc_query *query;
    } to;
    base_diagnostic *report; /* REPORTED: what later uses are added to */
    uint32_t uses;           /* REPORTED */
    UT_hash_handle hh;
} htnc_symbol;

/* Who uses whom, as pairs; see htnc_components(). */
typedef struct htnc_edge {
    uint32_t from, to;
} htnc_edge;
typedef struct htnc_edges {
    htnc_edge *list;
    uint32_t count, capacity;
} htnc_edges;

/* The variables in scope, innermost first. */
typedef struct htnc_scope {
    const struct htnc_scope *outer;
    htnc_variable *variable;
    uint32_t depth; /* how many there are from here outwards */
} htnc_scope;

typedef struct htnc_resolver {
    base_arena *arena;
    base_interner *interner;
    base_diagnostics *diagnostics;
    htnc_model *model;
    htnc_symbol *tables[HTNC_NAMESPACES];     /* uthash */
    const char **candidates[HTNC_NAMESPACES]; /* for base_nearest(); made when first needed */
    size_t candidate_counts[HTNC_NAMESPACES];
    htnc_edges task_edges, constant_edges, condition_edges;
    uint32_t constant_count, condition_count;
    uint32_t owner;          /* index of the constant or condition that is being resolved */
    htnc_edges *owner_edges; /* where its uses are noted; NULL elsewhere */
    htnc_symbol_kind owner_kind;
    bool in_scenario; /* tests read and write, but do not make anything used */
} htnc_resolver;

/* --- names_table.c -------------------------------------------------------------------------------- */

/* NULL where there is none. */
htnc_symbol *htnc_symbol_find(const htnc_resolver *resolver, htnc_namespace space, const char *text);

/* Adds a declaration; reports a second one of the same name, and returns NULL for it. */
htnc_symbol *htnc_symbol_add(htnc_resolver *resolver, htnc_namespace space, htnc_symbol_kind kind,
                             const htnc_name *name);

/* "a property", "a compound task", "an Enum". */
const char *htnc_symbol_noun(const htnc_symbol *symbol);

/*
 * The symbol of `name` if it is of that namespace; else NULL, and the first use of the name has been reported with
 * what it is in another namespace, or with the nearest known name; `scope` may be NULL.
 */
htnc_symbol *htnc_symbol_require(htnc_resolver *resolver, htnc_namespace space, const htnc_name *name,
                                 const htnc_scope *scope);

/* Says of names that were reported once how often else they stand there. */
void htnc_symbol_finish(htnc_resolver *resolver);

/* --- names_declare.c ------------------------------------------------------------------------------- */

void htnc_declare_all(htnc_resolver *resolver);

/* --- names_entities.c ------------------------------------------------------------------------------ */

/* Once parents are known: every type in front of its subtypes, which follow it at once. */
void htnc_order_types(htnc_resolver *resolver);

/* --- names_expressions.c --------------------------------------------------------------------------- */

/* Puts one variable into the scope after seeing that its name is free. */
const char *htnc_variable_noun(const htnc_variable *variable); /* "a parameter" */
const htnc_scope *htnc_scope_push(htnc_resolver *resolver, const htnc_scope *scope, htnc_variable *variable);
/* All of a list; their types are resolved too. */
const htnc_scope *htnc_scope_push_all(htnc_resolver *resolver, const htnc_scope *scope, htnc_variable *variables);
/* The same of variables that range over a type: a binder's, a quantifier's, those of `for`. */
const htnc_scope *htnc_scope_push_bound(htnc_resolver *resolver, const htnc_scope *scope, htnc_variable *variables);

void htnc_resolve_type(htnc_resolver *resolver, htnc_type_ref *ref);
void htnc_resolve_expr(htnc_resolver *resolver, htnc_expr *expr, const htnc_scope *scope);
void htnc_resolve_exprs(htnc_resolver *resolver, htnc_expr *list, const htnc_scope *scope);

/*
 * Whether this is what `htn run` shows of a cooldown, `Cooldown(Task, 0)`: that has then been reported, and its arguments are none that
 * could be looked up.
 */
bool htnc_report_cooldown(htnc_resolver *resolver, const htnc_expr *expr);

/* A list of conditions; returns the scope with what its binders introduce. */
const htnc_scope *htnc_resolve_conditions(htnc_resolver *resolver, htnc_expr *items, const htnc_scope *scope);

/* Reports where the counts differ; `what` is for example "`NavTo`", `declared` where it is. */
bool htnc_check_count(htnc_resolver *resolver, base_span span, const char *what, uint32_t given, uint32_t wanted,
                      base_span declared);

/* --- names_tasks.c --------------------------------------------------------------------------------- */

typedef enum htnc_effect_place { HTNC_EFFECT_OF_TASK, HTNC_EFFECT_FACT, HTNC_EFFECT_SCENARIO } htnc_effect_place;
void htnc_resolve_effects(htnc_resolver *resolver, htnc_effect *effects, const htnc_scope *scope,
                          htnc_effect_place place);
void htnc_resolve_tasks(htnc_resolver *resolver);

/* The task that a subtask names, arguments resolved and counted; NULL where it was reported. */
htnc_task *htnc_resolve_call(htnc_resolver *resolver, htnc_subtask *subtask, const htnc_scope *scope);

/* --- names_scenarios.c ------------------------------------------------------------------------------ */

void htnc_resolve_scenarios(htnc_resolver *resolver);

/* --- names_graph.c ---------------------------------------------------------------------------------- */

void htnc_edge_add(base_arena *arena, htnc_edges *edges, uint32_t from, uint32_t to);

/*
 * The strongly connected components of a graph of `count` nodes (Tarjan 1972, with a stack of its own, so that a
 * chain of any length is safe). component[] numbers them from 0, and whatever a node uses has a number that is not
 * greater. cyclic[] tells which nodes can reach themselves; order[] lists the nodes by rising component.
 */
typedef struct htnc_components {
    uint32_t count;
    uint32_t *component;
    uint32_t *order;
    bool *cyclic;
} htnc_components;
htnc_components htnc_components_of(base_arena *arena, const htnc_edges *edges, uint32_t count);

/* Recursion of constants and named conditions is reported, and both lists put in the order of use. */
void htnc_order_declarations(htnc_resolver *resolver);

/* Fills in used, recursive and component of all tasks. */
void htnc_call_graph(htnc_resolver *resolver);

/* Marks (by task) all tasks from which a marked one can be reached. */
void htnc_spread_to_callers(htnc_resolver *resolver, bool *marked);

/* --- names_splits.c --------------------------------------------------------------------------------- */

/* After the call graph: fills in splits and may_be_left of all tasks; reports a `Split` where none may be. */
void htnc_resolve_splits(htnc_resolver *resolver);
/* The same in the plan that a scenario expects. */
void htnc_check_expected_splits(htnc_resolver *resolver, const htnc_clause *clause);

#endif
