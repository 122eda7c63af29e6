/*
 * How worlds belong to a group. The group's world is the home of the shared part; each member's world has a copy of that part. A
 * world in no group has no link. Neighbours: group_writes.h, which writes to both; agent/group_take.h, which brings copies up to date.
 */
#pragma once

#include "during_list.h"

struct htni_link;

typedef struct htni_home {
    htn_world *world;
    htn_world *
        visited; /* AT_ONCE: the copy of the agent that is being ticked, equal to the home; NULL: none is being ticked */
    uint32_t placed; /* how often an instance came or went, modulo 2^32 */

    /* Durings of all members form one list: during_list.h. */
    struct htni_link *members; /* AT_ONCE: one after the other; NULL: there are none */
    htni_during_list shown;    /* of `world`: how many entries of shared cells the members have, no entries */
    uint32_t begun;            /* htni_during.order of the next one: even, modulo 2^32 */
    bool
        told; /* a replay's home: the journal tells what lies beneath Durings. Until then each keeps what it brought. */

    /* Holds of all members: home_holds.h. */
    uint8_t *held;         /* by place: how many layers hold it; NULL: the domain has no Reserve */
    uint32_t held_changes; /* how often one of these numbers has changed, modulo 2^32 */
} htni_home;

typedef struct htni_link {
    htni_home *home;
    struct htni_unshared
        *unshared;    /* a copy's operations that its home has not seen: unshared.h. NULL: it sees them at once */
    htn_world *world; /* whose link this is */
    struct htni_link *before, *next; /* members that joined after and before this one; NULL: none */
    bool overwritten;                /* the write to the home that is being followed has ended a During of this copy */
    bool strange; /* a copy that has not yet taken anything from this home: all instances that it knows are others */
} htni_link;

/* Whether the world has a copy of a home, or is one. */
static inline bool htni_is_copy(const htn_world *world)
{
    return world->link != NULL && world->link->home->world != world;
}

static inline bool htni_is_home(const htn_world *world)
{
    return world->link != NULL && world->link->home->world == world;
}
