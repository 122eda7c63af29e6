/*
 * --task: why a task is not in the plan. What happened where it was tried, over the whole search; and every place
 * that calls it, with why the search did not get there, up to the root where need be. See explain_show.h.
 */
#include "cli/explain/explain_show.h"
#include "cli/common/plan_outcome.h"
#include <stdlib.h>
#include <string.h>

/* A subtask that is, or (an Achieve) may become, a task. */
typedef struct call {
    uint32_t subtask; /* index of DEBUG_SUBTASKS */
    uint32_t task;    /* whose method it is a subtask of */
    uint32_t method;
} call;

typedef struct focus {
    explain_page *page;
    const explain_search *search;
    bool *shown; /* per task: its callers stand above already */
} focus;

typedef struct found {
    const explain_reason **reasons;
    size_t count, capacity;
    uint32_t task;
    uint32_t method; /* HTN_NONE: all that the task failed for */
} found;

static void show_callers(focus *f, uint32_t task, bool last_item);

/* --- Reasons ------------------------------------------------------------------------------------ */

static void collect(void *user, const explain_reason *reason)
{
    found *f = user;
    bool of_method = reason->kind == EXPLAIN_REJECTED && reason->method == f->method;
    bool of_task = f->method == HTN_NONE && reason->kind != EXPLAIN_NO_METHOD;
    if (reason->task != f->task || (!of_method && !of_task))
        return;
    f->reasons = base_grow_array((void *)f->reasons, f->count, &f->capacity, sizeof *f->reasons);
    f->reasons[f->count++] = reason;
}

static int compare(const void *a, const void *b)
{
    const explain_reason *x = *(const explain_reason *const *)a, *y = *(const explain_reason *const *)b;
    if (x->method != y->method)
        return x->method < y->method ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return explain_reason_item(x) < explain_reason_item(y) ? -1 : explain_reason_item(x) > explain_reason_item(y);
}

/* The reasons that a task failed for, or its method was rejected for; by method, and most frequent first. */
static found find_reasons(const explain_search *search, uint32_t task, uint32_t method)
{
    found f = {.task = task, .method = method};
    explain_reasons_visit(&search->reasons, collect, &f);
    if (f.count > 0)
        qsort((void *)f.reasons, f.count, sizeof *f.reasons, compare);
    return f;
}

/* `3x precondition [...] failed: ...`, and the values apart where there were several. */
static void show_reason(focus *f, const explain_reason *reason, bool with_method, bool last)
{
    const explain_style *style = f->page->style;
    const explain_view *only = reason->variant_count == 1 ? reason->variants[0].view : NULL;
    uint64_t more = reason->count;
    base_text text = {0};
    base_text_add(&text, "%s%s%s%llu%s ", style->bad, style->no, style->plain, (unsigned long long)reason->count,
                  style->times);
    if (reason->kind == EXPLAIN_REJECTED) {
        if (with_method) {
            explain_add_method(&text, f->search->domain, reason->task, reason->method);
            base_text_add(&text, " rejected ");
        }
        explain_add_condition_among(&text, f->search->domain, reason->items[0]);
        if (only != NULL)
            base_text_add(&text, ": ");
        explain_add_seen(&text, f->search, explain_view_items(only), explain_view_count(only), EXPLAIN_EVERY);
        explain_add_note(&text, reason, only != NULL ? ", " : ": ");
    } else {
        explain_add_reason_of_node(&text, f->search, reason, only);
    }
    explain_item_add(f->page, last, &text, explain_reason_item(reason));
    explain_descend(f->page, last);
    for (uint32_t i = 0; i < reason->variant_count && reason->variant_count > 1; i++) {
        const explain_variant *variant = &reason->variants[i];
        more -= variant->count;
        base_text_clear(&text);
        base_text_add(&text, "%llu%s ", (unsigned long long)variant->count, style->times);
        explain_add_seen(&text, f->search, explain_view_items(variant->view), explain_view_count(variant->view),
                         EXPLAIN_EVERY);
        explain_item_add(f->page, i + 1 == reason->variant_count && more == 0, &text, HTN_NONE);
    }
    if (reason->variant_count > 1 && more > 0) {
        base_text_clear(&text);
        base_text_add(&text, "%llu%s with other values", (unsigned long long)more, style->times);
        explain_item_add(f->page, true, &text, HTN_NONE);
    }
    explain_ascend(f->page);
    base_text_free(&text);
}

