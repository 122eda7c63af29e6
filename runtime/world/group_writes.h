/*
 * Writes, in whatever world. Worlds in a group differ from others in their shared part only:
 *
 *   the home                   the copy of the agent that is being ticked follows at once
 *   a copy of an AT_ONCE home  the home does it to its own value, and the copy gets the result
 *   a copy of a LATER home     noted, and done in the copy: unshared.h
 */
#pragma once

#include "group_link.h"
#include "world_write.h"

/* Sets a shared cell at home and in this copy of an AT_ONCE home, whatever instance it is of. */
void htni_write_through(htn_world *world, uint32_t property, uint32_t cell, int32_t value);

void htni_assign_shared(htn_world *world, uint32_t property, uint32_t cell, int32_t value);

/* Whether a write to the property concerns the world's group. */
static inline bool htni_concerns_group(const htn_world *world, uint32_t property)
{
    return world->link != NULL && (HTNI_FIELD(world->domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_SHARED) != 0;
}

/* Sets a cell of a property to a value that it can hold. */
static inline void htni_assign(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    if (htni_concerns_group(world, property))
        htni_assign_shared(world, property, cell, value);
    else
        htni_set_cell(world, property, cell, value);
}

/*
 * The same with the value in the property's range that is nearest. Does nothing if the property is static or has no such cell.
 */
void htni_assign_saturating(htn_world *world, uint32_t property, uint32_t cell, int32_t value);

/* Both: the value expires after so many milliseconds, if the cell can expire. */
void htni_assign_for(htn_world *world, uint32_t property, uint32_t cell, int32_t value, uint32_t milliseconds);
void htni_assign_saturating_for(htn_world *world, uint32_t property, uint32_t cell, int32_t value,
                                uint32_t milliseconds);

/* Adds to a cell, and takes the nearest value. Does nothing if the property is static or has no such cell. */
void htni_add(htn_world *world, uint32_t property, uint32_t cell, int64_t n);

/* Makes an instance of an open type. BAD_ARGUMENT: of a shared one, in a copy of a LATER home | FULL_INSTANCES. */
htn_status htni_spawn(htn_world *world, uint32_t type, int32_t *instance);

/* Removes an instance that is present in the world. */
void htni_remove(htn_world *world, uint32_t type, int32_t instance);

/* Makes the part of a copy that is not shared what it is in another world. */
void htni_copy_own_part(htn_world *copy, const htn_world *from);
