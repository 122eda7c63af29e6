/*
 * How long the plans of a domain can be at most, where its code says so: without recursion, each task has a longest way through
 * its methods. The loop guard bounds a recursion whose effects make few different worlds. Limits take their defaults from this.
 */
#pragma once

#include <htn/domain.h>

typedef struct htni_plan_bound {
    uint32_t steps;  /* of any plan of any root */
    uint32_t record; /* entries of its method traversal record */
} htni_plan_bound;

/* False: there is no bound, or finding it would take too long. */
bool htni_bound_plans(const htn_domain *domain, htni_plan_bound *bound);
