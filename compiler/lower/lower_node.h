/*
 * Nodes: the intermediate form of expressions. Named conditions are expanded, constants and static facts are folded, comparisons
 * are in one normal form, and quantifiers are searches. A node never changes once it is made, so nodes can be shared.
 *
 * Invariants: no operand of AND, OR or NOT is constant. A comparison with a constant has it on the right, and is EQ, NE, LE or GE.
 * Each node knows its range of values, its size, and the stack that its evaluation needs, so no pass walks a tree to find out.
 */
#pragma once

#include "compiler/lower/code.h"
#include "compiler/lower/lower_subject.h"
#include "compiler/names/model.h"
#include "compiler/types/interval.h"

struct htnc_static_index;

/* The state of making nodes. */
typedef struct htnc_builder {
    base_arena *arena;
    htnc_subject *subject;
    htnc_code *code;                   /* gets strings, constants and static indexes */
    struct htnc_static_index *indexes; /* lower_static_index.c: those that have been made */
    uint32_t lists;  /* where the lists of candidates of binders lie; HTN_NONE: beside the variables */
    bool has_static; /* some table is static, so loops may need the state of a static index */
} htnc_builder;

typedef enum htnc_node_kind {
    HTNC_NODE_CONSTANT, /* value */
    HTNC_NODE_STRING,   /* value: offset in the strings */
    HTNC_NODE_LOCAL,    /* value: slot */
    HTNC_NODE_LAYER,    /* which root is planned */
    HTNC_NODE_PROPERTY, /* property, without parameters */
    HTNC_NODE_CELL,     /* property, arguments, count */
    HTNC_NODE_QUERY,    /* query, arguments, count; never folded, because only the game knows the answer */
    HTNC_NODE_KEY,      /* value: the key list; arguments, count: one for each parameter of its table but one */
    HTNC_NODE_SEARCH,   /* search */
    HTNC_NODE_DERIVE,   /* derived, arguments, count; value: the local of the answer */
    HTNC_NODE_OPERATOR, /* op: HTNC_NOT, HTNC_NEGATE, or one of two operands */
    HTNC_NODE_FUNCTION, /* function, count operands */
    HTNC_NODE_CURVE     /* operands[0]; value: index of the points in the constants; count: points */
} htnc_node_kind;

typedef struct htnc_node {
    htnc_node_kind kind;
    htnc_operator_kind op;
    htnc_function function;
    int32_t value;
    uint32_t count;
    const htnc_property *property;
    const htnc_query *query;
    const htnc_condition *derived;
    struct htnc_node *operands[3];
    struct htnc_node **arguments; /* CELL, QUERY, KEY, DERIVE */
    struct htnc_search *search;
    bool searches;        /* is or contains a search or a derived condition */
    int32_t low, high;    /* its value is in this range; 0..1: a truth */
    uint32_t size, depth; /* nodes and levels of the tree below, itself included; shared nodes count each time */
    uint32_t stack;       /* values on the evaluation stack that its evaluation needs */
} htnc_node;

/* One of several conditions that must all hold, in the order written; or a `let` between them. */
typedef struct htnc_test {
    struct htnc_test *next;
    htnc_node *node; /* of a condition: not constant */
    base_span span;
    uint32_t level; /* how many loops of the list must have bound their variable before it; in a search: 0 or 1 */
    bool sets;      /* a `let`: no test, but its value is put into `local` */
    uint32_t local; /* sets: the local of its variable */
    const htnc_type *type; /* sets */
    bool implied;          /* the loop's static index yields only instances that pass: it needs no code */
    bool ends;             /* an instance that fails it ends the loop: all later instances fail too */
    htn_item_kind kind;    /* of its debug item */
} htnc_test;

/* A loop over the instances of a type, or over what a query proposes. */
typedef struct htnc_loop {
    const htnc_type *type;
    uint32_t variable; /* the local that holds the instance */
    uint32_t state;  /* first of three locals that a static index needs; `variable` where the two behind it are free */
    htnc_node *from; /* a QUERY whose candidates it goes through; NULL: the instances of the type */
    uint32_t list;   /* from: first of the locals of the list, HTN_LIST_* */
    bool kept;       /* from: the list is asked for once for several loops; it is not there while its position is 0 */
    htnc_node *before; /* only one instance can pass: the number before it; NULL: there may be more */
    bool indexed;      /* the loop takes its instances from a static index */
    uint32_t index;    /* indexed: the static index, */
    htnc_node *key;    /* the key to look up, */
    htnc_test *guards; /* and the tests that make the key valid: where one fails there are no instances */
} htnc_loop;

