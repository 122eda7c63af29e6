/*
 * Single inputs of a replay; see replay_inputs.h. The journal is not trusted: every number is
 * checked before it is used.
 */
#include "replay_inputs.h"
#include "../agent/activity.h"
#include "../agent/agent_journal.h"
#include "../agent/during_events.h"
#include "../agent/group_holds.h"
#include "../agent/group_members.h"
#include "../agent/group_state.h"
#include "../agent/hold_requests.h"
#include "../agent/holds.h"
#include "../agent/step_end.h"
#include "../world/group_writes.h"
#include "../world/cells.h"
#include "../world/home_holds.h"
#include <htn/orders.h>
#include <htn/save.h>

bool htni_is_input_from(const htn_journal_event *event, htn_journal_by by, uint32_t id)
{
    switch (event->kind) {
    case HTN_JOURNAL_WORLD:
    case HTN_JOURNAL_WRITE:
    case HTN_JOURNAL_TIMER:
    case HTN_JOURNAL_ASK:
    case HTN_JOURNAL_ANSWERS:
    case HTN_JOURNAL_REPORT:
    case HTN_JOURNAL_REVOKE:
    case HTN_JOURNAL_ORDER:
    case HTN_JOURNAL_TAKE_BACK:
    case HTN_JOURNAL_LISTEN: return event->numbers[0] == (uint32_t)by && event->numbers[1] == id;
    case HTN_JOURNAL_MICROSECONDS:
    case HTN_JOURNAL_TICK:
    case HTN_JOURNAL_SENSE:
    case HTN_JOURNAL_JOIN:
    case HTN_JOURNAL_LOAD:
    case HTN_JOURNAL_OVERWRITTEN:
    case HTN_JOURNAL_OTHERS:
    case HTN_JOURNAL_BENEATH:
    case HTN_JOURNAL_SHARE:
    case HTN_JOURNAL_GRANT:
    case HTN_JOURNAL_DROP: return by == HTN_BY_GAME;
    default: return false;
    }
}

static void tell(void *user, const htn_planner *planner, const htn_event *event)
{
    const htni_replay *replay = (const htni_replay *)user;
    if (replay->listener != NULL)
        replay->listener(replay->listener_user, planner, event);
}

void htni_replay_set_listened(htni_replay *replay, bool on)
{
    replay->listened = on;
    htn_agent_listen(replay->agent, on ? tell : NULL, replay);
}

void htni_replay_listen(htni_replay *replay)
{
    htni_observers *observers = &replay->agent->observers;
    if (replay->listened)
        return;
    observers->listener = replay->listener != NULL ? tell : NULL;
    observers->listener_user = replay;
    observers->replays = replay->listener != NULL;
}

/* Whether the location can hold the value. */
static bool is_good(const htn_domain *domain, const htn_journal_location *location, int32_t value)
{
    return location->property == HTN_NONE ||
           (htni_allows(domain, location->property, value) &&
            !(HTNI_FIELD(domain, PROPERTIES, location->property, FLAGS) & HTN_PROPERTY_STATIC));
}

/* Whether what lies there is shared with the group that the agent is in. */
static bool is_shared(const htni_replay *replay, uint32_t address, const htn_journal_location *location)
{
    const htn_domain *domain = replay->domain;
    if (htn_agent_group(replay->agent) == NULL)
        return false;
    return location->property != HTN_NONE || location->type != HTN_NONE
               ? address >= domain->shared_at
               : htni_is_shared_slot(domain, (address - domain->world_bytes) / 2);
}

/* A shared slot has got another generation, or an instance: in the agent's world and at home. */
static void place(htni_replay *replay, uint32_t address, const htn_journal_location *location, int32_t value)
{
    htn_world *home = htn_group_world(replay->group), *copy = &replay->agent->world;
    if (location->type != HTN_NONE) {
        htni_set_presence(home, location->type, location->instance, 1);
        htni_set_presence(copy, location->type, location->instance, 1);
    } else {
        htni_set_generation_at(home, (address - replay->domain->world_bytes) / 2, (uint32_t)value);
        htni_set_generation_at(copy, (address - replay->domain->world_bytes) / 2, (uint32_t)value);
    }
}

