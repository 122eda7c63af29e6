/*
 * The data of groups: struct htn_group, and what an agent knows of its group. Types only. Neighbours: group.c, group_members.c,
 * group_take.c.
 */
#pragma once

#include "../world/unshared.h"
#include <htn/crowd.h>
#include <htn/group.h>

struct htn_group {
    const htn_domain *domain;
    uint32_t id;
    htn_group_mode mode;
    htn_world world;
    htni_home home;
    htni_link link;      /* of `world` */
    uint64_t elapsed_us; /* of its clock that is less than a millisecond */
    htn_crowd *crowd;    /* of the members that are in a crowd; only AT_ONCE */
    uint32_t in_crowd;   /* how many are */
    bool defers_holds;   /* LATER: releases and requests wait for the share. In a replay: in the group of the journal */
};

/* Lies in the agent's block if the domain shares anything. */
typedef struct htni_sharing {
    htn_group *group;       /* NULL: the agent is in none */
    uint32_t seen;          /* world.changes of the home up to which the copy is up to date ... */
    uint32_t placed;        /* ... and home.placed */
    uint32_t held;          /* ... and home.held_changes */
    uint32_t home_id;       /* of the last home of which the agent has taken over anything */
    bool knows_home;        /* there was one */
    uint32_t entered_id;    /* of the last group that it has joined, where its Durings have begun */
    uint32_t noted;         /* checksum of what the journal has said of Durings: during_events.h */
    bool unsaid;            /* the journal has said nothing of this home yet, or a replay has read something else */
    bool joined;            /* nothing has been taken over from this group */
    bool was_grouped;       /* in a group when it was saved: till the next tick it sees what others held there */
    htni_link link;         /* of the agent's world */
    htni_unshared unshared; /* only if options.defer */
} htni_sharing;

/* Whether a home of this id is not the last one that the agent has taken anything over from. */
static inline bool htni_is_other_home(const htni_sharing *sharing, uint32_t id)
{
    return !sharing->knows_home || sharing->home_id != id;
}
