/* Reasons and tasks in words; see explain_words.h. */
#include "cli/explain/explain_words.h"
#include "cli/common/value_text.h"
#include "cli/common/debug_info.h"
#include "cli/explain/explain_source.h"
#include <string.h>

void explain_add_times(base_text *text, uint64_t count)
{
    if (count == 1)
        base_text_add(text, "once");
    else
        base_text_add_count(text, count, "time", "times");
}

uint32_t explain_reason_item(const explain_reason *reason)
{
    return reason->item_count > 0 ? reason->items[0] : HTN_NONE;
}

bool explain_names_all_methods(const explain_search *search, const explain_reason *reason)
{
    return reason->item_count == CLI_FIELD(search->domain, TASKS, reason->task, METHOD_COUNT);
}

/* --- Values --------------------------------------------------------------------------------------- */

void explain_add_view(base_text *text, const explain_search *search, const explain_view *view, uint32_t failure,
                      const char *between)
{
    base_text seen = {0};
    explain_add_seen(&seen, &search->values, explain_view_items(view), explain_view_count(view), failure);
    if (seen.length > 0)
        base_text_add(text, "%s%s", between, base_text_of(&seen));
    base_text_free(&seen);
}

void explain_add_note(base_text *text, const explain_reason *rejection, const char *between)
{
    if (rejection != NULL && rejection->note != NULL)
        base_text_add(text, "%s%s%s", between, rejection->note_differs ? "e.g. " : "", rejection->note);
}

/* --- Achieves ------------------------------------------------------------------------------------- */

/* `Achieve [Fire]` */
static void add_achieve(base_text *text, const htn_domain *domain, uint32_t item)
{
    const char *all = "Achieve";
    if (item != HTN_NONE)
        all = CLI_DEBUG_TEXT(domain, DEBUG_ITEMS, item, TEXT);
    const char *using = strstr(all, "] Using");
    base_text_add(text, "%.*s", using != NULL ? (int)(using - all) + 1 : (int)strlen(all), all);
}

static void add_achieve_node(base_text *text, const explain_search *search, const explain_node *node)
{
    const htn_achievement *achievement = &node->achievement;
    add_achieve(text, search->domain, cli_item_at(search->domain, node->achieve_pc));
    if (node->end.reason != NULL)
        return;
    if (achievement->steps == 0) {
        base_text_add(text, ": it holds already");
        return;
    }
    base_text_add(text, ": cost ");
    cli_add_cost(text, search->domain, achievement->cost);
    base_text_add(text, ", the least among ");
    base_text_add_count(text, achievement->states, "state", "states");
}

static void add_unachieved(base_text *text, const explain_search *search, const explain_reason *reason)
{
    base_text_add(text, "no steps lead there");
    for (uint32_t i = 1; i < reason->item_count; i++) {
        base_text_add(text, i == 1 ? ": [" : i + 1 == reason->item_count ? "] and [" : "], [");
        explain_add_condition(text, search->domain, reason->items[i]);
    }
    base_text_add(text, reason->item_count > 1 ? "] held in none of the states that were reached"
                                               : ", though each of its conditions held in some state that was reached");
}

/* --- Reasons -------------------------------------------------------------------------------------- */

void explain_add_rejection(base_text *text, const explain_search *search, const explain_end *end, uint32_t which)
{
    const uint32_t task = end->reason->task, item = end->reason->items[which];
    const uint32_t method = item != HTN_NONE ? CLI_FIELD(search->domain, DEBUG_ITEMS, item, METHOD) : HTN_NONE;
    explain_add_method(text, search->domain, task, method);
    if (explain_made_of(search->domain, task) == EXPLAIN_ANY_ORDER) {
        base_text_add(text, " was done before");
        return;
    }
    base_text_add(text, " ");
    explain_add_condition_among(text, search->domain, item);
    explain_add_view(text, search, end->view, which, end->differs ? ", e.g. " : ", ");
    explain_add_note(text, explain_rejection(&search->reasons, task, method, item), ", ");
}

/* `no method of Door held`; `Door had no method left` if others had been given up. */
static void add_without_method(base_text *text, const explain_search *search, const explain_reason *reason)
{
    const bool all = explain_names_all_methods(search, reason);
    base_text_add(text, all ? "no method of " : "");
    explain_add_task_name(text, search->domain, reason->task);
    base_text_add(text, "%s",
                  all                                                                  ? " held"
                  : explain_made_of(search->domain, reason->task) == EXPLAIN_ANY_ORDER ? " had no member left"
                  : cli_selects(search->domain, reason->task)                          ? " had no candidate left"
                                                                                       : " had no method left");
}

/* What the compiler found never to hold: a precondition, a subtask, or all methods. */
static void add_never(base_text *text, const explain_search *search, const explain_reason *reason)
{
    if (!cli_is_primitive(search->domain, reason->task)) {
        base_text_add(text, reason->items[0] == HTN_NONE ? "none of its methods can ever hold"
                                                         : "a subtask can never be done");
        return;
    }
    base_text_add(text, "precondition ");
    explain_add_condition_among(text, search->domain, reason->items[0]);
    base_text_add(text, " can never hold");
}

