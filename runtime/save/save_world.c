/*
 * Saving worlds; see save_world.h. Everything is written by name, so that a later build of the
 * domain finds it again. Neighbours: load_types.c and load_world.c read this.
 */
#include "save_world.h"
#include "../blob/blob_reader.h"
#include "../world/cells.h"
#include "../world/group_link.h"
#include "../world/timers.h"
#include "save_format.h"
#include <htn/arithmetic.h>

/* --- Types -------------------------------------------------------------------------------------- */

/*
 * The names of a type's values. In front of them is a table of where each begins, so that a reader
 * finds one without reading all.
 */
static void put_names(htni_save_writer *to, const htn_domain *domain, uint32_t type)
{
    const uint32_t first = HTNI_FIELD(domain, TYPES, type, FIRST_VALUE);
    const uint32_t count = HTNI_FIELD(domain, TYPES, type, VALUE_COUNT);
    htni_put_number(to, count);
    const size_t offsets = htni_leave_room(to, 4 * count);
    for (uint32_t i = 0; i < count; i++) {
        htni_patch(to, offsets + 4 * (size_t)i, 4, (uint32_t)to->used);
        htni_put_text(to, htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, VALUES, first + i, NAME)));
    }
}

static void put_type(htni_save_writer *to, const htn_domain *domain, uint32_t type)
{
    const htni_saved_kind kind = htni_saved_kind_of(domain, type);
    htni_put_number(to, kind);
    if (kind == HTNI_SAVED_BOOL || kind == HTNI_SAVED_INTEGER || kind == HTNI_SAVED_FIXED)
        return;
    htni_put_number(to, HTNI_FIELD(domain, TYPES, type, LOW));
    if (kind == HTNI_SAVED_OPEN) {
        uint32_t family = type;
        while (HTNI_FIELD(domain, TYPES, family, PARENT) != HTN_NONE)
            family = HTNI_FIELD(domain, TYPES, family, PARENT);
        htni_put_number(to, HTNI_FIELD(domain, TYPES, type, HIGH));
        htni_put_number(to, HTNI_FIELD(domain, TYPES, type, OWN));
        htni_put_number(to, family);
        htni_put_text(to, htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, TYPES, type, NAME)));
    } else {
        put_names(to, domain, type);
    }
}

/*
 * All types, so that each has the same number as in the domain. In front of them is a table of
 * where each begins.
 */
void htni_save_types(htni_save_writer *to, const htn_domain *domain)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TYPES);
    const size_t part = htni_begin_part(to);
    htni_put_number(to, count);
    const size_t offsets = htni_leave_room(to, 4 * count);
    for (uint32_t i = 0; i < count; i++) {
        htni_patch(to, offsets + 4 * (size_t)i, 4, (uint32_t)to->used);
        put_type(to, domain, i);
    }
    htni_end_part(to, part);
}

void htni_put_types(htni_save_writer *to, const htn_domain *domain, uint32_t first, uint32_t count)
{
    htni_put_number(to, count);
    for (uint32_t i = 0; i < count; i++)
        htni_put_number(to, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE) + 1); /* 0: a symbol */
}

/* --- Values ------------------------------------------------------------------------------------- */

static void put_instance(htni_save_writer *to, const htn_domain *domain, uint32_t type, int32_t instance)
{
    const uint32_t leaf = instance < 0 ? HTN_NONE : htni_leaf_type(domain, type, instance);
    htni_put_number(to, leaf + 1); /* 0: none */
    if (leaf != HTN_NONE)
        htni_put_number(to, (uint32_t)instance - HTNI_FIELD(domain, TYPES, leaf, LOW));
}

void htni_put_value(htni_save_writer *to, const htn_domain *domain, uint32_t type, int32_t value)
{
    if (type == HTN_NONE)
        htni_put_text(to, htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value));
    else if (htni_saved_kind_of(domain, type) == HTNI_SAVED_OPEN)
        put_instance(to, domain, type, value);
    else
        htni_put_signed(to, value);
}

void htni_put_property(htni_save_writer *to, const htn_domain *domain, uint32_t property)
{
    htni_put_text(to, htn_property_name(domain, property));
    htni_put_number(to, HTNI_FIELD(domain, PROPERTIES, property, TYPE) + 1);
    htni_put_types(to, domain, HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER),
                   HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT));
}

/* --- The world ---------------------------------------------------------------------------------- */

static bool is_saved(const htn_domain *domain, uint32_t property)
{
    return (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) == 0;
}

/*
 * For each slot of each open type, without those of its subtypes: whether an instance exists, and
 * the slot's generation.
 */
static void put_instances(htni_save_writer *to, const htn_world *world)
{
    const htn_domain *domain = world->domain;
    const uint32_t types = htni_count(domain, HTN_SECTION_TYPES);
    for (uint32_t type = 0; type < types; type++) {
        const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
        const int32_t own = htni_signed(HTNI_FIELD(domain, TYPES, type, OWN));
        if (htni_saved_kind_of(domain, type) != HTNI_SAVED_OPEN)
            continue;
        for (int32_t i = low; i < low + own; i++)
            htni_put_number(to, htn_world_generation(world, type, i) << 1 | htn_world_exists(world, type, i));
    }
}

void htni_save_world(htni_save_writer *to, const htn_world *world)
{
    const htn_domain *domain = world->domain;
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    const size_t part = htni_begin_part(to);
    uint32_t count = 0;
    put_instances(to, world);
    for (uint32_t i = 0; i < properties; i++)
        count += is_saved(domain, i);
    htni_put_number(to, count);
    for (uint32_t i = 0; i < properties; i++) {
        if (!is_saved(domain, i))
            continue;
        const uint32_t type = HTNI_FIELD(domain, PROPERTIES, i, TYPE), cells = HTNI_FIELD(domain, PROPERTIES, i, CELLS);
        htni_put_property(to, domain, i);
        for (uint32_t cell = 0; cell < cells; cell++)
            htni_put_value(to, domain, type,
                           htni_is_home(world) ? htni_during_beneath(world, i, cell)
                                               : htni_load_cell(domain, world->bytes, i, cell));
    }
    htni_end_part(to, part);
}

/* --- Timers ------------------------------------------------------------------------------------- */

static void put_timers_of(htni_save_writer *to, const htn_world *world, uint32_t property)
{
    const uint32_t cells = HTNI_FIELD(world->domain, PROPERTIES, property, CELLS);
    for (uint32_t cell = 0; cell < cells; cell++) {
        const uint32_t left = htni_timer_left(world, property, cell);
        if (left == 0)
            continue;
        htni_put_property(to, world->domain, property);
        htni_put_number(to, cell);
        htni_put_number(to, left);
    }
}

void htni_save_timers(htni_save_writer *to, const htn_world *world)
{
    const uint32_t properties = htni_count(world->domain, HTN_SECTION_PROPERTIES);
    const uint32_t running = world->timers == NULL ? 0 : world->timers->running;
    const size_t part = htni_begin_part(to);
    htni_put_number(to, running);
    for (uint32_t i = 0; i < properties && running != 0; i++)
        if (HTNI_FIELD(world->domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_EXPIRES)
            put_timers_of(to, world, i);
    htni_end_part(to, part);
}
