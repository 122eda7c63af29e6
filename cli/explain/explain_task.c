/* One task in a search; see explain_task.h. */
#include "cli/explain/explain_task.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/debug_info.h"
#include "cli/common/instruction.h"
#include "cli/explain/explain_ends.h"
#include "cli/explain/explain_source.h"
#include "cli/explain/explain_words.h"
#include <stdlib.h>

enum { ENDS_SHOWN = 3 };

/* `shown`, here and below: per task, whether its callers are above already. */
static void show_callers(explain_page *page, bool *shown, uint32_t task);

static void show_words(explain_page *page, const char *words)
{
    base_text_add(&page->line, "%s", words);
    explain_add_item(page, HTN_NONE);
}

/* --- Reasons ------------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
    const explain_reason *x = *(const explain_reason *const *)a, *y = *(const explain_reason *const *)b;
    if (x->method != y->method)
        return x->method < y->method ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return explain_compare_reasons(x, y);
}

/*
 * The reasons that a task failed for (method HTN_NONE), or its method was rejected for; by method, and most frequent first. The
 * caller frees the array.
 */
static const explain_reason **find_reasons(const explain_search *search, uint32_t task, uint32_t method, size_t *count)
{
    const explain_reason **list = NULL;
    size_t capacity = 0;
    *count = 0;
    for (const explain_reason *each = search->reasons.first; each != NULL; each = each->next) {
        const bool wanted = method == HTN_NONE ? each->kind != EXPLAIN_NO_METHOD
                                               : each->kind == EXPLAIN_REJECTED && each->method == method;
        if (each->task != task || !wanted)
            continue;
        list = base_grow_array((void *)list, *count, &capacity, sizeof *list);
        list[(*count)++] = each;
    }
    if (*count > 0)
        qsort((void *)list, *count, sizeof *list, compare);
    return list;
}

/* Whether a task failed anywhere. */
static bool has_failed(const explain_search *search, uint32_t task)
{
    const explain_reason *each = search->reasons.first;
    while (each != NULL && (task == HTN_NONE || each->task != task || each->kind == EXPLAIN_REJECTED))
        each = each->next;
    return each != NULL;
}

/* `3x precondition [...] failed: ...`, and below it its values if there were several. */
static void show_reason(explain_page *page, const explain_reason *reason, bool with_method)
{
    const explain_style *style = page->style;
    const explain_view *only = reason->variant_count == 1 ? reason->variants[0].view : NULL;
    base_text *line = &page->line;
    base_text_add(line, "%s%s%s%llu%s ", style->bad, style->no, style->plain, (unsigned long long)reason->count,
                  style->times);
    if (reason->kind == EXPLAIN_REJECTED) {
        if (with_method) {
            explain_add_method(line, page->search->domain, reason->task, reason->method);
            base_text_add(line, " rejected ");
        }
        explain_add_condition_among(line, page->search->domain, reason->items[0]);
        explain_add_view(line, page->search, only, EXPLAIN_EVERY, ": ");
        explain_add_note(line, reason, explain_view_count(only) > 0 ? ", " : ": ");
    } else {
        explain_add_reason(line, page->search, &(explain_end){.reason = reason, .view = only}, EXPLAIN_WITHOUT_TASK);
    }
    explain_add_item(page, explain_reason_item(reason));
    explain_show_variants(page, reason);
}

/* --- Callers ------------------------------------------------------------------------------------ */

static bool is_achieve(const htn_domain *domain, uint32_t subtask)
{
    return CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, KIND) == HTN_SUBTASK_ACHIEVE;
}

/* The task whose method a subtask is of. */
static uint32_t caller_of(const htn_domain *domain, uint32_t subtask)
{
    return cli_task_at(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, FIRST));
}

static bool is_same_method(const htn_domain *domain, uint32_t a, uint32_t b)
{
    return caller_of(domain, a) == caller_of(domain, b) &&
           CLI_FIELD(domain, DEBUG_SUBTASKS, a, METHOD) == CLI_FIELD(domain, DEBUG_SUBTASKS, b, METHOD);
}