/* A limit was reached. */
static void add_limit(base_text *text, uint32_t limit, const char *one, const char *many)
{
    base_text_add(text, "cut by the limit of ");
    base_text_add_count(text, limit, one, many);
}

/* Every reason but for the name of the task that it is about. */
static void add_reason(base_text *text, const explain_search *search, const explain_end *end, explain_form form)
{
    const explain_reason *reason = end->reason;
    const htn_limits *limits = &search->session->limits;
    switch (reason->kind) {
    case EXPLAIN_REJECTED:
    case EXPLAIN_PRECONDITION:
        base_text_add(text, "%s", explain_is_context(search->domain, reason->items[0]) ? "" : "precondition ");
        explain_add_condition_among(text, search->domain, reason->items[0]);
        base_text_add(text, " failed");
        if (form != EXPLAIN_HEAD)
            explain_add_view(text, search, end->view, 0, end->differs ? ", e.g. " : ": ");
        break;
    case EXPLAIN_NO_METHOD:
        base_text_add(text, explain_made_of(search->domain, reason->task) == EXPLAIN_ANY_ORDER ? "no member was left"
                                                                                               : "no method was left");
        break;
    case EXPLAIN_NEVER: add_never(text, search, reason); break;
    case EXPLAIN_UNKNOWN: base_text_add(text, "a condition failed; the blob does not say which"); break;
    case EXPLAIN_LOOP:
        base_text_add(text,
                      "cut by the loop guard: it came back to itself with the same arguments in the same world state");
        break;
    case EXPLAIN_STEPS: add_limit(text, limits->steps, "step (--max-steps)", "steps (--max-steps)"); break;
    case EXPLAIN_DEPTH:
        add_limit(text, limits->depth, "recursive task (--max-depth)",
                  "recursive tasks nested in one another (--max-depth)");
        break;
    case EXPLAIN_TUPLES:
        add_limit(text, limits->tuples, "tuple of conditions that use themselves",
                  "tuples of conditions that use themselves");
        break;
    case EXPLAIN_UNACHIEVED: add_unachieved(text, search, reason); break;
    case EXPLAIN_STATES: add_limit(text, limits->nodes, "state (--max-nodes)", "states (--max-nodes)"); break;
    case EXPLAIN_EXCEEDS_BOUND:
        base_text_add(text, "too dear: no plan from here on costs less than one found before");
        break;
    case EXPLAIN_FOUND:
        base_text_add(text, "a plan that costs ");
        cli_add_cost(text, search->domain, reason->method);
        break;
    case EXPLAIN_REST: base_text_add(text, "one of many other reasons"); break;
    }
}

/* The name of the task that a reason is about, as it stands in front of the reason. */
static void add_owner(base_text *text, const explain_search *search, const explain_reason *reason)
{
    if (reason->task == HTN_NONE)
        return;
    const bool never = reason->kind == EXPLAIN_NEVER && cli_is_primitive(search->domain, reason->task);
    const bool achieve = reason->kind == EXPLAIN_UNACHIEVED || reason->kind == EXPLAIN_STATES;
    explain_add_task_name(text, search->domain, reason->task);
    base_text_add(text, "%s",
                  reason->kind == EXPLAIN_PRECONDITION || never || achieve ? "'s "
                  : reason->kind == EXPLAIN_EXCEEDS_BOUND                  ? " is "
                                                                           : ": ");
    if (!achieve)
        return;
    add_achieve(text, search->domain, reason->items[0]);
    base_text_add(text, ": ");
}

void explain_add_reason(base_text *text, const explain_search *search, const explain_end *end, explain_form form)
{
    const bool methods = end->reason->kind == EXPLAIN_NO_METHOD && form != EXPLAIN_WITHOUT_TASK;
    if (methods)
        add_without_method(text, search, end->reason);
    else if (form != EXPLAIN_WITHOUT_TASK)
        add_owner(text, search, end->reason);
    if (!methods)
        add_reason(text, search, end, form);
    for (uint32_t i = 0; methods && form == EXPLAIN_WHOLE && i < end->reason->item_count; i++) {
        base_text_add(text, "%s", i == 0 ? ": " : "; ");
        explain_add_rejection(text, search, end, i);
    }
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

void explain_add_task(base_text *text, const explain_search *search, const explain_node *node)
{
    const uint32_t count = CLI_FIELD(search->domain, TASKS, node->task, PARAMETER_COUNT);
    const explain_made made = explain_made_of(search->domain, node->task);
    if (node->achieve_pc != HTN_NONE)
        add_achieve_node(text, search, node);
    else if (made != EXPLAIN_AS_WRITTEN)
        base_text_add(text, made == EXPLAIN_EACH ? "Each" : made == EXPLAIN_OPTIONAL ? "Optional" : "AnyOrder");
    else if (count > 0 && node->values == NULL)
        base_text_add(text, "%s(...)", htn_task_name(search->domain, node->task));
    else if (count > 0 || cli_is_primitive(search->domain, node->task))
        cli_add_step(text, search->domain, node->task, node->values);
    else
        base_text_add(text, "%s", htn_task_name(search->domain, node->task));
}
