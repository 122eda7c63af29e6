/*
 * The plan checker: whether a text is a plan of a problem, and if not, why. It shares hddl_read() with the planner and
 * nothing else, so that a mistake in one does not hide in the other.
 *
 * The format of plans: Behnke, Höller and Biundo, "hierarchical track", International Planning Competition 2020.
 */
#pragma once

#include "base/text.h"
#include "hddl/read/hddl_problem.h"

typedef enum check_answer {
    CHECK_VALID,
    CHECK_INVALID, /* `said` has a line for each fault: `NAME:LINE: ...` */
    CHECK_TOO_HARD /* a condition has more open variables than are searched for; `said` explains it */
} check_answer;

/* `text` has a NUL after its `length` bytes, and is changed. `name` stands for it in messages. */
check_answer check_plan(const hddl_problem *problem, const char *name, char *text, size_t length, base_text *said);
