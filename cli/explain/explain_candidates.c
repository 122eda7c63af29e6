/*
 * The candidates of a task that selects, as the machine ranks them: kept from its first scan, so that what was not tried can
 * be shown beside what was. A candidate is known again by its place in the scan, which is the same each time.
 */
#include "cli/explain/explain_search.h"
#include <stdlib.h>
#include <string.h>

static int32_t field(const explain_node *node, const htn_planner *planner, uint32_t which)
{
    return htn_trace_local(planner, node->candidates.ranking + which);
}

/* Ranks are highest first; a draw is the complement of one. */
static explain_rank rank_of(bool drawn, int32_t rank, int32_t weight)
{
    return (explain_rank){.given = true, .drawn = drawn, .value = drawn ? -1 - rank : rank, .weight = weight};
}

static bool binds(const htn_domain *domain, uint32_t task, uint32_t method)
{
    uint32_t index = explain_task_field(domain, task, HTN_TASKS_FIRST_METHOD) + method;
    return htn_domain_field(domain, HTN_SECTION_METHODS, index, HTN_METHODS_BINDINGS) > 0;
}

static void read_keys(explain_candidate *candidate, const htn_planner *planner, uint32_t first, uint32_t count)
{
    candidate->keys = base_allocate((count + (size_t)1) * sizeof *candidate->keys);
    candidate->key_count = count;
    for (uint32_t i = 0; i < count; i++)
        candidate->keys[i] = htn_trace_local(planner, first + 3 * i);
}

bool explain_add_candidate(explain_search *search, explain_node *node, const htn_planner *planner,
                           const htn_event *event)
{
    cli_instruction in = cli_instruction_at(search->domain, event->pc);
    explain_candidates *all = &node->candidates;
    base_text bound = {0};
    all->ranking = in.a;
    bool drawn = in.op == HTN_OP_DRAW;
    int32_t weight = drawn ? field(node, planner, HTN_RANKING_THIS_WEIGHT) : 0;
    if (drawn && weight <= 0 && !binds(search->domain, node->task, event->index))
        return false;
    if (all->count == EXPLAIN_MAX_CANDIDATES) {
        all->more++;
        return true;
    }
    all->list = base_grow_array(all->list, all->count, &all->capacity, sizeof *all->list);
    explain_candidate *made = &all->list[all->count++];
    *made = (explain_candidate){.method = event->index};
    made->place = (uint32_t)field(node, planner, HTN_RANKING_THIS_PLACE);
    made->rank = rank_of(drawn, field(node, planner, HTN_RANKING_THIS_RANK), weight);
    if (drawn && weight <= 0)
        made->rank.value = -1;
    read_keys(made, planner, all->ranking + HTN_RANKING_FIELDS, in.c);
    explain_add_bindings(&bound, search->domain, planner, node->task, event->index);
    made->bound = explain_words_of(&bound);
    return true;
}

explain_rank explain_take_candidate(explain_node *node, const htn_planner *planner)
{
    uint32_t place = (uint32_t)field(node, planner, HTN_RANKING_TAKEN_PLACE);
    explain_candidates *all = &node->candidates;
    bool drawn = false;
    for (uint32_t i = 0; i < all->count; i++) {
        drawn = all->list[i].rank.drawn;
        if (all->list[i].place != place)
            continue;
        all->list[i].tried = true;
        return all->list[i].rank;
    }
    if (all->more > 0)
        all->more--; /* it was one of those */
    return rank_of(drawn, field(node, planner, HTN_RANKING_TAKEN_RANK), 0);
}

bool explain_has_candidate(const explain_node *node, uint32_t method)
{
    for (uint32_t i = 0; i < node->candidates.count; i++)
        if (node->candidates.list[i].method == method)
            return true;
    return false;
}

void explain_free_candidates(explain_candidates *candidates)
{
    for (uint32_t i = 0; i < candidates->count; i++) {
        free(candidates->list[i].keys);
        free(candidates->list[i].bound);
    }
    free(candidates->list);
    *candidates = (explain_candidates){0};
}

void explain_copy_candidates(explain_candidates *candidates)
{
    const explain_candidate *from = candidates->list;
    candidates->capacity = candidates->count;
    candidates->list = base_copy_array(from, candidates->count, sizeof *from);
    for (uint32_t i = 0; i < candidates->count; i++) {
        explain_candidate *to = &candidates->list[i];
        to->keys = base_copy_array(from[i].keys, from[i].key_count, sizeof *to->keys);
        to->bound = base_duplicate_text(from[i].bound);
    }
}

/* --- What is left ------------------------------------------------------------------------------- */

static bool is_excluded(const explain_candidate *candidate)
{
    return candidate->rank.drawn && candidate->rank.value < 0;
}

/* As the machine orders them (runtime/machine/ranking.c); those that are never drawn come last. */
static int compare(const void *a, const void *b)
{
    const explain_candidate *x = *(const explain_candidate *const *)a, *y = *(const explain_candidate *const *)b;
    if (is_excluded(x) != is_excluded(y))
        return is_excluded(x) ? 1 : -1;
    if (x->rank.value != y->rank.value && !is_excluded(x))
        return (x->rank.value < y->rank.value) == x->rank.drawn ? -1 : 1;
    for (uint32_t i = 0; x->method == y->method && i < x->key_count && i < y->key_count; i++)
        if (x->keys[i] != y->keys[i])
            return x->keys[i] > y->keys[i] ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

uint32_t explain_untried(const explain_node *node, const explain_candidate **out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < node->candidates.count; i++)
        if (!node->candidates.list[i].tried)
            out[count++] = &node->candidates.list[i];
    if (count > 0)
        qsort((void *)out, count, sizeof *out, compare);
    return count;
}

void explain_add_rank(base_text *text, const explain_rank *rank)
{
    if (!rank->drawn) {
        base_text_add(text, "utility %d", (int)rank->value);
        return;
    }
    if (rank->weight != 0 || rank->value < 0)
        base_text_add(text, "weight %d", (int)rank->weight);
    if (rank->value >= 0)
        base_text_add(text, "%sdraw %d", rank->weight != 0 ? ", " : "", (int)rank->value);
}

char *explain_words_of(base_text *text)
{
    char *words = NULL;
    if (text->length > 0) {
        words = base_allocate(text->length + 1);
        memcpy(words, text->bytes, text->length);
    }
    base_text_free(text);
    return words;
}