/* Whether a subtask is the task, or an Achieve that uses it. */
static bool calls(const htn_domain *domain, uint32_t subtask, uint32_t task)
{
    const uint32_t end = CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, END);
    uint32_t pc = CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, FIRST);
    if (!is_achieve(domain, subtask))
        return CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, TASK) == task;
    while (pc < end && cli_instruction_at(domain, pc).op != HTN_OP_ACHIEVE)
        pc++;
    if (pc == end)
        return false; /* the goal can never hold */
    const uint32_t achieve = cli_instruction_at(domain, pc).b, first = CLI_FIELD(domain, ACHIEVES, achieve, FIRST_USE);
    for (uint32_t i = 0; i < CLI_FIELD(domain, ACHIEVES, achieve, USE_COUNT); i++)
        if (CLI_FIELD(domain, USES, first + i, TASK) == task)
            return true;
    return false;
}

/*
 * The next subtask behind another (HTN_NONE: the first one) that calls a task; of several in one method the first. HTN_NONE: there is
 * none. A recursion does not count.
 */
static uint32_t next_call(const htn_domain *domain, uint32_t task, uint32_t after)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_SUBTASKS);
    for (uint32_t i = after + 1; i < count; i++)
        if (calls(domain, i, task) && caller_of(domain, i) != task &&
            (after == HTN_NONE || !is_same_method(domain, i, after)))
            return i;
    return HTN_NONE;
}

/* `an earlier method of AttackEnemy was taken: method 0 once, method 1 3 times` */
static void show_earlier(explain_page *page, uint32_t task, uint32_t before)
{
    const htn_domain *domain = page->search->domain;
    const bool selects = cli_selects(domain, task);
    const uint32_t end = selects ? CLI_FIELD(domain, TASKS, task, METHOD_COUNT) : before;
    base_text *line = &page->line;
    uint32_t count = 0;
    base_text_add(line, "not reached: ");
    for (uint32_t method = 0; method < end; method++) {
        const uint64_t taken = explain_taken(page->search, task, method);
        if (taken == 0)
            continue;
        if (count++ > 0)
            base_text_add(line, ", ");
        else
            base_text_add(line, "%s of %s was taken (", selects ? "a candidate of higher rank" : "an earlier method",
                          htn_task_name(domain, task));
        explain_add_method(line, domain, task, method);
        base_text_add(line, " ");
        explain_add_times(line, taken);
    }
    base_text_add(line, count > 0 ? ")" : "the search ended before");
    explain_add_item(page, HTN_NONE);
}

/* Why a method of a task that was decomposed was never taken. */
static void show_not_taken(explain_page *page, uint32_t task, uint32_t method)
{
    size_t count;
    const explain_reason **reasons = find_reasons(page->search, task, method, &count);
    uint64_t rejected = 0;
    for (size_t i = 0; i < count; i++) {
        rejected += reasons[i]->count;
        show_reason(page, reasons[i], false);
    }
    if (cli_method_item(page->search->domain, task, method) == HTN_NONE)
        show_words(page, "left out by the compiler, its conditions can never hold");
    else if (rejected < page->search->records[task].entered)
        show_earlier(page, task, method);
    free((void *)reasons);
}

/* Whether the plan ends early below the method that calls, or in it. */
static bool is_behind_split(const explain_search *search, uint32_t task, uint32_t method)
{
    for (uint32_t i = search->split; i != HTN_NONE; i = search->nodes[i].parent)
        if (search->nodes[i].task == task && search->nodes[i].method == method)
            return true;
    return false;
}

