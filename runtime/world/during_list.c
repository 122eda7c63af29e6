/* The Durings of a world; see during_list.h. Lists are short, so each search goes through all of it. */
#include "during_list.h"
#include "group_link.h"
#include "world_write.h"

enum { OF_NO_HOME = 1 }; /* an entry's order */

/* --- One list, or those of all members ---------------------------------------------------------- */

/* Whether the entries of a property's cells are those of all members of an AT_ONCE group. */
static bool is_common(const htn_world *world, uint32_t property)
{
    return world->link != NULL && world->link->unshared == NULL && htni_is_shared(world->domain, property);
}

static bool is_of_cell(const htni_during *entry, uint32_t property, uint32_t cell)
{
    return entry->cell == cell && entry->property == property && entry->layer != HTN_NONE;
}

/* Which entries count: all but those of steps of one layer before some step. */
typedef struct view {
    const htn_world *world;
    uint32_t layer, step;
} view;

static bool counts(const view *of, const htn_world *world, const htni_during *entry)
{
    return world != of->world || entry->layer != of->layer || entry->step >= of->step;
}

static const htni_during *last_in(const htn_world *world, const view *of, uint32_t property, uint32_t cell)
{
    const htni_during_list *list = world->durings;
    for (uint32_t i = list->count; i-- > 0;)
        if (is_of_cell(&list->entries[i], property, cell) && counts(of, world, &list->entries[i]))
            return &list->entries[i];
    return NULL;
}

static bool is_later(const htni_during *a, const htni_during *b)
{
    return b == NULL || htni_signed(a->order - b->order) > 0;
}

/* The last entry of a cell; NULL: there is none. */
static const htni_during *last_of(const view *of, uint32_t property, uint32_t cell)
{
    const htni_during *last = NULL;
    if (!is_common(of->world, property))
        return of->world->durings == NULL || htni_is_home(of->world) ? NULL : last_in(of->world, of, property, cell);
    if (of->world->link->home->shown.count == 0)
        return NULL;
    for (const htni_link *member = of->world->link->home->members; member != NULL; member = member->next) {
        const htni_during *entry = last_in(member->world, of, property, cell);
        if (entry != NULL && is_later(entry, last))
            last = entry;
    }
    return last;
}

static const htni_during *top_of(const htn_world *world, uint32_t property, uint32_t cell)
{
    const view all = {world, HTN_NONE, 0};
    return last_of(&all, property, cell);
}

/* Makes a cell show what its list says; `beneath` if that is empty. True: it has shown something else in this world. */
static bool show(htn_world *world, uint32_t property, uint32_t cell, int32_t beneath)
{
    const htni_during *top = top_of(world, property, cell);
    const int32_t value = top == NULL ? beneath : top->value;
    if (!is_common(world, property))
        return htni_store_cell(world, property, cell, value, false);
    const htni_home *home = world->link->home;
    if (!htni_store_cell(home->world, property, cell, value,
                         false)) /* members look again: it is another entry's value */
        htni_log_hidden_change(home->world, htni_cell_name(world->domain, property, cell));
    if (home->visited != NULL && home->visited != world)
        htni_store_cell(home->visited, property, cell, value, false);
    return htni_store_cell(world, property, cell, value, false);
}

/* How many entries of shared cells the members have. */
static void count_common(const htn_world *world, uint32_t property, int32_t difference)
{
    if (is_common(world, property))
        world->link->home->shown.count += (uint32_t)difference;
}

int32_t htni_during_beneath(const htn_world *world, uint32_t property, uint32_t cell)
{
    const bool any = world->durings != NULL && world->durings->count != 0;
    const htni_during *top = any || is_common(world, property) ? top_of(world, property, cell) : NULL;
    return top != NULL ? top->beneath : htni_load_cell(world->domain, world->bytes, property, cell);
}

/* --- Begin and end ------------------------------------------------------------------------------ */

static uint32_t own_entry(const htni_during_list *list, const htni_during *of)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (is_of_cell(&list->entries[i], of->property, of->cell) && list->entries[i].layer == of->layer &&
            list->entries[i].slot == of->slot)
            return i;
    return list->count;
}

void htni_during_show(htn_world *world, uint32_t layer, uint32_t slot, uint32_t step, uint32_t property, uint32_t cell,
                      int32_t value)
{
    htni_during_list *list = world->durings;
    htni_during made = {
        .property = property, .cell = cell, .layer = layer, .slot = slot, .step = step, .order = OF_NO_HOME};
    if (!htni_is_writable(world->domain, property, cell))
        return;
    const uint32_t own = own_entry(list, &made);
    if (own == list->room)
        return;
    made.value = htni_saturated(world->domain, property, value);
    made.beneath = htni_during_beneath(is_common(world, property) ? world->link->home->world : world, property, cell);
    if (own < list->count) {
        made.order = list->entries[own].order;
    } else {
        list->count++;
        count_common(world, property, 1);
        if (is_common(world, property)) {
            made.order = world->link->home->begun;
            world->link->home->begun += 2;
        }
    }
    list->entries[own] = made;
    show(world, property, cell, made.beneath);
}

