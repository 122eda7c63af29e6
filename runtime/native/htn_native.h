/*
 * What the C that `htn compile --emit-c` writes is made of; for such files only, which include it once. A part is a function:
 * PART, labels of instructions with a macro or a line of C for each, PART_END. The file defines before, of its whole domain:
 *     NATIVE_FRAMES, NATIVE_GUARDS, NATIVE_DEFERS   whether tasks have frames, guards, pending writes
 *     NATIVE_MOVES    whether another frame can be the current one behind a choice point; else it is the root's all the time
 *     NATIVE_GROWS    whether there can be more frames or ancestors behind a choice point
 *     NATIVE_PLACES   what of the record is noted besides       NATIVE_WIDE   whether writes may be of more than a byte
 * A part is written once, and compiled twice: with and without marking what it reads of the world.
 *
 * Invariant: while a part runs there is room for a step, a record entry, a choice point and HTNI_WRITES_PER_UNIT changes for each
 * unit of fuel; so only SPEND asks, and ROOM in front of further writes. Nothing is traced, followed or cheapest, and no Achieve
 * searches. What remains of each instruction is as in vm_loop.h.
 */
#ifndef HTN_NATIVE_PARTS_H
#define HTN_NATIVE_PARTS_H

#include "../blob/attributes.h"
#include "../machine/instance_scan.h"
#include "../machine/plan_walk.h"
#include "../machine/ranking.h"
#include "../search/deferred_writes.h"
#include "../search/footprint.h"
#include "../search/loop_guard.h"
#include "../search/plan_sums.h"
#include "../search/same_instances.h"
#include "../search/trail.h"
#include "../search/trailed_writes.h"
#include "../world/query.h"
#include "../achieve/goap_heuristic.h"
#include "../blob/arithmetic.h"
#include "../blob/utility_curve.h"
#include "../machine/seek.h"
#include "native_inside.h"

/* gcc pairs the machine's registers in vector registers where it stores them, which costs more than it saves. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#if defined(__GNUC__)
#define NATIVE_RARE(x) __builtin_expect(!!(x), 0)
#define MOSTLY(x)      __builtin_expect(!!(x), 1)
#else
#define NATIVE_RARE(x) (x)
#define MOSTLY(x)      (x)
#endif

/* --- A part ------------------------------------------------------------------------------------- */

