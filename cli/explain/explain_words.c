/* Reasons and values in words; see explain_show.h. One wording for the tree, the summary and --task. */
#include "cli/explain/explain_show.h"
#include "cli/common/value_text.h"

static void add_origin(base_text *text, const explain_search *search, const explain_seen *seen)
{
    if (search->session->plays && seen->origin != EXPLAIN_WRITTEN && seen->origin != EXPLAIN_NOT_ASKED)
        return;
    switch (seen->origin) {
    case EXPLAIN_INITIAL: base_text_add(text, " (initial)"); break;
    case EXPLAIN_SET: base_text_add(text, " (by --set)"); break;
    case EXPLAIN_WRITTEN:
        base_text_add(text, " (written by step %u%s%s)", seen->step + 1, seen->step_task != HTN_NONE ? " " : "",
                      seen->step_task != HTN_NONE ? htn_task_name(search->domain, seen->step_task) : "");
        break;
    case EXPLAIN_DEFAULT: base_text_add(text, " (no --set answers it)"); break;
    case EXPLAIN_NOT_ASKED: base_text_add(text, " (not asked: an argument is none, not there or out of range)"); break;
    default: break;
    }
}

/* Whether a property is no one's but a method's Cooldown's. */
static bool is_cooling(const htn_domain *domain, uint32_t property)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_METHODS); i++)
        if (htn_domain_field(domain, HTN_SECTION_METHODS, i, HTN_METHODS_COOLING) == property)
            return true;
    return false;
}

/* What a quantifier came to. */
static void add_looped(base_text *text, const explain_search *search, const explain_seen *seen)
{
    if (seen->kind == HTN_READ_RESULT) {
        base_text_add(text, "it came to %d", seen->value);
    } else if (seen->kind == HTN_READ_WITNESS) {
        base_text_add(text, "because of ");
        cli_add_value(text, search->domain, seen->index, seen->value);
    } else if (seen->value > 0) {
        base_text_add(text, "none of %d passed", seen->value);
    } else if (seen->value == 0) {
        base_text_add(
            text, "there is no %s",
            htn_domain_text(search->domain, HTN_SECTION_STRINGS,
                            htn_domain_field(search->domain, HTN_SECTION_TYPES, seen->index, HTN_TYPES_NAME)));
    } else {
        base_text_add(text, "none passed");
    }
}

static void add_one(base_text *text, const explain_search *search, const explain_seen *seen)
{
    if (seen->origin == EXPLAIN_QUANTIFIER) {
        add_looped(text, search, seen);
        return;
    }
    if (seen->kind == HTN_READ_PROPERTY && is_cooling(search->domain, seen->index)) {
        base_text_add(text, seen->value != 0 ? "it was cooling down" : "it was not cooling down");
    } else {
        uint32_t type = explain_add_name(text, search, seen);
        base_text_add(text, " was ");
        cli_add_value(text, search->domain, type, seen->value);
    }
    add_origin(text, search, seen);
}

void explain_add_seen(base_text *text, const explain_search *search, const explain_seen *seen, uint32_t count,
                      uint32_t failure)
{
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        if (failure != EXPLAIN_EVERY && seen[i].failure != failure)
            continue;
        base_text_add(text, "%s", first ? "" : ", ");
        add_one(text, search, &seen[i]);
        first = false;
    }
}

/* `: WsStamina was 0 (initial)` */
static void add_view(base_text *text, const explain_search *search, const explain_view *view, uint32_t failure,
                     const char *between)
{
    base_text seen = {0};
    explain_add_seen(&seen, search, explain_view_items(view), explain_view_count(view), failure);
    if (seen.length > 0)
        base_text_add(text, "%s%s", between, base_text_of(&seen));
    base_text_free(&seen);
}

void explain_add_note(base_text *text, const explain_reason *rejection, const char *between)
{
    if (rejection != NULL && rejection->note != NULL)
        base_text_add(text, "%s%s%s", between, rejection->note_differs ? "e.g. " : "", rejection->note);
}

