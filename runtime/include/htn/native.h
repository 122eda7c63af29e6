/*
 * What C that `htn compile --emit-c` writes is made of. A game does not include this file: the generated C does, and
 * the runtime, which uses the same declarations. A game calls htn_domain_load_native() (htn/domain.h); docs/native.md
 * says when and how.
 *
 * First the machine's state, then what the runtime offers to generated C, and last, for a generated file only, the
 * macros that its functions consist of. Names that begin with htni_ are the runtime's own. All of this changes without
 * notice, and HTN_NATIVE_VERSION with it: a runtime refuses C that was compiled with another version of this file.
 */
#ifndef HTN_NATIVE_H
#define HTN_NATIVE_H

#include <htn/api.h>
#include <htn/arithmetic.h>
#include <htn/planner.h>

#ifndef __cplusplus /* a game in C++ compiles the generated file as C */

/* Changes with whatever a generated file relies on: opcodes, registers, this file. */
#define HTN_NATIVE_VERSION UINT32_C(13)

/* --- The machine's state -------------------------------------------------------------------------- */

/*
 * A frame is a run of words in the region of frames: where the task continues, in which frame, its innermost ancestor,
 * then its locals. The root's frame is at offset 0: what remains after the root task is DONE.
 */
enum { HTNI_FRAME_PC, HTNI_FRAME_PARENT, HTNI_FRAME_ANCESTRY, HTNI_FRAME_LOCALS };

/*
 * An ancestor, in the same region: one for each recursive task that is being decomposed. Offset 0 means none. Its
 * depth can be read all the same: it is 0, the ancestry in the root's frame.
 */
enum {
    HTNI_ANCESTOR_PARENT, /* the next ancestor up in the task network */
    HTNI_ANCESTOR_TASK,
    HTNI_ANCESTOR_DEPTH, /* how many ancestors there are, this one included */
    HTNI_ANCESTOR_FRAME, /* holds the task's arguments */
    HTNI_ANCESTOR_TRAIL, /* the trail's top when the task was entered: tells the working world of that moment */
    HTNI_ANCESTOR_WORDS
};
_Static_assert((int)HTNI_ANCESTOR_DEPTH == (int)HTNI_FRAME_ANCESTRY, "at offset 0 they are the same");

/*
 * The registers: all that backtracking restores. A choice point is a copy of them, and so is a suspended search. What
 * comes back from a choice point is copied in words of 16 bytes, and a load that overlaps a fresh store of another width
 * is slow. Hence this order and size: `pc`, which is written alone into a choice point, shares no such word with what is
 * read soon after.
 */
typedef struct htni_registers {
    _Alignas(8) uint32_t frame; /* the current frame */
    uint32_t continue_pc;       /* where the current task continues when it is done ... */
    uint32_t continue_frame;    /* ... and in which frame; a task with a frame has both there */
    uint32_t ancestry;          /* the innermost ancestor */
    uint32_t frames;            /* the tops of the regions */
    uint32_t steps;
    uint32_t record;
    uint32_t trail;
    uint32_t pc;        /* in a choice point: the alternative */
    uint32_t following; /* replanning: still on the running plan's path */
    uint32_t solutions; /* the top of that region */
    uint32_t pending;   /* deferred writes that are not yet committed, at the far end of the trail's region */
} htni_registers;

/* An entry of the trail: a cell of the working world that was overwritten, and its old value. */
typedef struct htni_change {
    uint32_t cell; /* address | width << 30 */
    int32_t old;
} htni_change;

/*
 * Offset of the trail in a planner's block, a multiple of 8: always the first region, so that no offset must be
 * loaded.
 */
enum { HTNI_TRAIL_AT = 664 };

/* A cell below this is one byte: its width is 0. */
#define HTNI_BYTE_CELLS (UINT32_C(1) << 30)

/* Where an entry of the record was made: only in domains whose methods bind variables or have a cooldown. */
typedef struct htni_record_site {
    uint32_t pc;
    uint32_t frame;
} htni_record_site;

/*
 * In a local that was kept over a split: an instance that was gone when planning continued. No instance, and not
 * `none`.
 */
enum { HTNI_GONE = -2 };

/*
 * The machine's state. It is the first part of a planner, which lies in one block; regions are offsets in that block.
 */
