/*
 * Achieves in a search that is explained: each is a node of the tree between a task and the steps that it came to. What its
 * own search tried is not told step by step; how far it went, and what of the goal it never saw, is.
 */
#include "cli/explain/explain_show.h"
#include <string.h>

enum { TOLD_ITEMS = 32 /* of a goal: as many as the runtime keeps account of */ };

static bool is_reason(explain_reason_kind kind)
{
    return kind == EXPLAIN_UNACHIEVED || kind == EXPLAIN_STATES;
}

/* The conditions of the goal that held in no state, behind the ACHIEVE itself; how many there are. */
static uint32_t never_met(const explain_search *search, uint32_t begin, uint32_t end, uint32_t met, uint32_t *items)
{
    uint32_t count = 1;
    for (uint32_t pc = begin + 2; pc < end && count < EXPLAIN_MAX_CONDITIONS; pc++) {
        cli_instruction in = cli_instruction_at(search->domain, pc);
        if (in.op == HTN_OP_UNMET && in.b < TOLD_ITEMS && (met >> in.b & 1) == 0)
            items[count++] = explain_item_at(search->domain, pc);
    }
    return count;
}

void explain_on_achieve(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    const uint32_t begin = search->achieve_pc;
    uint32_t node = explain_add_node(search, search->current, search->nodes[search->current].task, begin);
    search->nodes[node].achieve_pc = begin;
    htn_trace_achievement(planner, &search->nodes[node].achievement);
    search->nodes[search->current].at = event->pc;
    if (event->kind == HTN_EVENT_ACHIEVED)
        return;
    uint32_t items[EXPLAIN_MAX_CONDITIONS] = {explain_item_at(search->domain, begin)}, count = 1;
    if (event->kind == HTN_EVENT_UNACHIEVABLE)
        count = never_met(search, begin, event->pc, search->nodes[node].achievement.met, items);
    explain_reason_kind kind = event->kind == HTN_EVENT_LIMIT ? EXPLAIN_STATES : EXPLAIN_UNACHIEVED;
    explain_end_branch(search, planner, node,
                       explain_count(&search->reasons, kind, search->nodes[node].task, HTN_NONE, items, count, NULL),
                       NULL);
}

/* The latest Achieve of the current task: what is entered from an ENACT belongs to it. */
uint32_t explain_achieve_node(const explain_search *search)
{
    for (uint32_t i = search->node_count; i-- > search->current + 1;)
        if (search->nodes[i].parent == search->current && search->nodes[i].achieve_pc != HTN_NONE)
            return i;
    return search->current;
}

/* --- Words -------------------------------------------------------------------------------------- */

void explain_add_achieve(base_text *text, const htn_domain *domain, uint32_t item)
{
    if (item == HTN_NONE) {
        base_text_add(text, "Achieve");
        return;
    }
    const char *all =
        htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS, EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, TEXT));
    const char *using = strstr(all, "] Using");
    base_text_add(text, "%.*s", using != NULL ? (int)(using - all) + 1 : (int)strlen(all), all);
}

void explain_add_achieve_node(base_text *text, const explain_search *search, const explain_node *node)
{
    const htn_achievement *achievement = &node->achievement;
    explain_add_achieve(text, search->domain, explain_item_at(search->domain, node->achieve_pc));
    if (node->reason != NULL)
        return;
    base_text_add(text, ": ");
    if (achievement->steps == 0)
        base_text_add(text, "it holds already");
    else
        base_text_add(text, "cost %llu, the least among ", (unsigned long long)achievement->cost);
    if (achievement->steps != 0)
        base_text_add_count(text, achievement->states, "state", "states");
}

void explain_add_unachieved(base_text *text, const explain_search *search, const explain_reason *reason)
{
    if (reason->kind == EXPLAIN_STATES) {
        base_text_add(text, "cut by the limit of ");
        base_text_add_count(text, search->session->limits.nodes, "state (--max-nodes)", "states (--max-nodes)");
        return;
    }
    base_text_add(text, "no steps lead there");
    for (uint32_t i = 1; i < reason->item_count; i++) {
        base_text_add(text, i == 1 ? ": [" : i + 1 == reason->item_count ? "] and [" : "], [");
        explain_add_condition(text, search->domain, reason->items[i]);
    }
    if (reason->item_count > 1)
        base_text_add(text, "] held in none of the states that were reached");
    else
        base_text_add(text, ", though each of its conditions held in some state that was reached");
}

void explain_add_unachieved_head(base_text *text, const explain_search *search, const explain_reason *reason)
{
    base_text_add(text, "%s's ", htn_task_name(search->domain, reason->task));
    explain_add_achieve(text, search->domain, reason->items[0]);
    base_text_add(text, ": ");
}

bool explain_is_of_achieve(const explain_reason *reason)
{
    return is_reason(reason->kind);
}

/* --- A task that an Achieve uses ----------------------------------------------------------------- */

bool explain_achieve_uses(const htn_domain *domain, uint32_t first, uint32_t end, uint32_t task)
{
    while (first < end && cli_instruction_at(domain, first).op != HTN_OP_ACHIEVE)
        first++;
    if (first == end)
        return false; /* the goal can never hold */
    const uint32_t achieve = cli_instruction_at(domain, first).b;
    const uint32_t use = EXPLAIN_FIELD(domain, ACHIEVES, achieve, FIRST_USE);
    for (uint32_t i = 0; i < EXPLAIN_FIELD(domain, ACHIEVES, achieve, USE_COUNT); i++)
        if (EXPLAIN_FIELD(domain, USES, use + i, TASK) == task)
            return true;
    return false;
}
