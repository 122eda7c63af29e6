/* See held.h. A table Held counts, by layer and instance; with one root there is no layer. */
#include "cli/common/held.h"

htn_property cli_held_table(const htn_domain *domain, htn_property after)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_PROPERTIES);
    for (htn_property i = after == HTN_NONE ? 0 : after + 1; i < count; i++)
        if (htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_FLAGS) & HTN_PROPERTY_HELD)
            return i;
    return HTN_NONE;
}

static uint32_t parameters_of(const htn_domain *domain, htn_property table)
{
    return htn_domain_field(domain, HTN_SECTION_PROPERTIES, table, HTN_PROPERTIES_PARAMETER_COUNT);
}

uint32_t cli_held_family(const htn_domain *domain, htn_property table)
{
    const uint32_t first = htn_domain_field(domain, HTN_SECTION_PROPERTIES, table, HTN_PROPERTIES_FIRST_PARAMETER);
    return htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + parameters_of(domain, table) - 1,
                            HTN_PARAMETERS_TYPE);
}

/* How many may hold an instance. */
static int32_t limit_of(const htn_domain *domain, htn_property table)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_RESERVATIONS);
    for (uint32_t i = 0; i < count; i++)
        if (htn_domain_field(domain, HTN_SECTION_RESERVATIONS, i, HTN_RESERVATIONS_PROPERTY) == table)
            return (int32_t)htn_domain_field(domain, HTN_SECTION_RESERVATIONS, i, HTN_RESERVATIONS_LIMIT);
    return 1;
}

bool cli_is_held(const htn_world *world, htn_property table, int32_t instance)
{
    const uint32_t count = parameters_of(world->domain, table),
                   layers = htn_domain_count(world->domain, HTN_SECTION_ROOTS);
    bool held = false;
    for (uint32_t layer = 0; layer < layers; layer++) {
        const int32_t index[2] = {(int32_t)layer, instance};
        held = held || htn_world_get_at(world, table, index + 2 - count, count) >= limit_of(world->domain, table);
    }
    return held;
}

bool cli_is_held_with(const htn_world *world, htn_property table, uint32_t layer, int32_t instance)
{
    const uint32_t count = parameters_of(world->domain, table);
    const int32_t index[2] = {(int32_t)layer, instance};
    return htn_world_get_at(world, table, index + 2 - count, count) + 1 >= limit_of(world->domain, table);
}

bool cli_set_held(htn_world *world, htn_property table, int32_t instance, bool held)
{
    const uint32_t count = parameters_of(world->domain, table),
                   layers = htn_domain_count(world->domain, HTN_SECTION_ROOTS);
    const bool before = cli_is_held(world, table, instance);
    for (uint32_t layer = 0; layer < layers; layer++) {
        const int32_t index[2] = {(int32_t)layer, instance};
        htn_world_set_at(world, table, index + 2 - count, count, held ? limit_of(world->domain, table) : 0);
    }
    return before != held;
}
