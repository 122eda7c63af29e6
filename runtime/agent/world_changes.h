/*
 * Own changes and changes from outside. A layer plans again when something *outside its plan* has
 * changed: what the game, sensors, callbacks and other layers write. What its own plan writes
 * (effects, During, cooldowns of its methods) is no reason.
 *
 * The world only counts changes. So whoever writes for a layer calls htni_notice_changes() first,
 * which counts all changes so far as being from outside, and htni_own_changes() afterwards, which
 * counts those since then as the layer's own.
 */
#pragma once

#include "agent_state.h"

/* All changes since the last of these two calls came from outside the layer's plan. */
static inline void htni_notice_changes(const htn_agent *agent, htni_layer *layer)
{
    htni_changes *changes = &layer->changes;
    if (changes->seen != agent->world.changes || changes->answers_seen != changes->answers)
        changes->from_outside = true;
    changes->seen = agent->world.changes;
    changes->answers_seen = changes->answers;
}

/* They were the layer's own. */
static inline void htni_own_changes(const htn_agent *agent, htni_layer *layer)
{
    layer->changes.seen = agent->world.changes;
}

/*
 * Whether everything that the search of this footprint has read still has the same value, answers
 * of queries included.
 */
bool htni_footprint_unchanged(htn_agent *agent, const htni_layer *layer, uint32_t footprint);
