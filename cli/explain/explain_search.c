/*
 * Follows a search by its events; see explain_search.h. One function per event; an event that the machine does
 * not have (a condition that the compiler found never to hold has no test) is made up for on backtracking.
 */
#include "cli/explain/explain_search.h"
#include "cli/common/value_text.h"
#include <stdlib.h>
#include <string.h>

void explain_search_init(explain_search *search, cli_session *session, bool keep)
{
    const htn_domain *domain = &session->subject.domain;
    *search = (explain_search){
        .session = session, .domain = domain, .keep = keep, .current = HTN_NONE, .split = HTN_NONE, .focus = HTN_NONE};
    search->root = session->request.root;
    search->records = base_allocate((htn_domain_count(domain, HTN_SECTION_TASKS) + 1) * sizeof *search->records);
    search->taken = base_allocate((htn_domain_count(domain, HTN_SECTION_METHODS) + 1) * sizeof *search->taken);
}

void explain_search_free(explain_search *search)
{
    explain_free_nodes(search, search->nodes, search->node_count);
    explain_best_free(search);
    for (uint32_t i = 0; i < search->choice_count; i++)
        explain_tally_free(&search->choices[i].tally);
    explain_tally_free(&search->tally);
    explain_tally_free(&search->behind);
    explain_reasons_free(&search->reasons);
    explain_questions_free(&search->questions);
    base_text_free(&search->furthest);
    free(search->nodes);
    free(search->values);
    free(search->seen);
    free(search->choices);
    free(search->frames);
    free(search->records);
    free(search->taken);
}

/* --- The tree ----------------------------------------------------------------------------------- */

uint32_t explain_add_node(explain_search *search, uint32_t parent, uint32_t task, uint32_t called_at)
{
    search->nodes = base_grow_array(search->nodes, search->node_count, &search->node_capacity, sizeof *search->nodes);
    search->nodes[search->node_count] = (explain_node){.parent = parent,
                                                       .task = task,
                                                       .subtask = explain_subtask_at(search->domain, called_at),
                                                       .method = HTN_NONE,
                                                       .method_pc = HTN_NONE,
                                                       .step = HTN_NONE,
                                                       .achieve_pc = HTN_NONE};
    search->nodes[search->node_count].at = explain_task_field(search->domain, task, HTN_TASKS_ENTRY) - 1;
    return search->node_count++;
}

uint64_t explain_taken(const explain_search *search, uint32_t task, uint32_t method)
{
    return search->taken[explain_task_field(search->domain, task, HTN_TASKS_FIRST_METHOD) + method];
}

static void take_values(explain_search *search, explain_node *node, const int32_t *values)
{
    uint32_t count = explain_task_field(search->domain, node->task, HTN_TASKS_PARAMETER_COUNT);
    node->values = search->value_count;
    node->has_values = true;
    for (uint32_t i = 0; i < count; i++) {
        search->values =
            base_grow_array(search->values, search->value_count, &search->value_capacity, sizeof *search->values);
        search->values[search->value_count++] = values[i];
    }
}

static explain_attempt *add_attempt(explain_node *node, uint32_t method, bool given_up, uint32_t item)
{
    explain_attempt *attempt = base_allocate(sizeof *attempt);
    attempt->method = method;
    attempt->given_up = given_up;
    attempt->item = item;
    if (node->last_attempt != NULL)
        node->last_attempt->next = attempt;
    else
        node->attempts = attempt;
    node->last_attempt = attempt;
    node->attempt_count++;
    return attempt;
}

/* `Sprint(), 3 x Walk()`: the same step over and over is written once. */
static void note_furthest(explain_search *search, const htn_plan *plan)
{
    base_text last = {0}, step = {0};
    uint32_t times = 0;
    base_text_clear(&search->furthest);
    for (uint32_t i = 0; i <= plan->step_count; i++) {
        base_text_clear(&step);
        if (i < plan->step_count)
            cli_add_step(&step, search->domain, plan->steps[i].task, plan->values + plan->steps[i].arguments);
        if (times > 0 && strcmp(base_text_of(&step), base_text_of(&last)) != 0) {
            base_text_add(&search->furthest, "%s", search->furthest.length > 0 ? ", " : "");
            if (times > 1)
                base_text_add(&search->furthest, "%u x ", times);
            base_text_add(&search->furthest, "%s", base_text_of(&last));
            times = 0;
        }
        base_text_clear(&last);
        base_text_add(&last, "%s", base_text_of(&step));
        times++;
    }
    base_text_free(&last);
    base_text_free(&step);
}