/* The method was taken, but the search did not get as far as the call: something in front of it failed. */
static void show_not_reached(explain_page *page, uint32_t call)
{
    const htn_domain *domain = page->search->domain;
    uint32_t count = 0;
    if (is_behind_split(page->search, caller_of(domain, call), CLI_FIELD(domain, DEBUG_SUBTASKS, call, METHOD))) {
        show_words(page, "not yet: the plan is partial, and what remains is planned when its steps are done");
        return;
    }
    base_text_add(&page->line, "not reached: ");
    for (uint32_t i = 0; i < call; i++) {
        const uint32_t task = CLI_FIELD(domain, DEBUG_SUBTASKS, i, TASK);
        if (is_same_method(domain, i, call) && has_failed(page->search, task))
            base_text_add(&page->line, "%s%s", count++ > 0 ? " or " : "", htn_task_name(domain, task));
    }
    show_words(page, count == 0 ? "a subtask in front of it failed" : ", in front of it, failed");
}

/* The subtask `call` calls the task `callee`, or uses it. */
static void show_call(explain_page *page, bool *shown, uint32_t call, uint32_t callee)
{
    const explain_search *search = page->search;
    const htn_domain *domain = search->domain;
    const uint32_t task = caller_of(domain, call), method = CLI_FIELD(domain, DEBUG_SUBTASKS, call, METHOD);
    const uint32_t item = cli_method_item(domain, task, method);
    const uint64_t taken = explain_taken(search, task, method);
    const bool tried = search->records[callee].entered > 0, used = is_achieve(domain, call);
    base_text *line = &page->line;
    base_text_add(line, used ? "used by an Achieve of %s, " : "subtask of %s, ", htn_task_name(domain, task));
    explain_add_method(line, domain, task, method);
    explain_add_conditions(line, domain, item);
    base_text_add(line, taken > 0 ? ": taken " : ": never taken");
    if (taken > 0)
        explain_add_times(line, taken);
    explain_add_item(page, item);
    page->depth++;
    if (search->records[task].entered == 0) {
        base_text_add(line, "%s was never reached%s", htn_task_name(domain, task), shown[task] ? ", see above" : "");
        explain_add_item(page, HTN_NONE);
        page->depth++;
        show_callers(page, shown, task);
        page->depth--;
    } else if (taken == 0) {
        show_not_taken(page, task, method);
    } else if (!tried && used) {
        base_text_add(line, "never among the steps that were found");
        explain_add_item(page, cli_item_at(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, call, FIRST)));
    } else if (!tried) {
        show_not_reached(page, call);
    }
    page->depth--;
}

static uint32_t root_of(const explain_search *search)
{
    return CLI_FIELD(search->domain, ROOTS, search->root, TASK);
}

/* Whether the search begins with a task: it is the root, or one of the given tasks. */
static bool begins_with(const explain_search *search, uint32_t task)
{
    const htn_request *request = &search->session->request;
    for (uint32_t i = 0; i < request->task_count; i++)
        if (request->tasks[i].task == task)
            return true;
    return request->task_count == 0 && task == root_of(search);
}

static bool is_root(const explain_search *search, uint32_t task)
{
    for (uint32_t i = 0; i < htn_domain_count(search->domain, HTN_SECTION_ROOTS); i++)
        if (CLI_FIELD(search->domain, ROOTS, i, TASK) == task)
            return true;
    return false;
}

/* What calls a task, once. */
static void show_callers(explain_page *page, bool *shown, uint32_t task)
{
    const explain_search *search = page->search;
    const bool called = next_call(search->domain, task, HTN_NONE) != HTN_NONE;
    if (shown[task])
        return;
    shown[task] = true;
    if (begins_with(search, task))
        show_words(page, search->session->request.task_count != 0 ? "it is a given task" : "it is the root");
    else if (is_root(search, task))
        show_words(page, search->session->plays ? "it is another layer's root" : "it is another root, see --root");
    for (uint32_t i = HTN_NONE; (i = next_call(search->domain, task, i)) != HTN_NONE;)
        show_call(page, shown, i, task);
    if (!called && !is_root(search, task) && !begins_with(search, task))
        show_words(page, cli_detail_of(search->domain) == CLI_DETAIL_FULL
                             ? "no method that can hold has it as a subtask"
                             : "the blob does not say which methods have it as a subtask");
}

