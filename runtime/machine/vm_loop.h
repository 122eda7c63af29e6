/*
 * The machine's loop, a template for vm.c, vm_marked.c (marks what is read, footprint.h) and vm_traced.c
 * (tells a listener). The includer defines HTNI_RUN, the function's name, HTNI_TRACED and HTNI_MARKED.
 *
 * The code has been verified: operands, jumps and the evaluation stack are trusted. What can run out at run
 * time is checked here: the budget, limits, regions. Between calls the registers lie in machine->now. See
 * docs/vm.md.
 */
#include "../achieve/achieve.h"
#include "../achieve/goap_heuristic.h"
#include "../blob/attributes.h"
#include "../blob/expression_start.h"
#include "../blob/task_code.h"
#include "../blob/utility_curve.h"
#include "../search/branch_and_bound.h"
#include "../search/continuation.h"
#include "../search/deferred_writes.h"
#include "../search/footprint.h"
#include "../search/given_tasks.h"
#include "../search/limit_reached.h"
#include "../search/loop_guard.h"
#include "../search/mtr_comparison.h"
#include "../search/same_instances.h"
#include "../search/starts_at_once.h"
#include "../search/trail.h"
#include "../search/trailed_writes.h"
#include "../search/tuples.h"
#include "../world/query.h"
#include "each_items.h"
#include "instance_scan.h"
#include "listener.h"
#include "parallel_groups.h"
#include "plan_walk.h"
#include "ranking.h"
#include "running_bindings.h"
#include "seek.h"

/* One operand each; `at` is the current instruction. */
#define A     ((uint32_t)at[1])
#define B     htni_read16(at + 2)
#define C     htni_read32(at + 4)
#define CELLS world
#define IS_THERE(type, instance)                                                                           \
    (now->following || planner->search.phase != HTNI_SEARCHING ? htni_is_same(planner, (type), (instance)) \
                                                               : htni_is_present(domain, CELLS, (type), (instance)))
#define ASK(query, arguments, answer) \
    htni_ask(domain, CELLS, planner->host.answerer, planner->host.answerer_user, (query), (arguments), (answer))
#define MAKE_LIST(query, arguments, list) \
    htni_propose(domain, CELLS, planner->host.answerer, planner->host.answerer_user, (query), (arguments), (list))
/* The search waits, where the expression begins. Evaluating it so far has changed nothing. */
#define LATE(depth)                                           \
    do {                                                      \
        TOLD_LATE(query, top);                                \
        now->pc = htni_expression_start(domain, PC, (depth)); \
        END(HTN_WAITS);                                       \
    } while (0)
#define STACK         stack
#define FRAMES        frames
#define LOCALS        (FRAMES + now->frame + HTNI_FRAME_LOCALS)
#define ROOT          planner->machine.root
#define POINTS(index) (domain->sections[HTN_SECTION_CONSTANTS].data + (size_t)(index)*4)
#define PUSH(value)   (*top++ = (value))
#define POP()         (*--top)
#define PC            ((uint32_t)((size_t)(at - code) / HTN_INSTRUCTION_SIZE))
#define GO_TO(slot)   (at = code + (size_t)(slot)*HTN_INSTRUCTION_SIZE)
#define DISPATCH_HERE HTNI_DISPATCH
#define NEXT                        \
    do {                            \
        at += HTN_INSTRUCTION_SIZE; \
        DISPATCH_HERE;              \
    } while (0)
#define JUMP_TO(slot)  \
    do {               \
        GO_TO(slot);   \
        DISPATCH_HERE; \
    } while (0)
/* A task is done. */
#define GO_ON                                                       \
    do {                                                            \
        now->frame = now->continue_frame;                           \
        now->ancestry = (FRAMES + now->frame)[HTNI_FRAME_ANCESTRY]; \
        TRACE(HTN_EVENT_RETURN, PC, now->frame);                    \
        JUMP_TO(now->continue_pc);                                  \
    } while (0)
/* A condition that does not hold. */
#define UNLESS(holds)                   \
    do {                                \
        if (holds)                      \
            NEXT;                       \
        TRACE(HTN_EVENT_REJECT, PC, 0); \
        JUMP_TO(C);                     \
    } while (0)
#define END(result)        \
    do {                   \
        status = (result); \
        goto ended;        \
    } while (0)
#define BOUND_TO(slot) TRACE(HTN_EVENT_BIND, PC, slot)
/* A listener hears of each test. */
#if HTNI_TRACED
#define SCAN               ((void)0)
#define SKIP_UNLESS(holds) NEXT
#else
#define SKIP_UNLESS(holds) UNLESS(holds)
#if HTNI_MARKED
#define SCANNED htni_scan_marked(planner, code, PC, LOCALS, LEFT)
#else
#define SCANNED htni_scan(domain, world, code, PC, LOCALS, LEFT)
#endif
#define SCAN                               \
    do {                                   \
        const htni_scanned done = SCANNED; \
        SHARE(done.fuel);                  \
        if (done.pc != PC)                 \
            JUMP_TO(done.pc);              \
    } while (0)
