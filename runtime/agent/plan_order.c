/* The order of a plan's steps; see plan_order.h. */
#include "plan_order.h"
#include "../search/spans.h"

uint32_t htni_member_of(const htn_plan *plan, uint32_t step)
{
    uint32_t found = HTN_NONE;
    for (uint32_t i = 0; i < plan->span_count && plan->spans[i].first <= step; i++)
        if (htni_is_member(&plan->spans[i]) && step < plan->spans[i].end)
            found = i;
    return found;
}

uint32_t htni_member_around(const htn_plan *plan, uint32_t span)
{
    do
        span = plan->spans[span].parent;
    while (span != HTN_NONE && !htni_is_member(&plan->spans[span]));
    return span;
}

bool htni_is_first_step(const htn_plan *plan, uint32_t step)
{
    uint32_t first = step;
    for (uint32_t member = htni_member_of(plan, step); member != HTN_NONE;) {
        if (plan->spans[member].first != first)
            return false;
        const uint32_t group = plan->spans[member].parent;
        first = plan->spans[group].first;
        member = htni_member_around(plan, group);
    }
    return first == 0;
}
