/*
 * The abstract syntax tree of the whole language, and what the later passes add to it.
 *
 * The parser makes it through the constructors ast_*.c. Members under "names:" are filled in by the names pass, those under "types:"
 * by the types pass, those under "lowering:" by lowering. A pass runs only if the passes before it reported no error.
 * Lists are linked by `next`, in source order. Names are interned: equal text is the same pointer. NULL in an optional part means
 * that it was not written.
 */
#pragma once

#include "base/source.h"
#include "compiler/syntax/keywords.h"
#include <stdbool.h>

typedef struct htnc_name {
    const char *text; /* interned; NULL: no name was written */
    base_span span;
} htnc_name;

typedef struct htnc_expr htnc_expr;
typedef struct htnc_variable htnc_variable;
typedef struct htnc_type htnc_type; /* model.h */
typedef struct htnc_property htnc_property;
typedef struct htnc_value htnc_value;
typedef struct htnc_constant htnc_constant;
typedef struct htnc_condition htnc_condition;
typedef struct htnc_query htnc_query;
typedef struct htnc_operator htnc_operator;
typedef struct htnc_task htnc_task;
typedef struct htnc_method htnc_method;

/* --- Types and variables ------------------------------------------------------------------------ */

/* A type as written: a name (`bool`, `int`, `symbol`, an Enum, an Entities type) or a range. */
typedef struct htnc_type_ref {
    base_span span;
    htnc_name name;        /* text NULL: a range */
    htnc_expr *low, *high; /* a range's ends; both belong to it */
    const htnc_type *type; /* names: */
} htnc_type_ref;

/* A parameter, or what a binder or a quantifier introduces. */
struct htnc_variable {
    htnc_variable *next;
    htnc_name name;
    htnc_type_ref *type_ref;     /* NULL: inferred from its uses (task parameters only) */
    const htnc_type *type;       /* types: */
    struct htnc_type_node *node; /* types: while the type is inferred */
    uint32_t slot;               /* lowering: local slot in its task's frame */
    struct htnc_node *argument;  /* lowering: what it stands for while its named condition is expanded */
    bool is_parameter;           /* of a task or a named condition */
    bool used;                   /* names: something refers to it */
    bool bound;                  /* names: by a binder, a quantifier or `for`; else it is a parameter or has a `let` */
    bool proposed;               /* names: bound to what a query proposes */
    htnc_expr *let;              /* the expression whose value it has; NULL: no `let` declares it */
    const htnc_variable *captured; /* names: of a parameter of an Each: the variable around it that it stands for */
};

/* --- Expressions -------------------------------------------------------------------------------- */

typedef enum htnc_expr_kind {
    HTNC_EXPR_ERROR,      /* could not be parsed; reported once, and never again */
    HTNC_EXPR_BOOLEAN,    /* value: 0 or 1 */
    HTNC_EXPR_INTEGER,    /* value; durations are in milliseconds already */
    HTNC_EXPR_FRACTION,   /* value, in thousandths: a number with decimals */
    HTNC_EXPR_STRING,     /* name.text: the text without quotes, escapes resolved */
    HTNC_EXPR_NONE,       /* `none`, the value of a property that holds no instance */
    HTNC_EXPR_NAME,       /* name, or name(operands) when `called`; `ref` says what it refers to */
    HTNC_EXPR_UNARY,      /* operator, one operand */
    HTNC_EXPR_BINARY,     /* operator, two operands */
    HTNC_EXPR_BUILTIN,    /* function, its operands: two for min and max, three for clamp, one for the others */
    HTNC_EXPR_CURVE,      /* operands: x, x0, y0, x1, y1, ... */
    HTNC_EXPR_QUANTIFIER, /* quantifier, variables, operands: the NAME behind `from`, may be NULL; where, body */
    HTNC_EXPR_HELD,       /* whether others hold an instance, its one operand. The names pass makes it of `Held(c)` */
    HTNC_EXPR_ANY,        /* a binder: variables, operands: as of QUANTIFIER; where. Only as an item of a list */
    HTNC_EXPR_LET         /* `let name = e`: variables, operands: e. Only as an item of a list */
} htnc_expr_kind;

