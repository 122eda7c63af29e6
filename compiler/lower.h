/*
 * What the files of lowering share, and nobody else sees.
 *
 * An expression becomes a tree of nodes first (lower_expression.c): named conditions expanded, constants
 * folded, comparisons in one normal form. Nodes then become instructions, as tests that jump
 * (lower_condition.c) or as values on the stack (lower_value.c). Primitive tasks are lowered once, into
 * `fragments`, and copied from there into their own body and to where they are inlined.
 */
#ifndef HTNC_LOWER_H
#define HTNC_LOWER_H

#include "passes.h"
#include <htn/blob.h>

enum {
    HTNC_INLINE_LIMIT = 16,    /* instructions of tests and effects of a primitive task that is inlined */
    HTNC_NODE_LIMIT = 65536,   /* nodes of one item, and instructions made of them */
    HTNC_NESTING_LIMIT = 3000, /* depth of one item's nodes, and of the expressions that they are made of */
    HTNC_CODE_LIMIT = 1 << 26  /* instructions in all: the blob's sizes are 32 bits */
};

/* --- Nodes: lower_node.c ------------------------------------------------------------------------ */

typedef enum htnc_node_kind {
    HTNC_NODE_CONSTANT, /* value */
    HTNC_NODE_STRING,   /* value: offset in the strings */
    HTNC_NODE_LOCAL,    /* value: slot */
    HTNC_NODE_PROPERTY, /* property */
    HTNC_NODE_OPERATOR, /* op: HTNC_NOT, HTNC_NEGATE, or one of two operands */
    HTNC_NODE_FUNCTION, /* function */
    HTNC_NODE_CURVE     /* value: index in the constants; count: points */
} htnc_node_kind;

/*
 * Nodes never change once made, and may be shared. No operand of an AND, OR or NOT is constant; a
 * comparison with one constant has it on the right, and is EQ, NE, LE or GE.
 */
typedef struct htnc_node {
    htnc_node_kind kind;
    htnc_operator_kind op;
    htnc_function function;
    int32_t value;
    uint32_t count;
    const htnc_property *property;
    struct htnc_node *operands[3];
    int32_t low, high;    /* its value is in this range; 0..1: a truth */
    uint32_t size, depth; /* nodes below and including it, shared ones counted each time; levels */
    uint32_t stack;       /* what evaluating it needs */
} htnc_node;

/* --- Emission: lower_emit.c --------------------------------------------------------------------- */

/* A place to jump to. HTNC_LABEL: not yet reached; HTNC_FAIL: slot 0. Jumps are forward only. */
typedef struct htnc_label {
    bool bound;
    uint32_t address;
    uint32_t waiting; /* latest jump to it, plus 1; each has the one before in its operand c */
} htnc_label;

#define HTNC_LABEL ((htnc_label){false, 0, 0})
#define HTNC_FAIL  ((htnc_label){true, HTN_SLOT_FAIL, 0})

typedef struct htnc_emitter {
    htnc_instruction *instructions;
    bool *leaders;
    uint32_t count, capacity;
    htnc_item *items;
    uint32_t item_count, item_capacity;
    htnc_item item; /* being emitted */
    uint32_t stack; /* depth at this point */
} htnc_emitter;

/* A primitive task without its frame and its end, in `fragments`. */
typedef struct htnc_fragment {
    uint32_t first, step, effects, end; /* tests; STEP, COST, DURATION; effects, expected ones too */
    uint32_t first_item, end_item;
    bool never; /* its preconditions never hold: it is a jump to FAIL and nothing else */
    bool inlined;
} htnc_fragment;

typedef struct htnc_lowering {
    htnc_arena *arena;
    htnc_diagnostics *diagnostics;
    htnc_model *model;
    htnc_code *code;
    htnc_emitter *to; /* `fragments` or `program` */
    htnc_emitter fragments, program;
    htnc_fragment *fragment_of; /* by task index; primitive ones */
    uint32_t constant_capacity;
    uint32_t *written;        /* by property index: the last list of effects that wrote it ... */
    uint32_t list;            /* ... as lists are numbered from 1 */
    struct htnc_known *known; /* lower_known.c: by address */
    uint32_t known_run;
    htnc_span subject;   /* what is being lowered, to complain about */
    bool complained;     /* about `subject` */
    uint32_t nodes;      /* made for `subject` */
    uint32_t levels; /* of expressions within one another, named conditions written out */
} htnc_lowering;

/* Takes up an item: complaints are about it, and its limits start anew. */
void htnc_subject(htnc_lowering *lowering, htnc_span span);

/* Reports TOO_LARGE for the subject, once. */
void htnc_too_large(htnc_lowering *lowering, const char *what);