/* `seen`: per task, whether its callers have been followed already. */
static bool leads_to_root(const explain_search *search, uint32_t task, bool *seen)
{
    if (begins_with(search, task) || seen[task])
        return begins_with(search, task);
    seen[task] = true;
    for (uint32_t i = HTN_NONE; (i = next_call(search->domain, task, i)) != HTN_NONE;)
        if (leads_to_root(search, caller_of(search->domain, i), seen))
            return true;
    return false;
}

bool explain_is_below_root(const explain_search *search, uint32_t task)
{
    bool *seen = base_allocate(htn_domain_count(search->domain, HTN_SECTION_TASKS) * sizeof(bool));
    const bool leads = leads_to_root(search, task, seen);
    free(seen);
    return leads;
}

/* --- The task itself ---------------------------------------------------------------------------- */

/* `step 2, step 5` of the plan, or the methods that decompose the task on the way to it. Returns how many. */
static uint32_t add_places(base_text *text, const explain_search *search, uint32_t task)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->node_count; i++) {
        const explain_node *node = &search->nodes[i];
        const bool step = node->step != HTN_NONE;
        if (node->task != task || node->end.reason != NULL || node->achieve_pc != HTN_NONE ||
            (!step && node->method == HTN_NONE))
            continue;
        base_text_add(text, "%s%s %u",
                      count++ == 0 ? ""
                      : step       ? ", "
                                   : ", then ",
                      step ? "step" : "method", step ? node->step + 1 : node->method);
    }
    return count;
}

/* What happened where it was tried. `in_plan`: so many of its steps are in the plan. */
static void show_fate(explain_page *page, uint32_t task, uint32_t in_plan)
{
    const explain_search *search = page->search;
    const uint64_t steps = search->records[task].steps, lost = steps > 0 ? steps - in_plan : search->behind.total;
    base_text *line = &page->line;
    size_t count;
    const explain_reason **reasons = find_reasons(search, task, HTN_NONE, &count);
    for (size_t i = 0; i < count; i++)
        show_reason(page, reasons[i], true);
    free((void *)reasons);
    if (lost == 0)
        return;
    if (steps > 0) {
        base_text_add(line, "added to a plan ");
        explain_add_times(line, lost);
        base_text_add(line, ", which failed further on");
    } else {
        base_text_add_count(line, lost, "branch that had decomposed it failed",
                            "branches that had decomposed it failed");
    }
    base_text_add(line, "%s", search->best.count > 0 ? " or was dearer" : "");
    explain_add_item(page, HTN_NONE);
    page->depth++;
    explain_show_ends(page, &search->behind, ENDS_SHOWN);
    page->depth--;
}

void explain_show_task(explain_page *page, uint32_t task, htn_status status)
{
    const explain_search *search = page->search;
    const uint64_t entered = search->records[task].entered;
    const bool found_plan = status == HTN_OK;
    bool *shown = base_allocate(htn_domain_count(search->domain, HTN_SECTION_TASKS) * sizeof *shown);
    base_text *line = &page->line, places = {0};
    const uint32_t in_plan = found_plan ? add_places(&places, search, task) : 0;
    base_text_add(line, "%s%s%s: ", page->style->strong, htn_task_name(search->domain, task), page->style->plain);
    if (in_plan > 0)
        base_text_add(line, "in the plan (%s), ", base_text_of(&places));
    else
        base_text_add(line, found_plan ? "not in the plan, " : "");
    base_text_add(line, entered > 0 ? "tried " : "never tried");
    if (entered > 0)
        explain_add_times(line, entered);
    explain_add_line(page, HTN_NONE);
    show_fate(page, task, cli_is_primitive(search->domain, task) ? in_plan : 0);
    if (in_plan == 0)
        show_callers(page, shown, task);
    base_text_free(&places);
    free(shown);
}
