/*
 * The working world: the planner's copy of the world, in which it searches. It is brought up to date before a
 * search, and the trail undoes the changes of the search.
 */
#pragma once

#include "../achieve/achieve.h"
#include "../blob/attributes.h"
#include "../search/trail.h"
#include "../search/tuples.h"
#include "../world/cells.h"

/*
 * Whether the world's log has all changes since the working world was last brought up to date, unless another world was made
 * in the same memory meanwhile. That the hashes tell, in htni_follow_world().
 */
static inline bool htni_has_log(const htn_planner *planner, const htn_world *world)
{
    return planner->copy.world == world && world->changes - planner->copy.changes <= HTN_WORLD_LOG;
}

/*
 * Brings the working world up to date by the world's log, which has all changes (htni_has_log()). False: that was another
 * world's log, and the whole world was copied.
 */
bool htni_follow_log(htn_planner *planner, const htn_world *world);

/* htni_follow_world() after a change. */
bool htni_catch_up(htn_planner *planner, htn_world *world);

/* Copies the whole world, whatever the last search has left. */
void htni_copy_world(htn_planner *planner, const htn_world *world);

/* Whether nothing has changed in the world since the working world was last brought up to date. */
static inline bool htni_is_up_to_date(const htn_planner *planner, const htn_world *world)
{
    return planner->copy.world == world && planner->copy.changes == world->changes &&
           planner->copy.values_hash == world->values_hash && planner->copy.generations_hash == world->generations_hash;
}

/*
 * Brings the working world up to date, with the last search undone. Usually nothing has changed. False: the log was not
 * enough, and the whole world was copied.
 */
static inline bool htni_follow_world(htn_planner *planner, htn_world *world)
{
    return htni_is_up_to_date(planner, world) || htni_catch_up(planner, world);
}

/* Undoes the last search: the working world is again the one in which it began. */
static inline void htni_undo_search(htn_planner *planner)
{
    if (HTNI_UNLIKELY(planner->machine.limits.nodes != 0))
        htni_achieve_give_up(planner);
    if (HTNI_UNLIKELY(planner->machine.tuples_at != 0)) {
        htni_tuples_reset(htni_tuples_of(planner));
        planner->achieving.quiet = 0;
    }
    htni_undo(&planner->machine, planner->machine.now.trail, 0);
    planner->machine.now.trail = 0;
}

/* Makes the machine ready to run from `pc`, in the working world as it is. */
static inline void htni_set_registers(htn_planner *planner, uint32_t pc)
{
    memset(&planner->machine.now, 0, sizeof planner->machine.now);
    planner->machine.now.pc = pc;
    planner->machine.now.continue_pc = HTN_SLOT_DONE;
    planner->machine.now.frames = HTNI_FRAME_LOCALS;
    planner->machine.choice_count = 0;
}

/* No search has begun: its phase is HTNI_IDLE, and no level is guarded. */
static inline void htni_clear_search(htni_search_state *search)
{
    const size_t first = offsetof(htni_search_state, phase);
    memset((uint8_t *)search + first, 0, offsetof(htni_search_state, bound) - first);
}

/* Undoes the last search, and makes the machine ready to run from `pc`. */
static inline void htni_reset_machine(htn_planner *planner, uint32_t pc)
{
    htni_undo_search(planner);
    htni_set_registers(planner, pc);
    planner->search.guarded = 0;
}

/*
 * Gives up the last search, brings the working world up to date, and makes the machine ready to run from `pc`.
 */
static inline void htni_rewind_to(htn_planner *planner, htn_world *world, uint32_t pc)
{
    htni_reset_machine(planner, pc);
    htni_clear_search(&planner->search);
    htni_follow_world(planner, world);
}

/*
 * A world of at most this many bytes, without instances, is copied before a plain search. That is cheaper than to undo the last
 * search and to ask what has changed.
 */
enum { HTNI_SMALL_WORLD = 64 };

/* The size is a multiple of 4. */
static inline void htni_copy_small_world(htn_planner *planner, const htn_world *world)
{
    const uint32_t size = planner->prepared.small_world;
    const uint8_t *const from = world->bytes;
    uint8_t *const copy = htni_working_world(&planner->machine);
    uint32_t at = size & 4;
    if (at != 0)
        memcpy(copy, from, 4);
    for (; at < size; at += 8)
        memcpy(copy + at, from + at, 8);
    planner->copy.world = world;
    planner->copy.changes = world->changes;
    planner->copy.values_hash = world->values_hash;
    planner->copy.generations_hash = world->generations_hash;
}

/* htni_reset_machine() for a plain search, in the working world as it is. */
static inline void htni_reset_plain(htn_planner *planner, uint32_t pc)
{
    htni_set_registers(planner, pc);
    htni_clear_search(&planner->search);
}

/* The same for a run that is no search, so it has no horizon. */
void htni_rewind(htn_planner *planner, htn_world *world, uint32_t pc);

/* Whether the world belongs to the planner's domain. */
static inline bool htni_fits(const htni_machine *machine, const htn_world *world)
{
    const htn_domain *const domain = world->domain;
    return domain == machine->domain || (domain != NULL && htni_same_worlds(domain, machine->domain));
}
