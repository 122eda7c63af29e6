/*
 * What several checks know of tasks and methods: which cannot fail, which are followed by something that can fail, which change
 * the world state. Certain in one direction only: see the members of htnc_linter.
 */
#pragma once

#include "compiler/lint/linter.h"

/* Fills in infallible, follower and writes of the linter. */
void htnc_find_task_facts(htnc_linter *linter);

/* Whether more than its conditions decides if a method is tried: a While, a Cooldown, a Weight. */
bool htnc_has_further_gates(const htnc_method *method);

/* Whether none of a method's subtasks can fail, in whatever world it is planned. Needs linter->infallible. */
bool htnc_all_infallible(const htnc_linter *linter, const htnc_method *method);
