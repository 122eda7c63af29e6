/* Visits the terms of formulas and conditions. */
#pragma once

#include "hddl/normal/normal.h"

typedef void normal_visit(void *user, normal_term term);

void normal_visit_terms(const normal_term *terms, uint32_t count, normal_visit *visit, void *user);

/* All terms of a formula, in the order in which they are written. */
void normal_visit_formula(const hddl_problem *problem, const hddl_formula *formula, normal_visit *visit, void *user);

/* All terms of a condition: those of its literals, then those of its residual formulas. */
void normal_visit_condition(const hddl_problem *problem, const normal_condition *condition, normal_visit *visit,
                            void *user);

/* All terms of an action's effects and their conditions. */
void normal_visit_effects(const hddl_problem *problem, const normal_action *action, normal_visit *visit, void *user);

/* All terms of a method's subtasks. */
void normal_visit_subtasks(const normal_method *method, normal_visit *visit, void *user);
