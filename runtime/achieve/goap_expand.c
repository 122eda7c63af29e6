/*
 * Most actions begin with tests of bytes, and have nothing behind them but a constant cost and writes of bytes; and
 * most goals are tests of bytes. Both were read before the search (goap_actions.h). So an action is tried on the state
 * of the node that is expanded, a few words, and not in the working world. Its outcome is a copy of that state with a
 * few other bits, and the hash differs by what they weigh.
 *
 * Invariant: marks, the order of outcomes, units of work and the highest entry used of each region are the same as if
 * the machine had run everything. If there may not be enough work or room for all of it, the machine does run it.
 */
#include "goap_expand.h"
#include "../blob/attributes.h"
#include "../search/footprint.h"
#include "../search/trail.h"
#include "achieve_nodes.h"
#include "goap_heuristic.h"

/* Units of work of an action behind the first one: its outcome is known; it is new, and the goal is tested on it. */
enum { MORE_IF_KNOWN = 1, MORE_IF_NEW = 2 };

/* What stays the same while a node is expanded. */
typedef struct expansion {
    const htn_planner *planner;
    htni_achieve_search *achieve;
    const htni_action *actions;
    const uint64_t *state; /* of the node */
    uint64_t hash, cost;
    uint32_t steps; /* of a way behind it */
    uint32_t current;
    uint32_t words; /* of a state */
    uint32_t nodes; /* at most */
    bool costs;     /* actions do not all cost 1 */
    htni_marks marks;
} expansion;

/* --- Whether an action is possible ----------------------------------------------------------------- */

HTNI_NOINLINE static bool more_hold(const expansion of, const htni_action *action)
{
    const htni_action_test *const tests = htni_action_tests_of(of.planner);
    for (uint32_t i = action->tests; i < action->tests_end; i++)
        if (tests[i].at.word != HTN_NONE && !htni_test_holds(NULL, of.state, &tests[i]))
            return false;
    return true;
}

/* For an action that is not ruled out. */
static inline bool is_possible(const expansion *of, const htni_action *action)
{
    return (of->state[action->word] & action->mask) == action->needs && (!action->more || more_hold(*of, action));
}

/* Marks what the machine would read of actions `from` to `end`: their tests up to the first that does not hold. */
HTNI_NOINLINE static void mark_tests(const expansion of, uint32_t from, uint32_t end)
{
    const uint8_t *const world = htni_working_world(&of.planner->machine);
    const htni_action_test *const tests = htni_action_tests_of(of.planner);
    for (uint32_t i = from; i < end; i++) {
        bool reads = true;
        for (uint32_t k = of.actions[i].tests; reads && k < of.actions[i].tests_end; k++) {
            htni_mark_bytes(&of.marks, tests[k].byte.address, 1);
            reads = htni_test_holds(world, of.state, &tests[k]);
        }
    }
}

/* Whether the machine can be spared for an action, and there is room for its outcome. */
static inline bool is_plain(const expansion *of, const htni_action *action)
{
    return action->plain != HTNI_ACTION_OTHER && of->achieve->count < of->nodes;
}

/* --- Its outcome ----------------------------------------------------------------------------------- */

/* The byte that a write makes of another one. */
static inline int32_t written(const htni_byte_write *write, int32_t old)
{
    return htni_clamp(old + write->change, write->low, write->high);
}

/* Does the writes of an action in a copy of the node's state, one by one. Returns the hash. */
HTNI_NOINLINE static uint64_t write_bytes(const expansion of, const htni_action *action, uint64_t *state)
{
    const htni_byte_write *const writes = htni_byte_writes(of.planner);
    uint64_t hash = of.hash;
    for (uint32_t i = action->writes; i < action->writes_end; i++) {
        const htni_field at = writes[i].at;
        const uint64_t word = state[at.word];
        const int32_t value = written(&writes[i], (uint8_t)(word >> at.shift) & at.mask);
        state[at.word] = (word & ~((uint64_t)at.mask << at.shift)) | ((uint64_t)value & at.mask) << at.shift;
        hash += (state[at.word] - word) * htni_hash_factor(at.word);
    }
    return hash;
}

/* Makes the state that an action leads to. Returns its hash. */
static inline uint64_t make_state(const expansion *of, const htni_action *action, uint64_t *state)
{
    for (uint32_t i = 0; i < of->words; i++)
        state[i] = of->state[i];
    if (action->plain != HTNI_ACTION_SETS)
        return write_bytes(*of, action, state);
    const uint64_t word = of->state[action->written], changed = (word & ~action->clears) | action->sets;
    state[action->written] = changed;
    return of->hash + (changed - word) * action->factor;
}

/* What the machine would do besides: use the trail, and read the bytes that it writes. */
HTNI_NOINLINE static void leave_traces(const expansion of, const htni_action *action)
{
    const htni_byte_write *const writes = htni_byte_writes(of.planner);
    htni_achieve_search *achieve = of.achieve;
    htni_change *const trail = htni_trail(&of.planner->machine) + achieve->start.trail;
    uint32_t changes = 0;
    for (uint32_t i = action->writes; i < action->writes_end; i++) {
        const htni_field at = writes[i].at;
        const int32_t old = (uint8_t)(of.state[at.word] >> at.shift) & at.mask;
        if (of.marks.bits != NULL)
            htni_mark_bytes(&of.marks, writes[i].address, 1);
        if (written(&writes[i], old) == old)
            continue;
        trail[changes].cell = writes[i].address;
        trail[changes++].old = old;
    }
    achieve->touched = changes > achieve->touched ? changes : achieve->touched;
}

