/*
 * The trail: every change of the working world since the search began, the newest last. Backtracking undoes
 * the changes behind a choice point. Marks between the changes say where steps, groups, Achieves and Whiles
 * begin and end; undoing skips them.
 */
#pragma once

#include "../world/cell_address.h"
#include "planner_block.h"

/*
 * An entry of this width is a mark, not a change. It has an htni_mark in place of the address, and in `old`
 * the number of steps that the plan had.
 */
enum { HTNI_WIDTH_MARK = HTNI_WIDTHS };

typedef enum htni_mark {
    HTNI_MARK_STEP, /* step `old` begins (traced searches only); or its effects are applied again, at the end of its group */
    HTNI_MARK_GROUP,  /* a parallel group begins, with its first member */
    HTNI_MARK_MEMBER, /* a member has ended and its changes are undone; the next one begins, unless the group ends */
    HTNI_MARK_GROUP_END,
    HTNI_MARK_ACHIEVE, /* an Achieve begins */
    HTNI_MARK_ACHIEVE_END,
    HTNI_MARK_WHILE, /* the subtasks of a method with a While begin */
    HTNI_MARK_WHILE_END,
    HTNI_MARK_BACKGROUND /* the member that has just begun is a Background */
} htni_mark;

static inline htni_change *htni_trail(const htni_machine *machine)
{
    return htni_region(machine, HTNI_TRAIL_AT);
}

/* Undoes one change. */
void htni_put_back(uint8_t *world, const htni_change *change);

/* Undoes the changes from `top` down to `mark`, of any width. */
void htni_undo_all(uint8_t *world, const htni_change *top, const htni_change *mark);

/* The same, faster: most changes are of bytes. */
static inline void htni_undo_from(uint8_t *world, const htni_change *top, const htni_change *mark)
{
    for (; top > mark; top--) {
        const uint32_t cell = top[-1].cell;
        if (!htni_is_byte(cell)) {
            htni_undo_all(world, top, mark);
            break;
        }
        world[cell] = (uint8_t)top[-1].old;
    }
}

/* Undoes the changes until the trail's top is `mark`. */
static inline void htni_undo(const htni_machine *machine, uint32_t top, uint32_t mark)
{
    const htni_change *const trail = htni_trail(machine);
    htni_undo_from(htni_working_world(machine), trail + top, trail + mark);
}

/* Appends a cell with its old value. There must be room. */
static inline void htni_log(const htni_machine *machine, htni_registers *now, uint32_t cell, int32_t old)
{
    htni_trail(machine)[now->trail].cell = cell;
    htni_trail(machine)[now->trail++].old = old;
}

static inline void htni_mark_trail(const htni_machine *machine, htni_registers *now, htni_mark mark, uint32_t steps)
{
    htni_log(machine, now, (uint32_t)mark | (uint32_t)HTNI_WIDTH_MARK << HTNI_WIDTH_SHIFT, htni_signed(steps));
}

/* Whether a cell has the value again that it had before the change, which is no mark. */
bool htni_holds_old_value(const uint8_t *world, const htni_change *change);

/*
 * Undoes a change by a new one on the trail; does nothing if the cell has that value. False: the trail is
 * full.
 */
bool htni_write_back(const htni_machine *machine, htni_registers *now, uint32_t room, const htni_change *was);
