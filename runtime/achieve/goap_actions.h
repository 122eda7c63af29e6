/*
 * What is known of an Achieve's actions and goal before it searches, so that the machine need not run them. In the
 * planner's block lie a record for each task that the Achieve uses, one for each of its tests and each of its
 * writes, and one for each test of the goal. Neighbours: achieve_layout.c, which says what can be known and what a
 * state looks like; goap_expand.c, which uses it.
 */
#pragma once

#include "../blob/achieve_layout.h"
#include "../search/planner_block.h"

enum { HTNI_MOST_GOAL_TESTS = 16 }; /* of a goal that is known beforehand; the machine runs the tests of others */

/* How the machine is spared for an action. */
typedef enum htni_action_kind {
    HTNI_ACTION_OTHER,  /* not at all: it does something else than to test and to write bytes */
    HTNI_ACTION_WRITES, /* its writes are done one by one */
    HTNI_ACTION_SETS    /* its writes are done all at once: it sets fields of one word */
} htni_action_kind;

/* Behind the last action lies one more, of which only `ruled_out` counts. */
typedef struct htni_action {
    uint64_t mask, needs;  /* it is possible only where these bits of state word `word` are `needs` ... */
    uint64_t clears, sets; /* SETS: bits of state word `written` that it clears, and then sets */
    uint64_t factor;       /* of that word in the hash */
    uint32_t word, written;
    uint32_t tests, tests_end;   /* ... and where these hold */
    uint32_t writes, writes_end; /* if it is not OTHER */
    uint32_t ruled_out;          /* how many actions, from this one on, have no outcome in the whole search */
    uint32_t use;                /* a record of USES */
    int32_t cost;                /* if it is not OTHER: what its COST adds; 0 or less: nothing */
    uint8_t kind;                /* htni_action_kind */
    uint8_t plain;               /* its kind in this search: OTHER if the trail may have no room for its changes */
    bool more;                   /* a test of a byte in the state is not part of `needs` */
} htni_action;

/* A test of a byte. If that is in the state, it is the field `at`; else no action changes it. */
typedef struct htni_action_test {
    htni_byte_test byte;
    bool held; /* of a byte in no state: when the actions were judged */
    htni_field at;
} htni_action_test;

/* A write of a byte: it becomes itself plus `change`, or the nearest value from `low` to `high`. */
typedef struct htni_byte_write {
    uint32_t address; /* in the world */
    htni_field at;    /* in the state */
    int16_t change;
    uint8_t low, high;
} htni_byte_write;

/* A test of the goal. Where the byte passes, an item of the goal does not hold: UNMET. */
typedef struct htni_goal_test {
    htni_action_test unmet;
    uint32_t lack; /* see htni_unmet() */
    uint32_t bit;  /* of the item, if it is one of the first 32; else 0 */
} htni_goal_test;

/* The byte that a test is about. */
static inline uint8_t htni_tested_byte(const uint8_t *world, const uint64_t *state, const htni_action_test *test)
{
    if (test->at.word == HTN_NONE)
        return world[test->byte.address];
    return (uint8_t)((state[test->at.word] >> test->at.shift) & test->at.mask);
}

static inline bool htni_test_holds(const uint8_t *world, const uint64_t *state, const htni_action_test *test)
{
    return (uint8_t)(htni_tested_byte(world, state, test) - test->byte.low) <= test->byte.span;
}

/* The same of a test about a byte of the world, where no state is packed. */
static inline bool htni_world_test_holds(const uint8_t *world, const htni_action_test *test)
{
    return (uint8_t)(world[test->byte.address] - test->byte.low) <= test->byte.span;
}

/* The records of the tasks that the Achieve uses, in order. */
static inline htni_action *htni_actions(const htn_planner *planner)
{
    return htni_region(&planner->machine, htni_achieve_of(planner)->actions_at);
}

static inline htni_action_test *htni_action_tests_of(const htn_planner *planner)
{
    return htni_region(&planner->machine, htni_achieve_of(planner)->tests_at);
}

static inline htni_byte_write *htni_byte_writes(const htn_planner *planner)
{
    return htni_region(&planner->machine, htni_achieve_of(planner)->writes_at);
}

static inline htni_goal_test *htni_goal_tests(const htn_planner *planner)
{
    return htni_region(&planner->machine, htni_achieve_of(planner)->goal_at);
}

/* The properties of a state. */
static inline htni_state_part *htni_parts(const htn_planner *planner)
{
    return htni_region(&planner->machine, htni_achieve_of(planner)->parts_at);
}

/* Reads the actions and the goal of Achieve `number`, whose ACHIEVE is at `pc`. The parts of its state are known. */
void htni_read_actions(const htn_planner *planner, uint32_t number, uint32_t pc);

/*
 * Once for each search, in the world in which it begins: rules out the actions with a test that does not hold, of a
 * byte that no action changes; and finds out for which of the others the machine can be spared.
 */
void htni_judge_actions(const htn_planner *planner);
