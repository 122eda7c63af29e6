/*
 * Achieve: the cheapest steps to a goal, as one subtask (docs/vm.md, "Achieve"). A* searches forward over
 * states of the working world, and the machine carries the search out. To try an action, it runs the action's
 * block in the primitive task; under that lies a choice point that leads back here. To test the goal, it runs
 * the goal's code. So conditions, bindings and effects mean the same as elsewhere, and a search can be
 * suspended wherever the machine can.
 *
 * Invariant: between two turns all of the search lies in its region (htni_achieve_search) and those that it names. The working world
 * is the state of the node that is expanded, plus what the trail has on top.
 */
#include "achieve.h"
#include "../blob/task_code.h"
#include "../search/limit_reached.h"
#include "../search/plan_sums.h"
#include "../search/same_instances.h"
#include "../search/step_entry.h"
#include "../search/trail.h"
#include "../search/tuples.h"
#include "goap_actions.h"
#include "goap_expand.h"
#include "goap_heuristic.h"

enum { NO_COST = 0 }; /* the sum of costs is 0 while an action is tried: so it is the action's cost */

/* --- States --------------------------------------------------------------------------------------- */

/* Lets the working world have the state of the node that is expanded, in which its actions are tried. */
static void enter_node(const htn_planner *planner, uint32_t index)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    if (achieve->in_world == index)
        return;
    achieve->in_world = index;
    /* Not on the trail: nothing backtracks over this, since a search ends in the state in which it began. */
    htni_write_state(htni_parts(planner), achieve->parts, htni_node_state(achieve, htni_node_at(achieve, index)),
                     htni_working_world(&planner->machine));
    if (planner->machine.tuples_at != 0)
        htni_forget_untrailed(planner);
}

/* The working world's state, with its hash, in a node. */
static void read_state(const htn_planner *planner, htni_node *node)
{
    const htni_achieve_search *achieve = htni_achieve_of(planner);
    uint64_t *state = htni_node_state(achieve, node);
    htni_read_state(htni_parts(planner), achieve->parts, htni_working_world(&planner->machine), state,
                    achieve->state_bytes);
    node->hash = htni_hash_state(achieve, state);
}

static void set_plan_cost(const htni_machine *machine, int32_t cost)
{
    htni_store(htni_working_world(machine), machine->domain->world_bytes + HTNI_SUM_COST, HTN_STORAGE_S32, cost);
}

/* Lays out the nodes of an Achieve. Usually that is the same Achieve as last time. */
static void prepare(htn_planner *planner, uint32_t number)
{
    const htn_domain *domain = planner->machine.domain;
    htni_achieve_search *achieve = htni_achieve_of(planner);
    uint32_t arguments = 0;
    if (achieve->prepared == number + 1 && achieve->prepared_pc == achieve->pc)
        return;
    achieve->prepared = number + 1;
    achieve->prepared_pc = achieve->pc;
    const uint32_t first = HTNI_FIELD(domain, ACHIEVES, number, FIRST_USE);
    achieve->uses = HTNI_FIELD(domain, ACHIEVES, number, USE_COUNT);
    for (uint32_t i = first; i < first + achieve->uses; i++) {
        const uint32_t count = htni_argument_count(domain, HTNI_FIELD(domain, USES, i, TASK));
        arguments = count > arguments ? count : arguments;
    }
    achieve->parts = HTNI_FIELD(domain, ACHIEVES, number, WRITE_COUNT);
    achieve->state_bytes = htni_state_parts(domain, number, htni_parts(planner));
    achieve->state_at = htni_node_head(arguments);
    achieve->stride = achieve->state_at + achieve->state_bytes;
    htni_read_actions(planner, number, achieve->pc);
}

/* --- Steps that are given -------------------------------------------------------------------------- */

/*
 * While the running plan's record is followed: the next step of the Achieve that was met last; NULL: none is
 * left.
 */
static const htn_step *own_step(const htn_planner *planner, const htni_registers *now)
{
    const htni_kept_plan *followed = htni_followed(planner);
    const htn_span *spans = htni_region(&planner->machine, followed->spans_at);
    const htn_step *steps = htni_region(&planner->machine, followed->steps_at);
    int32_t met = htni_sum(&planner->machine, HTNI_SUM_ACHIEVES);
    for (uint32_t i = 0; i < followed->spans; i++)
        if (spans[i].kind == HTN_SPAN_ACHIEVE && --met == 0)
            return now->steps < spans[i].end && now->steps < followed->steps ? &steps[now->steps] : NULL;
    return NULL;
}

