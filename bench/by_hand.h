/*
 * The opponents of the workloads (workloads.h): the same behaviour as an expert would write it without a planner. They work on a
 * world of one byte per property and fill the same kind of plan array. They have no budget, limits or trail. Those that are
 * `recorded` also keep the record, of which a planner needs the methods taken for replanning.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { HAND_STEPS = 64 };

/* Laid out as htn_step. Primitive tasks are counted from 0, as the domain declares them. */
typedef struct hand_step {
    uint32_t task, arguments;
} hand_step;

typedef struct hand_planner {
    uint8_t world[8]; /* working copy of what is written */
    uint32_t step_count;
    hand_step steps[HAND_STEPS];
    uint32_t record_count;
    uint16_t record[HAND_STEPS]; /* indices of the methods taken; only if recorded */
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
bool troll_recorded(hand_planner *p, const uint8_t *world);
bool combinations_recorded(hand_planner *p, const uint8_t *world);
bool wide_recorded(hand_planner *p, const uint8_t *world);

/* goap_by_hand.c: A* over the actions of workloads.h. */
bool line_by_hand(hand_planner *p, const uint8_t *world);
bool bushy_by_hand(hand_planner *p, const uint8_t *world);
