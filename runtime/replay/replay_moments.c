/*
 * Replays that stop at any moment; see htn/replay.h. The agent, its group and all else lie behind the cursor in one block, so a
 * copy of the block is the moment. Neighbour: replay_steps.c gives single inputs.
 */
#include "replay_inputs.h"
#include "replay_steps.h"
#include "replay_game.h"
#include <string.h>

/* Where a run, or what follows a snapshot in it, begins: with a BEGIN. What lies before it. */
typedef struct beginning {
    size_t offset;
    uint32_t events, ticks;
    uint64_t time_us;
} beginning;

struct htn_replay_cursor {
    htni_replay replay;
    htn_replay_report report;
    htn_replay_moment end;
    size_t behind_tick;    /* where the cursor was after the last tick */
    beginning *beginnings; /* at the end of the memory: the run's, and one for each snapshot in it */
    uint32_t beginning_count;
};

enum { ALIGNED_CURSOR = (sizeof(htn_replay_cursor) + 7) / 8 * 8 };

/* --- Opening ------------------------------------------------------------------------------------ */

/* Whether a BEGIN goes on with the run that the other one begins. */
static bool is_snapshot(const htn_journal_event *event, const uint32_t *fingerprint)
{
    return (event->numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT) != 0 &&
           memcmp(event->numbers + 2, fingerprint, 2 * sizeof *fingerprint) == 0;
}

/*
 * Goes through the run that the journal begins with: its end, and its beginnings, as many as there is `room` for. A damaged one
 * ends where a replay will find the damage.
 */
static void scan(htn_replay_cursor *cursor, const uint8_t *bytes, size_t size, beginning *beginnings, size_t room)
{
    htn_replay_moment *end = &cursor->end;
    htni_replay *replay = &cursor->replay;
    uint32_t fingerprint[2] = {0, 0};
    htn_journal_event event;
    size_t offset = 0;
    htn_status status;
    while ((status = htn_journal_next(bytes, size, &offset, &event)) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_BEGIN && end->events != 0 && !is_snapshot(&event, fingerprint))
            break;
        if (event.kind == HTN_JOURNAL_BEGIN) {
            const beginning here = {event.offset, end->events, end->ticks, end->time_us};
            memcpy(fingerprint, event.numbers + 2, sizeof fingerprint);
            if (cursor->beginning_count < room)
                beginnings[cursor->beginning_count] = here;
            cursor->beginning_count++;
        }
        end->events++;
        end->ticks += event.kind == HTN_JOURNAL_TICK;
        if (event.kind == HTN_JOURNAL_TICK)
            end->time_us += (uint64_t)event.numbers[0] * 1000;
        if (event.kind == HTN_JOURNAL_MICROSECONDS)
            end->time_us += event.numbers[0];
        if (event.kind == HTN_JOURNAL_LOAD && event.numbers[0] > replay->most_loads)
            replay->most_loads = event.numbers[0];
        if (event.kind == HTN_JOURNAL_OTHERS && event.numbers[0] > replay->most_others)
            replay->most_others = event.numbers[0];
    }
    end->offset = status == HTN_OK ? event.offset : size;
}

static bool has_status(const htni_replay *replay, htn_status status)
{
    return replay->status == status;
}

/* Makes the agent afresh: the cursor is at a beginning. */
static void begin(htn_replay_cursor *cursor, uint32_t number)
{
    static const beginning first;
    htni_replay *replay = &cursor->replay;
    const beginning at = number < cursor->beginning_count ? cursor->beginnings[number] : first;
    memset(&cursor->report, 0, sizeof cursor->report);
    cursor->report.events = at.events;
    cursor->behind_tick = 0;
    replay->at = at.offset;
    replay->cut_from = replay->cut_to = 0;
    replay->status = HTN_OK;
    replay->agent = NULL;
    replay->ticks = at.ticks;
    replay->time_us = at.time_us;
    replay->cut = replay->listened = false;
    htni_replay_give_next(replay);
}

static htn_status need_memory(htn_replay_report *report, size_t size)
{
    report->memory = size;
    report->reason = "the replay needs more memory";
    return HTN_TOO_SMALL;
}