typedef struct htni_machine {
    const htn_domain *domain;
    htn_limits limits;        /* with the defaults filled in */
    uint32_t world_at;        /* the working world, then sums of the plan */
    uint32_t steps_at;        /* htn_step each */
    uint32_t record_at;       /* u16 each: the method traversal record */
    uint32_t record_sites_at; /* htni_record_site per entry of the record, where the domain needs them */
    uint32_t frames_at;       /* u32 each */
    uint32_t choices_at;      /* htni_registers each: the choice points */
    uint32_t root;            /* that is planned, or whose plan is checked */
    uint32_t tuples_at;       /* region of tuples, behind the frames; 0: the domain has no derived condition */
    htni_registers now;       /* while a search is suspended, or after its end */
    uint32_t choice_count;
    uint32_t work_left; /* units of work */
    uint32_t horizon;   /* the request's */
    uint32_t deepest;   /* since the planner was made: the most recursive tasks that were nested in one another */
} htni_machine;

/* --- Marking what a search reads -------------------------------------------------------------------- */

/* Head of a footprint (docs/running.md, "The footprint"), which has a bit for each byte of the world. */
typedef struct htni_footprint {
    uint32_t words; /* how many words of 64 bits are not 0; so clearing takes as long as marking did */
    uint32_t asked; /* a query was asked */
} htni_footprint;

/* Where the search under way marks what it reads; `bits` is NULL where it marks nothing. */
typedef struct htni_marks {
    htni_footprint *to;
    uint64_t *bits;
    uint32_t *words; /* the numbers of the words that are not 0 */
} htni_marks;

static inline void htni_mark_word(const htni_marks *marks, uint32_t word, uint64_t bits)
{
    if (marks->bits[word] == 0)
        marks->words[marks->to->words++] = word;
    marks->bits[word] |= bits;
}

/* Marks up to 8 bytes of the world. One byte mostly is marked already. */
static inline void htni_mark_bytes(const htni_marks *marks, uint32_t address, uint32_t bytes)
{
    const uint32_t word = address / 64, bit = address % 64;
    const uint64_t bits = (UINT64_C(1) << bytes) - 1;
    if (bytes != 1 || (marks->bits[word] >> bit & 1) == 0)
        htni_mark_word(marks, word, bits << bit);
    if (bit + bytes > 64)
        htni_mark_word(marks, word + 1, bits >> (64 - bit));
}

/* --- A domain as C ---------------------------------------------------------------------------------- */

/*
 * A part: one or more whole tasks as a function, or a piece of a long one. It continues from machine.now until the
 * search ends, its fuel (machine.work_left) is spent, or control leaves the part. The caller has made sure that no
 * limit can be reached as long as there is fuel: for each unit of work there is room for one step, one entry of the
 * record, one choice point and HTN_NATIVE_WRITES changes. Whatever might reach a limit is left to the machine.
 */
typedef uint32_t htn_native_part(htn_planner *planner);

enum { HTN_NATIVE_WRITES = 4 };

/*
 * What a part answers beside an htn_status: the machine does the next instructions, or another part continues at
 * machine.now.pc.
 */
enum { HTN_NATIVE_BY_MACHINE = HTN_STATUS_LIMIT + 2, HTN_NATIVE_ELSEWHERE };

/*
 * What the machine answers when it has found a plan: a whole one, or one that ends early.
 * htn_plan_step() makes HTN_OK of both.
 */
#define HTNI_WHOLE_PLAN   ((htn_status)HTN_STATUS_LIMIT)
#define HTNI_PARTIAL_PLAN ((htn_status)(HTN_STATUS_LIMIT + 1))

struct htn_native {
    uint32_t version;       /* HTN_NATIVE_VERSION of the header that it was compiled with */
    uint32_t machine_bytes; /* the size of htni_machine there */
    const uint8_t *blob;
    uint32_t size;
    uint32_t checksum;              /* of the blob */
    uint32_t count;                 /* of parts */
    const uint32_t *starts;         /* of each part, its first instruction; they rise */
    htn_native_part *const *plain;  /* the parts ... */
    htn_native_part *const *marked; /* ... and the same, marking what they read of the world */
};

/* --- What the runtime does for generated C ---------------------------------------------------------- */

/*
 * For generated files only. They must provide what each function expects: nothing is checked. `marked`: marks what is
 * read, too.
 */

/*
 * At VALID. HTN_NATIVE_ELSEWHERE: a plan is being checked, and machine.now is at its next step. Else the status that
 * ends the run.
 */
