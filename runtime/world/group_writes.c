/* See group_writes.h. */
#include "group_writes.h"
#include "instances.h"
#include "unshared.h"

/* --- Cells -------------------------------------------------------------------------------------- */

/* The copy gets the home's value. True: that is a change. */
static bool follow(htn_world *copy, uint32_t property, uint32_t cell)
{
    const htn_world *home = copy->link->home->world;
    const bool changed = htni_store_cell(
        copy, property, cell, htni_load_cell(home->domain, home->bytes, property, cell), copy->link->overwritten);
    copy->link->overwritten = false;
    return changed;
}

/*
 * A write has changed the home's cell, through this world or another one. `shown`: how many entries of Durings the members had
 * before it. The write may end entries of other members although the member that is being ticked sees the same value. Then the
 * journal of that member gets the write all the same: a replay has those entries, too.
 */
static void follow_home(htn_world *world, uint32_t property, uint32_t cell, uint32_t shown)
{
    const htni_home *home = world->link->home;
    htn_world *visited = home->visited;
    if (world != home->world && world != visited)
        follow(world, property, cell);
    if (visited != NULL && !follow(visited, property, cell) && home->shown.count != shown && visited->watcher != NULL)
        visited->watcher(visited->watcher_user, htni_cell_name(visited->domain, property, cell));
}

/* Whether a copy may have instances that the home has not: before its first take; AT_ONCE also between its ticks. */
static bool may_be_stale(const htn_world *world)
{
    const htni_link *link = world->link;
    if (link->strange || world == link->home->world)
        return link->strange;
    return link->unshared == NULL && world != link->home->visited;
}

/* For so many milliseconds, or 0: for ever. Times are the home's; in a LATER group they begin when the agent shares. */
static void write_through(htn_world *world, uint32_t property, uint32_t cell, int32_t value, uint32_t milliseconds)
{
    htn_world *home = world->link->home->world;
    const uint32_t shown = world->link->home->shown.count;
    if (milliseconds != 0)
        htni_set_cell_for(home, property, cell, value, milliseconds);
    else
        htni_set_cell(home, property, cell, value);
    follow_home(world, property, cell, shown);
}

void htni_write_through(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    write_through(world, property, cell, value, 0);
}

static void assign_shared(htn_world *world, uint32_t property, uint32_t cell, int32_t value, uint32_t milliseconds)
{
    if (may_be_stale(world)) {
        if (htni_is_about_removed(world, property, cell))
            return;
        const int32_t now = htni_unless_removed(world, property, value);
        milliseconds = now == value ? milliseconds : 0; /* none is for good */
        value = now;
    }
    if (world->link->unshared != NULL) {
        htni_defer_set(world, property, cell, value, milliseconds);
        htni_set_cell(world, property, cell, value);
        return;
    }
    write_through(world, property, cell, value, milliseconds);
}

void htni_assign_shared(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    assign_shared(world, property, cell, value, 0);
}

void htni_assign_for(htn_world *world, uint32_t property, uint32_t cell, int32_t value, uint32_t milliseconds)
{
    if (htni_concerns_group(world, property))
        assign_shared(world, property, cell, value, milliseconds);
    else
        htni_set_cell_for(world, property, cell, value, milliseconds);
}

void htni_assign_saturating_for(htn_world *world, uint32_t property, uint32_t cell, int32_t value,
                                uint32_t milliseconds)
{
    if (htni_is_writable(world->domain, property, cell))
        htni_assign_for(world, property, cell, htni_saturated(world->domain, property, value), milliseconds);
}

void htni_assign_saturating(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    if (htni_is_writable(world->domain, property, cell))
        htni_assign(world, property, cell, htni_saturated(world->domain, property, value));
}

/* To this world's own value. */
static void add_here(htn_world *world, uint32_t property, uint32_t cell, int64_t n)
{
    const int64_t sum = htni_load_cell(world->domain, world->bytes, property, cell) + n;
    htni_set_cell(world, property, cell, htni_saturated(world->domain, property, htni_saturate(sum)));
}

/* The copy saturates each sum; the home only the last one. */
static void add_later(htn_world *copy, uint32_t property, uint32_t cell, int64_t n)
{
    const htn_world *home = copy->link->home->world;
    htni_defer_add(copy, property, cell, n);
    add_here(copy, property, cell, n);
    copy->link->unshared->deviates =
        copy->link->unshared->deviates ||
        htni_load_cell(copy->domain, copy->bytes, property, cell) !=
            htni_overlay(copy, property, cell, htni_load_cell(home->domain, home->bytes, property, cell));
}

void htni_add(htn_world *world, uint32_t property, uint32_t cell, int64_t n)
{
    if (!htni_is_writable(world->domain, property, cell))
        return;
    if (!htni_concerns_group(world, property)) {
        add_here(world, property, cell, n);
    } else if (may_be_stale(world) && htni_is_about_removed(world, property, cell)) {
        return;
    } else if (world->link->unshared != NULL) {
        add_later(world, property, cell, n);
    } else {
        const uint32_t shown = world->link->home->shown.count;
        add_here(world->link->home->world, property, cell, n);
        follow_home(world, property, cell, shown);
    }
}

