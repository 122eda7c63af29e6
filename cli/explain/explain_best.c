/*
 * A search for the cheapest plan goes on from each plan that it finds, as if that had failed: the tree of the best one is
 * kept here, to be shown at the end. What the search tries afterwards at the tasks of that tree is added to it, as long
 * as it has not gone back behind them. See explain_search.h.
 */
#include "cli/explain/explain_search.h"
#include <stdlib.h>

static explain_attempt *copy_attempt(const explain_attempt *from)
{
    explain_attempt *to = base_allocate(sizeof *to);
    *to = *from;
    to->next = NULL;
    to->note = base_duplicate_text(from->note);
    to->tally = (explain_tally){0};
    explain_tally_merge(&to->tally, &from->tally);
    if (to->branch != NULL)
        to->branch->owners++;
    return to;
}

static void copy_attempts(explain_node *to, const explain_attempt *from)
{
    explain_attempt **end = &to->attempts;
    to->attempts = to->last_attempt = to->later = NULL;
    for (; from != NULL; from = from->next) {
        *end = to->last_attempt = copy_attempt(from);
        end = &(*end)->next;
    }
}

static void drop(explain_search *search)
{
    explain_best *best = &search->best;
    explain_free_nodes(search, best->nodes, best->node_count);
    free(best->nodes);
    free(best->values);
    free(best->seen);
}

void explain_best_take(explain_search *search)
{
    explain_best *best = &search->best;
    uint64_t count = best->count + 1;
    drop(search);
    *best = (explain_best){.count = count,
                           .node_count = search->node_count,
                           .value_count = search->value_count,
                           .seen_count = search->seen_count,
                           .shared = search->node_count};
    best->nodes = base_copy_array(search->nodes, search->node_count, sizeof *best->nodes);
    best->values = base_copy_array(search->values, search->value_count, sizeof *best->values);
    best->seen = base_copy_array(search->seen, search->seen_count, sizeof *best->seen);
    for (uint32_t i = 0; i < best->node_count; i++) {
        copy_attempts(&best->nodes[i], search->nodes[i].attempts);
        best->nodes[i].bound = base_duplicate_text(search->nodes[i].bound);
        explain_copy_candidates(&best->nodes[i].candidates);
    }
}

/* The last method of a task leaves no choice to come back to, and so no attempt; where but one branch went through it, why. */
static explain_attempt *last_attempt(const explain_search *search, const explain_node *from)
{
    explain_attempt *made = base_allocate(sizeof *made);
    *made = (explain_attempt){.method = from->method,
                              .given_up = true,
                              .item = explain_item_at(search->domain, from->method_pc),
                              .rank = from->rank};
    made->note = base_duplicate_text(from->bound);
    if (search->ends == from->ends_before + 1 && search->last.reason != NULL)
        explain_tally_add(&made->tally, search->last.reason, search->last.view, 0);
    return made;
}

/* What has been tried at a task since: behind what the plan knows of it, and behind its own method's end. */
static void take_later(const explain_search *search, const explain_node *from, explain_node *best)
{
    uint32_t known = best->attempt_count + (best->method != HTN_NONE);
    explain_attempt **end = &best->later, *attempt = from->attempts;
    for (uint32_t i = 0; i < known && attempt != NULL; i++)
        attempt = attempt->next;
    for (; attempt != NULL; attempt = attempt->next) {
        if (!attempt->given_up && attempt->method == best->method)
            continue; /* there is no other instance: the method was taken all the same */
        *end = copy_attempt(attempt);
        end = &(*end)->next;
    }
    for (uint32_t i = 0; i < best->candidates.count && i < from->candidates.count; i++)
        best->candidates.list[i].tried = from->candidates.list[i].tried;
    if (from->method != HTN_NONE && from->attempt_count > best->attempt_count)
        *end = last_attempt(search, from);
}

void explain_best_leave(explain_search *search, uint32_t nodes)
{
    explain_best *best = &search->best;
    for (; best->shared > nodes; best->shared--)
        take_later(search, &search->nodes[best->shared - 1], &best->nodes[best->shared - 1]);
}

void explain_best_show(explain_search *search)
{
    explain_best *best = &search->best;
    if (best->count == 0)
        return;
    explain_best_leave(search, 0);
    explain_free_nodes(search, search->nodes, search->node_count);
    free(search->nodes);
    free(search->values);
    free(search->seen);
    search->nodes = best->nodes;
    search->values = best->values;
    search->seen = best->seen;
    search->node_count = best->node_count;
    search->value_count = best->value_count;
    search->seen_count = best->seen_count;
    best->nodes = NULL;
    best->values = NULL;
    best->seen = NULL;
    best->node_count = 0;
}

void explain_best_free(explain_search *search)
{
    drop(search);
}