/* The branch will end, for this reason, in this node. */
void explain_end_branch(explain_search *search, const htn_planner *planner, uint32_t node, const explain_reason *reason,
                        const explain_view *view)
{
    htn_plan plan;
    htn_trace_plan(planner, &plan);
    search->end = reason;
    search->end_view = view;
    search->end_steps = plan.step_count;
    if (node != HTN_NONE) {
        search->nodes[node].reason = reason;
        search->nodes[node].view = view;
    }
    if (search->furthest_reason != NULL && plan.step_count <= search->furthest_count)
        return;
    search->furthest_count = plan.step_count;
    search->furthest_reason = reason;
    search->furthest_view = view;
    note_furthest(search, &plan);
}

bool explain_is_exhausted(const explain_node *node, const explain_attempt *attempt)
{
    if (attempt->given_up || attempt->note != NULL || explain_view_count(attempt->view) > 0)
        return false;
    for (const explain_attempt *a = node->attempts; a != NULL && a != attempt; a = a->next)
        if (a->given_up && a->method == attempt->method)
            return true;
    return false;
}

/* All methods of the current task were rejected, or given up, and now the last one rejected: one reason of them all. */
static void end_without_method(explain_search *search, const htn_planner *planner)
{
    const explain_node *node = &search->nodes[search->current];
    uint32_t items[EXPLAIN_MAX_CONDITIONS], count = 0, seen_count = 0;
    explain_seen seen[EXPLAIN_MAX_SEEN];
    for (const explain_attempt *a = node->attempts; a != NULL && count < EXPLAIN_MAX_CONDITIONS; a = a->next) {
        if (a->given_up || a->partly || explain_is_exhausted(node, a))
            continue;
        for (uint32_t i = 0; i < explain_view_count(a->view) && seen_count < EXPLAIN_MAX_SEEN; i++) {
            seen[seen_count] = explain_view_items(a->view)[i];
            seen[seen_count++].failure = count;
        }
        items[count++] = a->item;
    }
    const explain_view *view = explain_view_of(&search->reasons, seen, seen_count);
    explain_end_branch(search, planner, search->current,
                       explain_count(&search->reasons, EXPLAIN_NO_METHOD, node->task, HTN_NONE, items, count, view),
                       view);
}

/* --- Events ------------------------------------------------------------------------------------- */

static void on_enter(explain_search *search, const htn_event *event)
{
    if (search->current != HTN_NONE)
        search->nodes[search->current].at = event->pc;
    bool enacted = cli_instruction_at(search->domain, event->pc).op == HTN_OP_ENACT;
    search->records[event->index].entered++;
    search->current =
        explain_add_node(search, enacted ? explain_achieve_node(search) : search->current, event->index, event->pc);
    explain_forget_questions(search, explain_task_field(search->domain, event->index, HTN_TASKS_ENTRY),
                             explain_task_field(search->domain, event->index, HTN_TASKS_END));
}

static void on_frame(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_node *node = &search->nodes[search->current];
    int32_t values[HTN_MAX_LOCALS];
    uint32_t count = explain_task_field(search->domain, node->task, HTN_TASKS_PARAMETER_COUNT);
    if (event->index >= search->frame_capacity) {
        search->frame_capacity = ((size_t)event->index + 1) * 2;
        search->frames = base_reallocate(search->frames, search->frame_capacity * sizeof *search->frames);
    }
    search->frames[event->index] = search->current;
    for (uint32_t i = 0; i < count && i < HTN_MAX_LOCALS; i++)
        values[i] = htn_trace_local(planner, i);
    take_values(search, node, values);
}

/* A primitive task that has no node of its own yet gets one where it is inlined. */
static uint32_t node_of_primitive(explain_search *search, uint32_t primitive, uint32_t pc)
{
    if (search->current != HTN_NONE && search->nodes[search->current].task == primitive)
        return search->current;
    search->records[primitive].entered++;
    return explain_add_node(search, search->current, primitive, pc);
}

static char *take_failing(explain_search *search)
{
    base_text text = {0};
    explain_add_failing(&text, search);
    search->failing_count = 0;
    return explain_words_of(&text);
}

static void take_bindings(explain_search *search, const htn_planner *planner, explain_node *node)
{
    base_text text = {0};
    explain_add_bindings(&text, search->domain, planner, node->task, node->method);
    free(node->bound);
    node->bound = explain_words_of(&text);
    search->failing_count = 0;
}