/* A WRITE to the agent's world. */
static void write(htni_replay *replay, uint32_t address, uint32_t number)
{
    htn_world *world = &replay->agent->world;
    htn_journal_location location;
    int32_t instance;
    const bool found = htn_journal_locate(replay->domain, address, &location);
    const int32_t value = htn_journal_value_at(replay->domain, &location, number);
    const bool shared = found && is_shared(replay, address, &location);
    if (!found || !is_good(replay->domain, &location, value) ||
        (!shared && location.property == HTN_NONE && location.type == HTN_NONE))
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "the domain's world has no such cell, or it cannot have that value");
    else if (location.property != HTN_NONE && shared)
        htni_write_through(world, location.property, location.cell, value);
    else if (location.property != HTN_NONE)
        htni_assign_saturating(world, location.property, location.cell, value);
    else if (shared && (location.type == HTN_NONE || value != 0))
        place(replay, address, &location, value);
    else if (value != 0)
        htn_world_spawn(world, location.type,
                        &instance); /* makes the same instance, or else the event that it writes differs */
    else
        htn_world_despawn(world, location.type, location.instance);
}

/* A TIMER: the time of a value begins, or ends without a change. */
static void set_timer(htni_replay *replay, htn_world *world, uint32_t address, uint32_t milliseconds)
{
    htn_journal_location location;
    if (!htn_journal_locate(replay->domain, address, &location) || location.property == HTN_NONE ||
        !(HTNI_FIELD(replay->domain, PROPERTIES, location.property, FLAGS) & HTN_PROPERTY_EXPIRES))
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "the domain's world has no such cell, or it cannot expire");
    else if (milliseconds != 0)
        htni_timer_start(world, location.property, location.cell, milliseconds);
    else
        htni_set_cell(world, location.property, location.cell,
                      htni_load_cell(replay->domain, world->bytes, location.property, location.cell));
}

/*
 * Sets a cell of the world that is to replace the agent's. False: there is no such cell or value.
 */
static bool put(htni_replay *replay, uint32_t address, uint32_t number)
{
    htn_journal_location location;
    if (!htn_journal_locate(replay->domain, address, &location))
        return false;
    const int32_t value = htn_journal_value_at(replay->domain, &location, number);
    if (!is_good(replay->domain, &location, value))
        return false;
    if (location.property != HTN_NONE)
        htni_store(replay->other.bytes, address, HTNI_FIELD(replay->domain, PROPERTIES, location.property, STORAGE),
                   value);
    else if (location.type != HTN_NONE)
        replay->other.bytes[address] = value != 0;
    else
        htni_store(replay->other.bytes, address, HTN_STORAGE_S16, (int16_t)value);
    return true;
}

static void copy_bytes(htni_replay *replay, size_t at, size_t size)
{
    memcpy(replay->agent->world.bytes + at, replay->other.bytes + at, size);
}

/* What the group says stays when the world is replaced, but at the beginning it is given here. */
static void copy_group_part(htni_replay *replay)
{
    const htn_domain *domain = replay->domain;
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    copy_bytes(replay, domain->shared_at, htn_world_bytes(domain) - domain->shared_at);
    for (uint32_t i = 0; i < properties; i++)
        if (HTNI_FIELD(domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_HELD)
            copy_bytes(replay, HTNI_FIELD(domain, PROPERTIES, i, ADDRESS), HTNI_FIELD(domain, PROPERTIES, i, CELLS));
}

/* Replaces the agent's world, by the COPY events from `after` on. */
static void copy_world(htni_replay *replay, size_t after)
{
    htn_journal_event event;
    size_t offset = after;
    htn_world_init(&replay->other, replay->domain, replay->other.bytes, htn_world_bytes(replay->domain));
    while (htn_journal_next(replay->bytes, replay->size, &offset, &event) == HTN_OK && event.kind == HTN_JOURNAL_COPY)
        if (!put(replay, event.numbers[0], event.numbers[1])) {
            htni_replay_stop(replay, HTN_BAD_JOURNAL,
                             "the domain's world has no such cell, or it cannot have that value");
            return;
        }
    if (htn_agent_group(replay->agent) != NULL)
        copy_group_part(replay);
    htn_world_copy(&replay->agent->world, &replay->other);
}

/* What the agent takes over from the home: one of the writes by the group. What it has forgotten of its own follows from that. */
static void fill_home(htni_replay *replay, uint32_t address, uint32_t number)
{
    htn_world *home = htn_group_world(replay->group);
    htn_journal_location location;
    const bool found = htn_journal_locate(replay->domain, address, &location);
    const int32_t value = htn_journal_value_at(replay->domain, &location, number);
    if (!found || !is_good(replay->domain, &location, value))
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "the domain's world has no such cell, or it cannot have that value");
    else if (location.property != HTN_NONE &&
             (HTNI_FIELD(replay->domain, PROPERTIES, location.property, FLAGS) & HTN_PROPERTY_HELD))
        home->bytes[address] = (uint8_t)value; /* for count_holds() */
    else if (!is_shared(replay, address, &location))
        return;
    else if (location.property != HTN_NONE)
        htni_store_cell(home, location.property, location.cell, value, false); /* the Durings of the cell stay */
    else if (location.type != HTN_NONE)
        htni_set_presence(home, location.type, location.instance, value != 0);
    else
        htni_set_generation_at(home, (address - replay->domain->world_bytes) / 2, (uint32_t)value);
}