void explain_add_rejection(base_text *text, const explain_search *search, const explain_reason *reason, uint32_t which,
                           const explain_view *view, bool differs)
{
    const uint32_t item = reason->items[which];
    const uint32_t method = item != HTN_NONE ? EXPLAIN_FIELD(search->domain, DEBUG_ITEMS, item, METHOD) : HTN_NONE;
    explain_add_method(text, search->domain, reason->task, method);
    base_text_add(text, " ");
    explain_add_condition_among(text, search->domain, item);
    add_view(text, search, view, which, differs ? ", e.g. " : ", ");
    explain_add_note(text, explain_rejection(&search->reasons, reason->task, method, item), ", ");
}

static void add_methods(base_text *text, const explain_search *search, const explain_reason *reason,
                        const explain_view *view, bool differs)
{
    for (uint32_t i = 0; i < reason->item_count; i++) {
        base_text_add(text, "%s", i == 0 ? ": " : "; ");
        explain_add_rejection(text, search, reason, i, view, differs);
    }
}

/* `no method of Door held`; `Door had no method left` where others had been given up. */
static void add_without_method(base_text *text, const explain_search *search, const explain_reason *reason)
{
    const char *name = htn_task_name(search->domain, reason->task);
    bool all = reason->item_count == explain_task_field(search->domain, reason->task, HTN_TASKS_METHOD_COUNT);
    bool selects = explain_selects(search->domain, reason->task);
    base_text_add(text,
                  all       ? "no method of %s held"
                  : selects ? "%s had no candidate left"
                            : "%s had no method left",
                  name);
}

/* What the compiler found never to hold: a precondition, a subtask, or all methods. */
static void add_never(base_text *text, const explain_search *search, const explain_reason *reason)
{
    if (explain_is_primitive(search->domain, reason->task)) {
        base_text_add(text, "precondition ");
        explain_add_condition_among(text, search->domain, reason->items[0]);
        base_text_add(text, " can never hold");
    } else {
        base_text_add(text, reason->items[0] == HTN_NONE ? "none of its methods can ever hold"
                                                         : "a subtask can never be done");
    }
}

/* Every reason but for the name of the task that it is about. */
static void add_reason(base_text *text, const explain_search *search, const explain_reason *reason,
                       const explain_view *view, bool differs)
{
    const htn_limits *limits = &search->session->limits;
    switch (reason->kind) {
    case EXPLAIN_REJECTED:
    case EXPLAIN_PRECONDITION:
        base_text_add(text, "precondition ");
        explain_add_condition_among(text, search->domain, reason->items[0]);
        base_text_add(text, " failed");
        add_view(text, search, view, 0, differs ? ", e.g. " : ": ");
        break;
    case EXPLAIN_NO_METHOD: base_text_add(text, "no method was left"); break;
    case EXPLAIN_NEVER: add_never(text, search, reason); break;
    case EXPLAIN_UNKNOWN: base_text_add(text, "a condition failed; the blob does not say which"); break;
    case EXPLAIN_LOOP:
        base_text_add(text,
                      "cut by the loop guard: it came back to itself with the same arguments in the same world state");
        break;
    case EXPLAIN_STEPS:
        base_text_add(text, "cut by the limit of ");
        base_text_add_count(text, limits->steps, "step (--max-steps)", "steps (--max-steps)");
        break;
    case EXPLAIN_DEPTH:
        base_text_add(text, "cut by the limit of ");
        base_text_add_count(text, limits->depth, "recursive task (--max-depth)",
                            "recursive tasks nested in one another (--max-depth)");
        break;
    case EXPLAIN_UNACHIEVED:
    case EXPLAIN_STATES: explain_add_unachieved(text, search, reason); break;
    case EXPLAIN_DEAR: base_text_add(text, "too dear: no plan from here on costs less than one found before"); break;
    case EXPLAIN_FOUND: base_text_add(text, "a plan that costs %u", reason->method); break;
    default: base_text_add(text, "one of many other reasons"); break;
    }
}