/* What is the same all the time in this domain is a constant to the compiler. `now` is never referred to, so it lies in registers. */
#define PART(number)                                                                                  \
    HTNI_INLINE uint32_t part_##number(htn_planner *planner, const bool marked)                       \
    {                                                                                                 \
        const htn_domain *const domain = planner->machine.domain;                                     \
        uint8_t *const world = htni_region(planner, planner->machine.world_at);                       \
        uint32_t *const frames = htni_frames(planner);                                                \
        htn_step *const steps = htni_steps(planner);                                                  \
        uint16_t *const record = htni_record(planner);                                                \
        htni_change *const trail = htni_trail(planner);                                               \
        htni_registers *const choices = htni_choices(planner);                                        \
        const htni_marks marks = marked ? htni_marks_of(planner) : (htni_marks){NULL, NULL, NULL};    \
        htni_registers now = planner->machine.now;                                                    \
        htni_registers *choice = choices + planner->machine.choice_count;                             \
        const htni_registers *const floor = htni_floor(choices, choice);                              \
        uint32_t fuel = planner->machine.work_left;                                                   \
        uint32_t status = HTNI_BY_MACHINE;                                                            \
        htni_change undone = {HTN_NONE, 0};                                                           \
        (void)domain, (void)marks, (void)world, (void)frames, (void)steps, (void)record, (void)trail; \
        (void)undone;                                                                                 \
        CONSTANTS;

#define CONSTANTS                         \
    now.following = 0;                    \
    if (!NATIVE_FRAMES) {                 \
        now.frame = 0;                    \
        now.continue_frame = 0;           \
    }                                     \
    if (!NATIVE_FRAMES && !NATIVE_GUARDS) \
        now.frames = HTNI_FRAME_LOCALS;   \
    if (!NATIVE_GUARDS) {                 \
        now.ancestry = 0;                 \
    }                                     \
    if (!NATIVE_DEFERS)                   \
    now.pending = 0

/* Choice points of a path followed are the machine's; they lie below all others. The C does not go down further. */
HTNI_INLINE const htni_registers *htni_floor(const htni_registers *choices, const htni_registers *choice)
{
    while (choices != choice && choices->following != 0)
        choices++;
    return choices;
}

/* The registers but the address, as far as they are not always the same. What a plan is read from comes last. */
#define PART_END(number)                                          \
    leave:                                                        \
    planner->machine.now.pc = now.pc;                             \
    planner->machine.now.continue_pc = now.continue_pc;           \
    if (NATIVE_FRAMES) {                                          \
        planner->machine.now.frame = now.frame;                   \
        planner->machine.now.continue_frame = now.continue_frame; \
    }                                                             \
    if (NATIVE_FRAMES || NATIVE_GUARDS)                           \
        planner->machine.now.frames = now.frames;                 \
    if (NATIVE_GUARDS) {                                          \
        planner->machine.now.ancestry = now.ancestry;             \
    }                                                             \
    if (NATIVE_DEFERS)                                            \
        planner->machine.now.pending = now.pending;               \
    planner->machine.choice_count = (uint32_t)(choice - choices); \
    planner->machine.now.steps = now.steps;                       \
    planner->machine.now.record = now.record;                     \
    planner->machine.now.trail = now.trail;                       \
    planner->machine.work_left = fuel;                            \
    return status;                                                \
    elsewhere: /* at an alternative of another part */            \
    planner->machine.now = *choice;                               \
    planner->machine.choice_count = (uint32_t)(choice - choices); \
    planner->machine.work_left = fuel;                            \
    return HTNI_ELSEWHERE;                                        \
    found:                                                        \
    planner->machine.now.steps = now.steps;                       \
    planner->machine.now.record = now.record;                     \
    planner->machine.now.trail = now.trail;                       \
    planner->machine.work_left = fuel;                            \
    return HTN_PLAN;                                              \
    }                                                             \
    static uint32_t plain_##number(htn_planner *planner)          \
    {                                                             \
        return part_##number(planner, false);                     \
    }                                                             \
    static uint32_t marked_##number(htn_planner *planner)         \
    {                                                             \
        return part_##number(planner, true);                      \
    }

#define LEAVE(answer)      \
    do {                   \
        status = (answer); \
        goto leave;        \
    } while (0)

/* The machine is to do the instruction at `pc`, and the C goes on where it can again. */
#define BY_MACHINE(slot)        \
    do {                        \
        now.pc = (slot);        \
        LEAVE(HTNI_BY_MACHINE); \
    } while (0)

/* In another part. */
#define ELSEWHERE(slot)        \
    do {                       \
        now.pc = (slot);       \
        LEAVE(HTNI_ELSEWHERE); \
    } while (0)

/* Units of work, from `slot` on, with nothing in between that could lead elsewhere. */
#define SPEND(slot, units)                                                \
    do {                                                                  \
        if (NATIVE_RARE(fuel < (units))) {                                \
            now.pc = (slot);                                              \
            LEAVE(fuel == 0 ? (uint32_t)HTN_SUSPENDED : HTNI_BY_MACHINE); \
        }                                                                 \
        fuel -= (units);                                                  \
    } while (0)

/* That many writes behind `slot` that no unit of work has room for. */
#define ROOM(slot, writes)                                                           \
    do {                                                                             \
        if (NATIVE_RARE((uint64_t)now.trail + 3 * (uint64_t)now.pending + (writes) + \
                            (uint64_t)fuel * HTNI_WRITES_PER_UNIT >                  \
                        planner->machine.limits.trail))                              \
            BY_MACHINE(slot);                                                        \
    } while (0)

/* --- Control ------------------------------------------------------------------------------------ */

