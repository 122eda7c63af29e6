/* A group's memory; see htn/group.h. Neighbours: group_members.c, who is in it; group_take.c, what members take over. */
#include "../blob/opcode_table.h"
#include "../world/cells.h"
#include "../world/hold_states.h"
#include "../world/timers.h"
#include "block_layout.h"
#include "expiry.h"
#include "group_state.h"
#include <string.h>

/* Lays a group out from `base` on. Returns the size of all of it. NULL: only finds out the size. */
static uint64_t lay_out(htn_group *group, const htn_domain *domain, uint8_t *base)
{
    htni_cursor at = {base, 0};
    htni_take(&at, 1, sizeof *group);
    void *world = htni_take(&at, 1, htn_world_bytes(domain));
    if (world != NULL)
        htn_world_init(&group->world, domain, world, htn_world_bytes(domain));
    htni_take_timers(&at, domain, &group->world);
    group->home.held = (uint8_t *)htni_take(&at, 1, htni_hold_places(domain));
    return at.used;
}

/* Whether the During of some task writes a shared property. */
static bool shares_durings(const htn_domain *domain)
{
    const uint32_t tasks = htni_count(domain, HTN_SECTION_TASKS);
    for (uint32_t i = 0; i < tasks; i++) {
        const uint32_t during = HTNI_FIELD(domain, TASKS, i, DURING);
        const uint32_t end = during == HTN_NONE ? 0 : HTNI_FIELD(domain, TASKS, i, END);
        for (uint32_t pc = during == HTN_NONE ? 0 : during; pc < end; pc++) {
            const htni_instruction in = htni_fetch(domain, pc);
            if (htni_opcodes[in.op].family == HTNI_FAMILY_RETURN)
                break; /* the block ends at its first return */
            const uint32_t property = htni_written_property(domain, &in);
            if (property != HTN_NONE && htni_is_shared(domain, property))
                return true;
        }
    }
    return false;
}

size_t htn_group_bytes(const htn_domain *domain, const htn_group_options *options)
{
    htn_group group;
    (void)options;
    return htn_world_bytes(domain) == 0 ? 0 : (size_t)lay_out(&group, domain, NULL);
}

htn_status htn_group_init(htn_group **group, const htn_domain *domain, const htn_group_options *options, void *memory,
                          size_t size)
{
    if (group == NULL)
        return HTN_BAD_ARGUMENT;
    *group = NULL;
    const size_t needed = htn_group_bytes(domain, options);
    if (needed == 0 || memory == NULL ||
        (options != NULL && options->mode != HTN_GROUP_AT_ONCE &&
         (options->mode != HTN_GROUP_LATER || shares_durings(domain))))
        return HTN_BAD_ARGUMENT;
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    if (size < needed)
        return HTN_TOO_SMALL;
    memset(memory, 0, needed);
    htn_group *made = (htn_group *)memory;
    lay_out(made, domain, (uint8_t *)memory);
    made->domain = domain;
    made->id = options == NULL ? 0 : options->id;
    made->mode = options == NULL ? HTN_GROUP_AT_ONCE : options->mode;
    made->defers_holds = made->mode == HTN_GROUP_LATER;
    if (htni_hold_places(domain) == 0)
        made->home.held = NULL;
    made->home.world = &made->world;
    made->link.home = &made->home;
    made->link.world = &made->world;
    made->world.durings = &made->home.shown;
    made->world.link = &made->link;
    *group = made;
    return HTN_OK;
}

htn_status htn_group_tick(htn_group *group, uint64_t elapsed_us)
{
    if (group == NULL)
        return HTN_BAD_ARGUMENT;
    if (group->home.visited != NULL)
        return HTN_BUSY;
    group->elapsed_us += elapsed_us > HTN_MAX_ELAPSED_US ? HTN_MAX_ELAPSED_US : elapsed_us;
    if (group->world.timers != NULL)
        htni_timers_pass(group->world.timers, (uint32_t)(group->elapsed_us / 1000));
    group->elapsed_us %= 1000;
    htni_timers_lapse(&group->world, NULL, NULL);
    return HTN_OK;
}

htn_world *htn_group_world(htn_group *group)
{
    return group == NULL ? NULL : &group->world;
}

uint32_t htn_group_id(const htn_group *group)
{
    return group == NULL ? 0 : group->id;
}
