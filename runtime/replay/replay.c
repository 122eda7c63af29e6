/*
 * Replays; see htn/replay.h. The journal's inputs are given to a new agent, and each event that it
 * writes is compared with the journal's. Neighbours: replay_game.c makes the agent, replay_inputs.c
 * gives it single inputs.
 */
#include "replay_game.h"
#include "replay_inputs.h"
#include <string.h>

/* --- Comparing ---------------------------------------------------------------------------------- */

/* Whether both are a BEGIN, and differ in the checksum of the domain's blob at most. */
static bool is_same_begin(const htni_replay *replay, const uint8_t *bytes, uint32_t size)
{
    enum { CHECKSUM = 3 };
    htn_journal_event old, new;
    size_t old_at = replay->at, new_at = 0;
    if (htn_journal_next(replay->bytes, replay->size, &old_at, &old) != HTN_OK ||
        htn_journal_next(bytes, size, &new_at, &new) != HTN_OK || old.kind != HTN_JOURNAL_BEGIN ||
        new.kind != HTN_JOURNAL_BEGIN)
        return false;
    replay->report->other_build = old.numbers[CHECKSUM] != new.numbers[CHECKSUM];
    new.numbers[CHECKSUM] = old.numbers[CHECKSUM];
    return memcmp(old.numbers, new.numbers, sizeof(uint32_t) * HTN_JOURNAL_BEGIN_NUMBERS) == 0;
}

/* What the agent writes: a journal's sink. */
static void compare(void *user, const uint8_t *bytes, uint32_t size)
{
    htni_replay *replay = (htni_replay *)user;
    htn_journal_event event;
    if (!htni_replay_peek(replay, &event)) /* also at the journal's end, which may lie in the middle of a tick */
        return;
    if ((event.size == size && memcmp(replay->bytes + replay->at, bytes, size) == 0) ||
        is_same_begin(replay, bytes, size)) {
        replay->at += event.size;
        replay->report->events++;
        return;
    }
    memcpy(replay->report->instead, bytes, size);
    replay->report->instead_size = size;
    htni_replay_stop(replay, HTN_DIFFERS, "something else came");
}

/* --- The run ------------------------------------------------------------------------------------ */

/* Gives the agent the next input from the game. What follows from it is compared meanwhile. */
static void give_next(htni_replay *replay)
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

htn_status htn_replay(const htn_domain *domain, const void *journal, size_t size, void *memory, size_t memory_size,
                      htn_replay_report *report)
{
    htni_replay replay;
    if (domain == NULL || domain->blob == NULL || journal == NULL || report == NULL)
        return HTN_BAD_ARGUMENT;
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    memset(report, 0, sizeof *report);
    memset(&replay, 0, sizeof replay);
    replay.domain = domain;
    replay.bytes = (const uint8_t *)journal;
    replay.size = size;
    replay.memory = (uint8_t *)memory;
    replay.memory_size = memory == NULL ? 0 : memory_size;
    replay.report = report;
    replay.journal.sink = compare;
    replay.journal.sink_user = &replay;
    if (size == 0)
        htni_replay_stop(&replay, HTN_BAD_JOURNAL, "it is empty");
    while (replay.status == HTN_OK && replay.at < size)
        give_next(&replay);
    if (replay.status == HTN_OK)
        report->offset = size;
    return replay.status;
}
