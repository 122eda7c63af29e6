/* The task that an `Each` is: declared behind all others; its parameters are the variables around it that it mentions. */
#pragma once

#include "compiler/names/resolver.h"

/* How many an `Each` there are among these subtasks, inner ones included. */
size_t htnc_count_each(const htnc_subtask *list);

/* Declares those of `task`: they become tasks of the model, an outer one in front of the inner ones. */
void htnc_declare_each(htnc_resolver *resolver, const htnc_task *task);

/* Makes the parameters, and the arguments of `subtask`, an Each. `scope`: the variables around it. */
void htnc_resolve_each(htnc_resolver *resolver, htnc_subtask *subtask, const htnc_scope *scope);
