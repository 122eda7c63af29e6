/*
 * Follows a search by its events; see explain_search.h. There is one function per event. If the machine has no event for the end of
 * a branch (a condition that can never hold has no test), the end is found on backtracking.
 */
#include "cli/explain/explain_search.h"
#include "cli/common/value_text.h"
#include "cli/common/debug_info.h"
#include "cli/common/instruction.h"
#include "cli/explain/explain_source.h"
#include <stdlib.h>
#include <string.h>

enum {
    MOST_KEPT = 1 << 18, /* nodes kept for --all */
    GOAL_ITEMS = 32,     /* conditions of a goal that the runtime keeps account of */
    STEPS_SHOWN = 6      /* of the longest plan, equal ones in a row counting once */
};

void explain_search_init(explain_search *search, cli_session *session, bool keep)
{
    const htn_domain *domain = &session->subject.domain;
    *search = (explain_search){.session = session,
                               .domain = domain,
                               .root = session->request.root,
                               .keep = keep,
                               .current = HTN_NONE,
                               .split = HTN_NONE,
                               .focus = HTN_NONE};
    explain_values_init(&search->values, session);
    search->records = base_allocate((htn_domain_count(domain, HTN_SECTION_TASKS) + 1) * sizeof *search->records);
    search->taken = base_allocate((htn_domain_count(domain, HTN_SECTION_METHODS) + 1) * sizeof *search->taken);
}

void explain_search_free(explain_search *search)
{
    explain_nodes_free(search->nodes, search->node_count);
    explain_best_free(&search->best);
    for (uint32_t i = 0; i < search->choice_count; i++)
        explain_tally_free(&search->choices[i].tally);
    explain_tally_free(&search->tally);
    explain_tally_free(&search->behind);
    explain_reasons_free(&search->reasons);
    explain_values_free(&search->values);
    base_text_free(&search->furthest.words);
    free(search->nodes);
    free(search->choices);
    free(search->records);
    free(search->taken);
}

uint64_t explain_taken(const explain_search *search, uint32_t task, uint32_t method)
{
    return search->taken[CLI_FIELD(search->domain, TASKS, task, FIRST_METHOD) + method];
}

/* --- The tree ----------------------------------------------------------------------------------- */

static uint32_t add_node(explain_search *search, uint32_t parent, uint32_t task, uint32_t called_at)
{
    search->nodes = base_grow_array(search->nodes, search->node_count, &search->node_capacity, sizeof *search->nodes);
    search->nodes[search->node_count] = explain_node_of(search->domain, parent, task, called_at);
    return search->node_count++;
}

/* A primitive task that has no node of its own yet gets one where it is inlined. */
static uint32_t node_of_primitive(explain_search *search, uint32_t primitive, uint32_t pc)
{
    if (search->current != HTN_NONE && search->nodes[search->current].task == primitive)
        return search->current;
    search->records[primitive].entered++;
    return add_node(search, search->current, primitive, pc);
}

/* The latest Achieve of the current task: what is entered from an ENACT belongs to it. */
static uint32_t achieve_node(const explain_search *search)
{
    for (uint32_t i = search->node_count; i-- > search->current + 1;)
        if (search->nodes[i].parent == search->current && search->nodes[i].achieve_pc != HTN_NONE)
            return i;
    return search->current;
}

/* --- Ends of branches --------------------------------------------------------------------------- */

static bool is_same_step(const htn_domain *domain, const htn_plan *plan, uint32_t a, uint32_t b)
{
    const htn_step *x = &plan->steps[a], *y = &plan->steps[b];
    const uint32_t count = CLI_FIELD(domain, TASKS, x->task, PARAMETER_COUNT);
    return x->task == y->task && (count == 0 || memcmp(plan->values + x->arguments, plan->values + y->arguments,
                                                       count * sizeof *plan->values) == 0);
}