#endif

#if HTNI_MARKED
#define MARK(call)                                \
    do {                                          \
        if (!HTNI_TRACED || marks.bits != NULL) { \
            call;                                 \
        }                                         \
    } while (0)
#else
#define MARK(call) ((void)0)
#endif
#define READS(address, bytes)              MARK(htni_mark_bytes(&marks, (address), (bytes)))
#define READS_CELL(table, cell)            MARK(htni_mark_cell(planner, (table), (cell)))
#define READS_AT(table, instance)          MARK(htni_mark_at(planner, (table), (instance)))
#define READS_LOOP(type, after, next)      MARK(htni_mark_loop(planner, (type), (after), (next)))
#define READS_INSTANCE(type, instance)     MARK(htni_mark_instance(planner, (type), (instance)))
#define READS_QUERY(query, arguments)      MARK(htni_mark_query(planner, (query), (arguments)))
#define WRITES_BYTE(address, old, value)   MARK(htni_mark_old_byte(planner, &marks, now, (address), (old), (value)))
#define WRITES_CELL(property, cell, value) MARK(htni_mark_write(planner, now, (property), (cell), (value)))
#define WRITES_PENDING                     MARK(htni_mark_pending(planner, now, TRAIL_ROOM))
#define CHOICES                            ((uint32_t)(choice - choices))
/* A search is suspended only here. Nothing of this instruction has been done yet. */
#define SPEND                          \
    do {                               \
        if (HTNI_UNLIKELY(--fuel < 0)) \
            goto spent;                \
    } while (0)
/* The work that is left; some of it is fuel. */
#define LEFT ((uint32_t)fuel + reserve)
#define SHARE(left)                                        \
    do {                                                   \
        const uint32_t all = (left);                       \
        fuel = all < (uint32_t)fuel ? (int32_t)all : fuel; \
        reserve = all - (uint32_t)fuel;                    \
    } while (0)
/* With Select [cheapest]: fails a branch whose plans cannot cost less than the bound. */
#define FAIL_IF(exceeds, pc)                                             \
    do {                                                                 \
        if (exceeds) {                                                   \
            TRACE(HTN_EVENT_EXCEEDS_BOUND, (pc), planner->search.bound); \
            JUMP_TO(HTN_SLOT_FAIL);                                      \
        }                                                                \
    } while (0)

#if HTNI_TRACED
#define TRACE(kind, pc, index)                         \
    do {                                               \
        machine->choice_count = CHOICES;               \
        if (!planner->achieving.quiet)                 \
            htni_tell(planner, (kind), (pc), (index)); \
    } while (0)
#define ANSWERED(query, arguments, given)     \
    do {                                      \
        planner->host.question = (arguments); \
        planner->host.answer = (given);       \
        TRACE(HTN_EVENT_QUERY, PC, query);    \
        planner->host.question = NULL;        \
    } while (0)
#define PROPOSED(query, arguments)            \
    do {                                      \
        planner->host.question = (arguments); \
        planner->host.answer = 0;             \
        TRACE(HTN_EVENT_PROPOSED, PC, query); \
        planner->host.question = NULL;        \
    } while (0)
#define TOLD_LATE(query, arguments)                    \
    do {                                               \
        planner->host.question = (arguments);          \
        planner->host.answer = answer;                 \
        machine->choice_count = CHOICES;               \
        htni_tell(planner, HTN_EVENT_WAIT, PC, query); \
        planner->host.question = NULL;                 \
    } while (0)
/* Tuples are told while an Achieve searches, too: what is known of them outlives it. */
#define TOLD_TUPLE(kind, pc, derived, arguments, given) \
    do {                                                \
        planner->host.question = (arguments);           \
        planner->host.answer = (given);                 \
        machine->choice_count = CHOICES;                \
        htni_tell(planner, (kind), (pc), (derived));    \
        planner->host.question = NULL;                  \
    } while (0)
#define ENTERED(task)                                                     \
    do {                                                                  \
        if (task != HTN_NONE) {                                           \
            TRACE(HTN_EVENT_ENTER, PC, task);                             \
            if (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED) \
                TRACE(HTN_EVENT_FRAME, PC, now->frame);                   \
        }                                                                 \
    } while (0)
#define TRAIL_ROOM (machine->limits.trail + now->steps) /* each step has a mark on the trail, too */
#else
#define TRACE(kind, pc, index)                          ((void)0)
#define ANSWERED(query, arguments, given)               ((void)0)
#define PROPOSED(query, arguments)                      ((void)0)
#define TOLD_LATE(query, arguments)                     ((void)0)
#define TOLD_TUPLE(kind, pc, derived, arguments, given) ((void)0)
#define ENTERED(task)                                   ((void)(task))
#define TRAIL_ROOM                                      (machine->limits.trail)
#endif

