/* See holds.h. Neighbours: planner/plan_reservations.c, what plans reserve; world/hold_states.h. */
#include "holds.h"
#include "../planner/plan_reservations.h"
#include "../world/home_holds.h"
#include "../world/world_write.h"
#include "agent_journal.h"
#include "group_state.h"
#include "world_changes.h"

static uint8_t *states_of(const htn_agent *agent, const htni_layer *layer)
{
    return agent->world.holds->states + (size_t)layer->index * agent->world.holds->places;
}

static uint8_t *kept_in(const htn_agent *agent, const htni_layer *layer, uint32_t slot)
{
    const htni_hold_states *holds = agent->world.holds;
    return holds->kept + ((size_t)layer->index * holds->slots + slot) * holds->slot_bytes;
}

/* --- What is reserved --------------------------------------------------------------------------- */

typedef struct wanted {
    const htn_domain *domain;
    uint8_t *states; /* by place: gets WANTED; NULL: `bits` do */
    uint8_t *bits;
} wanted;

static void want(void *user, uint32_t reservation, int32_t instance)
{
    const wanted *to = (const wanted *)user;
    const uint32_t table = HTNI_FIELD(to->domain, RESERVATIONS, reservation, PROPERTY);
    const uint32_t place = htni_hold_place(to->domain, table, instance);
    if (place == HTN_NONE) /* only with a blob that no compiler made */
        return;
    if (to->states != NULL)
        to->states[place] |= HTNI_HOLD_WANTED;
    else
        to->bits[place / 8] |= (uint8_t)(1u << place % 8);
}

static void want_nothing(const htn_agent *agent, const htni_layer *layer)
{
    uint8_t *states = states_of(agent, layer);
    for (uint32_t i = 0; i < agent->world.holds->places; i++)
        states[i] &= (uint8_t)~HTNI_HOLD_WANTED;
}

/* Marks what the running plan reserves. */
static void want_plan(const htn_agent *agent, const htni_layer *layer)
{
    wanted to = {agent->domain, states_of(agent, layer), NULL};
    want_nothing(agent, layer);
    htni_running_reservations(layer->planner, &agent->world, layer->plan.done, want, &to);
    for (uint32_t i = 0; layer->plan.foreign && i < agent->world.holds->places; i++)
        if (to.states[i] & HTNI_HOLD_KEPT)
            to.states[i] |= HTNI_HOLD_WANTED;
}

/* Marks what steps reserve that are not the running plan's any more, or are about to leave it. */
static void want_leaving_steps(const htn_agent *agent, const htni_layer *layer)
{
    uint8_t *states = states_of(agent, layer);
    for (uint32_t i = 0; i < layer->steps.count; i++) {
        const htni_step_slot *slot = &layer->steps.slots[i];
        const uint8_t *kept = kept_in(agent, layer, i);
        if (slot->state == HTNI_SLOT_FREE ||
            (htni_slot_is_of_plan(slot) && !slot->leaves && layer->planner->running.exists))
            continue;
        for (uint32_t place = 0; place < agent->world.holds->places; place++)
            if (kept[place / 8] >> place % 8 & 1)
                states[place] |= HTNI_HOLD_WANTED;
    }
}

void htni_holds_mark_wanted(const htn_agent *agent, const htni_layer *layer)
{
    want_plan(agent, layer);
    want_leaving_steps(agent, layer);
}

void htni_holds_keep(htn_agent *agent, const htni_layer *layer)
{
    if (agent->world.holds == NULL || !layer->planner->running.exists)
        return;
    for (uint32_t i = 0; i < layer->steps.count; i++) {
        wanted to = {agent->domain, NULL, kept_in(agent, layer, i)};
        if (!htni_slot_is_of_plan(&layer->steps.slots[i]))
            continue;
        memset(to.bits, 0, agent->world.holds->slot_bytes);
        htni_step_reservations(layer->planner, &agent->world, layer->steps.slots[i].step, want, &to);
    }
}

/* --- Holding and releasing ---------------------------------------------------------------------- */

/* Whether as many others hold the place as may hold it. */
static bool is_taken(const htn_agent *agent, const htni_layer *layer, uint32_t place)
{
    uint32_t instance, count;
    const uint32_t table = htni_hold_table(agent->domain, place, &instance, &count);
    const uint32_t cell = layer->index * count + instance;
    return (uint32_t)htni_load_cell(agent->domain, agent->world.bytes, table, cell) >=
           htni_hold_limit(agent->domain, table);
}

