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

/* A subtask that is the task, or (an Achieve) uses it. */
typedef struct call {
    uint32_t subtask; /* index of DEBUG_SUBTASKS */
    uint32_t task;    /* whose method it is a subtask of */
    uint32_t method;
} call;

typedef struct focus {
    explain_page *page;
    const explain_search *search;
    bool *shown; /* per task: its callers are above already */
} focus;

static const call no_call = {HTN_NONE, HTN_NONE, HTN_NONE};

static void show_callers(focus *f, uint32_t task);

static void show_words(focus *f, const char *words)
{
    base_text_add(&f->page->line, "%s", words);
    explain_add_item(f->page, HTN_NONE);
}

/* --- Reasons ------------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
    const explain_reason *x = *(const explain_reason *const *)a, *y = *(const explain_reason *const *)b;
    if (x->method != y->method)
        return x->method < y->method ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return explain_reason_item(x) < explain_reason_item(y) ? -1 : explain_reason_item(x) > explain_reason_item(y);
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
static void show_reason(focus *f, const explain_reason *reason, bool with_method)
{
    const explain_style *style = f->page->style;
    const explain_view *only = reason->variant_count == 1 ? reason->variants[0].view : NULL;
    base_text *line = &f->page->line;
    base_text_add(line, "%s%s%s%llu%s ", style->bad, style->no, style->plain, (unsigned long long)reason->count,
                  style->times);
    if (reason->kind == EXPLAIN_REJECTED) {
        if (with_method) {
            explain_add_method(line, f->search->domain, reason->task, reason->method);
            base_text_add(line, " rejected ");
        }
        explain_add_condition_among(line, f->search->domain, reason->items[0]);
        explain_add_view(line, f->search, only, EXPLAIN_EVERY, ": ");
        explain_add_note(line, reason, explain_view_count(only) > 0 ? ", " : ": ");
    } else {
        explain_add_reason(line, f->search, &(explain_end){.reason = reason, .view = only}, EXPLAIN_WITHOUT_TASK);
    }
    explain_add_item(f->page, explain_reason_item(reason));
    explain_show_variants(f->page, reason);
}

/* --- Callers ------------------------------------------------------------------------------------ */

/* Whether the Achieve whose code is [first, end) uses the task. */
static bool uses(const htn_domain *domain, uint32_t first, uint32_t end, uint32_t task)
{
    while (first < end && cli_instruction_at(domain, first).op != HTN_OP_ACHIEVE)
        first++;
    if (first == end)
        return false; /* the goal can never hold */
    const uint32_t achieve = cli_instruction_at(domain, first).b;
    const uint32_t use = CLI_FIELD(domain, ACHIEVES, achieve, FIRST_USE);
    for (uint32_t i = 0; i < CLI_FIELD(domain, ACHIEVES, achieve, USE_COUNT); i++)
        if (CLI_FIELD(domain, USES, use + i, TASK) == task)
            return true;
    return false;
}

/* A subtask as a call. */
static call call_of(const htn_domain *domain, uint32_t subtask)
{
    return (call){subtask, cli_task_at(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, FIRST)),
                  CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, METHOD)};
}

static bool is_achieve(const htn_domain *domain, uint32_t subtask)
{
    return CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, KIND) == HTN_SUBTASK_ACHIEVE;
}

static bool is_same_method(const call *a, const call *b)
{
    return a->task == b->task && a->method == b->method;
}

/* The next call of a task behind `*at`; of several in one method the first. False: there is none. A recursion does not count. */
static bool next_call(const htn_domain *domain, uint32_t task, call *at)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_SUBTASKS);
    for (uint32_t i = at->subtask + 1; i < count; i++) {
        const call each = call_of(domain, i);
        const bool called = is_achieve(domain, i) ? uses(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, i, FIRST),
                                                         CLI_FIELD(domain, DEBUG_SUBTASKS, i, END), task)
                                                  : CLI_FIELD(domain, DEBUG_SUBTASKS, i, TASK) == task;
        if (!called || each.task == task || is_same_method(&each, at))
            continue;
        *at = each;
        return true;
    }
    return false;
}

