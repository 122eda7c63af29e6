/*
 * One function per task, never inlined, on a world state of bytes: conditions, effects and limits as the domain
 * has them, and backtracking by keeping the state where a method that could still fail is entered. No general
 * machinery: a task that may not fail is not guarded, and an earlier sibling is never taken up again, because in
 * this domain that cannot help.
 */
#include "troll_by_hand.h"
#include <string.h>

#if defined(__clang__)
#define TASK static __attribute__((noinline)) bool
#elif defined(__GNUC__)
#define TASK static __attribute__((noinline, noclone)) bool
#else
#define TASK static bool
#endif

typedef struct troll_mark {
    uint8_t world[8];
    uint32_t step_count, record_count;
} troll_mark;

static inline void keep(const troll_planner *p, troll_mark *mark)
{
    memcpy(mark->world, p->world, sizeof mark->world);
    mark->step_count = p->step_count;
    mark->record_count = p->record_count;
}

static inline void restore(troll_planner *p, const troll_mark *mark)
{
    memcpy(p->world, mark->world, sizeof mark->world);
    p->step_count = mark->step_count;
    p->record_count = mark->record_count;
}

static inline bool append(troll_planner *p, troll_task task)
{
    if (p->step_count == TROLL_STEPS)
        return false;
    p->steps[p->step_count].task = task;
    p->steps[p->step_count].arguments = 0;
    p->step_count++;
    return true;
}

static inline bool record(troll_planner *p, uint16_t method)
{
    if (p->record_count == TROLL_RECORD)
        return false;
    p->record[p->record_count++] = method;
    return true;
}

TASK navigate_to_enemy(troll_planner *p)
{
    if (!append(p, NAVIGATE_TO_ENEMY))
        return false;
    p->world[LOCATION] = ENEMY_LOC_REF;
    return true;
}

TASK do_trunk_slam(troll_planner *p)
{
    if (p->world[LOCATION] != ENEMY_LOC_REF || p->world[TRUNK_HEALTH] == 0)
        return false;
    if (!append(p, DO_TRUNK_SLAM))
        return false;
    if (p->world[TRUNK_HEALTH] > 0)
        p->world[TRUNK_HEALTH]--;
    return true;
}

TASK find_trunk(troll_planner *p)
{
    return append(p, FIND_TRUNK);
}

TASK navigate_to_trunk(troll_planner *p)
{
    if (!append(p, NAVIGATE_TO_TRUNK))
        return false;
    p->world[LOCATION] = FOUND_TRUNK;
    return true;
}

TASK uproot_trunk(troll_planner *p)
{
    if (p->world[LOCATION] != FOUND_TRUNK)
        return false;
    if (!append(p, UPROOT_TRUNK))
        return false;
    p->world[TRUNK_HEALTH] = 3;
    return true;
}

TASK pickup_boulder(troll_planner *p)
{
    return append(p, PICKUP_BOULDER);
}

TASK throw_boulder(troll_planner *p)
{
    return append(p, THROW_BOULDER);
}

TASK nav_to_last_enemy_loc(troll_planner *p)
{
    if (!append(p, NAV_TO_LAST_ENEMY_LOC))
        return false;
    p->world[LOCATION] = LAST_ENEMY_LOCATION;
    p->world[CAN_SEE_ENEMY] = 1;
    return true;
}

TASK regain_los_roar(troll_planner *p)
{
    return p->world[CAN_SEE_ENEMY] == 1 && append(p, REGAIN_LOS_ROAR);
}

TASK choose_bridge_to_check(troll_planner *p)
{
    return append(p, CHOOSE_BRIDGE_TO_CHECK);
}

TASK navigate_to_bridge(troll_planner *p)
{
    if (!append(p, NAVIGATE_TO_BRIDGE))
        return false;
    p->world[LOCATION] = NEXT_BRIDGE_LOC_REF;
    return true;
}

TASK check_bridge(troll_planner *p)
{
    return p->world[LOCATION] == NEXT_BRIDGE_LOC_REF && append(p, CHECK_BRIDGE);
}

TASK attack_enemy(troll_planner *p)
{
    troll_mark mark;
    if (p->depth == TROLL_DEPTH)
        return false;
    keep(p, &mark);
    p->depth++;
    if (p->world[TRUNK_HEALTH] > 0 && p->world[CAN_NAVIGATE_TO_ENEMY] == 1) {
        if (record(p, 0) && navigate_to_enemy(p) && do_trunk_slam(p))
            return true;
        restore(p, &mark);
    }
    if (p->world[TRUNK_HEALTH] == 0 && p->world[CAN_NAVIGATE_TO_ENEMY] == 1) {
        if (record(p, 1) && find_trunk(p) && navigate_to_trunk(p) && uproot_trunk(p) && attack_enemy(p))
            return true;
        restore(p, &mark);
    }
    return record(p, 2) && pickup_boulder(p) && throw_boulder(p);
}

TASK be_trunk_thumper(troll_planner *p)
{
    troll_mark mark;
    keep(p, &mark);
    if (p->world[CAN_SEE_ENEMY] == 1) {
        if (record(p, 0) && attack_enemy(p))
            return true;
        restore(p, &mark);
    }
    if (p->world[HAS_SEEN_ENEMY_RECENTLY] == 1) {
        if (record(p, 1) && nav_to_last_enemy_loc(p) && regain_los_roar(p))
            return true;
        restore(p, &mark);
    }
    return record(p, 2) && choose_bridge_to_check(p) && navigate_to_bridge(p) && check_bridge(p);
}

bool troll_plan(troll_planner *planner, const uint8_t *world)
{
    memcpy(planner->world, world, TROLL_PROPERTIES);
    planner->step_count = 0;
    planner->record_count = 0;
    planner->depth = 0;
    return be_trunk_thumper(planner);
}
