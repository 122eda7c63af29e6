/* See method_locals.h. kept_plan.c says how a plan keeps them. Neighbours: running_blocks.c, plan_reservations.c. */
#include "method_locals.h"
#include "../blob/task_code.h"
#include "../search/continuation.h"
#include "../search/kept_plan.h"
#include "../world/live_values.h"

static uint32_t task_of(const htn_domain *domain, uint32_t method)
{
    return htni_task_of(domain, HTNI_FIELD(domain, METHODS, method, WHILE));
}

static void take_locals(const htn_domain *domain, uint32_t method, const uint32_t *bindings, const uint32_t *parameters,
                        uint32_t *locals)
{
    const uint32_t count = HTNI_FIELD(domain, METHODS, method, BINDINGS);
    memset(locals, 0, HTN_MAX_LOCALS * sizeof *locals);
    memcpy(locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING), bindings, count * sizeof *locals);
    memcpy(locals, parameters, HTNI_FIELD(domain, TASKS, task_of(domain, method), PARAMETER_COUNT) * sizeof *locals);
}

/* From a frame: its locals have their own places. */
static void take_frame(const htn_domain *domain, uint32_t method, const uint32_t *frame, uint32_t *locals)
{
    take_locals(domain, method, frame + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING), frame, locals);
}

static bool has_while(const htn_domain *domain, uint32_t method)
{
    return HTNI_FIELD(domain, METHODS, method, WHILE) != HTN_NONE;
}

uint32_t htni_recorded_method(const htni_machine *machine, const htni_kept_plan *plan, uint32_t entry, uint32_t *locals)
{
    const uint32_t room = machine->domain->max_bindings;
    const uint32_t *kept = (const uint32_t *)htni_region(machine, plan->bindings_at) + (size_t)entry * room;
    const uint32_t method = htni_method_at(machine, plan, entry);
    if (!has_while(machine->domain, method))
        return HTN_NONE;
    take_locals(machine->domain, method, kept, kept + HTNI_FIELD(machine->domain, METHODS, method, BINDINGS), locals);
    return method;
}

uint32_t htni_count_open_methods(const htni_machine *machine, const htni_continuation *continuation)
{
    uint32_t count = 0, method, at;
    while (htni_open_method(machine, continuation, count, &method, &at))
        count++;
    return count;
}

uint32_t htni_continued_method(const htni_machine *machine, const htni_continuation *continuation, uint32_t which,
                               uint32_t *locals)
{
    const uint32_t *kept = htni_region(machine, continuation->at);
    const uint32_t count = htni_count_open_methods(machine, continuation);
    uint32_t method, at;
    if (which >= count || !htni_open_method(machine, continuation, count - 1 - which, &method, &at) ||
        !has_while(machine->domain, method))
        return HTN_NONE;
    take_frame(machine->domain, method, kept + at, locals);
    return method;
}

uint32_t htni_found_method(const htni_machine *machine, uint32_t entry, uint32_t *locals)
{
    const htni_record_site *site = &htni_record_sites(machine)[entry];
    const uint32_t method = HTNI_FIELD(machine->domain, TASKS, htni_task_of(machine->domain, site->pc), FIRST_METHOD) +
                            htni_record(machine)[entry];
    if (!has_while(machine->domain, method))
        return HTN_NONE;
    take_frame(machine->domain, method, htni_frames(machine) + site->frame + HTNI_FRAME_LOCALS, locals);
    return method;
}

bool htni_take_open_method(const htni_machine *machine, uint32_t which, uint32_t *method, uint32_t *locals)
{
    uint32_t at;
    if (!htni_found_open_method(machine, which, method, &at))
        return false;
    if (has_while(machine->domain, *method))
        take_frame(machine->domain, *method, htni_frames(machine) + at, locals);
    else
        *method = HTN_NONE;
    return true;
}

void htni_drop_removed_locals(const htn_planner *planner, const htn_world *world, uint32_t method, uint32_t *locals)
{
    const htn_domain *domain = planner->machine.domain;
    const uint8_t *now = world->bytes + domain->world_bytes,
                  *then = htni_region(&planner->machine, planner->running.plan.generations_at);
    const uint32_t task = task_of(domain, method);
    htni_drop_removed(domain, world->bytes, now, then, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER),
                      HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT), (int32_t *)(void *)locals);
    htni_drop_removed(domain, world->bytes, now, then, HTNI_FIELD(domain, METHODS, method, FIRST_VARIABLE),
                      HTNI_FIELD(domain, METHODS, method, BINDINGS),
                      (int32_t *)(void *)(locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING)));
}