/* `an earlier method of AttackEnemy was taken: method 0 once, method 1 3 times` */
static void show_earlier(focus *f, const call *c)
{
    const htn_domain *domain = f->search->domain;
    const bool selects = cli_selects(domain, c->task);
    const uint32_t end = selects ? CLI_FIELD(domain, TASKS, c->task, METHOD_COUNT) : c->method;
    base_text *line = &f->page->line;
    uint32_t count = 0;
    base_text_add(line, "not reached: ");
    for (uint32_t method = 0; method < end; method++) {
        const uint64_t taken = explain_taken(f->search, c->task, method);
        if (taken == 0)
            continue;
        if (count++ > 0)
            base_text_add(line, ", ");
        else
            base_text_add(line, "%s of %s was taken (", selects ? "a candidate of higher rank" : "an earlier method",
                          htn_task_name(domain, c->task));
        explain_add_method(line, domain, c->task, method);
        base_text_add(line, " ");
        explain_add_times(line, taken);
    }
    base_text_add(line, count > 0 ? ")" : "the search ended before");
    explain_add_item(f->page, HTN_NONE);
}

/* Why a method of a task that was decomposed was never taken. */
static void show_not_taken(focus *f, const call *c)
{
    size_t count;
    const explain_reason **reasons = find_reasons(f->search, c->task, c->method, &count);
    uint64_t rejected = 0;
    for (size_t i = 0; i < count; i++) {
        rejected += reasons[i]->count;
        show_reason(f, reasons[i], false);
    }
    if (cli_method_item(f->search->domain, c->task, c->method) == HTN_NONE)
        show_words(f, "left out by the compiler, its conditions can never hold");
    else if (rejected < f->search->records[c->task].entered)
        show_earlier(f, c);
    free((void *)reasons);
}

/* Whether the plan ends early below the method that calls, or in it. */
static bool is_behind_split(const explain_search *search, const call *c)
{
    for (uint32_t i = search->split; i != HTN_NONE; i = search->nodes[i].parent)
        if (search->nodes[i].task == c->task && search->nodes[i].method == c->method)
            return true;
    return false;
}

/* The method was taken, but the search did not get as far as the call: something in front of it failed. */
static void show_not_reached(focus *f, const call *c)
{
    const htn_domain *domain = f->search->domain;
    uint32_t count = 0;
    if (is_behind_split(f->search, c)) {
        show_words(f, "not yet: the plan is partial, and what remains is planned when its steps are done");
        return;
    }
    base_text_add(&f->page->line, "not reached: ");
    for (uint32_t i = 0; i < c->subtask; i++) {
        const call before = call_of(domain, i);
        const uint32_t task = CLI_FIELD(domain, DEBUG_SUBTASKS, i, TASK);
        if (is_same_method(&before, c) && has_failed(f->search, task))
            base_text_add(&f->page->line, "%s%s", count++ > 0 ? " or " : "", htn_task_name(domain, task));
    }
    show_words(f, count == 0 ? "a subtask in front of it failed" : ", in front of it, failed");
}

static void show_call(focus *f, const call *c, uint32_t callee)
{
    const explain_search *search = f->search;
    const htn_domain *domain = search->domain;
    const uint32_t item = cli_method_item(domain, c->task, c->method);
    const uint64_t taken = explain_taken(search, c->task, c->method);
    const bool tried = search->records[callee].entered > 0, used = is_achieve(domain, c->subtask);
    base_text *line = &f->page->line;
    base_text_add(line, used ? "used by an Achieve of %s, " : "subtask of %s, ", htn_task_name(domain, c->task));
    explain_add_method(line, domain, c->task, c->method);
    explain_add_conditions(line, domain, item);
    base_text_add(line, taken > 0 ? ": taken " : ": never taken");
    if (taken > 0)
        explain_add_times(line, taken);
    explain_add_item(f->page, item);
    f->page->depth++;
    if (search->records[c->task].entered == 0) {
        base_text_add(line, "%s was never reached%s", htn_task_name(domain, c->task),
                      f->shown[c->task] ? ", see above" : "");
        explain_add_item(f->page, HTN_NONE);
        f->page->depth++;
        show_callers(f, c->task);
        f->page->depth--;
    } else if (taken == 0) {
        show_not_taken(f, c);
    } else if (!tried && used) {
        base_text_add(line, "never among the steps that were found");
        explain_add_item(f->page, cli_item_at(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, c->subtask, FIRST)));
    } else if (!tried) {
        show_not_reached(f, c);
    }
    f->page->depth--;
}