HTN_API uint32_t htn_native_next_step(htn_planner *planner);

/* The loop guard: whether another ancestor is the same task with the same arguments in the same world. */
HTN_API bool htn_native_loops(htn_planner *planner, const uint32_t *ancestor);

/* The same of a task that certainly finds another world: no ancestor is the same, but the guard must hear of it. */
HTN_API void htn_native_progresses(htn_planner *planner, uint32_t depth);

/* Undoes a change of any width. */
HTN_API void htn_native_undo(uint8_t *world, const htni_change *change);

/* Notes on the trail that the subtasks of a method with a While begin, or end; there must be room. */
HTN_API void htn_native_mark_while(const htn_planner *planner, htni_registers *now, bool ends);

/* Whether a step starts at once that is appended to a plan of `steps` steps; see the instruction AT_ONCE. `trail`: its top. */
HTN_API bool htn_native_starts_at_once(const htn_planner *planner, uint32_t steps, uint32_t trail);

/* The address of the first row, from `row` on, that the world matches; see the instruction SEEK. */
HTN_API uint32_t htn_native_seek(const htn_domain *domain, const uint8_t *world, uint32_t row);

/* Where this search marks what it reads. */
HTN_API htni_marks htn_native_marks(const htn_planner *planner);

/*
 * Values: the number of a cell, of a key; the value of a cell; 1 if an instance is present; the answer of a query; a
 * curve at x.
 */
HTN_API int32_t htn_native_cell(const htn_domain *domain, uint32_t table, const int32_t *index);
HTN_API int32_t htn_native_key(const htn_domain *domain, uint32_t list, const int32_t *values);
HTN_API int32_t htn_native_load_cell(const htn_planner *planner, uint32_t table, uint32_t cell, bool marked);
HTN_API int32_t htn_native_load_at(const htn_planner *planner, uint32_t table, int32_t instance, bool marked);
HTN_API int32_t htn_native_is_there(const htn_planner *planner, uint32_t type, int32_t instance, bool marked);
/* False: the answer is late. */
HTN_API bool htn_native_ask(const htn_planner *planner, uint32_t query, const int32_t *arguments, bool marked,
                            int32_t *answer);
/* Makes the list of a query that proposes candidates; false: it is late. Takes the next one; false: none is left. */
HTN_API bool htn_native_propose(const htn_planner *planner, uint32_t query, const int32_t *arguments, bool marked,
                                uint32_t *list);
HTN_API bool htn_native_next_solution(uint32_t *list, uint32_t most, uint32_t *local);
HTN_API int32_t htn_native_curve(const htn_domain *domain, uint32_t points, uint32_t count, int32_t x);

/* A goal's item does not hold; see the instruction UNMET. */
HTN_API void htn_native_unmet(htn_planner *planner, uint32_t item, uint32_t lack);

/* Writes, at machine.now. False: the trail is full. */
HTN_API bool htn_native_store(htn_planner *planner, uint32_t property, uint32_t cell, int32_t value, bool marked);
HTN_API bool htn_native_defer(htn_planner *planner, uint32_t how, uint32_t property, uint32_t cell, int32_t value);
HTN_API bool htn_native_commit(htn_planner *planner, bool marked);
HTN_API bool htn_native_add_cost(htn_planner *planner, int32_t cost);
HTN_API bool htn_native_add_duration(htn_planner *planner, int32_t duration);

/*
 * The next turn of a loop. `locals`: those of the loop; the first one holds the instance. False: no instance is left.
 */
HTN_API bool htn_native_next_instance(const htn_planner *planner, uint32_t type, uint32_t *locals, bool marked);
HTN_API bool htn_native_next_fact(const htn_domain *domain, uint32_t index, uint32_t *locals);

/*
 * Runs the loop of the NEXT_INSTANCE at `pc` as far as the runtime can scan it. Where to continue, and the fuel left.
 */
typedef struct htni_scanned {
    uint32_t pc, fuel;
} htni_scanned;

HTN_API htni_scanned htn_native_scan(const htn_planner *planner, uint32_t pc, uint32_t *locals, uint32_t fuel,
                                     bool marked);

/* Rankings: the instructions RANKING, RANK, DRAW, DRAW_FIXED and SELECT on the locals of a ranking. */
HTN_API void htn_native_ranking(uint32_t *ranking);
HTN_API int32_t htn_native_rank(uint32_t *ranking, uint32_t method, uint32_t keys, int32_t rank);
HTN_API int32_t htn_native_draw(const htn_planner *planner, uint32_t *ranking, uint32_t method, uint32_t keys,
                                int32_t weight);
