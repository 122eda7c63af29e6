/*
 * A crowd: many agents that share what a frame may spend on planning (docs/crowd.md). Each frame
 * ticks every agent once. If the budget does not suffice for all searches, some agents wait, and
 * their old plans run on. Whoever has waited longest comes first in the next frame.
 *
 * A crowd takes no memory but its struct. Adding and removing an agent take constant time. A crowd
 * and its agents belong to one thread at a time; a game that ticks on several threads makes one
 * crowd for each.
 *
 * Work is counted in units of htn_limits.work, not in time, so that a run can be repeated. With a clock the crowd finds out how long
 * a unit takes here, so that a budget can be given in time: the time chooses the units, and journals have the units.
 */
#ifndef HTN_CROWD_H
#define HTN_CROWD_H

#include <htn/api.h>
#include <htn/group.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The least work that one agent gets when it has its turn, as long as the frame's budget lasts. If
 * there is more to give, all agents that wait get equal shares.
 */
enum { HTN_CROWD_MIN_SHARE = 64 };

/* With a clock, one search in so many is timed: the clock is read twice for it. */
enum { HTN_CROWD_TIMED = 8 };

/* Picoseconds that a unit is taken to last until the first search has been timed. */
enum { HTN_CROWD_UNIT_PS = 20000 };

/* Reads a clock of the game's: nanoseconds since any moment; a later call never gives less. */
typedef uint64_t htn_clock(void *user);

/* A list of agents; its fields are the runtime's. NULL: none. */
typedef struct htn_crowd_list {
    htn_agent *first, *last;
    htn_agent *next; /* whose turn is next, while the list is gone through */
    uint32_t count;
} htn_crowd_list;

typedef enum htn_crowd_list_id {
    HTN_CROWD_MEMBERS, /* all agents, in the order in which they were added */
    HTN_CROWD_WAITING, /* those that wait for budget, by when they were last given their share or began to wait */
    HTN_CROWD_NEWS,    /* those that may have unread news, by when they got the first of it */
    HTN_CROWD_LISTS
} htn_crowd_list_id;

/* Whether the search under way is being timed. */
typedef enum htn_crowd_timing {
    HTN_CROWD_TIMING_OPEN, /* no search is under way: the next one decides */
    HTN_CROWD_TIMING_NOT,
    HTN_CROWD_TIMING_ON
} htn_crowd_timing;

/*
 * Caller's memory, which must not be moved while agents are in the crowd. The fields are the
 * runtime's.
 */
typedef struct htn_crowd {
    htn_crowd_list lists[HTN_CROWD_LISTS];
    uint32_t frame;         /* how many there have been, modulo 2^32 */
    uint32_t added;         /* agents so far, modulo 2^32: spreads agents of one period over the frames */
    uint32_t budget;        /* of this frame */
    uint32_t left;          /* of this frame's budget; HTN_NONE: no bound */
    uint32_t work;          /* spent in this frame */
    uint32_t longest_wait;  /* of any agent, in frames */
    uint64_t searches;      /* begun in all frames */
    uint64_t skipped;       /* in all frames: see htn_counts */
    htn_status trouble;     /* the first one in this frame ... */
    htn_agent *troubled;    /* ... and whose it is: an agent's, NULL for none, ... */
    uint32_t trouble_layer; /* ... and one of its layers' */
    bool inside;            /* a tick is under way */
    htn_clock *clock;       /* NULL: none */
    void *clock_user;
    htn_crowd_timing timing;
    uint32_t until_timed; /* searches until one is timed */
    uint64_t timed_from;  /* when the one that is timed began */
    uint64_t timed_ns;    /* what those that were timed took, ... */
    uint64_t timed_units; /* ... and their units; older ones count less */
} htn_crowd;

/*
 * How a crowd is doing. If agents wait for more frames than players will accept, the budget is too
 * small.
 */
