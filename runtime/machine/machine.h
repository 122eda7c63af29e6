/*
 * What the copies of the machine's loop call out for: the rarer and longer parts of instructions. Shared by vm.c,
 * vm_marked.c and vm_traced.c, and by what does those parts.
 */
#ifndef HTNI_MACHINE_H
#define HTNI_MACHINE_H

#include "../planner/footprint.h"

/* A limit failed a branch. */
static inline void htni_cut(htn_planner *planner, uint32_t what)
{
    if (planner->cut == 0)
        planner->first_cut = what;
    planner->cut |= what;
}

/* The method that the record followed has at `entry`; the path's end counts as the first one. */
static inline uint32_t htni_running_method(const htn_planner *planner, uint32_t entry)
{
    const htni_part *followed = htni_followed(planner);
    if (entry >= followed->records)
        return 0;
    return ((const uint16_t *)(const void *)htni_region(planner, followed->record_at))[entry];
}

/*
 * How many units of work can be done before a limit on steps, record or choice points can matter: none of them takes more than one
 * of each. 0 where there is more to look at than limits.
 */
static inline uint32_t htni_quick_units(const htn_planner *planner, uint32_t choices)
{
    const uint32_t steps = planner->machine.limits.steps - planner->machine.now.steps;
    const uint32_t record = planner->machine.limits.record - planner->machine.now.record;
    uint32_t units = planner->machine.limits.choices - choices; /* of 2^28 at the most */
    if (planner->against_running | planner->cheapest | planner->machine.domain->places)
        return 0;
    units = record < units ? record : units;
    return steps < units ? steps : units;
}

/* Whether the cell of a change, which is no mark, holds what it held before. */
bool htni_holds_old_value(const uint8_t *world, const htni_change *change);

/* Whether an ancestor above this one is the same task with the same arguments in the same world, and may not be: exact. */
bool htni_loops(const htn_planner *planner, const uint32_t *ancestor);

/* Adds to the cost or duration, which lie behind the working world and are trailed like it; false: no room. */
bool htni_accumulate(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t address, int32_t amount);

/* Looking for the cheapest plan: whether any plan from here on is known to cost too much. */
static inline bool htni_is_dear(const htn_planner *planner)
{
    return (uint32_t)htni_sum(planner, HTNI_SUM_LEAST) >= planner->bound;
}

/* The same of a whole plan: sums that would be above 2147483647 are known here only. */
static inline bool htni_is_too_dear(const htn_planner *planner)
{
    return (uint32_t)htni_sum(planner, HTNI_SUM_COST) >= planner->bound;
}

/* groups.c: GROUP, MEMBER and GROUP_END. `*first`: the group's first step. False: the trail is full. */
bool htni_begin_group(const htn_planner *planner, htni_registers *now, uint32_t room);
bool htni_end_member(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t *first);
bool htni_end_group(const htn_planner *planner, htni_registers *now, uint32_t room);

/*
 * groups.c: APPLY, at `pc`: makes the machine ready to carry out the effects of a step of the plan once more, and to come
 * back. OK: go on at now->pc. FULL_*.
 */
htn_status htni_apply_step(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t step, uint32_t pc);

/* groups.c: a cell as it was, by a write that is trailed; nothing where it is so. False: the trail is full. */
bool htni_write_back(const htn_planner *planner, htni_registers *now, uint32_t room, const htni_change *was);

/*
 * Enters a primitive task with what a step was given (NULL: zeroes), in a frame of its own if it has one; behind it, control
 * goes on at `continue_pc` in the frame that was current. Where in the task to begin is the caller's to say. OK | FULL_FRAMES.
 */
htn_status htni_enter_step(const htn_planner *planner, htni_registers *now, uint32_t task, const void *arguments,
                           uint32_t continue_pc);

/*
 * validate.c: VALID, on a walk through a plan: enters the next step, whose preconditions are at now->pc. OK | FULL_FRAMES. STANDS:
 * there is none. NO_PLAN: its instances are not those that it was given.
 */
htn_status htni_walk_on(htn_planner *planner, htni_registers *now);

/* Logs a cell as it is, at the trail's top; there must be room. */
static inline void htni_log(const htn_planner *planner, htni_registers *now, uint32_t cell, int32_t old)
{
    htni_trail(planner)[now->trail].cell = cell;
    htni_trail(planner)[now->trail++].old = old;
}

static inline void htni_mark_trail(const htn_planner *planner, htni_registers *now, htni_mark mark, uint32_t steps)
{
    htni_log(planner, now, (uint32_t)mark | (uint32_t)HTNI_WIDTH_MARK << HTNI_WIDTH_SHIFT, htni_signed(steps));
}

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

/* ranking.c: this candidate of a ranking, which has its place already, has this rank; whether it is the best one so far. */
bool htni_rank(uint32_t *ranking, uint32_t method, uint32_t keys, int32_t rank);

/* The rank that is drawn for it, by its weight, which is above 0. */
int32_t htni_draw(const htn_planner *planner, const htni_registers *now, const uint32_t *ranking, int32_t weight);

/* Takes the best one; false: there is none. */
bool htni_select(uint32_t *ranking, uint32_t keys);

/* Whether an instance is there, and, while a plan runs, is the one that was in its slot when that plan was made. */
bool htni_is_same(const htn_planner *planner, uint32_t type, int32_t instance);

/*
 * Achieves (achieve.c). Each goes on at now->pc. Begins one; enacts a step of what was found, or of the running plan;
 * takes the search further, of the `*left` units of work that there are still, or ends the Achieve. OK | FULL_*.
 */
htn_status htni_achieve(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t number);
htn_status htni_enact(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t *task);
htn_status htni_explore(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t *left);

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
/* Behind a ranking's fields, for each key: that of this candidate, of the best one so far, of the last one taken. */
enum { HTNI_KEY_THIS, HTNI_KEY_BEST, HTNI_KEY_TAKEN, HTNI_KEY_FIELDS };

/*
 * scan.c: goes on with the loop of the NEXT_INSTANCE at `pc` where it can: where to go then, and the fuel left. The same
 * pc: nothing was done, or the fuel is spent.
 */
typedef struct htni_scanned {
    uint32_t pc, fuel;
} htni_scanned;

htni_scanned htni_scan(const htn_domain *domain, const uint8_t *world, const uint8_t *code, uint32_t pc,
                       uint32_t *locals, uint32_t fuel);

/* The same in the planner's working world, and what has been read is marked. The planner has footprints. */
htni_scanned htni_scan_marked(const htn_planner *planner, const uint8_t *code, uint32_t pc, uint32_t *locals,
                              uint32_t fuel);

/* Eight bytes, of which each stays what it is where they are compared: on every byte order the same. */
static inline uint64_t htni_eight(const uint8_t *bytes)
{
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return eight;
}

/*
 * SEEK: the target of the first row from `row` on that the world matches. What the last row of a run asks, which the verifier has
 * seen to, any world has. A chain of tests would end each in a jump to an address that has just been read; here the rows lie one
 * behind the other, and the only jump is predicted.
 */
static inline uint32_t htni_seek(const uint8_t *row, const uint8_t *world)
{
    while (((htni_eight(world + htni_read32(row)) ^ htni_eight(row + HTN_ROW_VALUES * 4)) &
            htni_eight(row + HTN_ROW_MASKS * 4)) != 0)
        row += HTN_ROW_CONSTANTS * 4;
    return htni_read32(row + HTN_ROW_TARGET * 4);
}

/* Tells the listener. */
void htni_tell(const htn_planner *planner, htn_event_kind kind, uint32_t pc, uint32_t index);

#endif
