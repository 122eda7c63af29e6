/*
 * --task: why a task is in the plan, or why it is not. Shows what happened where the search tried it; and every subtask that calls it,
 * with why the search did not get there, up to the root.
 */
#pragma once

#include "cli/explain/explain_page.h"

void explain_show_task(explain_page *page, uint32_t task, htn_status status);

/* Whether the search's root has the task as a subtask, at any depth. */
bool explain_is_below_root(const explain_search *search, uint32_t task);
