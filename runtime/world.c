/* An agent's world state and its log of changes; see world.h. */
#include "internal.h"

size_t htn_world_bytes(const htn_domain *domain)
{
    /* never 0, so that "enough memory" is never NULL */
    return domain == NULL || domain->blob == NULL ? 0 : domain->world_bytes == 0 ? 4 : domain->world_bytes;
}

htn_status htn_world_init(htn_world *world, const htn_domain *domain, void *memory, size_t size)
{
    if (world == NULL || domain == NULL || domain->blob == NULL || memory == NULL)
        return HTN_BAD_ARGUMENT;
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    if (size < htn_world_bytes(domain))
        return HTN_TOO_SMALL;
    memset(world, 0, sizeof *world);
    world->domain = domain;
    world->bytes = (uint8_t *)memory;
    memset(world->bytes, 0, htn_world_bytes(domain));
    const uint32_t count = htni_count(domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < count; i++)
        htni_store(world->bytes, HTNI_FIELD(domain, PROPERTIES, i, ADDRESS), HTNI_FIELD(domain, PROPERTIES, i, STORAGE),
                   htni_signed(HTNI_FIELD(domain, PROPERTIES, i, INITIAL)));
    return HTN_OK;
}

int32_t htn_world_get(const htn_world *world, htn_property property)
{
    if (world == NULL || world->domain == NULL || property >= htni_count(world->domain, HTN_SECTION_PROPERTIES))
        return 0;
    return htni_load(world->bytes, HTNI_FIELD(world->domain, PROPERTIES, property, ADDRESS),
                     HTNI_FIELD(world->domain, PROPERTIES, property, STORAGE));
}

htn_status htn_world_set(htn_world *world, htn_property property, int32_t value)
{
    if (world == NULL || world->domain == NULL || property >= htni_count(world->domain, HTN_SECTION_PROPERTIES))
        return HTN_BAD_ARGUMENT;
    const htn_domain *domain = world->domain;
    if (value < htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW)) ||
        value > htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH)))
        return HTN_BAD_VALUE;
    if (htn_world_get(world, property) == value)
        return HTN_OK;
    htni_store(world->bytes, HTNI_FIELD(domain, PROPERTIES, property, ADDRESS),
               HTNI_FIELD(domain, PROPERTIES, property, STORAGE), value);
    world->log[world->changes % HTN_WORLD_LOG] = property;
    world->changes++;
    return HTN_OK;
}

htn_status htn_world_copy(htn_world *to, const htn_world *from)
{
    if (to == NULL || from == NULL || to->domain == NULL || from->domain == NULL)
        return HTN_BAD_ARGUMENT;
    if (to->domain->fingerprint != from->domain->fingerprint)
        return HTN_WRONG_DOMAIN;
    memmove(to->bytes, from->bytes, to->domain->world_bytes);
    memset(to->readers, 0, sizeof to->readers); /* every planner copies all of it next */
    to->changes++;
    return HTN_OK;
}
