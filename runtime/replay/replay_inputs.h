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

/* A listener that does nothing. */
void htni_ignore_search(void *user, const htn_planner *planner, const htn_event *event);

/* A JOIN: the agent joins a home of that id, or leaves the one that it is in. */
void htni_replay_join(htni_replay *replay, const htn_journal_event *event);

/* Makes the group's other member. */
void htni_replay_others(htni_replay *replay);