/* `after Sprint(), 3 x Walk()`: the same step over and over is written once. Of a long plan only the last steps. */
static void add_steps(base_text *text, const htn_domain *domain, const htn_plan *plan)
{
    uint32_t first = plan->step_count;
    for (uint32_t runs = 0; first > 0 && runs < STEPS_SHOWN; runs++)
        for (first--; first > 0 && is_same_step(domain, plan, first - 1, first);)
            first--;
    base_text_add(text, "after ");
    if (first > 0)
        base_text_add(text, "%u steps, the last ones ", plan->step_count);
    for (uint32_t i = first, times; i < plan->step_count; i += times) {
        for (times = 1; i + times < plan->step_count && is_same_step(domain, plan, i, i + times);)
            times++;
        base_text_add(text, "%s", i > first ? ", " : "");
        if (times > 1)
            base_text_add(text, "%u x ", times);
        cli_add_step(text, domain, plan->steps[i].task, plan->values + plan->steps[i].arguments);
    }
}

/* The branch will end, for this reason, in this node (HTN_NONE: in none). */
static void end_branch(explain_search *search, const htn_planner *planner, uint32_t node, const explain_reason *reason,
                       const explain_view *view)
{
    explain_furthest *furthest = &search->furthest;
    htn_plan plan;
    htn_trace_plan(planner, &plan);
    search->end = (explain_end){reason, view, 1, false};
    if (node != HTN_NONE)
        search->nodes[node].end = search->end;
    if (furthest->end.reason != NULL && plan.step_count <= furthest->count)
        return;
    furthest->count = plan.step_count;
    furthest->end = search->end;
    base_text_clear(&furthest->words);
    add_steps(&furthest->words, search->domain, &plan);
}

/* The same for a reason of that kind, without conditions or with these. */
static void end_for(explain_search *search, const htn_planner *planner, uint32_t node, explain_reason_kind kind,
                    uint32_t task, const uint32_t *items, uint32_t count)
{
    end_branch(search, planner, node, explain_count(&search->reasons, kind, task, HTN_NONE, items, count, NULL), NULL);
}

/* All methods of the current task were rejected, or given up, and now the last one rejected: one reason of them all. */
static void end_without_method(explain_search *search, const htn_planner *planner)
{
    const explain_node *node = &search->nodes[search->current];
    uint32_t items[EXPLAIN_MAX_CONDITIONS], count = 0, seen_count = 0;
    explain_seen seen[EXPLAIN_MAX_SEEN];
    for (uint32_t k = 0; k < node->attempts.count && count < EXPLAIN_MAX_CONDITIONS; k++) {
        const explain_attempt *each = node->attempts.list[k];
        if (each->given_up || each->partly || explain_is_exhausted(&node->attempts, k))
            continue;
        for (uint32_t i = 0; i < explain_view_count(each->view) && seen_count < EXPLAIN_MAX_SEEN; i++) {
            seen[seen_count] = explain_view_items(each->view)[i];
            seen[seen_count++].failure = count;
        }
        items[count++] = each->item;
    }
    const explain_view *view = explain_view_of(&search->reasons, seen, seen_count);
    end_branch(search, planner, search->current,
               explain_count(&search->reasons, EXPLAIN_NO_METHOD, node->task, HTN_NONE, items, count, view), view);
}

/* --- Conditions --------------------------------------------------------------------------------- */

/*
 * Where several binders have ended at once, each whose type has no instance is among what was seen, the outermost one last. If
 * instances of the outermost were ruled out (`ruled_out`), the failures say why; else only it was reached.
 */
static uint32_t drop_unreached(explain_seen *seen, uint32_t count, bool ruled_out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool outer = false;
        for (uint32_t k = i + 1; k < count; k++)
            outer = outer || seen[k].kind == HTN_READ_NO_INSTANCE;
        if (seen[i].kind != HTN_READ_NO_INSTANCE || (!ruled_out && !outer))
            seen[kept++] = seen[i];
    }
    return kept;
}

static const explain_view *view_at(explain_search *search, const htn_planner *planner, uint32_t item, uint32_t decided,
                                   bool ruled_out)
{
    explain_seen seen[EXPLAIN_MAX_SEEN];
    uint32_t count = item != HTN_NONE ? explain_look(&search->values, planner, item, decided, seen, 0) : 0;
    count = drop_unreached(seen, count, ruled_out);
    return explain_view_of(&search->reasons, seen, count);
}