/* A step holds: on to the next one of the plan that is walked through, if one is. */
#define VALID                                                  \
    do {                                                       \
        if (planner->walk == NULL)                             \
            LEAVE(HTN_OK);                                     \
        planner->machine.now = now;                            \
        status = htni_walk_on(planner, &planner->machine.now); \
        now = planner->machine.now;                            \
        if (status != HTN_OK)                                  \
            goto leave;                                        \
        CONSTANTS;                                             \
    } while (0)

/* To `seek`, for the rows from `row` on; marking, to the next slot, whose tests read what decides. */
#define SEEK(next, row)                   \
    do {                                  \
        now.pc = marked ? (next) : (row); \
        if (marked)                       \
            goto resume;                  \
        goto seek;                        \
    } while (0)

/*
 * Takes the latest choice point off, and undoes what has been written since; `undone` is the first of that. The choice point's other
 * registers are for RESTORE, where the alternative is of this part.
 */
#define BACKTRACK                           \
    do {                                    \
        if (NATIVE_RARE(choice == floor)) { \
            if (choice == choices)          \
                LEAVE(HTN_NO_PLAN);         \
            BY_MACHINE(HTN_SLOT_FAIL);      \
        }                                   \
        choice--;                           \
        UNDO_ALL;                           \
    } while (0)
#define UNDO(first)                                                           \
    NOTHING_UNDONE;                                                           \
    for (size_t at = now.trail, end = (first); at != end;) {                  \
        undone = trail[--at];                                                 \
        if (!NATIVE_WIDE || undone.cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_U8) \
            world[undone.cell] = (uint8_t)undone.old;                         \
        else                                                                  \
            htni_put_back(world, &trail[at]);                                 \
    }

/* Where one comes not by backtracking, but behind may be a REWRITE. */
#define NOTHING_UNDONE (undone.cell = HTN_NONE)

/*
 * The same where the choice point at the top is known, and what has been done since: so many steps, methods, and writes, as `undo`
 * says. It is as if the alternative had been jumped to.
 */
#define BACK(made, taken, undo, alternative) \
    do {                                     \
        choice--;                            \
        now.steps -= (made);                 \
        now.record -= (taken);               \
        undo;                                \
        goto alternative;                    \
    } while (0)
#define UNDO_ONE(address)                     \
    NOTHING_UNDONE;                           \
    if (now.trail != choice->trail) {         \
        undone.old = trail[--now.trail].old;  \
        undone.cell = (address);              \
        world[address] = (uint8_t)undone.old; \
    }
#define UNDO_ALL         \
    UNDO(choice->trail); \
    now.trail = choice->trail

/* At an alternative that is known: what can be another than when the choice point was left. */
#define RESTORE                                          \
    do {                                                 \
        now.steps = choice->steps;                       \
        now.record = choice->record;                     \
        now.continue_pc = choice->continue_pc;           \
        if (NATIVE_FRAMES)                               \
            now.continue_frame = choice->continue_frame; \
        if (NATIVE_MOVES)                                \
            now.frame = choice->frame;                   \
        if (NATIVE_GROWS)                                \
            now.frames = choice->frames;                 \
        if (NATIVE_GUARDS) {                             \
            now.ancestry = choice->ancestry;             \
        }                                                \
        if (NATIVE_DEFERS)                               \
            now.pending = choice->pending;               \
    } while (0)

/*
 * Where a task goes on is mostly known: without a frame, at one place only, and in this frame. A task with a frame has it there, so
 * that the registers are nobody's until it calls.
 */
#define CONTINUES_AT(slot, in_frame)     \
    do {                                 \
        now.continue_pc = (slot);        \
        now.continue_frame = (in_frame); \
    } while (0)
#define CONTINUES_BY_FRAME CONTINUES_AT(HTN_SLOT_FAIL, 0)

/* In front of a jump to now.continue_pc. */
#define RETURN                                                        \
    do {                                                              \
        now.continue_pc = (frames + now.frame)[HTNI_FRAME_PC];        \
        now.continue_frame = (frames + now.frame)[HTNI_FRAME_PARENT]; \
        PROCEED;                                                      \
    } while (0)