/* The condition `item` rejects a method, at the test `pc`. If the method had candidates, only the instances that are none count. */
static void reject_method(explain_search *search, const htn_planner *planner, uint32_t item, uint32_t pc)
{
    explain_node *node = &search->nodes[search->current];
    const uint32_t method = EXPLAIN_FIELD(search->domain, DEBUG_ITEMS, item, METHOD);
    const bool partly = explain_has_candidate(node, method);
    if (partly && search->failing_count == 0)
        return;
    explain_attempt *attempt = add_attempt(node, method, false, item);
    attempt->partly = partly;
    attempt->note = take_failing(search);
    if (partly)
        return;
    attempt->view = explain_view_at(search, planner, item, pc);
    explain_reason_note(explain_count(&search->reasons, EXPLAIN_REJECTED, node->task, method, &item, 1, attempt->view),
                        attempt->note);
}

static void fail_precondition(explain_search *search, const htn_planner *planner, uint32_t item, uint32_t pc)
{
    const uint32_t task = EXPLAIN_FIELD(search->domain, DEBUG_ITEMS, item, TASK);
    const uint32_t original = explain_original(search->domain, item);
    const explain_view *view = explain_view_at(search, planner, item, pc);
    const uint32_t node = node_of_primitive(search, task, pc);
    explain_end_branch(search, planner, node,
                       explain_count(&search->reasons, EXPLAIN_PRECONDITION, task, HTN_NONE, &original, 1, view), view);
}

static void on_reject(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    const htn_domain *domain = search->domain;
    const uint32_t item = explain_item_at(domain, event->pc);
    uint32_t local;
    const htn_test_outcome outcome = explain_outcome_at(domain, event->pc, &local);
    explain_node *node = &search->nodes[search->current];
    if (outcome == HTN_TEST_NO_CANDIDATE)
        end_without_method(search, planner);
    if (outcome == HTN_TEST_NO_CANDIDATE || outcome == HTN_TEST_OUTCOMES || item == HTN_NONE)
        return;
    const bool precondition = EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_PRECONDITION;
    if (!precondition && node->candidates.again && explain_selects(domain, node->task))
        return; /* a second scan of the candidates: it is known */
    if (outcome == HTN_TEST_NEXT_INSTANCE) {
        explain_note_failing(search, planner, item, local);
        return;
    }
    node->at = event->pc;
    if (precondition)
        fail_precondition(search, planner, item, event->pc);
    else
        reject_method(search, planner, item, event->pc);
    if (!precondition && outcome == HTN_TEST_FAILS)
        end_without_method(search, planner);
    explain_forget_questions(search, EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, FIRST),
                             EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, END));
}

/* Those that the weight excludes are rejected by it, as by a condition; where the method binds something, see the candidates. */
static void on_candidate(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_node *node = &search->nodes[search->current];
    const uint32_t item = explain_item_at(search->domain, event->pc - 1); /* what was ranked */
    if (!explain_selects(search->domain, node->task) || node->candidates.again ||
        explain_add_candidate(search, node, planner, event))
        return;
    explain_attempt *attempt = add_attempt(node, event->index, false, item);
    attempt->view = explain_view_at(search, planner, item, event->pc);
    explain_count(&search->reasons, EXPLAIN_REJECTED, node->task, event->index, &item, 1, attempt->view);
}

/* What the conditions of the method that is taken see. */
static void take_seen(explain_search *search, const htn_planner *planner, explain_node *node)
{
    explain_seen seen[EXPLAIN_MAX_SEEN];
    const uint32_t count = htn_domain_count(search->domain, HTN_SECTION_DEBUG_ITEMS);
    const uint32_t end = explain_task_field(search->domain, node->task, HTN_TASKS_END);
    uint32_t item = explain_first_from(search->domain, HTN_SECTION_DEBUG_ITEMS, HTN_DEBUG_ITEMS_FIRST,
                                       explain_task_field(search->domain, node->task, HTN_TASKS_ENTRY));
    node->taken = search->seen_count;
    node->taken_count = 0;
    for (; item < count && EXPLAIN_FIELD(search->domain, DEBUG_ITEMS, item, FIRST) < end; item++)
        if (explain_is_of_method(search->domain, item, node->task, node->method))
            node->taken_count = explain_look(search, planner, item, HTN_NONE, seen, node->taken_count);
    for (uint32_t i = 0; i < node->taken_count; i++) {
        search->seen = base_grow_array(search->seen, search->seen_count, &search->seen_capacity, sizeof *search->seen);
        search->seen[search->seen_count++] = seen[i];
    }
}

static void add_choice(explain_search *search)
{
    search->choices =
        base_grow_array(search->choices, search->choice_count, &search->choice_capacity, sizeof *search->choices);
    search->choices[search->choice_count++] = (explain_choice){.node = search->current,
                                                               .node_count = search->node_count,
                                                               .value_count = search->value_count,
                                                               .seen_count = search->seen_count};
}

