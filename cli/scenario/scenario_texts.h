/*
 * What a scenario says and what its agent does, in the same notation, so that the two can be compared and shown: steps as
 * `htn plan` writes them, but on one line, and with the names that the scenario gave to instances.
 */
#pragma once

#include "base/source.h"
#include "base/text.h"
#include "cli/scenario/scenario_stage.h"

/* `Herd(Dolly)`: a step that a scenario names. */
void scenario_add_call(base_text *text, const scenario_stage *stage, const htnc_subtask *call);

/* A list of steps in a scenario, on one line: `A(), Parallel [B(), [C(), D()]], Split`. */
void scenario_add_steps(base_text *text, const scenario_stage *stage, const htnc_subtask *steps);

/* A plan in the same form. */
void scenario_add_plan(base_text *text, const scenario_stage *stage, const htn_plan *plan);

/* An expression as it is in the source, with each run of white space as one blank. */
void scenario_add_source(base_text *text, const scenario_stage *stage, base_span span);

/* What a condition read: `State is Patrolling, Distance(orc) is 5`. */
void scenario_add_reads(base_text *text, const scenario_stage *stage, const htnc_expr *condition);

/* A line that says which condition keeps the first step of a plan from starting. Adds nothing where none does. */
void scenario_add_hindrance(base_text *text, const scenario_stage *stage, const htn_plan *plan);

/* Adds a text that has instances as `Food#0`, and replaces these by the scenario's names. */
void scenario_add_named(base_text *text, const scenario_stage *stage, const char *from);
