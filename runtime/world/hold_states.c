/* See hold_states.h. A domain has few tables Held, so each search goes through all properties. */
#include "hold_states.h"
#include "world_write.h"

uint32_t htni_hold_family(const htn_domain *domain, uint32_t table)
{
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, table, FIRST_PARAMETER);
    return HTNI_FIELD(domain, PARAMETERS, first + HTNI_FIELD(domain, PROPERTIES, table, PARAMETER_COUNT) - 1, TYPE);
}

uint32_t htni_hold_instances(const htn_domain *domain, uint32_t property)
{
    if ((HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_HELD) == 0)
        return 0;
    return HTNI_FIELD(domain, TYPES, htni_hold_family(domain, property), HIGH) + 1;
}

uint32_t htni_hold_places(const htn_domain *domain)
{
    uint32_t places = 0;
    for (uint32_t i = 0; i < htni_count(domain, HTN_SECTION_PROPERTIES); i++)
        places += htni_hold_instances(domain, i);
    return places;
}

uint32_t htni_hold_table(const htn_domain *domain, uint32_t place, uint32_t *instance, uint32_t *count)
{
    *instance = *count = 0;
    for (uint32_t i = 0; i < htni_count(domain, HTN_SECTION_PROPERTIES); i++) {
        *count = htni_hold_instances(domain, i);
        if (place < *count) {
            *instance = place;
            return i;
        }
        place -= *count;
    }
    return HTN_NONE;
}

uint32_t htni_hold_place(const htn_domain *domain, uint32_t table, int32_t instance)
{
    uint32_t before = 0;
    if (instance < 0 || (uint32_t)instance >= htni_hold_instances(domain, table))
        return HTN_NONE;
    for (uint32_t i = 0; i < table; i++)
        before += htni_hold_instances(domain, i);
    return before + (uint32_t)instance;
}

static uint32_t outermost(const htn_domain *domain, uint32_t type)
{
    while (HTNI_FIELD(domain, TYPES, type, PARENT) != HTN_NONE)
        type = HTNI_FIELD(domain, TYPES, type, PARENT);
    return type;
}

uint32_t htni_hold_place_of(const htn_domain *domain, uint32_t type, int32_t instance)
{
    if (type >= htni_count(domain, HTN_SECTION_TYPES))
        return HTN_NONE;
    const uint32_t family = outermost(domain, type);
    for (uint32_t i = 0; i < htni_count(domain, HTN_SECTION_PROPERTIES); i++)
        if (htni_hold_instances(domain, i) != 0 && htni_hold_family(domain, i) == family)
            return htni_hold_place(domain, i, instance);
    return HTN_NONE;
}

uint32_t htni_hold_limit(const htn_domain *domain, uint32_t table)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_RESERVATIONS);
    for (uint32_t i = 0; i < count; i++)
        if (HTNI_FIELD(domain, RESERVATIONS, i, PROPERTY) == table)
            return HTNI_FIELD(domain, RESERVATIONS, i, LIMIT);
    return 1;
}

uint32_t htni_held_by_own(const htni_hold_states *holds, uint32_t layer, uint32_t place)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < holds->layers; i++)
        count += i != layer && (holds->states[(size_t)i * holds->places + place] & HTNI_HOLD_HELD) != 0;
    return count;
}

void htni_holds_forget(htn_world *world, uint32_t family, int32_t instance)
{
    htni_hold_states *holds = world->holds;
    for (uint32_t table = 0; table < htni_count(world->domain, HTN_SECTION_PROPERTIES); table++) {
        if (htni_hold_instances(world->domain, table) == 0 || htni_hold_family(world->domain, table) != family)
            continue;
        const uint32_t place = htni_hold_place(world->domain, table, instance);
        for (uint32_t layer = 0; layer < holds->layers; layer++)
            holds->states[(size_t)layer * holds->places + place] = 0;
        for (uint32_t slot = 0; slot < holds->layers * holds->slots; slot++)
            holds->kept[(size_t)slot * holds->slot_bytes + place / 8] &= (uint8_t) ~(1u << place % 8);
    }
}

int32_t htni_held_at_least(const htn_world *world, uint32_t table, uint32_t cell, int32_t value)
{
    const uint32_t count = htni_hold_instances(world->domain, table);
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): what is held has a type with instances */
    const uint32_t place = htni_hold_place(world->domain, table, (int32_t)(cell % count));
    const int32_t own = (int32_t)htni_held_by_own(world->holds, cell / count, place);
    return value < own ? own : value;
}

void htni_holds_replaced(htn_world *world)
{
    const htni_hold_states *holds = world->holds;
    void (*const watcher)(void *, uint32_t) = world->watcher;
    uint32_t instance, count;
    world->watcher = NULL; /* it gets one event for the whole world */
    for (uint32_t place = 0; place < holds->places; place++) {
        const uint32_t table = htni_hold_table(world->domain, place, &instance, &count);
        for (uint32_t layer = 0; layer < holds->layers; layer++) {
            const uint32_t own = htni_held_by_own(holds, layer, place), cell = layer * count + instance;
            if ((uint32_t)htni_load_cell(world->domain, world->bytes, table, cell) < own)
                htni_set_saturating(world, table, cell, (int32_t)own);
        }
    }
    world->watcher = watcher;
}