/* Values to keep in registers from one instruction to the next, if there are enough registers. */
#if UINTPTR_MAX > UINT32_MAX
#define HTNI_IN_REGISTERS "r"(world), "r"(code), "r"(steps), "r"(choice)
#else
#define HTNI_IN_REGISTERS "r"(world), "r"(code)
#endif

/*
 * Label addresses exist in gcc and clang; -Wpedantic must not warn a game of them. Most instructions have two
 * labels.
 */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpedantic"
#define HTNI_QUICK (!HTNI_TRACED)
#if HTNI_QUICK
#define OP(name) op_##name : quick_##name:
#else
#define OP(name) op_##name:
#endif
#define CHOICE_OP(name) op_##name:
#define HTNI_DISPATCH                                        \
    do {                                                     \
        __asm__ volatile("" : "+r"(at) : HTNI_IN_REGISTERS); \
        goto *labels[at[0]];                                 \
    } while (0)
/*
 * What the machine is about to read, if nothing of it is in a cache: the lines of the table that have the opcodes of which most
 * searches consist, and the code where it begins. Else it would wait for one line behind the other.
 */
#if HTNI_QUICK
#define CODE_LINE(n) ((const void *)((uintptr_t)at + 64 * (n)))
#define FETCH_AHEAD                            \
    do {                                       \
        HTNI_FETCH(&quick[HTN_OP_METHOD]);     \
        HTNI_FETCH(&quick[HTN_OP_PROCEED]);    \
        HTNI_FETCH(&quick[HTN_OP_STEP]);       \
        HTNI_FETCH(&quick[HTN_OP_TEST_EQ_U8]); \
        HTNI_FETCH(&quick[HTN_OP_TEST_GE_U8]); \
        HTNI_FETCH(&quick[HTN_OP_SET_U8]);     \
        HTNI_FETCH(CODE_LINE(1));              \
        HTNI_FETCH(CODE_LINE(2));              \
        HTNI_FETCH(CODE_LINE(3));              \
        HTNI_FETCH(CODE_LINE(4));              \
    } while (0)
#else
#define FETCH_AHEAD ((void)0)
#endif
#else
#define HTNI_QUICK      0
#define OP(name)        case HTN_OP_##name:
#define CHOICE_OP(name) OP(name)
#define HTNI_DISPATCH   goto dispatch
#define FETCH_AHEAD     ((void)0)
#endif

/*
 * Refuels: for as long as the quick instructions are safe, or for a while with the careful ones; and chooses
 * between them.
 */
#define REFUEL(left, quick_units)                                 \
    do {                                                          \
        const uint32_t all = (left), units = (quick_units);       \
        const uint32_t most = units != 0 ? units : CAREFUL_UNITS; \
        fuel = (int32_t)(all < most ? all : most);                \
        reserve = all - (uint32_t)fuel;                           \
        CHOOSE_LABELS(units);                                     \
    } while (0)
#if HTNI_QUICK
#define FIRST_UNITS          htni_first_quick_units(planner)
#define QUICK_UNITS(choices) htni_quick_units(planner, (choices))
#define CAREFUL_UNITS        64
#define CHOOSE_LABELS(units) (labels = (units) != 0 ? quick : careful)
#else
#define FIRST_UNITS          0
#define QUICK_UNITS(choices) 0
#define CAREFUL_UNITS        (UINT32_MAX / 2)
#define CHOOSE_LABELS(units) ((void)0)
#endif

/*
 * Writes a byte of the world, with an entry on the trail. Wider cells and tables are written by
 * htni_write_cell().
 */
#define CHANGE(address, old_value, new_value)                           \
    do {                                                                \
        if (HTNI_UNLIKELY(now->trail >= TRAIL_ROOM))                    \
            END(HTN_FULL_TRAIL);                                        \
        htni_change *const change = &htni_trail(machine)[now->trail++]; \
        change->cell = (address);                                       \
        change->old = (old_value);                                      \
        world[address] = (uint8_t)(new_value);                          \
    } while (0)

#if HTNI_QUICK
/*
 * How many units of work can be done before a limit on steps, record or choice points can be reached: a unit
 * takes at most one of each. 0: the careful instructions are needed for another reason.
 */
static inline uint32_t htni_quick_units(const htn_planner *planner, uint32_t choices)
{
    const uint32_t steps = planner->machine.limits.steps - planner->machine.now.steps;
    const uint32_t record = planner->machine.limits.record - planner->machine.now.record;
    uint32_t units = planner->machine.limits.choices - choices; /* at most 2^28 */
    if (planner->search.against_running | planner->search.cheapest | planner->machine.domain->record_sites)
        return 0;
    units = record < units ? record : units;
    return steps < units ? steps : units;
}