void explain_add_reason_of_node(base_text *text, const explain_search *search, const explain_reason *reason,
                                const explain_view *view)
{
    add_reason(text, search, reason, view, false);
}

void explain_add_reason(base_text *text, const explain_search *search, const explain_reason *reason,
                        const explain_view *view, bool differs)
{
    const char *name = reason->task != HTN_NONE ? htn_task_name(search->domain, reason->task) : "";
    switch (reason->kind) {
    case EXPLAIN_PRECONDITION: base_text_add(text, "%s's ", name); break;
    case EXPLAIN_NO_METHOD:
        add_without_method(text, search, reason);
        add_methods(text, search, reason, view, differs);
        return;
    case EXPLAIN_NEVER:
        base_text_add(text, explain_is_primitive(search->domain, reason->task) ? "%s's " : "%s: ", name);
        break;
    case EXPLAIN_UNKNOWN:
    case EXPLAIN_LOOP:
    case EXPLAIN_DEPTH: base_text_add(text, "%s: ", name); break;
    case EXPLAIN_UNACHIEVED:
    case EXPLAIN_STATES: explain_add_unachieved_head(text, search, reason); break;
    case EXPLAIN_DEAR:
        if (reason->task != HTN_NONE)
            base_text_add(text, "%s is ", name);
        break;
    default: break;
    }
    add_reason(text, search, reason, view, differs);
}

uint32_t explain_reason_item(const explain_reason *reason)
{
    return reason->item_count > 0 ? reason->items[0] : HTN_NONE;
}

void explain_add_times(base_text *text, uint64_t count)
{
    if (count == 1)
        base_text_add(text, "once");
    else
        base_text_add_count(text, count, "time", "times");
}

/* Of methods that were given up the reason does not tell. */
static void add_hint(base_text *text, const explain_page *page, const explain_reason *reason)
{
    if (reason->kind != EXPLAIN_NO_METHOD || page->all ||
        reason->item_count == explain_task_field(page->search->domain, reason->task, HTN_TASKS_METHOD_COUNT))
        return;
    base_text_add(text, " (--all or --task %s says more)", htn_task_name(page->search->domain, reason->task));
}

void explain_add_end(base_text *text, const explain_page *page, const explain_end *end, bool counted)
{
    if (counted)
        base_text_add(text, "%llu%s ", (unsigned long long)end->count, page->style->times);
    explain_add_reason(text, page->search, end->reason, end->view, end->differs);
    add_hint(text, page, end->reason);
}

void explain_add_end_head(base_text *text, const explain_page *page, const explain_end *end, bool counted)
{
    if (counted)
        base_text_add(text, "%llu%s ", (unsigned long long)end->count, page->style->times);
    if (end->reason->kind == EXPLAIN_NO_METHOD)
        add_without_method(text, page->search, end->reason);
    else
        explain_add_reason(text, page->search, end->reason, NULL, false);
    add_hint(text, page, end->reason);
}

void explain_add_task(base_text *text, const explain_search *search, const explain_node *node, const int32_t *values)
{
    if (node->achieve_pc != HTN_NONE) {
        explain_add_achieve_node(text, search, node);
        return;
    }
    uint32_t count = explain_task_field(search->domain, node->task, HTN_TASKS_PARAMETER_COUNT);
    bool primitive = explain_task_field(search->domain, node->task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE;
    if (count > 0 && !node->has_values)
        base_text_add(text, "%s(...)", htn_task_name(search->domain, node->task));
    else if (count > 0 || primitive) /* where no task has arguments, `values` is NULL */
        cli_add_step(text, search->domain, node->task, count > 0 ? values + node->values : NULL);
    else
        base_text_add(text, "%s", htn_task_name(search->domain, node->task));
}