/* MUL_FIXED and those behind it: types: what `*` and `/` are between fixed numbers; DIV_ROUND is fixed / int. */
typedef enum htnc_operator_kind {
    HTNC_OR,
    HTNC_AND,
    HTNC_NOT,
    HTNC_EQ,
    HTNC_NE,
    HTNC_LT,
    HTNC_LE,
    HTNC_GT,
    HTNC_GE,
    HTNC_ADD,
    HTNC_SUB,
    HTNC_MUL,
    HTNC_DIV,
    HTNC_MOD,
    HTNC_NEGATE,
    HTNC_MUL_FIXED,
    HTNC_DIV_FIXED,
    HTNC_DIV_ROUND
} htnc_operator_kind;

/* FIXED and those behind it: the names pass makes them of `fixed(n)` and so on. The types pass adds FIXED where an int converts. */
typedef enum htnc_function {
    HTNC_MIN,
    HTNC_MAX,
    HTNC_ABS,
    HTNC_CLAMP,
    HTNC_FIXED,
    HTNC_ROUND,
    HTNC_FLOOR,
    HTNC_CEIL
} htnc_function;

typedef enum htnc_quantifier {
    HTNC_EXISTS,
    HTNC_EVERY,
    HTNC_NO,
    HTNC_COUNT,
    HTNC_SUM,
    HTNC_MINIMUM,
    HTNC_MAXIMUM
} htnc_quantifier;

/* What an HTNC_EXPR_NAME refers to. */
typedef enum htnc_ref_kind {
    HTNC_REF_UNKNOWN, /* not resolved (yet, or reported) */
    HTNC_REF_PROPERTY,
    HTNC_REF_CONSTANT,
    HTNC_REF_VALUE,    /* an enum value or an entity */
    HTNC_REF_VARIABLE, /* a parameter or a bound variable */
    HTNC_REF_CONDITION,
    HTNC_REF_QUERY
} htnc_ref_kind;

struct htnc_expr {
    htnc_expr *next; /* next operand, or next item of the list it stands in */
    htnc_expr_kind kind;
    base_span span;          /* all of it */
    base_span operator_span; /* UNARY, BINARY: the operator's */
    uint16_t depth;          /* how deep its parts nest for a reader: the links of `a and b and c` are level */
    uint16_t height;         /* how deep the tree is, which bounds recursion; ast_expressions.c limits both */
    bool called;             /* NAME: written with parentheses */
    bool parenthesized;
    bool single_equals; /* BINARY HTNC_EQ: written `=` */
    htnc_operator_kind op;
    htnc_function function;
    htnc_quantifier quantifier;
    int64_t value;  /* BOOLEAN, INTEGER, FRACTION */
    htnc_name name; /* NAME, STRING */
    htnc_expr *operands;
    htnc_variable *variables; /* QUANTIFIER, ANY, LET */
    htnc_expr *where;         /* QUANTIFIER, ANY; may be NULL */
    htnc_expr *body;          /* QUANTIFIER; may be NULL */

    htnc_ref_kind ref;      /* names: of a NAME */
    struct htnc_held *held; /* types: of a HELD; model.h. NULL: its operand was reported */
    union {
        htnc_property *property;
        htnc_constant *constant;
        htnc_value *value;
        htnc_variable *variable;
        htnc_condition *condition;
        htnc_query *query;
    } to;

    const htnc_type *type; /* types: never NULL afterwards */
    bool is_constant;      /* types: it has the value `folded` in every world state and binding */
    int32_t folded;        /* types: valid with is_constant; a symbol's text is in name.text */
};

/* --- Parts of tasks ----------------------------------------------------------------------------- */

typedef enum htnc_effect_op { HTNC_ASSIGN, HTNC_INCREASE, HTNC_DECREASE, HTNC_SCALE } htnc_effect_op;

