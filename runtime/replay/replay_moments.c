/*
 * Replays that stop at any moment; see htn/replay.h. The agent, its group and all else lie behind the cursor in one block, so a
 * copy of the block is the moment. Neighbour: replay_steps.c gives single inputs.
 */
#include "replay_inputs.h"
#include "replay_steps.h"
#include "replay_game.h"
#include <string.h>

struct htn_replay_cursor {
    htni_replay replay;
    htn_replay_report report;
    htn_replay_moment end;
    size_t behind_tick; /* where the cursor was after the last tick */
};

enum { ALIGNED_CURSOR = (sizeof(htn_replay_cursor) + 7) / 8 * 8 };

/* --- Opening ------------------------------------------------------------------------------------ */

/* Where the run ends that the journal begins with. A damaged one ends where a replay will find the damage. */
static htn_replay_moment find_end(const uint8_t *bytes, size_t size)
{
    htn_replay_moment end;
    htn_journal_event event;
    size_t offset = 0;
    htn_status status;
    memset(&end, 0, sizeof end);
    while ((status = htn_journal_next(bytes, size, &offset, &event)) == HTN_OK &&
           (event.kind != HTN_JOURNAL_BEGIN || end.events == 0)) {
        end.events++;
        end.ticks += event.kind == HTN_JOURNAL_TICK;
        if (event.kind == HTN_JOURNAL_TICK)
            end.time_us += (uint64_t)event.numbers[0] * 1000;
        if (event.kind == HTN_JOURNAL_MICROSECONDS)
            end.time_us += event.numbers[0];
    }
    end.offset = status == HTN_OK ? event.offset : size;
    return end;
}

static bool has_status(const htni_replay *replay, htn_status status)
{
    return replay->status == status;
}

/* Makes the agent afresh: the cursor is at the beginning. */
static void begin(htn_replay_cursor *cursor)
{
    htni_replay *replay = &cursor->replay;
    memset(&cursor->report, 0, sizeof cursor->report);
    replay->at = replay->cut_from = replay->cut_to = 0;
    replay->status = HTN_OK;
    replay->agent = NULL;
    replay->ticks = 0;
    replay->time_us = 0;
    replay->cut = replay->listened = false;
    htni_replay_give_next(replay);
}

htn_status htn_replay_open(htn_replay_cursor **cursor, const htn_domain *domain, const void *journal, size_t size,
                           void *memory, size_t memory_size, htn_replay_report *report)
{
    if (cursor == NULL || domain == NULL || domain->blob == NULL || journal == NULL || report == NULL)
        return HTN_BAD_ARGUMENT;
    *cursor = NULL;
    memset(report, 0, sizeof *report);
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    if (memory == NULL || memory_size < ALIGNED_CURSOR) {
        report->memory = ALIGNED_CURSOR;
        report->reason = "the replay needs more memory";
        return HTN_TOO_SMALL;
    }
    htn_replay_cursor *made = (htn_replay_cursor *)memory;
    memset(made, 0, sizeof *made);
    made->end = find_end((const uint8_t *)journal, size);
    htni_replay *replay = &made->replay;
    replay->domain = domain;
    replay->bytes = (const uint8_t *)journal;
    replay->size = made->end.offset;
    replay->memory = (uint8_t *)memory + ALIGNED_CURSOR;
    replay->memory_size = memory_size - ALIGNED_CURSOR;
    replay->report = &made->report;
    replay->journal.sink = htni_replay_compare;
    replay->journal.sink_user = replay;
    if (size == 0)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "it is empty");
    else
        begin(made);
    if (has_status(replay, HTN_TOO_SMALL))
        made->report.memory += ALIGNED_CURSOR;
    *report = made->report;
    if (replay->agent != NULL && has_status(replay, HTN_OK))
        *cursor = made;
    return replay->status;
}

/* --- Going -------------------------------------------------------------------------------------- */

static void give_next(htn_replay_cursor *cursor)
{
    const uint32_t ticks = cursor->replay.ticks;
    htni_replay_give_next(&cursor->replay);
    if (cursor->replay.ticks != ticks)
        cursor->behind_tick = cursor->replay.at;
}

htn_status htn_replay_to(htn_replay_cursor *cursor, size_t offset)
{
    if (cursor == NULL)
        return HTN_BAD_ARGUMENT;
    htni_replay *replay = &cursor->replay;
    if (offset < replay->at)
        begin(cursor);
    while (has_status(replay, HTN_OK) && replay->at < offset && replay->at < replay->size)
        give_next(cursor);
    return replay->status;
}

/* Where a tick begins: with its MICROSECONDS, or its TICK. */
typedef struct found_tick {
    size_t at;  /* the last tick from here on that ends by the time; else the next one, or the run's end */
    bool is_by; /* there is one that ends by then */
} found_tick;

