/* The agent of a play: makes one, and puts it in the place of the one before. */
#pragma once

#include "cli/actor/actor.h"
#include "cli/common/plan_session.h"
#include "cli/play/play_model.h"

/* Makes an actor for the session's domain. False: the limits are too large. Call cli_actor_close() in either case. */
bool play_make_actor(cli_actor *actor, cli_session *session);

/*
 * Session, actor and its journal become those of the model. Returns what was in their place, whose path was `old`, which it owns; NULL if nothing
 * was. `same`: the agent goes on with the same plans, so their trees stay.
 */
play_side *play_change_agent(play_model *model, cli_session *session, cli_actor *actor, htn_journal *journal, bool same,
                             char *old);

/* The model and what it had before a reload, or after, change places. */
void play_swap_sides(play_model *model, play_side *side);

void play_free_side(play_side *side);
size_t play_size_of_side(const play_side *side);