typedef struct htnc_effect {
    struct htnc_effect *next;
    base_span span;
    htnc_expr *target; /* a NAME */
    htnc_effect_op op;
    htnc_expr *value;
    htnc_expr *when;     /* optional */
    htnc_variable *each; /* optional `for` */
    htnc_expr *where;    /* of the `for`; optional */
    htnc_expr *lasts;    /* optional: `for 10s`, after which the value expires */
    bool late;           /* names: `later`, of a query in a scenario; there is no value then */
    bool proposes;       /* `= [B, A]`, of a query in a scenario; there is no value then */
    htnc_expr *proposed; /* proposes: the list; may be NULL */
} htnc_effect;

/* An item of a Reserve. */
typedef struct htnc_reservation {
    struct htnc_reservation *next;
    base_span span;
    htnc_expr *instance;    /* a NAME: a parameter or a bound variable */
    htnc_expr *limit;       /* `up to N`; optional */
    struct htnc_held *held; /* types: of the family of the variable's type; NULL: it was reported */
} htnc_reservation;

typedef struct htnc_prefer_key {
    struct htnc_prefer_key *next;
    base_span span;
    bool highest;
    htnc_expr *value;
} htnc_prefer_key;

typedef enum htnc_subtask_kind {
    HTNC_SUBTASK_TASK,
    HTNC_SUBTASK_PARALLEL,
    HTNC_SUBTASK_BACKGROUND, /* a member of a PARALLEL that begins again when it is done */
    HTNC_SUBTASK_OPTIONAL,   /* all of its members, one after the other, or none of them */
    HTNC_SUBTASK_ANY_ORDER,  /* its members one after the other, in an order that planning finds */
    HTNC_SUBTASK_SPLIT,
    HTNC_SUBTASK_ACHIEVE,
    HTNC_SUBTASK_SEQUENCE, /* expected plans only: members one after the other, `[A(), B()]` in a Parallel */
    HTNC_SUBTASK_HORIZON   /* expected plans only: the plan ends there, at its horizon */
} htnc_subtask_kind;

typedef struct htnc_subtask {
    struct htnc_subtask *next;
    htnc_subtask_kind kind;
    base_span span;
    htnc_name name;                 /* TASK */
    htnc_expr *arguments;           /* TASK */
    base_span keyword;              /* OPTIONAL, ANY_ORDER */
    struct htnc_subtask *members;   /* PARALLEL, BACKGROUND, OPTIONAL, ANY_ORDER, SEQUENCE */
    htnc_expr *goal;                /* ACHIEVE */
    bool has_using;                 /* ACHIEVE */
    struct htnc_subtask *actions;   /* ACHIEVE ... Using: TASK items, no arguments */
    htnc_task *each;                /* TASK: the task that an Each is (see htnc_task.is_each); else NULL */
    htnc_task *task;                /* names: TASK; NULL where it was reported */
    struct htnc_subtask *next_leaf; /* names: see the method's `leaves` */
} htnc_subtask;

/* When a Cooldown begins: when the method's part is over because the plan fails, is done, or is over in any way. */
typedef enum htnc_after { HTNC_AFTER_FAILURE, HTNC_AFTER_SUCCESS, HTNC_AFTER_ALWAYS } htnc_after;

struct htnc_method {
    htnc_method *next;
    base_span span;  /* `Method` to the end of its last part */
    base_span head;  /* `Method ... ]` */
    htnc_name label; /* optional */
    bool is_else;    /* written `Else`: without conditions, after all others, and no candidate of a `Select` */
    bool has_number;
    int64_t number;
    base_span number_span;
    htnc_expr *conditions;
    htnc_expr *utility, *weight; /* optional */
    htnc_prefer_key *prefer;     /* optional */
    htnc_expr *while_conditions; /* optional */
    bool has_while;              /* with a Reserve or a For too: the plan keeps which of its steps are the method's */
    htnc_expr *enter_conditions; /* optional */
    bool has_enter;
    htnc_reservation *reservations; /* of Reserve; optional */
    htnc_expr *reserved;            /* `not Held(c)` for each of them */
    htnc_expr *cooldown;            /* optional */
    htnc_after cooldown_after;
    htnc_expr *cooldown_for; /* the variables of its For: NAMEs; optional */
    htnc_subtask *subtasks;
    bool has_subtasks; /* `Subtasks [...]` was written, perhaps empty */
    htnc_subtask *
        leaves; /* names: all subtasks in the order written, with members instead of their groups; linked by next_leaf */
    uint32_t index; /* among its task's methods */
    htnc_task *task;
    htnc_property
        *cooling; /* names: with a Cooldown, the property that is true while the method must be skipped; with a For, a
                               table by the values of its variables */
    uint32_t while_code; /* lowering: address of the code that tests `While`; UINT32_MAX: none, nor an `Enter` */
    uint32_t enter_code; /* lowering: the same for `Enter` */
    uint32_t first_binding, binding_count; /* lowering: locals of the variables that its conditions bind */
};

