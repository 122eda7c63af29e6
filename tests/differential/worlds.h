/*
 * Random worlds, the same for the runtime and the reference: values are set on both sides, instances come and go on
 * both sides, and afterwards every cell is compared.
 */
#pragma once

#include "dice.h"
#include "reference.h"
#include "under_test.h"

/* One world, on both sides. */
typedef struct twin_world {
    reference_planner *reference; /* the caller's */
    subject_state *subject;       /* the caller's */
    htn_world *runtime;           /* the subject's, or an agent's */
    int32_t world[REFERENCE_CELLS];
    char problem[256]; /* what was different or refused last */
} twin_world;

/* The world as declared. False where the runtime's is another; so do the others here. */
bool world_begin(twin_world *twin);

/* Makes the runtime's world what `world` holds; the instances are those that it has. */
bool world_settle(twin_world *twin);

/* Changes about `percent` of a hundred cells to random values. */
bool world_change(twin_world *twin, dice_state *dice, uint32_t percent);

/* Instances of open types come and go: any number of them, or one of a type in `percent` of a hundred. */
bool world_crowd(twin_world *twin, dice_state *dice);
bool world_move(twin_world *twin, dice_state *dice, uint32_t percent);

/* Whether the runtime's world is `world`. */
bool world_is_same(twin_world *twin);

/* A random value of a property: all values of a small range, ends and small numbers of a large one. */
int32_t random_value(dice_state *dice, int32_t low, int32_t high);
