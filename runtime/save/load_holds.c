/* See load_holds.h. Neighbour: save_holds.c writes this. */
#include "load_holds.h"
#include "../agent/holds.h"
#include "../search/planner_block.h"
#include "../world/hold_states.h"
#include "../world/world_write.h"
#include "load_world.h"
#include "save_format.h"

/* Reads an instance, as one that the table Held is about: its place. HTN_NONE: it has no counterpart there. */
static uint32_t get_place_in(htni_loading *in, uint32_t saved, uint32_t table)
{
    const htn_domain *domain = in->domain;
    int32_t instance;
    return htni_get_value(in, saved, htni_hold_family(domain, table), &instance)
               ? htni_hold_place(domain, table, instance)
               : HTN_NONE;
}

/* Reads an instance: its place. HTN_NONE: it has no counterpart, or nothing reserves such instances any more. */
static uint32_t get_place(htni_loading *in, uint32_t *table)
{
    const uint32_t saved = htni_get_type(in), count = htni_count(in->domain, HTN_SECTION_RESERVATIONS);
    int32_t value;
    if (saved == HTN_NONE)
        htni_refuse_damaged(in);
    for (uint32_t i = 0; i < count && htni_is_accepted(in); i++) {
        htni_loading tried = *in;
        *table = HTNI_FIELD(in->domain, RESERVATIONS, i, PROPERTY);
        const uint32_t place = get_place_in(&tried, saved, *table);
        if (place == HTN_NONE)
            continue;
        *in = tried;
        return place;
    }
    if (htni_is_accepted(in))
        htni_get_value(in, saved, HTN_NONE, &value);
    return HTN_NONE;
}

/* Whether a step of this task reserves instances of the table. */
static bool is_reserved_by_task(const htn_domain *domain, uint32_t task, uint32_t table)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_RESERVATIONS);
    for (uint32_t i = 0; i < count; i++)
        if (HTNI_FIELD(domain, RESERVATIONS, i, METHOD) == HTN_NONE &&
            HTNI_FIELD(domain, RESERVATIONS, i, TASK) == task && HTNI_FIELD(domain, RESERVATIONS, i, PROPERTY) == table)
            return true;
    return false;
}

/* A step in progress reserves a place. With another blob, only if its task still does. */
static void keep(const htni_loading *in, const htni_layer *layer, uint32_t id, uint32_t table, uint32_t place)
{
    const htni_hold_states *holds = in->world->holds;
    for (uint32_t i = 0; i < layer->steps.count; i++) {
        const htni_step_slot *slot = &layer->steps.slots[i];
        uint8_t *kept = holds->kept + ((size_t)layer->index * holds->slots + i) * holds->slot_bytes;
        if (slot->state != HTNI_SLOT_FREE && slot->id == id &&
            (in->exact || is_reserved_by_task(in->domain, slot->task, table)))
            kept[place / 8] |= (uint8_t)(1u << place % 8);
    }
}

void htni_load_holds(htni_loading *in, htni_layer *layer)
{
    for (uint32_t id = htni_get_number(in); id != 0 && htni_is_accepted(in); id = htni_get_number(in)) {
        uint32_t table = HTN_NONE;
        const uint32_t flags = htni_get_below(in, HTNI_SAVED_HOLD_FLAGS + 1);
        const uint32_t place = get_place(in, &table);
        if (in->exact && place == HTN_NONE)
            htni_refuse_damaged(in);
        if (!htni_is_accepted(in) || !in->applies || layer == NULL || place == HTN_NONE)
            continue;
        uint8_t *state = &in->world->holds->states[(size_t)layer->index * in->world->holds->places + place];
        *state |= (uint8_t)(((flags & HTNI_SAVED_LOST) != 0 ? HTNI_HOLD_LOST : 0) |
                            ((flags & HTNI_SAVED_FREED) != 0 && in->exact ? HTNI_HOLD_FREED : 0) |
                            ((flags & HTNI_SAVED_BY_METHOD) != 0 ? HTNI_HOLD_KEPT : 0));
        if (id != 1)
            keep(in, layer, id - 1, table, place);
    }
}

/* Only the agent's own layers hold anything. */
static void show_own(htn_world *world)
{
    const htni_hold_states *holds = world->holds;
    uint32_t instance, count;
    for (uint32_t place = 0; place < holds->places; place++) {
        const uint32_t table = htni_hold_table(world->domain, place, &instance, &count);
        for (uint32_t layer = 0; layer < holds->layers; layer++)
            htni_set_saturating(world, table, layer * count + instance, (int32_t)htni_held_by_own(holds, layer, place));
    }
}

void htni_claim_loaded_holds(htni_loading *in)
{
    if (!in->applies || !htni_is_accepted(in) || in->world->holds == NULL)
        return;
    if (!in->exact) /* over another build nobody holds anything at first */
        show_own(in->world);
    for (uint32_t i = 0; i < in->agent->layer_count; i++)
        htni_holds_claim(in->agent, &in->agent->layers[i], in->exact);
}