typedef enum htnc_task_kind { HTNC_COMPOUND, HTNC_PRIMITIVE } htnc_task_kind;
typedef enum htnc_select {
    HTNC_SELECT_FIRST,
    HTNC_SELECT_HIGHEST,
    HTNC_SELECT_RANDOM,
    HTNC_SELECT_CHEAPEST
} htnc_select;

struct htnc_task {
    htnc_task *next;
    htnc_task_kind kind;
    htnc_name name;
    base_span span; /* all of it */
    htnc_variable *parameters;
    /*
     * An `Each` is a compound task without a name of its own. Its parameters are the variables around it that it mentions (names:).
     * Method 0 has the list and the subtasks, and is taken once for each item; method 1, which is empty, is taken behind the last one.
     */
    bool is_each;
    bool is_gate;            /* of an `Orders`: its method has a While and no subtasks. Nothing plans it */
    const htnc_task *around; /* names: of an Each, the declared task that it stands in */
    /* primitive */
    htnc_expr *preconditions; /* optional: NULL is true */
    bool has_operator;
    htnc_name operator_name;
    htnc_expr *operator_arguments;
    base_span operator_span;
    htnc_effect *effects, *expected, *during, *fail_effects, *abort_effects;
    htnc_expr *context;
    bool has_context;
    bool interrupt_never, restart_always;
    htnc_reservation *reservations; /* of Reserve; optional */
    htnc_expr *reserved;            /* `not Held(e)` for each of them */
    htnc_expr *timeout, *retry;     /* optional */
    htnc_word needs_operator;       /* the first part written that only a task with an operator may have */
    base_span needs_operator_at;    /* its keyword; 0, 0: there is none */
    htnc_expr *cost, *duration;     /* optional */
    /* compound */
    htnc_select select;
    base_span select_span;    /* 0, 0: not written */
    htnc_expr *select_margin; /* `highest by N`; optional */
    bool fixed_utilities;     /* types: the utilities of its candidates, and the margin, are fixed numbers */
    bool fixed_weights;       /* types: the weights are */
    htnc_method *methods;

    htnc_operator *operator_; /* names: NULL without an operator */
    uint32_t index;           /* names: in the model's and the blob's list of tasks */
    uint32_t parameter_count;
    uint32_t method_count;
    bool is_made;       /* lowering: made for an `Optional` or `AnyOrder`; only the model that is lowered has it */
    bool used;          /* names: reachable from a root */
    base_span weighed;  /* names: the root that takes the cheapest plan and reaches it; 0, 0: none */
    bool recursive;     /* names: can reach itself through Subtasks */
    bool unguarded;     /* types: recursive, but never entered a third time inside itself: it needs no loop guard */
    bool progresses;    /* types: recursive, but inside itself the world is always another one: nothing to compare */
    bool splits;        /* names: it has a `Split`, or can reach a task that has one */
    bool may_be_left;   /* names: a plan may end, at a `Split` or at the horizon, before the task is complete */
    uint32_t component; /* names: its strongly connected component in the call graph */
};

/* --- Declarations ------------------------------------------------------------------------------- */

typedef struct htnc_import {
    struct htnc_import *next;
    htnc_name path;
    base_span span;
} htnc_import;

typedef struct htnc_domain_decl {
    struct htnc_domain_decl *next;
    htnc_name name;
    base_span span;
    bool loops_free;
} htnc_domain_decl;

/* A value of an Enum, or an instance of a closed Entities type. */
struct htnc_value {
    htnc_value *next;
    htnc_name name;
    const htnc_type *type; /* names: */
    int32_t ordinal;       /* names: its place in the declaration; types: an instance's number */
};

