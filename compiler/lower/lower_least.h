/* Costs: a lower bound for each task, so that a search for the cheapest plan can give up early. */
#ifndef HTNC_LOWER_LEAST_H
#define HTNC_LOWER_LEAST_H

#include "compiler/lower/lower_state.h"

/* A lower bound of what a step of the primitive task costs; >= 0. */
int32_t htnc_least_of_cost(htnc_lowering *lowering, const htnc_task *task);

/* A lower bound of what a list of subtasks costs; 0 where no root asks for the cheapest plan. */
int32_t htnc_least_of_list(const htnc_lowering *lowering, const htnc_subtask *list);

/* Sets `least` of all compound tasks, those of primitive ones being known. Nothing where no root asks. */
void htnc_find_least_costs(htnc_lowering *lowering);

#endif
