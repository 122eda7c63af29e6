/* See home_holds.h. */
#include "home_holds.h"
#include "cells.h"
#include "world_write.h"

static uint32_t generation_of(const htn_world *world, uint32_t family, int32_t instance)
{
    return htni_generation(world->bytes + world->domain->world_bytes, htni_slot(world->domain, family, instance));
}

static bool is_present(const htn_world *world, uint32_t family, int32_t instance)
{
    return htni_is_present(world->domain, world->bytes, family, instance);
}

bool htni_is_place_gone(const htn_world *copy, uint32_t place)
{
    const htn_domain *domain = copy->domain;
    const htn_world *home = copy->link->home->world;
    uint32_t instance, count;
    const uint32_t family = htni_hold_family(domain, htni_hold_table(domain, place, &instance, &count));
    if (HTNI_FIELD(domain, TYPES, family, PRESENCE) == HTN_NONE)
        return false;
    return copy->link->strange || !is_present(copy, family, (int32_t)instance) ||
           !is_present(home, family, (int32_t)instance) ||
           generation_of(copy, family, (int32_t)instance) != generation_of(home, family, (int32_t)instance);
}

void htni_home_hold(const htn_world *copy, uint32_t place, bool held)
{
    htni_home *home = copy->link->home;
    if (htni_is_place_gone(copy, place) || (!held && home->held[place] == 0))
        return;
    home->held[place] = (uint8_t)(held ? home->held[place] + 1 : home->held[place] - 1);
    home->held_changes++;
}

void htni_home_free(htni_home *home, uint32_t place)
{
    home->held[place] = 0;
    home->held_changes++;
}

void htni_home_forget(const htn_world *home, uint32_t family, int32_t instance)
{
    const uint32_t place = htni_hold_place_of(home->domain, family, instance);
    if (place != HTN_NONE)
        htni_home_free(home->link->home, place);
}

void htni_home_show(htn_world *copy)
{
    const htn_domain *domain = copy->domain;
    const htni_hold_states *holds = copy->holds;
    const uint8_t *held = copy->link->home->held;
    uint32_t first = 0;
    for (uint32_t table = 0; first < holds->places; table++) {
        const uint32_t count = htni_hold_instances(domain, table);
        const uint32_t family = count == 0 ? 0 : htni_hold_family(domain, table);
        const bool open = count != 0 && HTNI_FIELD(domain, TYPES, family, PRESENCE) != HTN_NONE;
        for (uint32_t cell = 0; cell < count * holds->layers; cell++) {
            const uint32_t place = first + cell % count;
            const uint8_t state = holds->states[(size_t)(cell / count) * holds->places + place];
            const bool own = (state & HTNI_HOLD_HELD) != 0 && held[place] != 0;
            const bool gone = open && !is_present(copy, family, (int32_t)(cell % count)); /* LATER: not yet at home */
            htni_set_saturating(copy, table, cell, gone ? 0 : held[place] - (own ? 1 : 0));
        }
        first += count;
    }
}

void htni_home_recount(htni_home *home)
{
    for (uint32_t place = 0; home->held != NULL && place < htni_hold_places(home->world->domain); place++) {
        htni_home_free(home, place);
        for (const htni_link *member = home->members; member != NULL; member = member->next) {
            const htni_hold_states *holds = member->world->holds;
            for (uint32_t layer = 0; holds != NULL && layer < holds->layers; layer++)
                if (holds->states[(size_t)layer * holds->places + place] & HTNI_HOLD_HELD)
                    htni_home_hold(member->world, place, true);
        }
    }
}
