/*
 * The model: a checked domain as flat lists in the order of their indexes. The names pass makes it from the files; the types pass
 * completes it (members under "types:"). The lint, lowering and the reference planner of the tests read it.
 */
#pragma once

#include "compiler/syntax/ast.h"

/*
 * ERROR: of an expression that was reported; it agrees with every type. INTEGER: `int` and every lo..hi; durations are in
 * milliseconds. FIXED: `fixed` and every lo..hi with decimals; values are thousandths.
 */
typedef enum htnc_type_kind {
#define HTNC_TYPE_KIND(KIND, name, low, high, noun, phrase, order, values, place) HTNC_TYPE_##KIND,
#include "compiler/names/type_kinds.def"
    HTNC_TYPE_KINDS
} htnc_type_kind;

/* What the types of a kind have in common: see type_kinds.def. */
typedef struct htnc_type_traits {
    const char *name;
    int32_t low, high;
    const char *noun;
    const char *phrase;
    bool ordered;
    bool listed;
    bool stored;
} htnc_type_traits;

extern const htnc_type_traits htnc_traits_of_kind[HTNC_TYPE_KINDS];
const htnc_type_traits *htnc_traits(const htnc_type *type);

/* Ranges are interned: one htnc_type per pair of ends, so equal types are the same pointer. */
struct htnc_type {
    htnc_type *next; /* in the model's list */
    htnc_type_kind kind;
    const char *name;        /* "bool", "int", "0..3", as declared */
    base_span span;          /* of its declaration's name; 0, 0: a built-in type or a range */
    int32_t low, high;       /* least and greatest value; bool 0..1, enum 0..count-1; entities: first and last
                                 instance, in the numbering of the outermost parent (`none` is HTNC_NOBODY) */
    htnc_value *values;      /* ENUM, closed ENTITIES; without those of subtypes */
    uint32_t value_count;    /* with those of subtypes */
    bool open;               /* ENTITIES: value_count is the maximum */
    uint32_t own;            /* ENTITIES: how many instances belong to no subtype; they have the lowest numbers */
    const htnc_type *parent; /* ENTITIES; optional. A type stands before its subtypes in the model's list */
    htnc_type *first_subtype, *last_subtype, *next_subtype; /* in the order of declaration */
    uint32_t index;                                         /* in the model's list; bool is 0, int 1 */
};

/* The number that stands for `none`. */
enum { HTNC_NOBODY = -1 };

/* What a value of the type can be, `none` included. */
static inline int32_t htnc_lowest(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_ENTITIES && type->open ? HTNC_NOBODY : type->low;
}

/* The value of the type that is nearest to a number. */
static inline int32_t htnc_clamp(const htnc_type *type, int32_t value)
{
    const int32_t low = htnc_lowest(type);
    return value < low ? low : value > type->high ? type->high : value;
}

/* How many values there are from the type's least to its greatest. */
static inline uint64_t htnc_count_values(const htnc_type *type)
{
    return (uint64_t)((int64_t)type->high - type->low + 1);
}

/* An initial value that `Facts` gives a cell of a table. */
typedef struct htnc_fact {
    uint64_t cell;
    int32_t value;
    base_span span;
} htnc_fact;

struct htnc_property {
    htnc_property *next;
    htnc_property_decl *declaration;
    const char *name;
    const htnc_type *type;
    int32_t initial; /* in the type's range */
    uint32_t index;  /* in the order of declaration, but tables after single values, and shared properties last */
    uint32_t parameter_count; /* 0: not a table */
    uint64_t cells;   /* types: the number of combinations of its parameters' values; 1: not a table; 0: too many */
    htnc_fact *facts; /* types: a table's, by rising cell */
    uint32_t fact_count;
    bool read, written; /* by an expression; by an effect, expected effects included */
    bool tested;        /* a scenario writes it */
    bool expires;       /* its values can expire: it is marked so, or an effect sets it for a time */
    bool is_static;     /* types: a table with facts that nothing writes, so the facts always hold */
};