/* --- Durings of others -------------------------------------------------------------------------- */

void htni_replay_others(htni_replay *replay)
{
    replay->others.domain = replay->domain;
    replay->others.durings = &replay->others_shown;
    replay->others.link = &replay->others_link;
    replay->others_link.world = &replay->others;
    replay->others_link.home = &replay->group->home;
    replay->others_shown.count = 0;
    htni_during_enter(&replay->others, true);
}

/* The cell at an address; false: there is none that Durings of a group can show anything in. */
static bool find_shared(htni_replay *replay, uint32_t address, htn_journal_location *location)
{
    if (htn_journal_locate(replay->domain, address, location) && location->property != HTN_NONE &&
        htn_agent_group(replay->agent) != NULL && htni_is_shared(replay->domain, location->property))
        return true;
    htni_replay_stop(replay, HTN_BAD_JOURNAL, "the domain's world has no such cell, or it cannot have that value");
    return false;
}

/* Others have written a cell: the agent's entries for it are over. */
static void overwrite(htni_replay *replay, uint32_t address)
{
    htn_journal_location at;
    const htni_during_list *list = &replay->agent->durings;
    for (uint32_t i = 0; find_shared(replay, address, &at) && i < list->count; i++) {
        htni_during *entry = &list->entries[i];
        if (entry->property != at.property || entry->cell != at.cell || entry->layer == HTN_NONE)
            continue;
        entry->layer = HTN_NONE;
        replay->group->home.shown.count--;
        htni_log_hidden_change(htn_group_world(replay->group), htni_cell_name(replay->domain, at.property, at.cell));
    }
}

/* Nothing of others is shown any more. */
static void forget_others(htni_replay *replay)
{
    htni_during_list *list = &replay->others_shown;
    if (replay->agent->sharing == NULL) {
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "the domain shares nothing");
        return;
    }
    for (uint32_t i = 0; i < list->count; i++)
        replay->group->home.shown.count -= list->entries[i].layer != HTN_NONE;
    list->count = 0;
    replay->agent->sharing->unsaid = true;
}

/* The agent's entry number `which`, from 1, of a cell; NULL: it has not so many. */
static htni_during *own_entry(const htni_replay *replay, const htn_journal_location *at, uint32_t which)
{
    const htni_during_list *list = &replay->agent->durings;
    for (uint32_t i = 0; i < list->count; i++) {
        htni_during *entry = &list->entries[i];
        if (entry->property == at->property && entry->cell == at->cell && entry->layer != HTN_NONE && --which == 0)
            return entry;
    }
    return NULL;
}

/* Others show a value above so many of the agent's own. */
static void add_other(htni_replay *replay, const htn_journal_location *at, uint32_t own, int32_t value)
{
    htni_during_list *list = &replay->others_shown;
    const htni_during *below = own == 0 ? NULL : own_entry(replay, at, own), *above = own_entry(replay, at, own + 1);
    if (list->count == list->room)
        return;
    const htni_during made = {.property = at->property,
                              .cell = at->cell,
                              .value = value,
                              .beneath = replay->beneath,
                              .order = above != NULL   ? above->order - 1
                                       : below != NULL ? below->order + 1
                                                       : replay->group->home.begun - 1};
    list->entries[list->count++] = made;
    replay->group->home.shown.count++;
}

