/*
 * Root ... Select [cheapest]: depth-first branch and bound. A plan that costs less than all before it is copied aside, and
 * the machine goes on as if it had failed; so a search always has its best plan so far. A branch fails as soon as what any
 * plan on it costs at least (its steps' costs, and the least costs of what remains, which the compiler knows) is no less than
 * the best plan's cost. The least cost of the tasks on the agenda is kept as one sum: METHOD's tasks in place of their task
 * (LEAST), a step's cost in place of its least one (COST), so that it only ever rises along a branch.
 */
#include "machine.h"

static htn_step *steps_at(const htn_planner *planner, uint32_t at)
{
    return (htn_step *)(void *)htni_region(planner, at);
}

void htni_copy_plan(const htn_planner *planner, const htn_plan *plan, const htni_copy *to)
{
    htn_step *steps = steps_at(planner, to->steps_at);
    int32_t *values = (int32_t *)(void *)htni_region(planner, to->values_at);
    uint32_t used = 0;
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const uint32_t count = htni_argument_count(planner->domain, plan->steps[i].task);
        steps[i].task = plan->steps[i].task;
        steps[i].arguments = used;
        if (count != 0)
            memcpy(values + used, plan->values + plan->steps[i].arguments, count * sizeof *values);
        used += count;
    }
    if (plan->record_count != 0)
        memcpy(htni_region(planner, to->record_at), plan->record, plan->record_count * sizeof *plan->record);
    if (plan->span_count != 0)
        memcpy(htni_region(planner, to->spans_at), plan->spans, plan->span_count * sizeof *plan->spans);
}

/* The frame of each method on the branch still holds what it has bound. */
void htni_copy_bindings(const htn_planner *planner, uint32_t at)
{
    const htn_domain *domain = planner->domain;
    const htni_place *places = (const htni_place *)(const void *)htni_region(planner, planner->places_at);
    const uint16_t *record = (const uint16_t *)(const void *)htni_region(planner, planner->record_at);
    uint32_t *to = (uint32_t *)(void *)htni_region(planner, at);
    if (domain->max_bindings == 0)
        return;
    for (uint32_t i = 0; i < planner->now.record; i++, to += domain->max_bindings) {
        const uint32_t task = htni_task_of(domain, places[i].pc);
        const uint32_t method = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + record[i];
        const uint32_t count = HTNI_FIELD(domain, METHODS, method, BINDINGS);
        const uint32_t *locals = htni_frames(planner) + places[i].frame + HTNI_FRAME_LOCALS;
        if (count != 0)
            memcpy(to, locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING), count * sizeof *to);
    }
}

bool htni_keep_best(htn_planner *planner)
{
    htn_plan plan;
    planner->span_count = 0;
    if ((planner->domain->flags & HTN_BLOB_SPANS) && !htni_collect_spans(planner))
        return false;
    htn_trace_plan(planner, &plan);
    plan.spans = (const htn_span *)(const void *)htni_region(planner, planner->spans_at);
    plan.span_count = planner->span_count;
    htni_copy_plan(planner, &plan, &planner->best);
    htni_copy_bindings(planner, planner->best.bindings_at);
    planner->has_best = 1;
    planner->best_steps = plan.step_count;
    planner->best_records = plan.record_count;
    planner->best_spans = plan.span_count;
    planner->best_cost = plan.cost;
    planner->best_duration = plan.duration;
    planner->bound = (uint32_t)plan.cost;
    return true;
}

void htni_best(const htn_planner *planner, htn_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->steps = steps_at(planner, planner->best.steps_at);
    plan->step_count = planner->best_steps;
    plan->values = (const int32_t *)(const void *)htni_region(planner, planner->best.values_at);
    plan->record = (const uint16_t *)(const void *)htni_region(planner, planner->best.record_at);
    plan->record_count = planner->best_records;
    plan->spans = (const htn_span *)(const void *)htni_region(planner, planner->best.spans_at);
    plan->span_count = planner->best_spans;
    plan->cost = planner->best_cost;
    plan->duration = planner->best_duration;
    plan->cut = planner->cut;
}

void htni_begin_cheapest(htn_planner *planner, uint32_t task, uint32_t bound)
{
    const int32_t least = htni_signed(HTNI_FIELD(planner->domain, TASKS, task, LEAST));
    planner->cheapest = 1;
    planner->bound = bound;
    planner->now.following = 0; /* whatever costs less replaces the running plan, wherever in the tree it is */
    htni_store(htni_region(planner, planner->world_at), planner->domain->world_bytes + HTNI_SUM_LEAST, HTN_STORAGE_S32,
               least > 0 ? least : 0);
    if (htni_is_dear(planner))
        planner->now.pc = HTN_SLOT_FAIL;
}
