/*
 * How worlds belong to a group. The group's world is the home of the shared part; each member's world has a copy of that part. A
 * world in no group has no link. Neighbours: group_writes.h, which writes to both; agent/group_take.h, which brings copies up to date.
 */
#pragma once

#include <htn/world.h>

typedef struct htni_home {
    htn_world *world;
    htn_world *
        visited; /* AT_ONCE: the copy of the agent that is being ticked, equal to the home; NULL: none is being ticked */
    uint32_t placed; /* how often an instance came or went, modulo 2^32 */
} htni_home;

typedef struct htni_link {
    htni_home *home;
    struct htni_unshared
        *unshared; /* a copy's operations that its home has not seen: unshared.h. NULL: it sees them at once */
    bool strange; /* a copy that has not yet taken anything from this home: all instances that it knows are others */
} htni_link;

/* Whether the world has a copy of a home. */
static inline bool htni_is_copy(const htn_world *world)
{
    return world->link != NULL && world->link->home->world != world;
}