/* The task of the next step (HTN_NONE: none is left), and its arguments. */
static const int32_t *next_step(htn_planner *planner, const htni_registers *now, uint32_t *task)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    if (now->following) {
        const int32_t *values = htni_region(&planner->machine, htni_followed(planner)->values_at);
        const htn_step *step = own_step(planner, now);
        *task = step == NULL ? HTN_NONE : step->task;
        return step == NULL ? NULL : values + step->arguments;
    }
    *task = HTN_NONE;
    if (achieve->next == HTN_NONE)
        return NULL;
    htni_node *node = htni_node_at(achieve, achieve->next);
    achieve->next = node->parent; /* reversed: found() has made it point forward */
    *task = HTNI_FIELD(planner->machine.domain, USES, node->use, TASK);
    return htni_node_arguments(node);
}

htn_status htni_enact(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t *task)
{
    const int32_t *arguments = next_step(planner, now, task);
    if (arguments == NULL) {
        htni_begin_tests(htni_achieve_of(planner));
        planner->achieving.quiet = 1;
        now->pc = pc + 1;
        return HTN_OK;
    }
    if (now->following && !htni_same_instances(planner, *task, arguments)) {
        *task = HTN_NONE;
        now->pc = HTN_SLOT_FAIL;
        return HTN_OK;
    }
    if (planner->search.cheapest &&
        !htni_accumulate(&planner->machine, now, room, planner->machine.domain->world_bytes + HTNI_SUM_LOWER_BOUND,
                         htni_signed(HTNI_FIELD(planner->machine.domain, TASKS, *task, LOWER_BOUND))))
        return HTN_FULL_TRAIL;
    now->pc = htni_preconditions(planner->machine.domain, *task);
    return htni_enter_step(&planner->machine, now, *task, arguments, pc);
}

/* --- The search ------------------------------------------------------------------------------------ */

htn_status htni_achieve(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t number)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    if (now->trail >= room)
        return HTN_FULL_TRAIL;
    htni_mark_trail(&planner->machine, now, HTNI_MARK_ACHIEVE, now->steps);
    if (!htni_accumulate(&planner->machine, now, room, planner->machine.domain->world_bytes + HTNI_SUM_ACHIEVES, 1))
        return HTN_FULL_TRAIL;
    now->pc = pc + 1;
    achieve->next = HTN_NONE;
    achieve->pc = pc;
    achieve->explore = htni_read32(htni_code(planner->machine.domain) + (size_t)pc * HTN_INSTRUCTION_SIZE + 4);
    if (now->following)
        return HTN_OK;
    prepare(planner, number);
    htni_nodes_clear(achieve);
    achieve->number = number;
    achieve->start = *now;
    achieve->choices = planner->machine.choice_count;
    achieve->cost = htni_sum(&planner->machine, HTNI_SUM_COST);
    planner->achieving.searching = planner->achieving.quiet = 1;
    achieve->met = achieve->explored = achieve->action = achieve->ordinal = 0;
    achieve->in_world = achieve->touched = 0;
    achieve->current = HTN_NONE;
    set_plan_cost(&planner->machine, NO_COST);
    htni_node *root = htni_node_at(achieve, 0);
    memset(root, 0, sizeof *root);
    read_state(planner, root);
    htni_judge_actions(planner);
    htni_nodes_add(achieve);
    achieve->measured = 0;
    htni_begin_tests(achieve);
    now->pc = pc + 2;
    return HTN_OK;
}

/*
 * Leaves the search: the working world is again the state in which it began. The changes of the action that
 * was being tried have been undone.
 */
static void leave(htn_planner *planner)
{
    planner->achieving.searching = planner->achieving.quiet = 0;
    enter_node(planner, 0);
    set_plan_cost(&planner->machine, htni_achieve_of(planner)->cost);
}

void htni_achieve_give_up(htn_planner *planner)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    achieve->next = HTN_NONE;
    planner->achieving.quiet = 0;
    if (!planner->achieving.searching)
        return;
    htni_undo(&planner->machine, planner->machine.now.trail, achieve->start.trail);
    planner->machine.now.trail = achieve->start.trail;
    leave(planner);
}

static void end_search(htn_planner *planner, htni_registers *now, htn_event_kind outcome, uint32_t pc)
{
    leave(planner);
    planner->achieving.outcome = (uint32_t)outcome + 1;
    *now = htni_achieve_of(planner)->start;
    now->pc = pc;
}

