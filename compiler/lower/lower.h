/*
 * What the files of lowering share, and nobody else sees.
 *
 * An expression becomes a tree of nodes first (lower_expression.c): named conditions expanded, constants
 * and static facts folded, comparisons in one normal form. Nodes then become instructions, as tests that jump
 * (lower_condition.c) or as values on the stack (lower_value.c). Quantifiers become searches (lower_search.c), whose
 * loops run with an empty stack: as tests in place, as values before the test they stand in, into a local. A list of
 * conditions becomes binders and tests (lower_list.c). Primitive tasks are lowered once, into
 * `fragments`, and copied from there into their own body and to where they are inlined.
 *
 * A frame's locals: parameters, then what the list of conditions binds, then the state of its loops, then
 * temporaries of the item that is being lowered.
 */
#ifndef HTNC_LOWER_H
#define HTNC_LOWER_H

#include "compiler/passes.h"
#include <htn/blob.h>

enum {
    HTNC_INLINE_LIMIT = 16,        /* instructions of tests and effects of a primitive task that is inlined */
    HTNC_NODE_LIMIT = 65536,       /* nodes of one item, and instructions made of them */
    HTNC_NESTING_LIMIT = 3000,     /* depth of one item's nodes, and of the expressions that they are made of */
    HTNC_CODE_LIMIT = 1 << 26,     /* instructions in all: the blob's sizes are 32 bits */
    HTNC_DENSE_CELLS = 1024,       /* a static table of so many lies in the world ... */
    HTNC_DENSE_CELLS_PER_FACT = 16 /* ... and a larger one that has a fact for as many of its cells */
};

/* --- Nodes: lower_node.c ------------------------------------------------------------------------ */

typedef enum htnc_node_kind {
    HTNC_NODE_CONSTANT, /* value */
    HTNC_NODE_STRING,   /* value: offset in the strings */
    HTNC_NODE_LOCAL,    /* value: slot */
    HTNC_NODE_PROPERTY, /* property, without parameters */
    HTNC_NODE_CELL,     /* property, arguments, count */
    HTNC_NODE_QUERY,    /* query, arguments, count: never folded, as only the game knows the answer */
    HTNC_NODE_KEY,      /* value: the key list; arguments, count: all of its table's but one */
    HTNC_NODE_SEARCH,   /* search */
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
    const htnc_query *query;
    struct htnc_node *operands[3];
    struct htnc_node **arguments; /* CELL, QUERY, KEY */
    struct htnc_search *search;
    bool searches;        /* is or contains a search */
    int32_t low, high;    /* its value is in this range; 0..1: a truth */
    uint32_t size, depth; /* nodes below and including it, shared ones counted each time; levels */
    uint32_t stack;       /* what evaluating it needs */
} htnc_node;

/* Calls `visit` for the node and all below it, until one call returns true; whether one did. */
typedef bool htnc_visit_node(void *user, const htnc_node *node);
bool htnc_node_any(const htnc_node *node, htnc_visit_node *visit, void *user);

/* What must hold, in the order written. */
typedef struct htnc_test {
    struct htnc_test *next;
    htnc_node *node; /* not constant */
    base_span span;
    uint32_t
        level; /* how many of a list's binders must have been gone through; of a search: 1 where it is about the variable */
    bool implied; /* a loop's static index brings up nothing else */
    htn_item_kind kind;
    bool ends; /* where the loop's instance fails it, so do all after it */
} htnc_test;

/* How a loop finds its instances. */
typedef struct htnc_loop {
    const htnc_type *type;
    uint32_t variable; /* the local that holds the instance */
    uint32_t
        state; /* the first of three locals that a static index needs; `variable` where the two behind it are free */
    htnc_node *only; /* the one instance that can pass; NULL: there may be more */
    bool indexed;
    uint32_t
        index; /* indexed: the static index and its key, which is good where the guards hold; else there are none */
    htnc_node *key;
    htnc_test *guards;
} htnc_loop;

/* The cells of a static table whose value is as asked for, by all arguments but the one at `position`. */
typedef struct htnc_pattern {
    const htnc_property *table;
    uint32_t position;
    const htnc_type *free_type; /* the parameter's there */
    int32_t low, high;          /* its instances that are listed */
    bool by_value;              /* by the value, too */
    htnc_operator_kind op;      /* else: value of the cell, op, value */
    int32_t value;              /* by value: the least one */
    bool few_keys;              /* listed are those that have instances, and not all that there could be */
} htnc_pattern;

