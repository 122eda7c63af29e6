/*
 * The opponents of the workloads (workloads.h): the same behaviour as a programmer would write it without a planner. They work
 * on a world of one byte per property and fill the same kind of plan array. They have no record, budget, limits or trail.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* One function per task, and never inlined. */
#if defined(__clang__)
#define HAND_TASK static __attribute__((noinline)) bool
#elif defined(__GNUC__)
#define HAND_TASK static __attribute__((noinline, noclone)) bool
#else
#define HAND_TASK static bool
#endif

enum { HAND_STEPS = 64 };

/* Laid out as htn_step. Primitive tasks are counted from 0, as the domain declares them. */
typedef struct hand_step {
    uint32_t task, arguments;
} hand_step;

typedef struct hand_planner {
    uint8_t world[8]; /* working copy of what is written */
    uint32_t step_count;
    hand_step steps[HAND_STEPS];
} hand_planner;

static inline bool hand_append(hand_planner *p, uint32_t task)
{
    p->steps[p->step_count].task = task;
    p->steps[p->step_count].arguments = 0;
    p->step_count++;
    return true;
}

/* Each plans in `world`, a byte per property; false: no plan. */
bool troll_by_hand(hand_planner *p, const uint8_t *world);
bool combinations_by_hand(hand_planner *p, const uint8_t *world);
bool wide_by_hand(hand_planner *p, const uint8_t *world);
bool modes_by_hand(hand_planner *p, const uint8_t *world);

/* goap_by_hand.c: A* over the actions of workloads.h. */
bool line_by_hand(hand_planner *p, const uint8_t *world);
bool bushy_by_hand(hand_planner *p, const uint8_t *world);
