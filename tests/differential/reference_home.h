/*
 * Groups by the reference runner: docs/running.md, "What a group shares". The home is a world; each agent in the group has a copy
 * of its shared part in its own. AT_ONCE an agent's operations on shared cells are done in the home, and the copy gets what comes
 * of them. LATER they are kept, and done in the home when the agent shares; until then the agent sees them on top of what it last
 * took from the home: each in its turn, from the next take on what comes of all.
 */
#pragma once

#include "runner_world.h"

enum { HOME_KEPT = 2048 };

typedef struct reference_home {
    reference_planner *reference;
    uint32_t id;
    bool later;
    runner_world world;
} reference_home;

/* What an agent is to a group. */
typedef struct home_member {
    reference_home *home; /* NULL: in none */
    bool strange; /* it has never taken anything from a home with its id: all instances that it knows are others */
    bool knows;   /* it has been in a home: `last` */
    uint32_t last;
    uint32_t kept_count;
    runner_operation kept[HOME_KEPT]; /* LATER: what the agent has not shared, at most one write to a cell */
    bool full;                        /* there was more: nothing is known from now on */
} home_member;

/* A home as declared; `number` as of runner_world_begin(). */
void home_begin(reference_home *home, reference_planner *reference, uint32_t id, bool later, uint32_t number);

/* Time passes for the shared values that expire; before the members' ticks. */
void home_pass(reference_home *home, uint32_t milliseconds);

/* What the game does to it: as runner_set() and the like do to an agent's world. */
void home_set(reference_home *home, const htnc_property *property, uint32_t cell, int32_t value, int32_t lasts);
void home_add(reference_home *home, const htnc_property *property, uint32_t cell, int32_t more);
void home_spawn(reference_home *home, const htnc_type *type);
void home_despawn(reference_home *home, const htnc_type *type, int32_t instance);

/* Nobody holds the instance any more. */
void home_free(reference_home *home, const htnc_type *family, int32_t instance);

/* --- For the runner --- */

/* How many layers of members hold an instance; NULL: there is none like it. It lies in the home's world, so a removal makes it 0. */
int32_t *home_held(reference_home *home, const htnc_held *held, int32_t instance);

/* Whether a group shares the cell of a property; the instances of a type. */
bool home_shares_cell(reference_planner *reference, uint32_t cell);
bool home_shares_type(reference_planner *reference, const htnc_type *type);

/* Does an operation of the member, whose world is `world`, on the shared part: in the home, or in what it sees of it. */
void home_operate(home_member *member, reference_planner *reference, const runner_operation *operation,
                  runner_world *world);

/* The operation is about instances that no home has. */
void home_estrange(runner_operation *operation);

/* AT_ONCE: a new instance in the home; its number, -1: there is no room. Where the member's world has none, it is this one. */
int32_t home_spawn_for(const home_member *member, reference_planner *reference, const htnc_type *type);
void home_place(const home_member *member, reference_planner *reference, const htnc_type *type, int32_t instance,
                runner_world *world);

/* Whether a take would show another value in a cell than the member's world has, by its own operations alone. */
bool home_sums_otherwise(const home_member *member, reference_planner *reference, const runner_world *world);

/* What the member sees of the shared part after a take. */
void home_view(const home_member *member, reference_planner *reference, runner_world *view);

/* The shared part of `world`, presence and Durings included, becomes that of `from`. */
void home_copy(reference_planner *reference, runner_world *world, const runner_world *from);

/* Joining: an entry of its own list becomes one of the home's. Leaving: its entries in the home go; the copy
 * stays, and with it the agent's own Durings that are in force. True: a cell has changed. */
void home_bring_during(home_member *member, reference_planner *reference, const runner_during *during,
                       const runner_world *world);
bool home_leave(home_member *member, reference_planner *reference, uint32_t agent, runner_world *world);

/* LATER: does in the home what was kept. */
void home_share(home_member *member, reference_planner *reference);