/* Found the goal: reverses the way to it, so that each node on it leads to the next one. */
static void found(htn_planner *planner, htni_registers *now, uint32_t goal)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    uint32_t next = HTN_NONE, at = goal;
    achieve->found_cost = htni_node_at(achieve, goal)->cost;
    achieve->found_steps = htni_node_at(achieve, goal)->steps;
    end_search(planner, now, HTN_EVENT_ACHIEVED, achieve->pc + 1);
    while (at != 0) {
        htni_node *node = htni_node_at(achieve, at);
        const uint32_t before = node->parent;
        node->parent = next;
        next = at;
        at = before;
    }
    achieve->next = next;
}

/* Among the open goals that are as good as this one, the first in order. */
static uint32_t first_goal(htni_achieve_search *achieve, htni_open_node best)
{
    uint32_t goal = best.node;
    while (achieve->open > 0) {
        const htni_open_node other = htni_open_list(achieve)[0];
        if (other.total != best.total || other.steps != best.steps)
            break;
        htni_open_remove_first(achieve);
        if (htni_node_at(achieve, other.node)->goal && htni_nodes_precede(achieve, other.node, goal))
            goal = other.node;
    }
    return goal;
}

/* Where the choice point under an action lies. There must be room for it. */
static htni_registers *free_choice(const htn_planner *planner)
{
    return htni_choices(&planner->machine) + htni_achieve_of(planner)->choices;
}

/* Leaves the choice point under an action: it comes back when the action has no further outcome. */
static void leave_choice(htn_planner *planner)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    htni_registers *choice = free_choice(planner);
    *choice = achieve->start;
    choice->pc = achieve->explore;
    planner->machine.choice_count = achieve->choices + 1;
}

/* The machine tries the next action: it runs its block. */
static htn_status try_action(htn_planner *planner, htni_registers *now)
{
    const htn_domain *domain = planner->machine.domain;
    htni_achieve_search *achieve = htni_achieve_of(planner);
    const uint32_t use = HTNI_FIELD(domain, ACHIEVES, achieve->number, FIRST_USE) + achieve->action++;
    const uint32_t task = HTNI_FIELD(domain, USES, use, TASK);
    leave_choice(planner);
    *now = achieve->start;
    now->pc = HTNI_FIELD(domain, TASKS, task, ACTION);
    return htni_enter_step(&planner->machine, now, task, NULL, achieve->explore);
}

/* With Select [cheapest]: whether this Achieve alone makes the plan exceed the bound. */
static bool exceeds_bound(const htn_planner *planner, uint64_t total)
{
    return planner->search.cheapest && planner->search.bound != HTN_NONE &&
           (uint64_t)htni_sum(&planner->machine, HTNI_SUM_LOWER_BOUND) + total >= planner->search.bound;
}

/* Expands the best open node. False: the search is over. */
static bool next_node(htn_planner *planner, htni_registers *now)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    if (achieve->open == 0) {
        end_search(planner, now, HTN_EVENT_UNACHIEVABLE, HTN_SLOT_FAIL);
        return false;
    }
    const htni_open_node best = htni_open_list(achieve)[0];
    if (exceeds_bound(planner, best.total)) {
        end_search(planner, now, HTN_EVENT_EXCEEDS_BOUND, HTN_SLOT_FAIL);
        return false;
    }
    htni_open_remove_first(achieve);
    htni_node *node = htni_node_at(achieve, best.node);
    if (node->goal) {
        found(planner, now, first_goal(achieve, best));
        return false;
    }
    achieve->current = best.node;
    achieve->action = achieve->ordinal = 0;
    achieve->explored++;
    return true;
}

/* Stores the arguments of a way's last step, which the machine has tried. */
static void take_arguments(const htn_planner *planner, const htni_way *way, htni_node *node)
{
    const htn_domain *domain = planner->machine.domain;
    const htni_achieve_search *achieve = htni_achieve_of(planner);
    const uint32_t count = htni_argument_count(domain, HTNI_FIELD(domain, USES, way->use, TASK));
    if (count != 0) /* the action's frame is the first one behind those of the search's beginning */
        memcpy(htni_node_arguments(node), htni_frames(&planner->machine) + achieve->start.frames + HTNI_FRAME_LOCALS,
               count * sizeof(int32_t));
}

static uint32_t cost_of_step(const htni_machine *machine)
{
    return machine->domain->flags & HTN_BLOB_COSTS ? (uint32_t)htni_sum(machine, HTNI_SUM_COST) : 1;
}

/*
 * The machine has run an action that had an outcome: the working world as it is now. True: a new state; it lies in the node behind the
 * last one.
 */
