/* The world of a runner; see runner_world.h. */
#include "runner_world.h"
#include <string.h>

enum { INSTANCES_OF_A_WORLD = 1 << 24 };

void runner_world_begin(reference_planner *reference, runner_world *world, uint32_t number)
{
    uint32_t counter = reference_cells(reference) - 1;

    reference_initial(reference, world->seen);
    world->seen[counter] = (int32_t)(number * INSTANCES_OF_A_WORLD);
    memcpy(world->beneath, world->seen, reference_cells(reference) * sizeof *world->seen);
    world->during_count = 0;
    world->cleared = 0;
    world->time = 0;
    memset(world->expires, 0, sizeof world->expires);
    world->full = false;
}

/* --- Durings --------------------------------------------------------------------------------------- */

bool runner_has_during(const runner_world *world, uint32_t cell)
{
    uint32_t i;

    for (i = 0; i < world->during_count; i++)
        if (world->during[i].cell == cell)
            return true;
    return false;
}

/* The cell's list is empty from now on. */
static void clear_list(runner_world *world, uint32_t cell)
{
    uint32_t i, kept = 0;

    for (i = 0; i < world->during_count; i++)
        if (world->during[i].cell != cell)
            world->during[kept++] = world->during[i];
    world->cleared += world->during_count - kept;
    world->during_count = kept;
}

/* A cell shows the last entry of its list, else the value beneath. */
void runner_show(runner_world *world, uint32_t cell)
{
    int32_t value = world->beneath[cell];
    uint32_t i;

    for (i = 0; i < world->during_count; i++)
        if (world->during[i].cell == cell)
            value = world->during[i].value;
    world->seen[cell] = value;
}

static void begin_during(runner_world *world, const runner_operation *operation)
{
    if (world->during_count == RUNNER_DURING) {
        world->full = true;
        return;
    }
    world->during[world->during_count] = operation->during;
    world->during[world->during_count].cell = operation->cell;
    world->during[world->during_count++].value = (int32_t)operation->value;
    runner_show(world, operation->cell);
}

static void end_during(runner_world *world, const runner_operation *operation)
{
    const runner_during *of = &operation->during;
    uint32_t i, kept = 0;

    for (i = 0; i < world->during_count; i++) {
        const runner_during *each = &world->during[i];

        if (each->cell != operation->cell || each->agent != of->agent || each->layer != of->layer || each->id != of->id)
            world->during[kept++] = world->during[i];
    }
    world->during_count = kept;
    runner_show(world, operation->cell);
}

/* --- Operations ------------------------------------------------------------------------------------ */

/* The generations of the instances that a cell is about; how many. 0: of a type that does not change, or not there. */
static uint32_t generations(reference_planner *reference, uint32_t cell, const int32_t *world, int32_t *about)
{
    const htnc_property *property = reference_property(reference, cell);
    const htnc_variable *parameter = property->declaration->parameters;
    int32_t indexes[REFERENCE_INDEXES];
    uint32_t count = 0;

    reference_indexes(reference, property, cell - reference_first_cell(reference, property), indexes);
    for (; parameter; parameter = parameter->next, count++)
        about[count] = reference_generation(reference, parameter->type_ref->type, indexes[count], world);
    return count;
}

void runner_stamp(reference_planner *reference, runner_operation *operation, const runner_world *world)
{
    const htnc_property *property = reference_property(reference, operation->cell);

    if (operation->kind == RUNNER_REMOVE) {
        operation->generation =
            reference_generation(reference, operation->type, (int32_t)operation->value, world->seen);
        return;
    }
    generations(reference, operation->cell, world->seen, operation->about);
    operation->generation =
        operation->kind == RUNNER_ADD
            ? 0
            : reference_generation(reference, property->type, (int32_t)operation->value, world->seen);
}

bool runner_is_about_those(reference_planner *reference, const runner_operation *operation, const runner_world *world)
{
    int32_t now[REFERENCE_INDEXES];
    uint32_t count;

    if (operation->cell == REFERENCE_NONE)
        return false;
    count = generations(reference, operation->cell, world->seen, now);
    return memcmp(now, operation->about, count * sizeof *now) == 0;
}

static int32_t add(reference_planner *reference, uint32_t cell, int32_t held, int64_t more)
{
    int32_t low, high;

    reference_range(reference, reference_property(reference, cell), &low, &high);
    more += held;
    return more < low ? low : more > high ? high : (int32_t)more;
}

