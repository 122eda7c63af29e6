/*
 * The troll of domains/troll.htn. Conditions and effects are those of the domain. Before a method that may still fail,
 * the code saves the state to backtrack to. It saves nothing before a task that cannot fail, and it never returns to an
 * earlier sibling, because in this domain that cannot help.
 */
#include "by_hand.h"
#include <string.h>

enum { CAN_SEE_ENEMY, HAS_SEEN_ENEMY_RECENTLY, CAN_NAVIGATE_TO_ENEMY, TRUNK_HEALTH, LOCATION, PROPERTIES };
enum { HOME, ENEMY_LOC_REF, NEXT_BRIDGE_LOC_REF, FOUND_TRUNK, LAST_ENEMY_LOCATION };

/* Primitive tasks, in the order in which the domain declares them. */
enum {
    NAVIGATE_TO_ENEMY,
    DO_TRUNK_SLAM,
    FIND_TRUNK,
    NAVIGATE_TO_TRUNK,
    UPROOT_TRUNK,
    PICKUP_BOULDER,
    THROW_BOULDER,
    NAV_TO_LAST_ENEMY_LOC,
    REGAIN_LOS_ROAR,
    CHOOSE_BRIDGE_TO_CHECK,
    NAVIGATE_TO_BRIDGE,
    CHECK_BRIDGE
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

HAND_TASK navigate_to_enemy(hand_planner *p)
{
    hand_append(p, NAVIGATE_TO_ENEMY);
    p->world[LOCATION] = ENEMY_LOC_REF;
    return true;
}

HAND_TASK do_trunk_slam(hand_planner *p)
{
    if (p->world[LOCATION] != ENEMY_LOC_REF || p->world[TRUNK_HEALTH] == 0)
        return false;
    hand_append(p, DO_TRUNK_SLAM);
    if (p->world[TRUNK_HEALTH] > 0)
        p->world[TRUNK_HEALTH]--;
    return true;
}

HAND_TASK find_trunk(hand_planner *p)
{
    return hand_append(p, FIND_TRUNK);
}

HAND_TASK navigate_to_trunk(hand_planner *p)
{
    hand_append(p, NAVIGATE_TO_TRUNK);
    p->world[LOCATION] = FOUND_TRUNK;
    return true;
}

HAND_TASK uproot_trunk(hand_planner *p)
{
    if (p->world[LOCATION] != FOUND_TRUNK)
        return false;
    hand_append(p, UPROOT_TRUNK);
    p->world[TRUNK_HEALTH] = 3;
    return true;
}

HAND_TASK pickup_boulder(hand_planner *p)
{
    return hand_append(p, PICKUP_BOULDER);
}

HAND_TASK throw_boulder(hand_planner *p)
{
    return hand_append(p, THROW_BOULDER);
}

HAND_TASK nav_to_last_enemy_loc(hand_planner *p)
{
    hand_append(p, NAV_TO_LAST_ENEMY_LOC);
    p->world[LOCATION] = LAST_ENEMY_LOCATION;
    p->world[CAN_SEE_ENEMY] = 1;
    return true;
}

HAND_TASK regain_los_roar(hand_planner *p)
{
    return p->world[CAN_SEE_ENEMY] == 1 && hand_append(p, REGAIN_LOS_ROAR);
}

HAND_TASK choose_bridge_to_check(hand_planner *p)
{
    return hand_append(p, CHOOSE_BRIDGE_TO_CHECK);
}

HAND_TASK navigate_to_bridge(hand_planner *p)
{
    hand_append(p, NAVIGATE_TO_BRIDGE);
    p->world[LOCATION] = NEXT_BRIDGE_LOC_REF;
    return true;
}

HAND_TASK check_bridge(hand_planner *p)
{
    return p->world[LOCATION] == NEXT_BRIDGE_LOC_REF && hand_append(p, CHECK_BRIDGE);
}

HAND_TASK attack_enemy(hand_planner *p)
{
    const mark kept = keep(p);
    if (p->world[TRUNK_HEALTH] > 0 && p->world[CAN_NAVIGATE_TO_ENEMY] == 1) {
        if (navigate_to_enemy(p) && do_trunk_slam(p))
            return true;
        restore(p, &kept);
    }
    if (p->world[TRUNK_HEALTH] == 0 && p->world[CAN_NAVIGATE_TO_ENEMY] == 1) {
        if (find_trunk(p) && navigate_to_trunk(p) && uproot_trunk(p) && attack_enemy(p))
            return true;
        restore(p, &kept);
    }
    return pickup_boulder(p) && throw_boulder(p);
}

HAND_TASK be_trunk_thumper(hand_planner *p)
{
    const mark kept = keep(p);
    if (p->world[CAN_SEE_ENEMY] == 1) {
        if (attack_enemy(p))
            return true;
        restore(p, &kept);
    }
    if (p->world[HAS_SEEN_ENEMY_RECENTLY] == 1) {
        if (nav_to_last_enemy_loc(p) && regain_los_roar(p))
            return true;
        restore(p, &kept);
    }
    return choose_bridge_to_check(p) && navigate_to_bridge(p) && check_bridge(p);
}

bool troll_by_hand(hand_planner *p, const uint8_t *world)
{
    memcpy(p->world, world, PROPERTIES);
    p->step_count = 0;
    return be_trunk_thumper(p);
}
