/*
 * The timers of a world: when values expire. A cell that can expire (HTN_PROPERTY_EXPIRES) has one of 4 bytes. A write "for t"
 * starts it; any other write stops it. When its time is over, the cell gets its initial value: the value beneath, if Durings
 * show something in the cell. Planning does not read timers.
 *
 * The clock counts milliseconds and runs from 1 to 2^32 - 1, then again from 1. So 0 is no time, and times are compared
 * modulo 2^32 - 1.
 *
 * Neighbours: world_write.h, through which every write goes; agent/expiry.c and agent/group.c, which let values expire.
 */
#pragma once

#include <htn/world.h>

enum { HTNI_LONGEST_TIMER = INT32_MAX };

/* A world's timers; world->timers points to them. The memory of `ends` is the caller's. */
typedef struct htni_timers {
    uint32_t *ends;    /* when each value expires, by the properties and their cells; 0: it does not */
    uint32_t count;    /* how many cells can expire */
    uint32_t running;  /* how many values expire */
    uint32_t time;     /* the clock */
    uint32_t earliest; /* none expires before this; only if some are running */
    /* Called when a timer is started (for so many milliseconds), or stopped (0) by a write that changes no value. NULL: nobody. */
    void (*watcher)(void *user, uint32_t address, uint32_t milliseconds);
    void *watcher_user;
} htni_timers;

/* How many cells of a domain can expire. */
uint64_t htni_count_timers(const htn_domain *domain);

/* Makes timers of a world, none of them running. `ends`: htni_count_timers() words, all 0. */
void htni_timers_init(htni_timers *timers, const htn_domain *domain, uint32_t *ends);

/* Lets the clock go on, by at most HTNI_LONGEST_TIMER. Values that expire meanwhile stay until htni_timers_lapse(). */
void htni_timers_pass(htni_timers *timers, uint32_t milliseconds);

/*
 * Starts the timer of a cell: 1 to HTNI_LONGEST_TIMER milliseconds, less or more counts as these. Does nothing if the cell cannot
 * expire, or the world has no timers.
 */
void htni_timer_start(htn_world *world, uint32_t property, uint32_t cell, uint32_t milliseconds);

/* Stops a cell's timer. True: it was running. */
bool htni_timer_stop(htn_world *world, uint32_t property, uint32_t cell);

/*
 * Gives the cells of `to` the time that is left to those of `from`, if both have timers; else stops them. `shared`: also of shared
 * properties. Calls no watcher.
 */
void htni_copy_timers(htn_world *to, const htn_world *from, bool shared);

/* Stops the timers of shared properties, or starts them again with the time that is left in another world. */
void htni_stop_shared_timers(htn_world *world);
void htni_start_shared_timers(htn_world *world, const htn_world *from);

/* How many milliseconds are left until the value expires; 0: it does not. */
uint32_t htni_timer_left(const htn_world *world, uint32_t property, uint32_t cell);

/* A value expires: the cell gets its initial value, beneath its Durings. */
void htni_lapse(htn_world *world, uint32_t property, uint32_t cell);

/* Lets all values whose time is over expire, in the order of the properties. `lapses` is called before each of them; may be NULL. */
void htni_timers_lapse(htn_world *world, void (*lapses)(void *user, uint32_t address), void *user);