static void take_bindings(explain_search *search, const htn_planner *planner, explain_node *node)
{
    base_text text = {0};
    explain_add_bindings(&text, search->domain, planner, node->task, node->method);
    free(node->bound);
    node->bound = text.bytes;
    search->failures.count = 0;
}

/* The condition of the list that the search came to, of those that ruled out an instance, and of `item`, which has none left. */
static uint32_t furthest(const explain_search *search, uint32_t item)
{
    const htn_domain *domain = search->domain;
    uint32_t found = item;
    for (uint32_t i = 0; i < search->failures.count; i++) {
        const uint32_t each = search->failures.list[i].item;
        if (explain_is_behind(domain, found, each) ||
            (explain_is_behind(domain, item, each) && explain_is_within(domain, each, found)))
            found = each;
    }
    return found;
}

/* The condition `item` rejects a method, at the test `pc`. If the method had candidates, only the instances that are none count. */
static void reject_method(explain_search *search, const htn_planner *planner, uint32_t item, uint32_t pc)
{
    explain_node *node = &search->nodes[search->current];
    const uint32_t method = CLI_FIELD(search->domain, DEBUG_ITEMS, item, METHOD);
    const bool partly = explain_has_candidate(node->candidates, method);
    base_text failing = {0};
    if (partly && search->failures.count == 0)
        return;
    explain_attempt *attempt = explain_add_attempt(&node->attempts, method, false, item);
    explain_add_failures(&failing, &search->failures, &search->values);
    const bool ruled_out = search->failures.count > 0;
    attempt->shown = partly ? item : furthest(search, item);
    search->failures.count = 0;
    attempt->partly = partly;
    attempt->note = failing.bytes;
    if (partly)
        return;
    attempt->view = view_at(search, planner, item, pc, ruled_out);
    explain_reason_note(explain_count(&search->reasons, EXPLAIN_REJECTED, node->task, method, &item, 1, attempt->view),
                        attempt->note);
}

static void fail_precondition(explain_search *search, const htn_planner *planner, uint32_t item, uint32_t pc)
{
    const uint32_t task = CLI_FIELD(search->domain, DEBUG_ITEMS, item, TASK);
    const uint32_t original = cli_original_item(search->domain, item);
    const explain_view *view = view_at(search, planner, item, pc, false);
    const uint32_t node = node_of_primitive(search, task, pc);
    end_branch(search, planner, node,
               explain_count(&search->reasons, EXPLAIN_PRECONDITION, task, HTN_NONE, &original, 1, view), view);
}

/* What the conditions of the method that is taken see. */
static void take_seen(const explain_search *search, const htn_planner *planner, explain_node *node)
{
    explain_seen seen[EXPLAIN_MAX_SEEN];
    uint32_t end, item = cli_items_of_task(search->domain, node->task, &end);
    node->seen_count = 0;
    for (; item < end; item++)
        if (cli_is_of_method(search->domain, item, node->task, node->method))
            node->seen_count = explain_look(&search->values, planner, item, HTN_NONE, seen, node->seen_count);
    free(node->seen);
    node->seen = base_copy_array(seen, node->seen_count, sizeof *seen);
}

/* --- Events ------------------------------------------------------------------------------------- */

static void on_enter(explain_search *search, const htn_event *event)
{
    const htn_domain *domain = search->domain;
    const bool enacted = cli_instruction_at(domain, event->pc).op == HTN_OP_ENACT;
    if (search->current != HTN_NONE)
        search->nodes[search->current].at = event->pc;
    search->records[event->index].entered++;
    search->current = add_node(search, enacted ? achieve_node(search) : search->current, event->index, event->pc);
    explain_forget_questions(&search->values.questions, CLI_FIELD(domain, TASKS, event->index, ENTRY),
                             CLI_FIELD(domain, TASKS, event->index, END));
}

static void on_frame(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_node *node = &search->nodes[search->current];
    const uint32_t count = CLI_FIELD(search->domain, TASKS, node->task, PARAMETER_COUNT);
    node->first_frame = node->frame == HTN_NONE ? event->index : node->first_frame;
    node->frame = event->index;
    free(node->values); /* an Each has a frame for each item */
    node->values = base_allocate((count + (size_t)1) * sizeof *node->values);
    for (uint32_t i = 0; i < count; i++)
        node->values[i] = htn_trace_local(planner, i);
}

