/*
 * What the members of a group hold. The home counts how many layers hold each place (hold_states.h). In a member's world a cell of a
 * table Held is this number without the layer itself. Neighbour: agent/group_holds.h, joining and leaving.
 */
#pragma once

#include "group_link.h"
#include "hold_states.h"

/* Whether the instance of a place, as a copy knows it, is gone: the home has none there, or another one. */
bool htni_is_place_gone(const htn_world *copy, uint32_t place);

/* One more layer of a copy's agent holds a place, or one fewer. Does nothing if the instance is gone. */
void htni_home_hold(const htn_world *copy, uint32_t place, bool held);

/* Nobody holds a place of the home any more. */
void htni_home_free(htni_home *home, uint32_t place);

/* An instance of the outermost type `family` has been removed from the home. */
void htni_home_forget(const htn_world *home, uint32_t family, int32_t instance);

/* All cells of tables Held become what the home says. */
void htni_home_show(htn_world *copy);

/* The instances of the home may have become others: counts again what its members hold of those that they know. */
void htni_home_recount(htni_home *home);