htnc_node *htnc_node_constant(htnc_lowering *lowering, int32_t value);
htnc_node *htnc_node_leaf(htnc_lowering *lowering, htnc_node_kind kind, int32_t value, const htnc_type *type);
htnc_node *htnc_node_property(htnc_lowering *lowering, const htnc_property *property);
htnc_node *htnc_node_unary(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x);
htnc_node *htnc_node_binary(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x, htnc_node *y);
htnc_node *htnc_node_function(htnc_lowering *lowering, htnc_function function, htnc_node **operands, uint32_t count);
htnc_node *htnc_node_curve(htnc_lowering *lowering, htnc_node *x, const int32_t *points, uint32_t count);

/* lower_compare.c: a comparison in normal form. */
htnc_node *htnc_node_compare(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x, htnc_node *y);

/* lower_node.c, for lower_compare.c: a node of two operands as it stands. */
htnc_node *htnc_node_pair(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x, htnc_node *y);

static inline bool htnc_node_is(const htnc_node *node, htnc_operator_kind op)
{
    return node->kind == HTNC_NODE_OPERATOR && node->op == op;
}

static inline bool htnc_node_is_constant(const htnc_node *node)
{
    return node->kind == HTNC_NODE_CONSTANT;
}

/* lower_expression.c */
htnc_node *htnc_node_of(htnc_lowering *lowering, const htnc_expr *expr);
htnc_node *htnc_node_of_list(htnc_lowering *lowering, const htnc_expr *items); /* all of them hold */

/* lower_emit.c */
void htnc_emit(htnc_lowering *lowering, htn_opcode op, uint32_t a, uint32_t b, uint32_t c);
void htnc_emit_jump(htnc_lowering *lowering, htn_opcode op, uint32_t a, uint32_t b, htnc_label *label);
void htnc_emit_label(htnc_lowering *lowering, htnc_label *label); /* it is here */
void htnc_emit_leader(htnc_lowering *lowering);                   /* a jump from elsewhere may land here */
void htnc_item_begin(htnc_lowering *lowering, htn_item_kind kind, const htnc_task *task, uint32_t method,
                     htnc_span span);
void htnc_item_end(htnc_lowering *lowering); /* nothing is noted where nothing was emitted */

/* Appends instructions [first, end) of the fragments, with the items in it. */
void htnc_emit_copy(htnc_lowering *lowering, const htnc_fragment *fragment, uint32_t first, uint32_t end);

/* Replaces the operand of every call, so far the index of the task called, by the task's entry. */
void htnc_emit_link(htnc_lowering *lowering);

/* lower_known.c */
void htnc_known_forget(htnc_lowering *lowering); /* at the beginning of straight code */
void htnc_known_after(htnc_lowering *lowering, const htnc_instruction *done);
bool htnc_known_to_hold(htnc_lowering *lowering, const htnc_instruction *test); /* false for all but fused tests */

/* lower_layout.c: addresses and storages of the properties. */
void htnc_layout(htnc_lowering *lowering);
bool htnc_has_byte_operand(const htnc_lowering *lowering,
                           const htnc_property *property); /* fits the _U8 instructions */

/* --- Instructions ------------------------------------------------------------------------------- */

/* lower_value.c: pushes the node's value. */
void htnc_push(htnc_lowering *lowering, const htnc_node *node);
void htnc_push_expr(htnc_lowering *lowering, const htnc_expr *expr);
void htnc_push_all(htnc_lowering *lowering, const htnc_expr *arguments); /* a list, in order */

/* lower_condition.c */
typedef struct htnc_test {
    struct htnc_test *next;
    htnc_node *node; /* not constant */
    htnc_span span;
} htnc_test;

/* A list of conditions; items that always hold are left out. */
typedef struct htnc_tests {
    htnc_test *first;
    const htnc_expr *never; /* an item that cannot hold, so that the list cannot; or NULL */
} htnc_tests;

htnc_tests htnc_tests_of(htnc_lowering *lowering, const htnc_expr *items);
void htnc_emit_tests(htnc_lowering *lowering, const htnc_tests *tests, htn_item_kind kind, const htnc_task *task,
                     uint32_t method, htnc_label *otherwise);

/* lower_effect.c */
void htnc_lower_effects(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind, const htnc_task *task);

/* lower_primitive.c, lower_compound.c: a fragment; the task's own code; a use as a subtask. */
void htnc_lower_fragment(htnc_lowering *lowering, const htnc_task *task);
void htnc_lower_primitive(htnc_lowering *lowering, const htnc_task *task);
void htnc_lower_inlined(htnc_lowering *lowering, const htnc_task *task, const htnc_task *caller, uint32_t method,
                        htnc_span span);
void htnc_lower_compound(htnc_lowering *lowering, const htnc_task *task);

#endif
