/*
 * Keeps what Durings have overwritten in step with instances that come and go; see restores.h.
 * Neighbours: step_effects.c writes and restores; world_changes.c calls htni_restores_follow()
 * whenever the world has changed.
 */
#include "restores.h"
#include "../blob/blob_reader.h"
#include "../world/cell_address.h"
#include "../world/cells.h"
#include <htn/arithmetic.h>

/* The index of the restore's cell in its property. */
static uint32_t cell_of(const htn_domain *domain, const htni_restore *restore)
{
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, restore->property, STORAGE);
    return (HTNI_ADDRESS(restore->cell) - HTNI_FIELD(domain, PROPERTIES, restore->property, ADDRESS)) /
           htni_storage_bytes(storage);
}

static bool is_open(const htn_domain *domain, uint32_t type)
{
    return type != HTN_NONE && HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE;
}

/*
 * Sums up the generations of the instances that index the cell. False: one of them does not exist.
 * A generation only grows (modulo 65,536), so the sum changes if any of these instances has been
 * replaced.
 */
static bool sum_generations(const htn_world *world, const htni_restore *restore, uint32_t *generations)
{
    const htn_domain *domain = world->domain;
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, restore->property, FIRST_PARAMETER);
    uint32_t cell = cell_of(domain, restore);
    *generations = 0;
    for (uint32_t i = HTNI_FIELD(domain, PROPERTIES, restore->property, PARAMETER_COUNT); i-- > 0;) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, first + i, TYPE);
        const uint32_t low = HTNI_FIELD(domain, TYPES, type, LOW);
        const uint32_t values = HTNI_FIELD(domain, TYPES, type, HIGH) - low + 1;
        const int32_t instance = htni_signed(low + cell % values);
        cell /= values;
        if (!is_open(domain, type))
            continue;
        if (!htn_world_exists(world, type, instance))
            return false;
        *generations += htn_world_generation(world, type, instance);
    }
    return true;
}

/*
 * The generation of the instance that the old value refers to; 0: it refers to none, or is of no
 * open type.
 */
static uint32_t generation_of(const htn_world *world, const htni_restore *restore)
{
    const uint32_t type = HTNI_FIELD(world->domain, PROPERTIES, restore->property, TYPE);
    const uint32_t storage = HTNI_FIELD(world->domain, PROPERTIES, restore->property, STORAGE);
    const int32_t held = storage == HTN_STORAGE_S8 ? (int8_t)restore->old : restore->old;
    return is_open(world->domain, type) && htn_world_exists(world, type, held) ? htn_world_generation(world, type, held)
                                                                               : 0;
}

void htni_restore_note(const htn_world *world, htni_restore *restore)
{
    restore->generation = generation_of(world, restore);
    sum_generations(world, restore, &restore->about);
}

htni_restore htni_restore_followed(const htn_world *world, htni_restore restore)
{
    uint32_t about;
    if (!sum_generations(world, &restore, &about) || about != restore.about)
        restore.old = htni_initial(world->domain, restore.property, cell_of(world->domain, &restore));
    else if (generation_of(world, &restore) != restore.generation)
        restore.old = htni_default(world->domain, restore.property);
    else
        return restore;
    htni_restore_note(world, &restore);
    return restore;
}

void htni_restores_follow(const htn_world *world, htni_restore *restores, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        restores[i] = htni_restore_followed(world, restores[i]);
}