/* The layer holds a place from now on, or no longer: the other layers' cells say so. */
static void set_held(htn_agent *agent, htni_layer *layer, uint32_t place, bool held)
{
    uint8_t *state = &states_of(agent, layer)[place];
    uint32_t instance, count;
    const uint32_t table = htni_hold_table(agent->domain, place, &instance, &count);
    const uint32_t family = htni_hold_family(agent->domain, table);
    *state = (uint8_t)((*state & ~(HTNI_HOLD_HELD | HTNI_HOLD_LOST)) | (held ? HTNI_HOLD_HELD : 0));
    if (held)
        HTNI_NOTE(agent, HOLD, layer->index, family, htni_zigzag((int32_t)instance));
    else
        HTNI_NOTE(agent, RELEASE, layer->index, family, htni_zigzag((int32_t)instance));
    if (agent->world.link != NULL)
        htni_home_hold(&agent->world, place, held);
    htni_notice_changes(agent, layer);
    htni_begin_writing(agent, HTN_BY_HOLD, layer->index, layer->index);
    for (uint32_t i = 0; i < agent->layer_count; i++) {
        const uint32_t cell = i * count + instance;
        if (i != layer->index)
            htni_set_saturating(&agent->world, table, cell,
                                htni_load_cell(agent->domain, agent->world.bytes, table, cell) + (held ? 1 : -1));
    }
    htni_end_writing(agent);
    htni_own_changes(agent, layer);
}

/* What the plan found reserves is wanted, too. */
static void want_found(const htn_agent *agent, const htni_layer *layer)
{
    wanted to = {agent->domain, states_of(agent, layer), NULL};
    htni_found_reservations(layer->planner, want, &to);
}

typedef bool condition(const htn_agent *agent, const htni_layer *layer, uint32_t place);

/* Whether something is so of a place that the plan found reserves and the layer does not hold. */
static bool any_missing(const htn_agent *agent, const htni_layer *layer, condition *is)
{
    const uint8_t *states = states_of(agent, layer);
    want_nothing(agent, layer);
    want_found(agent, layer);
    for (uint32_t i = 0; i < agent->world.holds->places; i++)
        if ((states[i] & (HTNI_HOLD_WANTED | HTNI_HOLD_HELD)) == HTNI_HOLD_WANTED && is(agent, layer, i))
            return true;
    return false;
}

static bool is_any(const htn_agent *agent, const htni_layer *layer, uint32_t place)
{
    (void)agent;
    (void)layer;
    (void)place;
    return true;
}

static bool is_taken_at_home(const htn_agent *agent, const htni_layer *layer, uint32_t place)
{
    uint32_t instance, count;
    const uint32_t limit = htni_hold_limit(agent->domain, htni_hold_table(agent->domain, place, &instance, &count));
    (void)layer;
    return htni_is_place_gone(&agent->world, place) || agent->world.link->home->held[place] >= limit;
}

bool htni_found_is_held(const htn_agent *agent, const htni_layer *layer)
{
    return agent->world.holds == NULL || !any_missing(agent, layer, is_any);
}

bool htni_found_is_free(const htn_agent *agent, const htni_layer *layer)
{
    return agent->world.holds == NULL || !any_missing(agent, layer, is_taken);
}

bool htni_found_is_free_at_home(const htn_agent *agent, const htni_layer *layer)
{
    return !any_missing(agent, layer, is_taken_at_home);
}

void htni_hold_found(htn_agent *agent, htni_layer *layer)
{
    if (agent->world.holds == NULL)
        return;
    const uint8_t *states = states_of(agent, layer);
    want_nothing(agent, layer);
    want_found(agent, layer);
    for (uint32_t i = 0; i < agent->world.holds->places; i++)
        if ((states[i] & (HTNI_HOLD_WANTED | HTNI_HOLD_HELD)) == HTNI_HOLD_WANTED)
            set_held(agent, layer, i, true);
}

void htni_holds_update(htn_agent *agent, htni_layer *layer)
{
    if (agent->world.holds == NULL)
        return;
    uint8_t *states = states_of(agent, layer);
    const bool later = htni_holds_are_deferred(agent);
    htni_holds_mark_wanted(agent, layer);
    for (uint32_t i = 0; i < agent->world.holds->places; i++) {
        if (!layer->plan.foreign)
            states[i] &= (uint8_t)~HTNI_HOLD_KEPT;
        if (states[i] & HTNI_HOLD_WANTED)
            continue;
        if ((states[i] & HTNI_HOLD_HELD) && !later)
            set_held(agent, layer, i, false);
        states[i] &= (uint8_t)~HTNI_HOLD_LOST;
    }
}

bool htni_holds_are_deferred(const htn_agent *agent)
{
    return agent->world.holds != NULL && agent->sharing != NULL && agent->sharing->group != NULL &&
           agent->sharing->group->defers_holds;
}

/* Marks what the layer does not release when the agent shares. */
static void want_still(const htn_agent *agent, const htni_layer *layer)
{
    htni_holds_mark_wanted(agent, layer);
    if (htni_has_request(layer) && layer->search.request != HTNI_REQUEST_REFUSED)
        want_found(agent, layer);
}

static bool is_to_be_released(const htn_agent *agent, const htni_layer *layer, uint32_t place)
{
    return (states_of(agent, layer)[place] & (HTNI_HOLD_WANTED | HTNI_HOLD_HELD)) == HTNI_HOLD_HELD;
}