/* Where the agent has joined with its Durings, another value beneath counts as a change. */
static void lay_beneath(htni_replay *replay, htni_during *entry, int32_t value)
{
    if (entry->beneath != value)
        htni_log_hidden_change(&replay->agent->world, htni_cell_name(replay->domain, entry->property, entry->cell));
    entry->beneath = value;
}

static void show_beneath(htni_replay *replay, const uint32_t *numbers)
{
    htn_journal_location at;
    const uint32_t place = numbers[1];
    const int32_t value = htn_journal_signed(numbers[2]);
    if (!find_shared(replay, numbers[0], &at) || !htni_allows(replay->domain, at.property, value))
        return;
    if (place % 2 != 0) {
        add_other(replay, &at, place / 2, value);
    } else if (place != 0) {
        htni_during *own = own_entry(replay, &at, place / 2);
        if (own != NULL)
            own->value = value;
    } else {
        replay->beneath = value;
        for (uint32_t i = 1; own_entry(replay, &at, i) != NULL; i++)
            lay_beneath(replay, own_entry(replay, &at, i), value);
    }
}

/* Whether the event is one with which a take tells what it has found. */
static bool is_found(const htn_journal_event *event)
{
    return ((event->kind == HTN_JOURNAL_WRITE || event->kind == HTN_JOURNAL_TIMER) &&
            event->numbers[0] == HTN_BY_GROUP) ||
           event->kind == HTN_JOURNAL_OVERWRITTEN || event->kind == HTN_JOURNAL_OTHERS ||
           event->kind == HTN_JOURNAL_BENEATH;
}

/* Such an event of a tick that has ended: the agent leaves then. */
static bool is_before_leaving(const htn_journal_event *event)
{
    return event->kind == HTN_JOURNAL_OVERWRITTEN && event->count > 1 && event->numbers[1] != 0;
}

static void give_found(htni_replay *replay, const htn_journal_event *event)
{
    switch (event->kind) {
    case HTN_JOURNAL_WRITE: fill_home(replay, event->numbers[2], event->numbers[3]); break;
    case HTN_JOURNAL_OVERWRITTEN: overwrite(replay, event->numbers[0]); break;
    case HTN_JOURNAL_OTHERS: forget_others(replay); break;
    case HTN_JOURNAL_TIMER: break; /* of an own cell that was about a removed instance */
    default: show_beneath(replay, event->numbers); break;
    }
}

/* So many hold each place as the cells that the first layer is to get say, and this layer. */
static void count_holds(htni_replay *replay)
{
    const htn_world *copy = &replay->agent->world, *home = htn_group_world(replay->group);
    uint32_t instance, count;
    for (uint32_t place = 0; copy->holds != NULL && place < copy->holds->places; place++) {
        const uint32_t table = htni_hold_table(replay->domain, place, &instance, &count);
        const int32_t others = htni_load_cell(replay->domain, home->bytes, table, instance);
        htni_home_free(&replay->group->home, place);
        replay->group->home.held[place] = (uint8_t)others;
        if (copy->holds->states[place] & HTNI_HOLD_HELD)
            htni_home_hold(copy, place, true);
    }
}

/*
 * The journal ends, or is damaged, among what a take tells. What has come of it cannot be known then: a slot's generation stands
 * before its instance, and what the agent forgets of its own before the instances that are gone.
 */
static void cut_take(htni_replay *replay, size_t from, size_t to)
{
    replay->cut_from = from;
    replay->cut_to = to;
}

/*
 * Before a tick: writes to the home what the agent took over from it in this tick, in that order, which is the order of the home's
 * log. Otherwise the home holds what the agent's own world does; that must not be in the log.
 */
static void fill_group(htni_replay *replay, size_t after)
{
    htn_journal_event event;
    size_t offset = after, end = after;
    bool whole = true;
    if (htn_agent_group(replay->agent) == NULL)
        return;
    memcpy(htn_group_world(replay->group)->bytes, replay->agent->world.bytes, htn_world_bytes(replay->domain));
    htni_rehash(htn_group_world(replay->group));
    replay->agent->sharing->seen = htn_group_world(replay->group)->changes;
    replay->group->home.placed++;
    while (replay->status == HTN_OK &&
           (whole = htn_journal_next(replay->bytes, replay->size, &offset, &event) == HTN_OK) && is_found(&event) &&
           !is_before_leaving(&event)) {
        give_found(replay, &event);
        end = offset;
    }
    if (!whole)
        cut_take(replay, after, end);
    count_holds(replay);
}

