/*
 * Whether a plan still holds: the machine carries out its steps one after the other in the working world, with
 * the arguments that were planned. All members of a parallel group begin in the same world. The plan may be
 * another planner's: an agent has one planner that only checks plans. Neighbours: plan_walk.c,
 * running_blocks.c.
 */
#include "validate.h"
#include "../blob/task_code.h"
#include "../machine/plan_walk.h"
#include "../native/native_run.h"
#include "../search/plan_sums.h"
#include "../search/same_instances.h"
#include "../search/spans.h"
#include "../search/step_entry.h"
#include "../search/tuples.h"
#include "../world/live_values.h"
#include "../world/world_write.h"
#include "working_world.h"

typedef struct walk {
    htn_planner *planner;
    const htn_world *world; /* for its Durings */
    const htni_checked_plan *of;
    const htn_plan *plan;
    htn_span *
        groups; /* by span: for a group that has begun, `first` is the trail's top at its start. They lie in the region of the search's spans */
    uint32_t next; /* the first span that has not begun */
    uint32_t open; /* the innermost span that has begun and not ended; HTN_NONE: none */
} walk;

static bool is_done(const walk *at, uint32_t step)
{
    if (at->of->end != 0 && (step < at->of->first || step >= at->of->end))
        return true;
    if (at->of->done == NULL)
        return step < at->of->steps_done;
    return !htni_step_is_to_do(at->of->done[step] & (uint8_t)~HTNI_STEP_EXCUSED);
}

static htn_status run_machine(htn_planner *planner)
{
    return htni_runner(planner, planner->replan_cache.recording != 0)(planner, 0);
}

/* --- Steps -------------------------------------------------------------------------------------- */

htn_status htni_run_step(htn_planner *planner, const htn_plan *plan, uint32_t step, uint32_t pc)
{
    const uint32_t task = plan->steps[step].task;
    htni_registers *now = &planner->machine.now;
    now->pc = pc;
    now->frame = 0;
    now->frames = HTNI_FRAME_LOCALS;
    now->steps = 0;
    planner->machine.work_left = UINT32_MAX;
    const htn_status entered =
        htni_enter_step(&planner->machine, now, task, plan->values + plan->steps[step].arguments, HTN_SLOT_VALID);
    return entered == HTN_OK ? run_machine(planner) : entered;
}

htn_status htni_check_step(htn_planner *planner, const htn_plan *plan, uint32_t step)
{
    const htn_domain *domain = planner->machine.domain;
    const htn_step *taken = &plan->steps[step];
    if (domain->instances != 0 && !htni_same_instances(planner, taken->task, plan->values + taken->arguments))
        return HTN_NO_PLAN;
    return htni_run_step(planner, plan, step, htni_preconditions(domain, taken->task));
}

/* Undoes everything since `mark`, except costs. */
static bool undo_but_cost(const walk *at, uint32_t mark)
{
    htn_planner *planner = at->planner;
    const uint32_t address = planner->machine.domain->world_bytes + HTNI_SUM_COST;
    const uint8_t *world = htni_working_world(&planner->machine);
    const int32_t cost = htni_load(world, address, HTN_STORAGE_S32);
    htni_undo(&planner->machine, planner->machine.now.trail, mark);
    planner->machine.now.trail = mark;
    return htni_accumulate(&planner->machine, &planner->machine.now, planner->machine.limits.trail, address,
                           cost - htni_load(world, address, HTN_STORAGE_S32));
}

/* Cells in which a step's During is shown show what they will when it has ended, but for those written since (during_list.h). */
static htn_status end_during(const walk *at, uint32_t step)
{
    const htni_during_list *list = at->of->durings;
    const htn_domain *domain = at->planner->machine.domain;
    const uint8_t *world = htni_working_world(&at->planner->machine);
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const htni_during *during = &list->entries[i];
        if (during->layer != at->of->layer || during->step != step)
            continue;
        const int32_t now = htni_during_shown_from(at->world, i, at->of->layer, step);
        const int32_t next = htni_during_shown_from(at->world, i, at->of->layer, step + 1);
        const uint32_t cell = htni_cell_name(domain, during->property, during->cell);
        const htni_change change = {cell, htni_is_byte(cell) ? (uint8_t)next : next};
        if (htni_load_cell(domain, world, during->property, during->cell) == now &&
            !htni_write_back(&at->planner->machine, &at->planner->machine.now, at->planner->machine.limits.trail,
                             &change))
            return HTN_FULL_TRAIL;
    }
    if (at->planner->machine.tuples_at != 0 &&
        !htni_forget(at->planner, &at->planner->machine.now, at->planner->machine.limits.trail, HTN_NONE))
        return HTN_FULL_TRAIL;
    return HTN_OK;
}

