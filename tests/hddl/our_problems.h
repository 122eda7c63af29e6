/* The problems in tests/hddl, by name: what goes through all of them shares this. */
#pragma once

#include <stddef.h>

typedef struct our_problem {
    char domain[512], problem[512]; /* paths from the repository's root */
    const char *name;               /* within `problem`: without the folder */
} our_problem;

/* Calls `each` for every X.problem.hddl and X.MORE.problem.hddl, in the order of their names. The number of them. */
size_t for_our_problems(void (*each)(const our_problem *problem, void *user), void *user);
