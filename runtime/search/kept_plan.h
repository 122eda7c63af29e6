/*
 * Plans that outlive the search that found them: the running plan and its first part, and the best plan so
 * far.
 */
#pragma once

#include "planner_block.h"

/*
 * htni_keep_plan() copies a plan. htni_keep_choices() adds the methods that the plan just found took, and
 * their bindings; htni_copy_choices() takes them from another kept plan. htni_view_kept_plan() shows a kept
 * plan as a view.
 */
void htni_keep_plan(const htni_machine *machine, const htn_plan *plan, htni_kept_plan *to);
void htni_keep_choices(const htni_machine *machine, htni_kept_plan *to);
void htni_copy_choices(const htni_machine *machine, const htni_kept_plan *from, htni_kept_plan *to);
void htni_view_kept_plan(const htni_machine *machine, const htni_kept_plan *kept, htn_plan *plan);

/* The method with a span (htni_has_span()) at an entry of a kept plan's record. */
uint32_t htni_method_at(const htni_machine *machine, const htni_kept_plan *kept, uint32_t entry);
