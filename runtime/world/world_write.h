/*
 * Writing a world: every change of a cell goes through here, and is logged, so that planners can bring their copies up to date
 * (working_world.h). A write ends what Durings show in the cell (during_list.h), even if it writes the value that is there:
 * so each write is a change then. It also stops the cell's timer (timers.h); that is no change. world.c, which has the public functions, is built on this.
 */
#pragma once

#include "../blob/blob_reader.h"
#include "cell_address.h"
#include "cell_weight.h"
#include "cells.h"
#include "during_list.h"
#include "timers.h"
#include <htn/arithmetic.h>

static inline uint32_t htni_cell_address(const htn_domain *domain, uint32_t property, uint32_t cell)
{
    return HTNI_FIELD(domain, PROPERTIES, property, ADDRESS) +
           cell * htni_storage_bytes(HTNI_FIELD(domain, PROPERTIES, property, STORAGE));
}

/* The cell as one number (cell_address.h). */
static inline uint32_t htni_cell_name(const htn_domain *domain, uint32_t property, uint32_t cell)
{
    return htni_cell_address(domain, property, cell) | htni_width(HTNI_FIELD(domain, PROPERTIES, property, STORAGE))
                                                           << HTNI_WIDTH_SHIFT;
}

/* Computes the hashes again: after bytes were written in another way than by the functions below. */
void htni_rehash(htn_world *world);

/* Notes that a generation has another value, or may have. */
static inline void htni_hash_generation(htn_world *world, uint32_t slot, uint32_t generation)
{
    const uint64_t hash = world->generations_hash ^ ((uint64_t)slot << 16 | generation);
    world->generations_hash = (hash ^ hash >> 31) * UINT64_C(0x9E3779B97F4A7C15) + 1;
}

/* Notes a change of what lies beneath a cell's Durings: the cell shows what it did, so the journal gets no event. */
static inline void htni_log_hidden_change(htn_world *world, uint32_t cell)
{
    world->log[world->changes % HTN_WORLD_LOG] = cell;
    world->changes++;
}

/* Logs that the cell at an address has changed, and tells the watcher. */
static inline void htni_log_change(htn_world *world, uint32_t address, uint32_t width)
{
    htni_log_hidden_change(world, address | width << HTNI_WIDTH_SHIFT);
    if (world->watcher != NULL)
        world->watcher(world->watcher_user, address | width << HTNI_WIDTH_SHIFT);
}

/* htni_store_cell() of a cell of any storage. */
static inline bool htni_store_wide_cell(htn_world *world, uint32_t property, uint32_t cell, int32_t value,
                                        bool is_change)
{
    const uint32_t storage = HTNI_FIELD(world->domain, PROPERTIES, property, STORAGE);
    const uint32_t address = htni_cell_address(world->domain, property, cell);
    if (htni_load(world->bytes, address, storage) == value && !is_change)
        return false;
    const uint32_t name = address | htni_width(storage) << HTNI_WIDTH_SHIFT;
    const int32_t old = htni_load_width(world->bytes, name);
    htni_store(world->bytes, address, storage, value);
    world->values_hash += htni_weigh(name, old, htni_load_width(world->bytes, name));
    htni_log_change(world, address, htni_width(storage));
    return true;
}

/*
 * Stores a value, which the property can have, in a cell, and leaves the cell's Durings alone. The change is logged if there is
 * one, or if it is known to be one. True: there was.
 */
static inline bool htni_store_cell(htn_world *world, uint32_t property, uint32_t cell, int32_t value, bool is_change)
{
    if (HTNI_FIELD(world->domain, PROPERTIES, property, STORAGE) != HTN_STORAGE_U8)
        return htni_store_wide_cell(world, property, cell, value, is_change);
    const uint32_t address = HTNI_FIELD(world->domain, PROPERTIES, property, ADDRESS) + cell;
    const int32_t old = world->bytes[address];
    if (old == value && !is_change)
        return false;
    world->bytes[address] = (uint8_t)value;
    world->values_hash += htni_weigh(address, old, value);
    htni_log_change(world, address, HTNI_WIDTH_U8);
    return true;
}

/* htni_set_cell() of a world that has Durings or timers: the write ends those of the cell. */
void htni_overwrite_cell(htn_world *world, uint32_t property, uint32_t cell, int32_t value);

/* Sets a cell of a property to a value that it can hold. */
static inline void htni_set_cell(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    if ((world->durings != NULL && world->durings->count != 0) ||
        (world->timers != NULL && world->timers->running != 0))
        htni_overwrite_cell(world, property, cell, value);
    else
        htni_store_cell(world, property, cell, value, false);
}

/*
 * Whether a property can hold the value: it is in its range, and for an entity type an instance of it (present
 * or not) or none.
 */
static inline bool htni_allows(const htn_domain *domain, uint32_t property, int32_t value)
{
    const uint32_t type = HTNI_FIELD(domain, PROPERTIES, property, TYPE);
    if (value < htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW)) ||
        value > htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH)))
        return false;
    return HTNI_FIELD(domain, TYPES, type, KIND) != HTN_TYPE_ENTITIES || value == -1 ||
           value >= htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
}

/*
 * Sets a cell of a property to the value in its range that is nearest. Does nothing if the property is static
 * or has no such cell.
 */
void htni_set_saturating(htn_world *world, uint32_t property, uint32_t cell, int32_t value);

/* Sets a cell to a value that it can hold, which expires after so many milliseconds if the cell can expire. */
void htni_set_cell_for(htn_world *world, uint32_t property, uint32_t cell, int32_t value, uint32_t milliseconds);

/* Both: the nearest value, for a time; 0 milliseconds: it does not expire. */
void htni_set_saturating_for(htn_world *world, uint32_t property, uint32_t cell, int32_t value, uint32_t milliseconds);

/* Gives a slot of an open type that generation, and makes its instance present or absent. */
void htni_place_instance(htn_world *world, uint32_t type, int32_t instance, uint32_t generation, bool there);

/* Gives a slot (htni_slot()) a generation that it has not got by counting, and tells the watcher. */
void htni_set_generation_at(htn_world *world, uint32_t slot, uint32_t generation);

/* Makes an instance present or absent. */
void htni_set_presence(htn_world *world, uint32_t type, int32_t instance, uint8_t there);

/* Where the generation (u16) of an instance of an open type lies. */
static inline uint8_t *htni_generation_at(const htn_world *world, uint32_t type, int32_t instance)
{
    return world->bytes + world->domain->world_bytes + (size_t)htni_slot(world->domain, type, instance) * 2;
}

static inline uint32_t htni_generation_of(const htn_world *world, uint32_t type, int32_t instance)
{
    return htni_generation(world->bytes + world->domain->world_bytes, htni_slot(world->domain, type, instance));
}
