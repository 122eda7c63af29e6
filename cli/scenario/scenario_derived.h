/* Derived conditions in a scenario's expressions: the least set of true tuples. */
#pragma once

#include "compiler/names/model.h"
#include <htn/blob.h>

typedef struct scenario_fixpoint scenario_fixpoint;

/* Whether the body of a condition holds for these arguments. In it the cycle's own tuples are those of `fixpoint`. */
typedef bool scenario_body(const void *user, scenario_fixpoint *fixpoint, const htnc_condition *condition,
                           const int32_t *arguments);

/*
 * Whether a tuple is true. `around`: the fixed point that the expression is evaluated for; NULL: none. `arguments`:
 * HTN_MAX_ARGUMENTS of them.
 */
bool scenario_derived(scenario_fixpoint *around, const htnc_condition *condition, const int32_t *arguments,
                      scenario_body *body, const void *user);
