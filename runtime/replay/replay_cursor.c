/* Where a replay has got to in its journal; see replay_cursor.h. */
#include "replay_cursor.h"

void htni_replay_stop(htni_replay *replay, htn_status status, const char *reason)
{
    if (replay->status != HTN_OK)
        return;
    if (status == HTN_DIFFERS && replay->at >= replay->cut_from && replay->at < replay->cut_to) {
        replay->at = replay->cut_to;
        return;
    }
    replay->status = status;
    replay->report->reason = reason;
    replay->report->offset = replay->at;
}

bool htni_replay_peek(htni_replay *replay, htn_journal_event *event)
{
    size_t offset = replay->at;
    if (replay->status != HTN_OK || replay->at == replay->size)
        return false;
    if (htn_journal_next(replay->bytes, replay->size, &offset, event) != HTN_OK)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "it is damaged here, or cut short");
    else if (event->kind == HTN_JOURNAL_RECOVER)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "a callback did not return here, which cannot be replayed");
    else if (event->offset != replay->at)
        htni_replay_stop(replay, HTN_BAD_JOURNAL, "this runtime does not know the event");
    return replay->status == HTN_OK;
}
