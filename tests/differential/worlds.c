/* Random worlds on both sides; see worlds.h. What a world may hold is asked of the reference. */
#include "worlds.h"
#include <stdio.h>

static const htnc_model *model_of(const twin_world *twin)
{
    return twin->subject->compilation.model;
}

static bool fail(twin_world *twin, const htnc_property *property, uint32_t cell, const char *what, int32_t value)
{
    snprintf(twin->problem, sizeof twin->problem, "%s, cell %u: the runtime %s %d\n", property->name, (unsigned)cell,
             what, (int)value);
    return false;
}

static int32_t *cell_at(twin_world *twin, const htnc_property *property, uint32_t cell)
{
    return &twin->world[reference_first_cell(twin->reference, property) + cell];
}

/* --- Cells --------------------------------------------------------------------------------------- */

static int32_t held(twin_world *twin, const htnc_property *property, uint32_t cell)
{
    int32_t indexes[REFERENCE_INDEXES];
    uint32_t count = reference_indexes(twin->reference, property, cell, indexes);

    if (count == 0)
        return htn_world_get(twin->runtime, property->index);
    return htn_world_get_at(twin->runtime, property->index, indexes, count);
}

static htn_status set(twin_world *twin, const htnc_property *property, uint32_t cell, int32_t value)
{
    int32_t indexes[REFERENCE_INDEXES];
    uint32_t count = reference_indexes(twin->reference, property, cell, indexes);

    if (count == 0)
        return htn_world_set(twin->runtime, property->index, value);
    return htn_world_set_at(twin->runtime, property->index, indexes, count, value);
}

static bool same_cells(twin_world *twin, const htnc_property *property)
{
    uint32_t i;

    for (i = 0; i < reference_cell_count(twin->reference, property); i++)
        if (held(twin, property, i) != *cell_at(twin, property, i))
            return fail(twin, property, i, "holds", held(twin, property, i));
    return true;
}

static bool same_instances(twin_world *twin, const htnc_type *type)
{
    uint32_t index = subject_type(twin->subject, type);
    int32_t runtime = -1, i;

    if (type->kind != HTNC_TYPE_ENTITIES)
        return true;
    for (i = type->low - 1; i <= type->high + 1; i++)
        if (htn_world_exists(twin->runtime, index, i) != reference_exists(twin->reference, type, i, twin->world))
            runtime = i;
    if (runtime < 0)
        return true;
    snprintf(twin->problem, sizeof twin->problem, "instance %d of %s is on one side only\n", (int)runtime, type->name);
    return false;
}

bool world_is_same(twin_world *twin)
{
    const htnc_property *property;
    const htnc_type *type;

    for (property = model_of(twin)->properties; property; property = property->next)
        if (!same_cells(twin, property))
            return false;
    for (type = model_of(twin)->types; type; type = type->next)
        if (!same_instances(twin, type))
            return false;
    return true;
}

bool world_begin(twin_world *twin)
{
    reference_initial(twin->reference, twin->world);
    return world_is_same(twin);
}

bool world_settle(twin_world *twin)
{
    const htnc_property *property;
    uint32_t i;

    for (property = model_of(twin)->properties; property; property = property->next)
        for (i = 0; i < reference_cell_count(twin->reference, property); i++) {
            int32_t value = *cell_at(twin, property, i);

            if (held(twin, property, i) != value &&
                (set(twin, property, i, value) != HTN_OK || held(twin, property, i) != value))
                return fail(twin, property, i, "refused", value);
        }
    return true;
}

/* --- Random values ------------------------------------------------------------------------------- */

int32_t random_value(dice_state *dice, int32_t low, int32_t high)
{
    uint32_t kind = dice_below(dice, 100);
    int64_t span = (int64_t)high - low;

    if (span <= 8 || kind < 15)
        return dice_between(dice, low, high);
    if (kind < 25)
        return low;
    if (kind < 35)
        return high;
    if (low > 4 || high < -2)
        return dice_between(dice, low, high);
    return dice_between(dice, low < -2 ? -2 : low, high > 4 ? 4 : high);
}

