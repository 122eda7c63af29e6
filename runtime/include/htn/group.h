/*
 * Groups: agents that share a part of their worlds, the domain's Shared World State, and the instances of the open types that it
 * mentions (docs/running.md, "What a group shares").
 *
 * The group's world is the home of the shared part: its values and instances are the ones that count. Each member has a copy of
 * them in its own world, where its planners find them. At the start of each tick a member takes over what has changed in the home.
 *
 * A group lies in the caller's memory. It belongs to one thread at a time; while the lanes of a LATER group are ticked, all of them
 * may read it.
 */
#ifndef HTN_GROUP_H
#define HTN_GROUP_H

#include <htn/api.h>
#include <htn/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct htn_group htn_group;

/* When what a member writes reaches the home. */
typedef enum htn_group_mode {
    /*
     * At once, so the member that is ticked next sees it in the same frame. All members are ticked on one thread, and in one
     * crowd, if in any. Whoever is ticked first comes first.
     */
    HTN_GROUP_AT_ONCE = 0,

    /*
     * When the member calls htn_agent_share(). So in a frame each member sees the home as it was at the beginning, and its own
     * writes on top, in whatever order and on whatever threads the members are ticked. From the first tick of a frame to its first
     * share nobody may write to the home. Whoever shares first comes first. A member needs options.defer.
     */
    HTN_GROUP_LATER = 1
} htn_group_mode;

typedef struct htn_group_options {
    /*
     * The home's number, which is saved. An agent that joins a home with the same number as its last one takes instances with equal
     * generations for the same; so give a group that was loaded the number that it had. Else all instances of shared types that the
     * agent knows count as removed.
     */
    uint32_t id;
    htn_group_mode mode;
} htn_group_options;

/* Bytes of memory that htn_group_init() needs; 0 if `domain` is NULL or not loaded. `options` may be NULL: all 0. */
HTN_API size_t htn_group_bytes(const htn_domain *domain, const htn_group_options *options);

/*
 * Makes a group without members in `memory`: the caller's, aligned to 8, which must not be moved. It and `domain` must outlive the
 * group. The home begins with the declared initial values. BAD_ARGUMENT (also: LATER, and the During of a task writes a shared
 * property) | BAD_MEMORY (not aligned) | TOO_SMALL.
 */
HTN_API htn_status htn_group_init(htn_group **group, const htn_domain *domain, const htn_group_options *options,
                                  void *memory, size_t size);

/*
 * Lets `elapsed_us` microseconds pass for the shared values that expire (0 to HTN_MAX_ELAPSED_US; more counts as that; what is less
 * than a millisecond is carried to the next call). Call it once a frame, before the members are ticked. If nothing that is shared
 * can expire, there is no need to. BAD_ARGUMENT | BUSY (while a member is ticked).
 */
HTN_API htn_status htn_group_tick(htn_group *group, uint64_t elapsed_us);

/*
 * The home. The game may read and write it between frames, and in callbacks of AT_ONCE groups. Only its shared part counts.
 * Instances of shared types are spawned here. NULL if `group` is NULL.
 */
HTN_API htn_world *htn_group_world(htn_group *group);

/* What the group was made with. 0 if `group` is NULL. */
HTN_API uint32_t htn_group_id(const htn_group *group);

/*
 * Makes the agent a member of this group, and of no other; NULL: of none. It takes effect when the agent is ticked next. An agent
 * that leaves has shared before, keeps its copy, and goes on with its plan; it must leave before its memory or the group's is used
 * for something else. If the domain shares nothing, nothing happens.
 *
 * BAD_ARGUMENT (also: a LATER group, and the agent was made without options.defer; or an AT_ONCE group that has members in another crowd than the agent's) | WRONG_DOMAIN | BUSY (from inside a callback of this agent).
 */
HTN_API htn_status htn_agent_join(htn_agent *agent, htn_group *group);

/* The group that the agent is in; NULL: none. */
HTN_API htn_group *htn_agent_group(const htn_agent *agent);

/*
 * LATER: applies to the home what the agent has done to its copy since it last shared, one operation for each cell: `=` sets the
 * home's value, `+=` and `-=` change it. Call it for each member at the end of a frame, when all have been ticked, on one thread.
 * Dropped: what was done to table cells of instances that have been removed meanwhile. AT_ONCE, or no group: nothing to do.
 * BAD_ARGUMENT | BUSY (from inside a callback of this agent).
 */
HTN_API htn_status htn_agent_share(htn_agent *agent);

/*
 * Nobody in the group holds the instance any more (Reserve). A plan that reserves it fails in its agent's next check. LATER: only
 * between frames. BAD_ARGUMENT: there is no such instance, or nothing reserves those of its type.
 */
HTN_API htn_status htn_group_release(htn_group *group, uint32_t type, int32_t instance);

/*
 * Who holds the instance: holder number `index`, in no particular order; `*layer`: in which of its layers (may be NULL). NULL: there
 * are not so many.
 */
HTN_API htn_agent *htn_group_holder(const htn_group *group, uint32_t type, int32_t instance, uint32_t index,
                                    uint32_t *layer);

#ifdef __cplusplus
}
#endif

#endif