/* A primitive task's Reserve is a precondition. */
static bool is_precondition(const htn_domain *domain, uint32_t item)
{
    const uint32_t kind = CLI_FIELD(domain, DEBUG_ITEMS, item, KIND);
    return kind == HTN_ITEM_PRECONDITION || kind == HTN_ITEM_CONTEXT ||
           (kind == HTN_ITEM_RESERVE && CLI_FIELD(domain, DEBUG_ITEMS, item, METHOD) == HTN_NONE);
}

static void on_reject(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    const htn_domain *domain = search->domain;
    const uint32_t item = cli_item_at(domain, event->pc);
    uint32_t local;
    const htn_test_outcome outcome = cli_outcome_at(domain, event->pc, &local);
    explain_node *node = &search->nodes[search->current];
    if (outcome == HTN_TEST_NO_CANDIDATE)
        end_without_method(search, planner);
    if (outcome == HTN_TEST_NO_CANDIDATE || outcome == HTN_TEST_OUTCOMES || item == HTN_NONE)
        return;
    const bool precondition = is_precondition(domain, item);
    if (!precondition && node->again && cli_selects(domain, node->task))
        return;
    if (outcome == HTN_TEST_NEXT_INSTANCE) {
        explain_note_failure(&search->failures, &search->values, planner, item, local, event->pc);
        return;
    }
    node->at = event->pc;
    if (precondition)
        fail_precondition(search, planner, item, event->pc);
    else
        reject_method(search, planner, item, event->pc);
    if (!precondition && outcome == HTN_TEST_FAILS)
        end_without_method(search, planner);
    explain_forget_questions(&search->values.questions, CLI_FIELD(domain, DEBUG_ITEMS, item, FIRST),
                             CLI_FIELD(domain, DEBUG_ITEMS, item, END));
}

/* A candidate that its weight excludes is rejected by that, as by a condition, unless the method binds something. */
static void on_candidate(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_node *node = &search->nodes[search->current];
    const uint32_t item = cli_item_at(search->domain, event->pc - 1); /* what was ranked */
    if (node->again || !cli_selects(search->domain, node->task) ||
        explain_add_candidate(&node->candidates, search->domain, planner, node->task, event))
        return;
    explain_attempt *attempt = explain_add_attempt(&node->attempts, event->index, false, item);
    attempt->view = view_at(search, planner, item, event->pc, false);
    explain_count(&search->reasons, EXPLAIN_REJECTED, node->task, event->index, &item, 1, attempt->view);
}

static void add_choice(explain_search *search)
{
    search->choices =
        base_grow_array(search->choices, search->choice_count, &search->choice_capacity, sizeof *search->choices);
    search->choices[search->choice_count++] =
        (explain_choice){.node = search->current, .node_count = search->node_count};
}

static void on_method(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_node *node = &search->nodes[search->current];
    const cli_instruction in = cli_instruction_at(search->domain, event->pc);
    node->method = event->index;
    node->ends_before = search->ends;
    node->method_pc = node->at = event->pc;
    search->taken[CLI_FIELD(search->domain, TASKS, node->task, FIRST_METHOD) + event->index]++;
    if (event->kind == HTN_EVENT_METHOD && in.op == HTN_OP_METHOD)
        add_choice(search);
    if (in.op == HTN_OP_METHOD && in.a != 0 && node->candidates != NULL)
        node->rank = explain_take_candidate(node->candidates, planner);
    take_seen(search, planner, node);
    take_bindings(search, planner, node);
}

static void on_step(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    htn_plan plan;
    htn_trace_plan(planner, &plan);
    const uint32_t index = node_of_primitive(search, event->index, event->pc);
    explain_node *node = &search->nodes[index];
    node->step = plan.step_count - 1;
    if (node->values == NULL && plan.step_count > 0)
        node->values =
            base_copy_array(plan.values + plan.steps[node->step].arguments,
                            CLI_FIELD(search->domain, TASKS, node->task, PARAMETER_COUNT), sizeof *plan.values);
    search->nodes[search->current].at = event->pc;
    search->records[event->index].steps++;
    explain_forget_preconditions(&search->values.questions, search->domain);
}