static void on_method(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_node *node = &search->nodes[search->current];
    node->method = event->index;
    node->ends_before = search->ends;
    node->method_pc = node->at = event->pc;
    search->taken[explain_task_field(search->domain, node->task, HTN_TASKS_FIRST_METHOD) + event->index]++;
    if (event->kind == HTN_EVENT_METHOD && cli_instruction_at(search->domain, event->pc).op == HTN_OP_METHOD)
        add_choice(search);
    if (cli_instruction_at(search->domain, event->pc).op == HTN_OP_METHOD &&
        cli_instruction_at(search->domain, event->pc).a != 0)
        node->rank = explain_take_candidate(node, planner);
    take_seen(search, planner, node);
    take_bindings(search, planner, node);
}

static void on_step(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    htn_plan plan;
    htn_trace_plan(planner, &plan);
    uint32_t index = node_of_primitive(search, event->index, event->pc);
    explain_node *node = &search->nodes[index];
    node->step = plan.step_count - 1;
    if (!node->has_values && plan.step_count > 0)
        take_values(search, node, plan.values + plan.steps[node->step].arguments);
    search->nodes[search->current].at = event->pc;
    search->records[event->index].steps++;
    explain_forget_preconditions(search);
}

/* The task that the STEP at `pc` would have appended. */
static uint32_t step_of(const explain_search *search, uint32_t pc)
{
    const cli_instruction in = cli_instruction_at(search->domain, pc);
    return in.op == HTN_OP_STEP ? in.c : search->nodes[search->current].task;
}

static void on_cut(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    bool steps = event->kind == HTN_EVENT_LIMIT && event->index == HTN_REACHED_STEPS;
    explain_reason_kind kind = event->kind == HTN_EVENT_LOOP ? EXPLAIN_LOOP : steps ? EXPLAIN_STEPS : EXPLAIN_DEPTH;
    uint32_t node = steps ? node_of_primitive(search, step_of(search, event->pc), event->pc) : search->current;
    uint32_t task = steps ? HTN_NONE : search->nodes[node].task;
    explain_end_branch(search, planner, node, explain_count(&search->reasons, kind, task, HTN_NONE, NULL, 0, NULL),
                       NULL);
}

/* The node at which a branch turned out to be too dear: of a step, of what took a method, or (on going back) none. */
static uint32_t dear_node(const explain_search *search, uint32_t pc)
{
    uint32_t op = cli_instruction_at(search->domain, pc).op;
    return op == HTN_OP_COST ? search->node_count - 1 : op == HTN_OP_LEAST ? search->current : HTN_NONE;
}

static void on_dear(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    uint32_t node = dear_node(search, event->pc);
    uint32_t task = node != HTN_NONE              ? search->nodes[node].task
                    : search->current != HTN_NONE ? search->nodes[search->current].task
                                                  : HTN_NONE;
    explain_end_branch(search, planner, node,
                       explain_count(&search->reasons, EXPLAIN_DEAR, task, HTN_NONE, NULL, 0, NULL), NULL);
}

static void on_found(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_best_take(search);
    explain_end_branch(search, planner, HTN_NONE,
                       explain_count(&search->reasons, EXPLAIN_FOUND, HTN_NONE, event->index, NULL, 0, NULL), NULL);
}

/* No test led to FAIL: a jump to FAIL did, behind where the search was last; or the debug sections do not say. */
static void end_without_event(explain_search *search, const htn_planner *planner)
{
    const explain_node *node = &search->nodes[search->current];
    const uint32_t pc = explain_never_behind(search->domain, node->at, node->task);
    if (pc == HTN_NONE) {
        explain_end_branch(search, planner, search->current,
                           explain_count(&search->reasons, EXPLAIN_UNKNOWN, node->task, HTN_NONE, NULL, 0, NULL), NULL);
        return;
    }
    const uint32_t task = explain_owner(search->domain, pc), item = explain_item_at(search->domain, pc);
    const uint32_t at = task == node->task ? search->current : explain_add_node(search, search->current, task, pc);
    search->records[task].entered += task != search->nodes[search->current].task;
    explain_end_branch(search, planner, at,
                       explain_count(&search->reasons, EXPLAIN_NEVER, task, HTN_NONE, &item, 1, NULL), NULL);
}

/* Whether the branch has a step of the task that is asked about, or has decomposed it, and ended elsewhere. */
static bool has_focus(const explain_search *search)
{
    for (uint32_t i = search->node_count; search->focus != HTN_NONE && i-- > 0;) {
        const explain_node *node = &search->nodes[i];
        if (node->task == search->focus && node->achieve_pc == HTN_NONE && node->reason == NULL &&
            (node->step != HTN_NONE || node->method != HTN_NONE))
            return true;
    }
    return false;
}