static found_tick find_tick(const htni_replay *replay, uint64_t time_us)
{
    htn_journal_event event;
    size_t offset = replay->at, micro_at = 0;
    uint64_t now = replay->time_us;
    uint32_t micro = 0;
    found_tick found = {replay->size, false};
    while (htn_journal_next(replay->bytes, replay->size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_MICROSECONDS) {
            micro_at = event.offset;
            micro = event.numbers[0];
        }
        if (event.kind != HTN_JOURNAL_TICK)
            continue;
        now += micro + (uint64_t)event.numbers[0] * 1000;
        if (now <= time_us || !found.is_by)
            found.at = micro != 0 ? micro_at : event.offset;
        micro = 0;
        if (now > time_us)
            break;
        found.is_by = true;
    }
    return found;
}

htn_status htn_replay_until(htn_replay_cursor *cursor, uint64_t time_us)
{
    if (cursor == NULL)
        return HTN_BAD_ARGUMENT;
    htni_replay *replay = &cursor->replay;
    if (time_us < replay->time_us || !has_status(replay, HTN_OK))
        begin(cursor);
    found_tick found = find_tick(replay, time_us);
    if (!found.is_by && replay->ticks != 0) { /* the last tick has been, and maybe what the game did after it */
        if (replay->at == cursor->behind_tick)
            return HTN_OK;
        begin(cursor);
        found = find_tick(replay, time_us);
    }
    return htn_replay_to(cursor, found.is_by ? found.at + 1 : found.at);
}

/* --- Looking ------------------------------------------------------------------------------------ */

htn_replay_moment htn_replay_now(const htn_replay_cursor *cursor)
{
    htn_replay_moment now;
    memset(&now, 0, sizeof now);
    if (cursor == NULL)
        return now;
    now.offset = cursor->replay.at;
    now.events = cursor->report.events;
    now.ticks = cursor->replay.ticks;
    now.time_us = cursor->replay.time_us;
    now.cut = cursor->replay.cut;
    return now;
}

htn_replay_moment htn_replay_end(const htn_replay_cursor *cursor)
{
    static const htn_replay_moment none;
    return cursor == NULL ? none : cursor->end;
}

const htn_replay_report *htn_replay_how(const htn_replay_cursor *cursor)
{
    return cursor == NULL ? NULL : &cursor->report;
}

const htn_agent *htn_replay_agent(const htn_replay_cursor *cursor)
{
    return cursor == NULL ? NULL : cursor->replay.agent;
}

const htn_world *htn_replay_world(const htn_replay_cursor *cursor)
{
    return cursor == NULL ? NULL : htn_agent_world(cursor->replay.agent);
}

htn_status htn_replay_listen(htn_replay_cursor *cursor, htn_listener *listener, void *user)
{
    if (cursor == NULL)
        return HTN_BAD_ARGUMENT;
    cursor->replay.listener = listener;
    cursor->replay.listener_user = user;
    if (cursor->replay.agent != NULL)
        htni_replay_listen(&cursor->replay);
    return HTN_OK;
}

htn_status htn_replay_watch(htn_replay_cursor *cursor, htn_replay_watcher *watcher, void *user)
{
    if (cursor == NULL)
        return HTN_BAD_ARGUMENT;
    cursor->replay.watcher = watcher;
    cursor->replay.watcher_user = user;
    return HTN_OK;
}

/* --- Keeping moments ---------------------------------------------------------------------------- */

size_t htn_replay_kept_bytes(const htn_replay_cursor *cursor)
{
    return cursor == NULL ? 0 : ALIGNED_CURSOR + cursor->replay.used;
}

htn_status htn_replay_keep(const htn_replay_cursor *cursor, void *out, size_t size)
{
    if (cursor == NULL || out == NULL)
        return HTN_BAD_ARGUMENT;
    if (size < htn_replay_kept_bytes(cursor))
        return HTN_TOO_SMALL;
    memcpy(out, cursor, htn_replay_kept_bytes(cursor));
    return HTN_OK;
}

/* Who listens and watches stays. */
htn_status htn_replay_back(htn_replay_cursor *cursor, const void *kept, size_t size)
{
    if (cursor == NULL || kept == NULL)
        return HTN_BAD_ARGUMENT;
    if (size < htn_replay_kept_bytes(cursor))
        return HTN_TOO_SMALL;
    const htni_replay now = cursor->replay;
    memcpy(cursor, kept, htn_replay_kept_bytes(cursor));
    cursor->replay.watcher = now.watcher;
    cursor->replay.watcher_user = now.watcher_user;
    return htn_replay_listen(cursor, now.listener, now.listener_user);
}