/* Enum and Entities. */
typedef struct htnc_type_decl {
    struct htnc_type_decl *next;
    base_span span;
    htnc_name name;
    bool entities;      /* else an Enum */
    bool open;          /* Entities ... Max [n] */
    htnc_expr *max;     /* open */
    htnc_name parent;   /* subtype of; optional */
    htnc_value *values; /* closed, and an Enum's */
    htnc_type *type;    /* names: */
} htnc_type_decl;

typedef struct htnc_property_decl {
    struct htnc_property_decl *next;
    base_span span;
    htnc_name name;
    bool shared;
    htnc_variable *parameters; /* a table's; unnamed (name.text NULL) unless written `e : Enemy` */
    htnc_type_ref *type_ref;
    htnc_expr *initial;     /* optional */
    bool expires;           /* marked `Expires` */
    htnc_method *cooling;   /* made for a Cooldown, not written: true while this method must be skipped */
    struct htnc_held *held; /* made for Held, not written: how many others hold an instance */
} htnc_property_decl;

typedef struct htnc_constant_decl {
    struct htnc_constant_decl *next;
    base_span span;
    htnc_name name;
    htnc_expr *value;
} htnc_constant_decl;

typedef struct htnc_condition_decl {
    struct htnc_condition_decl *next;
    base_span span;
    htnc_name name;
    htnc_variable *parameters;
    htnc_expr *items;
    bool value; /* a Value: its one item is an expression of any type that properties can have */
} htnc_condition_decl;

typedef struct htnc_query_decl {
    struct htnc_query_decl *next;
    base_span span;
    htnc_name name;
    htnc_variable *parameters;
    htnc_type_ref *type_ref;
    htnc_expr *max; /* optional: how many candidates it proposes at most; NULL: it answers */
} htnc_query_decl;

typedef struct htnc_root_decl {
    struct htnc_root_decl *next;
    base_span span;
    htnc_name task;
    bool cheapest;
    base_span select_span;
} htnc_root_decl;

typedef struct htnc_sensor_decl {
    struct htnc_sensor_decl *next;
    base_span span;
    htnc_name name;
    htnc_expr *updates; /* NAMEs */
    htnc_expr *every;   /* optional */
} htnc_sensor_decl;

/* Tasks that the game will order, and the condition under which a layer carries them out. */
typedef struct htnc_orders_decl {
    struct htnc_orders_decl *next;
    base_span span;
    htnc_subtask *tasks; /* TASK items, no arguments */
    htnc_name layer;     /* optional */
    htnc_task *gate;     /* with a While: see htnc_task.is_gate */
    base_span gate_span; /* its keyword */
} htnc_orders_decl;

/* `Facts [...]`: effects with HTNC_ASSIGN, one after the other. */

typedef enum htnc_clause_kind {
    HTNC_GIVEN,
    HTNC_RUN,
    HTNC_SENSE,
    HTNC_WAIT,
    HTNC_EXPECT_PLAN,
    HTNC_EXPECT_NO_PLAN,
    HTNC_EXPECT_MTR,
    HTNC_EXPECT_RUNNING,
    HTNC_EXPECT_WORLD,
    HTNC_ORDER,
    HTNC_EXPECT_ORDERS,
    HTNC_AGENTS,
    HTNC_LEAVE,
    HTNC_QUEUE,
    HTNC_EXPECT_HOLDS
} htnc_clause_kind;

typedef struct htnc_run_item {
    struct htnc_run_item *next;
    base_span span;
    htnc_subtask *task; /* TASK; `called` below says whether arguments were written */
    bool called;
    bool succeeds; /* else fails */
} htnc_run_item;

/* An agent of a scenario, where it is declared or mentioned. */
typedef struct htnc_agent {
    struct htnc_agent *next;
    htnc_name name;
    uint32_t index;              /* in the scenario, in the order of declaration */
    struct htnc_agent *declared; /* in AGENTS: itself; NULL: no agent has the name */
} htnc_agent;