static void take_out(htni_during_list *list, uint32_t index)
{
    list->count--;
    memmove(&list->entries[index], &list->entries[index + 1], (list->count - index) * sizeof *list->entries);
}

void htni_during_end(htn_world *world, uint32_t layer, uint32_t slot, void (*ended)(void *user, uint32_t cell),
                     void *user)
{
    htni_during_list *list = world->durings;
    for (uint32_t i = 0; i < list->count;) {
        const htni_during entry = list->entries[i];
        if (entry.layer != layer || entry.slot != slot) {
            i++;
            continue;
        }
        take_out(list, i);
        count_common(world, entry.property, -1);
        if (show(world, entry.property, entry.cell, entry.beneath) && ended != NULL)
            ended(user, htni_cell_name(world->domain, entry.property, entry.cell));
    }
}

/* --- Other writes ------------------------------------------------------------------------------- */

static bool empty(htn_world *world, uint32_t property, uint32_t cell)
{
    htni_during_list *list = world->durings;
    const uint32_t before = list->count;
    for (uint32_t i = 0; i < list->count;)
        if (is_of_cell(&list->entries[i], property, cell))
            take_out(list, i);
        else
            i++;
    return list->count != before;
}

uint32_t htni_during_count(const htn_world *world, uint32_t layer, uint32_t slot)
{
    const htni_during_list *list = world->durings;
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        count += list->entries[i].layer == layer && list->entries[i].slot == slot;
    return count;
}

/* The entries that a member has for a cell are over. The member that is being ticked sees it at once. */
static bool overwrite_member(htni_link *member, uint32_t property, uint32_t cell)
{
    htn_world *world = member->world;
    htni_during_list *list = world->durings;
    uint32_t found = 0;
    for (uint32_t i = 0; i < list->count; i++)
        found += is_of_cell(&list->entries[i], property, cell);
    member->home->shown.count -= found;
    if (found != 0 && member->home->visited == world) {
        empty(world, property, cell);
        htni_log_hidden_change(world, htni_cell_name(world->domain, property, cell));
        member->overwritten = true;
    }
    for (uint32_t i = 0; found != 0 && i < list->count; i++)
        if (is_of_cell(&list->entries[i], property, cell))
            list->entries[i].layer = HTN_NONE;
    return found != 0;
}

bool htni_during_overwrite(htn_world *world, uint32_t property, uint32_t cell)
{
    bool any = false;
    if (!is_common(world, property))
        return !htni_is_home(world) && empty(world, property, cell);
    if (!htni_is_home(world))
        return false;
    for (htni_link *member = world->link->home->members; member != NULL; member = member->next)
        any = overwrite_member(member, property, cell) || any;
    return any;
}

/* In the list of one world. */
static bool set_beneath_in(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    const htni_during_list *list = world->durings;
    bool found = false, changed = false;
    for (uint32_t i = 0; i < list->count; i++) {
        htni_during *entry = &list->entries[i];
        if (!is_of_cell(entry, property, cell))
            continue;
        found = true;
        changed = changed || entry->beneath != value;
        entry->beneath = value;
    }
    if (changed)
        htni_log_hidden_change(world, htni_cell_name(world->domain, property, cell));
    return found;
}

bool htni_during_set_beneath(htn_world *world, uint32_t property, uint32_t cell, int32_t value)
{
    bool found = false;
    if (!is_common(world, property))
        return !htni_has_no_durings(world->durings) && !htni_is_home(world) &&
               set_beneath_in(world, property, cell, value);
    for (htni_link *member = world->link->home->members; member != NULL; member = member->next)
        found = set_beneath_in(member->world, property, cell, value) || found;
    return found;
}

void htni_during_overwrite_home(htn_world *world)
{
    for (htni_link *member = world->link->home->members; member != NULL; member = member->next) {
        htni_during_list *list = member->world->durings;
        for (uint32_t i = 0; i < list->count; i++)
            if (htni_is_shared(world->domain, list->entries[i].property))
                list->entries[i].layer = HTN_NONE;
    }
    world->link->home->shown.count = 0;
}

void htni_during_drop_overwritten(htn_world *world)
{
    htni_during_list *list = world->durings;
    for (uint32_t i = 0; i < list->count;) {
        const htni_during entry = list->entries[i];
        if (entry.layer != HTN_NONE) {
            i++;
            continue;
        }
        take_out(list, i);
        htni_log_hidden_change(world, htni_cell_name(world->domain, entry.property, entry.cell));
    }
}