/* Any instance that is there; -1: there is none. */
static int32_t random_instance(twin_world *twin, dice_state *dice, const htnc_type *type)
{
    int32_t each, chosen = -1;
    uint32_t seen = 0;

    for (each = reference_next(twin->reference, type, -1, twin->world); each >= 0;
         each = reference_next(twin->reference, type, each, twin->world))
        if (dice_below(dice, ++seen) == 0)
            chosen = each;
    return chosen;
}

/* Whether all indexes of a cell are there: of others nothing is known. */
static bool has_indexes(twin_world *twin, const htnc_property *property, uint32_t cell)
{
    const htnc_variable *parameter = property->declaration->parameters;
    int32_t indexes[REFERENCE_INDEXES];
    int i;

    reference_indexes(twin->reference, property, cell, indexes);
    for (i = 0; parameter; i++, parameter = parameter->next)
        if (!reference_exists(twin->reference, parameter->type_ref->type, indexes[i], twin->world))
            return false;
    return true;
}

static void change_cell(twin_world *twin, dice_state *dice, const htnc_property *property, uint32_t cell)
{
    int32_t low, high;

    if (property->type->kind == HTNC_TYPE_ENTITIES) {
        bool none = reference_may_be_none(property) && dice_percent(dice, 12);

        *cell_at(twin, property, cell) = none ? -1 : random_instance(twin, dice, property->type);
        return;
    }
    reference_range(twin->reference, property, &low, &high);
    *cell_at(twin, property, cell) = random_value(dice, low, high);
}

bool world_change(twin_world *twin, dice_state *dice, uint32_t percent)
{
    const htnc_property *property;
    uint32_t i;

    for (property = model_of(twin)->properties; property; property = property->next) {
        if (reference_is_static(twin->reference, property))
            continue;
        for (i = 0; i < reference_cell_count(twin->reference, property); i++)
            if (dice_percent(dice, percent) && has_indexes(twin, property, i))
                change_cell(twin, dice, property, i);
    }
    return world_settle(twin);
}

/* --- Instances ----------------------------------------------------------------------------------- */

static bool spawn(twin_world *twin, const htnc_type *type)
{
    int32_t expected = reference_spawn(twin->reference, type, twin->world), instance = -1;
    htn_status status = htn_world_spawn(twin->runtime, subject_type(twin->subject, type), &instance);

    if (status == (expected < 0 ? HTN_FULL_INSTANCES : HTN_OK) && (expected < 0 || instance == expected))
        return true;
    snprintf(twin->problem, sizeof twin->problem, "a new %s is %d, and the runtime says %d (%s)\n", type->name,
             (int)expected, (int)instance, htn_status_text(status));
    return false;
}

static bool despawn(twin_world *twin, const htnc_type *type, int32_t instance)
{
    htn_status status = htn_world_despawn(twin->runtime, subject_type(twin->subject, type), instance);

    reference_despawn(twin->reference, type, instance, twin->world);
    if (status == HTN_OK)
        return true;
    snprintf(twin->problem, sizeof twin->problem, "taking %s %d away: %s\n", type->name, (int)instance,
             htn_status_text(status));
    return false;
}

static bool change_instances(twin_world *twin, dice_state *dice, const htnc_type *type, bool more)
{
    int32_t instance = more ? -1 : random_instance(twin, dice, type);

    return more ? spawn(twin, type) : instance < 0 || despawn(twin, type, instance);
}

bool world_crowd(twin_world *twin, dice_state *dice)
{
    const htnc_type *type;

    for (type = model_of(twin)->types; type; type = type->next) {
        uint32_t changes = 1 + dice_below(dice, 6);

        if (type->kind != HTNC_TYPE_ENTITIES || !type->open)
            continue;
        while (changes--)
            if (!change_instances(twin, dice, type, dice_percent(dice, 70)))
                return false;
    }
    return world_is_same(twin);
}

bool world_move(twin_world *twin, dice_state *dice, uint32_t percent)
{
    const htnc_type *type;

    for (type = model_of(twin)->types; type; type = type->next) {
        if (type->kind != HTNC_TYPE_ENTITIES || !type->open || !dice_percent(dice, percent))
            continue;
        if (dice_percent(dice, 65) && !change_instances(twin, dice, type, false))
            return false;
        if (dice_percent(dice, 65) && !change_instances(twin, dice, type, true))
            return false;
    }
    return world_is_same(twin);
}
