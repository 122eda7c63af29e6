/*
 * Lists of conditions: the preconditions of a primitive task, the conditions of a method. A list has binders, each a loop within
 * the one before, and tests, each as early as what it mentions is bound.
 */
#ifndef HTNC_LOWER_LIST_H
#define HTNC_LOWER_LIST_H

#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_node.h"

typedef struct htnc_binder {
    base_span span;
    htnc_loop loop;
} htnc_binder;

typedef struct htnc_list {
    htnc_test *tests;       /* without conditions that always hold */
    const htnc_expr *never; /* a condition that can never hold; NULL: there is none */
    htnc_binder *binders;
    uint32_t binder_count;
    uint32_t first_binding; /* the locals that it binds, */
    uint32_t extra;         /* those that the caller asked for, */
    uint32_t temporaries;   /* and the first free one behind them */
    const htnc_task *task;  /* whose list it is */
    uint32_t method;        /* its index; HTN_NONE: preconditions */
} htnc_list;

/*
 * Reads the list of a method, its Cooldown and While included, or with NULL the task's preconditions. Locals from `first` on are
 * free; `extra`: how many more the caller needs if the list binds something.
 */
htnc_list htnc_list_of(htnc_builder *build, const htnc_task *task, const htnc_method *method, uint32_t first,
                       uint32_t extra);

/* Reads `items`, preconditions with binders of the parameters in front, in a frame in which no parameter is given. */
htnc_list htnc_list_of_action(htnc_builder *build, const htnc_task *task, const htnc_expr *items);

/* As htnc_item_begin(), for what a binder emits. */
void htnc_begin_binder(htnc_emitter *to, const htnc_list *list, const htnc_binder *binder);

/* The tests in front of all loops. Where one fails: `otherwise`. */
void htnc_emit_outer_tests(htnc_emitter *to, const htnc_list *list, htnc_label *otherwise);

/* The loops and their tests. Control continues behind with a solution; the next one is at `again`; none left: `otherwise`. */
void htnc_emit_solutions(htnc_emitter *to, const htnc_list *list, htnc_label *again, htnc_label *otherwise);

/* All tests, the bindings being given. Where one fails, or a bound instance is not present: `otherwise`. */
void htnc_emit_check(htnc_emitter *to, const htnc_list *list, htnc_label *otherwise);

#endif
