/*
 * The loop guard: a recursive task makes no progress, and fails, if an ancestor is the same task with the same
 * arguments in the same world.
 */
#pragma once

#include "planner_block.h"

/*
 * Down to this depth an ancestor is compared with each one above it. Only planners with a greater limit have a table. At
 * least 2: nobody tells the guard of an outermost ancestor, but of the one below it.
 */
enum { HTNI_NEAR_DEPTH = 8 };

/* The table: this, the buckets (u32), then a level for each depth up to the limit. */
typedef struct htni_guard {
    uint32_t filled; /* levels that are in the table */
    uint32_t buckets;
} htni_guard;

typedef struct htni_guard_level {
    uint32_t ancestor; /* its offset in the region of frames */
    uint32_t world;    /* hash of the world in which it was entered */
    uint32_t key;      /* hash of task, arguments and world */
    uint32_t next;     /* the level that was entered before with the same bucket; 0: none */
} htni_guard_level;

/* How many levels the table has: so deep can tasks be nested, and GUARD looks at one more ancestor than fits. */
static inline uint32_t htni_guard_levels(const htn_limits *limits)
{
    const uint32_t fit = limits->frames / HTNI_ANCESTOR_WORDS + 1;
    return limits->depth < fit ? limits->depth : fit;
}

/* A power of 2. */
static inline uint32_t htni_guard_buckets(uint32_t levels)
{
    uint32_t buckets = 1;
    while (buckets < levels)
        buckets *= 2;
    return buckets;
}

/* Bytes of the table. It is empty with all 0 but the number of buckets. */
static inline uint64_t htni_guard_bytes(const htn_limits *limits)
{
    const uint32_t levels = htni_guard_levels(limits);
    return sizeof(htni_guard) + levels * (uint64_t)sizeof(htni_guard_level) +
           htni_guard_buckets(levels) * (uint64_t)sizeof(uint32_t);
}

/* Makes the table empty. */
void htni_guard_init(const htn_planner *planner);

/* An ancestor at this depth is made whose task needs no comparison (HTN_TASK_PROGRESSES). */
static inline void htni_progresses(htn_planner *planner, uint32_t depth)
{
    if (planner->search.guarded >= depth)
        planner->search.guarded = depth - 1;
}

/* Whether an ancestor above this one is the same task with the same arguments in the same world. */
bool htni_loops(htn_planner *planner, const uint32_t *ancestor);
