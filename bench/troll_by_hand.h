/*
 * The troll of domains/troll.htn as a programmer would write him without a planner: what bench_plan.c holds
 * the machine against.
 */
#ifndef TROLL_BY_HAND_H
#define TROLL_BY_HAND_H

#include <stdbool.h>
#include <stdint.h>

enum { CAN_SEE_ENEMY, HAS_SEEN_ENEMY_RECENTLY, CAN_NAVIGATE_TO_ENEMY, TRUNK_HEALTH, LOCATION, TROLL_PROPERTIES };
enum { HOME, ENEMY_LOC_REF, NEXT_BRIDGE_LOC_REF, FOUND_TRUNK, LAST_ENEMY_LOCATION };

/* Primitive tasks, in the order in which the domain declares them. */
typedef enum troll_task {
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
} troll_task;

enum { TROLL_STEPS = 256, TROLL_RECORD = 1024, TROLL_DEPTH = 256 };

/* Laid out as htn_step, so that both fill the same kind of array. */
typedef struct troll_step {
    uint32_t task;
    uint32_t arguments;
} troll_step;

typedef struct troll_planner {
    uint8_t world[8]; /* working copy */
    uint32_t step_count, record_count, depth;
    troll_step steps[TROLL_STEPS];
    uint16_t record[TROLL_RECORD];
} troll_planner;

/* Plans in a copy of `world` (TROLL_PROPERTIES bytes); false: no plan. */
bool troll_plan(troll_planner *planner, const uint8_t *world);

#endif