/* The search of an Achieve has ended: found its steps, found that there are none, or reached a limit. */
static void on_achieve(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    const uint32_t begin = search->achieve_pc, task = search->nodes[search->current].task;
    const uint32_t index = add_node(search, search->current, task, begin);
    explain_node *node = &search->nodes[index];
    uint32_t items[EXPLAIN_MAX_CONDITIONS] = {cli_item_at(search->domain, begin)}, count = 1;
    node->achieve_pc = begin;
    htn_trace_achievement(planner, &node->achievement);
    search->nodes[search->current].at = event->pc;
    if (event->kind == HTN_EVENT_ACHIEVED)
        return;
    for (uint32_t pc = begin; event->kind == HTN_EVENT_UNACHIEVABLE && pc < event->pc; pc++) {
        const cli_instruction in = cli_instruction_at(search->domain, pc);
        if (in.op == HTN_OP_UNMET && in.b < GOAL_ITEMS && (node->achievement.met >> in.b & 1) == 0 &&
            count < EXPLAIN_MAX_CONDITIONS)
            items[count++] = cli_item_at(search->domain, pc); /* it held in no state */
    }
    end_for(search, planner, index, event->kind == HTN_EVENT_LIMIT ? EXPLAIN_STATES : EXPLAIN_UNACHIEVED, task, items,
            count);
}

/* The loop guard, or a limit on steps, depth or tuples. */
static void on_limit(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    const bool steps = event->kind == HTN_EVENT_LIMIT && event->index == HTN_REACHED_STEPS;
    const bool tuples = event->kind == HTN_EVENT_LIMIT && event->index == HTN_REACHED_TUPLES;
    const explain_reason_kind kind = event->kind == HTN_EVENT_LOOP ? EXPLAIN_LOOP
                                     : steps                       ? EXPLAIN_STEPS
                                     : tuples                      ? EXPLAIN_TUPLES
                                                                   : EXPLAIN_DEPTH;
    if (tuples)
        explain_tuples_give_up(search->values.tuples);
    const cli_instruction in = cli_instruction_at(search->domain, event->pc);
    uint32_t node = search->current;
    if (steps && in.op == HTN_OP_STEP)
        node = node_of_primitive(search, in.c, event->pc);
    end_for(search, planner, node, kind, steps ? HTN_NONE : search->nodes[node].task, NULL, 0);
}

/* No plan on this branch is cheaper: found at a step, at what took a method, or (in no node) on going back. */
static void on_bound(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    const uint32_t op = cli_instruction_at(search->domain, event->pc).op;
    const uint32_t node = op == HTN_OP_COST          ? search->node_count - 1
                          : op == HTN_OP_LOWER_BOUND ? search->current
                                                     : HTN_NONE;
    const uint32_t of = node != HTN_NONE ? node : search->current;
    end_for(search, planner, node, EXPLAIN_EXCEEDS_BOUND, of != HTN_NONE ? search->nodes[of].task : HTN_NONE, NULL, 0);
}

static void on_found(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_best_take(&search->best, search->domain, search->nodes, search->node_count);
    end_branch(search, planner, HTN_NONE,
               explain_count(&search->reasons, EXPLAIN_FOUND, HTN_NONE, event->index, NULL, 0, NULL), NULL);
}

/* No test led to FAIL: a jump to FAIL did, behind where the search was last; or the debug sections do not say. */
static void end_without_event(explain_search *search, const htn_planner *planner)
{
    const explain_node *node = &search->nodes[search->current];
    const uint32_t pc = cli_never_behind(search->domain, node->at, node->task);
    if (pc == HTN_NONE) {
        end_for(search, planner, search->current, EXPLAIN_UNKNOWN, node->task, NULL, 0);
        return;
    }
    const uint32_t task = cli_item_task_at(search->domain, pc), item = cli_item_at(search->domain, pc);
    uint32_t at = search->current;
    if (task != node->task) {
        at = add_node(search, search->current, task, pc);
        search->records[task].entered++;
    }
    end_for(search, planner, at, EXPLAIN_NEVER, task, &item, 1);
}

