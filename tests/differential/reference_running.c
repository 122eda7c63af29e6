/*
 * What is to hold while a plan runs, by the reference planner: docs/language.md, "While a plan runs". Context, While,
 * During and Cooldown from the tree, in a given world. When it is asked is reference_runner.c's.
 */
#include "reference_inside.h"
#include <string.h>

void reference_in_progress(reference_planner *reference, const reference_progress *progress)
{
    reference->progress = progress;
}

bool reference_is_excused(const reference_planner *reference, uint32_t step)
{
    return reference->progress && reference->progress->excused && reference->progress->excused[step];
}

/* What a cell shows when the Durings of the running plan's steps before `step` are over: the last of the others, else what is beneath. */
static int32_t shown_from(const reference_progress *progress, uint32_t step, uint32_t cell)
{
    uint32_t i;

    for (i = progress->during_count; i-- > 0;)
        if (progress->during[i].cell == cell &&
            (progress->during[i].step == REFERENCE_NONE || progress->during[i].step >= step))
            return progress->during[i].value;
    return progress->beneath[cell];
}

/* A cell that something else was written to in the meantime shows that: then the During is over already. */
void reference_end_during(reference_planner *reference, uint32_t step, int32_t *world)
{
    const reference_progress *progress = reference->progress;
    bool any = false;
    uint32_t i;

    for (i = 0; progress && i < progress->during_count; i++) {
        uint32_t cell = progress->during[i].cell;

        any = any || progress->during[i].step == step;
        if (progress->during[i].step == step && world[cell] == shown_from(progress, step, cell))
            world[cell] = shown_from(progress, step + 1, cell);
    }
    if (any) /* what is known of derived conditions was found out before */
        reference_stamp_all(reference, world);
}

static bool is_open(const htnc_type *type)
{
    return type && type->kind == HTNC_TYPE_ENTITIES && type->open;
}

/* The same variables; of a removed instance the value is none. */
static const binding *none_for_removed(reference_planner *reference, const binding *scope, const int32_t *then,
                                       const int32_t *world)
{
    bool removed;

    if (!scope)
        return NULL;
    removed = scope->value == REFERENCE_GONE
                  ? is_open(scope->variable->type)
                  : !reference_same_instance(reference, scope->variable->type, scope->value, then, world);
    return reference_bind(reference, scope->variable, removed ? -1 : scope->value,
                          none_for_removed(reference, scope->next, then, world));
}

const binding *reference_live_scope(reference_planner *reference, const reference_plan *plan, uint32_t step,
                                    binding *room, const int32_t *world)
{
    const binding *scope = reference_step_scope(reference, &plan->steps[step], room, world, world, NULL);

    return none_for_removed(reference, scope, plan->world, world);
}

bool reference_was_given_removed(reference_planner *reference, const reference_plan *plan, uint32_t step,
                                 const int32_t *world)
{
    binding room[REFERENCE_ARGUMENTS];
    const binding *scope;

    reference_begin_asking(reference);
    scope = reference_step_scope(reference, &plan->steps[step], room, world, world, NULL);
    for (; scope; scope = scope->next)
        if (!reference_same_instance(reference, scope->variable->type, scope->value, plan->world, world))
            return true;
    return false;
}

bool reference_same_step(reference_planner *reference, const reference_plan *plan, uint32_t step,
                         const reference_plan *other, uint32_t other_step)
{
    const reference_step *a = &plan->steps[step], *b = &other->steps[other_step];
    binding room[REFERENCE_ARGUMENTS];
    const binding *scope;

    if (a->task != b->task || memcmp(a->arguments, b->arguments, a->argument_count * sizeof *a->arguments) != 0)
        return false;
    reference_begin_asking(reference);
    scope = reference_step_scope(reference, a, room, plan->world, plan->world, NULL);
    for (; scope; scope = scope->next)
        if (!reference_same_instance(reference, scope->variable->type, scope->value, plan->world, other->world))
            return false;
    return true;
}

bool reference_has_step_left(const reference_plan *plan, uint32_t taken, const uint8_t *done)
{
    uint32_t step, at;

    for (step = 0; step < plan->step_count; step++)
        for (at = plan->steps[step].taken; at != REFERENCE_NONE; at = plan->taken[at].around)
            if (at == taken && !done[step])
                return true;
    return false;
}

bool reference_whiles_hold(reference_planner *reference, const reference_plan *plan, uint32_t step,
                           const int32_t *world)
{
    uint32_t taken = plan->steps[step].taken;

    reference_begin_asking(reference);
    for (; taken != REFERENCE_NONE; taken = plan->taken[taken].around) {
        const reference_taken *at = &plan->taken[taken];

        if (at->method->has_while &&
            !reference_holds(
                reference, at->method->while_conditions,
                none_for_removed(reference, reference_take_scope(reference, &at->scope), plan->world, world), world))
            return false;
    }
    return true;
}

bool reference_condition_holds(reference_planner *reference, const htnc_expr *conditions, const int32_t *world)
{
    reference_begin_asking(reference);
    return reference_holds(reference, conditions, NULL, world);
}

