/* Groups by the reference runner; see reference_home.h. */
#include "reference_home.h"
#include "reference_inside.h"
#include <string.h>

/* --- What is shared -------------------------------------------------------------------------------- */

bool home_shares_cell(reference_planner *reference, uint32_t cell)
{
    return reference_property(reference, cell)->declaration->shared;
}

static const htnc_type *family_of(const htnc_type *type)
{
    while (type && type->parent)
        type = type->parent;
    return type;
}

bool home_shares_type(reference_planner *reference, const htnc_type *type)
{
    const htnc_property *property;
    const htnc_variable *parameter;
    const htnc_held *held;

    for (held = reference->model->held; held; held = held->next)
        if (held->family == family_of(type))
            return true;
    for (property = reference->model->properties; property; property = property->next) {
        if (!property->declaration->shared)
            continue;
        if (family_of(property->declaration->type_ref->type) == family_of(type))
            return true;
        for (parameter = property->declaration->parameters; parameter; parameter = parameter->next)
            if (family_of(parameter->type_ref->type) == family_of(type))
                return true;
    }
    return false;
}

/* --- Homes ----------------------------------------------------------------------------------------- */

void home_begin(reference_home *home, reference_planner *reference, uint32_t id, bool later, uint32_t number)
{
    home->reference = reference;
    home->id = id;
    home->later = later;
    runner_world_begin(reference, &home->world, number);
}

static void write(reference_home *home, const htnc_property *property, uint32_t cell, int32_t value, int32_t lasts,
                  bool adds)
{
    runner_operation operation = {.kind = adds ? RUNNER_ADD : RUNNER_SET,
                                  .cell = reference_first_cell(home->reference, property) + cell,
                                  .value = value,
                                  .lasts = lasts};

    if (!runner_may_write(home->reference, property, cell, value, adds, home->world.seen))
        return;
    runner_stamp(home->reference, &operation, &home->world);
    runner_apply(home->reference, &operation, &home->world);
}

void home_pass(reference_home *home, uint32_t milliseconds)
{
    bool changed = false;

    home->world.time += milliseconds;
    runner_world_lapse(home->reference, &home->world, &changed);
}

void home_set(reference_home *home, const htnc_property *property, uint32_t cell, int32_t value, int32_t lasts)
{
    write(home, property, cell, value, lasts, false);
}

void home_add(reference_home *home, const htnc_property *property, uint32_t cell, int32_t more)
{
    write(home, property, cell, more, 0, true);
}

void home_spawn(reference_home *home, const htnc_type *type)
{
    runner_world_spawn(home->reference, type, &home->world);
}

void home_despawn(reference_home *home, const htnc_type *type, int32_t instance)
{
    if (reference_exists(home->reference, type, instance, home->world.seen))
        runner_world_despawn(home->reference, type, instance, &home->world);
}

int32_t *home_held(reference_home *home, const htnc_held *held, int32_t instance)
{
    uint32_t first = reference_first_cell(home->reference, held->property);

    return (uint32_t)instance < held->family->value_count ? &home->world.beneath[first + (uint32_t)instance] : NULL;
}

void home_free(reference_home *home, const htnc_type *family, int32_t instance)
{
    const htnc_held *held;

    for (held = home->reference->model->held; held; held = held->next)
        if (held->family == family)
            *home_held(home, held, instance) = 0;
}

/* --- Copies ---------------------------------------------------------------------------------------- */

/* The cell's entries in `world` become those of `from`. */
static void copy_durings(runner_world *world, const runner_world *from, uint32_t cell)
{
    uint32_t i, kept = 0;

    for (i = 0; i < world->during_count; i++)
        if (world->during[i].cell != cell)
            world->during[kept++] = world->during[i];
    world->during_count = kept;
    for (i = 0; i < from->during_count; i++) {
        if (from->during[i].cell != cell)
            continue;
        if (world->during_count == RUNNER_DURING)
            world->full = true;
        else
            world->during[world->during_count++] = from->during[i];
    }
}