HTN_API int32_t htn_native_draw_fixed(const htn_planner *planner, uint32_t *ranking, uint32_t method, uint32_t keys,
                                      int32_t weight);
HTN_API bool htn_native_select(uint32_t *ranking, uint32_t keys);

#endif

/* --- The macros of generated C ---------------------------------------------------------------------- */

#ifdef NATIVE_FRAMES

/*
 * A part is a function: PART, for each instruction a macro or a line of C, with labels where control can come from
 * elsewhere, and PART_END. Before it includes this header, the generated file defines what is true in its whole
 * domain:
 *     NATIVE_FRAMES, NATIVE_GUARDS, NATIVE_DEFERS   tasks have frames, loop guards, deferred writes
 *     NATIVE_MOVES    behind a choice point another frame can be the current one; else it is always the root's
 *     NATIVE_GROWS    there can be more frames or ancestors behind a choice point
 *     NATIVE_RECORD_SITES   it is noted where each entry of the record was made
 *     NATIVE_EACH     there are Eaches, whose lists the machine makes
 *     NATIVE_WIDE     writes can be wider than a byte
 * Each part is written once, and compiled twice: with and without marking what it reads of the world.
 *
 * Invariant: while a part runs there is room for what each unit of fuel can need (htn_native_part). So only SPEND
 * looks at the fuel, and ROOM at the trail, for writes that no unit of work pays for. Nothing is traced, no running
 * plan is followed, no cheapest plan is sought, and no Achieve searches. For the rest each instruction does what it
 * does in the machine (runtime/machine/vm_loop.h).
 */

/* gcc pairs the machine's registers in vector registers where it stores them, which costs more than it saves. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#if defined(__GNUC__)
#define NATIVE_INLINE static inline __attribute__((always_inline))
#define RARELY(x)     __builtin_expect(!!(x), 0)
#define MOSTLY(x)     __builtin_expect(!!(x), 1)
#else
#define NATIVE_INLINE static inline
#define RARELY(x)     (x)
#define MOSTLY(x)     (x)
#endif

/* --- A part ------------------------------------------------------------------------------------- */

/*
 * CONSTANTS tells the C compiler which registers never change in this domain. No pointer to `now` exists, so it lies
 * in registers.
 */
#define PART(number)                                                                                  \
    NATIVE_INLINE uint32_t part_##number(htn_planner *planner, const bool marked)                     \
    {                                                                                                 \
        htni_machine *const machine = (htni_machine *)(void *)planner;                                \
        uint8_t *const block = (uint8_t *)machine;                                                    \
        const htn_domain *const domain = machine->domain;                                             \
        uint8_t *const world = block + machine->world_at;                                             \
        uint32_t *const frames = (uint32_t *)(void *)(block + machine->frames_at);                    \
        htn_step *const steps = (htn_step *)(void *)(block + machine->steps_at);                      \
        uint16_t *const record = (uint16_t *)(void *)(block + machine->record_at);                    \
        htni_change *const trail = (htni_change *)(void *)(block + HTNI_TRAIL_AT);                    \
        htni_registers *const choices = (htni_registers *)(void *)(block + machine->choices_at);      \
        const htni_marks marks = marked ? htn_native_marks(planner) : (htni_marks){NULL, NULL, NULL}; \
        htni_registers now = machine->now;                                                            \
        htni_registers *choice = choices + machine->choice_count;                                     \
        const htni_registers *const floor = native_floor(choices, choice);                            \
        uint32_t fuel = machine->work_left;                                                           \
        uint32_t status = HTN_NATIVE_BY_MACHINE;                                                      \
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
    if (!NATIVE_EACH)                     \
        now.solutions = 0;                \
    if (!NATIVE_DEFERS)                   \
    now.pending = 0

/*
 * Choice points on the path of the running plan lie below all others. They are left to the machine, so the C does not
 * take them off.
 */
NATIVE_INLINE const htni_registers *native_floor(const htni_registers *choices, const htni_registers *choice)
{
    while (choices != choice && choices->following != 0)
        choices++;
    return choices;
}

/*
 * Stores the registers that can change in this domain. At the end of a plan those are enough that describe the plan, and the choice
 * points, from which htn_plan_next() goes on.
 */
#define PART_END(number)                                  \
    leave:                                                \
    machine->now.pc = now.pc;                             \
    machine->now.continue_pc = now.continue_pc;           \
    if (NATIVE_FRAMES) {                                  \
        machine->now.frame = now.frame;                   \
        machine->now.continue_frame = now.continue_frame; \
    }                                                     \
    if (NATIVE_FRAMES || NATIVE_GUARDS)                   \
        machine->now.frames = now.frames;                 \
    if (NATIVE_GUARDS) {                                  \
        machine->now.ancestry = now.ancestry;             \
    }                                                     \
    if (NATIVE_EACH)                                      \
        machine->now.solutions = now.solutions;           \
    if (NATIVE_DEFERS)                                    \
        machine->now.pending = now.pending;               \
    machine->choice_count = (uint32_t)(choice - choices); \
    machine->now.steps = now.steps;                       \
    machine->now.record = now.record;                     \
    machine->now.trail = now.trail;                       \
    machine->work_left = fuel;                            \
    return status;                                        \
    elsewhere: /* at an alternative of another part */    \
    machine->now = *choice;                               \
    machine->choice_count = (uint32_t)(choice - choices); \
    machine->work_left = fuel;                            \
    return HTN_NATIVE_ELSEWHERE;                          \
    found:                                                \
    machine->choice_count = (uint32_t)(choice - choices); \
    machine->now.steps = now.steps;                       \
    machine->now.record = now.record;                     \
    machine->now.trail = now.trail;                       \
    machine->work_left = fuel;                            \
    return HTNI_WHOLE_PLAN;                               \
    }                                                     \
    static uint32_t plain_##number(htn_planner *planner)  \
    {                                                     \
        return part_##number(planner, false);             \
    }                                                     \
    static uint32_t marked_##number(htn_planner *planner) \
    {                                                     \
        return part_##number(planner, true);              \
    }