/* Whether the branch has a step of the task that is asked about, or has decomposed it, and ended elsewhere. */
static bool has_focus(const explain_search *search)
{
    for (uint32_t i = search->node_count; search->focus != HTN_NONE && i-- > 0;) {
        const explain_node *node = &search->nodes[i];
        if (node->task == search->focus && node->achieve_pc == HTN_NONE && node->end.reason == NULL &&
            (node->step != HTN_NONE || node->method != HTN_NONE))
            return true;
    }
    return false;
}

static void count_end(explain_search *search, const htn_planner *planner, explain_tally *tally)
{
    if (search->end.reason == NULL && search->current != HTN_NONE)
        end_without_event(search, planner);
    const explain_end end = search->end;
    const bool failed = end.reason == NULL || end.reason->kind != EXPLAIN_FOUND;
    search->branches += failed;
    if (end.reason != NULL)
        explain_tally_add(tally, &end);
    if (end.reason != NULL && failed && has_focus(search))
        explain_tally_add(&search->behind, &end);
    search->ends++;
    search->last = end;
    search->end.reason = NULL;
}

/* The nodes from `first` on go: into the attempt that they belong to, if they are kept. */
static void drop_nodes(explain_search *search, explain_attempt *attempt, uint32_t first)
{
    const uint32_t count = search->node_count - first;
    search->node_count = first;
    if (!search->keep || count > MOST_KEPT - search->kept) {
        explain_nodes_free(search->nodes + first, count);
        attempt->branch.count = search->keep ? count : 0;
        return;
    }
    search->kept += count;
    attempt->branch =
        (explain_branch){first, count, base_copy_array(search->nodes + first, count, sizeof *search->nodes)};
}

static void on_backtrack(explain_search *search, const htn_planner *planner)
{
    explain_choice choice = search->choices[search->choice_count - 1];
    count_end(search, planner, &choice.tally);
    search->choice_count--;
    explain_tally_merge(search->choice_count > 0 ? &search->choices[search->choice_count - 1].tally : &search->tally,
                        &choice.tally);
    explain_best_leave(&search->best, search->domain, search->nodes, choice.node_count, search->ends, &search->last);
    explain_node *node = &search->nodes[choice.node];
    explain_attempt *attempt =
        explain_add_attempt(&node->attempts, node->method, true, cli_item_at(search->domain, node->method_pc));
    attempt->tally = choice.tally;
    attempt->note = node->bound;
    attempt->rank = node->rank;
    node->bound = NULL;
    node->again = true;
    node->at = node->method_pc;
    node->method = HTN_NONE;
    node->end.reason = NULL;
    search->failures.count = 0;
    search->current = choice.node;
    drop_nodes(search, attempt, choice.node_count);
}

/* Whether control goes on in the node. A search that comes back to an earlier item of an Each is in an earlier frame of it. */
static bool has_frame(const explain_node *node, uint32_t frame)
{
    return node->frame != HTN_NONE && frame >= node->first_frame && frame <= node->frame;
}

/* Control goes on in the node of that frame; the root returns to none. */
static void on_return(explain_search *search, const htn_event *event)
{
    while (search->current != HTN_NONE && !has_frame(&search->nodes[search->current], event->index))
        search->current = search->nodes[search->current].parent;
}

/* A primitive task at whose end the horizon is reached has a node of its own, unless it is inlined. */
static void on_split(explain_search *search, const htn_event *event)
{
    const bool primitive = cli_is_primitive(search->domain, search->nodes[search->current].task);
    search->split = primitive ? search->nodes[search->current].parent : search->current;
    search->split_pc = event->pc;
}

/* The root is not called by anyone. Given tasks are entered, each as a root. */
static void add_root(explain_search *search)
{
    if (search->session->request.task_count != 0)
        return;
    const uint32_t task = CLI_FIELD(search->domain, ROOTS, search->root, TASK);
    search->records[task].entered++;
    search->current = add_node(search, HTN_NONE, task, CLI_FIELD(search->domain, TASKS, task, ENTRY));
}