void htni_holds_release(htn_agent *agent, htni_layer *layer)
{
    bool noted = false;
    want_still(agent, layer);
    for (uint32_t i = 0; i < agent->world.holds->places; i++) {
        if (!is_to_be_released(agent, layer, i))
            continue;
        if (!noted)
            HTNI_NOTE(agent, SHARE, layer->index);
        noted = true;
        set_held(agent, layer, i, false);
    }
}

bool htni_has_releases(const htn_agent *agent)
{
    if (!htni_holds_are_deferred(agent))
        return false;
    for (uint32_t layer = 0; layer < agent->layer_count; layer++) {
        want_still(agent, &agent->layers[layer]);
        for (uint32_t i = 0; i < agent->world.holds->places; i++)
            if (is_to_be_released(agent, &agent->layers[layer], i))
                return true;
    }
    return false;
}

bool htni_holds_are_lost(const htn_agent *agent, const htni_layer *layer)
{
    const htni_hold_states *holds = agent->world.holds;
    bool any = false;
    for (uint32_t i = 0; holds != NULL && i < holds->places; i++)
        any = any || (states_of(agent, layer)[i] & HTNI_HOLD_LOST) != 0;
    if (!any)
        return false;
    want_plan(agent, layer);
    for (uint32_t i = 0; i < holds->places; i++)
        if ((states_of(agent, layer)[i] & (HTNI_HOLD_LOST | HTNI_HOLD_WANTED)) == (HTNI_HOLD_LOST | HTNI_HOLD_WANTED))
            return true;
    return false;
}

void htni_holds_claim(htn_agent *agent, htni_layer *layer, bool counted)
{
    if (agent->world.holds == NULL)
        return;
    uint8_t *states = states_of(agent, layer);
    htni_holds_mark_wanted(agent, layer);
    for (uint32_t i = 0; i < agent->world.holds->places; i++) {
        const bool freed = (states[i] & HTNI_HOLD_FREED) != 0;
        states[i] &= (uint8_t)~HTNI_HOLD_FREED;
        if (!(states[i] & HTNI_HOLD_WANTED) || freed || (states[i] & (HTNI_HOLD_HELD | HTNI_HOLD_LOST)))
            continue;
        if (counted)
            states[i] |= HTNI_HOLD_HELD;
        else if (is_taken(agent, layer, i))
            states[i] |= HTNI_HOLD_LOST;
        else
            set_held(agent, layer, i, true);
    }
}

/* --- What the game asks ------------------------------------------------------------------------- */

/* The task that reserves a place, which is looked for. */
typedef struct owner {
    const htn_domain *domain;
    uint32_t place;
    htn_task task; /* HTN_NONE: not found */
} owner;

static void find_owner(void *user, uint32_t reservation, int32_t instance)
{
    owner *of = (owner *)user;
    const uint32_t table = HTNI_FIELD(of->domain, RESERVATIONS, reservation, PROPERTY);
    if (of->task == HTN_NONE && htni_hold_place(of->domain, table, instance) == of->place)
        of->task = HTNI_FIELD(of->domain, RESERVATIONS, reservation, TASK);
}

static htn_task task_of(const htn_agent *agent, const htni_layer *layer, uint32_t place)
{
    owner of = {agent->domain, place, HTN_NONE};
    htni_running_reservations(layer->planner, &agent->world, layer->plan.done, find_owner, &of);
    for (uint32_t i = 0; i < layer->steps.count && of.task == HTN_NONE; i++)
        if (layer->steps.slots[i].state != HTNI_SLOT_FREE && (kept_in(agent, layer, i)[place / 8] >> place % 8 & 1))
            of.task = layer->steps.slots[i].task;
    return of.task;
}

static bool is_hold(const htn_agent *agent, uint32_t at)
{
    return (agent->world.holds->states[at] & (HTNI_HOLD_HELD | HTNI_HOLD_LOST)) != 0;
}

bool htn_agent_hold(const htn_agent *agent, uint32_t index, htn_hold *hold)
{
    if (agent == NULL || agent->world.holds == NULL || hold == NULL)
        return false;
    const htni_hold_states *holds = agent->world.holds;
    for (uint32_t at = 0; at < holds->layers * holds->places; at++) {
        if (!is_hold(agent, at) || index-- != 0)
            continue;
        const uint32_t place = at % holds->places;
        uint32_t instance, count;
        const uint32_t table = htni_hold_table(agent->domain, place, &instance, &count);
        hold->layer = at / holds->places;
        hold->type = htni_hold_family(agent->domain, table);
        hold->instance = (int32_t)instance;
        hold->task = task_of(agent, &agent->layers[hold->layer], place);
        hold->lost = (holds->states[at] & HTNI_HOLD_LOST) != 0;
        return true;
    }
    return false;
}

uint32_t htn_agent_holds(const htn_agent *agent)
{
    uint32_t count = 0;
    if (agent == NULL || agent->world.holds == NULL)
        return 0;
    for (uint32_t at = 0; at < agent->world.holds->layers * agent->world.holds->places; at++)
        count += is_hold(agent, at);
    return count;
}
