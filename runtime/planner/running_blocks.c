/* Each is a block of code that runs alone, on the world as it is (single_block.h). */
#include "running_blocks.h"
#include "../blob/enters.h"
#include "../blob/step_ends.h"
#include "../blob/task_code.h"
#include "../search/continuation.h"
#include "../search/kept_plan.h"
#include "../world/live_values.h"

static htn_status holds(const htn_planner *planner, const htn_world *world, uint32_t pc, uint32_t *locals)
{
    int32_t stack[HTN_MAX_STACK];
    const htni_block block = htni_block_on(planner->machine.domain, world, planner->host.answerer,
                                           planner->host.answerer_user, locals, stack);
    return htni_run_block(&block, pc);
}

htn_status htni_context_holds(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values)
{
    uint32_t locals[HTN_MAX_LOCALS];
    const uint32_t context = HTNI_FIELD(planner->machine.domain, TASKS, task, CONTEXT);
    if (context == HTN_NONE)
        return HTN_OK;
    htni_take_values(planner->machine.domain, task, values, locals);
    return holds(planner, world, context, locals);
}

static void take_locals(const htn_domain *domain, uint32_t method, const uint32_t *bindings, const uint32_t *parameters,
                        uint32_t *locals)
{
    const uint32_t task = htni_task_of(domain, HTNI_FIELD(domain, METHODS, method, WHILE));
    const uint32_t count = HTNI_FIELD(domain, METHODS, method, BINDINGS);
    memset(locals, 0, HTN_MAX_LOCALS * sizeof *locals);
    memcpy(locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING), bindings, count * sizeof *locals);
    memcpy(locals, parameters, HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) * sizeof *locals);
}

static bool has_while(const htn_planner *planner, uint32_t method)
{
    return HTNI_FIELD(planner->machine.domain, METHODS, method, WHILE) != HTN_NONE;
}

/*
 * Locals for the While of a method in the running plan's record, as htni_keep_choices() has kept them. Returns
 * the method; HTN_NONE: it has no While.
 */
static uint32_t take_recorded(const htn_planner *planner, uint32_t entry, uint32_t *locals)
{
    const uint32_t room = planner->machine.domain->max_bindings;
    const uint32_t *kept =
        (const uint32_t *)htni_region(&planner->machine, planner->running.plan.bindings_at) + (size_t)entry * room;
    const uint32_t method = htni_method_at(&planner->machine, &planner->running.plan, entry);
    if (!has_while(planner, method))
        return HTN_NONE;
    take_locals(planner->machine.domain, method, kept,
                kept + HTNI_FIELD(planner->machine.domain, METHODS, method, BINDINGS), locals);
    return method;
}

/*
 * The same for a method that was taken in front of the split behind which the running plan begins: from the
 * frames of that continuation. They are counted from the outermost one.
 */
static uint32_t take_continued(const htn_planner *planner, uint32_t which, uint32_t *locals)
{
    const uint32_t *kept = htni_region(&planner->machine, planner->running.start.at);
    uint32_t count = 0, method, at;
    while (htni_open_method(&planner->machine, &planner->running.start, count, &method, &at))
        count++;
    if (which >= count ||
        !htni_open_method(&planner->machine, &planner->running.start, count - 1 - which, &method, &at) ||
        !has_while(planner, method))
        return HTN_NONE;
    take_locals(planner->machine.domain, method,
                kept + at + HTNI_FIELD(planner->machine.domain, METHODS, method, FIRST_BINDING), kept + at, locals);
    return method;
}

/* What a method was taken with and has been removed since is none. */
static void drop_removed(const htn_planner *planner, const htn_world *world, uint32_t method, uint32_t *locals)
{
    const htn_domain *domain = planner->machine.domain;
    const uint8_t *now = world->bytes + domain->world_bytes,
                  *then = htni_region(&planner->machine, planner->running.plan.generations_at);
    const uint32_t task = htni_task_of(domain, HTNI_FIELD(domain, METHODS, method, WHILE));
    htni_drop_removed(domain, world->bytes, now, then, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER),
                      HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT), (int32_t *)(void *)locals);
    htni_drop_removed(domain, world->bytes, now, then, HTNI_FIELD(domain, METHODS, method, FIRST_VARIABLE),
                      HTNI_FIELD(domain, METHODS, method, BINDINGS),
                      (int32_t *)(void *)(locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING)));
}

static htn_status enter_holds(const htn_planner *planner, const htn_world *world, uint32_t method, uint32_t *locals)
{
    drop_removed(planner, world, method, locals);
    return holds(planner, world, htni_enter_of(planner->machine.domain, method), locals);
}

static htn_status while_holds(const htn_planner *planner, const htn_world *world, uint32_t method, uint32_t *locals)
{
    drop_removed(planner, world, method, locals);
    return holds(planner, world, HTNI_FIELD(planner->machine.domain, METHODS, method, WHILE), locals);
}

htn_status htni_whiles_hold(const htn_planner *planner, const htn_world *world, uint32_t step, uint32_t *failed)
{
    uint32_t locals[HTN_MAX_LOCALS], before = 0;
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
        const uint32_t method = span->entry == HTN_NONE ? take_continued(planner, which, locals)
                                                        : take_recorded(planner, span->entry, locals);
        const htn_status status = method == HTN_NONE ? HTN_OK : while_holds(planner, world, method, locals);
        if (status == HTN_OK)
            continue;
        if (status == HTN_NO_PLAN && failed != NULL)
            *failed = method;
        return status;
    }
    return HTN_OK;
}

htn_status htni_span_enters(const htn_planner *planner, const htn_world *world, const htn_span *span, uint32_t *method)
{
    uint32_t locals[HTN_MAX_LOCALS];
    if (span->kind != HTN_SPAN_WHILE || span->entry == HTN_NONE)
        return HTN_OK;
    *method = htni_method_at(&planner->machine, &planner->running.plan, span->entry);
    if (htni_enter_of(planner->machine.domain, *method) == HTN_NONE)
        return HTN_OK;
    take_recorded(planner, span->entry, locals);
    return enter_holds(planner, world, *method, locals);
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
    block.write = how->write;
    block.user = how->user;
    block.pending = how->pending;
    block.pending_room = how->pending_room;
    htni_take_values(domain, task, values, locals);
    return htni_run_block(&block, pc);
}