/* --- Callers ------------------------------------------------------------------------------------ */

static uint32_t subtask_field(const explain_search *search, uint32_t subtask, uint32_t field)
{
    return htn_domain_field(search->domain, HTN_SECTION_DEBUG_SUBTASKS, subtask, field);
}

static bool is_achieve(const explain_search *search, uint32_t subtask)
{
    return subtask_field(search, subtask, HTN_DEBUG_SUBTASKS_KIND) == HTN_SUBTASK_ACHIEVE;
}

/* Whether a subtask is the task, or an Achieve that uses it. */
static bool calls(const explain_search *search, uint32_t subtask, uint32_t task)
{
    const uint32_t first = subtask_field(search, subtask, HTN_DEBUG_SUBTASKS_FIRST);
    if (is_achieve(search, subtask))
        return explain_achieve_uses(search->domain, first, subtask_field(search, subtask, HTN_DEBUG_SUBTASKS_END),
                                    task);
    return subtask_field(search, subtask, HTN_DEBUG_SUBTASKS_TASK) == task &&
           explain_task_at(search->domain, first) != task;
}

static void add_line(focus *f, bool last, uint32_t item, const char *words)
{
    base_text text = {0};
    base_text_add(&text, "%s", words);
    explain_item_add(f->page, last, &text, item);
    base_text_free(&text);
}

/* `an earlier method of AttackEnemy was taken: method 0 once, method 1 3 times` */
static void show_earlier(focus *f, const call *c)
{
    const explain_search *search = f->search;
    base_text text = {0};
    uint32_t count = 0;
    bool selects = explain_selects(search->domain, c->task);
    uint32_t end = selects ? explain_task_field(search->domain, c->task, HTN_TASKS_METHOD_COUNT) : c->method;
    for (uint32_t method = 0; method < end; method++) {
        const uint64_t taken = explain_taken(search, c->task, method);
        if (taken == 0)
            continue;
        base_text_add(&text, "%s", count++ > 0 ? ", " : "");
        explain_add_method(&text, search->domain, c->task, method);
        base_text_add(&text, " ");
        explain_add_times(&text, taken);
    }
    base_text words = {0};
    if (count > 0)
        base_text_add(&words, "not reached: %s of %s was taken (%s)",
                      selects ? "a candidate of higher rank" : "an earlier method",
                      htn_task_name(search->domain, c->task), base_text_of(&text));
    else
        base_text_add(&words, "not reached: the search ended before");
    explain_item_add(f->page, true, &words, HTN_NONE);
    base_text_free(&words);
    base_text_free(&text);
}

/* Why a method of a task that was decomposed was never taken. */
static void show_not_taken(focus *f, const call *c)
{
    found reasons = find_reasons(f->search, c->task, c->method);
    uint64_t entered = f->search->records[c->task].entered, rejected = 0;
    for (size_t i = 0; i < reasons.count; i++)
        rejected += reasons.reasons[i]->count;
    for (size_t i = 0; i < reasons.count; i++)
        show_reason(f, reasons.reasons[i], false, i + 1 == reasons.count && rejected >= entered);
    if (explain_method_item(f->search->domain, c->task, c->method) == HTN_NONE)
        add_line(f, true, HTN_NONE, "left out by the compiler, its conditions can never hold");
    else if (rejected < entered)
        show_earlier(f, c);
    free((void *)reasons.reasons);
}

static void note_failure(void *user, const explain_reason *reason)
{
    uint32_t *task = user; /* HTN_NONE once it is known to have failed */
    if (reason->task == *task && reason->kind != EXPLAIN_REJECTED)
        *task = HTN_NONE;
}

/* Whether a task failed anywhere. */
static bool has_failed(const explain_search *search, uint32_t task)
{
    if (task == HTN_NONE)
        return false;
    explain_reasons_visit(&search->reasons, note_failure, &task);
    return task == HTN_NONE;
}