static uint32_t root_of(const explain_search *search)
{
    return CLI_FIELD(search->domain, ROOTS, search->root, TASK);
}

static bool is_root(const explain_search *search, uint32_t task)
{
    for (uint32_t i = 0; i < htn_domain_count(search->domain, HTN_SECTION_ROOTS); i++)
        if (CLI_FIELD(search->domain, ROOTS, i, TASK) == task)
            return true;
    return false;
}

/* What calls a task, once. */
static void show_callers(focus *f, uint32_t task)
{
    const explain_search *search = f->search;
    call each = no_call;
    bool called = false;
    if (f->shown[task])
        return;
    f->shown[task] = true;
    if (task == root_of(search))
        show_words(f, "it is the root");
    else if (is_root(search, task))
        show_words(f, search->session->plays ? "it is another layer's root" : "it is another root, see --root");
    for (; next_call(search->domain, task, &each); called = true)
        show_call(f, &each, task);
    if (!called && !is_root(search, task))
        show_words(f, cli_detail_of(search->domain) == CLI_DETAIL_FULL
                          ? "no method that can hold has it as a subtask"
                          : "the blob does not say which methods have it as a subtask");
}

/* `seen`: per task, whether its callers have been followed already. */
static bool leads_to_root(const explain_search *search, uint32_t task, bool *seen)
{
    if (task == root_of(search) || seen[task])
        return task == root_of(search);
    seen[task] = true;
    for (call each = no_call; next_call(search->domain, task, &each);)
        if (leads_to_root(search, each.task, seen))
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
        if (node->task != task || node->end.reason != NULL || node->achieve_pc != HTN_NONE)
            continue;
        if (node->step != HTN_NONE)
            base_text_add(text, "%sstep %u", count == 0 ? "" : ", ", node->step + 1);
        else if (node->method != HTN_NONE)
            base_text_add(text, "%smethod %u", count == 0 ? "" : ", then ", node->method);
        else
            continue;
        count++;
    }
    return count;
}

/* What happened where it was tried. `in_plan`: so many of its steps are in the plan. */
static void show_fate(focus *f, uint32_t task, uint32_t in_plan)
{
    const explain_search *search = f->search;
    const uint64_t steps = search->records[task].steps, lost = steps > 0 ? steps - in_plan : search->behind.total;
    base_text *line = &f->page->line;
    size_t count;
    const explain_reason **reasons = find_reasons(search, task, HTN_NONE, &count);
    for (size_t i = 0; i < count; i++)
        show_reason(f, reasons[i], true);
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
    explain_add_item(f->page, HTN_NONE);
    f->page->depth++;
    explain_show_ends(f->page, &search->behind, ENDS_SHOWN);
    f->page->depth--;
}

void explain_show_task(explain_page *page, uint32_t task, htn_status status)
{
    const explain_search *search = page->search;
    const uint64_t entered = search->records[task].entered;
    const bool found_plan = cli_is_found(status);
    focus f = {page, search, base_allocate(htn_domain_count(search->domain, HTN_SECTION_TASKS) * sizeof(bool))};
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
    show_fate(&f, task, cli_is_primitive(search->domain, task) ? in_plan : 0);
    if (in_plan == 0)
        show_callers(&f, task);
    base_text_free(&places);
    free(f.shown);
}
