/*
 * What the two copies of the machine's loop call out for: the rarer and longer parts of
 * instructions. Shared by vm.c and vm_traced.c only.
 */
#ifndef HTNI_MACHINE_H
#define HTNI_MACHINE_H

#include "internal.h"

/* The hash is the sum over changed cells of (value - value at the start) * factor: any order gives the same. */
#define HTNI_HASH_FACTOR(address) (((address)*2u + 1u) * UINT32_C(0x9E3779B1))

/* A limit failed a branch. */
static inline void htni_cut(htn_planner *planner, uint32_t what)
{
    if (planner->cut == 0)
        planner->first_cut = what;
    planner->cut |= what;
}

/* The method that the running plan's record has at `entry`; the path's end counts as the first one. */
static inline uint32_t htni_running_method(const htn_planner *planner, uint32_t entry)
{
    if (entry >= planner->running.records)
        return 0;
    return ((const uint16_t *)(const void *)htni_region(planner, planner->running.record_at))[entry];
}

/* Whether an ancestor was the same task with the same arguments in the same world: exact. */
bool htni_loops(const htn_planner *planner, const htni_registers *now, uint32_t task, uint32_t arguments);

/* Adds to the cost or duration, which lie behind the working world and are trailed like it; false: no room. */
bool htni_accumulate(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t address, int32_t amount);

/* Writes a cell of a property, saturating and trailed; a cell that is none is left alone. False: the trail is full. */
bool htni_write_cell(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t property, uint32_t cell,
                     int32_t value);

/* Puts a write off, or carries out those put off, in order. False: the trail is full. */
bool htni_defer(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t how, uint32_t property,
                uint32_t cell, int32_t value);
bool htni_commit(const htn_planner *planner, htni_registers *now, uint32_t room);

/*
 * Replanning, at an instruction BOUND of method `method`, or of a primitive task: where this is what the running
 * plan has here, puts its bindings into the current frame's locals. False: it is not.
 */
bool htni_bind(const htn_planner *planner, const htni_registers *now, uint32_t pc, uint32_t method);

/* Select [random]: the key of a draw, from a seed, the record so far, the candidate's ordinal, and its weight. */
int32_t htni_draw(uint32_t seed, const uint16_t *record, uint32_t records, uint32_t ordinal, int32_t weight);

/* Whether an instance is there, and, while a plan runs, is the one that was in its slot when that plan was made. */
bool htni_is_same(const htn_planner *planner, uint32_t type, int32_t instance);

/* Puts a mark on the trail. False: it is full. */
bool htni_put_mark(const htn_planner *planner, htni_registers *now, uint32_t room, htni_mark mark);

/*
 * Achieves (achieve.c). Each goes on at now->pc. Begins one; enacts a step of what was found, or of the running plan;
 * takes the search one turn further, or ends the Achieve. OK | FULL_*.
 */
htn_status htni_achieve(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t number);
htn_status htni_enact(htn_planner *planner, htni_registers *now, uint32_t pc, uint32_t *task);
htn_status htni_explore(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc);

/* An item of the goal does not hold; see UNMET. */
static inline void htni_unmet(htni_achieving *achieving, uint32_t item, uint32_t lack)
{
    const uint32_t bit = item < 32 ? UINT32_C(1) << item : 0;
    achieving->unmet = 1;
    achieving->unmet_items |= bit;
    achieving->hopeless |= lack == HTN_NONE;
    achieving->hopeless_items |= lack == HTN_NONE ? bit : 0;
    achieving->lack += lack;
}

/* Tells the listener. */
void htni_tell(const htn_planner *planner, htn_event_kind kind, uint32_t pc, uint32_t index);

#endif
