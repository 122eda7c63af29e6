/*
 * Parallel groups in the reference planner: docs/language.md, "Parallel". A group becomes its first member and, behind
 * it on the agenda, the reminder that a member ends there; what the reminder finds left is the next member, in the world
 * in which the group began. Worlds are copies, so going back to that one is just taking it up again.
 */
#include "reference_inside.h"
#include <string.h>

bool reference_is_group(const agenda *todo)
{
    return todo->group || todo->item->kind == HTNC_SUBTASK_PARALLEL;
}

static uint32_t open_span(reference_planner *reference, reference_span_kind kind, uint32_t parent)
{
    reference_plan *plan = reference->plan;
    reference_span *span = &plan->spans[plan->span_count];

    span->kind = kind;
    span->first = span->end = plan->step_count;
    span->parent = parent;
    return plan->span_count++;
}

/* The innermost group whose member is being planned, as the agenda has it. */
static uint32_t member_around(const agenda *rest)
{
    for (; rest; rest = rest->rest)
        if (rest->group)
            return rest->group->member;
    return REFERENCE_NONE;
}

static bool covers(const reference_span *span, uint32_t step)
{
    return step >= span->first && step < span->end;
}

/* Whether the step is one of a Background of this group, or of a group in it. */
static bool is_background(const reference_plan *plan, uint32_t group, uint32_t step)
{
    uint32_t i;

    for (i = group + 1; i < plan->span_count; i++)
        if (plan->spans[i].kind == REFERENCE_BACKGROUND && covers(&plan->spans[i], step))
            return true;
    return false;
}

/* All effects of the group's steps in the order of the plan, in the world in which it began. What is in the background is not assumed. */
static const int32_t *apply_all(reference_planner *reference, const parallel *group)
{
    reference_plan *plan = reference->plan;
    int32_t *world = reference_copy_world(reference, group->world);
    uint32_t i;

    for (i = group->first; i < plan->step_count; i++) {
        if (is_background(plan, group->span, i))
            continue;
        reference_take_effect(reference, plan, i, world);
        plan->work++;
    }
    return world;
}

static const agenda *item_of(reference_planner *reference, const htnc_subtask *item, const parallel *group,
                             const agenda *rest)
{
    agenda *made = reference_allocate(reference, sizeof *made);

    memset(made, 0, sizeof *made);
    made->item = item;
    made->scope = group->scope;
    made->parent = group->parent;
    made->taken = group->taken;
    made->rest = rest;
    return made;
}

static const agenda *items_of(reference_planner *reference, const htnc_subtask *items, const parallel *group,
                              const agenda *rest)
{
    return items ? item_of(reference, items, group, items_of(reference, items->next, group, rest)) : rest;
}

/* The next member in front of what remains of the group; behind the last one, what comes after the group. */
static const agenda *next_member(reference_planner *reference, const parallel *group, const agenda *rest,
                                 const int32_t **world)
{
    reference_plan *plan = reference->plan;
    agenda *end = reference_allocate(reference, sizeof *end);
    parallel *next = reference_allocate(reference, sizeof *next);

    if (!group->left) {
        plan->duration = group->longest;
        plan->spans[group->span].end = plan->step_count;
        *world = apply_all(reference, group);
        return rest;
    }
    *next = *group;
    next->left = group->left->next;
    next->background = group->left->kind == HTNC_SUBTASK_BACKGROUND;
    next->member = open_span(reference, next->background ? REFERENCE_BACKGROUND : REFERENCE_MEMBER, group->span);
    memset(end, 0, sizeof *end);
    end->group = next;
    end->taken = group->taken;
    end->rest = rest;
    plan->duration = group->duration;
    *world = group->world;
    if (next->background)
        return items_of(reference, group->left->members, group, end);
    return item_of(reference, group->left, group, end);
}

const agenda *reference_go_on_in_group(reference_planner *reference, const agenda *todo, const int32_t **world)
{
    reference_plan *plan = reference->plan;
    parallel group;

    if (todo->group) {
        int32_t *beginning = reference_copy_world(reference, todo->group->world);

        reference_stamp_all(reference, beginning); /* whatever was found out in the member is forgotten */
        group = *todo->group;
        group.world = beginning;
        plan->spans[group.member].end = plan->step_count;
        if (!group.background && plan->duration > group.longest)
            group.longest = plan->duration;
    } else {
        group.left = todo->item->members;
        group.scope = todo->scope;
        group.parent = todo->parent;
        group.taken = todo->taken;
        group.world = *world;
        group.duration = group.longest = plan->duration;
        group.first = plan->step_count;
        group.span = open_span(reference, REFERENCE_GROUP, member_around(todo->rest));
        group.member = REFERENCE_NONE;
        group.background = false;
    }
    return next_member(reference, &group, todo->rest, world);
}

