/* See world_write.h. */
#include "world_write.h"

void htni_set_at_address(htn_world *world, uint32_t cell, int32_t value)
{
    const uint32_t width = cell >> HTNI_WIDTH_SHIFT, address = HTNI_ADDRESS(cell);
    if (htni_load_width(world->bytes, cell) == (width == HTNI_WIDTH_U8 ? (uint8_t)value : value))
        return;
    htni_store(world->bytes, address, htni_storage_of(width), value);
    htni_log_change(world, address, width);
}

void htni_set_saturating(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    const htn_domain *domain = world->domain;
    if (property >= htni_count(domain, HTN_SECTION_PROPERTIES) ||
        cell >= HTNI_FIELD(domain, PROPERTIES, property, CELLS) ||
        (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC))
        return;
    htni_set_cell(world, property, cell,
                  htni_clamp(value, htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW)),
                             htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH))));
}

void htni_set_presence(htn_world *world, uint32_t type, int32_t instance, uint8_t there)
{
    const uint32_t low = HTNI_FIELD(world->domain, TYPES, type, LOW);
    const uint32_t address = HTNI_FIELD(world->domain, TYPES, type, PRESENCE) + ((uint32_t)instance - low);
    world->bytes[address] = there;
    htni_log_change(world, address, HTNI_WIDTH_U8);
}

void htni_place_instance(htn_world *world, uint32_t type, int32_t instance, uint32_t generation, bool there)
{
    htni_store(htni_generation_at(world, type, instance), 0, HTN_STORAGE_S16, (int16_t)(uint16_t)generation);
    htni_set_presence(world, type, instance, there);
    world->spawns++;
}
