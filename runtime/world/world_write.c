/* See world_write.h. */
#include "world_write.h"

/* A hash of bytes, eight at a time. */
static uint64_t hash_bytes(const uint8_t *bytes, size_t size)
{
    uint64_t hash = size + 1;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        hash = (hash ^ hash >> 32 ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    }
    return hash ^ hash >> 32;
}

void htni_rehash(htn_world *world)
{
    const size_t cells = world->domain->world_bytes;
    world->values_hash = hash_bytes(world->bytes, cells);
    htni_hash_generation(world, 0, 0); /* never one that there has been: planners' generations may be estranged */
    world->generations_hash += hash_bytes(world->bytes + cells, (size_t)world->domain->instances * 2);
}

void htni_overwrite_cell(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    const bool stopped = htni_timer_stop(world, property, cell);
    const bool shown = !htni_has_no_durings(world->durings) && htni_during_overwrite(world, property, cell);
    const bool changed = htni_store_cell(world, property, cell, value, shown);
    if (stopped && !changed && world->timers->watcher != NULL)
        world->timers->watcher(world->timers->watcher_user, htni_cell_address(world->domain, property, cell), 0);
}

void htni_set_cell_for(htn_world *world, uint32_t property, uint32_t cell, int32_t value, uint32_t milliseconds)
{
    htni_timer_stop(world, property, cell);
    htni_set_cell(world, property, cell, value);
    htni_timer_start(world, property, cell, milliseconds);
}

void htni_set_saturating(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    if (htni_is_writable(world->domain, property, cell))
        htni_set_cell(world, property, cell, htni_saturated(world->domain, property, value));
}

void htni_set_saturating_for(htn_world *world, uint32_t property, uint32_t cell, int32_t value, uint32_t milliseconds)
{
    if (milliseconds == 0)
        htni_set_saturating(world, property, cell, value);
    else if (htni_is_writable(world->domain, property, cell))
        htni_set_cell_for(world, property, cell, htni_saturated(world->domain, property, value), milliseconds);
}

void htni_set_presence(htn_world *world, uint32_t type, int32_t instance, uint8_t there)
{
    const uint32_t low = HTNI_FIELD(world->domain, TYPES, type, LOW);
    const uint32_t address = HTNI_FIELD(world->domain, TYPES, type, PRESENCE) + ((uint32_t)instance - low);
    world->values_hash += htni_weigh(address, world->bytes[address], there);
    world->bytes[address] = there;
    htni_log_change(world, address, HTNI_WIDTH_U8);
}

void htni_set_generation_at(htn_world *world, uint32_t slot, uint32_t generation)
{
    const uint32_t address = world->domain->world_bytes + slot * 2;
    htni_store(world->bytes, address, HTN_STORAGE_S16, (int16_t)(uint16_t)generation);
    htni_hash_generation(world, slot, generation);
    if (world->watcher != NULL)
        world->watcher(world->watcher_user, address | HTNI_WIDTH_S16 << HTNI_WIDTH_SHIFT);
}

void htni_place_instance(htn_world *world, uint32_t type, int32_t instance, uint32_t generation, bool there)
{
    htni_store(htni_generation_at(world, type, instance), 0, HTN_STORAGE_S16, (int16_t)(uint16_t)generation);
    htni_set_presence(world, type, instance, there);
    htni_hash_generation(world, htni_slot(world->domain, type, instance), generation);
}