bool reference_enters(reference_planner *reference, const reference_plan *plan, uint32_t step, bool *entered,
                      const int32_t *world)
{
    uint32_t taken = plan->steps[step].taken;

    reference_begin_asking(reference);
    for (; taken != REFERENCE_NONE; taken = plan->taken[taken].around) {
        const reference_taken *at = &plan->taken[taken];

        if (taken < plan->taken_before || entered[taken] || !at->method->has_enter)
            continue;
        if (!reference_holds(
                reference, at->method->enter_conditions,
                none_for_removed(reference, reference_take_scope(reference, &at->scope), plan->world, world), world))
            return false;
        entered[taken] = true;
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

bool reference_do_during(reference_planner *reference, const reference_plan *plan, uint32_t step, int32_t *world,
                         reference_writes *written)
{
    binding room[REFERENCE_ARGUMENTS];
    uint64_t before = reference->writes;

    reference_begin_asking(reference);
    reference->written = written;
    reference_apply(reference, plan->steps[step].task->during, reference_live_scope(reference, plan, step, room, world),
                    world);
    reference->written = NULL;
    return reference->writes != before;
}

bool reference_end_effects(reference_planner *reference, const htnc_effect *effects, const reference_step *step,
                           const int32_t *then, int32_t *world, reference_writes *written)
{
    binding room[REFERENCE_ARGUMENTS];
    uint64_t before = reference->writes;
    const binding *scope;

    reference_begin_asking(reference);
    reference->written = written;
    scope = reference_step_scope(reference, step, room, world, world, NULL);
    reference_apply(reference, effects, none_for_removed(reference, scope, then, world), world);
    reference->written = NULL;
    return reference->writes != before;
}

/* --- Reserve ------------------------------------------------------------------------------------ */

void reference_of_root(reference_planner *reference, uint32_t root)
{
    reference->root = root;
}

/* Adds what a Reserve names, to what is there already. */
static uint32_t add_reserved(reference_planner *reference, const htnc_reservation *list, const binding *scope,
                             const int32_t *world, reference_reserved *reserved, uint32_t count)
{
    for (; list; list = list->next) {
        int32_t instance = reference_value(reference, list->instance, scope, world);

        if (instance >= 0 && count < REFERENCE_RESERVED)
            reserved[count++] = (reference_reserved){list->held, instance};
    }
    return count;
}

static uint32_t add_method(reference_planner *reference, const reference_taken *taken, const int32_t *then,
                           const int32_t *world, reference_reserved *reserved, uint32_t count)
{
    const binding *scope = none_for_removed(reference, reference_take_scope(reference, &taken->scope), then, world);

    return add_reserved(reference, taken->method->reservations, scope, world, reserved, count);
}

static uint32_t add_step(reference_planner *reference, const reference_plan *plan, uint32_t step, const int32_t *world,
                         reference_reserved *reserved, uint32_t count)
{
    binding room[REFERENCE_ARGUMENTS];
    const binding *scope = reference_live_scope(reference, plan, step, room, world);
    uint32_t taken = plan->steps[step].taken;

    count = add_reserved(reference, plan->steps[step].task->reservations, scope, world, reserved, count);
    for (; taken != REFERENCE_NONE; taken = plan->taken[taken].around)
        count = add_method(reference, &plan->taken[taken], plan->world, world, reserved, count);
    return count;
}

uint32_t reference_step_reserves(reference_planner *reference, const reference_plan *plan, uint32_t step,
                                 const int32_t *world, reference_reserved *reserved)
{
    reference_begin_asking(reference);
    return add_step(reference, plan, step, world, reserved, 0);
}

uint32_t reference_plan_reserves(reference_planner *reference, const reference_plan *plan, const uint8_t *done,
                                 const int32_t *world, reference_reserved *reserved)
{
    uint32_t i, taken, count = 0;

    reference_begin_asking(reference);
    for (i = 0; i < plan->step_count; i++)
        if (!done || !done[i])
            count = add_step(reference, plan, i, world, reserved, count);
    for (i = 0; plan->partial && i < plan->rest.count; i++)
        for (taken = plan->rest.items[i].taken; taken != REFERENCE_NONE; taken = plan->rest.taken[taken].around)
            count = add_method(reference, &plan->rest.taken[taken], plan->world, world, reserved, count);
    return count;
}

uint32_t reference_cooling_cell(reference_planner *reference, const htnc_method *method, const binding *scope,
                                const int32_t *world)
{
    int32_t indexes[REFERENCE_INDEXES] = {0};
    const htnc_expr *name = method->cooldown_for;
    uint32_t cell = 0, i;

    if (!method->cooling)
        return REFERENCE_NONE;
    for (i = 0; name; name = name->next, i++)
        indexes[i] = reference_value(reference, name, scope, world);
    if (method->cooldown_for && !reference_cell(reference, method->cooling, indexes, &cell))
        return REFERENCE_NONE;
    return method->cooldown_for ? cell : reference_first_cell(reference, method->cooling);
}

uint32_t reference_cools(reference_planner *reference, const reference_taken *taken, const int32_t *then,
                         const int32_t *world)
{
    reference_begin_asking(reference);
    return reference_cooling_cell(
        reference, taken->method,
        none_for_removed(reference, reference_take_scope(reference, &taken->scope), then, world), world);
}

uint32_t reference_cooldown(reference_planner *reference, const htnc_method *method)
{
    reference_begin_asking(reference);
    return (uint32_t)reference_value(reference, method->cooldown, NULL, NULL);
}
