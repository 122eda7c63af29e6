/* Saving plans: those that a planner keeps. */
#pragma once

#include "../search/planner_block.h"
#include "save_writer.h"

/*
 * What a task is known by: its name, the types of its parameters, and how many values its
 * preconditions bind.
 */
void htni_put_task(htni_save_writer *to, const htn_domain *domain, uint32_t task);

/* A plan's steps and spans, and what it is. */
void htni_put_plan(htni_save_writer *to, const htn_planner *planner, const htni_kept_plan *kept_plan);