/* `made` is scanned, and its beginnings lie behind it. They go to the end of the memory. */
static htn_status begin_first(htn_replay_cursor *made, uint8_t *memory, size_t memory_size)
{
    htni_replay *replay = &made->replay;
    const size_t table = made->beginning_count * sizeof(beginning);
    replay->memory = memory + ALIGNED_CURSOR;
    replay->memory_size = (memory_size - ALIGNED_CURSOR - table) / 8 * 8;
    made->beginnings = (beginning *)(replay->memory + replay->memory_size);
    memmove(made->beginnings, replay->memory, table);
    replay->report = &made->report;
    replay->journal.sink = htni_replay_compare;
    replay->journal.sink_user = replay;
    if (replay->size == 0)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "it is empty");
    else
        begin(made, 0);
    if (has_status(replay, HTN_TOO_SMALL))
        made->report.memory += ALIGNED_CURSOR + table + 8;
    replay->enough = true;
    return replay->status;
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
    if (memory == NULL || memory_size < ALIGNED_CURSOR)
        return need_memory(report, ALIGNED_CURSOR);
    htn_replay_cursor *made = (htn_replay_cursor *)memory;
    memset(made, 0, sizeof *made);
    scan(made, (const uint8_t *)journal, size, (beginning *)((uint8_t *)memory + ALIGNED_CURSOR),
         (memory_size - ALIGNED_CURSOR) / sizeof(beginning));
    const size_t table = made->beginning_count * sizeof(beginning) + 8;
    if (memory_size - ALIGNED_CURSOR < table)
        return need_memory(report, ALIGNED_CURSOR + table);
    made->replay.domain = domain;
    made->replay.bytes = (const uint8_t *)journal;
    made->replay.size = made->end.offset;
    const htn_status status = begin_first(made, (uint8_t *)memory, memory_size);
    *report = made->report;
    if (made->replay.agent != NULL && status == HTN_OK)
        *cursor = made;
    return status;
}

/* --- Going -------------------------------------------------------------------------------------- */

static void give_next(htn_replay_cursor *cursor)
{
    const uint32_t ticks = cursor->replay.ticks;
    htni_replay_give_next(&cursor->replay);
    if (cursor->replay.ticks != ticks)
        cursor->behind_tick = cursor->replay.at;
}

/* The last beginning before a place. */
static uint32_t beginning_before(const htn_replay_cursor *cursor, size_t offset)
{
    uint32_t low = 0, high = cursor->beginning_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (cursor->beginnings[middle].offset < offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The last beginning by a time. */
static uint32_t beginning_by(const htn_replay_cursor *cursor, uint64_t time_us)
{
    uint32_t low = 0, high = cursor->beginning_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (cursor->beginnings[middle].time_us <= time_us)
            low = middle;
        else
            high = middle;
    }
    return low;
}

htn_status htn_replay_to(htn_replay_cursor *cursor, size_t offset)
{
    if (cursor == NULL)
        return HTN_BAD_ARGUMENT;
    htni_replay *replay = &cursor->replay;
    const uint32_t from = beginning_before(cursor, offset);
    const bool heard = replay->listener != NULL || replay->watcher != NULL;
    if (offset < replay->at || (cursor->beginnings[from].offset > replay->at && !heard))
        begin(cursor, from);
    while (has_status(replay, HTN_OK) && replay->at < offset && replay->at < replay->size)
        give_next(cursor);
    return replay->status;
}

/* Where a tick begins: with its MICROSECONDS, or its TICK. */
typedef struct found_tick {
    size_t at;  /* the last tick from there on that ends by the time; else the next one, or the run's end */
    bool is_by; /* there is one that ends by then */
} found_tick;

/* Looks from `offset` on, where the time is `now`. */
static found_tick find_tick(const htni_replay *replay, size_t offset, uint64_t now, uint64_t time_us)
{
    htn_journal_event event;
    size_t micro_at = 0;
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
    uint32_t from = beginning_by(cursor, time_us);
    found_tick found = {0, false};
    if (has_status(replay, HTN_OK) && replay->time_us <= time_us && cursor->beginnings[from].offset <= replay->at) {
        found = find_tick(replay, replay->at, replay->time_us, time_us);
        if (!found.is_by && cursor->behind_tick != 0 && replay->at == cursor->behind_tick)
            return HTN_OK;
    }
    if (!found.is_by) { /* the last tick has been, and maybe what the game did after it */
        const beginning *at = &cursor->beginnings[from];
        while (!(found = find_tick(replay, at->offset, at->time_us, time_us)).is_by && from > 0)
            at = &cursor->beginnings[--from];
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
    if (size < ALIGNED_CURSOR)
        return HTN_TOO_SMALL;
    const htni_replay now = cursor->replay;
    htn_replay_cursor then;
    memcpy(&then, kept, sizeof then);
    if (size < htn_replay_kept_bytes(&then))
        return HTN_TOO_SMALL;
    memcpy(cursor, kept, htn_replay_kept_bytes(&then));
    cursor->replay.watcher = now.watcher;
    cursor->replay.watcher_user = now.watcher_user;
    return htn_replay_listen(cursor, now.listener, now.listener_user);
}
