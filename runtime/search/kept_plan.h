/* Plans that are kept beyond the search that found them: the running plan, and the best one so far. */
#ifndef HTNI_KEPT_PLAN_H
#define HTNI_KEPT_PLAN_H

#include "planner_block.h"

/*
 * Keeps a copy of a plan; which methods the plan just found took, and what they have bound; the same of a plan
 * that was kept; the plan that was kept.
 */
void htni_keep_plan(const htni_machine *machine, const htn_plan *plan, htni_kept_plan *to);
void htni_keep_choices(const htni_machine *machine, htni_kept_plan *to);
void htni_copy_choices(const htni_machine *machine, const htni_kept_plan *from, htni_kept_plan *to);
void htni_view_kept_plan(const htni_machine *machine, const htni_kept_plan *part, htn_plan *plan);

#endif
