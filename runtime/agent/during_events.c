/* See during_events.h. A checksum shows whether anything has changed since the last note. */
#include "during_events.h"
#include "../world/cells.h"
#include "../world/world_write.h"
#include "agent_journal.h"
#include "group_state.h"

/* The agent's entries that others have overwritten since its last take. `leaves`: it is about to leave, and no take says so. */
static void note_overwritten(const htn_agent *agent, bool leaves)
{
    for (uint32_t i = 0; agent->observers.journal != NULL && i < agent->durings.count; i++) {
        const htni_during *entry = &agent->durings.entries[i];
        const uint32_t address = htni_cell_address(agent->domain, entry->property, entry->cell);
        if (entry->layer == HTN_NONE && leaves)
            HTNI_NOTE(agent, OVERWRITTEN, address, 1);
        else if (entry->layer == HTN_NONE)
            HTNI_NOTE(agent, OVERWRITTEN, address);
    }
}

/* Goes through all lists, and notes them, or only forms their checksum. */
typedef struct during_notes {
    const htn_agent *agent;
    bool notes;
    uint32_t count, checksum;
} during_notes;

static void mix(during_notes *to, uint32_t number)
{
    to->checksum = (to->checksum ^ number) * UINT32_C(0x01000193);
}

/* An entry that has ended and begun again may lie elsewhere, and another write ends those of others too: so the order counts. */
static void note(during_notes *to, const htni_during *of, uint32_t place, int32_t value)
{
    const uint32_t address = htni_cell_address(to->agent->domain, of->property, of->cell);
    to->count++;
    mix(to, address);
    mix(to, place);
    mix(to, (uint32_t)value);
    mix(to, of->order);
    if (to->notes)
        HTNI_NOTE(to->agent, BENEATH, address, place, htni_zigzag(value));
}

static void note_cell(during_notes *to, const htni_during *of)
{
    const htn_world *home = &to->agent->sharing->group->world, *whose = NULL;
    const htni_during *first = htni_during_next(home, of->property, of->cell, NULL, &whose), *others = NULL;
    uint32_t own = 0;
    note(to, first, 0, first->beneath);
    for (const htni_during *at = first; at != NULL; at = htni_during_next(home, of->property, of->cell, at, &whose)) {
        if (whose != &to->agent->world) {
            others = at;
            continue;
        }
        if (others != NULL)
            note(to, others, 2 * own + 1, others->value);
        others = NULL;
        own++;
        note(to, at, 2 * own, at->value);
    }
    if (others != NULL)
        note(to, others, 2 * own + 1, others->value);
}

static bool is_less(const htni_during *a, const htni_during *b)
{
    return a->property < b->property || (a->property == b->property && a->cell < b->cell);
}

/* An entry of the next shared cell behind that of `after` (NULL: of the first); NULL: there is none. */
static const htni_during *next_cell(const htn_agent *agent, const htni_during *after)
{
    const htni_home *home = &agent->sharing->group->home;
    const htni_during *next = NULL;
    for (const htni_link *member = home->members; home->shown.count != 0 && member != NULL; member = member->next) {
        const htni_during_list *list = member->world->durings;
        for (uint32_t i = 0; i < list->count; i++) {
            const htni_during *entry = &list->entries[i];
            if (entry->layer != HTN_NONE && htni_is_shared(agent->domain, entry->property) &&
                (after == NULL || is_less(after, entry)) && (next == NULL || is_less(entry, next)))
                next = entry;
        }
    }
    return next;
}

/*
 * The cells in their order: a replay has the others' entries in one list. This includes lists that are all the agent's own: what lies
 * beneath those comes from the home if the agent has joined or was loaded with them.
 */
static void note_all(during_notes *to)
{
    for (const htni_during *entry = next_cell(to->agent, NULL); entry != NULL; entry = next_cell(to->agent, entry))
        note_cell(to, entry);
}

void htni_note_group_durings(htn_agent *agent)
{
    during_notes to = {.agent = agent};
    if (agent->observers.journal == NULL || agent->sharing->link.unshared != NULL)
        return;
    note_overwritten(agent, false);
    note_all(&to);
    if (to.checksum == agent->sharing->noted && (to.checksum == 0 || !agent->sharing->unsaid))
        return;
    agent->sharing->noted = to.checksum;
    agent->sharing->unsaid = false;
    HTNI_NOTE(agent, OTHERS, to.count);
    to.notes = true;
    note_all(&to);
}

void htni_note_before_leaving(htn_agent *agent)
{
    const htni_sharing *sharing = agent->sharing;
    if (sharing->group != NULL && sharing->joined)
        htni_note_group_durings(agent); /* no take has noted what lies beneath the Durings that the agent has brought */
    else
        note_overwritten(agent, true);
}
