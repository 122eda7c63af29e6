/*
 * Lists of conditions: the preconditions of a primitive task, or the conditions of a method. A list has binders, which are nested
 * loops, `let`s, and tests. A solution is an instance for each binder so that all tests hold. Its bindings are these instances and
 * the values of the `let`s, in the order written.
 */
#pragma once

#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_node.h"

typedef struct htnc_binder {
    base_span span;
    htnc_loop loop;
    uint32_t
        asked; /* how many loops of the list must have bound their variable before its candidates can be asked for */
} htnc_binder;

typedef struct htnc_list {
    htnc_test *tests;       /* in the order written, without conditions that always hold; `let`s stand between them */
    const htnc_expr *never; /* a condition that can never hold; NULL: there is none */
    htnc_binder *binders;
    uint32_t binder_count;
    uint32_t binding_count; /* binders and `let`s */
    uint32_t first_binding; /* first of the locals of the bindings */
    uint32_t extra;         /* first of the locals that the caller asked for */
    uint32_t temporaries;   /* the first free local behind them */
    bool ranked;            /* the solutions are gone through several times, to rank them: see htnc_rank_list() */
    const htnc_task *task;  /* whose list it is */
    uint32_t method;        /* its index; HTN_NONE: preconditions */
} htnc_list;

/* How many binders a list of conditions has; how many bindings. */
uint32_t htnc_count_binders(const htnc_expr *items);
uint32_t htnc_count_bindings(const htnc_expr *items);

/*
 * Reads the conditions of a method, its Cooldown, Reserve and While included; `method` NULL: the task's preconditions and Reserve.
 * Locals from `first` on are free. `extra`: how many locals the caller needs if the list has binders.
 */
htnc_list htnc_list_of(htnc_builder *build, const htnc_task *task, const htnc_method *method, uint32_t first,
                       uint32_t extra);

/* Reads `items`: a binder for each parameter of the task, then its preconditions. The frame gives no parameter. */
htnc_list htnc_list_of_action(htnc_builder *build, const htnc_task *task, const htnc_expr *items);

/*
 * The solutions of the list are to be ranked, so its loops run several times. Candidates that depend on no variable of the list are
 * asked for once; htnc_emit_begin_ranked() stands in front of all that.
 */
void htnc_rank_list(htnc_list *list);
void htnc_emit_begin_ranked(htnc_emitter *to, const htnc_list *list);

/* How many locals the lists of candidates of these conditions need. */
uint32_t htnc_candidate_locals(const htnc_expr *items);

/* As htnc_item_begin(), for the code of a binder. */
void htnc_begin_binder(htnc_emitter *to, const htnc_list *list, const htnc_binder *binder);

/* The tests in front of all loops. Goes to `otherwise` where one fails. */
void htnc_emit_outer_tests(htnc_emitter *to, const htnc_list *list, htnc_label *otherwise);

/* The loops and their tests. Continues behind with the first solution, from `again` with the next, at `otherwise` without one. */
void htnc_emit_solutions(htnc_emitter *to, const htnc_list *list, htnc_label *again, htnc_label *otherwise);

/* All tests, with bindings that are known. Goes to `otherwise` where one fails, or where a bound instance is not present. */
void htnc_emit_check(htnc_emitter *to, const htnc_list *list, htnc_label *otherwise);