#define LEAVE(answer)      \
    do {                   \
        status = (answer); \
        goto leave;        \
    } while (0)

/* Leaves the instruction at `slot` to the machine. The C takes over again behind it. */
#define BY_MACHINE(slot)              \
    do {                              \
        now.pc = (slot);              \
        LEAVE(HTN_NATIVE_BY_MACHINE); \
    } while (0)

/* The value of a query. The search waits if it is late, at `slot`, where the expression begins. */
#define ASK(slot, query, arguments, answer)                                         \
    do {                                                                            \
        if (RARELY(!htn_native_ask(planner, (query), arguments, marked, answer))) { \
            now.pc = (slot);                                                        \
            LEAVE(HTN_WAITS);                                                       \
        }                                                                           \
    } while (0)

/* The list of what a query proposes. The search waits in the same way. */
#define PROPOSE(slot, query, arguments, list)                                           \
    do {                                                                                \
        if (RARELY(!htn_native_propose(planner, (query), (arguments), marked, list))) { \
            now.pc = (slot);                                                            \
            LEAVE(HTN_WAITS);                                                           \
        }                                                                               \
    } while (0)

/* Continues in another part. */
#define ELSEWHERE(slot)              \
    do {                             \
        now.pc = (slot);             \
        LEAVE(HTN_NATIVE_ELSEWHERE); \
    } while (0)

/* Spends the units of work of the instructions from `slot` on, which control carries out without a jump. */
#define SPEND(slot, units)                                                      \
    do {                                                                        \
        if (RARELY(fuel < (units))) {                                           \
            now.pc = (slot);                                                    \
            LEAVE(fuel == 0 ? (uint32_t)HTN_SUSPENDED : HTN_NATIVE_BY_MACHINE); \
        }                                                                       \
        fuel -= (units);                                                        \
    } while (0)

/* Makes sure that there is room for so many writes behind `slot`, for which no unit of work has paid. */
#define ROOM(slot, writes)                                                                                           \
    do {                                                                                                             \
        if (RARELY((uint64_t)now.trail + 3 * (uint64_t)now.pending + (writes) + (uint64_t)fuel * HTN_NATIVE_WRITES > \
                   machine->limits.trail))                                                                           \
            BY_MACHINE(slot);                                                                                        \
    } while (0)

/* --- Control ------------------------------------------------------------------------------------ */