/* A quantifier. `every` and `none` are the negation of EXISTS. */
typedef struct htnc_search {
    htnc_quantifier quantifier; /* EXISTS, COUNT, SUM, LEAST, GREATEST */
    htnc_loop loop;
    htnc_test *tests;
    htnc_node *body; /* SUM, LEAST, GREATEST */
    uint32_t enough; /* COUNT: to go on would make no difference; 0: all are counted */
    uint32_t result; /* locals: the value; LEAST, GREATEST: of this instance, and whether there was one before */
    uint32_t value, found;
} htnc_search;

/* --- Emission: lower_emit.c --------------------------------------------------------------------- */

/* A place to jump to. HTNC_LABEL: not yet reached; HTNC_FAIL: slot 0. Back, jumps go to loops only. */
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
    uint32_t first, check, step, effects, expected,
        end; /* tests; those of given bindings; STEP, COST, DURATION; effects, expected too */
    uint32_t first_item, end_item;
    uint32_t bindings, temporaries,
        locals; /* what the preconditions bind; the first temporary; all of the frame so far */
    bool never; /* its preconditions never hold: it is a jump to FAIL and nothing else */
    bool framed;
    bool inlined;
    int32_t least; /* what a step costs at least */
} htnc_fragment;

typedef struct htnc_lowering {
    base_arena *arena;
    base_diagnostics *diagnostics;
    htnc_model *model;
    htnc_code *code;
    htnc_emitter *to; /* `fragments` or `program` */
    htnc_emitter fragments, program;
    htnc_fragment *fragment_of; /* by task index; primitive ones */
    bool *acts;                 /* by task index: some Achieve uses it */
    uint32_t constant_capacity;
    uint32_t *written;                /* by property index: the last list of effects that wrote it ... */
    uint32_t list;                    /* ... as lists are numbered from 1 */
    struct htnc_known *known;         /* lower_known.c: by address */
    uint32_t known_run;               /* the one that is good */
    base_span subject;                /* what is being lowered, to complain about */
    bool complained;                  /* about `subject` */
    uint32_t nodes;                   /* made for `subject` */
    uint32_t levels;                  /* of expressions within one another, named conditions written out */
    const htnc_property **properties; /* by index */
    const htnc_query **queries;       /* likewise */
    bool *condition_loops;            /* by index: the named condition binds variables */
    bool has_static;                  /* some table is static */
    struct htnc_index *indexes;       /* lower_facts.c: the static indexes so far */
    uint32_t temporaries;             /* first local that items may use as they like */
    uint32_t free_local;              /* next one of the subject */
    uint32_t locals;                  /* as many as the task's frame needs so far */
} htnc_lowering;

/* Takes up an item: complaints are about it, and its limits start anew. */
void htnc_subject(htnc_lowering *lowering, base_span span);

/* Reports TOO_LARGE for the subject, once. */
void htnc_too_large(htnc_lowering *lowering, const char *what);

htnc_node *htnc_node_constant(htnc_lowering *lowering, int32_t value);
htnc_node *htnc_node_leaf(htnc_lowering *lowering, htnc_node_kind kind, int32_t value, const htnc_type *type);
htnc_node *htnc_node_property(htnc_lowering *lowering, const htnc_property *property);
htnc_node *htnc_node_local(htnc_lowering *lowering, uint32_t slot, const htnc_type *type); /* an instance, never none */
htnc_node *htnc_node_key(htnc_lowering *lowering, uint32_t key_list, htnc_node **arguments, uint32_t count);
htnc_node *htnc_node_cell(htnc_lowering *lowering, const htnc_property *table, htnc_node **arguments, uint32_t count);
htnc_node *htnc_node_query(htnc_lowering *lowering, const htnc_query *query, htnc_node **arguments, uint32_t count);
htnc_node *htnc_node_search(htnc_lowering *lowering, htnc_search *search);
/* A COUNT that goes no further than `enough`, which is less than it may come to. */
htnc_node *htnc_node_count_up_to(htnc_lowering *lowering, const htnc_node *count, uint32_t enough);
htnc_node *htnc_node_unary(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x);
htnc_node *htnc_node_binary(htnc_lowering *lowering, htnc_operator_kind op, htnc_node *x, htnc_node *y);
htnc_node *htnc_node_function(htnc_lowering *lowering, htnc_function function, htnc_node **operands, uint32_t count);
/* Appends numbers to the constants; the index of the first. */
uint32_t htnc_add_constants(htnc_lowering *lowering, const int32_t *values, uint32_t count);
htnc_node *htnc_node_curve(htnc_lowering *lowering, htnc_node *x, const int32_t *points, uint32_t count);

