/*
 * From a problem in HDDL to a domain in .htn, as text: what `htn convert` prints, and what `htn compile` puts through the passes of
 * the compiler, so that both are the same domain. docs/hddl.md tells what becomes what. What no plan can use is left out:
 * methods that never apply, tasks that cannot be done, what nothing reaches.
 */
#ifndef HDDL_TRANSLATE_H
#define HDDL_TRANSLATE_H

#include "hddl/read/hddl.h"

/* What ends recursion in the domain (docs/language.md, "Loops"). */
typedef enum hddl_loops {
    HDDL_LOOPS_AUTO, /* the loop guard, where every task that calls itself does so last, which costs no plans; else none */
    HDDL_LOOPS_CUT, /* the loop guard: plans may be lost in which a task is entered again in the same state */
    HDDL_LOOPS_FREE
} hddl_loops;

/*
 * Writes the problem as a domain in .htn: `*text`, NUL-ended, in the arena of the workspace, in which the problem lies too. Returns
 * BASE_DONE, BASE_REJECTED (the problem is too large: see the diagnostics) or BASE_OUT_OF_MEMORY; `*text` is NULL unless it is BASE_DONE.
 */
base_result hddl_translate(base_workspace *workspace, const hddl_problem *problem, hddl_loops loops, const char **text);

#endif