/* One line of a scenario. */
typedef struct htnc_clause {
    struct htnc_clause *next;
    htnc_clause_kind kind;
    base_span span;
    htnc_effect *changes;     /* GIVEN, SENSE: assignments */
    htnc_variable *instances; /* GIVEN: `g : Enemy` */
    htnc_run_item *runs;      /* RUN */
    htnc_expr *expressions;   /* WAIT: one; EXPECT_MTR: numbers; EXPECT_WORLD: conditions; EXPECT_HOLDS: instances */
    htnc_subtask *plan;       /* EXPECT_PLAN (all kinds but ACHIEVE), EXPECT_RUNNING, EXPECT_ORDERS */
    htnc_subtask *given; /* EXPECT_PLAN, EXPECT_NO_PLAN: `For [tasks]`, NULL: of a layer; ORDER, QUEUE: its tasks */
    htnc_name layer;     /* `In [Root]`; optional */
    htnc_agent *agents;  /* AGENTS: declares them; LEAVE; all others: `Of [anna]`, NULL: about all */
} htnc_clause;

typedef struct htnc_scenario {
    struct htnc_scenario *next;
    base_span span;
    htnc_name name; /* free text */
    htnc_clause *clauses;
    uint32_t agent_count; /* 0: it has one agent, without a name. The names pass counts */
} htnc_scenario;

/* One file's declarations. */
typedef struct htnc_file {
    struct htnc_file *next; /* a file comes after the files that it imports; the main file is last */
    base_source *source;
    htnc_domain_decl *domains;
    htnc_import *imports;
    htnc_type_decl *types;
    htnc_property_decl *properties;
    htnc_effect *facts;
    htnc_constant_decl *constants;
    htnc_condition_decl *conditions;
    htnc_query_decl *queries;
    htnc_root_decl *roots;
    htnc_sensor_decl *sensors;
    htnc_orders_decl *orders;
    htnc_task *tasks; /* compound and primitive, in source order */
    htnc_scenario *scenarios;
} htnc_file;

/* --- Lists ------------------------------------------------------------------------------------ */

uint32_t htnc_count_exprs(const htnc_expr *list);

/* Whether the variable is a parameter of the method's task, or bound by an `any` or a `let` among its conditions. */
bool htnc_method_has(const htnc_method *method, const htnc_variable *variable);
uint32_t htnc_count_variables(const htnc_variable *list);

/* --- Parts as a list -------------------------------------------------------------------------- */

typedef enum htnc_part_kind {
    HTNC_PART_CONDITIONS, /* a list of conditions */
    HTNC_PART_NUMBER,     /* one number, computed while planning */
    HTNC_PART_CONSTANT    /* one number, known when the domain is compiled */
} htnc_part_kind;

/* A part of a method or of a primitive task that consists of expressions. */
typedef struct htnc_part {
    const char *name; /* "while", "utility" */
    htnc_part_kind kind;
    htnc_word word; /* the keyword that begins it */
    size_t offset;  /* of its `htnc_expr *` in htnc_method or htnc_task */
} htnc_part;

enum { HTNC_METHOD_PARTS = 7, HTNC_TASK_PARTS = 7 };
/*
 * All such parts, so that a pass which treats them the same way need not list them. The first part holds the conditions whose
 * variables the others may use. `Prefer`, effects, arguments and subtasks are no such parts.
 */
extern const htnc_part htnc_method_parts[HTNC_METHOD_PARTS];
extern const htnc_part htnc_task_parts[HTNC_TASK_PARTS];

/* The expressions of a part of `owner`, a method or a task. NULL: not written, or an empty list. */
htnc_expr *htnc_part_items(const void *owner, const htnc_part *part);

/* The name of a task for messages: of an Each that of the task that it stands in. */
const char *htnc_task_name(const htnc_task *task);

/* Whether the runtime has to know which steps come from the method: it has a `While` or an `Enter`. */
bool htnc_is_followed(const htnc_method *method);

/* --- As written --------------------------------------------------------------------------------- */

const char *htnc_operator_text(htnc_operator_kind op); /* HTNC_NEGATE: "-" */
const char *htnc_effect_text(htnc_effect_op op);
const char *htnc_function_text(htnc_function function);
const char *htnc_quantifier_text(htnc_quantifier quantifier);
