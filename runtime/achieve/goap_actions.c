/* See goap_actions.h. What is read here is verified code. */
#include "goap_actions.h"
#include "../blob/blob_reader.h"
#include "achieve_nodes.h"

static const uint8_t *instruction_at(const htn_domain *domain, uint32_t pc)
{
    return htni_code(domain) + (size_t)pc * HTN_INSTRUCTION_SIZE;
}

static htni_field field_of(const htn_planner *planner, uint32_t address)
{
    return htni_state_field(htni_parts(planner), htni_achieve_of(planner)->parts, address);
}

/* --- The tests of an action ------------------------------------------------------------------------ */

/* How many values of a field pass a test; `only`: the last of them. */
static uint32_t count_passing(const htni_action_test *test, uint32_t *only)
{
    uint32_t count = 0;
    for (uint32_t value = 0; value <= test->at.mask; value++)
        if ((uint8_t)(value - test->byte.low) <= test->byte.span) {
            count++;
            *only = value;
        }
    return count;
}

/*
 * Makes a test of a byte in the state part of what the action `needs`, if one value of its field passes, the field is
 * tested for the first time, and its word is the one of the other tests.
 */
static void need(htni_action *action, const htni_action_test *test)
{
    uint32_t value = 0;
    const uint32_t passing = count_passing(test, &value);
    if (test->at.word == HTN_NONE || passing > test->at.mask)
        return;
    const uint64_t mask = (uint64_t)test->at.mask << test->at.shift;
    if (passing != 1 || (action->mask != 0 && (action->word != test->at.word || (action->mask & mask) != 0))) {
        action->more = true; /* two tests of a field may ask for two values, and one for none at all */
        return;
    }
    action->word = test->at.word;
    action->mask |= mask;
    action->needs |= (uint64_t)value << test->at.shift;
}

/* Reads the tests of an action; `used` of them are there. Returns how many there are then. */
static uint32_t read_tests(const htn_planner *planner, uint32_t task, htni_action *action, uint32_t used)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t pc = HTNI_FIELD(domain, TASKS, task, ACTION), count = htni_action_tests(domain, task);
    htni_action_test *test = htni_action_tests_of(planner) + used;
    action->tests = used;
    action->tests_end = used + count;
    for (uint32_t i = 0; i < count; i++, test++) {
        htni_read_byte_test(instruction_at(domain, pc + i), &test->byte);
        test->at = field_of(planner, test->byte.address);
        need(action, test);
    }
    return action->tests_end;
}

/* --- Its writes ------------------------------------------------------------------------------------ */

/* SET is like ADD with one value from `low` to `high`. */
static htni_byte_write read_write(const htn_planner *planner, const uint8_t *at)
{
    const uint32_t address = htni_read16(at + 2), range = htni_read32(at + 4);
    const bool sets = at[0] == HTN_OP_SET_U8;
    const int16_t change = (int16_t)((at[1] ^ 128) - 128); /* at[1] with its sign */
    const htni_byte_write made = {address, field_of(planner, address), (int16_t)(sets ? 0 : change),
                                  sets ? at[1] : (uint8_t)range, sets ? at[1] : (uint8_t)(range >> 8)};
    return made;
}

/* Whether all writes of an action set fields of one word; then fills in how. */
static bool sets_one_word(htni_action *action, const htni_byte_write *writes)
{
    action->written = action->writes < action->writes_end ? writes[action->writes].at.word : 0;
    action->factor = htni_hash_factor(action->written);
    for (uint32_t i = action->writes; i < action->writes_end; i++) {
        const htni_field at = writes[i].at;
        const uint64_t mask = (uint64_t)at.mask << at.shift;
        if (writes[i].low != writes[i].high || at.word != action->written)
            return false;
        action->clears |= mask;
        action->sets = (action->sets & ~mask) | ((uint64_t)writes[i].low << at.shift & mask);
    }
    return true;
}

/*
 * Reads the writes of an action; `used` of them are there. Returns how many there are then. What writes a byte that is
 * in no state is OTHER: a compiler does not make it.
 */
static uint32_t read_writes(const htn_planner *planner, uint32_t task, htni_action *action, uint32_t used)
{
    const htn_domain *domain = planner->machine.domain;
    htni_byte_write *list = htni_byte_writes(planner);
    htni_plain_writes of;
    if (!htni_action_writes(domain, task, &of))
        return used;
    for (uint32_t i = 0; i < of.count; i++) {
        list[used + i] = read_write(planner, instruction_at(domain, of.first + i));
        if (list[used + i].at.word == HTN_NONE)
            return used;
    }
    action->writes = used;
    action->writes_end = used + of.count;
    action->cost = of.cost;
    action->kind = sets_one_word(action, list) ? HTNI_ACTION_SETS : HTNI_ACTION_WRITES;
    return action->writes_end;
}

