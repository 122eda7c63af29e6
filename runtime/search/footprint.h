/*
 * The footprint of a search: all cells of the world that it has read (docs/running.md, "The footprint"). As
 * long as none of them has another value, the same search would have the same outcome, and need not be made.
 * An agent's planner has two footprints, because the search that found the running plan is not always the last
 * one. The machine marks (vm_marked.c); agents and the replan cache ask.
 *
 * To mark too much costs a search that was not needed. To mark too little makes an agent miss a change.
 */
#pragma once

#include "../world/cells.h"
#include "planner_block.h"

/*
 * In the planner's block a footprint is an htni_footprint; then one bit for each byte of the world and for
 * each generation, in words of 64; then the numbers of the words that are not 0.
 */

/* The number of words. */
static inline uint32_t htni_footprint_words(const htn_domain *domain)
{
    return (uint32_t)(((uint64_t)domain->world_bytes + 63) / 64) + (domain->instances + 63) / 64;
}

/* The first word of generations. */
static inline uint32_t htni_first_generation(const htn_domain *domain)
{
    return htni_footprint_words(domain) - (domain->instances + 63) / 64;
}

static inline bool htni_has_footprints(const htn_planner *planner)
{
    return planner->footprints.at[0] != 0;
}

static inline htni_footprint *htni_footprint_of(const htn_planner *planner, uint32_t which)
{
    return htni_region(&planner->machine, planner->footprints.at[which]);
}

static inline uint64_t *htni_marked_bits(htni_footprint *footprint)
{
    return (uint64_t *)(void *)(footprint + 1);
}

static inline htni_marks htni_marks_in(const htn_planner *planner, uint32_t which)
{
    htni_marks marks;
    marks.to = htni_footprint_of(planner, which);
    marks.bits = htni_marked_bits(marks.to);
    marks.words = (uint32_t *)(void *)(marks.bits + htni_footprint_words(planner->machine.domain));
    return marks;
}

static inline htni_marks htni_marks_of(const htn_planner *planner)
{
    const htni_marks none = {NULL, NULL, NULL};
    if (planner->replan_cache.recording)
        return htni_marks_in(planner, HTNI_REPLAN_FOOTPRINT);
    const bool marking = htni_has_footprints(planner) && planner->search.phase == HTNI_SEARCHING;
    return marking ? htni_marks_in(planner, planner->footprints.last) : none;
}

/* --- Marking: does nothing while no footprint is recorded ---------------------------------------------- */

/* A cell of a property was read. No such cell, or a fact: nothing is marked. */
void htni_mark_cell(const htn_planner *planner, uint32_t property, uint32_t cell);

static inline void htni_mark_at(const htn_planner *planner, uint32_t table, int32_t instance)
{
    htni_mark_cell(planner, table, htni_cell(planner->machine.domain, table, &instance));
}

/* A loop went from `after` to the next instance that is present, `next`; HTN_NONE: there is none. */
void htni_mark_loop(const htn_planner *planner, uint32_t type, int32_t after, uint32_t next);

/* It was read whether an instance is present, and which one it is. */
void htni_mark_instance(const htn_planner *planner, uint32_t type, int32_t instance);

/* A query was asked. Its arguments and its answer depend on which instances are present. */
void htni_mark_query(const htn_planner *planner, uint32_t query, const int32_t *arguments);

/* Whether worlds are compared: below a recursive task (loop guard), and while an Achieve searches. */
static inline bool htni_compares_worlds(const htn_planner *planner, const htni_registers *now)
{
    return (now->ancestry | planner->achieving.searching) != 0;
}

/*
 * A cell is about to be set to `value`, not yet saturated. This reads the cell only where worlds are compared,
 * and where it has that value already: then no change is made, and the trail is shorter. `+=` does not read
 * it, because only the new value depends on it.
 */
void htni_mark_write(const htn_planner *planner, const htni_registers *now, uint32_t property, uint32_t cell,
                     int32_t value);

/* The same for a byte at `address` that is `old`. */
static inline void htni_mark_old_byte(const htn_planner *planner, const htni_marks *marks, const htni_registers *now,
                                      uint32_t address, int32_t old, int32_t value)
{
    if (htni_compares_worlds(planner, now) || old == value)
        htni_mark_bytes(marks, address, 1);
}

/* The same for the deferred writes, which are about to be committed. */
void htni_mark_pending(const htn_planner *planner, const htni_registers *now, uint32_t room);

/* --- Asking ------------------------------------------------------------------------------------------- */

/* Empties a footprint. */
void htni_clear_marks(const htn_planner *planner, uint32_t which);

/* Whether footprint `which` has the byte at an address of the world. */
static inline bool htni_footprint_has(const htn_planner *planner, uint32_t which, uint32_t address)
{
    return htni_has_footprints(planner) && (htni_marks_in(planner, which).bits[address / 64] >> address % 64 & 1) != 0;
}