/* --- Coming and going --------------------------------------------------------------------------- */

static bool is_entry_at_home(const htn_world *world, const htni_during *entry)
{
    return entry->layer != HTN_NONE && is_common(world, entry->property);
}

static void enter_entry(htn_world *world, htni_during *entry, bool begun)
{
    htni_home *home = world->link->home;
    const int32_t beneath =
        home->told ? entry->beneath : htni_during_beneath(home->world, entry->property, entry->cell);
    if (entry->beneath != beneath) /* it shows the same, but that counts as a change */
        htni_log_hidden_change(world, htni_cell_name(world->domain, entry->property, entry->cell));
    entry->beneath = beneath;
    home->shown.count++;
    if (begun && entry->order != OF_NO_HOME) {
        if (htni_signed(entry->order - home->begun) >= 0) /* the home is not the one that was saved with it */
            home->begun = (entry->order | 1) + 1;
        return;
    }
    entry->order = home->begun;
    home->begun += 2;
}

void htni_during_enter(htn_world *world, bool begun)
{
    const htni_during_list *list = world->durings;
    htni_link *link = world->link;
    htni_home *home = link->home;
    for (uint32_t i = 0; i < list->count; i++)
        if (is_entry_at_home(world, &list->entries[i]))
            enter_entry(world, &list->entries[i], begun);
    link->before = NULL;
    link->next = home->members;
    if (home->members != NULL)
        home->members->before = link;
    home->members = link;
    for (uint32_t i = 0; i < list->count; i++)
        if (is_entry_at_home(world, &list->entries[i]))
            show(home->world, list->entries[i].property, list->entries[i].cell, list->entries[i].beneath);
}

static void unchain(htni_link *link)
{
    if (link->before != NULL)
        link->before->next = link->next;
    else
        link->home->members = link->next;
    if (link->next != NULL)
        link->next->before = link->before;
}

void htni_during_leave(htn_world *world)
{
    const htni_during_list *list = world->durings;
    htni_link *link = world->link;
    htni_during_drop_overwritten(world);
    unchain(link);
    for (uint32_t i = 0; i < list->count; i++)
        link->home->shown.count -= is_common(world, list->entries[i].property);
    world->link = NULL;
    for (uint32_t i = 0; i < list->count; i++) {
        htni_during *entry = &list->entries[i];
        if (!htni_is_shared(world->domain, entry->property))
            continue;
        entry->order = OF_NO_HOME;
        show(link->home->world, entry->property, entry->cell, entry->beneath);
        show(world, entry->property, entry->cell, entry->beneath);
    }
}

/* --- Asking ------------------------------------------------------------------------------------- */

bool htni_during_is_first(const htn_world *world, uint32_t property, uint32_t cell)
{
    return top_of(world, property, cell) == NULL;
}

static uint32_t count_in(const htn_world *world, uint32_t property, uint32_t cell)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->durings->count; i++)
        count += is_of_cell(&world->durings->entries[i], property, cell);
    return count;
}

static uint32_t count_of(const htn_world *world, uint32_t property, uint32_t cell)
{
    uint32_t count = 0;
    if (!is_common(world, property))
        return count_in(world, property, cell);
    for (const htni_link *member = world->link->home->members; member != NULL; member = member->next)
        count += count_in(member->world, property, cell);
    return count;
}

bool htni_durings_overlap(const htn_world *world)
{
    const htni_during_list *list = world->durings;
    bool any = false;
    for (uint32_t i = 0; list != NULL && !any && i < list->count; i++)
        any =
            list->entries[i].layer != HTN_NONE && count_of(world, list->entries[i].property, list->entries[i].cell) > 1;
    return any;
}

int32_t htni_during_shown_from(const htn_world *world, uint32_t index, uint32_t layer, uint32_t step)
{
    const htni_during *of = &world->durings->entries[index];
    const view rest = {world, layer, step};
    const htni_during *last = last_of(&rest, of->property, of->cell);
    return last == NULL ? of->beneath : last->value;
}

const htni_during *htni_during_next(const htn_world *home, uint32_t property, uint32_t cell, const htni_during *after,
                                    const htn_world **whose)
{
    const htni_during *next = NULL;
    for (const htni_link *member = home->link->home->members; member != NULL; member = member->next) {
        const htni_during_list *list = member->world->durings;
        for (uint32_t i = 0; i < list->count; i++) {
            const htni_during *entry = &list->entries[i];
            if (!is_of_cell(entry, property, cell) || (after != NULL && !is_later(entry, after)) ||
                (next != NULL && !is_later(next, entry)))
                continue;
            next = entry;
            *whose = member->world;
        }
    }
    return next;
}
