/*
 * From a problem in HDDL to a domain in .htn, as text: what `htn convert` prints, and what `htn compile` puts through the passes of
 * the compiler, so that both are the same domain. docs/hddl.md tells what becomes what. What no plan can use is left out:
 * methods that never apply, tasks that cannot be done, what nothing reaches.
 */
#ifndef HTNC_HDDL_TRANSLATE_H
#define HTNC_HDDL_TRANSLATE_H

#include "hddl/read/hddl.h"

/* What ends recursion in the domain (docs/language.md, "Loops"). */
typedef enum hddl_loops {
    HDDL_LOOPS_AUTO, /* the loop guard, where every task that calls itself does so last, which costs no plans; else none */
    HDDL_LOOPS_CUT, /* the loop guard: plans may be lost in which a task is entered again in the same state */
    HDDL_LOOPS_FREE
} hddl_loops;

/* The text, NUL-ended, in the compilation's arena, where the problem is too. For use in an open workspace. */
const char *hddl_translate(htnc_compilation *compilation, const hddl_problem *problem, hddl_loops loops);

/* What is asked of hddl_convert(), and what comes of it. */
typedef struct hddl_work {
    hddl_loops loops;
    bool compiles;    /* to a blob as well */
    const char *text; /* the domain in .htn, in the compilation's arena; NULL where that was not made */
} hddl_work;

/* Reads both files and translates them; what hddl_read() and, where it compiles, htnc_compile() say of results goes for this. */
base_result hddl_convert(htnc_compilation *compilation, const char *domain_path, const char *problem_path,
                         const htnc_options *options, hddl_work *work);

#endif