static void copy_cell(runner_world *world, const runner_world *from, uint32_t cell)
{
    world->seen[cell] = from->seen[cell];
    world->beneath[cell] = from->beneath[cell];
    copy_durings(world, from, cell);
}

void home_copy(reference_planner *reference, runner_world *world, const runner_world *from)
{
    const htnc_type *type;
    uint32_t cell;
    int32_t slot;

    for (type = reference->model->types; type; type = type->next) {
        const type_slots *slots = &reference->types[type->index];

        if (type->kind != HTNC_TYPE_ENTITIES || !type->open || type->parent || !home_shares_type(reference, type))
            continue;
        for (slot = 0; slot < slots->count; slot++)
            world->seen[slots->presence + (uint32_t)slot] = world->beneath[slots->presence + (uint32_t)slot] =
                from->seen[slots->presence + (uint32_t)slot];
    }
    for (cell = 0; cell < reference_property_cells(reference); cell++)
        if (home_shares_cell(reference, cell)) {
            copy_cell(world, from, cell);
            world->expires[cell] = 0; /* in a group the home's does */
        }
}

/* --- Later ----------------------------------------------------------------------------------------- */

static bool is_write(const runner_operation *operation)
{
    return operation->kind == RUNNER_SET || operation->kind == RUNNER_ADD;
}

static bool same_instances(const runner_operation *a, const runner_operation *b)
{
    return memcmp(a->about, b->about, sizeof a->about) == 0;
}

static void drop(home_member *member, uint32_t at)
{
    member->kept_count--;
    memmove(&member->kept[at], &member->kept[at + 1], (member->kept_count - at) * sizeof *member->kept);
}

/* A write takes the place of what was kept of the cell. Numbers that are added are added up; to one that is set, they are set. */
static void keep(home_member *member, reference_planner *reference, const runner_operation *operation)
{
    runner_operation now = *operation;
    uint32_t i = 0;
    int32_t low, high;

    while (is_write(&now) && i < member->kept_count) {
        const runner_operation *each = &member->kept[i];

        if (each->kind == RUNNER_REMOVE || each->cell != now.cell || !same_instances(each, &now)) {
            i++;
            continue;
        }
        if (now.kind == RUNNER_ADD && is_write(each)) {
            reference_range(reference, reference_property(reference, now.cell), &low, &high);
            if (each->kind == RUNNER_ADD)
                low = INT32_MIN, high = INT32_MAX;
            now.value = reference_saturate(each->value + now.value, low, high);
            now.kind = each->kind;
        }
        drop(member, i);
    }
    if (now.kind == RUNNER_ADD) /* 2147483648 is subtracted as it is from what has just been set */
        now.value = reference_saturate(now.value, INT32_MIN, INT32_MAX);
    if (member->kept_count == HOME_KEPT)
        member->full = true;
    else
        member->kept[member->kept_count++] = now;
}

static void apply_kept(const home_member *member, reference_planner *reference, runner_world *to)
{
    uint32_t i;

    for (i = 0; i < member->kept_count; i++)
        runner_apply(reference, &member->kept[i], to);
}

void home_view(const home_member *member, reference_planner *reference, runner_world *view)
{
    *view = member->home->world;
    apply_kept(member, reference, view);
}

bool home_sums_otherwise(const home_member *member, reference_planner *reference, const runner_world *world)
{
    static runner_world view;
    uint32_t i;
    bool differs = false;

    if (!member->home || !member->home->later || member->kept_count == 0)
        return false;
    home_view(member, reference, &view);
    for (i = 0; i < member->kept_count; i++)
        differs = differs || (member->kept[i].kind == RUNNER_ADD &&
                              view.seen[member->kept[i].cell] != world->seen[member->kept[i].cell]);
    return differs;
}

void home_share(home_member *member, reference_planner *reference)
{
    apply_kept(member, reference, &member->home->world);
    member->kept_count = 0;
}

/* --- Operations of members ------------------------------------------------------------------------- */