/* --- The goal -------------------------------------------------------------------------------------- */

/* Reads a test of the goal at `pc`, with its UNMET. False: it is another test. */
static bool read_goal_test(const htn_planner *planner, uint32_t pc, htni_goal_test *test)
{
    const uint8_t *at = instruction_at(planner->machine.domain, pc), *unmet = at + HTN_INSTRUCTION_SIZE;
    if (!htni_read_test(at, &test->unmet.byte) || htni_read32(at + 4) != pc + 2 || unmet[0] != HTN_OP_UNMET)
        return false;
    const uint32_t item = htni_read16(unmet + 2);
    test->unmet.at = field_of(planner, test->unmet.byte.address);
    test->lack = htni_read32(unmet + 4);
    test->bit = item < 32 ? UINT32_C(1) << item : 0;
    return true;
}

/* Reads the tests of the goal, which go on to `end`. Returns how many there are; HTN_NONE: they are not known. */
static uint32_t read_goal(const htn_planner *planner, uint32_t pc, uint32_t end)
{
    htni_goal_test *tests = htni_goal_tests(planner);
    uint32_t count = 0;
    for (; pc < end; pc += 2)
        if (count == HTNI_MOST_GOAL_TESTS || !read_goal_test(planner, pc, &tests[count++]))
            return HTN_NONE;
    return count;
}

/* --- All of it ------------------------------------------------------------------------------------- */

/* How much of the trail an action may take: an entry for each write, and one for its cost. */
static uint32_t most_changes_of(const htni_action *action)
{
    return action->writes_end - action->writes + (action->cost > 0);
}

void htni_read_actions(const htn_planner *planner, uint32_t number, uint32_t pc)
{
    const htn_domain *domain = planner->machine.domain;
    htni_achieve_search *achieve = htni_achieve_of(planner);
    const uint32_t first = HTNI_FIELD(domain, ACHIEVES, number, FIRST_USE);
    htni_action *action = htni_actions(planner);
    uint32_t tests = 0, writes = 0;
    achieve->most_changes = achieve->judged = 0;
    for (uint32_t i = 0; i < achieve->uses; i++, action++) {
        const uint32_t task = HTNI_FIELD(domain, USES, first + i, TASK);
        memset(action, 0, sizeof *action);
        action->use = first + i;
        tests = read_tests(planner, task, action, tests);
        writes = read_writes(planner, task, action, writes);
        const uint32_t changes = most_changes_of(action);
        achieve->most_changes = changes > achieve->most_changes ? changes : achieve->most_changes;
    }
    achieve->tests = tests;
    achieve->goal_tests = read_goal(planner, pc + 2, achieve->explore);
}

/* Whether each test of a byte that is in no state still comes out as when the actions were judged. */
static bool judged_alike(const uint8_t *world, const htni_action_test *test, uint32_t count)
{
    for (const htni_action_test *const end = test + count; test < end; test++)
        if (test->at.word == HTN_NONE && htni_world_test_holds(world, test) != test->held)
            return false;
    return true;
}

/* Judges one action: whether all its tests of such bytes hold. */
static bool judge(const uint8_t *world, const htni_action *action, htni_action_test *tests)
{
    bool holds = true;
    for (uint32_t i = action->tests; i < action->tests_end; i++) {
        tests[i].held = tests[i].at.word != HTN_NONE || htni_world_test_holds(world, &tests[i]);
        holds &= tests[i].held;
    }
    return holds;
}

void htni_judge_actions(const htn_planner *planner)
{
    const uint8_t *const world = htni_working_world(&planner->machine);
    htni_action_test *const tests = htni_action_tests_of(planner);
    htni_action *const actions = htni_actions(planner);
    htni_achieve_search *achieve = htni_achieve_of(planner);
    const uint32_t top = achieve->start.trail, most = planner->machine.limits.trail, room = top < most ? most - top : 0;
    const bool roomy = achieve->most_changes <= room;
    if (achieve->judged && roomy && judged_alike(world, tests, achieve->tests))
        return;
    uint32_t i = achieve->uses;
    for (actions[i].ruled_out = 0; i-- > 0;) {
        actions[i].ruled_out = judge(world, &actions[i], tests) ? 0 : actions[i + 1].ruled_out + 1;
        actions[i].plain = most_changes_of(&actions[i]) <= room ? actions[i].kind : (uint8_t)HTNI_ACTION_OTHER;
    }
    achieve->judged = roomy;
}