#define PROCEED                                                       \
    do {                                                              \
        if (NATIVE_MOVES)                                             \
            now.frame = now.continue_frame;                           \
        if (NATIVE_GUARDS)                                            \
            now.ancestry = (frames + now.frame)[HTNI_FRAME_ANCESTRY]; \
    } while (0)

#define CALL(next)                      \
    do {                                \
        now.continue_pc = (next);       \
        now.continue_frame = now.frame; \
    } while (0)
#define LAST_CALL                                                     \
    do {                                                              \
        now.continue_pc = (frames + now.frame)[HTNI_FRAME_PC];        \
        now.continue_frame = (frames + now.frame)[HTNI_FRAME_PARENT]; \
    } while (0)

#define FRAME(locals)                                                                                \
    do {                                                                                             \
        if (NATIVE_RARE((locals) + HTNI_FRAME_LOCALS > planner->machine.limits.frames - now.frames)) \
            LEAVE(HTN_FULL_FRAMES);                                                                  \
        uint32_t *const made = frames + now.frames;                                                  \
        made[HTNI_FRAME_PC] = now.continue_pc;                                                       \
        made[HTNI_FRAME_PARENT] = now.continue_frame;                                                \
        made[HTNI_FRAME_ANCESTRY] = now.ancestry;                                                    \
        now.frame = now.frames;                                                                      \
        now.frames += HTNI_FRAME_LOCALS + (locals);                                                  \
    } while (0)

/* `framed`: a FRAME stands right in front. There are fewer than 2^30 words of frames. */
#define GUARD(slot, task, framed)                                                                                    \
    do {                                                                                                             \
        const uint32_t above = now.ancestry, end = now.frames + HTNI_ANCESTOR_WORDS;                                 \
        const uint32_t depth = (frames + above)[HTNI_ANCESTOR_DEPTH] + 1;                                            \
        if (NATIVE_RARE(depth > planner->machine.limits.depth) || NATIVE_RARE(end > planner->machine.limits.frames)) \
            BY_MACHINE(slot);                                                                                        \
        uint32_t *const made = frames + now.frames;                                                                  \
        made[HTNI_ANCESTOR_PARENT] = above;                                                                          \
        made[HTNI_ANCESTOR_TASK] = (task);                                                                           \
        made[HTNI_ANCESTOR_DEPTH] = depth;                                                                           \
        made[HTNI_ANCESTOR_FRAME] = now.frame;                                                                       \
        made[HTNI_ANCESTOR_TRAIL] = now.trail;                                                                       \
        if (above != 0 && htni_loops(planner, made))                                                                 \
            BY_MACHINE(slot);                                                                                        \
        now.ancestry = now.frames;                                                                                   \
        now.frames = end;                                                                                            \
        if (framed)                                                                                                  \
            (frames + now.frame)[HTNI_FRAME_ANCESTRY] = now.ancestry;                                                \
    } while (0)

#define CHOICE(alternative)     \
    do {                        \
        now.pc = (alternative); \
        *choice++ = now;        \
    } while (0)

/* Right behind RESTORE: the choice point that was taken off is still there, and nothing has changed. */
#define CHOICE_AGAIN(alternative) ((choice++)->pc = (alternative))

#define TAKE(slot, method)                                      \
    do {                                                        \
        if (NATIVE_PLACES) {                                    \
            htni_places(planner)[now.record].pc = (slot);       \
            htni_places(planner)[now.record].frame = now.frame; \
        }                                                       \
        record[now.record++] = (method);                        \
    } while (0)

#define STEP(task_index, framed)                                                     \
    do {                                                                             \
        steps[now.steps].task = (task_index);                                        \
        steps[now.steps++].arguments = (framed) ? now.frame + HTNI_FRAME_LOCALS : 0; \
    } while (0)

#define MARK_TRAIL(mark)                                                                          \
    do {                                                                                          \
        trail[now.trail].cell = (uint32_t)(mark) | (uint32_t)HTNI_WIDTH_MARK << HTNI_WIDTH_SHIFT; \
        trail[now.trail++].old = htni_signed(now.steps);                                          \
    } while (0)

