/*
 * The loop guard (docs/language.md, "Loops"): a recursive task with the same arguments in the same world as
 * one of its ancestors makes no progress. The comparison is exact: no hashes.
 */
#include "loop_guard.h"
#include "../blob/attributes.h"
#include "../blob/blob_reader.h"
#include "trail.h"

/*
 * Whether the working world is the same as when the trail's top was `mark`. Idea: the first change of a cell
 * since then has the value that the cell had. It is compared with the present value. If they are equal,
 * nothing follows from this entry; if not, a look back tells whether an earlier entry is about the same cell.
 *
 * Marks are skipped, and so are sums, which are no part of the world.
 */
static bool same_world(const htni_machine *machine, uint32_t mark, uint32_t top)
{
    const uint8_t *world = htni_working_world(machine);
    const htni_change *trail = htni_trail(machine);
    const uint32_t world_bytes = machine->domain->world_bytes;
    for (uint32_t i = mark; i < top; i++) {
        if (trail[i].cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK || HTNI_ADDRESS(trail[i].cell) >= world_bytes ||
            htni_holds_old_value(world, &trail[i]))
            continue;
        uint32_t first = mark;
        while (trail[first].cell != trail[i].cell)
            first++;
        if (first == i)
            return false;
    }
    return true;
}

static bool same_arguments(const uint32_t *frames, uint32_t a, uint32_t b, uint32_t count)
{
    return count == 0 ||
           memcmp(frames + a + HTNI_FRAME_LOCALS, frames + b + HTNI_FRAME_LOCALS, (size_t)count * sizeof *frames) == 0;
}

static bool is_same_call(const htni_machine *machine, const uint32_t *above, const uint32_t *ancestor)
{
    const uint32_t task = ancestor[HTNI_ANCESTOR_TASK];
    return above[HTNI_ANCESTOR_TASK] == task &&
           same_arguments(htni_frames(machine), above[HTNI_ANCESTOR_FRAME], ancestor[HTNI_ANCESTOR_FRAME],
                          HTNI_FIELD(machine->domain, TASKS, task, PARAMETER_COUNT)) &&
           same_world(machine, above[HTNI_ANCESTOR_TRAIL], ancestor[HTNI_ANCESTOR_TRAIL]);
}

/* Compares with the ancestors from `above` on. */
HTNI_NOINLINE static bool loops_from(const htni_machine *machine, const uint32_t *ancestor, uint32_t above)
{
    const uint32_t *const frames = htni_frames(machine);
    if (machine->domain->flags & HTN_BLOB_LOOPS_FREE)
        return false;
    while (above != 0 && !is_same_call(machine, frames + above, ancestor))
        above = frames[above + HTNI_ANCESTOR_PARENT];
    return above != 0;
}

/*
 * A quick test in front of that. Usually the first change since an ancestor shows that the world is another
 * one.
 */
static inline bool loops(const htni_machine *machine, const uint32_t *ancestor)
{
    const uint32_t *const frames = htni_frames(machine);
    const uint8_t *const world = htni_working_world(machine);
    uint32_t at = ancestor[HTNI_ANCESTOR_PARENT];
    while (at != 0) {
        const uint32_t *const above = frames + at;
        const uint32_t mark = above[HTNI_ANCESTOR_TRAIL];
        const uint32_t cell = htni_trail(machine)[mark].cell;
        const int32_t old = htni_trail(machine)[mark].old;
        if (above[HTNI_ANCESTOR_TASK] == ancestor[HTNI_ANCESTOR_TASK] &&
            (mark == ancestor[HTNI_ANCESTOR_TRAIL] || !htni_is_byte(cell) || world[cell] == (uint8_t)old))
            return loops_from(machine, ancestor, at);
        at = above[HTNI_ANCESTOR_PARENT];
    }
    return false;
}

bool htni_loops(const htni_machine *machine, const uint32_t *ancestor)
{
    return loops(machine, ancestor);
}

/* For generated C, which so needs one call and not two. */
bool htn_native_loops(const htn_planner *planner, const uint32_t *ancestor)
{
    return loops(&planner->machine, ancestor);
}
