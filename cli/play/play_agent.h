/* The agents of a play: makes one, and puts those of a domain in the place of those of the domain before. */
#pragma once

#include "cli/actor/actor.h"
#include "cli/common/plan_session.h"
#include "cli/play/play_model.h"

/* A domain and all that belongs to it: what a reload replaces. Those of the model lie in the model. */
struct play_side {
    char *path;
    cli_session *session;
    play_player **players;
    uint32_t player_count;
    size_t player_capacity;
    uint32_t turn, chosen;
    htn_group *group;
    void *group_memory;
    size_t group_size;
    uint32_t layer_count;
    size_t state_size;
};

/*
 * Adds a player, without a name (NULL) or with one, who is not here yet. `number`: of the agents that came before, so that they do not draw
 * alike. False: the limits are too large; nobody is added.
 */
bool play_add_player(play_side *side, const char *name, uint32_t number);

/* Makes the group of several players. */
void play_add_group(play_side *side);

/* What lies in the model as a side, and back. */
play_side play_side_of(const play_model *model);
void play_use_side(play_model *model, const play_side *side);

/* The agents of the model begin to play, or play again: whoever is here looks at its world. */
void play_take_sides(play_model *model);

/* The player goes on with the same plans as another one before, so that its trees stay. */
void play_share_trees(play_player *player, play_player *before);

/* The model and what it had before a reload, or after, change places. */
void play_swap_sides(play_model *model, play_side *side);

/* Frees what is in it, and (play_free_side) itself; NULL: nothing. */
void play_close_side(play_side *side);
void play_free_side(play_side *side);
size_t play_size_of_side(const play_side *side);
