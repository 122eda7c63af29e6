/*
 * How much the plans of a domain can take at most, where its code says so: without recursion, each task has a longest way through
 * its methods. The loop guard bounds a recursion whose effects make few different worlds; and a task that can reach itself without
 * a GUARD is, as the compiler has proved, never entered a third time inside itself. Limits take their defaults from this.
 */
#pragma once

#include <htn/domain.h>

/* Of any plan of any root, and of any task that is ordered. */
typedef struct htni_plan_bound {
    uint32_t steps;
    uint32_t record;  /* entries of its method traversal record */
    uint32_t choices; /* choice points */
    uint32_t frames;  /* words of the region of frames, the root's frame not included */
    uint32_t trail;   /* changes; HTN_NONE: not known */
    uint32_t depth;   /* tasks with a GUARD, nested in one another */
} htni_plan_bound;

/* Why there is no bound: a recursion goes as deep as the world says; or an Achieve, an Each, or code that is too long to look at. */
typedef enum htni_bounded { HTNI_BOUNDED, HTNI_UNBOUNDED_RECURSION, HTNI_UNBOUNDED } htni_bounded;

htni_bounded htni_bound_plans(const htn_domain *domain, htni_plan_bound *bound);
