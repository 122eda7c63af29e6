/*
 * A world state: the public functions of htn/world.h. All writes go through group_writes.h to world_write.h, which logs them.
 */
#include "../blob/attributes.h"
#include "group_writes.h"
#include "hold_states.h"
#include "home_holds.h"
#include "world_write.h"

/* Behind the cells lies a generation (u16) for each slot of an open type. */
size_t htn_world_bytes(const htn_domain *domain)
{
    if (domain == NULL || domain->blob == NULL)
        return 0;
    const size_t size = domain->world_bytes + (size_t)domain->instances * 2;
    return size == 0 ? 4 : size; /* never 0, so that enough memory is never NULL */
}

/* Gives every cell of a property its initial value; facts come later. */
static void fill(const htn_world *world, uint32_t property)
{
    const htn_domain *domain = world->domain;
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    const uint32_t cells = HTNI_FIELD(domain, PROPERTIES, property, CELLS);
    const int32_t initial = htni_signed(HTNI_FIELD(domain, PROPERTIES, property, INITIAL));
    if (storage == HTN_STORAGE_FACTS)
        return;
    if (htni_storage_bytes(storage) == 1)
        memset(world->bytes + htni_cell_address(domain, property, 0), (uint8_t)initial, cells);
    else
        for (uint32_t cell = 0; cell < cells; cell++)
            htni_store(world->bytes, htni_cell_address(domain, property, cell), storage, initial);
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
    const uint32_t count = htni_count(domain, HTN_SECTION_PROPERTIES), facts = htni_count(domain, HTN_SECTION_FACTS);
    for (uint32_t i = 0; i < count; i++)
        fill(world, i);
    for (uint32_t i = 0; i < facts; i++) {
        const uint32_t property = HTNI_FIELD(domain, FACTS, i, PROPERTY);
        const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
        if (storage != HTN_STORAGE_FACTS)
            htni_store(world->bytes, htni_cell_address(domain, property, HTNI_FIELD(domain, FACTS, i, CELL)), storage,
                       htni_signed(HTNI_FIELD(domain, FACTS, i, VALUE)));
    }
    htni_rehash(world);
    return HTN_OK;
}

/* --- Values ------------------------------------------------------------------------------------- */

/* Whether the world has such a property, with that number of parameters. */
static bool has(const htn_world *world, htn_property property, uint32_t parameters)
{
    return world != NULL && world->domain != NULL && property < htni_count(world->domain, HTN_SECTION_PROPERTIES) &&
           HTNI_FIELD(world->domain, PROPERTIES, property, PARAMETER_COUNT) == parameters;
}

int32_t htn_world_get(const htn_world *world, htn_property property)
{
    return has(world, property, 0) ? htni_load_cell(world->domain, world->bytes, property, 0) : 0;
}