typedef struct htn_crowd_stats {
    /* Agents in the crowd. */
    uint32_t agents;

    /* Agents whose searches did not get enough budget in the last frame. */
    uint32_t waiting;

    /*
     * The longest current wait: frames since that agent was last given its share, or began to wait.
     */
    uint32_t wait;

    /* The most that `wait` has been since htn_crowd_init(). */
    uint32_t longest_wait;

    /* What searches have spent in the last frame, in units of htn_limits.work. */
    uint32_t work;

    /* What the last frame had to spend, in the same units. HTN_NONE: there was no bound. */
    uint32_t budget;

    /* How long a unit takes here, in picoseconds: as timed, or HTN_CROWD_UNIT_PS while nothing was. */
    uint32_t unit_ps;

    /*
     * Searches that have begun, and searches that were skipped because their result was known, in
     * all frames: see htn_counts.
     */
    uint64_t searches, skipped;

    /*
     * The first LIMIT_* or FULL_* of the last frame, and whose it was: which agent's, and which of
     * its layers'. OK, NULL and HTN_NONE: there was none. NULL also if the agent has left since.
     */
    htn_status trouble;
    htn_agent *trouble_agent;
    uint32_t trouble_layer;
} htn_crowd_stats;

/* Makes an empty crowd. BAD_ARGUMENT. */
HTN_API htn_status htn_crowd_init(htn_crowd *crowd);

/*
 * Adds an agent at the end, or removes one. An agent can be in one crowd at most, and must leave it
 * before its memory is used for something else. Both may be called from inside callbacks: an agent
 * that is added there is ticked from the next frame on; one that is removed is not ticked any more.
 * BAD_ARGUMENT (also: the agent is in a crowd already, or is not in this one; or its AT_ONCE group has members in another crowd).
 */
HTN_API htn_status htn_crowd_add(htn_crowd *crowd, htn_agent *agent);
HTN_API htn_status htn_crowd_remove(htn_crowd *crowd, htn_agent *agent);

/*
 * Level of detail: from now on the crowd ticks the agent only in every `frames`th frame, with the
 * time of all frames since its last tick. 1, as at first, and 0: in each frame. The crowd spreads
 * agents of one period evenly over the frames. An agent that is ticked by other means, or is in no
 * crowd, does not notice. May be called from inside callbacks. Not saved. BAD_ARGUMENT.
 */
HTN_API htn_status htn_agent_set_period(htn_agent *agent, uint32_t frames);

/*
 * One frame: htn_agent_tick_within() for each agent whose turn it is, with at most `budget` for all searches
 * together, in units of htn_limits.work. 0: no agent searches in this frame. HTN_NONE: no bound. An
 * agent's own options.budget applies as well. BAD_ARGUMENT | BUSY (called from inside a callback) |
 * the first LIMIT_* or FULL_* of any agent's tick; all have been ticked.
 */
HTN_API htn_status htn_crowd_tick(htn_crowd *crowd, uint64_t elapsed_us, uint32_t budget);

/*
 * Gives the crowd a clock, which it reads while it is ticked; NULL takes the clock away. What has been timed is forgotten.
 * BAD_ARGUMENT | BUSY (called from inside a callback).
 */
HTN_API htn_status htn_crowd_set_clock(htn_crowd *crowd, htn_clock *clock, void *user);

/*
 * htn_crowd_tick() with a budget in time: searches get as many units as have lately taken `budget_ns` nanoseconds, of which more than
 * a second counts as one. 0: no agent searches in this frame. What counts is the searches, with the queries that they ask, not
 * operators and sensors. It is a budget, not a bound: a frame whose units take longer than usual takes longer. The units make the
 * frame: agents' journals record them, and a replay reads no clock. BAD_ARGUMENT (also: the crowd has no clock) | as htn_crowd_tick().
 */
HTN_API htn_status htn_crowd_tick_for(htn_crowd *crowd, uint64_t elapsed_us, uint64_t budget_ns);

/*
 * htn_agent_share() for each agent, in the order in which they were added. Call it at the end of a
 * frame if agents have joined LATER groups (group.h). If a group has members in several crowds, wait until all of
 * these have been ticked, then call it for one crowd after the other. BAD_ARGUMENT | BUSY.
 */
HTN_API htn_status htn_crowd_share(htn_crowd *crowd);

/*
 * Takes a piece of news of some agent, as htn_agent_news(); `activity.agent` says whose it is. Those
 * of one agent come in order. Call it after htn_crowd_tick() until it returns false: there is none.
 * Takes time for the agents that have news, not for all.
 */
HTN_API bool htn_crowd_news(htn_crowd *crowd, htn_news *news);

/* Says how the crowd is doing. BAD_ARGUMENT. */
HTN_API htn_status htn_crowd_statistics(const htn_crowd *crowd, htn_crowd_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