/* A quantifier, or a binder or `let` whose value nothing behind the list needs, as a search. `every` and `none` are negations of an EXISTS. */
typedef struct htnc_search {
    htnc_quantifier quantifier; /* EXISTS, COUNT, SUM, LEAST, GREATEST */
    htnc_loop loop;
    htnc_node *let; /* EXISTS: the only value of the variable, which ranges over nothing; else NULL */
    htnc_test *tests;
    htnc_node *body; /* SUM, LEAST, GREATEST */
    uint32_t enough; /* COUNT: stop there, because a higher count makes no difference; 0: count all */
    uint32_t result; /* local: the search's value */
    uint32_t value;  /* LEAST, GREATEST: local: the body's value for this instance */
    bool fixed;      /* the value is in thousandths */
    uint32_t found;  /* LEAST, GREATEST: local: whether there was an instance before */
} htnc_search;

/* --- Leaves --------------------------------------------------------------------------------------- */

htnc_node *htnc_node_constant(htnc_builder *build, int32_t value);

/* STRING, or LOCAL: a parameter, which may hold `none`. */
htnc_node *htnc_node_leaf(htnc_builder *build, htnc_node_kind kind, int32_t value, const htnc_type *type);

/* A local that holds an instance and never `none`, or a number: the variable of a loop. */
htnc_node *htnc_node_local(htnc_builder *build, uint32_t slot, const htnc_type *type);

/* `layers`: an Enum of the roots. */
htnc_node *htnc_node_layer(htnc_builder *build, const htnc_type *layers);

htnc_node *htnc_node_property(htnc_builder *build, const htnc_property *property);

/* --- Inner nodes. The htnc_make_ functions do not fold: lower_fold.h does. A node that is too large is reported. ------ */

/* y: NULL where the operator has one operand. */
htnc_node *htnc_make_operator(htnc_builder *build, htnc_operator_kind op, htnc_node *x, htnc_node *y);
htnc_node *htnc_make_function(htnc_builder *build, htnc_function function, htnc_node **operands, uint32_t count);
/* points: `count` pairs x, y by rising x. */
htnc_node *htnc_make_curve(htnc_builder *build, htnc_node *x, const int32_t *points, uint32_t count);
htnc_node *htnc_make_cell(htnc_builder *build, const htnc_property *table, htnc_node **arguments, uint32_t count);
htnc_node *htnc_node_query(htnc_builder *build, const htnc_query *query, htnc_node **arguments, uint32_t count);
htnc_node *htnc_node_key(htnc_builder *build, uint32_t key_list, htnc_node **arguments, uint32_t count);
htnc_node *htnc_node_search(htnc_builder *build, htnc_search *search);
htnc_node *htnc_node_derive(htnc_builder *build, const htnc_condition *derived, htnc_node **arguments, uint32_t count);

/* A COUNT that stops at `enough`, which is below its highest possible value. The given node does not change. */
htnc_node *htnc_node_count_up_to(htnc_builder *build, const htnc_node *count, uint32_t enough);

/* --- Walking -------------------------------------------------------------------------------------- */

/* Calls `visit` for the node and all nodes below it until a call returns true. Returns whether one did. */
typedef bool htnc_visit_node(void *user, const htnc_node *node);
bool htnc_node_any(const htnc_node *node, htnc_visit_node *visit, void *user);

/* Whether this node, without those below it, reads a property. A derived condition reads what the bodies of its cycle read. */
bool htnc_node_reads(const htnc_node *node, const htnc_property *property);

/* Whether a node is the local `slot`, or contains it. */
bool htnc_node_is_local(const htnc_node *node, uint32_t slot);
bool htnc_node_mentions(const htnc_node *node, uint32_t slot);

static inline bool htnc_node_is(const htnc_node *node, htnc_operator_kind op)
{
    return node->kind == HTNC_NODE_OPERATOR && node->op == op;
}

static inline htnc_interval htnc_range_of(const htnc_node *node)
{
    const htnc_interval range = {node->low, node->high};
    return range;
}

static inline bool htnc_node_is_constant(const htnc_node *node)
{
    return node->kind == HTNC_NODE_CONSTANT;
}
