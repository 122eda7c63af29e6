/*
 * See plan_reservations.h. A method with a Reserve has a While, perhaps an empty one, so a plan has a span of its steps, and keeps
 * its parameters and bindings. Neighbours: method_locals.c; agent/holds.c, which holds what a plan reserves.
 */
#include "plan_reservations.h"
#include "../blob/attributes.h"
#include "../blob/blob_reader.h"
#include "../world/live_values.h"
#include "method_locals.h"

typedef struct reserver {
    const htn_domain *domain;
    htni_reserver *call;
    void *user;
} reserver;

/* method: HTN_NONE: the Reserve of the task, a primitive one. */
static void reserve_all(const reserver *to, uint32_t task, uint32_t method, const int32_t *values)
{
    const htn_domain *domain = to->domain;
    const uint32_t count = htni_count(domain, HTN_SECTION_RESERVATIONS);
    for (uint32_t i = 0; i < count; i++) {
        if (HTNI_FIELD(domain, RESERVATIONS, i, METHOD) != method ||
            (method == HTN_NONE && HTNI_FIELD(domain, RESERVATIONS, i, TASK) != task))
            continue;
        const int32_t instance = values[HTNI_FIELD(domain, RESERVATIONS, i, LOCAL)];
        if (instance >= 0) /* else none, or gone */
            to->call(to->user, i, instance);
    }
}

static void reserve_method(const reserver *to, uint32_t method, const uint32_t *locals)
{
    if (method != HTN_NONE)
        reserve_all(to, HTN_NONE, method, (const int32_t *)(const void *)locals);
}

/* --- The running plan --------------------------------------------------------------------------- */

static void reserve_step(const reserver *to, const htn_planner *planner, const htn_world *world, const htn_step *step,
                         const int32_t *values)
{
    int32_t live[HTN_MAX_LOCALS];
    htni_copy_live_values(to->domain, world->bytes, world->bytes + to->domain->world_bytes,
                          htni_region(&planner->machine, planner->running.plan.generations_at), step->task,
                          values + step->arguments, live);
    reserve_all(to, step->task, HTN_NONE, live);
}

static void reserve_running_method(const reserver *to, const htn_planner *planner, const htn_world *world,
                                   uint32_t method, uint32_t *locals)
{
    if (method == HTN_NONE)
        return;
    htni_drop_removed_locals(planner, world, method, locals);
    reserve_method(to, method, locals);
}

/* A span of the running plan; `before`: how many spans in front of it are of methods from in front of a split. */
static void reserve_span(const reserver *to, const htn_planner *planner, const htn_world *world, const htn_span *span,
                         uint32_t before)
{
    uint32_t locals[HTN_MAX_LOCALS];
    const uint32_t method = span->entry == HTN_NONE
                                ? htni_continued_method(&planner->machine, &planner->running.start, before, locals)
                                : htni_recorded_method(&planner->machine, &planner->running.plan, span->entry, locals);
    reserve_running_method(to, planner, world, method, locals);
}

static bool has_step_to_do(const htn_span *span, const uint8_t *done)
{
    for (uint32_t i = span->first; i < span->end; i++)
        if (done[i] != HTN_STEP_DONE)
            return true;
    return false;
}

static void reserve_open_methods(const reserver *to, const htn_planner *planner, const htn_world *world)
{
    uint32_t locals[HTN_MAX_LOCALS];
    const htni_continuation *from = &planner->running.continuation;
    const uint32_t count = htni_count_open_methods(&planner->machine, from);
    for (uint32_t which = 0; which < count; which++)
        reserve_running_method(to, planner, world, htni_continued_method(&planner->machine, from, which, locals),
                               locals);
}

void htni_running_reservations(const htn_planner *planner, const htn_world *world, const uint8_t *done,
                               htni_reserver *reserve, void *user)
{
    const reserver to = {planner->machine.domain, reserve, user};
    htn_plan plan;
    if (!htn_planner_running(planner, &plan))
        return;
    for (uint32_t i = 0; i < plan.step_count; i++)
        if (done[i] != HTN_STEP_DONE)
            reserve_step(&to, planner, world, &plan.steps[i], plan.values);
    htni_method_reservations(planner, world, done, reserve, user);
}

void htni_method_reservations(const htn_planner *planner, const htn_world *world, const uint8_t *done,
                              htni_reserver *reserve, void *user)
{
    const reserver to = {planner->machine.domain, reserve, user};
    uint32_t before = 0;
    htn_plan plan;
    if (!htn_planner_running(planner, &plan))
        return;
    for (uint32_t i = 0; i < plan.span_count; i++) {
        const htn_span *span = &plan.spans[i];
        if (span->kind != HTN_SPAN_WHILE)
            continue;
        if (has_step_to_do(span, done))
            reserve_span(&to, planner, world, span, before);
        before += span->entry == HTN_NONE;
    }
    if (plan.partial != HTN_PARTIAL_NOT)
        reserve_open_methods(&to, planner, world);
}

void htni_step_reservations(const htn_planner *planner, const htn_world *world, uint32_t step, htni_reserver *reserve,
                            void *user)
{
    const reserver to = {planner->machine.domain, reserve, user};
    uint32_t before = 0;
    htn_plan plan;
    if (!htn_planner_running(planner, &plan))
        return;
    reserve_step(&to, planner, world, &plan.steps[step], plan.values);
    for (uint32_t i = 0; i < plan.span_count; i++) {
        const htn_span *span = &plan.spans[i];
        if (span->kind != HTN_SPAN_WHILE)
            continue;
        if (step >= span->first && step < span->end)
            reserve_span(&to, planner, world, span, before);
        before += span->entry == HTN_NONE;
    }
}

/* --- The plan found ----------------------------------------------------------------------------- */

static uint32_t found_span_method(const htn_planner *planner, const htn_span *span, uint32_t before, uint32_t *locals)
{
    const htni_continuation *from =
        planner->search.origin == HTNI_FROM_CONTINUATION ? &planner->running.continuation : &planner->running.start;
    if (span->entry == HTN_NONE)
        return htni_continued_method(&planner->machine, from, before, locals);
    return planner->search.has_best ? htni_recorded_method(&planner->machine, &planner->best, span->entry, locals)
                                    : htni_found_method(&planner->machine, span->entry, locals);
}

void htni_found_reservations(const htn_planner *planner, htni_reserver *reserve, void *user)
{
    const reserver to = {planner->machine.domain, reserve, user};
    uint32_t locals[HTN_MAX_LOCALS], before = 0, method;
    htn_plan plan;
    htn_planner_plan(planner, &plan);
    for (uint32_t i = 0; i < plan.step_count; i++)
        if (htni_argument_count(to.domain, plan.steps[i].task) != 0)
            reserve_all(&to, plan.steps[i].task, HTN_NONE, plan.values + plan.steps[i].arguments);
    for (uint32_t i = 0; i < plan.span_count; i++) {
        const htn_span *span = &plan.spans[i];
        if (span->kind != HTN_SPAN_WHILE)
            continue;
        if (span->end > span->first)
            reserve_method(&to, found_span_method(planner, span, before, locals), locals);
        before += span->entry == HTN_NONE;
    }
    for (uint32_t which = 0;
         plan.partial != HTN_PARTIAL_NOT && htni_take_open_method(&planner->machine, which, &method, locals); which++)
        reserve_method(&to, method, locals);
}
