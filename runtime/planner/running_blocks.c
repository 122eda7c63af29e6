/* Each is a block of code that runs alone, on the world as it is (single_block.h). */
#include "running_blocks.h"
#include "../blob/enters.h"
#include "../blob/step_ends.h"
#include "../blob/task_code.h"
#include "../search/kept_plan.h"
#include "method_locals.h"

static htn_status holds(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, uint32_t pc,
                        uint32_t *locals)
{
    int32_t stack[HTN_MAX_STACK];
    htni_block block = htni_block_on(planner->machine.domain, world, planner->host.answerer,
                                     planner->host.answerer_user, locals, stack);
    block.root = planner->machine.root;
    block.tuples = tuples;
    return htni_run_block(&block, pc);
}

htn_status htni_context_holds(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, htn_task task,
                              const int32_t *values)
{
    uint32_t locals[HTN_MAX_LOCALS];
    const uint32_t context = HTNI_FIELD(planner->machine.domain, TASKS, task, CONTEXT);
    if (context == HTN_NONE)
        return HTN_OK;
    htni_take_values(planner->machine.domain, task, values, locals);
    return holds(planner, world, tuples, context, locals);
}

static htn_status enter_holds(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, uint32_t method,
                              uint32_t *locals)
{
    htni_drop_removed_locals(planner, world, method, locals);
    return holds(planner, world, tuples, htni_enter_of(planner->machine.domain, method), locals);
}

static htn_status while_holds(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, uint32_t method,
                              uint32_t *locals)
{
    htni_drop_removed_locals(planner, world, method, locals);
    return holds(planner, world, tuples, HTNI_FIELD(planner->machine.domain, METHODS, method, WHILE), locals);
}

htn_status htni_whiles_hold(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, uint32_t step,
                            uint32_t *failed)
{
    uint32_t locals[HTN_MAX_LOCALS], before = 0;
    bool late = false;
    htn_plan running;
    if (!htn_planner_running(planner, &running))
        return HTN_NO_RUNNING_PLAN;
    if (step >= running.step_count)
        return HTN_BAD_ARGUMENT;
    for (uint32_t i = 0; i < running.span_count; i++) {
        const htn_span *span = &running.spans[i];
        if (span->kind != HTN_SPAN_WHILE)
            continue;
        const uint32_t which = span->entry == HTN_NONE ? before++ : 0;
        if (step < span->first || step >= span->end)
            continue;
        const uint32_t method =
            span->entry == HTN_NONE
                ? htni_continued_method(&planner->machine, &planner->running.start, which, locals)
                : htni_recorded_method(&planner->machine, &planner->running.plan, span->entry, locals);
        const htn_status status = method == HTN_NONE ? HTN_OK : while_holds(planner, world, tuples, method, locals);
        late = late || status == HTN_WAITS;
        if (status == HTN_OK || status == HTN_WAITS)
            continue;
        if (status == HTN_NO_PLAN && failed != NULL)
            *failed = method;
        return status;
    }
    return late ? HTN_WAITS : HTN_OK;
}

htn_status htni_gate_holds(const htn_planner *planner, const htn_world *world, htni_tuples *tuples, uint32_t method)
{
    uint32_t locals[HTN_MAX_LOCALS];
    return holds(planner, world, tuples, HTNI_FIELD(planner->machine.domain, METHODS, method, WHILE), locals);
}

htn_status htni_span_enters(const htn_planner *planner, const htn_world *world, htni_tuples *tuples,
                            const htn_span *span, uint32_t *method)
{
    uint32_t locals[HTN_MAX_LOCALS];
    if (span->kind != HTN_SPAN_WHILE || span->entry == HTN_NONE)
        return HTN_OK;
    *method = htni_method_at(&planner->machine, &planner->running.plan, span->entry);
    if (htni_enter_of(planner->machine.domain, *method) == HTN_NONE)
        return HTN_OK;
    htni_recorded_method(&planner->machine, &planner->running.plan, span->entry, locals);
    return enter_holds(planner, world, tuples, *method, locals);
}

static uint32_t block_of(const htn_domain *domain, htn_task task, htni_effects which)
{
    if (which == HTNI_EFFECTS)
        return HTNI_FIELD(domain, TASKS, task, EFFECTS);
    if (which == HTNI_DURING)
        return HTNI_FIELD(domain, TASKS, task, DURING);
    const uint32_t ends = htni_ends_of(domain, task);
    return ends == HTN_NONE             ? HTN_NONE
           : which == HTNI_FAIL_EFFECTS ? HTNI_FIELD(domain, ENDS, ends, FAIL_EFFECTS)
                                        : HTNI_FIELD(domain, ENDS, ends, ABORT_EFFECTS);
}

htn_status htni_do_effects(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values,
                           htni_effects which, const htni_block *how)
{
    const htn_domain *domain = planner->machine.domain;
    int32_t stack[HTN_MAX_STACK];
    uint32_t locals[HTN_MAX_LOCALS];
    htni_block block = htni_block_on(domain, world, planner->host.answerer, planner->host.answerer_user, locals, stack);
    const uint32_t pc = block_of(domain, task, which);
    if (pc == HTN_NONE)
        return HTN_OK;
    block.end = which == HTNI_EFFECTS ? HTNI_FIELD(domain, TASKS, task, EXPECTED) : HTN_NONE;
    block.root = planner->machine.root;
    block.tuples = how->tuples;
    block.write = how->write;
    block.user = how->user;
    block.pending = how->pending;
    block.pending_room = how->pending_room;
    htni_take_values(domain, task, values, locals);
    return htni_run_block(&block, pc);
}