static bool has_during(const walk *at, uint32_t step)
{
    const htni_during_list *list = at->of->durings;
    for (uint32_t i = 0; list != NULL && i < list->count; i++)
        if (list->entries[i].layer == at->of->layer && list->entries[i].step == step)
            return true;
    return false;
}

static bool is_excused(const walk *at, uint32_t step)
{
    return at->of->excuses && (at->of->done[step] & HTNI_STEP_EXCUSED) != 0;
}

/* The effects of a step to which removed instances are none. */
static htn_status run_live(const walk *at, uint32_t step, uint32_t effects)
{
    const htn_planner *planner = at->planner;
    int32_t values[HTN_MAX_LOCALS];
    const htn_step live = {.task = at->plan->steps[step].task};
    const htn_plan one = {.steps = &live, .step_count = 1, .values = values};
    htni_copy_live_values(planner->machine.domain, htni_working_world(&planner->machine),
                          htni_region(&planner->machine, planner->copy.generations_at), at->of->generations, live.task,
                          at->plan->values + at->plan->steps[step].arguments, values);
    return htni_run_step(at->planner, &one, 0, effects);
}

static htn_status take_effect(const walk *at, uint32_t step)
{
    const uint32_t effects = HTNI_FIELD(at->planner->machine.domain, TASKS, at->plan->steps[step].task, EFFECTS);
    const htn_status status = end_during(at, step);
    if (status != HTN_OK || effects == HTN_NONE)
        return status;
    return is_excused(at, step) ? run_live(at, step, effects) : htni_run_step(at->planner, at->plan, step, effects);
}

/*
 * Checks a step. If it is in progress, first its During is restored, and then its effects apply; so the
 * effects of its code are undone, and done again in that order.
 */
static htn_status walk_step(const walk *at, uint32_t step)
{
    const uint32_t mark = at->planner->machine.now.trail;
    if (is_excused(at, step))
        return take_effect(at, step);
    const htn_status status = htni_check_step(at->planner, at->plan, step);
    if (status != HTN_OK || !has_during(at, step))
        return status;
    return undo_but_cost(at, mark) ? take_effect(at, step) : HTN_FULL_TRAIL;
}

/* --- Groups ------------------------------------------------------------------------------------- */

/* Where the Background ends in which a step of this group lies; `step`: it lies in none. */
static uint32_t behind_background(const walk *at, const htn_span *group, uint32_t step)
{
    const htn_plan *plan = at->plan;
    if ((at->planner->machine.domain->flags & HTN_BLOB_BACKGROUNDS) == 0)
        return step;
    for (const htn_span *span = group; span < plan->spans + plan->span_count && span->first <= step; span++)
        if (span->kind == HTN_SPAN_BACKGROUND && step < span->end)
            return span->end;
    return step;
}

/* Applies the effects of a group's steps, in order; not those of a Background. */
static htn_status end_group(const walk *at, const htn_span *group)
{
    htn_status status = HTN_OK;
    for (uint32_t step = group->first; status == HTN_OK && step < group->end; step++) {
        const uint32_t behind = behind_background(at, group, step);
        if (behind != step)
            step = behind - 1;
        else if (!is_done(at, step))
            status = take_effect(at, step);
    }
    return status;
}

static void open_spans(walk *at, uint32_t step)
{
    const htn_plan *plan = at->plan;
    for (; at->next < plan->span_count && plan->spans[at->next].first <= step; at->next++) {
        if (plan->spans[at->next].end <= step)
            continue; /* a span without steps */
        at->groups[at->next].first = at->planner->machine.now.trail;
        at->open = at->next;
    }
}

/* Whether a span is a member of a group. In a blob that no compiler made, a member may lie elsewhere. */
static bool is_member(const htn_span *spans, const htn_span *span)
{
    return htni_is_member(span) && span->parent != HTN_NONE && spans[span->parent].kind == HTN_SPAN_PARALLEL;
}

