/*
 * The state that the files of the names pass share: the symbol tables, one per namespace, and the resolver that carries them.
 * Nothing here outlives htnc_resolve() except the model.
 */
#pragma once

#include "base/diagnostic.h"
#include "base/intern.h"
#include "compiler/names/names_components.h"
#include "compiler/names/model.h"
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
    HTNC_SYMBOL_REPORTED, /* declared nowhere, which was reported */
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

/* What a symbol stands for, by its kind. Sensors have no target. */
typedef union htnc_target {
    htnc_type *type;
    htnc_task *task;
    htnc_operator *operator_;
    htnc_property *property;
    htnc_constant *constant;
    htnc_value *value;
    htnc_condition *condition;
    htnc_query *query;
} htnc_target;

typedef struct htnc_symbol {
    const char *text; /* interned: the key is the pointer */
    htnc_symbol_kind kind;
    base_span span; /* of its declaration's name; 0, 0 for built-in types */
    htnc_target to;
    base_diagnostic *report; /* REPORTED: what later uses are added to */
    uint32_t uses;           /* REPORTED */
    UT_hash_handle hh;
} htnc_symbol;

/* The variables in scope, innermost first. */
typedef struct htnc_scope {
    const struct htnc_scope *outer;
    htnc_variable *variable;
    uint32_t depth; /* how many there are from here outwards */
} htnc_scope;

/* A variable that was known inside a quantifier. */
typedef struct htnc_closed {
    const struct htnc_closed *before;
    const htnc_variable *variable;
} htnc_closed;

typedef struct htnc_resolver {
    base_arena *arena;
    base_interner *interner;
    base_diagnostics *diagnostics;
    htnc_model *model;
    htnc_symbol *tables[HTNC_NAMESPACES];     /* uthash */
    const char **candidates[HTNC_NAMESPACES]; /* for base_nearest(); made when first needed */
    size_t candidate_counts[HTNC_NAMESPACES];
    htnc_edges task_edges, constant_edges, condition_edges;
    uint32_t owner;          /* index of the constant or condition that is being resolved */
    htnc_edges *owner_edges; /* where its uses are noted; NULL elsewhere */
    htnc_symbol_kind owner_kind;
    const struct htnc_closed *closed; /* variables of quantifiers that have ended in this task, the latest first */
    bool proposing;                   /* the name that is resolved next stands where candidates are proposed */
    const htnc_type *wanted;          /* of a name that is resolved: what it is compared with; NULL: not known */
    bool in_scenario;                 /* tests read and write, but do not make anything used */
} htnc_resolver;