static bool take_in(htn_planner *planner, uint32_t cost)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    const htni_node *from = htni_node_at(achieve, achieve->current);
    const uint32_t use = htni_actions(planner)[achieve->action - 1].use;
    const htni_way way = {from->cost + cost, from->steps + 1, achieve->current, achieve->ordinal++, use};
    htni_node *node = htni_node_at(achieve, achieve->count);
    read_state(planner, node);
    const uint32_t known = htni_nodes_find(achieve, htni_node_state(achieve, node), node->hash);
    if (known == HTN_NONE) {
        if (achieve->count < planner->machine.limits.nodes) {
            htni_take_way(node, &way);
            take_arguments(planner, &way, node);
        }
        return true;
    }
    node = htni_node_at(achieve, known);
    if (node->open_index != HTNI_NOT_OPEN &&
        htni_nodes_better(achieve, &way, known)) { /* an expanded node has its best way */
        take_arguments(planner, &way, node);
        htni_open_improve(achieve, known, &way);
    }
    return false;
}

/* Runs the tests of the goal on the new state; or ends the search if there is no room for it. */
static void test_node(htn_planner *planner, htni_registers *now)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    if (achieve->count >= planner->machine.limits.nodes) {
        htni_undo(&planner->machine, now->trail, achieve->start.trail);
        planner->machine.choice_count = achieve->choices;
        htni_limit_reached(&planner->search, HTN_REACHED_NODES);
        end_search(planner, now, HTN_EVENT_LIMIT, HTN_SLOT_FAIL);
        return;
    }
    achieve->measured = achieve->count;
    htni_nodes_add(achieve);
    htni_begin_tests(achieve);
    now->pc = achieve->pc + 2;
}

/*
 * An action has led to a new state without the machine, which tests the goal on it: as if it had run the action. The
 * state lies in the node behind the last one.
 */
static void test_outcome(htn_planner *planner, htni_registers *now)
{
    const htni_achieve_search *achieve = htni_achieve_of(planner);
    leave_choice(planner);
    *now = achieve->start;
    now->continue_pc = achieve->explore;
    now->continue_frame = now->frame;
    now->trail += htni_make_changes(planner);
    test_node(planner, now);
}

/* Expands nodes until the machine is needed, or the work or the search is over. */
static htn_status advance(htn_planner *planner, htni_registers *now, uint32_t *left)
{
    const htni_achieve_search *achieve = htni_achieve_of(planner);
    htni_expansion went = HTNI_ALL_TRIED;
    while (went == HTNI_ALL_TRIED) {
        if (achieve->current != HTN_NONE && achieve->action < achieve->uses) {
            if (achieve->choices >= planner->machine.limits.choices)
                return HTN_FULL_CHOICES;
            went = htni_expand(planner, left);
            if (achieve->current == 0 && achieve->count > 1) /* the machine would have left a choice point */
                *free_choice(planner) = achieve->start;
        } else if (!next_node(planner, now))
            return HTN_OK;
    }
    if (went == HTNI_NO_WORK_LEFT) {
        *now = achieve->start;
        now->pc = achieve->explore;
        return HTN_OK;
    }
    enter_node(planner, achieve->current);
    if (went == HTNI_NEEDS_MACHINE)
        return try_action(planner, now);
    test_outcome(planner, now);
    return HTN_OK;
}

/* The steps have been enacted, and the goal was tested once more: the Achieve is done, or fails. */
static htn_status end_achieve(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc)
{
    const bool unmet = htni_achieve_of(planner)->unmet != 0;
    planner->achieving.quiet = 0;
    now->pc = unmet ? HTN_SLOT_FAIL : pc + 1;
    if (unmet)
        return HTN_OK;
    if (now->trail >= room)
        return HTN_FULL_TRAIL;
    htni_mark_trail(&planner->machine, now, HTNI_MARK_ACHIEVE_END, now->steps);
    return HTN_OK;
}

htn_status htni_explore(htn_planner *planner, htni_registers *now, uint32_t room, uint32_t pc, uint32_t *left)
{
    htni_achieve_search *achieve = htni_achieve_of(planner);
    if (!planner->achieving.searching)
        return end_achieve(planner, now, room, pc);
    const bool tested = achieve->measured != HTN_NONE;
    if (tested)
        htni_measure(achieve);
    if (planner->machine.choice_count == achieve->choices)
        return advance(planner, now, left);
    if (!tested && take_in(planner, cost_of_step(&planner->machine)))
        test_node(planner, now);
    else
        now->pc = HTN_SLOT_FAIL; /* for the next outcome of the action */
    return HTN_OK;
}