void home_operate(home_member *member, reference_planner *reference, const runner_operation *operation,
                  runner_world *world)
{
    if (!member->home->later) {
        if (runner_apply(reference, operation, &member->home->world) && operation->kind != RUNNER_REMOVE)
            copy_cell(world, &member->home->world, operation->cell);
        return;
    }
    keep(member, reference, operation);
    if (operation->kind != RUNNER_REMOVE)
        runner_apply(reference, operation, world);
}

void home_estrange(runner_operation *operation)
{
    uint32_t i;

    for (i = 0; i < REFERENCE_INDEXES; i++)
        operation->about[i] = operation->about[i] ? -1 : 0;
    operation->generation = operation->generation ? -1 : 0;
}

int32_t home_spawn_for(const home_member *member, reference_planner *reference, const htnc_type *type)
{
    return runner_world_spawn(reference, type, &member->home->world);
}

void home_place(const home_member *member, reference_planner *reference, const htnc_type *type, int32_t instance,
                runner_world *world)
{
    uint32_t cell = reference->types[family_of(type)->index].presence + (uint32_t)instance;

    world->seen[cell] = world->beneath[cell] = member->home->world.seen[cell];
}

/* --- Joining and leaving --------------------------------------------------------------------------- */

void home_bring_during(home_member *member, reference_planner *reference, const runner_during *during,
                       const runner_world *world)
{
    runner_operation operation = {
        .kind = RUNNER_BEGIN, .cell = during->cell, .value = during->value, .during = *during};

    runner_stamp(reference, &operation, world);
    if (member->home->later)
        keep(member, reference, &operation);
    else
        runner_apply(reference, &operation, &member->home->world);
}

static bool has_entry(const runner_world *world, const runner_during *of)
{
    uint32_t i;

    for (i = 0; i < world->during_count; i++) {
        const runner_during *each = &world->during[i];

        if (each->cell == of->cell && each->agent == of->agent && each->layer == of->layer && each->id == of->id)
            return true;
    }
    return false;
}

/* The agent's own Durings that are still in force in the home, with what lies beneath there. Whether some cell has changed. */
static bool keep_own_durings(reference_planner *reference, uint32_t agent, runner_world *world,
                             const runner_world *home)
{
    uint32_t i, kept = 0, cell;
    bool own[REFERENCE_CELLS] = {false}, changed = false;

    for (i = 0; i < world->during_count; i++) {
        const runner_during during = world->during[i];
        bool is_own = during.agent == agent, stays = is_own && has_entry(home, &during);

        if (!home_shares_cell(reference, during.cell) || stays)
            world->during[kept++] = during;
        own[during.cell] = own[during.cell] || stays;
        changed = changed || (home_shares_cell(reference, during.cell) && is_own && !stays);
    }
    world->during_count = kept;
    for (cell = 0; cell < reference_property_cells(reference); cell++) {
        int32_t seen = world->seen[cell];

        if (!home_shares_cell(reference, cell))
            continue;
        changed = changed || (own[cell] && world->beneath[cell] != home->beneath[cell]);
        if (own[cell])
            world->beneath[cell] = home->beneath[cell];
        else
            world->beneath[cell] = seen;
        runner_show(world, cell);
        changed = changed || world->seen[cell] != seen;
    }
    return changed;
}

bool home_leave(home_member *member, reference_planner *reference, uint32_t agent, runner_world *world)
{
    runner_world *home = &member->home->world;
    bool changed;
    uint32_t i = 0;

    if (member->home->later)
        home_share(member, reference);
    changed = keep_own_durings(reference, agent, world, home);
    while (i < home->during_count) {
        runner_operation operation = {.kind = RUNNER_END, .cell = home->during[i].cell, .during = home->during[i]};

        if (home->during[i].agent != agent) {
            i++;
            continue;
        }
        runner_stamp(reference, &operation, home);
        runner_apply(reference, &operation, home);
    }
    for (i = 0; i < reference_property_cells(reference); i++)
        if (home_shares_cell(reference, i))
            world->expires[i] = home->expires[i] ? world->time + home->expires[i] - home->time : 0;
    member->home = NULL;
    return changed;
}
