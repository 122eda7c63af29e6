/* An agent's journal, kept whole, and replayed. */
#pragma once

#include "fixture.h"

typedef struct recording {
    htn_journal journal;
    uint8_t *ring;
    uint8_t *bytes; /* what was read so far */
    size_t size;
} recording;

/* From now on, into a ring of so many bytes. `made` must stay where it is. */
void recording_begin(recording *made, htn_agent *agent, size_t ring);

/* What has come since it was last read. */
void recording_read(recording *made);

/* In as much memory as that needs. */
htn_status recording_replay(recording *made, const htn_domain *domain, htn_replay_report *report);

/* Fails the test, and says where, unless it comes out the same. */
void recording_assert_replayed(recording *made, const htn_domain *domain);

/* Fails the test unless the agent that was recorded, if it can be saved now, is saved as the one in the replay is, at the journal's end. */
void recording_assert_alike(recording *made, const htn_domain *domain, const htn_agent *agent);

/* The events by name: "BEGIN OPERATOR TICK"; those of `left_out` (may be NULL), names with blanks between, left out. Good until the next call. */
const char *recording_kinds(recording *made, const char *left_out);

void recording_end(recording *made);
