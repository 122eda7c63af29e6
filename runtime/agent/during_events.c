/* See during_events.h. A checksum tells whether anything has changed since the last note. */
#include "during_events.h"
#include "../world/cells.h"
#include "../world/world_write.h"
#include "agent_journal.h"
#include "group_state.h"

void htni_note_overwritten(const htn_agent *agent)
{
    for (uint32_t i = 0; agent->observers.journal != NULL && i < agent->durings.count; i++) {
        const htni_during *entry = &agent->durings.entries[i];
        if (entry->layer == HTN_NONE)
            HTNI_NOTE(agent, OVERWRITTEN, htni_cell_address(agent->domain, entry->property, entry->cell));
    }
}

/* Goes through all lists, and notes them or only reckons. */
typedef struct telling {
    const htn_agent *agent;
    bool notes;
    uint32_t count, checksum;
} telling;

static void tell(telling *to, const htni_during *of, uint32_t place, int32_t value)
{
    const uint32_t address = htni_cell_address(to->agent->domain, of->property, of->cell);
    to->count++;
    to->checksum = ((to->checksum ^ address) * UINT32_C(0x01000193) ^ place) * UINT32_C(0x01000193) ^ (uint32_t)value;
    to->checksum *= UINT32_C(0x01000193);
    if (to->notes)
        HTNI_NOTE(to->agent, BENEATH, address, place, htni_zigzag(value));
}

static void tell_cell(telling *to, const htni_during *first)
{
    const htn_world *home = &to->agent->sharing->group->world, *whose = NULL;
    const htni_during *others = NULL;
    uint32_t own = 0;
    tell(to, first, 0, first->beneath);
    for (const htni_during *at = htni_during_next(home, first->property, first->cell, NULL, &whose); at != NULL;
         at = htni_during_next(home, first->property, first->cell, at, &whose)) {
        if (whose != &to->agent->world) {
            others = at;
            continue;
        }
        if (others != NULL)
            tell(to, others, 2 * own + 1, others->value);
        others = NULL;
        own++;
        tell(to, at, 2 * own, at->value);
    }
    if (others != NULL)
        tell(to, others, 2 * own + 1, others->value);
}

/*
 * Each cell where its first entry is. A list that is all the agent's own is told, too: what lies beneath it comes from the home if
 * the agent has joined or was loaded with it.
 */
static void tell_all(telling *to)
{
    const htni_home *home = &to->agent->sharing->group->home;
    for (const htni_link *member = home->members; home->shown.count != 0 && member != NULL; member = member->next) {
        const htni_during_list *list = member->world->durings;
        for (uint32_t i = 0; i < list->count; i++) {
            const htni_during *entry = &list->entries[i];
            const htn_world *whose;
            if (entry->layer != HTN_NONE && htni_is_shared(to->agent->domain, entry->property) &&
                htni_during_next(home->world, entry->property, entry->cell, NULL, &whose) == entry)
                tell_cell(to, entry);
        }
    }
}

void htni_note_group_durings(htn_agent *agent)
{
    telling to = {.agent = agent};
    if (agent->observers.journal == NULL || agent->sharing->link.unshared != NULL)
        return;
    htni_note_overwritten(agent);
    tell_all(&to);
    if (to.checksum == agent->sharing->told)
        return;
    agent->sharing->told = to.checksum;
    HTNI_NOTE(agent, OTHERS, to.count);
    to.notes = true;
    tell_all(&to);
}
