/*
 * See background_state.h. Whether a Background has begun a round in this tick lies behind the layer's `done` and attempts.
 */
#include "background_state.h"
#include "plan_order.h"
#include "step_attempts.h"

uint8_t *htni_rounds_begun(const htn_agent *agent, const htni_layer *layer)
{
    return layer->plan.done + (size_t)(htni_bytes_of_progress(agent->domain) - 1) * agent->options.limits.steps;
}

uint32_t htni_background_level(const htn_plan *plan, uint32_t span)
{
    uint32_t level = 0;
    for (; span != HTN_NONE; span = plan->spans[span].parent)
        level += plan->spans[span].kind == HTN_SPAN_BACKGROUND;
    return level < HTNI_MOST_LEVELS ? level : HTNI_MOST_LEVELS;
}

uint8_t htni_state_at_level(uint32_t level)
{
    return (uint8_t)(level == 0 ? HTNI_STEP_DONE : HTNI_STEP_RESTS + level);
}

bool htni_rests(uint8_t done, uint32_t level)
{
    return done == HTNI_STEP_DONE || (done > HTNI_STEP_RESTS && done <= HTNI_STEP_RESTS + level);
}

bool htni_is_state_of_step(const htn_plan *plan, uint32_t step, uint32_t done)
{
    const uint32_t level = htni_background_level(plan, htni_member_of(plan, step));
    return done <= HTNI_STEP_DONE || (level > 0 && done <= HTNI_STEP_RESTS + level);
}

bool htni_all_rest(const htni_layer *layer, uint32_t first, uint32_t end, uint32_t level)
{
    for (uint32_t step = first; step < end; step++)
        if (!htni_rests(layer->plan.done[step], level))
            return false;
    return true;
}

bool htni_others_are_done(const htni_layer *layer, const htn_plan *plan, uint32_t group)
{
    const uint32_t level = htni_background_level(plan, group);
    for (uint32_t i = group + 1; i < plan->span_count && plan->spans[i].first < plan->spans[group].end; i++)
        if (plan->spans[i].parent == group && plan->spans[i].kind == HTN_SPAN_MEMBER &&
            !htni_all_rest(layer, plan->spans[i].first, plan->spans[i].end, level))
            return false;
    return true;
}

/* In a Background that is ending, it rests as the steps do that were left out by that. */
uint8_t htni_state_of_success(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    htn_plan plan;
    if (!htni_has_backgrounds(agent) || !htn_planner_running(layer->planner, &plan))
        return HTNI_STEP_DONE;
    const uint32_t member = htni_member_of(&plan, step);
    uint32_t level = htni_background_level(&plan, member);
    for (uint32_t span = member; span != HTN_NONE; span = plan.spans[span].parent)
        if (plan.spans[span].kind == HTN_SPAN_BACKGROUND && htni_others_are_done(layer, &plan, plan.spans[span].parent))
            level = htni_background_level(&plan, span);
    return htni_state_at_level(level);
}

static bool others_begin(const htn_plan *plan, uint32_t group);

/* As far as the Backgrounds say that lie in span `in`; HTN_NONE: all of them. */
static bool never_begins(const htn_plan *plan, uint32_t step, uint32_t in)
{
    for (uint32_t span = htni_member_of(plan, step); span != in && span != HTN_NONE; span = plan->spans[span].parent)
        if (plan->spans[span].kind == HTN_SPAN_BACKGROUND && !others_begin(plan, plan->spans[span].parent))
            return true;
    return false;
}

/* Whether a step of another member than a Background begins. Groups in a member may have nothing that does. */
static bool others_begin(const htn_plan *plan, uint32_t group)
{
    for (uint32_t i = group + 1; i < plan->span_count && plan->spans[i].first < plan->spans[group].end; i++) {
        const htn_span *member = &plan->spans[i];
        if (member->parent != group || member->kind != HTN_SPAN_MEMBER)
            continue;
        for (uint32_t step = member->first; step < member->end; step++)
            if (!never_begins(plan, step, i))
                return true;
    }
    return false;
}

bool htni_background_never_begins(const htn_plan *plan, uint32_t step)
{
    return never_begins(plan, step, HTN_NONE);
}

bool htni_background_ends(const htn_agent *agent, const htni_layer *layer, uint32_t step)
{
    htn_plan plan;
    if (!htni_has_backgrounds(agent) || !htn_planner_running(layer->planner, &plan))
        return false;
    for (uint32_t span = htni_member_of(&plan, step); span != HTN_NONE; span = plan.spans[span].parent)
        if (plan.spans[span].kind == HTN_SPAN_BACKGROUND && htni_others_are_done(layer, &plan, plan.spans[span].parent))
            return true;
    return false;
}

uint32_t htni_background_at_rest(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan, uint32_t step,
                                 bool *may_begin)
{
    if (layer->plan.done[step] <= HTNI_STEP_RESTS)
        return HTN_NONE;
    uint32_t span = htni_member_of(plan, step);
    const uint32_t level = layer->plan.done[step] - (uint32_t)HTNI_STEP_RESTS;
    while (span != HTN_NONE &&
           (plan->spans[span].kind != HTN_SPAN_BACKGROUND || htni_background_level(plan, span) > level))
        span = plan->spans[span].parent;
    if (span == HTN_NONE || !htni_all_rest(layer, plan->spans[span].first, plan->spans[span].end, level))
        return HTN_NONE;
    const uint8_t lowest = htni_rounds_begun(agent, layer)[plan->spans[span].first];
    *may_begin = lowest == 0 || lowest > level;
    return span;
}
