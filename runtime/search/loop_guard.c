/*
 * The loop guard (docs/language.md, "Loops"): a recursive task with the same arguments in the same world as
 * one of its ancestors makes no progress. The comparison is exact.
 *
 * Near the root each ancestor is compared. Deeper, a table finds the ancestors that may be the same: by a hash of
 * task, arguments and world, so the cost of a task does not grow with the depth. The hash of the world is a sum over
 * the changes since the outermost ancestor. Searches shallower than HTNI_NEAR_DEPTH never compute it.
 */
#include "loop_guard.h"
#include "../blob/attributes.h"
#include "../blob/blob_reader.h"
#include "../world/cell_weight.h"
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

static uint32_t parameters_of(const htni_machine *machine, const uint32_t *ancestor)
{
    return HTNI_FIELD(machine->domain, TASKS, ancestor[HTNI_ANCESTOR_TASK], PARAMETER_COUNT);
}

static bool is_same_call(const htni_machine *machine, const uint32_t *above, const uint32_t *ancestor)
{
    return above[HTNI_ANCESTOR_TASK] == ancestor[HTNI_ANCESTOR_TASK] &&
           same_arguments(htni_frames(machine), above[HTNI_ANCESTOR_FRAME], ancestor[HTNI_ANCESTOR_FRAME],
                          parameters_of(machine, ancestor)) &&
           same_world(machine, above[HTNI_ANCESTOR_TRAIL], ancestor[HTNI_ANCESTOR_TRAIL]);
}

/* --- Near the root ------------------------------------------------------------------------------ */

/* Compares with the ancestors from `above` on. */
HTNI_NOINLINE static bool loops_from(const htni_machine *machine, const uint32_t *ancestor, uint32_t above)
{
    const uint32_t *const frames = htni_frames(machine);
    while (above != 0 && !is_same_call(machine, frames + above, ancestor))
        above = frames[above + HTNI_ANCESTOR_PARENT];
    return above != 0;
}

/* --- Deep --------------------------------------------------------------------------------------- */

/*
 * Levels 1 to guard.filled of some chain of ancestors, as they lie in the table. search.guarded says how many of them
 * are still what they were: a new ancestor near the root, and a new search, make that fewer.
 *
 * Why the comparison of offsets in find_level() is enough: whoever makes an ancestor enters it here, or makes `guarded`
 * less than its level (htni_progresses()). So if level k counts and has the offset of a living ancestor, it is that ancestor, and the
 * levels in front of it have not changed since it was entered.
 */
static htni_guard *guard_of(const htn_planner *planner)
{
    return htni_region(&planner->machine, planner->search.guard_at);
}

static htni_guard_level *levels_of(const htn_planner *planner) /* counted from 1 */
{
    htni_guard *const guard = guard_of(planner);
    return (htni_guard_level *)(void *)((uint32_t *)(void *)(guard + 1) + guard->buckets) - 1;
}

/* The buckets lie in front of the levels: the last level entered with a hash, 0 if there is none. */
static uint32_t *guard_bucket(const htn_planner *planner, uint32_t key)
{
    htni_guard *const guard = guard_of(planner);
    return (uint32_t *)(void *)(guard + 1) + (key & (guard->buckets - 1));
}

void htni_guard_init(const htn_planner *planner)
{
    htni_guard *const guard = guard_of(planner);
    memset(guard, 0, (size_t)htni_guard_bytes(&planner->machine.limits));
    guard->buckets = htni_guard_buckets(htni_guard_levels(&planner->machine.limits));
}

/* The level of the innermost ancestor above `ancestor` that is in the table; 0: none is. */
static uint32_t find_level(const htn_planner *planner, const uint32_t *ancestor)
{
    const uint32_t *const frames = htni_frames(&planner->machine);
    const htni_guard_level *levels = levels_of(planner);
    uint32_t level = ancestor[HTNI_ANCESTOR_DEPTH] - 1, at = ancestor[HTNI_ANCESTOR_PARENT];
    while (level != 0 && (level > planner->search.guarded || levels[level].ancestor != at)) {
        level--;
        at = frames[at + HTNI_ANCESTOR_PARENT];
    }
    return level;
}