static htn_status close_spans(walk *at, uint32_t end)
{
    const htn_span *spans = at->plan->spans;
    for (; at->open != HTN_NONE && spans[at->open].end == end; at->open = spans[at->open].parent) {
        const htn_span *span = &spans[at->open];
        htn_status status = HTN_OK;
        if (span->kind == HTN_SPAN_PARALLEL)
            status = end_group(at, span);
        else if (is_member(spans, span) && !undo_but_cost(at, at->groups[span->parent].first))
            status = HTN_FULL_TRAIL;
        if (status != HTN_OK)
            return status;
    }
    return HTN_OK;
}

/* --- The plan ----------------------------------------------------------------------------------- */

/* Checks a plan without spans, durings and excuses: in one run of the machine. */
static htn_status check_steps(htn_planner *planner, const htni_checked_plan *of, uint32_t *failed_step)
{
    htni_plan_walk steps = {of->plan, of->done, of->done == NULL ? of->steps_done : 0};
    planner->machine.work_left = UINT32_MAX;
    planner->machine.now.pc = HTN_SLOT_VALID;
    planner->check.walk = &steps;
    const htn_status status = run_machine(planner);
    planner->check.walk = NULL;
    if (status == HTN_NO_PLAN && failed_step != NULL)
        *failed_step = steps.step - 1;
    return status == HTN_STANDS ? HTN_OK : status;
}

/* Checks any plan, step by step and span by span. */
HTNI_NOINLINE static htn_status walk_plan(htn_planner *planner, const htn_world *world, const htni_checked_plan *of,
                                          uint32_t *failed_step)
{
    walk at = {planner, world, of, of->plan, htni_region(&planner->machine, planner->search.spans_at), 0, HTN_NONE};
    for (uint32_t step = 0; step < of->plan->step_count; step++) {
        open_spans(&at, step);
        htn_status status = is_done(&at, step) ? HTN_OK : walk_step(&at, step);
        if (status == HTN_NO_PLAN && failed_step != NULL)
            *failed_step = step;
        if (status == HTN_OK)
            status = close_spans(&at, step + 1);
        if (status != HTN_OK)
            return status;
    }
    return HTN_OK;
}

/* Other spans do not matter here. */
static bool has_groups(const htn_plan *plan)
{
    for (uint32_t i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == HTN_SPAN_PARALLEL)
            return true;
    return false;
}

htn_status htni_validate_plan(htn_planner *planner, htn_world *world, const htni_checked_plan *of,
                              uint32_t *failed_step)
{
    htni_rewind(planner, world, HTN_SLOT_FAIL);
    planner->machine.root = of->layer;
    const bool plain = !has_groups(of->plan) && htni_has_no_durings(of->durings) && !of->excuses;
    planner->check.generations = of->generations;
    const htn_status status =
        plain ? check_steps(planner, of, failed_step) : walk_plan(planner, world, of, failed_step);
    planner->check.generations = NULL;
    return status;
}

htn_status htni_step_holds(htn_planner *planner, htn_world *world, const htni_checked_plan *of, uint32_t step)
{
    htni_rewind(planner, world, HTN_SLOT_FAIL);
    planner->machine.root = of->layer;
    planner->check.generations = of->generations;
    const htn_status status = htni_check_step(planner, of->plan, step);
    planner->check.generations = NULL;
    return status;
}

htn_status htn_planner_validate(htn_planner *planner, htn_world *world, uint32_t steps_done, const uint8_t *done,
                                uint32_t *failed_step)
{
    htn_plan running;
    if (planner == NULL || world == NULL)
        return HTN_BAD_ARGUMENT;
    if (!htni_fits(&planner->machine, world))
        return HTN_WRONG_DOMAIN;
    if (!htn_planner_running(planner, &running))
        return HTN_NO_RUNNING_PLAN;
    if (done == NULL && steps_done > running.step_count)
        return HTN_BAD_ARGUMENT;
    const htni_checked_plan of = {.plan = &running,
                                  .generations = htni_region(&planner->machine, planner->running.plan.generations_at),
                                  .done = done,
                                  .steps_done = steps_done,
                                  .durings = planner->check.durings,
                                  .layer = planner->machine.root};
    return htni_validate_plan(planner, world, &of, failed_step);
}
