/* Writing events into a journal's ring. Reading them out again is public: htn_journal_read(). */
#pragma once

#include <htn/journal.h>

/*
 * Appends one event. Overwrites the oldest events where the ring has no room. A journal with a sink
 * passes the event on to that and keeps nothing. `count` is at most HTN_JOURNAL_NUMBERS.
 */
void htni_journal_put(htn_journal *journal, htn_journal_kind kind, const uint32_t *numbers, uint32_t count);
