/*
 * See group_take.h. Instances first: where a slot has another one than the copy knows, the agent's own cells forget that. If the
 * home's log reaches back far enough, only the cells in it are compared.
 */
#include "group_take.h"
#include "../world/home_holds.h"
#include "../world/instances.h"
#include "../world/world_write.h"
#include "agent_journal.h"
#include "during_events.h"
#include "group_holds.h"
#include "group_state.h"
#include "removed_instances.h"

/* --- Instances ---------------------------------------------------------------------------------- */

/* What the copy is to have in a slot. */
static bool is_to_be_there(const htn_agent *agent, uint32_t type, int32_t instance)
{
    const htn_world *home = &agent->sharing->group->world;
    return htni_is_present(home->domain, home->bytes, type, instance) &&
           !htni_is_removal_noted(&agent->world, type, instance);
}

static bool differs(const htn_agent *agent, uint32_t type, int32_t instance)
{
    const htn_world *home = &agent->sharing->group->world;
    const bool there = is_to_be_there(agent, type, instance);
    if (htni_is_present(agent->domain, agent->world.bytes, type, instance) != there)
        return true;
    return there && htn_world_generation(&agent->world, type, instance) != htn_world_generation(home, type, instance);
}

static void forget_old(htn_agent *agent, uint32_t type, int32_t instance)
{
    htni_unshared *unshared = agent->sharing->link.unshared;
    if (unshared != NULL && unshared->count != 0)
        unshared->deviates = true; /* what is void is no longer on top */
    htni_void_unshared(&agent->world, type, instance);
    htni_forget_instance(&agent->world, type, instance, HTNI_OWN_PART);
}

static void place_generation(htn_agent *agent, uint32_t type, int32_t instance)
{
    const uint32_t generation = htn_world_generation(&agent->sharing->group->world, type, instance);
    if (htn_world_generation(&agent->world, type, instance) != generation)
        htni_set_generation_at(&agent->world, htni_slot(agent->domain, type, instance), generation);
}

static void place(htn_agent *agent, uint32_t type, int32_t instance)
{
    place_generation(agent, type, instance);
    htni_set_presence(&agent->world, type, instance, is_to_be_there(agent, type, instance));
}

typedef void visit(htn_agent *agent, uint32_t type, int32_t instance);

/* Calls `each` for all slots of shared types, or for those only in which the copy differs. */
static void visit_slots(htn_agent *agent, bool all, visit *each)
{
    const uint32_t types = htni_count(agent->domain, HTN_SECTION_TYPES);
    for (uint32_t type = 0; type < types; type++) {
        if (!htni_is_shared_type(agent->domain, type) || HTNI_FIELD(agent->domain, TYPES, type, PARENT) != HTN_NONE)
            continue;
        const int32_t high = htni_signed(HTNI_FIELD(agent->domain, TYPES, type, HIGH));
        for (int32_t i = 0; i <= high; i++)
            if (all || differs(agent, type, i))
                each(agent, type, i);
    }
}

static void take_instances(htn_agent *agent)
{
    visit_slots(agent, false, forget_old);
    visit_slots(agent, false, place);
}

/*
 * The instances of another home are none of this one, whatever their generations. Those of the home count from now on, also in empty
 * slots: the journal notes them, so that a replay estranges plans likewise.
 */
static void remove_known(htn_agent *agent, uint32_t type, int32_t instance)
{
    place_generation(agent, type, instance);
    htni_estrange(agent, type, instance, htn_world_generation(&agent->sharing->group->world, type, instance));
    if (!htni_is_present(agent->domain, agent->world.bytes, type, instance))
        return;
    htni_set_presence(&agent->world, type, instance, 0);
    htni_forget_instance(&agent->world, type, instance, HTNI_OWN_PART);
}

/* --- Values ------------------------------------------------------------------------------------- */

