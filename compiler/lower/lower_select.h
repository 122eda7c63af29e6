/*
 * `Select [highest]` and `Select [random]`: the pieces of a scan over a task's candidates, which lower_compound.c puts together. A
 * candidate is a method with a solution of its conditions.
 */
#ifndef HTNC_LOWER_SELECT_H
#define HTNC_LOWER_SELECT_H

#include "compiler/lower/lower_rank.h"

typedef struct htnc_selection {
    htnc_lowering *lowering;
    const htnc_task *task;
    htnc_ranking ranking;
    uint32_t has_floor,
        floor;    /* locals, for `highest by N`: whether candidates must rank above a floor, and the floor */
    uint32_t end; /* the first local behind the selection's own */
} htnc_selection;

htnc_selection htnc_selection_of(htnc_lowering *lowering, const htnc_task *task);

/* Replanning with `highest by N`: candidates must rank more than N above this method, whose bindings are given. */
void htnc_select_floor(const htnc_selection *selection, const htnc_method *method, const htnc_list *list);

/* Ranks the candidates of a method. */
void htnc_select_candidates(const htnc_selection *selection, const htnc_method *method, const htnc_list *list);

/* Continues behind with the bindings in place if the candidate selected is of this method, else at `otherwise`. */
void htnc_select_take(const htnc_selection *selection, const htnc_method *method, const htnc_list *list,
                      htnc_label *otherwise);

#endif