/* Whether a subtask is of the same method as a call. */
static bool is_of_call(const explain_search *search, uint32_t subtask, const call *c)
{
    return subtask_field(search, subtask, HTN_DEBUG_SUBTASKS_METHOD) == c->method &&
           explain_task_at(search->domain, subtask_field(search, subtask, HTN_DEBUG_SUBTASKS_FIRST)) == c->task;
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
    base_text text = {0};
    uint32_t count = 0, before = c->subtask;
    if (is_behind_split(f->search, c)) {
        add_line(f, true, HTN_NONE,
                 "not yet: the plan is partial, and what remains is planned when its steps are done");
        return;
    }
    while (before > 0 && is_of_call(f->search, before - 1, c))
        before--;
    base_text_add(&text, "not reached: ");
    for (; before < c->subtask; before++) {
        const uint32_t task = subtask_field(f->search, before, HTN_DEBUG_SUBTASKS_TASK);
        if (has_failed(f->search, task))
            base_text_add(&text, "%s%s", count++ > 0 ? " or " : "", htn_task_name(f->search->domain, task));
    }
    base_text_add(&text, "%s", count == 0 ? "a subtask in front of it failed" : ", in front of it, failed");
    add_line(f, true, HTN_NONE, base_text_of(&text));
    base_text_free(&text);
}

static void show_call(focus *f, const call *c, uint32_t callee, bool last)
{
    const explain_search *search = f->search;
    const uint32_t item = explain_method_item(search->domain, c->task, c->method);
    const uint64_t taken = explain_taken(search, c->task, c->method);
    bool tried = search->records[callee].entered > 0;
    base_text text = {0};
    const bool used = is_achieve(search, c->subtask);
    base_text_add(&text, used ? "used by an Achieve of %s, " : "subtask of %s, ",
                  htn_task_name(search->domain, c->task));
    explain_add_method(&text, search->domain, c->task, c->method);
    explain_add_conditions(&text, search->domain, item);
    if (taken > 0) {
        base_text_add(&text, ": taken ");
        explain_add_times(&text, taken);
    } else {
        base_text_add(&text, ": never taken");
    }
    explain_item_add(f->page, last, &text, item);
    base_text_free(&text);
    explain_descend(f->page, last);
    if (search->records[c->task].entered == 0)
        show_callers(f, c->task, true);
    else if (taken == 0)
        show_not_taken(f, c);
    else if (!tried && used)
        add_line(f, true, explain_item_at(search->domain, subtask_field(search, c->subtask, HTN_DEBUG_SUBTASKS_FIRST)),
                 "never among the steps that were found");
    else if (!tried)
        show_not_reached(f, c);
    explain_ascend(f->page);
}

/* The next call of a task from subtask `from` on; of several in one method the first. False: there is none. */
static bool next_call(const explain_search *search, uint32_t task, uint32_t from, call *c)
{
    const uint32_t count = htn_domain_count(search->domain, HTN_SECTION_DEBUG_SUBTASKS);
    for (; from < count; from++) {
        if (c->task != HTN_NONE && is_of_call(search, from, c))
            continue;
        if (!calls(search, from, task))
            continue;
        *c = (call){from, explain_task_at(search->domain, subtask_field(search, from, HTN_DEBUG_SUBTASKS_FIRST)),
                    subtask_field(search, from, HTN_DEBUG_SUBTASKS_METHOD)};
        return true;
    }
    return false;
}

static const call no_call = {HTN_NONE, HTN_NONE, HTN_NONE};

static uint32_t root_of(const explain_search *search)
{
    return htn_domain_field(search->domain, HTN_SECTION_ROOTS, search->root, HTN_ROOTS_TASK);
}

static bool is_other_root(const explain_search *search, uint32_t task)
{
    for (uint32_t i = 0; i < htn_domain_count(search->domain, HTN_SECTION_ROOTS); i++)
        if (htn_domain_field(search->domain, HTN_SECTION_ROOTS, i, HTN_ROOTS_TASK) == task && task != root_of(search))
            return true;
    return false;
}

