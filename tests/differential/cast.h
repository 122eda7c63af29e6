/*
 * Who lives through a story: some agents, each with a story of its own, and the homes of the groups that they join and leave.
 * What happens to homes and memberships, and who is ticked and shares when, is a function of the seed and of the tick, too.
 */
#pragma once

#include "story.h"

enum { CAST_AGENTS = 4, CAST_HOMES = 2 };

typedef struct cast_state {
    uint64_t seed;
    uint32_t agents, homes; /* no homes: one agent, which is in no group */
    bool later;             /* the groups are of the kind LATER, else AT_ONCE */
    uint32_t crowding;      /* in a hundred: how often the homes change */
    uint32_t moving;        /* in a thousand: how often an agent joins or leaves */
    bool crowded;           /* the agents may be in a crowd: all frames take the same time for them */
    uint32_t periods[CAST_AGENTS]
                    [2]; /* crowded: in every which frame an agent is ticked, and from that tick on: `turn` */
    uint32_t turn;
    uint32_t missing; /* in a hundred: how often an agent is not ticked, and how often it does not share */
    story_state stories[CAST_AGENTS];
} cast_state;

/* Whether the stories of this seed have groups: their domains should share much. */
bool cast_has_groups(uint64_t seed);

void cast_begin(cast_state *cast, uint64_t seed, uint32_t ticks);

/* The agents in the order in which they are ticked, and in which they share. */
void cast_order(const cast_state *cast, uint32_t tick, bool of_shares, uint32_t *order);

/* In every which frame the agent is ticked: 1, or that of its crowd. How long a frame is for it. */
uint32_t cast_period(const cast_state *cast, uint32_t tick, uint32_t agent);
uint32_t cast_elapsed(const cast_state *cast, uint32_t tick, uint32_t agent);

bool cast_is_ticked(const cast_state *cast, uint32_t tick, uint32_t agent);
bool cast_shares(const cast_state *cast, uint32_t tick, uint32_t agent);

/* How many milliseconds pass for the homes before a frame. */
uint32_t cast_pause(uint32_t tick);

/* Which home an agent is to be in from this tick on, which is in `home` (CAST_HOMES: in none): the same one, another, or none. */
uint32_t cast_home(const cast_state *cast, uint32_t tick, uint32_t agent, uint32_t home);

/* When the game changes a home: before the frame; in AT_ONCE before an agent is ticked; after an agent has shared. */
typedef enum cast_moment { CAST_BEFORE, CAST_BETWEEN_TICKS, CAST_BETWEEN_SHARES } cast_moment;

/* At most STORY_CHANGES; how many. `number`: how often there has been such a moment in this tick. */
uint32_t cast_changes(const cast_state *cast, reference_planner *reference, const htnc_model *model, uint32_t tick,
                      uint32_t home, cast_moment moment, uint32_t number, story_change *changes);

/* The same for what an agent's callback does to the home of its group; only AT_ONCE. */
uint32_t cast_callback_changes(const cast_state *cast, reference_planner *reference, const htnc_model *model,
                               uint32_t tick, uint32_t agent, uint32_t number, story_change *changes);