void explain_listen(void *user, const htn_planner *planner, const htn_event *event)
{
    explain_search *search = user;
    if (search->node_count == 0)
        add_root(search);
    switch (event->kind) {
    case HTN_EVENT_ENTER: on_enter(search, event); break;
    case HTN_EVENT_FRAME: on_frame(search, planner, event); break;
    case HTN_EVENT_REJECT: on_reject(search, planner, event); break;
    case HTN_EVENT_ACHIEVED:
    case HTN_EVENT_UNACHIEVABLE: on_achieve(search, planner, event); break;
    case HTN_EVENT_BIND: explain_forget_questions(&search->values.questions, event->pc, HTN_NONE); break;
    case HTN_EVENT_PROPOSED:
    case HTN_EVENT_QUERY: explain_ask(&search->values.questions, search->session, planner, event); break;
    case HTN_EVENT_TUPLE: explain_tuple_begins(search->values.tuples, search->domain, planner, event); break;
    case HTN_EVENT_TUPLE_DONE:
    case HTN_EVENT_TUPLE_KNOWN:
        if (explain_tuple_answered(search->values.tuples, search->domain, planner, event))
            explain_need(&search->values.questions, search->domain, planner, event);
        break;
    case HTN_EVENT_BEGIN:
    case HTN_EVENT_WAIT:
    case HTN_EVENT_MEMBER:
    case HTN_EVENT_APPLY: break;
    case HTN_EVENT_ACHIEVE: search->achieve_pc = event->pc; break;
    case HTN_EVENT_CANDIDATE: on_candidate(search, planner, event); break;
    case HTN_EVENT_CHOICE:
        add_choice(search);
        take_bindings(search, planner, &search->nodes[search->current]);
        break;
    case HTN_EVENT_FOLLOW:
    case HTN_EVENT_METHOD: on_method(search, planner, event); break;
    case HTN_EVENT_STEP: on_step(search, planner, event); break;
    case HTN_EVENT_RETURN: on_return(search, event); break;
    case HTN_EVENT_LOOP: on_limit(search, planner, event); break;
    case HTN_EVENT_LIMIT: (event->index == HTN_REACHED_NODES ? on_achieve : on_limit)(search, planner, event); break;
    case HTN_EVENT_SPLIT: on_split(search, event); break;
    case HTN_EVENT_EXCEEDS_BOUND: on_bound(search, planner, event); break;
    case HTN_EVENT_FOUND: on_found(search, planner, event); break;
    case HTN_EVENT_BACKTRACK: on_backtrack(search, planner); break;
    }
}

/* Looking for the cheapest plan: from now on the tree is that of the best one. */
static void show_best(explain_search *search)
{
    explain_best *best = &search->best;
    if (best->count == 0)
        return;
    explain_best_leave(best, search->domain, search->nodes, 0, search->ends, &search->last);
    explain_nodes_free(search->nodes, search->node_count);
    free(search->nodes);
    search->nodes = best->nodes;
    search->node_count = best->node_count;
    best->nodes = NULL;
    best->node_count = 0;
}

void explain_search_finish(explain_search *search, const htn_planner *planner, htn_status status)
{
    if (search->node_count == 0)
        add_root(search);
    if (status == HTN_NO_PLAN || status == HTN_LIMIT_STEPS || status == HTN_LIMIT_DEPTH || status == HTN_LIMIT_NODES ||
        status == HTN_LIMIT_TUPLES || (search->best.count > 0 && search->end.reason != NULL))
        count_end(search, planner, &search->tally);
    show_best(search);
    for (uint32_t i = search->choice_count; i-- > 0;) /* of choices still open only the ends are of interest now */
        explain_tally_merge(&search->tally, &search->choices[i].tally);
    explain_tally_sort(&search->tally);
    explain_tally_sort(&search->behind);
}

htn_status explain_search_run(explain_search *search, htn_planner *planner, htn_plan *plan)
{
    const htn_status status = htn_plan_trace(planner, explain_listen, search);
    if (plan != NULL)
        htn_planner_plan(planner, plan);
    explain_search_finish(search, planner, status);
    return status;
}
