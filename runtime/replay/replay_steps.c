/*
 * One step of a replay; see replay_steps.h. The journal's inputs are given to a new agent, and each event that it writes is
 * compared with the journal's. Neighbours: replay_game.c makes the agent, replay_inputs.c gives it single inputs.
 */
#include "replay_steps.h"
#include "replay_game.h"
#include "replay_inputs.h"
#include <string.h>

/* --- Comparing ---------------------------------------------------------------------------------- */

/* Whether both are a BEGIN, and differ at most in the checksum of the domain's blob, and in that the old one is a snapshot's. */
static bool is_same_begin(const htni_replay *replay, const uint8_t *bytes, uint32_t size)
{
    enum { CHECKSUM = 3, FLAGS = HTN_JOURNAL_BEGIN_FLAGS };
    htn_journal_event old, new;
    size_t old_at = replay->at, new_at = 0;
    if (htn_journal_next(replay->bytes, replay->size, &old_at, &old) != HTN_OK ||
        htn_journal_next(bytes, size, &new_at, &new) != HTN_OK || old.kind != HTN_JOURNAL_BEGIN ||
        new.kind != HTN_JOURNAL_BEGIN)
        return false;
    replay->report->other_build = old.numbers[CHECKSUM] != new.numbers[CHECKSUM];
    new.numbers[CHECKSUM] = old.numbers[CHECKSUM];
    new.numbers[FLAGS] |= old.numbers[FLAGS] & HTN_BEGIN_SNAPSHOT;
    return memcmp(old.numbers, new.numbers, sizeof(uint32_t) * HTN_JOURNAL_BEGIN_NUMBERS) == 0;
}

/* The agent has written the event, too. */
static void go_past(htni_replay *replay, const htn_journal_event *event)
{
    replay->at += event->size;
    replay->report->events++;
    if (event->kind == HTN_JOURNAL_MICROSECONDS)
        replay->time_us += event->numbers[0];
    if (event->kind == HTN_JOURNAL_TICK) {
        replay->time_us += (uint64_t)event->numbers[0] * 1000;
        replay->ticks++;
    }
    if (replay->watcher != NULL)
        replay->watcher(replay->watcher_user, replay->agent, event);
}

void htni_replay_compare(void *user, const uint8_t *bytes, uint32_t size)
{
    htni_replay *replay = (htni_replay *)user;
    htn_journal_event event;
    if (!htni_replay_peek(replay, &event)) { /* also at the journal's end, which may lie in the middle of a tick */
        replay->cut = replay->cut || replay->status == HTN_OK;
        return;
    }
    if ((event.size == size && memcmp(replay->bytes + replay->at, bytes, size) == 0) ||
        is_same_begin(replay, bytes, size)) {
        go_past(replay, &event);
        return;
    }
    memcpy(replay->report->instead, bytes, size);
    replay->report->instead_size = size;
    htni_replay_stop(replay, HTN_DIFFERS, "something else came");
}

/* --- The run ------------------------------------------------------------------------------------ */

/* Gives the agent the next input from the game. What follows from it is compared meanwhile. */
void htni_replay_give_next(htni_replay *replay)
{
    htn_journal_event event;
    if (!htni_replay_peek(replay, &event))
        return;
    if (event.kind == HTN_JOURNAL_BEGIN)
        htni_begin_replay(replay, &event);
    else if (replay->agent == NULL)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "its beginning is missing");
    else if (event.kind == HTN_JOURNAL_LOST)
        htni_replay_stop(replay, HTN_BAD_JOURNAL,
                         "events are missing here: they were overwritten before they were read");
    else if (htni_is_input_from(&event, HTN_BY_GAME, 0))
        htni_give_input(replay, &event);
    else
        htni_replay_stop(replay, HTN_DIFFERS, "nothing more came");
}