static void tick(htni_replay *replay, const htn_journal_event *event, uint32_t microseconds)
{
    const uint64_t elapsed_us = (uint64_t)event->numbers[0] * 1000 + microseconds;
    uint32_t work = event->count > 1 ? event->numbers[1] : 0;
    fill_group(replay, event->offset + event->size);
    if (replay->status == HTN_OK)
        htn_agent_tick_within(replay->agent, elapsed_us, event->count > 1 ? &work : NULL);
}

/* A tick that is longer than its milliseconds: the TICK follows. */
static void tick_microseconds(htni_replay *replay, const htn_journal_event *event)
{
    htn_journal_event next;
    size_t offset = event->offset + event->size;
    if (htn_journal_next(replay->bytes, replay->size, &offset, &next) != HTN_OK)
        replay->at += event->size; /* the journal ends here */
    else if (next.kind != HTN_JOURNAL_TICK)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "microseconds of a tick that does not follow");
    else
        tick(replay, &next, event->numbers[0]);
}

static void load(htni_replay *replay, const htn_journal_event *event)
{
    htn_journal_event piece;
    size_t offset = event->offset + event->size;
    const uint32_t size = event->numbers[0];
    uint32_t used = 0;
    while (htn_journal_next(replay->bytes, replay->size, &offset, &piece) == HTN_OK && piece.kind == HTN_JOURNAL_BYTES)
        for (uint32_t i = 0; i < piece.count && used < size; i++)
            replay->save[used++] = (uint8_t)piece.numbers[i];
    htn_status status = used < size ? HTN_BAD_SAVE : htn_agent_load(replay->agent, replay->save, size, NULL);
    if (status != HTN_OK && used == size &&
        replay->at == event->offset) { /* what another build cannot take over exactly */
        replay->agent->observers.build = NULL;
        status = htn_agent_load(replay->agent, replay->save, size, NULL);
        replay->agent->observers.build = &replay->build;
    }
    if (status != HTN_OK)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "the save that it goes on from is not sound, or not of this domain");
}

/* Aborts a step as htn_agent_reload() does in the old agent. */
static void drop(htni_replay *replay, uint32_t run)
{
    htni_layer *layer;
    htni_step_slot *slot = htni_find_step(replay->agent, run, &layer);
    if (slot != NULL && (slot->state == HTNI_SLOT_RUNNING || slot->state == HTNI_SLOT_ORPHANED))
        htni_drop_step(replay->agent, layer, slot);
}

/* The home is another one: nobody shows or holds anything there. */
static void clear_home(htni_replay *replay)
{
    forget_others(replay);
    htni_home_recount(&replay->group->home);
}

/* From one group to another the agent goes in one step; there is only one to be in. */
void htni_replay_join(htni_replay *replay, const htn_journal_event *event)
{
    const bool on = event->numbers[0] != 0;
    const uint32_t id = event->count > 1 ? event->numbers[1] : 0;
    htn_agent *agent = replay->agent;
    if (agent->sharing == NULL)
        return;
    if (on && agent->sharing->group != NULL) {
        htni_note_before_leaving(agent);
        replay->group->id = id;
        replay->group->defers_holds = event->count > 2 && event->numbers[2] != 0;
        htni_note_join(agent, replay->group);
        htni_suspend_membership(agent);
        clear_home(replay);
        htni_resume_membership(agent);
        return;
    }
    if (on) {
        clear_home(replay);
        replay->group->id = id;
        replay->group->defers_holds = event->count > 2 && event->numbers[2] != 0;
    }
    htn_agent_join(agent, on ? replay->group : NULL);
}

/* What would be found in a take; but the agent leaves before it: the JOIN follows, which notes the same. */
static void leave(htni_replay *replay, const htn_journal_event *first)
{
    htn_journal_event event = *first;
    size_t offset = first->offset + first->size;
    while (is_found(&event)) {
        give_found(replay, &event);
        if (replay->status != HTN_OK)
            return;
        const size_t end = offset;
        if (htn_journal_next(replay->bytes, replay->size, &offset, &event) != HTN_OK) {
            cut_take(replay, first->offset, end);
            return;
        }
    }
    if (event.kind == HTN_JOURNAL_JOIN)
        htni_replay_join(replay, &event);
}

