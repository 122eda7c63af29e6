/*
 * The blocks of an Achieve's actions are read once, before the search. If a block begins with tests of single
 * bytes that fail for good, and one of them does not hold, the action has no outcome and need not be entered.
 * If the block has nothing but such tests, a constant cost and writes of bytes, it has one outcome, which is
 * written here.
 *
 * Invariant: marks, changes, units of work and the order of outcomes are the same as if the machine had run
 * the block. If there is not enough work or room for all of it, the machine runs it.
 */
#include "goap_actions.h"
#include "../blob/attributes.h"
#include "../blob/blob_reader.h"
#include "../search/footprint.h"
#include "../search/trail.h"

static const htni_byte_test *tests_of(const htn_planner *planner)
{
    return htni_region(&planner->machine, htni_achieve_of(planner)->tests_at);
}

/* --- Looking at them ------------------------------------------------------------------------------- */

static const uint8_t *instruction_at(const htn_domain *domain, uint32_t pc)
{
    return htni_code(domain) + (size_t)pc * HTN_INSTRUCTION_SIZE;
}

/*
 * Where the writes of a block begin, if behind the tests there is only a constant cost, writes of bytes and
 * the end; also fills in the cost. Else HTN_NONE.
 */
static uint32_t find_writes(const htn_domain *domain, uint32_t task, uint32_t pc, int32_t *cost)
{
    const uint8_t *at = instruction_at(domain, pc);
    *cost = 0;
    if (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED)
        return HTN_NONE;
    if (at[0] == HTN_OP_PUSH && at[HTN_INSTRUCTION_SIZE] == HTN_OP_COST) {
        *cost = htni_signed(htni_read32(at + 4));
        pc += 2;
        at += (size_t)2 * HTN_INSTRUCTION_SIZE;
    }
    while (at[0] == HTN_OP_SET_U8 || at[0] == HTN_OP_ADD_U8)
        at += HTN_INSTRUCTION_SIZE;
    return at[0] == HTN_OP_PROCEED ? pc : HTN_NONE;
}

static bool is_same(const htni_byte_test *a, const htni_byte_test *b)
{
    return a->address == b->address && a->low == b->low && a->span == b->span;
}

void htni_read_actions(const htn_planner *planner, uint32_t number)
{
    static const htni_byte_test always = {0, 0, 255};
    const htn_domain *domain = planner->machine.domain;
    const uint32_t first = HTNI_FIELD(domain, ACHIEVES, number, FIRST_USE);
    const uint32_t uses = HTNI_FIELD(domain, ACHIEVES, number, USE_COUNT);
    htni_action *actions = htni_region(&planner->machine, htni_achieve_of(planner)->actions_at);
    htni_byte_test *tests = htni_region(&planner->machine, htni_achieve_of(planner)->tests_at);
    uint32_t used = 0;
    for (uint32_t i = 0; i < uses; i++) {
        const uint32_t task = HTNI_FIELD(domain, USES, first + i, TASK);
        const uint32_t pc = HTNI_FIELD(domain, TASKS, task, ACTION), count = htni_action_tests(domain, task);
        actions[i].first = always;
        if (count > 0)
            htni_read_byte_test(instruction_at(domain, pc), &actions[i].first);
        actions[i].tests = used;
        for (uint32_t k = 1; k < count; k++)
            htni_read_byte_test(instruction_at(domain, pc + k), &tests[used++]);
        actions[i].end = used;
        actions[i].writes = find_writes(domain, task, pc + count, &actions[i].cost);
    }
    for (uint32_t i = uses; i-- > 0;) {
        const bool same_first = i + 1 < uses && is_same(&actions[i].first, &actions[i + 1].first);
        actions[i].same_first = same_first ? actions[i + 1].same_first + 1 : 1;
    }
}

/* --- Trying them ----------------------------------------------------------------------------------- */

static inline bool holds(const uint8_t *world, const htni_byte_test *test)
{
    return (uint8_t)(world[test->address] - test->low) <= test->span;
}

/* How many actions from this one on have no outcome; 0: this one may have one. */
static inline uint32_t count_blocked(const uint8_t *world, const htni_action *action, const htni_byte_test *tests)
{
    if (!holds(world, &action->first))
        return action->same_first;
    for (uint32_t i = action->tests; i < action->end; i++)
        if (!holds(world, &tests[i]))
            return 1;
    return 0;
}

/* Marks the bytes that count_blocked() has read. */
HTNI_NOINLINE static void mark_tests(const htni_marks *marks, const uint8_t *world, const htni_action *action,
                                     const htni_byte_test *tests)
{
    bool reads = holds(world, &action->first);
    if (action->first.span != UINT8_MAX)
        htni_mark_bytes(marks, action->first.address, 1);
    for (uint32_t i = action->tests; reads && i < action->end; i++) {
        htni_mark_bytes(marks, tests[i].address, 1);
        reads = holds(world, &tests[i]);
    }
}

bool htni_pass_blocked(htn_planner *planner, uint32_t uses, uint32_t *left)
{
    const uint8_t *const world = htni_working_world(&planner->machine);
    const htni_byte_test *const tests = tests_of(planner);
    const htni_action *const actions = htni_actions(planner), *const end = actions + uses;
    const htni_action *action = actions + htni_achieve_of(planner)->action;
    const htni_marks marks = htni_marks_of(planner);
    uint32_t fuel = *left;
    while (action < end) {
        const uint32_t blocked = count_blocked(world, action, tests);
        if (marks.bits != NULL)
            mark_tests(&marks, world, action, tests);
        if (blocked == 0)
            break;
        if (blocked > fuel) {
            htni_achieve_of(planner)->action = (uint32_t)(action - actions) + fuel + 1;
            *left = 0;
            return false;
        }
        fuel -= blocked;
        action += blocked;
    }
    htni_achieve_of(planner)->action = (uint32_t)(action - actions);
    *left = fuel;
    return true;
}

bool htni_write_plainly(const htn_planner *planner, const htni_action *action, uint32_t *top)
{
    const uint8_t *at = instruction_at(planner->machine.domain, action->writes);
    uint8_t *const world = htni_working_world(&planner->machine);
    htni_change *const trail = htni_trail(&planner->machine), *change = trail + *top;
    const htni_change *const room =
        trail + planner->machine.limits.trail - (action->cost > 0); /* the cost takes an entry, too */
    const htni_marks marks = htni_marks_of(planner);
    for (; at[0] != HTN_OP_PROCEED; at += HTN_INSTRUCTION_SIZE) {
        const uint32_t address = htni_read16(at + 2), range = htni_read32(at + 4);
        const int32_t old = world[address], low = (int32_t)(range & 255), high = (int32_t)(range >> 8);
        const int32_t value = at[0] == HTN_OP_SET_U8 ? (int32_t)at[1] : htni_clamp(old + (int8_t)at[1], low, high);
        if (marks.bits != NULL)
            htni_mark_bytes(&marks, address, 1);
        if (value == old)
            continue;
        if (change >= room) {
            htni_undo(&planner->machine, (uint32_t)(change - trail), *top);
            return false;
        }
        change->cell = address;
        (change++)->old = old;
        world[address] = (uint8_t)value;
    }
    *top = (uint32_t)(change - trail);
    return true;
}
