/* See reference_rounds.h. */
#include "reference_rounds.h"

static bool covers(const reference_span *span, uint32_t step)
{
    return step >= span->first && step < span->end;
}

static bool is_member(const reference_span *span)
{
    return span->kind == REFERENCE_MEMBER || span->kind == REFERENCE_BACKGROUND;
}

uint32_t rounds_member_of(const reference_plan *plan, uint32_t step)
{
    uint32_t i, member = REFERENCE_NONE;

    for (i = 0; i < plan->span_count; i++)
        if (is_member(&plan->spans[i]) && covers(&plan->spans[i], step))
            member = i;
    return member;
}

uint32_t rounds_background(const reference_plan *plan, uint32_t span)
{
    while (span != REFERENCE_NONE && plan->spans[span].kind != REFERENCE_BACKGROUND)
        span = plan->spans[span].parent;
    return span;
}

static uint32_t next_outwards(const reference_plan *plan, uint32_t background)
{
    return rounds_background(plan, plan->spans[background].parent);
}

bool rounds_is_within(const reference_plan *plan, uint32_t span, uint32_t around)
{
    while (span != REFERENCE_NONE && span != around)
        span = plan->spans[span].parent;
    return span == around;
}

bool rounds_others_are_done(const runner_layer *layer, uint32_t group)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = group + 1; i < plan->span_count; i++)
        if (plan->spans[i].parent == group && plan->spans[i].kind == REFERENCE_MEMBER && !rounds_is_done(layer, i))
            return false;
    return true;
}

static bool is_group_done(const runner_layer *layer, uint32_t group)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = group + 1; i < plan->span_count; i++)
        if (plan->spans[i].parent == group && plan->spans[i].kind == REFERENCE_BACKGROUND && !layer->over[i])
            return false;
    return rounds_others_are_done(layer, group);
}

bool rounds_is_done(const runner_layer *layer, uint32_t member)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = 0; i < plan->step_count; i++)
        if (!layer->done[i] && rounds_member_of(plan, i) == member)
            return false;
    for (i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == REFERENCE_GROUP && plan->spans[i].parent == member && !is_group_done(layer, i))
            return false;
    return true;
}

bool rounds_end(const runner_layer *layer, uint32_t step)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t at = rounds_background(plan, rounds_member_of(plan, step));

    for (; at != REFERENCE_NONE; at = next_outwards(plan, at))
        if (rounds_others_are_done(layer, plan->spans[at].parent))
            return true;
    return false;
}

bool rounds_is_stopped(const runner_layer *layer, uint32_t step)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t at = rounds_background(plan, rounds_member_of(plan, step));

    for (; at != REFERENCE_NONE; at = next_outwards(plan, at))
        if (layer->stopped[at])
            return true;
    return false;
}

bool rounds_is_for_good(const runner_layer *layer, uint32_t step)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t at = rounds_background(plan, rounds_member_of(plan, step));

    for (; at != REFERENCE_NONE; at = next_outwards(plan, at))
        if (!layer->over[at])
            return false;
    return layer->done[step];
}

bool rounds_has_passed(const runner_layer *layer, uint32_t before, uint32_t step)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t at = rounds_background(plan, rounds_member_of(plan, before));

    if (reference_side_by_side(plan, before, step))
        return true;
    for (; at != REFERENCE_NONE; at = next_outwards(plan, at))
        if (!covers(&plan->spans[at], step) && !layer->over[at])
            return false;
    return layer->done[before];
}

uint32_t rounds_state(const runner_layer *layer, uint32_t step)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t first = rounds_background(plan, rounds_member_of(plan, step)), at, around, level = 0;
    bool rests = layer->done[step] || layer->left_out[step];

    if (!rests)
        return layer->again[step] ? HTN_STEP_AGAIN : HTN_STEP_TO_DO;
    /* the innermost one that is not over; but the outermost one that was stopped */
    for (at = first; at != REFERENCE_NONE; at = next_outwards(plan, at)) {
        uint32_t depth = 0;

        for (around = at; around != REFERENCE_NONE; around = next_outwards(plan, around))
            depth++;
        if (!layer->over[at] && (level == 0 || layer->stopped[at]))
            level = depth;
    }
    return level == 0 ? HTN_STEP_DONE : HTN_STEP_ROUND_DONE - 1 + level;
}