/* The same where a run begins, by a cheap conservative bound: a|b|c is at least max(a, b, c). */
static inline uint32_t htni_first_quick_units(const htn_planner *planner)
{
    const uint32_t choices = planner->machine.choice_count, units = planner->prepared.quick_units;
    const uint32_t used = planner->machine.now.steps | planner->machine.now.record | choices;
    if (planner->search.against_running | planner->search.cheapest)
        return 0;
    return HTNI_UNLIKELY(used >= units) ? htni_quick_units(planner, choices) : units - used;
}
#endif

htn_status HTNI_RUN(htn_planner *planner, uint32_t budget)
{
#if defined(__GNUC__)
    static const void *const careful[] HTNI_ALIGNED = {
#define HTN_OP(name, ...) &&op_##name,
#include <htn/opcodes.def>

    };
    const void *const *labels = careful;
#endif
#if HTNI_QUICK
    static const void *const quick[] HTNI_ALIGNED = {
#define HTN_OP(name, ...) &&quick_##name,
#include <htn/opcodes.def>

    };
#endif
    htni_machine *const machine = &planner->machine;
    const htn_domain *const domain = machine->domain;
    const uint8_t *const code = htni_code(domain);
    uint8_t *const world = htni_working_world(machine);
#if HTNI_MARKED
    const htni_marks marks = htni_marks_of(planner);
#endif
    htn_step *const steps = htni_steps(machine);
    uint16_t *const record = htni_record(machine);
    uint32_t *const frames = htni_frames(machine);
    const uint32_t given = budget - 1 < machine->work_left ? budget : machine->work_left; /* a budget of 0: no limit */
    uint32_t reserve;
    int32_t fuel;
    htni_registers *const now = &machine->now;
    htni_registers *const choices = htni_choices(machine);
    htni_registers *choice = choices + machine->choice_count; /* the next choice point */
    int32_t stack[HTN_MAX_STACK];
    int32_t *top = stack;
    const uint8_t *at = code + (size_t)now->pc * HTN_INSTRUCTION_SIZE;
    htn_status status;

    FETCH_AHEAD;
    machine->work_left -= given;
    REFUEL(given, FIRST_UNITS);
    DISPATCH_HERE;
#if !defined(__GNUC__)
dispatch:
    switch (at[0]) {
    default:
#endif

#define HTNI_CAREFUL       1
#define CHOICE_LABEL(name) op_##name
#include "choice_ops.h"
#undef HTNI_CAREFUL
#undef CHOICE_LABEL
#if HTNI_QUICK
#undef CHOICE_OP
#define CHOICE_OP(name)    quick_##name:
#define CHOICE_LABEL(name) quick_##name
#define HTNI_CAREFUL       0
#include "choice_ops.h"
#endif

        OP(DONE)
        {
            if (HTNI_UNLIKELY(planner->search.cheapest)) {
                FAIL_IF(htni_plan_exceeds_bound(planner), HTN_SLOT_DONE);
                const htni_kept_best kept = htni_keep_best(planner);
                if (kept == HTNI_BEST_NO_ROOM)
                    END(HTN_FULL_SPANS);
                if (kept != HTNI_BEST_PASSED_OVER)
                    TRACE(HTN_EVENT_FOUND, HTN_SLOT_DONE, planner->search.bound);
                if (kept != HTNI_BEST_CHEAPEST)
                    JUMP_TO(HTN_SLOT_FAIL);
            }
            END(HTNI_WHOLE_PLAN);
        }
        OP(VALID)
        {
            if (HTNI_UNLIKELY(planner->search.given != 0)) { /* the next given task */
                uint32_t task;
                if ((status = htni_enter_next_given(planner, now, &task)) != HTN_OK)
                    END(status);
                ENTERED(task);
                JUMP_TO(now->pc);
            }
            status = planner->check.walk == NULL ? HTN_STANDS : htni_enter_next_step(planner, now);
            if (status != HTN_OK)
                END(planner->check.walk == NULL ? HTN_OK : status);
            JUMP_TO(now->pc);
        }
        OP(FRAME)
        {
            const uint32_t arguments = A, locals = B, frame = now->frames;
            if (HTNI_UNLIKELY(locals + HTNI_FRAME_LOCALS > machine->limits.frames - frame))
                END(HTN_FULL_FRAMES);
            uint32_t *made = FRAMES + frame;
            made[HTNI_FRAME_PC] = now->continue_pc;
            made[HTNI_FRAME_PARENT] = now->continue_frame;
            made[HTNI_FRAME_ANCESTRY] = now->ancestry;
            made += HTNI_FRAME_LOCALS;
            top -= arguments;
            for (uint32_t i = 0; i < arguments; i++)
                made[i] = (uint32_t)top[i];
            for (uint32_t i = arguments; i < locals; i++)
                made[i] = 0;
            now->frame = frame;
            now->frames = frame + HTNI_FRAME_LOCALS + locals;
            TRACE(HTN_EVENT_FRAME, PC, frame);
            NEXT;
        }
        OP(GUARD)
        {
            const uint32_t above = now->ancestry, ancestor = now->frames,
                           depth = (FRAMES + above)[HTNI_ANCESTOR_DEPTH] + 1;
            uint32_t *const made = FRAMES + ancestor; /* GUARD may always look at one more ancestor */
            if (HTNI_UNLIKELY(depth > machine->limits.depth)) {
                TRACE(HTN_EVENT_LIMIT, PC, HTN_REACHED_DEPTH);
                htni_limit_reached(&planner->search, HTN_REACHED_DEPTH);
                JUMP_TO(HTN_SLOT_FAIL);
            }
            if (HTNI_UNLIKELY(depth > machine->deepest))
                machine->deepest = depth;
            made[HTNI_ANCESTOR_PARENT] = above;
            made[HTNI_ANCESTOR_TASK] = C;
            made[HTNI_ANCESTOR_DEPTH] = depth;
            made[HTNI_ANCESTOR_FRAME] = now->frame;
            made[HTNI_ANCESTOR_TRAIL] = now->trail;
            if (B != 0) {
                htni_progresses(planner, depth);
            } else if (above != 0 && htni_loops(planner, made)) {
                TRACE(HTN_EVENT_LOOP, PC, C);
                JUMP_TO(HTN_SLOT_FAIL);
            }
            if (HTNI_UNLIKELY(HTNI_ANCESTOR_WORDS > machine->limits.frames - ancestor))
                END(HTN_FULL_FRAMES);
            now->frames = ancestor + HTNI_ANCESTOR_WORDS;
            now->ancestry = ancestor;
            if (at[-HTN_INSTRUCTION_SIZE] == HTN_OP_FRAME) /* the task has a frame, which was just made */
                (FRAMES + now->frame)[HTNI_FRAME_ANCESTRY] = ancestor;
            NEXT;
        }
        OP(LOWER_BOUND)
        {
            if (planner->search.cheapest) {
                if (!htni_accumulate(machine, now, TRAIL_ROOM, domain->world_bytes + HTNI_SUM_LOWER_BOUND,
                                     htni_signed(C)))
                    END(HTN_FULL_TRAIL);
                FAIL_IF(htni_exceeds_bound(planner), PC);
            }
            NEXT;
        }
        OP(WHILE)
        {
            if (HTNI_UNLIKELY(now->trail >= TRAIL_ROOM))
                END(HTN_FULL_TRAIL);
            htni_mark_trail(machine, now, HTNI_MARK_WHILE, now->steps);
            NEXT;
        }
        OP(WHILE_END)
        {
            if (HTNI_UNLIKELY(now->trail >= TRAIL_ROOM))
                END(HTN_FULL_TRAIL);
            htni_mark_trail(machine, now, HTNI_MARK_WHILE_END, now->steps);
            NEXT;
        }
        OP(CHOOSE)
        {
            SPEND;
            if (HTNI_UNLIKELY(choice >= choices + machine->limits.choices))
                END(HTN_FULL_CHOICES);
            htni_copy_registers(choice, now);
            (choice++)->pc = C;
            TRACE(HTN_EVENT_CHOICE, PC, 0);
            NEXT;
        }
        OP(BIND)
        {
            if (HTNI_UNLIKELY(now->following) && htni_bind(planner, now, PC, B))
                JUMP_TO(C);
            NEXT;
        }
        OP(CALL)
        {
            now->continue_pc = PC + 1;
            now->continue_frame = now->frame;
            TRACE(HTN_EVENT_ENTER, PC, htni_task_at(domain, C));
            JUMP_TO(C);
        }
        OP(LAST_CALL)
        {
            now->continue_pc = (FRAMES + now->frame)[HTNI_FRAME_PC];
            now->continue_frame = (FRAMES + now->frame)[HTNI_FRAME_PARENT];
            TRACE(HTN_EVENT_ENTER, PC, htni_task_at(domain, C));
            JUMP_TO(C);
        }
        OP(JUMP_CALL)
        {
            TRACE(HTN_EVENT_ENTER, PC, htni_task_at(domain, C));
            JUMP_TO(C);
        }
        OP(RETURN)
        {
            now->continue_pc = (FRAMES + now->frame)[HTNI_FRAME_PC];
            now->continue_frame = (FRAMES + now->frame)[HTNI_FRAME_PARENT];
            GO_ON;
        }
        OP(PROCEED)
        {
            GO_ON;
        }

        OP(ACHIEVE)
        {
            TRACE(HTN_EVENT_ACHIEVE, PC, B);
            machine->choice_count = CHOICES;
            if ((status = htni_achieve(planner, now, TRAIL_ROOM, PC, B)) != HTN_OK)
                END(status);
            JUMP_TO(now->pc);
        }
        OP(ENACT)
        {
            SPEND;
            uint32_t task;
            if ((status = htni_enact(planner, now, TRAIL_ROOM, PC, &task)) != HTN_OK)
                END(status);
            if (HTNI_UNLIKELY(planner->search.cheapest))
                FAIL_IF(htni_exceeds_bound(planner), PC);
            ENTERED(task);
            JUMP_TO(now->pc);
        }
        OP(UNMET)
        {
            htni_unmet(htni_achieve_of(planner), B, C);
            NEXT;
        }
        OP(EXPLORE)
        {
            SPEND;
            machine->choice_count = CHOICES;
            uint32_t left = LEFT;
            status = htni_explore(planner, now, TRAIL_ROOM, PC, &left);
            SHARE(left);
            if (status != HTN_OK)
                END(status);
            choice = choices + machine->choice_count;
#if HTNI_TRACED
            if (planner->achieving.outcome != 0) {
                const htn_event_kind outcome = (htn_event_kind)(planner->achieving.outcome - 1);
                planner->achieving.outcome = 0;
                TRACE(outcome, PC,
                      outcome == HTN_EVENT_LIMIT           ? (uint32_t)HTN_REACHED_NODES
                      : outcome == HTN_EVENT_EXCEEDS_BOUND ? planner->search.bound
                                                           : B);
            }
#endif
            JUMP_TO(now->pc);
        }
        OP(SPLIT)
        {
            status = htni_split(planner, now, PC + 1, HTN_PARTIAL_SPLIT);
            goto split;
        }
        OP(HORIZON)
        {
            if (machine->horizon == 0 && !now->following)
                NEXT;
            status = htni_split(planner, now, PC + 1, HTN_PARTIAL_HORIZON);
        split:
            if (status == HTN_OK)
                NEXT;
            if (status == HTNI_WHOLE_PLAN) /* only returns remain */
                JUMP_TO(HTN_SLOT_DONE);
            if (status == HTNI_PARTIAL_PLAN)
                TRACE(HTN_EVENT_SPLIT, PC, planner->search.partial);
            goto ended;
        }
        OP(EACH)
        {
            htni_begin_each(now, LOCALS, A, (B & 255) + (B >> 8), CHOICES);
            if (!now->following)
                NEXT;
            status = htni_restore_items(planner, now, LOCALS, A, htni_task_of(domain, PC));
            if (status == HTN_FULL_SOLUTIONS)
                goto ended;
            JUMP_TO(status == HTN_OK ? C : HTN_SLOT_FAIL);
        }
        OP(ADD_ITEM)
        {
            if (!htni_add_item(machine, now, LOCALS, A, B & 255, LOCALS + C, B >> 8))
                END(HTN_FULL_SOLUTIONS);
            NEXT;
        }
        OP(LOAD_ITEM)
        {
            SPEND;
            UNLESS(htni_load_item(machine, LOCALS, A, B & 255));
        }
        OP(NEXT_ITEM)
        {
            SPEND;
            const uint32_t each = htni_task_of(domain, PC);
            const uint32_t method = HTNI_FIELD(domain, TASKS, each, FIRST_METHOD);
            const bool more = htni_has_item(machine, LOCALS, A, method);
            if (HTNI_UNLIKELY(now->following)) {
                const int32_t order = htni_compare_mtr(planner, now->record, !more);
                if (order > 0)
                    END(HTN_STANDS);
                if (order < 0)
                    now->following = 0;
                else if (more && !htni_is_running_item(planner, now, LOCALS, A, B & 255))
                    JUMP_TO(HTN_SLOT_FAIL);
            }
            if (HTNI_UNLIKELY(now->record >= machine->limits.record))
                END(HTN_FULL_RECORD);
            if (!more)
                htni_end_each(now, LOCALS, A, CHOICES);
            else if (!htni_begin_item(machine, now, A, B & 255, each))
                END(HTN_FULL_FRAMES);
            htni_record_sites(machine)[now->record].pc = PC;
            htni_record_sites(machine)[now->record].frame = now->frame;
            record[now->record++] = !more;
            if (more)
                TRACE(HTN_EVENT_FRAME, PC, now->frame);
            TRACE(now->following ? HTN_EVENT_FOLLOW : HTN_EVENT_METHOD, PC, !more);
            if (more)
                NEXT;
            JUMP_TO(C);
        }
        OP(AT_ONCE)
        {
            if (htni_starts_at_once(planner, now->steps, now->trail))
                NEXT;
            JUMP_TO(C);
        }
        OP(GONE)
        {
            UNLESS(htni_signed(LOCALS[B]) != HTNI_GONE);
        }
        OP(GROUP)
        {
            if (!htni_begin_group(machine, now, TRAIL_ROOM))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(MEMBER)
        {
            TRACE(HTN_EVENT_MEMBER, PC, 0);
            if (!htni_end_member(machine, now, TRAIL_ROOM, &LOCALS[A]))
                END(HTN_FULL_TRAIL);
            if (HTNI_UNLIKELY(planner->machine.tuples_at != 0) && !htni_forget(planner, now, TRAIL_ROOM, HTN_NONE))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(APPLY)
        {
            const uint32_t step = LOCALS[A];
            if (step >= now->steps)
                NEXT;
            if (htni_is_of_background(machine, now, step)) {
                LOCALS[A] = step + 1;
                JUMP_TO(PC);
            }
            SPEND;
            LOCALS[A] = step + 1;
            TRACE(HTN_EVENT_APPLY, PC, step);
            status = htni_apply_step(machine, now, TRAIL_ROOM, step, PC);
            if (HTNI_UNLIKELY(status != HTN_OK))
                goto ended;
            JUMP_TO(now->pc);
        }
        OP(BACKGROUND)
        {
            if (!htni_begin_background(machine, now, TRAIL_ROOM))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(GROUP_END)
        {
            if (!htni_end_group(machine, now, TRAIL_ROOM))
                END(HTN_FULL_TRAIL);
            NEXT;
        }

#include "test_ops.h"
#include "value_ops.h"

        OP(RANKING)
        {
            uint32_t *const ranking = LOCALS + A;
            ranking[HTN_RANKING_POSITION] = 0;
            ranking[HTN_RANKING_TAKEN_POSITION] = 0;
            ranking[HTN_RANKING_THIS_POSITION] = 0;
            NEXT;
        }
        OP(RANK)
        {
            uint32_t *const ranking = LOCALS + A;
            const int32_t rank = POP();
            ranking[HTN_RANKING_THIS_POSITION]++;
            PUSH(htni_rank(ranking, B, C, rank));
            TRACE(HTN_EVENT_CANDIDATE, PC, B);
            NEXT;
        }
        OP(DRAW)
        {
            uint32_t *const ranking = LOCALS + A;
            const int32_t weight = POP();
            ranking[HTN_RANKING_THIS_POSITION]++;
            ranking[HTN_RANKING_THIS_WEIGHT] = (uint32_t)weight;
            PUSH(weight > 0 && htni_rank(ranking, B, C, htni_draw(planner, now, ranking, weight)));
            TRACE(HTN_EVENT_CANDIDATE, PC, B);
            NEXT;
        }
        OP(DRAW_FIXED)
        {
            uint32_t *const ranking = LOCALS + A;
            const int32_t weight = POP();
            ranking[HTN_RANKING_THIS_POSITION]++;
            ranking[HTN_RANKING_THIS_WEIGHT] = (uint32_t)weight;
            PUSH(weight > 0 && htni_rank_halved(ranking, B, C, htni_draw_fixed(planner, now, ranking, weight)));
            TRACE(HTN_EVENT_CANDIDATE, PC, B);
            NEXT;
        }
        OP(SELECT)
        {
            UNLESS(htni_select(LOCALS + A, B));
        }
        OP(CHOSEN)
        {
            if (LOCALS[A + HTN_RANKING_TAKEN_METHOD] == B)
                NEXT;
            JUMP_TO(C);
        }
        OP(SET_U8)
        {
            const uint32_t address = B, value = A, old = world[address];
            WRITES_BYTE(address, (int32_t)old, (int32_t)value);
            if (value != old)
                CHANGE(address, (int32_t)old, value);
            NEXT;
        }
        OP(ADD_U8)
        {
            const uint32_t address = B, range = C;
            const int32_t old = world[address];
            const int32_t value = htni_clamp(old + (int8_t)A, (int32_t)(range & 255), (int32_t)(range >> 8));
            WRITES_BYTE(address, old, value);
            if (value != old)
                CHANGE(address, old, value);
            NEXT;
        }
        OP(STORE)
        {
            const int32_t value = POP();
            WRITES_CELL(C, 0, value);
            if (!htni_write_cell(machine, now, TRAIL_ROOM, C, 0, value))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(STORE_CELL)
        {
            const int32_t value = POP();
            const uint32_t cell = (uint32_t)POP();
            WRITES_CELL(C, cell, value);
            if (!htni_write_cell(machine, now, TRAIL_ROOM, C, cell, value))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(DEFER)
        {
            const int32_t value = POP();
            const uint32_t property = C;
            const uint32_t cell = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT) == 0 ? 0 : (uint32_t)POP();
            if (!htni_defer(machine, now, TRAIL_ROOM, A, property, cell, value))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(COMMIT)
        {
            WRITES_PENDING;
            if (!htni_commit(machine, now, TRAIL_ROOM))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(LASTS) /* planning assumes that the value lasts */
        {
            (void)POP();
            NEXT;
        }
        OP(COST)
        {
            const int32_t cost = POP();
            if (!htni_accumulate(machine, now, TRAIL_ROOM, domain->world_bytes + HTNI_SUM_COST, cost))
                END(HTN_FULL_TRAIL);
            if (HTNI_UNLIKELY(planner->search.cheapest)) {
                const int32_t more = htni_saturate((int64_t)cost - htni_signed(C));
                if (!htni_accumulate(machine, now, TRAIL_ROOM, domain->world_bytes + HTNI_SUM_LOWER_BOUND, more))
                    END(HTN_FULL_TRAIL);
                FAIL_IF(htni_exceeds_bound(planner), PC);
            }
            NEXT;
        }
        OP(DURATION)
        {
            if (!htni_accumulate(machine, now, TRAIL_ROOM, domain->world_bytes + HTNI_SUM_DURATION, POP()))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(DERIVE)
        {
            top -= HTNI_FIELD(domain, DERIVED, C, PARAMETER_COUNT);
            const htni_asked to = {.pc = PC + 1, .frame = now->frame, .local = A};
            const htni_asked asked =
                htni_tuples_ask(htni_tuples_of(planner), domain, world + htni_stamps_at(domain), C, top, &to);
            if (asked.what == HTNI_ASKED_KNOWN) {
                LOCALS[A] = asked.answer;
                TOLD_TUPLE(HTN_EVENT_TUPLE_KNOWN, PC, C, top, asked.answer);
                NEXT;
            }
            planner->achieving.quiet |= HTNI_QUIET_IN_BODY;
            if (HTNI_UNLIKELY(asked.what == HTNI_ASKED_FULL)) {
                planner->achieving.quiet &= ~(uint32_t)HTNI_QUIET_IN_BODY;
                TRACE(HTN_EVENT_LIMIT, PC, HTN_REACHED_TUPLES);
                htni_limit_reached(&planner->search, HTN_REACHED_TUPLES);
                JUMP_TO(HTN_SLOT_FAIL);
            }
            now->frame = htni_tuple_frame(planner, asked.tuple);
            JUMP_TO(asked.pc);
        }
        OP(TUPLE)
        {
            SPEND;
            TOLD_TUPLE(HTN_EVENT_TUPLE, PC, C, (const int32_t *)LOCALS, 0);
            NEXT;
        }
        OP(ANSWER)
        {
            const htni_asked answer =
                htni_tuples_answer(htni_tuples_of(planner), htni_frame_tuple(planner, now->frame), A != 0);
            const uint32_t derived = LOCALS[HTNI_TUPLE_DERIVED - HTNI_TUPLE_LOCALS];
            if (answer.what == HTNI_ASKED_BODY)
                JUMP_TO(HTNI_FIELD(domain, DERIVED, derived, ENTRY));
            TOLD_TUPLE(HTN_EVENT_TUPLE_DONE, answer.pc - 1, derived, (const int32_t *)LOCALS, answer.answer);
            now->frame = answer.frame;
            LOCALS[answer.local] = answer.answer;
            if (htni_tuples_of(planner)->top == 0)
                planner->achieving.quiet &= ~(uint32_t)HTNI_QUIET_IN_BODY;
            JUMP_TO(answer.pc);
        }
        OP(FORGET)
        {
            if (!htni_forget(planner, now, TRAIL_ROOM, B))
                END(HTN_FULL_TRAIL);
            NEXT;
        }
        OP(SKIP_NE_U8)
        {
            READS(B, 1);
            SKIP_UNLESS(CELLS[B] == A);
        }
        OP(SKIP_GT_U8)
        {
            READS(B, 1);
            SKIP_UNLESS(CELLS[B] <= A);
        }
        OP(SEEK)
        {
#if HTNI_MARKED
            NEXT; /* the tests behind it mark the bytes that decide */
#else
        JUMP_TO(htni_seek(POINTS(C), world));
#endif
        }
        OP(ARGUMENTS) /* only in blocks that single_block.c runs, as the verifier makes sure */
        {
            END(HTN_OK);
        }
#if !defined(__GNUC__)
    }
#endif

spent:
    fuel = 0;
    now->pc = PC;
    status = HTN_SUSPENDED;
    if (reserve != 0) {
        REFUEL(reserve, QUICK_UNITS(CHOICES));
        DISPATCH_HERE;
    }
#if HTNI_QUICK
    if (labels == quick) { /* the careful instructions may end this branch without any work */
        labels = careful;
        DISPATCH_HERE;
    }
#endif
ended:
    machine->choice_count = CHOICES;
    machine->work_left += LEFT;
    if (status == HTN_SUSPENDED && machine->work_left == 0)
        status = HTN_LIMIT_WORK;
    return status;
}