/* lower_range.c: low and high of an operation or function from those of its operands, or of a curve from its points. */
void htnc_node_narrow(htnc_node *node);
void htnc_node_narrow_curve(htnc_node *node, const int32_t *points, uint32_t count);

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

/* --- Loops -------------------------------------------------------------------------------------- */

/* `count` locals in a row for the subject, from lowering->free_local on; complains where the frame is full. */
uint32_t htnc_new_locals(htnc_lowering *lowering, uint32_t count);

/* lower_search.c: a quantifier; `any` as a condition, with the rest of its list. */
htnc_node *htnc_node_of_quantifier(htnc_lowering *lowering, const htnc_expr *expr);
htnc_node *htnc_node_of_any(htnc_lowering *lowering, const htnc_expr *binder);

/* Appends a test, the halves of an `and` as two; false where it can never hold. */
bool htnc_add_test(htnc_lowering *lowering, htnc_test ***end, htnc_node *node, base_span span);

/* lower_facts.c: a cell's value; what matches a pattern in all, under how many keys; the static index of it. */
int32_t htnc_fact_value(const htnc_property *table, uint64_t cell);
bool htnc_pattern_holds_by_default(const htnc_pattern *pattern); /* where there is no cell */
uint64_t htnc_pattern_keys(const htnc_pattern *pattern);         /* UINT64_MAX: that many or more */
uint64_t htnc_pattern_matches(const htnc_pattern *pattern);
/* `*key_list`: what its keys are looked up in; HTN_NONE: each key that could be made has its own number. */
uint32_t htnc_index_of(htnc_lowering *lowering, const htnc_pattern *pattern, uint32_t *key_list);

