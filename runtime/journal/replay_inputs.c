/* Replays: what one input of a journal does to the new agent. The journal is believed nothing. See replay_inside.h. */
#include "replay_inside.h"
#include <htn/save.h>

bool htni_replay_is_from(const htn_journal_event *event, htn_journal_by by, uint32_t id)
{
    switch (event->kind) {
    case HTN_JOURNAL_WORLD:
    case HTN_JOURNAL_WRITE:
    case HTN_JOURNAL_ASK:
    case HTN_JOURNAL_ANSWERS:
    case HTN_JOURNAL_REPORT:
    case HTN_JOURNAL_LISTEN: return event->numbers[0] == (uint32_t)by && event->numbers[1] == id;
    case HTN_JOURNAL_TICK:
    case HTN_JOURNAL_SENSE:
    case HTN_JOURNAL_JOIN:
    case HTN_JOURNAL_LOAD:
    case HTN_JOURNAL_DROP: return by == HTN_BY_GAME;
    default: return false;
    }
}

void htni_replay_listen(void *user, const htn_planner *planner, const htn_event *event)
{
    (void)user;
    (void)planner;
    (void)event;
}

static bool is_good(const htn_domain *domain, const htn_journal_location *location, int32_t value)
{
    return location->property == HTN_NONE ||
           (htni_allows(domain, location->property, value) &&
            !(HTNI_FIELD(domain, PROPERTIES, location->property, FLAGS) & HTN_PROPERTY_STATIC));
}

static void write(htni_replay *replay, htn_world *world, uint32_t address, uint32_t number)
{
    htn_journal_location location;
    int32_t instance;
    const bool found = htn_journal_locate(replay->domain, address, &location);
    const int32_t value = htn_journal_value_at(replay->domain, &location, number);
    if (!found || !is_good(replay->domain, &location, value) ||
        (location.property == HTN_NONE && location.type == HTN_NONE))
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "the domain's world has no such cell, or it cannot have that value");
    else if (location.property != HTN_NONE)
        htni_write_world(world, location.property, location.cell, value);
    else if (value != 0)
        htn_world_spawn(world, location.type, &instance); /* it makes the same one, or what it notes differs */
    else
        htn_world_despawn(world, location.type, location.instance);
}

/* A cell of the world that the agent's is to be copied from. */
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
    htn_world_copy(&replay->agent->world, &replay->other);
}

/*
 * The group's world is made to hold what the agent takes over in this tick, and else what the agent's own has: in the order in which it
 * was taken over, as that is the order of its log. The rest must not be in the log.
 */
static void fill_group(htni_replay *replay, size_t after)
{
    htn_journal_event event;
    size_t offset = after;
    if (replay->agent->group == NULL)
        return;
    memcpy(replay->group.bytes, replay->agent->world.bytes, htn_world_bytes(replay->domain));
    while (replay->status == HTN_OK && htn_journal_next(replay->bytes, replay->size, &offset, &event) == HTN_OK &&
           event.kind == HTN_JOURNAL_WRITE && event.numbers[0] == HTN_BY_GROUP)
        write(replay, &replay->group, event.numbers[2], event.numbers[3]);
}

static void tick(htni_replay *replay, const htn_journal_event *event)
{
    uint32_t work = event->count > 1 ? event->numbers[1] : 0;
    fill_group(replay, event->offset + event->size);
    if (replay->status == HTN_OK)
        htn_agent_tick_within(replay->agent, event->numbers[0], event->count > 1 ? &work : NULL);
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
    if (used < size || htn_agent_load(replay->agent, replay->save, size, NULL) != HTN_OK)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "the save that it goes on from is not sound, or not of this domain");
}

/* As htn_agent_reload() ends a step. */
static void drop(htni_replay *replay, uint32_t run)
{
    htn_agent *agent = replay->agent;
    for (uint32_t i = 0; i < agent->layer_count * agent->slot_count; i++) {
        htni_active *slot = &agent->layers[i / agent->slot_count].slots[i % agent->slot_count];
        if (slot->id == run && (slot->state == HTNI_SLOT_RUNNING || slot->state == HTNI_SLOT_ORPHANED))
            htni_run_drop(agent, &agent->layers[i / agent->slot_count], slot);
    }
}

void htni_replay_give(htni_replay *replay, const htn_journal_event *event)
{
    const uint32_t *numbers = event->numbers;
    htn_agent *agent = replay->agent;
    switch (event->kind) {
    case HTN_JOURNAL_LOAD: load(replay, event); break;
    case HTN_JOURNAL_DROP: drop(replay, numbers[0]); break;
    case HTN_JOURNAL_WORLD: copy_world(replay, event->offset + event->size); break;
    case HTN_JOURNAL_WRITE: write(replay, &agent->world, numbers[2], numbers[3]); break;
    case HTN_JOURNAL_TICK: tick(replay, event); break;
    case HTN_JOURNAL_ASK: htn_agent_ask(agent, numbers[2] - 1); break;
    case HTN_JOURNAL_ANSWERS: htn_agent_answers_changed(agent); break;
    case HTN_JOURNAL_REPORT: htn_agent_report(agent, numbers[2], (htn_outcome)numbers[3]); break;
    case HTN_JOURNAL_SENSE: htn_agent_sense(agent, numbers[0]); break;
    case HTN_JOURNAL_JOIN: htn_agent_join(agent, numbers[0] != 0 ? &replay->group : NULL); break;
    case HTN_JOURNAL_LISTEN: htn_agent_listen(agent, numbers[2] != 0 ? htni_replay_listen : NULL, NULL); break;
    default: break;
    }
    if (replay->status == HTN_OK && replay->at == event->offset) {
        replay->report->instead_size = 0;
        htni_replay_stop(replay, HTN_DIFFERS, "nothing came of it");
    }
}
