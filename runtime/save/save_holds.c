/* See save_holds.h. An agent holds again what its plan reserves when it is loaded. Neighbour: load_holds.c reads this. */
#include "save_holds.h"
#include "../agent/holds.h"
#include "../planner/plan_reservations.h"
#include "../world/hold_states.h"
#include "save_format.h"
#include "save_world.h"

/* An instance of an outermost type; `id`: of the step that reserves it, 0: it is the plan's. */
static void put_hold(htni_save_writer *to, const htn_domain *domain, uint32_t place, uint32_t id, uint32_t flags)
{
    uint32_t instance, count;
    const uint32_t table = htni_hold_table(domain, place, &instance, &count);
    const uint32_t family = htni_hold_family(domain, table);
    htni_put_number(to, id + 1); /* 0: no more of them */
    htni_put_number(to, flags);
    htni_put_number(to, family + 1);
    htni_put_value(to, domain, family, (int32_t)instance);
}

/* A place that is looked for among reservations. */
typedef struct search {
    const htn_domain *domain;
    uint32_t place;
    bool found;
    bool by_tasks; /* only those of tasks count */
} search;

static void compare(void *user, uint32_t reservation, int32_t instance)
{
    search *of = (search *)user;
    const uint32_t table = HTNI_FIELD(of->domain, RESERVATIONS, reservation, PROPERTY);
    const bool counts = !of->by_tasks || HTNI_FIELD(of->domain, RESERVATIONS, reservation, METHOD) == HTN_NONE;
    of->found = of->found || (counts && htni_hold_place(of->domain, table, instance) == of->place);
}

static bool is_by_method(const htn_agent *agent, const htni_layer *layer, uint32_t place, uint8_t state)
{
    search of = {agent->domain, place, layer->plan.foreign && (state & HTNI_HOLD_KEPT) != 0, false};
    htni_method_reservations(layer->planner, &agent->world, layer->plan.done, compare, &of);
    return of.found;
}

static bool is_reserved_by_step(const htn_agent *agent, const htni_layer *layer, uint32_t slot, uint32_t place)
{
    const htni_hold_states *holds = agent->world.holds;
    const uint8_t *kept = holds->kept + ((size_t)layer->index * holds->slots + slot) * holds->slot_bytes;
    search of = {agent->domain, place, false, true};
    if (!htni_slot_is_of_plan(&layer->steps.slots[slot]))
        return kept[place / 8] >> place % 8 & 1;
    htni_step_reservations(layer->planner, &agent->world, layer->steps.slots[slot].step, compare, &of);
    return of.found;
}

void htni_save_holds(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer)
{
    const htni_hold_states *holds = agent->world.holds;
    if (holds != NULL)
        htni_holds_mark_wanted(agent, layer);
    for (uint32_t place = 0; holds != NULL && place < holds->places; place++) {
        const uint8_t state = holds->states[(size_t)layer->index * holds->places + place];
        if ((state & (HTNI_HOLD_HELD | HTNI_HOLD_LOST)) == 0) {
            if ((state & HTNI_HOLD_WANTED) != 0)
                put_hold(to, agent->domain, place, 0, HTNI_SAVED_FREED);
            continue;
        }
        const uint32_t flags = ((state & HTNI_HOLD_LOST) != 0 ? HTNI_SAVED_LOST : 0u) |
                               (is_by_method(agent, layer, place, state) ? HTNI_SAVED_BY_METHOD : 0u);
        if (flags != 0)
            put_hold(to, agent->domain, place, 0, flags);
        for (uint32_t i = 0; i < layer->steps.count; i++)
            if (layer->steps.slots[i].state != HTNI_SLOT_FREE && is_reserved_by_step(agent, layer, i, place))
                put_hold(to, agent->domain, place, layer->steps.slots[i].id, 0);
    }
    htni_put_number(to, 0);
}
