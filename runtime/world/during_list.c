/* The Durings of a world; see during_list.h. Lists are short, so each search goes through all of it. */
#include "during_list.h"
#include "world_write.h"

static bool is_same_cell(const htni_during *a, const htni_during *b)
{
    return a->cell == b->cell && a->property == b->property;
}

/* Makes a cell show what its list says; `beneath` if that is empty. True: it has shown something else. */
static bool show(htn_world *world, const htni_during *of)
{
    const htni_during_list *list = world->durings;
    int32_t value = of->beneath;
    for (uint32_t i = 0; i < list->count; i++)
        if (is_same_cell(&list->entries[i], of))
            value = list->entries[i].value;
    return htni_store_cell(world, of->property, of->cell, value, false);
}

void htni_during_show(htn_world *world, uint32_t layer, uint32_t slot, uint32_t step, uint32_t property, uint32_t cell,
                      int32_t value)
{
    htni_during_list *list = world->durings;
    htni_during made = {property, cell, layer, slot, step, 0, 0};
    uint32_t own = list->count;
    if (!htni_is_writable(world->domain, property, cell))
        return;
    made.value = htni_saturated(world->domain, property, value);
    made.beneath = htni_load_cell(world->domain, world->bytes, property, cell);
    for (uint32_t i = 0; i < list->count; i++) {
        const htni_during *entry = &list->entries[i];
        if (!is_same_cell(entry, &made))
            continue;
        made.beneath = entry->beneath;
        if (entry->layer == layer && entry->slot == slot)
            own = i;
    }
    if (own == list->room)
        return;
    list->count += own == list->count;
    list->entries[own] = made;
    show(world, &made);
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
        list->count--;
        memmove(&list->entries[i], &list->entries[i + 1], (list->count - i) * sizeof entry);
        if (show(world, &entry) && ended != NULL)
            ended(user, htni_cell_name(world->domain, entry.property, entry.cell));
    }
}

bool htni_during_overwrite(htn_world *world, uint32_t property, uint32_t cell)
{
    htni_during_list *list = world->durings;
    uint32_t kept = 0;
    const uint32_t before = list->count;
    for (uint32_t i = 0; i < before; i++)
        if (list->entries[i].cell != cell || list->entries[i].property != property)
            list->entries[kept++] = list->entries[i];
    list->count = kept;
    return kept != before;
}

uint32_t htni_during_count(const htn_world *world, uint32_t layer, uint32_t slot)
{
    const htni_during_list *list = world->durings;
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        count += list->entries[i].layer == layer && list->entries[i].slot == slot;
    return count;
}

bool htni_during_is_first(const htn_world *world, uint32_t property, uint32_t cell)
{
    const htni_during_list *list = world->durings;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->entries[i].cell == cell && list->entries[i].property == property)
            return false;
    return true;
}

int32_t htni_during_shown_from(const htni_during_list *list, uint32_t index, uint32_t layer, uint32_t step)
{
    const htni_during *of = &list->entries[index];
    for (uint32_t i = list->count; i-- > 0;) {
        const htni_during *entry = &list->entries[i];
        if (is_same_cell(entry, of) && (entry->layer != layer || entry->step >= step))
            return entry->value;
    }
    return of->beneath;
}