uint32_t reference_open_achieve(reference_planner *reference, const agenda *rest)
{
    return open_span(reference, REFERENCE_ACHIEVE, member_around(rest));
}

uint32_t reference_count_achieves(const reference_plan *plan)
{
    uint32_t count = 0, i;

    for (i = 0; i < plan->span_count; i++)
        count += plan->spans[i].kind == REFERENCE_ACHIEVE;
    return count;
}

bool reference_is_in_group(const agenda *rest)
{
    return member_around(rest) != REFERENCE_NONE;
}

uint32_t reference_background_around(const agenda *rest)
{
    for (; rest; rest = rest->rest)
        if (rest->group && rest->group->background)
            return rest->group->member;
    return REFERENCE_NONE;
}

/* Whether the step lies in another member of a group that is being planned. */
static bool is_beside(const reference_plan *plan, const agenda *rest, uint32_t step)
{
    for (; rest; rest = rest->rest)
        if (rest->group && step >= rest->group->first && step < plan->spans[rest->group->member].first)
            return true;
    return false;
}

bool reference_starts_at_once(const reference_planner *reference, const agenda *rest)
{
    const reference_plan *plan = reference->plan;
    uint32_t step;

    for (step = 0; step < plan->step_count; step++)
        if (plan->steps[step].task->operator_ && !is_beside(plan, rest, step))
            return false;
    return true;
}

void reference_drop_empty_spans(reference_plan *plan)
{
    uint32_t places[REFERENCE_SPANS], count = 0, i;
    uint32_t backgrounds[REFERENCE_SPANS]; /* by old place: the new one; NONE: it has no steps */

    for (i = 0; i < plan->span_count; i++) {
        reference_span span = plan->spans[i];

        if (span.parent != REFERENCE_NONE)
            span.parent = places[span.parent];
        places[i] = span.parent;
        backgrounds[i] = REFERENCE_NONE;
        if (span.first == span.end && span.kind != REFERENCE_ACHIEVE)
            continue;
        places[i] = backgrounds[i] = count;
        plan->spans[count++] = span;
    }
    plan->span_count = count;
    for (i = 0; i < plan->taken_count; i++)
        if (plan->taken[i].within != REFERENCE_NONE)
            plan->taken[i].within = backgrounds[plan->taken[i].within];
}

/* --- Running plans ------------------------------------------------------------------------------- */

bool reference_side_by_side(const reference_plan *plan, uint32_t a, uint32_t b)
{
    uint32_t i;

    for (i = 0; i < plan->span_count; i++) {
        const reference_span *member = &plan->spans[i];

        if ((member->kind == REFERENCE_MEMBER || member->kind == REFERENCE_BACKGROUND) && covers(member, a) &&
            !covers(member, b) && covers(&plan->spans[member->parent], b))
            return true;
    }
    return false;
}

/* The group that lies in `parent` and begins at this step; REFERENCE_NONE: the step lies in it as it is. */
static uint32_t span_at(const reference_plan *plan, uint32_t parent, uint32_t step)
{
    uint32_t i;

    for (i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == REFERENCE_GROUP && plan->spans[i].parent == parent && plan->spans[i].first == step)
            return i;
    return REFERENCE_NONE;
}

/* Each member from the group's beginning, then all that is still to be done in order. */
static bool group_holds(reference_planner *reference, const running_plan *running, uint32_t group, int32_t *world)
{
    const reference_span *span = &running->plan->spans[group];
    size_t size = reference->world_cells * sizeof *world;
    int32_t member[REFERENCE_CELLS];
    uint32_t i, step;

    for (i = group + 1; i < running->plan->span_count; i++) {
        if (running->plan->spans[i].parent != group)
            continue;
        memcpy(member, world, size);
        if (!reference_steps_hold(reference, running, i, member))
            return false;
    }
    for (step = span->first; step < span->end; step++)
        if (!running->done[step] && !is_background(running->plan, group, step)) {
            reference_end_during(reference, step, world);
            reference_take_effect(reference, running->plan, step, world);
        }
    return true;
}

bool reference_steps_hold(reference_planner *reference, const running_plan *running, uint32_t member, int32_t *world)
{
    const reference_plan *plan = running->plan;
    uint32_t step = member == REFERENCE_NONE ? 0 : plan->spans[member].first;
    uint32_t end = member == REFERENCE_NONE ? plan->step_count : plan->spans[member].end;

    while (step < end) {
        uint32_t group = span_at(plan, member, step);

        if (group != REFERENCE_NONE) {
            if (!group_holds(reference, running, group, world))
                return false;
            step = plan->spans[group].end;
            continue;
        }
        if (!running->done[step]) {
            if (!reference_is_excused(reference, step) && !reference_step_holds(reference, running, step, world)) {
                *running->failed = step;
                return false;
            }
            reference_end_during(reference, step, world);
            reference_take_effect(reference, plan, step, world);
        }
        step++;
    }
    return true;
}