/* --- The world ---------------------------------------------------------------------------------- */

#define LOCAL(index)  (frames[now.frame + HTNI_FRAME_LOCALS + (index)])
#define LOCALS(index) (frames + now.frame + HTNI_FRAME_LOCALS + (index))
#define MARK(call)  \
    do {            \
        if (marked) \
            call;   \
    } while (0)
/* Marks that it is read, where that is to be done, and gives the value. */
#define MARKED(call, value) (marked ? (call) : (void)0, (value))

#define BYTE(address) MARKED(htni_mark_bytes(&marks, (address), 1), htni_byte(world, (address)))
#define WIDE(address, bytes, storage) \
    MARKED(htni_mark_bytes(&marks, (address), (bytes)), htni_load(world, (address), (storage)))
#define CELL(table, cell) \
    MARKED(htni_mark_cell(planner, (table), (cell)), htni_load_cell(domain, world, (table), (cell)))
#define AT(table, local)                                              \
    MARKED(htni_mark_at(planner, (table), htni_signed(LOCAL(local))), \
           htni_load_at(domain, world, (table), htni_signed(LOCAL(local))))
#define IS_THERE(type, instance) \
    MARKED(htni_mark_instance(planner, (type), (instance)), htni_is_there(planner, world, (type), (instance)))
#define ANSWER(query, arguments)                           \
    MARKED(htni_mark_query(planner, (query), (arguments)), \
           htni_ask(domain, world, planner->answerer, planner->answerer_user, (query), (arguments)))
#define POINTS(index) (domain->sections[HTN_SECTION_CONSTANTS].data + (size_t)(index)*4)

static inline int32_t htni_byte(const uint8_t *world, uint32_t address)
{
    return world[address];
}

/* A byte; what it held before is marked as vm_loop.h's WRITES_BYTE does. */
#define WRITE(address, value)                                          \
    do {                                                               \
        const int32_t new_value = (value), old_value = world[address]; \
        MARK_WRITE(address, new_value, old_value);                     \
        if (new_value != old_value) {                                  \
            trail[now.trail].cell = (address);                         \
            trail[now.trail].old = old_value;                          \
            CHANGE(address, new_value);                                \
        }                                                              \
    } while (0)

/*
 * The same as the first write of an alternative. Mostly the one before it has written the same cell first, and its entry is still on
 * the trail: what the cell holds is neither read, which would have to wait for its being put back, nor noted once more.
 */
#define REWRITE(address, value)                       \
    do {                                              \
        if (MOSTLY(undone.cell == (address))) {       \
            MARK_WRITE(address, (value), undone.old); \
            if ((value) != undone.old)                \
                CHANGE(address, (value));             \
        } else {                                      \
            WRITE(address, value);                    \
        }                                             \
    } while (0)

#define MARK_WRITE(address, value, before)                        \
    do {                                                          \
        if (marked && (now.ancestry != 0 || (value) == (before))) \
            htni_mark_bytes(&marks, (address), 1);                \
    } while (0)
#define CHANGE(address, value)             \
    do {                                   \
        now.trail++;                       \
        world[address] = (uint8_t)(value); \
    } while (0)

/* Writes that the machine's functions do, which want its registers: `call` is true, as there is room. */
#define WRITING(call)                                   \
    do {                                                \
        planner->machine.now.frame = now.frame;         \
        planner->machine.now.ancestry = now.ancestry;   \
        planner->machine.now.trail = now.trail;         \
        planner->machine.now.pending = now.pending;     \
        if (!(call))                                    \
            LEAVE(HTN_FULL_TRAIL);                      \
        now.trail = planner->machine.now.trail;         \
        if (NATIVE_DEFERS)                              \
            now.pending = planner->machine.now.pending; \
    } while (0)