/* --- Instances ---------------------------------------------------------------------------------- */

/* The first slot of the type itself, not of a subtype, that has no instance; -1: none. */
static int32_t free_slot(const htn_world *world, uint32_t type)
{
    const int32_t low = htni_signed(HTNI_FIELD(world->domain, TYPES, type, LOW));
    const int32_t own = htni_signed(HTNI_FIELD(world->domain, TYPES, type, OWN));
    for (int32_t i = low; i < low + own; i++)
        if (!htni_is_present(world->domain, world->bytes, type, i))
            return i;
    return -1;
}

/* The copy gets the instance that the home has just been given. It may still have another one there, which is gone. */
static void follow_spawn(htn_world *copy, uint32_t type, int32_t instance)
{
    if (htni_is_present(copy->domain, copy->bytes, type, instance))
        htni_remove_instance(copy, type, instance);
    htni_set_generation_at(copy, htni_slot(copy->domain, type, instance),
                           htni_generation_of(copy->link->home->world, type, instance));
    htni_set_presence(copy, type, instance, 1);
}

htn_status htni_spawn(htn_world *world, uint32_t type, int32_t *instance)
{
    const bool grouped = world->link != NULL && htni_is_shared_type(world->domain, type);
    htn_world *home = grouped ? world->link->home->world : world;
    if (grouped && world->link->unshared != NULL)
        return HTN_BAD_ARGUMENT;
    const int32_t slot = free_slot(home, type);
    if (slot < 0)
        return HTN_FULL_INSTANCES;
    *instance = slot;
    htni_place_instance(home, type, slot, htni_generation_of(home, type, slot) + 1, true);
    if (!grouped)
        return HTN_OK;
    world->link->home->placed++;
    if (world != home)
        follow_spawn(world, type, slot);
    if (world->link->home->visited != NULL && world->link->home->visited != world)
        follow_spawn(world->link->home->visited, type, slot);
    return HTN_OK;
}

/* Removes the instance of that generation, if the world has it. True: it had. */
static bool remove_generation(htn_world *world, uint32_t type, int32_t instance, uint32_t generation)
{
    if (!htni_is_present(world->domain, world->bytes, type, instance) ||
        htni_generation_of(world, type, instance) != generation)
        return false;
    htni_remove_instance(world, type, instance);
    return true;
}

static void remove_shared(htn_world *world, uint32_t type, int32_t instance)
{
    htni_home *home = world->link->home;
    const uint32_t generation = htni_generation_of(world, type, instance);
    htni_remove_instance(world, type, instance);
    home->placed += world == home->world || remove_generation(home->world, type, instance, generation);
    if (home->visited != NULL && home->visited != world)
        remove_generation(home->visited, type, instance, generation);
    if (home->visited != NULL)
        home->visited->link->overwritten = false;
}

void htni_remove(htn_world *world, uint32_t type, int32_t instance)
{
    const bool grouped = world->link != NULL && !world->link->strange && htni_is_shared_type(world->domain, type);
    if (grouped && world->link->unshared == NULL) {
        remove_shared(world, type, instance);
        return;
    }
    if (grouped)
        htni_defer_removal(world, type, instance);
    htni_remove_instance(world, type, instance);
}

/* --- The own part ------------------------------------------------------------------------------- */

/* All of the bytes that are not shared, but what the members of the group hold. */
static void copy_own_bytes(htn_world *copy, const htn_world *from)
{
    const htn_domain *domain = copy->domain;
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    uint32_t at = 0;
    for (uint32_t i = 0; copy->holds != NULL && i < properties; i++) {
        if ((HTNI_FIELD(domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_HELD) == 0)
            continue;
        const uint32_t address = HTNI_FIELD(domain, PROPERTIES, i, ADDRESS);
        memmove(copy->bytes + at, from->bytes + at, address - at);
        at = address + HTNI_FIELD(domain, PROPERTIES, i, CELLS);
    }
    memmove(copy->bytes + at, from->bytes + at, domain->shared_at - at);
}

void htni_copy_own_part(htn_world *copy, const htn_world *from)
{
    const htn_domain *domain = copy->domain;
    const uint32_t types = htni_count(domain, HTN_SECTION_TYPES);
    uint32_t kept = 0;
    copy_own_bytes(copy, from);
    for (uint32_t i = 0; i < types; i++) {
        if (HTNI_FIELD(domain, TYPES, i, PRESENCE) == HTN_NONE || HTNI_FIELD(domain, TYPES, i, PARENT) != HTN_NONE ||
            htni_is_shared_type(domain, i))
            continue;
        const size_t at = domain->world_bytes + (size_t)htni_slot(domain, i, 0) * 2;
        memmove(copy->bytes + at, from->bytes + at, ((size_t)HTNI_FIELD(domain, TYPES, i, HIGH) + 1) * 2);
    }
    htni_during_list *list = copy->durings;
    for (uint32_t i = 0; list != NULL && i < list->count; i++)
        if (htni_is_shared(domain, list->entries[i].property))
            list->entries[kept++] = list->entries[i];
    if (list != NULL)
        list->count = kept;
    htni_copy_timers(copy, from, false);
}