/* A step holds. Continues with the next step of the plan that is being checked, if one is. */
#define VALID                                   \
    do {                                        \
        machine->now = now;                     \
        status = htn_native_next_step(planner); \
        now = machine->now;                     \
        if (status != HTN_NATIVE_ELSEWHERE)     \
            goto leave;                         \
        CONSTANTS;                              \
    } while (0)

/*
 * Looks for the first row, from `row` on, that the world matches. A part that marks runs the tests behind SEEK
 * instead: they mark.
 */
#define SEEK(next, row)                   \
    do {                                  \
        now.pc = marked ? (next) : (row); \
        if (marked)                       \
            goto resume;                  \
        goto seek;                        \
    } while (0)

/*
 * Removes the latest choice point and undoes what was written since; `undone` is the first of these changes. RESTORE
 * does the rest, if the alternative is of this part.
 */
#define BACKTRACK                      \
    do {                               \
        if (RARELY(choice == floor)) { \
            if (choice == choices)     \
                LEAVE(HTN_NO_PLAN);    \
            BY_MACHINE(HTN_SLOT_FAIL); \
        }                              \
        choice--;                      \
        UNDO_ALL;                      \
    } while (0)
#define UNDO(first)                                          \
    NOTHING_UNDONE;                                          \
    for (size_t at = now.trail, end = (first); at != end;) { \
        undone = trail[--at];                                \
        if (!NATIVE_WIDE || undone.cell < HTNI_BYTE_CELLS)   \
            world[undone.cell] = (uint8_t)undone.old;        \
        else                                                 \
            htn_native_undo(world, &trail[at]);              \
    }

/* Where control comes from elsewhere to code that may contain a REWRITE. */
#define NOTHING_UNDONE (undone.cell = HTN_NONE)

/*
 * The same, if the choice point at the top is known, and what has been done since: `made` steps, `taken` methods, and
 * the writes that `undo` undoes. No register must be restored: control jumps to the alternative.
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

/* At an alternative: restores the registers that can have changed since the choice point was left. */
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
        if (NATIVE_EACH)                                 \
            now.solutions = choice->solutions;           \
        if (NATIVE_DEFERS)                               \
            now.pending = choice->pending;               \
    } while (0)

/*
 * Tells the C compiler where the task continues. A task with a frame has that in its frame, so until it calls another
 * task nobody reads the registers.
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

#define FRAME(locals)                                                                   \
    do {                                                                                \
        if (RARELY((locals) + HTNI_FRAME_LOCALS > machine->limits.frames - now.frames)) \
            LEAVE(HTN_FULL_FRAMES);                                                     \
        uint32_t *const made = frames + now.frames;                                     \
        made[HTNI_FRAME_PC] = now.continue_pc;                                          \
        made[HTNI_FRAME_PARENT] = now.continue_frame;                                   \
        made[HTNI_FRAME_ANCESTRY] = now.ancestry;                                       \
        now.frame = now.frames;                                                         \
        now.frames += HTNI_FRAME_LOCALS + (locals);                                     \
    } while (0)

/*
 * `framed`: a FRAME stands right in front. `progresses`: no ancestor is the same. There are fewer than 2^30 words of frames.
 */
#define GUARD(slot, task, framed, progresses)                                              \
    do {                                                                                   \
        const uint32_t above = now.ancestry, end = now.frames + HTNI_ANCESTOR_WORDS;       \
        const uint32_t depth = (frames + above)[HTNI_ANCESTOR_DEPTH] + 1;                  \
        if (RARELY(depth > machine->limits.depth) || RARELY(end > machine->limits.frames)) \
            BY_MACHINE(slot);                                                              \
        if (RARELY(depth > machine->deepest))                                              \
            machine->deepest = depth;                                                      \
        uint32_t *const made = frames + now.frames;                                        \
        made[HTNI_ANCESTOR_PARENT] = above;                                                \
        made[HTNI_ANCESTOR_TASK] = (task);                                                 \
        made[HTNI_ANCESTOR_DEPTH] = depth;                                                 \
        made[HTNI_ANCESTOR_FRAME] = now.frame;                                             \
        made[HTNI_ANCESTOR_TRAIL] = now.trail;                                             \
        if (progresses)                                                                    \
            htn_native_progresses(planner, depth);                                         \
        else if (above != 0 && htn_native_loops(planner, made))                            \
            BY_MACHINE(slot);                                                              \
        now.ancestry = now.frames;                                                         \
        now.frames = end;                                                                  \
        if (framed)                                                                        \
            (frames + now.frame)[HTNI_FRAME_ANCESTRY] = now.ancestry;                      \
    } while (0)

