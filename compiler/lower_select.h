/*
 * Selection by rank, for lower_compound.c: the pieces of a scan over a task's candidates. Where each stands is said
 * there; see lower_select.c for what they do.
 */
#ifndef HTNC_LOWER_SELECT_H
#define HTNC_LOWER_SELECT_H

#include "lower.h"

/* Locals, from `at` to `end`: before what the methods bind. */
typedef struct htnc_selection_room {
    uint32_t at, end;
    uint32_t keys;            /* of `Prefer`, at most */
    uint32_t last, best, now; /* first key of each */
    uint32_t best_binding;
} htnc_selection_room;

typedef struct htnc_selection {
    htnc_lowering *lowering;
    const htnc_task *task;
    htnc_selection_room room;
} htnc_selection;

htnc_selection_room htnc_selection_room_of(const htnc_task *task);

/* None taken yet, and any may be. */
void htnc_select_begin(const htnc_selection *selection);

/* Replanning, `highest by N`: only what ranks more than N above this method with the bindings given. */
void htnc_select_floor(const htnc_selection *selection, const htnc_method *method, const htnc_list *list);

/* A new scan, which begins at `again`; then the candidates of each method in turn. */
void htnc_select_scan(const htnc_selection *selection, htnc_label *again);
void htnc_select_candidates(const htnc_selection *selection, const htnc_method *method, const htnc_list *list);

/* Behind the scan: jumps where one was found, or where none was, as `op` says. */
void htnc_select_found(const htnc_selection *selection, htn_opcode op, htnc_label *label);

/* The best one is now the last one taken. */
void htnc_select_keep(const htnc_selection *selection);

/* With what it binds in place if it is this method's; else to `otherwise`. */
void htnc_select_take(const htnc_selection *selection, const htnc_method *method, const htnc_list *list,
                      htnc_label *otherwise);

#endif