#define STORE(property, cell, value)                                                                               \
    do {                                                                                                           \
        MARK((planner->machine.now.ancestry = now.ancestry,                                                        \
              htni_mark_write(planner, &planner->machine.now, (property), (cell), (value))));                      \
        WRITING(htni_write_cell(planner, &planner->machine.now, planner->machine.limits.trail, (property), (cell), \
                                (value)));                                                                         \
    } while (0)

#define DEFER(how, property, cell, value) \
    WRITING(                              \
        htni_defer(planner, &planner->machine.now, planner->machine.limits.trail, (how), (property), (cell), (value)))

#define COMMIT                                                                                      \
    do {                                                                                            \
        MARK((planner->machine.now.trail = now.trail, planner->machine.now.ancestry = now.ancestry, \
              planner->machine.now.pending = now.pending,                                           \
              htni_mark_pending(planner, &planner->machine.now, planner->machine.limits.trail)));   \
        WRITING(htni_commit(planner, &planner->machine.now, planner->machine.limits.trail));        \
    } while (0)

#define SUM(which, value)                                                                  \
    WRITING(htni_accumulate(planner, &planner->machine.now, planner->machine.limits.trail, \
                            domain->world_bytes + (which), (value)))

/* As vm_loop.h's IS_THERE: nothing is being followed. */
static inline int32_t htni_is_there(const htn_planner *planner, const uint8_t *world, uint32_t type, int32_t instance)
{
    return planner->state != HTNI_SEARCHING ? htni_is_same(planner, type, instance)
                                            : htni_is_present(planner->machine.domain, world, type, instance);
}

/* --- Loops -------------------------------------------------------------------------------------- */

/* In front of a NEXT_INSTANCE: goes through as many instances as instance_scan.c can, or none; then on at now.pc. */
#define SCAN(slot)                                                                                               \
    do {                                                                                                         \
        const htni_scanned done = marked ? htni_scan_marked(planner, htni_code(domain), (slot), LOCALS(0), fuel) \
                                         : htni_scan(domain, world, htni_code(domain), (slot), LOCALS(0), fuel); \
        fuel = done.fuel;                                                                                        \
        now.pc = done.pc;                                                                                        \
    } while (0)

/* Whether there is a next one, which the local then is. */
static inline bool htni_next(const htn_planner *planner, const uint8_t *world, bool marked, uint32_t type,
                             uint32_t *local)
{
    const int32_t before = htni_signed(*local);
    const uint32_t next = htni_next_instance(planner->machine.domain, world, type, before);
    if (marked)
        htni_mark_loop(planner, type, before, next);
    if (next != HTN_NONE)
        *local = next;
    return next != HTN_NONE;
}
#define NEXT_INSTANCE(type, local) htni_next(planner, world, marked, (type), LOCALS(local))

/* --- Rankings ----------------------------------------------------------------------------------- */

#define RANKING(first) htni_begin_ranking(LOCALS(first))
static inline void htni_begin_ranking(uint32_t *ranking)
{
    ranking[HTN_RANKING_PLACE] = 0;
    ranking[HTN_RANKING_TAKEN_PLACE] = 0;
    ranking[HTN_RANKING_THIS_PLACE] = 0;
}

#define RANK(first, method, keys, rank) htni_rank_next(LOCALS(first), (method), (keys), (rank))
static inline int32_t htni_rank_next(uint32_t *ranking, uint32_t method, uint32_t keys, int32_t rank)
{
    ranking[HTN_RANKING_THIS_PLACE]++;
    return htni_rank(ranking, method, keys, rank);
}

#define DRAW(first, method, keys, weight) \
    (planner->machine.now.record = now.record, htni_draw_next(planner, LOCALS(first), (method), (keys), (weight)))
static inline int32_t htni_draw_next(const htn_planner *planner, uint32_t *ranking, uint32_t method, uint32_t keys,
                                     int32_t weight)
{
    ranking[HTN_RANKING_THIS_PLACE]++;
    ranking[HTN_RANKING_THIS_WEIGHT] = (uint32_t)weight;
    return weight > 0 && htni_rank(ranking, method, keys, htni_draw(planner, &planner->machine.now, ranking, weight));
}

#endif
