/* What one input of a journal does to the new agent. */
#pragma once

#include "replay_cursor.h"

/* Whether the event is an input, and comes from `by`; `id`: see htn_journal_by. */
bool htni_is_input_from(const htn_journal_event *event, htn_journal_by by, uint32_t id);

/*
 * Gives the agent the input at `at`. The agent then writes the same event and so moves `at` behind
 * it; or the replay stops.
 */
void htni_give_input(htni_replay *replay, const htn_journal_event *event);

/* Says whether a listener follows the recorded agent's searches. One does not follow an agent's in silence: they are not sliced. */
void htni_replay_set_listened(htni_replay *replay, bool on);

/* Lets `replay->listener` hear of the searches, whoever listened to the recorded agent. */
void htni_replay_listen(htni_replay *replay);

/* A JOIN: the agent joins a home of that id, or leaves the one that it is in. */
void htni_replay_join(htni_replay *replay, const htn_journal_event *event);

/* Makes the group's other member. */
void htni_replay_others(htni_replay *replay);
