/*
 * The troll of domains/grown-troll.htn. Conditions and effects are those of the domain. Before a method that may still fail,
 * the code saves the state to backtrack to. It saves nothing before a task that cannot fail, and it never returns to an
 * earlier sibling, because in this domain that cannot help.
 */
#include "by_hand.h"
#include <string.h>

enum { SEES_ENEMY, HAS_TRACKS, PATH_CLEAR, TRUNK_HEALTH, AT, PROPERTIES };
enum { HOME, ENEMY, BRIDGE, TREE, TRACKS };

/* Primitive tasks, in the order in which the domain declares them. */
enum {
    CHARGE,
    SLAM,
    PICK_TREE,
    GO_TO_TREE,
    UPROOT,
    LIFT_ROCK,
    THROW_ROCK,
    FOLLOW_TRACKS,
    ROAR,
    PICK_BRIDGE,
    GO_TO_BRIDGE,
    WATCH
};

typedef struct mark {
    uint8_t world[8];
    uint32_t step_count;
} mark;

static inline mark keep(const hand_planner *p)
{
    mark kept;
    memcpy(kept.world, p->world, sizeof kept.world);
    kept.step_count = p->step_count;
    return kept;
}

static inline void restore(hand_planner *p, const mark *kept)
{
    memcpy(p->world, kept->world, sizeof kept->world);
    p->step_count = kept->step_count;
}

HAND_TASK charge(hand_planner *p)
{
    hand_append(p, CHARGE);
    p->world[AT] = ENEMY;
    return true;
}

HAND_TASK slam(hand_planner *p)
{
    if (p->world[AT] != ENEMY || p->world[TRUNK_HEALTH] == 0)
        return false;
    hand_append(p, SLAM);
    if (p->world[TRUNK_HEALTH] > 0)
        p->world[TRUNK_HEALTH]--;
    return true;
}

HAND_TASK pick_tree(hand_planner *p)
{
    return hand_append(p, PICK_TREE);
}

HAND_TASK go_to_tree(hand_planner *p)
{
    hand_append(p, GO_TO_TREE);
    p->world[AT] = TREE;
    return true;
}

HAND_TASK uproot(hand_planner *p)
{
    if (p->world[AT] != TREE)
        return false;
    hand_append(p, UPROOT);
    p->world[TRUNK_HEALTH] = 3;
    return true;
}

HAND_TASK lift_rock(hand_planner *p)
{
    return hand_append(p, LIFT_ROCK);
}

HAND_TASK throw_rock(hand_planner *p)
{
    return hand_append(p, THROW_ROCK);
}

HAND_TASK follow_tracks(hand_planner *p)
{
    hand_append(p, FOLLOW_TRACKS);
    p->world[AT] = TRACKS;
    p->world[SEES_ENEMY] = 1;
    return true;
}

HAND_TASK roar(hand_planner *p)
{
    return p->world[SEES_ENEMY] == 1 && hand_append(p, ROAR);
}

HAND_TASK pick_bridge(hand_planner *p)
{
    return hand_append(p, PICK_BRIDGE);
}

HAND_TASK go_to_bridge(hand_planner *p)
{
    hand_append(p, GO_TO_BRIDGE);
    p->world[AT] = BRIDGE;
    return true;
}

HAND_TASK watch(hand_planner *p)
{
    return p->world[AT] == BRIDGE && hand_append(p, WATCH);
}

HAND_TASK attack(hand_planner *p)
{
    const mark kept = keep(p);
    if (p->world[TRUNK_HEALTH] > 0 && p->world[PATH_CLEAR] == 1) {
        if (charge(p) && slam(p))
            return true;
        restore(p, &kept);
    }
    if (p->world[TRUNK_HEALTH] == 0 && p->world[PATH_CLEAR] == 1) {
        if (pick_tree(p) && go_to_tree(p) && uproot(p) && attack(p))
            return true;
        restore(p, &kept);
    }
    return lift_rock(p) && throw_rock(p);
}

HAND_TASK be_troll(hand_planner *p)
{
    const mark kept = keep(p);
    if (p->world[SEES_ENEMY] == 1) {
        if (attack(p))
            return true;
        restore(p, &kept);
    }
    if (p->world[HAS_TRACKS] == 1) {
        if (follow_tracks(p) && roar(p))
            return true;
        restore(p, &kept);
    }
    return pick_bridge(p) && go_to_bridge(p) && watch(p);
}

bool troll_by_hand(hand_planner *p, const uint8_t *world)
{
    memcpy(p->world, world, PROPERTIES);
    p->step_count = 0;
    return be_troll(p);
}