/* Takes the levels behind `level` out of the table, the last one first. */
static void empty_to(const htn_planner *planner, uint32_t level)
{
    htni_guard *const guard = guard_of(planner);
    const htni_guard_level *levels = levels_of(planner);
    for (; guard->filled > level; guard->filled--)
        *guard_bucket(planner, levels[guard->filled].key) = levels[guard->filled].next;
}

/* Exchanges a value of the world with the one on the trail. Answers how much the hash of the world grows by that. */
static inline uint32_t exchange(uint8_t *world, htni_change *change, uint32_t world_bytes)
{
    const uint32_t cell = change->cell;
    if (cell < world_bytes) { /* most are bytes */
        const int32_t now = world[cell], then = change->old & 255;
        world[cell] = (uint8_t)then;
        change->old = now;
        return (uint32_t)htni_weigh(cell, now, then);
    }
    if (cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK)
        return 0;
    const int32_t was = htni_load_width(world, cell);
    htni_put_back(world, change);
    change->old = was;
    return HTNI_ADDRESS(cell) >= world_bytes ? 0 : (uint32_t)htni_weigh(cell, was, htni_load_width(world, cell));
}

/* So few changes of one level are compared with each other. */
enum { FEW_CHANGES = 8 };

/*
 * How much the hash of the world has grown by changes that led to the present one: of several changes of a cell, the
 * first has the value from which the cell came to the present one.
 */
static uint32_t weigh_few(const htni_machine *machine, uint32_t from, uint32_t end)
{
    const uint8_t *const world = htni_working_world(machine);
    const htni_change *const trail = htni_trail(machine);
    const uint32_t world_bytes = machine->domain->world_bytes;
    uint32_t growth = 0;
    for (uint32_t i = from; i < end; i++) {
        const uint32_t cell = trail[i].cell;
        uint32_t first = from;
        if (cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK || HTNI_ADDRESS(cell) >= world_bytes)
            continue;
        while (trail[first].cell != cell)
            first++;
        if (first == i) { /* a byte counts as one without a sign, as in exchange() */
            const int32_t was = htni_is_byte(cell) ? trail[i].old & 255 : trail[i].old;
            growth += (uint32_t)htni_weigh(cell, was, htni_load_width(world, cell));
        }
    }
    return growth;
}

/*
 * The hashes of the world at the levels behind `level`, of which the last one is `ancestor`, in the present world. A
 * trail has only old values; so the changes are undone, and done again from the outermost one on.
 */
static void weigh_levels(const htn_planner *planner, uint32_t level, const uint32_t *ancestor)
{
    uint8_t *const world = htni_working_world(&planner->machine);
    htni_change *const trail = htni_trail(&planner->machine);
    const uint32_t *const frames = htni_frames(&planner->machine);
    const uint32_t world_bytes = planner->machine.domain->world_bytes, last = ancestor[HTNI_ANCESTOR_DEPTH];
    htni_guard_level *levels = levels_of(planner);
    uint32_t hash = level == 0 ? 0 : levels[level].world;
    uint32_t at = frames[levels[level == 0 ? 1 : level].ancestor + HTNI_ANCESTOR_TRAIL];
    if (level + 1 == last && ancestor[HTNI_ANCESTOR_TRAIL] - at <= FEW_CHANGES) {
        levels[last].world = hash + weigh_few(&planner->machine, at, ancestor[HTNI_ANCESTOR_TRAIL]);
        return;
    }
    for (uint32_t top = ancestor[HTNI_ANCESTOR_TRAIL]; top > at; top--)
        exchange(world, &trail[top - 1], world_bytes);
    while (level < last) {
        const uint32_t end = frames[levels[++level].ancestor + HTNI_ANCESTOR_TRAIL];
        for (; at < end; at++)
            hash += exchange(world, &trail[at], world_bytes);
        levels[level].world = hash;
    }
}