/* A task that was never reached, and why: `last_item`, an item of its own names it. */
static void show_callers(focus *f, uint32_t task, bool last_item)
{
    const explain_search *search = f->search;
    base_text text = {0};
    if (last_item) {
        base_text_add(&text, "%s was never reached", htn_task_name(search->domain, task));
        base_text_add(&text, "%s", f->shown[task] ? ", see above" : "");
        explain_item_add(f->page, true, &text, HTN_NONE);
        base_text_free(&text);
    }
    if (f->shown[task])
        return;
    f->shown[task] = true;
    if (last_item)
        explain_descend(f->page, true);
    call next = no_call;
    bool called = next_call(search, task, 0, &next);
    if (task == root_of(search))
        add_line(f, !called, HTN_NONE, "it is the root");
    else if (is_other_root(search, task))
        add_line(f, !called, HTN_NONE,
                 search->session->plays ? "it is another layer's root" : "it is another root, see --root");
    else if (!called)
        add_line(f, true, HTN_NONE,
                 explain_detail_of(search->domain) == EXPLAIN_DETAIL_FULL
                     ? "no method that can hold has it as a subtask"
                     : "the blob does not say which methods have it as a subtask");
    while (called) {
        const call c = next;
        called = next_call(search, task, c.subtask + 1, &next);
        show_call(f, &c, task, !called);
    }
    if (last_item)
        explain_ascend(f->page);
}

/* `seen`: per task, whether its callers have been followed already. */
static bool leads_to_root(const explain_search *search, uint32_t task, bool *seen)
{
    if (task == root_of(search) || seen[task])
        return task == root_of(search);
    seen[task] = true;
    for (call c = no_call; next_call(search, task, c.subtask + 1, &c);)
        if (leads_to_root(search, c.task, seen))
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

/* `step 2, step 5` of the plan, or how often it was decomposed on the way to it. */
static uint32_t add_places(base_text *text, const explain_search *search, uint32_t task)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->node_count; i++) {
        const explain_node *node = &search->nodes[i];
        if (node->task != task || node->reason != NULL || node->achieve_pc != HTN_NONE)
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

/* What happened where it was tried. `more`: further items follow. */
static void show_fate(focus *f, uint32_t task, uint32_t in_plan, bool more)
{
    const explain_search *search = f->search;
    const bool steps = search->records[task].steps > 0;
    const uint64_t lost = steps ? search->records[task].steps - in_plan : search->behind.total;
    found failures = find_reasons(search, task, HTN_NONE);
    base_text text = {0};
    for (size_t i = 0; i < failures.count; i++)
        show_reason(f, failures.reasons[i], true, i + 1 == failures.count && lost == 0 && !more);
    if (lost > 0) {
        if (steps) {
            base_text_add(&text, "added to a plan ");
            explain_add_times(&text, lost);
            base_text_add(&text, ", which failed further on");
        } else {
            base_text_add_count(&text, lost, "branch that had decomposed it failed",
                                "branches that had decomposed it failed");
        }
        base_text_add(&text, "%s", search->best.count > 0 ? " or was dearer" : "");
        explain_item_add(f->page, !more, &text, HTN_NONE);
        explain_descend(f->page, !more);
        explain_show_ends(f->page, &f->search->behind);
        explain_ascend(f->page);
    }
    free((void *)failures.reasons);
    base_text_free(&text);
}

void explain_task(explain_page *page, uint32_t task, htn_status status)
{
    const explain_search *search = page->search;
    const explain_record *record = &search->records[task];
    bool found_plan = cli_is_found(status);
    focus f = {page, search, base_allocate(htn_domain_count(search->domain, HTN_SECTION_TASKS) * sizeof(bool))};
    base_text text = {0}, places = {0};
    uint32_t in_plan = found_plan ? add_places(&places, search, task) : 0;
    base_text_add(&text, "%s%s%s: ", page->style->strong, htn_task_name(search->domain, task), page->style->plain);
    if (in_plan > 0)
        base_text_add(&text, "in the plan (%s), tried ", base_text_of(&places));
    else
        base_text_add(&text, found_plan ? "not in the plan, %s" : "%s", record->entered > 0 ? "tried " : "");
    if (record->entered > 0)
        explain_add_times(&text, record->entered);
    else
        base_text_add(&text, "never tried");
    explain_line_add(page, &text, HTN_NONE);
    bool primitive = explain_task_field(search->domain, task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE;
    show_fate(&f, task, primitive ? in_plan : 0, in_plan == 0);
    if (in_plan == 0)
        show_callers(&f, task, false);
    base_text_free(&text);
    base_text_free(&places);
    free(f.shown);
}