uint32_t htni_make_changes(const htn_planner *planner)
{
    const htni_achieve_search *achieve = htni_achieve_of(planner);
    const htni_action *action = &htni_actions(planner)[achieve->action - 1];
    const htni_byte_write *const writes = htni_byte_writes(planner);
    htni_change *const trail = htni_trail(&planner->machine) + achieve->start.trail;
    uint8_t *const world = htni_working_world(&planner->machine);
    uint32_t changes = 0;
    for (uint32_t i = action->writes; i < action->writes_end; i++) {
        const int32_t old = world[writes[i].address], value = written(&writes[i], old);
        if (value == old)
            continue;
        trail[changes].cell = writes[i].address;
        trail[changes++].old = old;
        world[writes[i].address] = (uint8_t)value;
    }
    return changes;
}

/* --- What becomes of it ---------------------------------------------------------------------------- */

/* The last node has just been added, and the machine need not test the goal on it: as htni_unmet() says. */
static inline void measure(const expansion *of, uint32_t index, const uint64_t *state)
{
    htni_achieve_search *achieve = of->achieve;
    const uint8_t *const world = htni_working_world(&of->planner->machine);
    const htni_goal_test *test = htni_goal_tests(of->planner), *const end = test + achieve->goal_tests;
    uint32_t unmet = 0, items = 0, impossible = 0;
    uint64_t missing = 0;
    for (; test < end; test++) {
        if (!htni_test_holds(world, state, &test->unmet))
            continue;
        unmet = 1;
        items |= test->bit;
        missing += test->lack;
        if (test->lack == HTN_NONE)
            impossible = 1;
    }
    achieve->unmet = unmet;
    achieve->unmet_items = items;
    achieve->impossible = impossible;
    achieve->missing = missing;
    achieve->measured = index;
    htni_measure(achieve);
}

/* The outcome is known. Stores the way to it, if that is better. An expanded node has its best way. */
static inline void improve(htni_achieve_search *achieve, uint32_t known, const htni_way *way)
{
    if (htni_node_at(achieve, known)->open_index != HTNI_NOT_OPEN && htni_nodes_better(achieve, way, known))
        htni_open_improve(achieve, known, way);
}

typedef enum outcome { KNOWN, NEW, NOT_MEASURED } outcome;

/* Tries an action that is possible. NOT_MEASURED: it led to a new state, and the machine must test the goal. */
static inline outcome try_action(const expansion *of, const htni_action *action)
{
    htni_achieve_search *achieve = of->achieve;
    const uint64_t cost = !of->costs ? 1 : action->cost > 0 ? (uint32_t)action->cost : 0;
    const htni_way way = {of->cost + cost, of->steps, of->current, achieve->ordinal++, action->use};
    const uint32_t count = achieve->count;
    htni_node *node = htni_node_at(achieve, count);
    uint64_t *state = htni_node_state(achieve, node);
    if (action->writes_end - action->writes > achieve->touched || of->marks.bits != NULL)
        leave_traces(*of, action);
    const uint64_t hash = make_state(of, action, state);
    const uint32_t known = htni_nodes_find(achieve, state, hash);
    if (known != HTN_NONE) {
        improve(achieve, known, &way);
        return KNOWN;
    }
    node->hash = hash;
    htni_take_way(node, &way);
    if (achieve->goal_tests == HTN_NONE)
        return NOT_MEASURED;
    htni_nodes_add(achieve);
    measure(of, count, state);
    return NEW;
}

/* --- All actions ----------------------------------------------------------------------------------- */

static inline expansion begin(const htn_planner *planner)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    const htn_limits *limits = &planner->machine.limits;
    htni_node *node = htni_node_at(achieve, achieve->current);
    return (expansion){.planner = planner,
                       .achieve = achieve,
                       .actions = htni_actions(planner),
                       .state = htni_node_state(achieve, node),
                       .hash = node->hash,
                       .cost = node->cost,
                       .steps = node->steps + 1,
                       .current = achieve->current,
                       .words = achieve->state_bytes / (uint32_t)sizeof(uint64_t),
                       .nodes = planner->search.cheapest ? 0 : limits->nodes,
                       .costs = (planner->machine.domain->flags & HTN_BLOB_COSTS) != 0,
                       .marks = htni_marks_of(planner)};
}

htni_expansion htni_expand(htn_planner *planner, uint32_t *left)
{
    const expansion of = begin(planner);
    htni_achieve_search *const achieve = of.achieve;
    const uint32_t uses = achieve->uses;
    htni_expansion result = HTNI_ALL_TRIED;
    uint32_t at = achieve->action;
    const htni_action *action = of.actions + at;
    uint64_t end = (uint64_t)at + *left; /* where the work ends, if no further action is possible */
    for (;; at++, action++) {
        const uint32_t skipped = action->ruled_out;
        if (HTNI_UNLIKELY(of.marks.bits != NULL))
            mark_tests(of, at, at + skipped < uses ? at + skipped + 1 : uses);
        if (skipped != 0) {
            at += skipped;
            action += skipped;
        }
        if (HTNI_UNLIKELY(at > end)) { /* coming back takes the unit of the last one that is skipped */
            achieve->action = (uint32_t)end + 1;
            *left = 0;
            return HTNI_NO_WORK_LEFT;
        }
        if (at == uses)
            break;
        if (!is_possible(&of, action))
            continue;
        if (HTNI_UNLIKELY(end - at < 1 + MORE_IF_NEW) || !is_plain(&of, action)) {
            result = HTNI_NEEDS_MACHINE;
            break;
        }
        const outcome made = try_action(&of, action);
        if (made == NOT_MEASURED) {
            at++;
            result = HTNI_NEW_STATE;
            break;
        }
        end -= made == NEW ? MORE_IF_NEW : MORE_IF_KNOWN;
    }
    achieve->action = at;
    *left = (uint32_t)(end - at);
    return result;
}