static void count_end(explain_search *search, const htn_planner *planner, explain_tally *tally)
{
    if (search->end == NULL && search->current != HTN_NONE)
        end_without_event(search, planner);
    search->branches += search->end == NULL || search->end->kind != EXPLAIN_FOUND;
    if (search->end != NULL)
        explain_tally_add(tally, search->end, search->end_view, search->end_steps);
    if (search->end != NULL && search->end->kind != EXPLAIN_FOUND && has_focus(search))
        explain_tally_add(&search->behind, search->end, search->end_view, search->end_steps);
    search->ends++;
    search->last = (explain_end){search->end, search->end_view, 1, false};
    search->end = NULL;
}

static void on_backtrack(explain_search *search, const htn_planner *planner)
{
    explain_choice choice = search->choices[search->choice_count - 1];
    count_end(search, planner, &choice.tally);
    search->choice_count--;
    explain_tally_merge(search->choice_count > 0 ? &search->choices[search->choice_count - 1].tally : &search->tally,
                        &choice.tally);
    explain_node *node = &search->nodes[choice.node];
    explain_best_leave(search, choice.node_count);
    explain_attempt *attempt = add_attempt(node, node->method, true, explain_item_at(search->domain, node->method_pc));
    attempt->tally = choice.tally;
    attempt->note = node->bound;
    attempt->rank = node->rank;
    node->bound = NULL;
    node->candidates.again = true;
    search->failing_count = 0;
    if (search->keep)
        explain_keep(search, attempt, &choice);
    else
        explain_free_nodes(search, search->nodes + choice.node_count, search->node_count - choice.node_count);
    search->node_count = choice.node_count;
    search->value_count = choice.value_count;
    search->seen_count = choice.seen_count;
    search->current = choice.node;
    node->at = node->method_pc;
    node->method = HTN_NONE;
    node->reason = NULL;
}

static void on_return(explain_search *search, const htn_event *event)
{
    bool root = event->index == 0 || event->index >= search->frame_capacity;
    search->current = root ? HTN_NONE : search->frames[event->index];
}

/* A primitive task at whose end the horizon has come has a node of its own where it is not inlined. */
static void on_split(explain_search *search, const htn_event *event)
{
    uint32_t task = search->nodes[search->current].task;
    bool primitive = explain_task_field(search->domain, task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE;
    search->split = primitive ? search->nodes[search->current].parent : search->current;
    search->split_pc = event->pc;
}

/* The root is not called by anyone. */
static void add_root(explain_search *search)
{
    uint32_t task = htn_domain_field(search->domain, HTN_SECTION_ROOTS, search->root, HTN_ROOTS_TASK);
    search->records[task].entered++;
    search->current =
        explain_add_node(search, HTN_NONE, task, explain_task_field(search->domain, task, HTN_TASKS_ENTRY));
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
    case HTN_EVENT_UNACHIEVABLE: explain_on_achieve(search, planner, event); break;
    case HTN_EVENT_BIND: explain_forget_questions(search, event->pc, HTN_NONE); break;
    case HTN_EVENT_QUERY: explain_ask(search, planner, event); break;
    case HTN_EVENT_BEGIN:
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
    case HTN_EVENT_LOOP: on_cut(search, planner, event); break;
    case HTN_EVENT_LIMIT:
        if (event->index == HTN_REACHED_NODES)
            explain_on_achieve(search, planner, event);
        else
            on_cut(search, planner, event);
        break;
    case HTN_EVENT_SPLIT: on_split(search, event); break;
    case HTN_EVENT_EXCEEDS_BOUND: on_dear(search, planner, event); break;
    case HTN_EVENT_FOUND: on_found(search, planner, event); break;
    case HTN_EVENT_BACKTRACK: on_backtrack(search, planner); break;
    }
}

void explain_search_finish(explain_search *search, const htn_planner *planner, htn_status status)
{
    if (search->node_count == 0)
        add_root(search);
    if (status == HTN_NO_PLAN || status == HTN_LIMIT_STEPS || status == HTN_LIMIT_DEPTH || status == HTN_LIMIT_NODES ||
        (search->best.count > 0 && search->end != NULL))
        count_end(search, planner, &search->tally);
    explain_best_show(search);
    for (uint32_t i = search->choice_count; i-- > 0;) /* of choices still open only the ends are of interest now */
        explain_tally_merge(&search->tally, &search->choices[i].tally);
    explain_tally_sort(&search->tally);
    explain_tally_sort(&search->behind);
}