/* At most UINT64_MAX. */
static inline uint64_t htnc_times(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* lower_index.c: finds the loop's instances by one of the tests of that level where one allows it. */
void htnc_choose_index(htnc_lowering *lowering, htnc_loop *loop, htnc_test *tests, uint32_t level);
/* The levels of a loop of its own: 0 where a test does not depend on the variable. */
void htnc_set_search_levels(htnc_test *tests, uint32_t variable);

/* lower_loop.c: what runs before the first instance, and the next one, at `again`; none left: to `exit`. */
void htnc_emit_loop(htnc_lowering *lowering, const htnc_loop *loop, htnc_label *again, htnc_label *exit);
/* Goes on where the test holds; where not, to the loop's next instance, or to `exit` if there can be no other. */
void htnc_emit_test(htnc_lowering *lowering, const htnc_test *test, htnc_label *again, htnc_label *exit);
/* The tests in front of a search's loop, to `exit`; and the loop with the others, falling through with an instance that passes. */
void htnc_emit_matches(htnc_lowering *lowering, const htnc_loop *loop, const htnc_test *tests, htnc_label *again,
                       htnc_label *exit);
/* Runs the searches in a node, into their locals; afterwards htnc_push() is good. The stack is empty. */
void htnc_prepare(htnc_lowering *lowering, const htnc_node *node);
/* EXISTS as a test: falls through where it holds, or (jump_if) where it does not. */
void htnc_search_unless(htnc_lowering *lowering, const htnc_search *search, htnc_label *label);
void htnc_search_if(htnc_lowering *lowering, const htnc_search *search, htnc_label *label);

/* lower_scan.c: whether lowering it needs locals for loops. */
bool htnc_task_has_loops(const htnc_lowering *lowering, const htnc_task *task);
void htnc_scan_conditions(htnc_lowering *lowering);

/* lower_emit.c */
void htnc_emit(htnc_lowering *lowering, htn_opcode op, uint32_t a, uint32_t b, uint32_t c);
void htnc_emit_jump(htnc_lowering *lowering, htn_opcode op, uint32_t a, uint32_t b, htnc_label *label);
void htnc_emit_label(htnc_lowering *lowering, htnc_label *label);      /* it is here */
void htnc_emit_leader(htnc_lowering *lowering);                        /* a jump from elsewhere may land here */
void htnc_emit_back_label(htnc_lowering *lowering, htnc_label *label); /* it is here, and jumps to it come later */
void htnc_emit_set(htnc_lowering *lowering, uint32_t slot);            /* the popped value into a local */
void htnc_emit_set_constant(htnc_lowering *lowering, uint32_t slot, int32_t value);
void htnc_emit_get(htnc_lowering *lowering, uint32_t slot);
void htnc_emit_frame_size(htnc_lowering *lowering, uint32_t frame, uint32_t locals); /* of the FRAME emitted there */
void htnc_item_begin(htnc_lowering *lowering, htn_item_kind kind, const htnc_task *task, uint32_t method,
                     base_span span);
void htnc_item_end(htnc_lowering *lowering); /* nothing is noted where nothing was emitted */

/* Appends instructions [first, end) of the fragments, with the items in it. */
void htnc_emit_copy(htnc_lowering *lowering, const htnc_fragment *fragment, uint32_t first, uint32_t end);

/* Replaces the operand of every call, so far the index of the task called, by the task's entry. */
void htnc_emit_link(htnc_lowering *lowering);

/* lower_least.c: what a step, a list of subtasks, every compound task costs at least; the last two 0 where no root asks. */
int32_t htnc_least_of_cost(htnc_lowering *lowering, const htnc_task *task);
int32_t htnc_least_of_list(const htnc_lowering *lowering, const htnc_subtask *list);
void htnc_find_least_costs(htnc_lowering *lowering);

/* lower_known.c */
void htnc_known_forget(htnc_lowering *lowering); /* at the beginning of straight code */
void htnc_known_passed(htnc_lowering *lowering, const htnc_instruction *test);
void htnc_known_written(htnc_lowering *lowering, const htnc_instruction *effect);
bool htnc_known_to_hold(htnc_lowering *lowering, const htnc_instruction *test); /* false for all but fused tests */

/* lower_layout.c: addresses and storages of the properties, places of types. */
void htnc_layout(htnc_lowering *lowering);
bool htnc_has_byte_operand(const htnc_lowering *lowering,
                           const htnc_property *property); /* fits the _U8 instructions */

/* --- Instructions ------------------------------------------------------------------------------- */

/* lower_value.c: pushes the node's value, its searches having been run; htnc_push_expr() and _all() see to that. */
void htnc_push(htnc_lowering *lowering, const htnc_node *node);
void htnc_push_cell_number(htnc_lowering *lowering, const htnc_node *node); /* of a CELL */
void htnc_push_expr(htnc_lowering *lowering, const htnc_expr *expr);
void htnc_push_all(htnc_lowering *lowering, const htnc_expr *arguments); /* a list, in order */

/* lower_condition.c: goes on where the node holds, or (htnc_jump_if) where it does not. */
void htnc_jump_unless(htnc_lowering *lowering, const htnc_node *node, htnc_label *label);
void htnc_jump_if(htnc_lowering *lowering, const htnc_node *node, htnc_label *label);
/* Whether a condition is that a property of one byte has a certain value. */
bool htnc_asks_for_byte(const htnc_lowering *lowering, const htnc_node *node, const htnc_property **property,
                        int32_t *value);

/* lower_list.c */
typedef struct htnc_binder {
    base_span span;
    htnc_loop loop;
} htnc_binder;

/* A list of conditions; items that always hold are left out. */
typedef struct htnc_list {
    htnc_test *tests;
    const htnc_expr *never; /* an item that cannot hold, so that the list cannot; or NULL */
    htnc_binder *binders;
    uint32_t binder_count;
    uint32_t first_binding; /* locals: what it binds ... */
    uint32_t extra;         /* ... as many as were asked for ... */
    uint32_t temporaries;   /* ... and what is free behind them */
    const htnc_task *task;  /* whose it is */
    uint32_t method;
} htnc_list;

/* Locals from `first` on are free. With `method`, its Cooldown and its While; NULL: a primitive task's preconditions. */
htnc_list htnc_list_of(htnc_lowering *lowering, const htnc_task *task, const htnc_method *method, uint32_t first,
                       uint32_t extra);
/* Of a primitive task's preconditions with what stands in front of them, in a frame in which nothing is given. */
htnc_list htnc_list_of_action(htnc_lowering *lowering, const htnc_task *task, const htnc_expr *items);

/* lower_rows.c: what a method's row asks of the world; `tests`: how many bytes, 0: nothing. */
typedef struct htnc_row {
    uint32_t address;
    uint32_t tests;
    uint8_t masks[HTN_ROW_BYTES], values[HTN_ROW_BYTES];
} htnc_row;

htnc_row htnc_row_of(const htnc_lowering *lowering, const htnc_list *list);
/* Appends it to the constants, with FAIL as its target: its index there. Then: its target is here. */
uint32_t htnc_add_row(htnc_lowering *lowering, const htnc_row *row);
void htnc_set_row_target(htnc_lowering *lowering, uint32_t row);

/* As htnc_item_begin(), for what a binder emits. */
void htnc_begin_binder(htnc_lowering *lowering, const htnc_list *list, const htnc_binder *binder);
/* The tests in front of any loop; where one does not hold, to `otherwise`. */
void htnc_emit_outer_tests(htnc_lowering *lowering, const htnc_list *list, htnc_label *otherwise);
/* The loops and their tests: falls through with a solution; the next one is at `again`; none left: to `otherwise`. */
void htnc_emit_solutions(htnc_lowering *lowering, const htnc_list *list, htnc_label *again, htnc_label *otherwise);
/* A block of its own that holds if all items do, and fails if not; its address. What the frame binds is given. */
uint32_t htnc_emit_block(htnc_lowering *lowering, const htnc_expr *items, const htnc_method *method,
                         const htnc_task *task, bool framed);
/* All of it, with the bindings given. */
void htnc_emit_check(htnc_lowering *lowering, const htnc_list *list, htnc_label *otherwise);

/* lower_rank.c: a ranking's locals: its fields and keys, then what the best candidate binds. */
typedef struct htnc_ranking {
    uint32_t at;
    uint32_t keys; /* at most */
} htnc_ranking;

uint32_t htnc_count_keys(const htnc_prefer_key *keys);
uint32_t htnc_ranking_locals(uint32_t keys, uint32_t bindings); /* more than any frame has where that is so */
/* The keys of a candidate, before its rank is pushed. */
void htnc_rank_keys(htnc_lowering *lowering, const htnc_ranking *ranking, const htnc_list *list,
                    const htnc_prefer_key *keys);
/* RANK or DRAW of what is pushed; then on to `again`, which is what follows where the list binds nothing. */
void htnc_rank(htnc_lowering *lowering, const htnc_ranking *ranking, htn_opcode op, const htnc_list *list,
               uint32_t keys, htnc_label *again);
/* Behind SELECT: what the candidate taken binds, in place. */
void htnc_rank_bind(htnc_lowering *lowering, const htnc_ranking *ranking, const htnc_list *list);

/* lower_prefer.c: how many locals it needs; solutions in that order, the next at `again`. In place of htnc_emit_solutions(). */
uint32_t htnc_prefer_locals(const htnc_prefer_key *keys, uint32_t bindings);
void htnc_emit_preferred(htnc_lowering *lowering, const htnc_list *list, const htnc_prefer_key *keys, htnc_label *again,
                         htnc_label *otherwise);

/* lower_kept.c: fails where an instance that the expressions mention was gone when planning went on. */
void htnc_emit_kept(htnc_lowering *lowering, const htnc_method *method, const htnc_expr *mentioned);

/* lower_effect.c */
void htnc_lower_effects(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind, const htnc_task *task);

/* lower_action.c: the block that an Achieve tries a task by; its address. */
uint32_t htnc_lower_action(htnc_lowering *lowering, const htnc_task *task, bool framed);
/* Whether some Achieve uses a task, into lowering->acts. */
void htnc_find_actions(htnc_lowering *lowering);
/* A value of the plan's cost or duration: an expression, or 1. `least`: so much was taken into account before. */
void htnc_emit_sum(htnc_lowering *lowering, const htnc_expr *expr, htn_opcode op, int32_t least);

/*
 * lower_achieve.c: the subtask; `later`: planning may go on in front of it. False: it can never be achieved, and control
 * gets no further.
 */
bool htnc_lower_achieve(htnc_lowering *lowering, const htnc_method *method, const htnc_subtask *item, bool later);

/* lower_primitive.c, lower_compound.c: a fragment; the task's own code; a use as a subtask. */
void htnc_lower_fragment(htnc_lowering *lowering, const htnc_task *task);
void htnc_lower_primitive(htnc_lowering *lowering, const htnc_task *task);
void htnc_lower_inlined(htnc_lowering *lowering, const htnc_task *task, const htnc_task *caller, uint32_t method,
                        base_span span);
void htnc_lower_compound(htnc_lowering *lowering, const htnc_task *task);

#endif