/* A hash of task, arguments and world. */
static uint32_t key_of(const htn_planner *planner, const htni_guard_level *level)
{
    const uint32_t *const frames = htni_frames(&planner->machine), *const ancestor = frames + level->ancestor;
    const uint32_t *const arguments = frames + ancestor[HTNI_ANCESTOR_FRAME] + HTNI_FRAME_LOCALS;
    const uint32_t count = parameters_of(&planner->machine, ancestor);
    uint32_t key = level->world + ancestor[HTNI_ANCESTOR_TASK] * UINT32_C(0x9E3779B1);
    for (uint32_t i = 0; i < count; i++)
        key = (key ^ key >> 15 ^ arguments[i]) * UINT32_C(0x85EBCA6B);
    return key ^ key >> 16;
}

/* Enters a level behind the last one. */
static void enter(const htn_planner *planner, uint32_t level)
{
    htni_guard_level *const entered = levels_of(planner) + level;
    uint32_t *const bucket = guard_bucket(planner, entered->key);
    entered->next = *bucket;
    *bucket = level;
    guard_of(planner)->filled = level;
}

/* Whether an ancestor in the table is the same call as the one at `level`, which is not yet in the table. */
static bool is_entered(const htn_planner *planner, uint32_t level)
{
    const htni_machine *const machine = &planner->machine;
    const uint32_t *const frames = htni_frames(machine);
    const htni_guard_level *levels = levels_of(planner);
    const uint32_t key = levels[level].key;
    for (uint32_t at = *guard_bucket(planner, key); at != 0; at = levels[at].next)
        if (levels[at].key == key &&
            is_same_call(machine, frames + levels[at].ancestor, frames + levels[level].ancestor))
            return true;
    return false;
}

/* Brings the table up to date with the ancestors above, looks `ancestor` up, and enters it. */
HTNI_NOINLINE static bool loops_deep(htn_planner *planner, const uint32_t *ancestor)
{
    const uint32_t *const frames = htni_frames(&planner->machine);
    const uint32_t depth = ancestor[HTNI_ANCESTOR_DEPTH], known = find_level(planner, ancestor);
    htni_guard_level *const levels = levels_of(planner);
    uint32_t at = (uint32_t)(ancestor - frames);
    empty_to(planner, known);
    for (uint32_t level = depth; level > known; level--) {
        levels[level].ancestor = at;
        at = frames[at + HTNI_ANCESTOR_PARENT];
    }
    weigh_levels(planner, known, ancestor);
    for (uint32_t level = known + 1; level < depth; level++) {
        levels[level].key = key_of(planner, &levels[level]);
        enter(planner, level);
    }
    levels[depth].key = key_of(planner, &levels[depth]);
    planner->search.guarded = depth - 1;
    if (is_entered(planner, depth))
        return true;
    enter(planner, depth);
    planner->search.guarded = depth;
    return false;
}

/* ------------------------------------------------------------------------------------------------ */

/*
 * A quick test in front of all that. Usually the first change since an ancestor shows that the world is another
 * one.
 */
static inline bool loops(htn_planner *planner, const uint32_t *ancestor)
{
    const htni_machine *const machine = &planner->machine;
    const uint32_t *const frames = htni_frames(machine);
    const uint8_t *const world = htni_working_world(machine);
    uint32_t at = ancestor[HTNI_ANCESTOR_PARENT];
    if (planner->search.guard_at != 0) {
        const uint32_t depth = ancestor[HTNI_ANCESTOR_DEPTH];
        if (depth > HTNI_NEAR_DEPTH)
            return loops_deep(planner, ancestor);
        if (planner->search.guarded > depth - 2) /* this level, and the outermost one, which nobody compares */
            planner->search.guarded = depth - 2;
    } else if (machine->domain->flags & HTN_BLOB_LOOPS_FREE) {
        return false;
    }
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

bool htni_loops(htn_planner *planner, const uint32_t *ancestor)
{
    return loops(planner, ancestor);
}

/* For generated C, which so needs one call and not two. */
bool htn_native_loops(htn_planner *planner, const uint32_t *ancestor)
{
    return loops(planner, ancestor);
}

void htn_native_progresses(htn_planner *planner, uint32_t depth)
{
    htni_progresses(planner, depth);
}
