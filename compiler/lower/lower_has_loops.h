/* Whether a task has loops, which need locals. It must be known before the task is lowered: locals need a frame. */
#pragma once

#include "base/arena.h"
#include "compiler/names/model.h"

/* By the index of a named condition: whether it has loops. */
bool *htnc_find_condition_loops(base_arena *arena, const htnc_model *model);

bool htnc_task_has_loops(const bool *condition_loops, const htnc_task *task);
