/*
 * Whether the running plan still holds: its steps, one after the other, carried out by the machine in the working world
 * from the arguments that they were planned with. Members of a parallel group all begin in the same world.
 */
#include "machine.h"

typedef struct walk {
    htn_planner *planner;
    const htn_plan *plan;
    const uint8_t *done;
    uint32_t steps_done;
    htn_span
        *groups;   /* by span: of a group that is open, in `first` the trail's top at its start. The search's region */
    uint32_t next; /* the first span that has not been opened */
    uint32_t open; /* the innermost one that is open; HTN_NONE: none */
} walk;

static bool is_done(const walk *at, uint32_t step)
{
    return at->done != NULL ? at->done[step] != 0 : step < at->steps_done;
}

/* --- Steps -------------------------------------------------------------------------------------- */

/* Runs a step's code from `pc`, where its frame, if it has one, has been made. */
static htn_status run_step(const walk *at, uint32_t step, uint32_t pc)
{
    htn_planner *planner = at->planner;
    const uint32_t task = at->plan->steps[step].task;
    htni_registers *now = &planner->now;
    now->pc = pc;
    now->continue_pc = HTN_SLOT_VALID;
    now->continue_frame = 0;
    now->frame = 0;
    now->frames = HTNI_FRAME_LOCALS;
    now->steps = 0;
    if (HTNI_FIELD(planner->domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED) {
        if (!htni_make_frame(planner, now->frames, task, at->plan->values + at->plan->steps[step].arguments))
            return HTN_FULL_FRAMES;
        htni_frames(planner)[now->frames + HTNI_FRAME_PC] = HTN_SLOT_VALID;
        now->frame = now->frames;
        now->frames += HTNI_FRAME_LOCALS + HTNI_FIELD(planner->domain, TASKS, task, LOCALS);
    }
    planner->work_left = UINT32_MAX;
    return htni_run(planner, 0);
}

/* A step with its preconditions. */
static htn_status walk_step(const walk *at, uint32_t step)
{
    const htn_domain *domain = at->planner->domain;
    const htn_step *taken = &at->plan->steps[step];
    const bool framed = (HTNI_FIELD(domain, TASKS, taken->task, FLAGS) & HTN_TASK_FRAMED) != 0;
    const uint32_t entry = HTNI_FIELD(domain, TASKS, taken->task, ENTRY);
    const uint32_t check = HTNI_FIELD(domain, TASKS, taken->task, CHECK);
    if (!htni_same_instances(at->planner, taken->task, at->plan->values + taken->arguments))
        return HTN_NO_PLAN;
    return run_step(at, step, check != HTN_NONE ? check : entry + framed); /* FRAME has been done */
}

/* --- Groups ------------------------------------------------------------------------------------- */

/* What a member has done is undone, but for what it costs. */
static bool end_member(const walk *at, uint32_t mark)
{
    htn_planner *planner = at->planner;
    const uint32_t address = planner->domain->world_bytes + HTNI_SUM_COST;
    const uint8_t *world = htni_region(planner, planner->world_at);
    const int32_t cost = htni_load(world, address, HTN_STORAGE_S32);
    htni_undo(planner, planner->now.trail, mark);
    planner->now.trail = mark;
    return htni_accumulate(planner, &planner->now, planner->limits.trail, address,
                           cost - htni_load(world, address, HTN_STORAGE_S32));
}

/* The effects of a group's steps, in order. */
static htn_status end_group(const walk *at, const htn_span *group)
{
    for (uint32_t step = group->first; step < group->end; step++) {
        const uint32_t effects = HTNI_FIELD(at->planner->domain, TASKS, at->plan->steps[step].task, EFFECTS);
        if (is_done(at, step) || effects == HTN_NONE)
            continue;
        const htn_status status = run_step(at, step, effects);
        if (status != HTN_OK)
            return status;
    }
    return HTN_OK;
}

static void open_spans(walk *at, uint32_t step)
{
    const htn_plan *plan = at->plan;
    for (; at->next < plan->span_count && plan->spans[at->next].first <= step; at->next++) {
        if (plan->spans[at->next].end <= step)
            continue; /* without steps */
        at->groups[at->next].first = at->planner->now.trail;
        at->open = at->next;
    }
}

/* A member lies in its group, but for what a blob that no compiler made can come to. */
static bool is_member(const htn_span *spans, const htn_span *span)
{
    return span->kind == HTN_SPAN_MEMBER && span->parent != HTN_NONE && spans[span->parent].kind == HTN_SPAN_PARALLEL;
}

static htn_status close_spans(walk *at, uint32_t end)
{
    const htn_span *spans = at->plan->spans;
    for (; at->open != HTN_NONE && spans[at->open].end == end; at->open = spans[at->open].parent) {
        const htn_span *span = &spans[at->open];
        htn_status status = HTN_OK;
        if (span->kind == HTN_SPAN_PARALLEL)
            status = end_group(at, span);
        else if (is_member(spans, span) && !end_member(at, at->groups[span->parent].first))
            status = HTN_FULL_TRAIL;
        if (status != HTN_OK)
            return status;
    }
    return HTN_OK;
}

/* --- The plan ----------------------------------------------------------------------------------- */

static htn_status walk_plan(walk *at, uint32_t *failed_step)
{
    for (uint32_t step = 0; step < at->plan->step_count; step++) {
        open_spans(at, step);
        htn_status status = is_done(at, step) ? HTN_OK : walk_step(at, step);
        if (status == HTN_NO_PLAN && failed_step != NULL)
            *failed_step = step;
        if (status == HTN_OK)
            status = close_spans(at, step + 1);
        if (status != HTN_OK)
            return status;
    }
    return HTN_OK;
}

htn_status htn_planner_validate(htn_planner *planner, htn_world *world, uint32_t steps_done, const uint8_t *done,
                                uint32_t *failed_step)
{
    htn_plan running;
    if (planner == NULL || world == NULL)
        return HTN_BAD_ARGUMENT;
    if (!htni_fits(planner, world))
        return HTN_WRONG_DOMAIN;
    if (!htn_planner_running(planner, &running))
        return HTN_NO_RUNNING_PLAN;
    if (done == NULL && steps_done > running.step_count)
        return HTN_BAD_ARGUMENT;
    htni_rewind(planner, world, HTN_SLOT_FAIL);
    walk at = {planner, &running, done, steps_done, (htn_span *)(void *)htni_region(planner, planner->spans_at),
               0,       HTN_NONE};
    return walk_plan(&at, failed_step);
}
