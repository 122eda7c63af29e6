/*
 * The footprint of a search: what it has read of the world. While none of that has another value, another search of the same
 * kind comes to the same, and need not be made (docs/running.md, "The footprint"). Only planners of agents have them: two, since
 * the search that found the running plan and the last one are not always the same. The machine marks (vm_marked.c), layer.c
 * asks. To mark too much costs a search that was not needed; to mark too little makes an agent miss one.
 */
#ifndef HTNI_FOOTPRINT_H
#define HTNI_FOOTPRINT_H

#include "../world/cells.h"
#include "planner_block.h"

/*
 * A footprint in the planner's block is an htni_footprint, then a bit for each byte of the world and for each instance's generation, then
 * the numbers of the words that are not 0.
 */

/* Words of bits that a footprint has. */
static inline uint32_t htni_footprint_words(const htn_domain *domain)
{
    return (uint32_t)(((uint64_t)domain->world_bytes + 63) / 64) + (domain->instances + 63) / 64;
}

/* Where generations begin among the words of bits. */
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
    return (htni_footprint *)(void *)htni_region(&planner->machine, planner->footprints.at[which]);
}

static inline htni_marks htni_marks_in(const htn_planner *planner, uint32_t which)
{
    htni_marks marks;
    marks.to = htni_footprint_of(planner, which);
    marks.bits = (uint64_t *)(void *)(marks.to + 1);
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

/* --- Marking: nothing is done where the search under way marks nothing -------------------------------- */

/* A cell of a property; one that is none, or a fact, is no part of the world. */
void htni_mark_cell(const htn_planner *planner, uint32_t property, uint32_t cell);

static inline void htni_mark_at(const htn_planner *planner, uint32_t table, int32_t instance)
{
    htni_mark_cell(planner, table, htni_cell(planner->machine.domain, table, &instance));
}

/* That the next instance of a type after `after` which is there is `next`; HTN_NONE: that there is none. */
void htni_mark_loop(const htn_planner *planner, uint32_t type, int32_t after, uint32_t next);

/* Whether an instance is there, and which one it is. */
void htni_mark_instance(const htn_planner *planner, uint32_t type, int32_t instance);

/* A query, and what htni_ask() looks at before and after it is asked. */
void htni_mark_query(const htn_planner *planner, uint32_t query, const int32_t *arguments);

/* Below a recursive task, and where an Achieve searches. */
static inline bool htni_compares_worlds(const htn_planner *planner, const htni_registers *now)
{
    return now->ancestry != 0 || planner->achieve.searching;
}

/*
 * A cell about to be written, `value` not yet saturated. That does not read it, `+=` neither, as all that comes of its value is the
 * cell's next one. But what it held counts as read where worlds are compared; and where nothing changes, since else the trail
 * would be longer.
 */
void htni_mark_write(const htn_planner *planner, const htni_registers *now, uint32_t property, uint32_t cell,
                     int32_t value);

/* The same of a byte at `address`, which holds `old`. */
static inline void htni_mark_old_byte(const htn_planner *planner, const htni_marks *marks, const htni_registers *now,
                                      uint32_t address, int32_t old, int32_t value)
{
    if (htni_compares_worlds(planner, now) || old == value)
        htni_mark_bytes(marks, address, 1);
}

/* The writes that are put off, about to be carried out. */
void htni_mark_pending(const htn_planner *planner, const htni_registers *now, uint32_t room);

/* --- Asking ------------------------------------------------------------------------------------------- */

/* Nothing is marked in a footprint. */
void htni_clear_marks(const htn_planner *planner, uint32_t which);

/* Whether footprint `which` has read the byte at an address of the world. */
static inline bool htni_footprint_has(const htn_planner *planner, uint32_t which, uint32_t address)
{
    return htni_has_footprints(planner) && (htni_marks_in(planner, which).bits[address / 64] >> address % 64 & 1) != 0;
}

#endif