static void revoke(htni_replay *replay, const uint32_t *numbers)
{
    const uint32_t place = htni_hold_place_of(replay->domain, numbers[3], htn_journal_signed(numbers[4]));
    if (place == HTN_NONE || numbers[2] >= replay->agent->layer_count)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "there is nothing like it to hold, or no such layer");
    else
        htni_revoke_hold(replay->agent, numbers[2], place);
}

/* The agent's share releases what a layer reserves no longer, or answers its request. */
static void share(htni_replay *replay, const htn_journal_event *event)
{
    htn_agent *agent = replay->agent;
    const uint32_t layer = event->numbers[0];
    if (layer >= agent->layer_count || agent->world.holds == NULL)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "there is nothing to hold, or no such layer");
    else if (event->kind == HTN_JOURNAL_SHARE)
        htni_holds_release(agent, &agent->layers[layer]);
    else
        htni_answer_request(agent, &agent->layers[layer], event->numbers[1] != 0);
}

static void order(htni_replay *replay, const htn_journal_event *event)
{
    int32_t values[HTN_JOURNAL_NUMBERS];
    const uint32_t count = event->count - 6;
    for (uint32_t i = 0; i < count; i++)
        values[i] = htn_journal_signed(event->numbers[6 + i]);
    const htn_given_task task = {event->numbers[5], values, count};
    const htn_order_how how = event->numbers[3] == 0 ? HTN_ORDER_QUEUE : HTN_ORDER_REPLACE;
    if (htn_agent_order(replay->agent, event->numbers[2], &task, how, NULL) != HTN_OK)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "the agent cannot have such an order");
}

void htni_give_input(htni_replay *replay, const htn_journal_event *event)
{
    const uint32_t *numbers = event->numbers;
    htn_agent *agent = replay->agent;
    switch (event->kind) {
    case HTN_JOURNAL_LOAD: load(replay, event); break;
    case HTN_JOURNAL_ORDER: order(replay, event); break;
    case HTN_JOURNAL_TAKE_BACK: htn_agent_take_back(agent, numbers[2] - 1, numbers[3] - 1); break;
    case HTN_JOURNAL_DROP: drop(replay, numbers[0]); break;
    case HTN_JOURNAL_OVERWRITTEN:
    case HTN_JOURNAL_OTHERS:
    case HTN_JOURNAL_BENEATH: leave(replay, event); break;
    case HTN_JOURNAL_WORLD: copy_world(replay, event->offset + event->size); break;
    case HTN_JOURNAL_WRITE: write(replay, numbers[2], numbers[3]); break;
    case HTN_JOURNAL_TIMER: set_timer(replay, &agent->world, numbers[2], numbers[3]); break;
    case HTN_JOURNAL_MICROSECONDS: tick_microseconds(replay, event); break;
    case HTN_JOURNAL_TICK: tick(replay, event, 0); break;
    case HTN_JOURNAL_ASK: htn_agent_ask(agent, numbers[2] - 1); break;
    case HTN_JOURNAL_ANSWERS: htn_agent_answers_changed(agent); break;
    case HTN_JOURNAL_REPORT: htn_agent_report(agent, numbers[2], (htn_outcome)numbers[3]); break;
    case HTN_JOURNAL_SENSE: htn_agent_sense(agent, numbers[0]); break;
    case HTN_JOURNAL_JOIN: htni_replay_join(replay, event); break;
    case HTN_JOURNAL_SHARE:
    case HTN_JOURNAL_GRANT: share(replay, event); break;
    case HTN_JOURNAL_REVOKE: revoke(replay, numbers); break;
    case HTN_JOURNAL_LISTEN:
        htni_replay_set_listened(replay, numbers[2] != 0);
        htni_replay_listen(replay);
        break;
    default: break;
    }
    if (replay->status == HTN_OK && replay->at == event->offset) {
        replay->report->instead_size = 0;
        htni_replay_stop(replay, HTN_DIFFERS, "nothing came of it");
    }
}
