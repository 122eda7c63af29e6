/*
 * A crowd: many agents that share what a frame can spend on planning (docs/crowd.md). Each is ticked once a frame,
 * whatever the others do; those whose searches wait have their turn first, the one that has waited longest before all.
 * It takes no memory but this struct, and neither adding nor removing an agent takes longer in a large crowd.
 *
 * A crowd and its agents belong to one thread at a time. A game that ticks on several threads makes a crowd for each.
 */
#ifndef HTN_CROWD_H
#define HTN_CROWD_H

#include <htn/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An agent's share at least, as long as the frame's budget lasts; where there is more, it is equal for all that wait. */
enum { HTN_CROWD_MIN_SHARE = 64 };

/* Agents one behind the other. */
typedef struct htn_crowd_list {
    htn_agent *first, *last; /* NULL: none */
    htn_agent *next;         /* while the row is gone through: whose turn is next; NULL: nobody's */
    uint32_t count;
} htn_crowd_list;

typedef enum htn_crowd_list_id {
    HTN_CROWD_MEMBERS, /* all, in the order in which they were added */
    HTN_CROWD_WAITING, /* whose searches had too little, by when they were last given their share or began to wait */
    HTN_CROWD_LISTS
} htn_crowd_list_id;

/* Caller's memory, which must not be moved while an agent is in it. The fields are the runtime's. */
typedef struct htn_crowd {
    htn_crowd_list rows[HTN_CROWD_LISTS];
    uint32_t frame;        /* how many there have been, modulo 2^32 */
    uint32_t budget;       /* of this one */
    uint32_t left;         /* of this one's budget; HTN_NONE: as much as they want */
    uint32_t work;         /* spent in it */
    uint32_t longest_wait; /* of any agent in any frame */
    uint64_t searches;     /* in all frames, as in htn_counts */
    uint64_t skipped;      /* likewise */
    htn_status trouble;    /* the first in this frame */
    bool inside;           /* a tick is under way */
} htn_crowd;

typedef struct htn_crowd_stats {
    uint32_t agents;
    uint32_t waiting; /* agents whose searches had too little in the last frame */
    uint32_t wait; /* frames since the one of them that has waited longest was last given its share, or began to wait */
    uint32_t longest_wait; /* the most that `wait` has been since htn_crowd_init() */
    uint32_t work;         /* spent on searches in the last frame, in units of htn_limits.work */
    uint64_t searches;     /* begun in all frames, ... */
    uint64_t skipped;      /* ... and those whose outcome was known beforehand: see htn_counts */
} htn_crowd_stats;

/* An empty crowd. OK | BAD_ARGUMENT. */
htn_status htn_crowd_init(htn_crowd *crowd);

/*
 * Puts an agent into the crowd, behind the others; takes it out. An agent is in one crowd at most, and must leave it
 * before its memory is used for something else. Both may be called from inside callbacks: an agent that is added is
 * ticked from the next frame on, one that is removed no more. OK | BAD_ARGUMENT (also: it is in a crowd; it is not in
 * this one).
 */
htn_status htn_crowd_add(htn_crowd *crowd, htn_agent *agent);
htn_status htn_crowd_remove(htn_crowd *crowd, htn_agent *agent);

/*
 * One frame: htn_agent_tick_within() for each agent, with at most `budget` for all their searches together (in units of
 * htn_limits.work). 0: none searches in this frame; HTN_NONE: as much as they want. An agent's own budget counts as
 * well.
 * OK | BAD_ARGUMENT | BUSY (called from inside a callback) | LIMIT_*, FULL_*: the first that an agent's tick answered,
 * though all have been ticked.
 */
htn_status htn_crowd_tick(htn_crowd *crowd, uint32_t elapsed_ms, uint32_t budget);

/*
 * At the end of a frame, where agents have joined groups: htn_agent_share() for each, in the order in which they were
 * added. Where groups reach over several crowds: when all of these have been ticked, for one after the other. OK |
 * BAD_ARGUMENT | BUSY.
 */
htn_status htn_crowd_share(htn_crowd *crowd);

/* How the crowd fares. OK | BAD_ARGUMENT. */
htn_status htn_crowd_statistics(const htn_crowd *crowd, htn_crowd_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