struct htnc_constant {
    htnc_constant *next;
    htnc_constant_decl *declaration;
    const char *name;
    const htnc_type *type;
    int32_t value;
    const char *text; /* a symbol's */
    uint32_t index;   /* in declaration order */
    bool used;
};

struct htnc_condition {
    htnc_condition *next;
    htnc_condition_decl *declaration;
    const char *name;
    const htnc_type *type; /* bool; of a Value, the type of its expression */
    uint32_t index;        /* in declaration order */
    uint32_t parameter_count;
    bool used;
    const struct htnc_cycle *cycle; /* of a derived condition: those that use one another with it; else NULL */
    uint32_t derived;               /* its number among the derived conditions, in the model's order */
};

/* Derived conditions that use one another. Those that it uses without being used by them come before it. */
typedef struct htnc_cycle {
    struct htnc_cycle *next;
    uint32_t index; /* in the model's list */
    htnc_condition **conditions;
    uint32_t count;
    const bool *reads; /* lowering: by property index, whether their bodies read it, and what these use */
} htnc_cycle;

struct htnc_query {
    htnc_query *next;
    htnc_query_decl *declaration;
    const char *name;
    const htnc_type *type; /* of the answer */
    uint32_t index;        /* in declaration order */
    uint32_t parameter_count;
    uint32_t most; /* types: how many candidates it proposes at most; 0: it answers */
    bool used;
};

/* An operator is declared by its first use. */
struct htnc_operator {
    htnc_operator *next;
    const char *name;
    base_span span; /* of its first use */
    uint32_t index;
    uint32_t argument_count;
    const htnc_type **argument_types; /* types: one per argument; integers are `int`, whatever their range */
};

/* A family of which Reserve or Held names an instance. */
typedef struct htnc_held {
    struct htnc_held *next;
    const htnc_type *family;  /* the outermost type */
    const htnc_type *layers;  /* the first parameter of the table: an Enum of the roots; NULL: there is one root */
    htnc_property *property;  /* by layer and instance: how many others hold it */
    int32_t limit;            /* so many may hold an instance at the same time */
    base_span limited, first; /* the clause that says so, 0, 0: none; what named the family first */
} htnc_held;

typedef struct htnc_root {
    struct htnc_root *next;
    htnc_task *task;
    bool cheapest;
    base_span span; /* 0, 0: the default root */
} htnc_root;

/* A task that the game will order in a layer. */
typedef struct htnc_ordered {
    struct htnc_ordered *next;
    htnc_task *task;
    const htnc_root *root;
    uint32_t layer;                      /* the root's number */
    base_span span;                      /* where it is named first */
    const htnc_orders_decl *declaration; /* that has its gate; NULL: it has none */
} htnc_ordered;

typedef struct htnc_model {
    const char *name; /* Domain [...]; "" without one */
    bool loops_free;
    bool cheapest;    /* a root takes the cheapest plan */
    bool fixed_costs; /* types: the costs of all tasks are fixed numbers */
    htnc_file *files; /* the main file is the last */
    htnc_file *main;
    htnc_type *types;
    htnc_property *properties;
    htnc_constant *constants;   /* a constant comes after those that its value uses */
    htnc_condition *conditions; /* a condition comes after those that its items use */
    htnc_cycle *cycles;         /* in the order of their conditions */
    htnc_query *queries;
    htnc_operator *operators;
    htnc_task **tasks; /* by index, in source order over the files */
    uint32_t
        *by_component; /* indexes of the tasks, callees before callers; tasks that call each other by rising index */
    uint32_t *component_end; /* by htnc_task.component: one past its last element of by_component */
    uint32_t component_count;
    htnc_root *roots;
    htnc_ordered *orders; /* by rising task and layer, each pair once */
    htnc_held *held;      /* types: */
    uint32_t type_count, property_count, constant_count, condition_count, cycle_count, derived_count, query_count,
        operator_count, task_count, root_count;
    const htnc_type *bool_type, *int_type, *symbol_type, *error_type;
    htnc_type *fixed_type; /* its index is UINT32_MAX until it is in the list of types */
} htnc_model;