static void take_cell(htn_agent *agent, uint32_t property, uint32_t cell)
{
    const htn_world *home = &agent->sharing->group->world;
    const int32_t value =
        htni_overlay(&agent->world, property, cell, htni_load_cell(agent->domain, home->bytes, property, cell));
    htni_store_cell(&agent->world, property, cell, value, false);
}

static void take_property(htn_agent *agent, uint32_t property)
{
    const htn_domain *domain = agent->domain;
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    const uint32_t address = HTNI_FIELD(domain, PROPERTIES, property, ADDRESS);
    const uint32_t cells = HTNI_FIELD(domain, PROPERTIES, property, CELLS);
    const uint32_t piece = 64 / htni_storage_bytes(storage), bytes = htni_storage_bytes(storage);
    const bool overlaid = htni_has_unshared(&agent->world);
    for (uint32_t from = 0; from < cells; from += piece) {
        const uint32_t end = cells - from < piece ? cells : from + piece, at = address + from * bytes;
        if (!overlaid &&
            memcmp(agent->world.bytes + at, agent->sharing->group->world.bytes + at, (size_t)(end - from) * bytes) == 0)
            continue;
        for (uint32_t cell = from; cell < end; cell++)
            take_cell(agent, property, cell);
    }
}

static void take_all(htn_agent *agent)
{
    const uint32_t properties = htni_count(agent->domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < properties; i++)
        if (htni_is_shared(agent->domain, i) &&
            (HTNI_FIELD(agent->domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_STATIC) == 0)
            take_property(agent, i);
}

/* The cells that have changed since the last take. */
static void take_changes(htn_agent *agent)
{
    const htn_world *home = &agent->sharing->group->world;
    for (uint32_t change = agent->sharing->seen; change != home->changes; change++) {
        htn_journal_location at;
        const uint32_t address = HTNI_ADDRESS(home->log[change % HTN_WORLD_LOG]);
        if (address >= agent->domain->shared_at && htn_journal_locate(agent->domain, address, &at) &&
            at.property != HTN_NONE)
            take_cell(agent, at.property, at.cell);
    }
}

/* --- The take ----------------------------------------------------------------------------------- */

static void take(htn_agent *agent)
{
    htni_sharing *sharing = agent->sharing;
    const htn_group *group = sharing->group;
    if (sharing->link.strange)
        visit_slots(agent, true, remove_known);
    sharing->link.strange = false;
    if (sharing->joined || sharing->placed != group->home.placed)
        take_instances(agent);
    const bool deviates = sharing->link.unshared != NULL && sharing->link.unshared->deviates;
    if (sharing->joined || deviates || group->world.changes - sharing->seen > HTN_WORLD_LOG)
        take_all(agent);
    else
        take_changes(agent);
    if (deviates)
        sharing->link.unshared->deviates = false;
    if (agent->world.holds != NULL)
        htni_home_show(&agent->world);
    htni_note_group_durings(agent);
    htni_during_drop_overwritten(&agent->world);
}

void htni_take_from_group(htn_agent *agent)
{
    htni_sharing *sharing = agent->sharing;
    if (sharing == NULL)
        return;
    if (sharing->was_grouped && sharing->group == NULL)
        htni_group_holds_leave(agent);
    sharing->was_grouped = false;
    if (sharing->group == NULL)
        return;
    const htn_group *group = sharing->group;
    const bool deviates = sharing->link.unshared != NULL && sharing->link.unshared->deviates;
    if (!sharing->joined && !deviates && sharing->seen == group->world.changes &&
        sharing->held == group->home.held_changes) {
        htni_note_group_durings(agent);
        htni_during_drop_overwritten(
            &agent->world); /* none, but in a replay, whose home does not log the agent's own writes */
        return;
    }
    htni_begin_writing(agent, HTN_BY_GROUP, 0, HTN_NONE);
    take(agent);
    htni_end_writing(agent);
    sharing->seen = group->world.changes;
    sharing->placed = group->home.placed;
    sharing->held = group->home.held_changes;
    sharing->home_id = group->id;
    sharing->knows_home = true;
    sharing->joined = false;
}