static bool remove_instance(reference_planner *reference, const runner_operation *operation, runner_world *world)
{
    int32_t instance = (int32_t)operation->value;

    if (operation->generation != reference_generation(reference, operation->type, instance, world->seen))
        return false;
    runner_world_despawn(reference, operation->type, instance, world);
    return true;
}

bool runner_apply(reference_planner *reference, const runner_operation *operation, runner_world *world)
{
    const htnc_property *property = reference_property(reference, operation->cell);
    runner_operation now = *operation;
    uint32_t cell = operation->cell;

    if (operation->kind == RUNNER_REMOVE)
        return remove_instance(reference, operation, world);
    if (!runner_is_about_those(reference, operation, world))
        return false;
    if (operation->generation !=
        (operation->kind == RUNNER_ADD
             ? 0
             : reference_generation(reference, property->type, (int32_t)operation->value, world->seen)))
        now.value = -1, now.lasts = 0; /* none, for good */
    switch (operation->kind) {
    case RUNNER_BEGIN: begin_during(world, &now); return true;
    case RUNNER_END: end_during(world, &now); return true;
    case RUNNER_ADD: now.value = add(reference, cell, world->seen[cell], now.value); break;
    case RUNNER_SET:
    case RUNNER_REMOVE: break;
    }
    clear_list(world, cell);
    world->seen[cell] = world->beneath[cell] = (int32_t)now.value;
    world->expires[cell] = now.lasts ? world->time + (uint64_t)now.lasts : 0;
    return true;
}

bool runner_may_write(reference_planner *reference, const htnc_property *property, uint32_t cell, int32_t value,
                      bool adds, const int32_t *world)
{
    const htnc_type *type = property->declaration->type_ref->type;
    const htnc_variable *parameter = property->declaration->parameters;
    int32_t indexes[REFERENCE_INDEXES];
    int i;

    reference_indexes(reference, property, cell, indexes);
    for (i = 0; parameter; i++, parameter = parameter->next)
        if (!reference_exists(reference, parameter->type_ref->type, indexes[i], world))
            return false;
    return adds || type->kind != HTNC_TYPE_ENTITIES || (value == -1 && reference_may_be_none(property)) ||
           reference_exists(reference, type, value, world);
}

/* --- Expiry ---------------------------------------------------------------------------------------- */

uint32_t runner_world_lapse(reference_planner *reference, runner_world *world, bool *changed)
{
    static int32_t initial[REFERENCE_CELLS];
    uint32_t cell, count = 0;

    reference_initial(reference, initial);
    for (cell = 0; cell < reference_property_cells(reference); cell++) {
        if (!world->expires[cell] || world->expires[cell] > world->time)
            continue;
        *changed = *changed || world->beneath[cell] != initial[cell];
        world->beneath[cell] = initial[cell];
        world->expires[cell] = 0;
        runner_show(world, cell);
        count++;
    }
    return count;
}

/* --- Instances ------------------------------------------------------------------------------------- */

int32_t runner_world_spawn(reference_planner *reference, const htnc_type *type, runner_world *world)
{
    reference_spawn(reference, type, world->beneath);
    return reference_spawn(reference, type, world->seen);
}

/*
 * The removal writes to the cells that are about the instance, and to those that show it. Where it is hidden, beneath a
 * During or in one that is, it is none from now on.
 */
void runner_world_despawn(reference_planner *reference, const htnc_type *type, int32_t instance, runner_world *world)
{
    int32_t before[REFERENCE_CELLS], beneath[REFERENCE_CELLS];
    uint32_t cell, i;

    memcpy(before, world->seen, reference_cells(reference) * sizeof *before);
    memcpy(beneath, world->beneath, reference_cells(reference) * sizeof *beneath);
    reference_despawn(reference, type, instance, world->seen);
    reference_despawn(reference, type, instance, world->beneath);
    for (cell = 0; cell < reference_property_cells(reference); cell++) {
        const htnc_property *property = reference_property(reference, cell);

        if (before[cell] != world->seen[cell] ||
            reference_is_about(reference, property, cell - reference_first_cell(reference, property), type, instance)) {
            clear_list(world, cell);
            world->beneath[cell] = world->seen[cell];
            world->expires[cell] = 0;
        }
        if (beneath[cell] != world->beneath[cell])
            world->expires[cell] = 0;
    }
    for (i = 0; i < world->during_count; i++)
        if (reference_refers(reference_property(reference, world->during[i].cell)->type, world->during[i].value, type,
                             instance))
            world->during[i].value = -1;
}