#define CHOICE(alternative)     \
    do {                        \
        now.pc = (alternative); \
        *choice++ = now;        \
    } while (0)

/* Right behind RESTORE: the choice point that was removed is still in its place, and only its alternative differs. */
#define CHOICE_AGAIN(alternative) ((choice++)->pc = (alternative))

#define TAKE(slot, method)                                                                                   \
    do {                                                                                                     \
        if (NATIVE_RECORD_SITES) {                                                                           \
            htni_record_site *const places = (htni_record_site *)(void *)(block + machine->record_sites_at); \
            places[now.record].pc = (slot);                                                                  \
            places[now.record].frame = now.frame;                                                            \
        }                                                                                                    \
        record[now.record++] = (method);                                                                     \
    } while (0)

#define STEP(task_index, framed)                                                     \
    do {                                                                             \
        steps[now.steps].task = (task_index);                                        \
        steps[now.steps++].arguments = (framed) ? now.frame + HTNI_FRAME_LOCALS : 0; \
    } while (0)

/* --- The world ---------------------------------------------------------------------------------- */

#define LOCAL(index)  (frames[now.frame + HTNI_FRAME_LOCALS + (index)])
#define LOCALS(index) (frames + now.frame + HTNI_FRAME_LOCALS + (index))

/* A byte of the world; a part that marks marks it as read. */
#define BYTE(address)    (marked ? htni_mark_bytes(&marks, (address), 1) : (void)0, native_byte(world, (address)))
#define AT(table, local) htn_native_load_at(planner, (table), htni_signed(LOCAL(local)), marked)
#define S8(address)      ((int32_t)(int8_t)BYTE(address))
#define S16(address)     (marked ? htni_mark_bytes(&marks, (address), 2) : (void)0, native_s16(world + (address)))
#define S32(address)     (marked ? htni_mark_bytes(&marks, (address), 4) : (void)0, native_s32(world + (address)))

NATIVE_INLINE int32_t native_byte(const uint8_t *world, uint32_t address)
{
    return world[address];
}

NATIVE_INLINE int32_t native_s16(const uint8_t *at)
{
    int16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

NATIVE_INLINE int32_t native_s32(const uint8_t *at)
{
    int32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Writes a byte. Its old value counts as read where the machine's WRITES_BYTE counts it (vm_loop.h). */
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
 * The same as the first write of an alternative. Mostly the one before it has written the same cell first, and its
 * entry is still on the trail: what the cell holds is neither read, which would have to wait for its being put back,
 * nor noted once more.
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
#define WRITING(call)                           \
    do {                                        \
        machine->now.frame = now.frame;         \
        machine->now.ancestry = now.ancestry;   \
        machine->now.trail = now.trail;         \
        machine->now.pending = now.pending;     \
        if (!(call))                            \
            LEAVE(HTN_FULL_TRAIL);              \
        now.trail = machine->now.trail;         \
        if (NATIVE_DEFERS)                      \
            now.pending = machine->now.pending; \
    } while (0)

#define STORE(property, cell, value)      WRITING(htn_native_store(planner, (property), (cell), (value), marked))
#define DEFER(how, property, cell, value) WRITING(htn_native_defer(planner, (how), (property), (cell), (value)))
#define COMMIT                            WRITING(htn_native_commit(planner, marked))
#define COST(value)                       WRITING(htn_native_add_cost(planner, (value)))
#define DURATION(value)                   WRITING(htn_native_add_duration(planner, (value)))

/* In front of a NEXT_INSTANCE: runs through as many instances as the runtime can scan, or none; then on at now.pc. */
#define SCAN(slot)                                                                           \
    do {                                                                                     \
        const htni_scanned done = htn_native_scan(planner, (slot), LOCALS(0), fuel, marked); \
        fuel = done.fuel;                                                                    \
        now.pc = done.pc;                                                                    \
    } while (0)

/* The random number depends on the record so far. */
#define DRAW(first, method, keys, weight) \
    (machine->now.record = now.record, htn_native_draw(planner, LOCALS(first), (method), (keys), (weight)))
#define DRAW_FIXED(first, method, keys, weight) \
    (machine->now.record = now.record, htn_native_draw_fixed(planner, LOCALS(first), (method), (keys), (weight)))

#endif

#endif
