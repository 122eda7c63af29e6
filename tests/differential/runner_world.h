/*
 * The world of a runner: what everybody sees, the values beneath Durings, and the Durings, in the order in which they began.
 * What may be done to a cell is an operation: docs/running.md, "What a group shares". It is meant for instances of the world
 * in which it was made; where they are gone, it does nothing, or writes none.
 */
#pragma once

#include "reference.h"

enum { RUNNER_DURING = 512 };

/* An entry of a cell's list of Durings: the step of agent `agent`, layer `layer` with this id shows this value in it. */
typedef struct runner_during {
    uint32_t agent, layer, id, cell;
    int32_t value;
} runner_during;

typedef struct runner_world {
    int32_t seen[REFERENCE_CELLS];
    int32_t beneath[REFERENCE_CELLS];
    uint32_t during_count;
    runner_during during[RUNNER_DURING];
    uint64_t cleared;                  /* entries that a write has deleted */
    uint64_t time;                     /* in milliseconds */
    uint64_t expires[REFERENCE_CELLS]; /* when the value beneath does; 0: never */
    bool full;                         /* a During had no room: nothing is known from now on */
} runner_world;

typedef enum runner_operation_kind {
    RUNNER_SET,
    RUNNER_ADD,
    RUNNER_BEGIN,
    RUNNER_END,
    RUNNER_REMOVE
} runner_operation_kind;

typedef struct runner_operation {
    runner_operation_kind kind;
    uint32_t cell; /* not of REMOVE */
    int64_t value; /* SET, BEGIN: the cell's; ADD: how much is added, before the cell saturates; REMOVE: the instance */
    int32_t lasts; /* SET: milliseconds until the value expires; 0: it does not */
    runner_during during;             /* BEGIN and END: whose */
    int32_t about[REFERENCE_INDEXES]; /* the generations of the cell's indexes and of the value: runner_stamp() */
    int32_t generation;
    const htnc_type *type; /* REMOVE: the instance's */
} runner_operation;

/* The world as declared. `number`: another one for each world of a story, so that no two instances are taken for one. */
void runner_world_begin(reference_planner *reference, runner_world *world, uint32_t number);

/* The operation is about the instances that `world` has. */
void runner_stamp(reference_planner *reference, runner_operation *operation, const runner_world *world);

/* Whether `world` still has the instances that the operation's cell is about. False if it has no cell (REFERENCE_NONE). */
bool runner_is_about_those(reference_planner *reference, const runner_operation *operation, const runner_world *world);

/*
 * Whether the game may write this to a cell (from 0 on) of a property: the cell is one of instances that are there, and so is the
 * value, be it that it is only added.
 */
bool runner_may_write(reference_planner *reference, const htnc_property *property, uint32_t cell, int32_t value,
                      bool adds, const int32_t *world);

/* False: it is about an instance that is gone, and nothing has been done. */
bool runner_apply(reference_planner *reference, const runner_operation *operation, runner_world *world);

/* An instance comes (its number; -1: there is no room), or goes, and with it what refers to it. */
int32_t runner_world_spawn(reference_planner *reference, const htnc_type *type, runner_world *world);
void runner_world_despawn(reference_planner *reference, const htnc_type *type, int32_t instance, runner_world *world);

/* The cell shows the last entry of its list, else the value beneath. */
void runner_show(runner_world *world, uint32_t cell);

/*
 * The values whose time is over expire: the initial value lies beneath. How many; `*changed`: some value was another one.
 */
uint32_t runner_world_lapse(reference_planner *reference, runner_world *world, bool *changed);

/* Whether a During is in force in the cell. */
bool runner_has_during(const runner_world *world, uint32_t cell);
