/*
 * The translation of a problem in HDDL to a domain in .htn, as text. What no plan can use is left out: methods that
 * never apply, tasks that cannot be done, everything that is not reached. docs/hddl.md says what each construct
 * becomes.
 */
#pragma once

#include "hddl/read/hddl.h"

/* The loop guard of the domain (docs/language.md, "Loops"). */
typedef enum hddl_loops {
    HDDL_LOOPS_AUTO, /* on where it costs no plans: every recursion is through a last subtask */
    HDDL_LOOPS_CUT,  /* on: plans that enter a task again in the same state may be lost */
    HDDL_LOOPS_FREE  /* off */
} hddl_loops;

/*
 * Writes a problem as a domain in .htn. `*text` is NUL-ended and lies in the arena of the workspace, as the problem
 * does; it is NULL unless the result is BASE_DONE. Returns BASE_DONE, BASE_REJECTED (the problem is too large, which is
 * reported) or BASE_OUT_OF_MEMORY.
 */
base_result hddl_translate(base_workspace *workspace, const hddl_problem *problem, hddl_loops loops, const char **text);