static inline bool is_static(const htn_world *world, htn_property property)
{
    return (HTNI_FIELD(world->domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) != 0;
}

/* The cell exists. */
static inline htn_status set_cell(htn_world *world, htn_property property, uint32_t cell, int32_t value)
{
    if (!htni_allows(world->domain, property, value))
        return HTN_BAD_VALUE;
    if (HTNI_UNLIKELY((HTNI_FIELD(world->domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_HELD) != 0)) {
        if (world->link != NULL)
            return HTN_BAD_ARGUMENT;
        if (world->holds != NULL)
            value = htni_held_at_least(world, property, cell, value);
    }
    htni_assign(world, property, cell, value);
    return HTN_OK;
}

htn_status htn_world_set(htn_world *world, htn_property property, int32_t value)
{
    return has(world, property, 0) && !is_static(world, property) ? set_cell(world, property, 0, value)
                                                                  : HTN_BAD_ARGUMENT;
}

int32_t htn_world_get_at(const htn_world *world, htn_property property, const int32_t *index, uint32_t count)
{
    if (!has(world, property, count) || (index == NULL && count != 0))
        return 0;
    return htni_load_cell(world->domain, world->bytes, property, htni_cell(world->domain, property, index));
}

/* The cell to be written; HTN_NONE: there is none. */
static uint32_t find_cell(const htn_world *world, htn_property property, const int32_t *index, uint32_t count)
{
    if (!has(world, property, count) || (index == NULL && count != 0) || is_static(world, property))
        return HTN_NONE;
    return count == 0 ? 0 : htni_cell(world->domain, property, index);
}

htn_status htn_world_set_at(htn_world *world, htn_property property, const int32_t *index, uint32_t count,
                            int32_t value)
{
    const uint32_t cell = find_cell(world, property, index, count);
    return cell == HTN_NONE ? HTN_BAD_ARGUMENT : set_cell(world, property, cell, value);
}

htn_status htn_world_add(htn_world *world, htn_property property, int32_t n)
{
    return htn_world_add_at(world, property, NULL, 0, n);
}

htn_status htn_world_add_at(htn_world *world, htn_property property, const int32_t *index, uint32_t count, int32_t n)
{
    const uint32_t cell = find_cell(world, property, index, count);
    if (cell == HTN_NONE)
        return HTN_BAD_ARGUMENT;
    const uint32_t kind = HTNI_FIELD(world->domain, TYPES, HTNI_FIELD(world->domain, PROPERTIES, property, TYPE), KIND);
    if (kind != HTN_TYPE_INTEGER && kind != HTN_TYPE_FIXED)
        return HTN_BAD_ARGUMENT;
    htni_add(world, property, cell, n);
    return HTN_OK;
}

htn_status htn_world_set_for(htn_world *world, htn_property property, int32_t value, uint32_t milliseconds)
{
    return htn_world_set_at_for(world, property, NULL, 0, value, milliseconds);
}

htn_status htn_world_set_at_for(htn_world *world, htn_property property, const int32_t *index, uint32_t count,
                                int32_t value, uint32_t milliseconds)
{
    const uint32_t cell = find_cell(world, property, index, count);
    if (cell == HTN_NONE || world->timers == NULL || milliseconds == 0 ||
        (HTNI_FIELD(world->domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_EXPIRES) == 0)
        return HTN_BAD_ARGUMENT;
    if (!htni_allows(world->domain, property, value))
        return HTN_BAD_VALUE;
    htni_assign_for(world, property, cell, value, milliseconds);
    return HTN_OK;
}

uint32_t htn_world_time_left(const htn_world *world, htn_property property, const int32_t *index, uint32_t count)
{
    const uint32_t cell = find_cell(world, property, index, count);
    if (cell == HTN_NONE)
        return 0;
    return htni_timer_left(htni_concerns_group(world, property) ? world->link->home->world : world, property, cell);
}

/* --- Instances ---------------------------------------------------------------------------------- */

static bool is_open(const htn_world *world, uint32_t type)
{
    return world != NULL && world->domain != NULL && type < htni_count(world->domain, HTN_SECTION_TYPES) &&
           HTNI_FIELD(world->domain, TYPES, type, PRESENCE) != HTN_NONE;
}

htn_status htn_world_spawn(htn_world *world, uint32_t type, int32_t *instance)
{
    if (!is_open(world, type) || instance == NULL)
        return HTN_BAD_ARGUMENT;
    return htni_spawn(world, type, instance);
}

htn_status htn_world_despawn(htn_world *world, uint32_t type, int32_t instance)
{
    if (!is_open(world, type) || !htni_is_present(world->domain, world->bytes, type, instance))
        return HTN_BAD_ARGUMENT;
    htni_remove(world, type, instance);
    return HTN_OK;
}

bool htn_world_exists(const htn_world *world, uint32_t type, int32_t instance)
{
    return world != NULL && world->domain != NULL && type < htni_count(world->domain, HTN_SECTION_TYPES) &&
           htni_is_present(world->domain, world->bytes, type, instance);
}

uint32_t htn_world_generation(const htn_world *world, uint32_t type, int32_t instance)
{
    if (!is_open(world, type) || instance < htni_signed(HTNI_FIELD(world->domain, TYPES, type, LOW)) ||
        instance > htni_signed(HTNI_FIELD(world->domain, TYPES, type, HIGH)))
        return 0;
    return (uint16_t)htni_load(htni_generation_at(world, type, instance), 0, HTN_STORAGE_S16);
}

static void copy_all(htn_world *to, const htn_world *from)
{
    memmove(to->bytes, from->bytes, htn_world_bytes(to->domain));
    if (htni_is_home(to)) {
        htni_during_overwrite_home(to);
        to->link->home->placed++;
    } else if (to->durings != NULL) {
        to->durings->count = 0;
    }
    htni_copy_timers(to, from, true);
}

htn_status htn_world_copy(htn_world *to, const htn_world *from)
{
    if (to == NULL || from == NULL || to->domain == NULL || from->domain == NULL)
        return HTN_BAD_ARGUMENT;
    if (!htni_same_worlds(to->domain, from->domain))
        return HTN_WRONG_DOMAIN;
    if (htni_is_home(to) && to->link->home->visited != NULL)
        return HTN_BUSY;
    if (htni_is_copy(to))
        htni_copy_own_part(to, from);
    else
        copy_all(to, from);
    htni_rehash(to);
    to->changes += HTN_WORLD_LOG + 1; /* the log says nothing of this */
    if (htni_is_home(to))
        htni_home_recount(to->link->home);
    else if (to->holds != NULL && to->link == NULL)
        htni_holds_replaced(to);
    if (to->watcher != NULL)
        to->watcher(to->watcher_user, HTN_NONE);
    return HTN_OK;
}
