/*
 * What is to hold while a plan runs, by the reference planner: docs/language.md, "While a plan runs". Context, While,
 * During and Cooldown from the tree, in a given world. When it is asked is reference_runner.c's.
 */
#include "reference_inside.h"
#include <string.h>

void reference_under_way(reference_planner *reference, const reference_during *during, uint32_t count)
{
    reference->during = during;
    reference->during_count = count;
}

void reference_end_during(const reference_planner *reference, uint32_t step, int32_t *world)
{
    uint32_t i;

    for (i = reference->during_count; i-- > 0;) {
        const reference_during *during = &reference->during[i];

        if (during->step == step && world[during->cell] == during->written)
            world[during->cell] = during->held;
    }
}

/* Whether every instance that is in scope is there still, and is not another one in its slot. */
static bool same_instances(const reference_planner *reference, const reference_scope *scope, const int32_t *then,
                           const int32_t *world)
{
    uint32_t i;

    for (i = 0; i < scope->count; i++)
        if (scope->values[i] == REFERENCE_GONE
                ? scope->variables[i]->type->kind == HTNC_TYPE_ENTITIES && scope->variables[i]->type->open
                : !reference_same_instance(reference, scope->variables[i]->type, scope->values[i], then, world))
            return false;
    return true;
}

bool reference_whiles_hold(reference_planner *reference, const reference_plan *plan, uint32_t step,
                           const int32_t *world)
{
    uint32_t taken = plan->steps[step].taken;

    reference->memory_used = 0;
    reference->tried = 0;
    for (; taken != REFERENCE_NONE; taken = plan->taken[taken].around) {
        const reference_taken *at = &plan->taken[taken];

        if (at->method->has_while && (!same_instances(reference, &at->scope, plan->world, world) ||
                                      !reference_holds(reference, at->method->while_conditions,
                                                       reference_take_scope(reference, &at->scope), world)))
            return false;
    }
    return true;
}

bool reference_may_start(reference_planner *reference, const reference_plan *plan, uint32_t step, const int32_t *world)
{
    binding room[REFERENCE_ARGUMENTS];
    const binding *scope;
    bool holds;

    if (!reference_whiles_hold(reference, plan, step, world))
        return false;
    scope = reference_step_scope(reference, &plan->steps[step], room, plan->world, world, &holds);
    return holds && reference_holds(reference, plan->steps[step].task->context, scope, world);
}

bool reference_do_during(reference_planner *reference, const reference_step *step, int32_t *world)
{
    binding room[REFERENCE_ARGUMENTS];
    uint64_t before = reference->writes;

    reference->memory_used = 0;
    reference_apply(reference, step->task->during, reference_step_scope(reference, step, room, world, world, NULL),
                    world);
    return reference->writes != before;
}

uint32_t reference_cooldown(reference_planner *reference, const htnc_method *method)
{
    reference->memory_used = 0;
    return (uint32_t)reference_value(reference, method->cooldown, NULL, NULL);
}
