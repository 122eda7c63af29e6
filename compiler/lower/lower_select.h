/*
 * Selection by rank, for lower_compound.c: the pieces of a scan over a task's candidates. Where each stands is said
 * there; see lower_select.c for what they do.
 */
#ifndef HTNC_LOWER_SELECT_H
#define HTNC_LOWER_SELECT_H

#include "compiler/lower/lower.h"

typedef struct htnc_selection {
    htnc_lowering *lowering;
    const htnc_task *task;
    htnc_ranking ranking;
    uint32_t has_floor, floor; /* locals: replanning, whether only what ranks above a floor is taken, and that */
    uint32_t end;              /* locals from here on are free */
} htnc_selection;

htnc_selection htnc_selection_of(htnc_lowering *lowering, const htnc_task *task);

/* Replanning, `highest by N`: only what ranks more than N above this method with the bindings given. */
void htnc_select_floor(const htnc_selection *selection, const htnc_method *method, const htnc_list *list);

/* The candidates of a method. */
void htnc_select_candidates(const htnc_selection *selection, const htnc_method *method, const htnc_list *list);

/* With what it binds in place if it is this method's; else to `otherwise`. */
void htnc_select_take(const htnc_selection *selection, const htnc_method *method, const htnc_list *list,
                      htnc_label *otherwise);

#endif
