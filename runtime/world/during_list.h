/*
 * The Durings of a world. While a step runs, its During shows values in cells. So a cell has a value beneath, and a list of
 * the values that Durings show, in the order in which they began. The cell shows the last of them; without any, the value
 * beneath. When a During ends, its entry goes. Any other write sets the value beneath and empties the list.
 *
 * One list holds the entries of all cells. world->bytes has what the cells show. An entry repeats the value beneath its
 * cell, so a cell without entries costs nothing.
 *
 * In an AT_ONCE group the entries of all members for a shared cell form one list, ordered by `order`; the home shows what it says.
 * Each entry lies in its own agent's list. Another write at home ends all of them: those of the agent that is being ticked go at once,
 * the others are marked as overwritten, and go in their agent's next take, as a change from outside.
 *
 * Neighbours: world_write.h, through which every other write goes; agent/step_effects.c, which begins and ends Durings;
 * planner/validate.c, which foresees their ends.
 */
#pragma once

#include <htn/world.h>

typedef struct htni_during {
    uint32_t property, cell; /* the cell's index within its property */
    uint32_t layer;          /* of the agent: whose step it is; HTN_NONE: the entry is overwritten ... */
    uint32_t slot;           /* ... in which of that layer's slots, and ... */
    uint32_t step;           /* ... which step of the layer's running plan; HTN_NONE: of none, it is being aborted */
    int32_t value;           /* what the During shows */
    int32_t beneath;         /* the value beneath; the same in all entries of a cell */
    uint32_t order;          /* in a group: htni_home.begun when it began there; odd: in none */
} htni_during;

/* A world's list; world->durings points to it. The memory of the entries is the caller's. */
typedef struct htni_during_list {
    htni_during *entries; /* by when they began */
    uint32_t count, room;
} htni_during_list;

static inline bool htni_has_no_durings(const htni_during_list *list)
{
    return list == NULL || list->count == 0;
}

/*
 * The During of a step shows `value` in a cell: a new last entry, or, if the step has one there already, that entry's new
 * value. A value outside of the property's range becomes the nearest one in it. A static property, a cell that does not
 * exist, or a full list: nothing happens.
 */
void htni_during_show(htn_world *world, uint32_t layer, uint32_t slot, uint32_t step, uint32_t property, uint32_t cell,
                      int32_t value);

/*
 * The During of the step in this slot ends. `ended` is called with each cell (cell_address.h) that shows another value now;
 * NULL: nobody asks.
 */
void htni_during_end(htn_world *world, uint32_t layer, uint32_t slot, void (*ended)(void *user, uint32_t cell),
                     void *user);

/*
 * Another write is about to be made to a cell: empties its list. True: it was not empty. A copy in an AT_ONCE group leaves this to the
 * home.
 */
bool htni_during_overwrite(htn_world *world, uint32_t property, uint32_t cell);

/* In how many cells the During of the step in this slot shows something. */
uint32_t htni_during_count(const htn_world *world, uint32_t layer, uint32_t slot);

/* The world of an AT_ONCE group's home has become another one: empties the lists of all cells. */
void htni_during_overwrite_home(htn_world *world);

/* Drops the entries that were overwritten. Each is a change, even if its cell shows what it did. */
void htni_during_drop_overwritten(htn_world *world);

/* The value beneath a cell, or what it has if no During shows anything in it. */
int32_t htni_during_beneath(const htn_world *world, uint32_t property, uint32_t cell);

/*
 * The world, whose link is set, joins the members of its home: its Durings of shared cells are entries there. After a load those that
 * have begun there (`begun`) are where they were; others are last. It leaves, and has no link any more: the home goes on without them,
 * and the copy with them alone.
 */
void htni_during_enter(htn_world *world, bool begun);
void htni_during_leave(htn_world *world);
/* Sets the value beneath a cell's Durings, which stay. A change for all whose Durings they are. False: it has none, and nothing was set. */
bool htni_during_set_beneath(htn_world *world, uint32_t property, uint32_t cell, int32_t value);

/* Whether no During shows anything in the cell. */
bool htni_during_is_first(const htn_world *world, uint32_t property, uint32_t cell);

/*
 * Whether a cell in which this world's steps show something has an entry of another step, too. When such an entry comes or
 * goes below the last one, the cell shows what it did, and no change is logged; but it shows another value once the last one
 * has ended.
 */
bool htni_durings_overlap(const htn_world *world);

/*
 * What the cell of entry `index` shows once the Durings of layer `layer`'s steps before `step` have ended, as long as nothing
 * else is written to it.
 */
int32_t htni_during_shown_from(const htn_world *world, uint32_t index, uint32_t layer, uint32_t step);

/*
 * The entries of a cell of an AT_ONCE group's home, in order: the one behind `after` (NULL: the first), and whose world it belongs to.
 * NULL: there is none.
 */
const htni_during *htni_during_next(const htn_world *home, uint32_t property, uint32_t cell, const htni_during *after,
                                    const htn_world **whose);
