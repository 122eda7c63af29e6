/* Faults of a plan as text: `NAME:LINE: message`. Conditions, tasks and steps are written as in HDDL. */
#pragma once

#include "base/printf_like.h"
#include "hddl/check/check_state.h"

enum { CHECK_MOST_FAULTS = 10 /* later ones are only counted */ };

/* Reports a fault in a line of the plan; line 0: in the plan as a whole. */
void check_fault(check_state *c, uint32_t line, const char *format, ...) BASE_PRINTF(3, 4);

/* Adds the step or task of a line: `name a b`. */
void check_add_call(base_text *text, const check_state *c, const check_node *node);
/* Adds a condition or a subtask; variables that have a value are replaced by it. */
void check_add_formula(base_text *text, const check_state *c, const hddl_formula *formula);
void check_add_subtask(base_text *text, const check_state *c, const hddl_subtask *subtask);
