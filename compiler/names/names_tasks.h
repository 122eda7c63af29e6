/* Names in tasks and effects. */
#pragma once

#include "compiler/names/resolver.h"

/* Where a list of effects stands. */
typedef enum htnc_effect_place { HTNC_EFFECT_OF_TASK, HTNC_EFFECT_FACT, HTNC_EFFECT_SCENARIO } htnc_effect_place;

void htnc_resolve_effects(htnc_resolver *resolver, htnc_effect *effects, const htnc_scope *scope,
                          htnc_effect_place place);

/* The task that a subtask names, its arguments resolved and counted. NULL: it was reported. */
htnc_task *htnc_resolve_call(htnc_resolver *resolver, htnc_subtask *subtask, const htnc_scope *scope);

/* All tasks of the model. Every call becomes an edge of the call graph. */
void htnc_resolve_tasks(htnc_resolver *resolver);
