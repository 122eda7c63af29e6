/* Candidates: noted while the machine ranks them; see explain_candidates.h. */
#include "cli/explain/explain_candidates.h"
#include "cli/explain/explain_bindings.h"
#include "cli/common/debug_info.h"
#include "cli/common/instruction.h"
#include "cli/common/value_text.h"
#include <stdlib.h>

enum { MOST_CANDIDATES = 256 };

void explain_leave_candidates(explain_candidates *candidates)
{
    if (candidates == NULL || --candidates->owners > 0)
        return;
    for (uint32_t i = 0; i < candidates->count; i++) {
        free(candidates->list[i].keys);
        free(candidates->list[i].bound);
    }
    free(candidates->list);
    free(candidates);
}

/* --- During the scan ------------------------------------------------------------------------------ */

static int32_t field(const explain_candidates *all, const htn_planner *planner, uint32_t which)
{
    return htn_trace_local(planner, all->ranking + which);
}

/* A rank of 64 bits has its lower half behind the fields: that of this candidate (0), of the best one (1), of the one taken (2). */
static int64_t rank_in(const explain_candidates *all, const htn_planner *planner, bool halved, uint32_t which,
                       uint32_t whose)
{
    const int64_t rank = field(all, planner, which);
    return !halved ? rank : (int64_t)((uint64_t)rank << 32 | (uint32_t)field(all, planner, HTN_RANKING_FIELDS + whose));
}

/* Ranks are highest first; a draw is the complement of one. */
static explain_rank rank_of(bool fixed, bool drawn, int64_t rank, int32_t weight)
{
    return (explain_rank){
        .given = true, .fixed = fixed, .drawn = drawn, .value = drawn ? -1 - rank : rank, .weight = weight};
}

static void read_keys(explain_candidate *candidate, const htn_planner *planner, uint32_t first, uint32_t count)
{
    candidate->keys = base_allocate((count + (size_t)1) * sizeof *candidate->keys);
    candidate->key_count = count;
    for (uint32_t i = 0; i < count; i++)
        candidate->keys[i] = htn_trace_local(planner, first + 3 * i);
}

bool explain_add_candidate(explain_candidates **all, const htn_domain *domain, const htn_planner *planner,
                           uint32_t task, const htn_event *event)
{
    const cli_instruction in = cli_instruction_at(domain, event->pc);
    const bool halved = in.op == HTN_OP_DRAW_FIXED, drawn = in.op == HTN_OP_DRAW || halved;
    const bool fixed = halved || (!drawn && (CLI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FIXED_RANKS) != 0);
    base_text bound = {0};
    if (*all == NULL) {
        *all = base_allocate(sizeof **all);
        (*all)->owners = 1;
    }
    explain_candidates *to = *all;
    to->ranking = in.a;
    const int32_t weight = drawn ? field(to, planner, HTN_RANKING_THIS_WEIGHT) : 0;
    const uint32_t method = CLI_FIELD(domain, TASKS, task, FIRST_METHOD) + event->index;
    if (drawn && weight <= 0 && CLI_FIELD(domain, METHODS, method, BINDINGS) == 0)
        return false;
    if (to->count == MOST_CANDIDATES) {
        to->more++;
        return true;
    }
    to->list = base_grow_array(to->list, to->count, &to->capacity, sizeof *to->list);
    explain_candidate *made = &to->list[to->count++];
    *made = (explain_candidate){
        .method = event->index,
        .position = (uint32_t)field(to, planner, HTN_RANKING_THIS_POSITION),
        .rank = rank_of(fixed, drawn, rank_in(to, planner, halved, HTN_RANKING_THIS_RANK, 0), weight)};
    if (drawn && weight <= 0)
        made->rank.value = -1;
    read_keys(made, planner, to->ranking + HTN_RANKING_FIELDS + (halved ? 3 : 0), in.c - halved);
    explain_add_bindings(&bound, domain, planner, task, event->index);
    made->bound = bound.bytes;
    return true;
}

explain_rank explain_take_candidate(explain_candidates *all, const htn_planner *planner)
{
    const uint32_t position = (uint32_t)field(all, planner, HTN_RANKING_TAKEN_POSITION);
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->list[i].position != position)
            continue;
        all->list[i].tried = true;
        return all->list[i].rank;
    }
    const bool halved = all->count > 0 && all->list[0].rank.fixed && all->list[0].rank.drawn;
    if (all->more > 0)
        all->more--; /* it was one of those */
    return rank_of(all->count > 0 && all->list[0].rank.fixed, all->count > 0 && all->list[0].rank.drawn,
                   rank_in(all, planner, halved, HTN_RANKING_TAKEN_RANK, 2), 0);
}

bool explain_has_candidate(const explain_candidates *all, uint32_t method)
{
    for (uint32_t i = 0; all != NULL && i < all->count; i++)
        if (all->list[i].method == method)
            return true;
    return false;
}

/* --- What was not tried --------------------------------------------------------------------------- */

bool explain_is_excluded(const explain_rank *rank)
{
    return rank->drawn && rank->value < 0;
}

/* As the machine orders them (runtime/machine/ranking.c); those that are never drawn come last. */
static int compare(const void *a, const void *b)
{
    const explain_candidate *x = *(const explain_candidate *const *)a, *y = *(const explain_candidate *const *)b;
    const bool excluded = explain_is_excluded(&x->rank);
    if (excluded != explain_is_excluded(&y->rank))
        return excluded ? 1 : -1;
    if (x->rank.value != y->rank.value && !excluded)
        return (x->rank.value < y->rank.value) == x->rank.drawn ? -1 : 1;
    for (uint32_t i = 0; x->method == y->method && i < x->key_count && i < y->key_count; i++)
        if (x->keys[i] != y->keys[i])
            return x->keys[i] > y->keys[i] ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

const explain_candidate **explain_untried(const explain_candidates *all, uint32_t *count, uint32_t *more)
{
    const explain_candidate **out =
        base_allocate(((all != NULL ? all->count : 0) + (size_t)1) * sizeof(const explain_candidate *));
    *count = 0;
    *more = all != NULL ? all->more : 0;
    for (uint32_t i = 0; all != NULL && i < all->count; i++)
        if (!all->list[i].tried)
            out[(*count)++] = &all->list[i];
    qsort((void *)out, *count, sizeof *out, compare);
    return out;
}

static void add_number(base_text *text, bool fixed, int32_t number)
{
    if (fixed)
        cli_add_decimal(text, number);
    else
        base_text_add(text, "%d", (int)number);
}

void explain_add_rank(base_text *text, const explain_rank *rank)
{
    if (!rank->drawn) {
        base_text_add(text, "utility ");
        add_number(text, rank->fixed, (int32_t)rank->value);
        return;
    }
    if (rank->weight != 0 || rank->value < 0)
        base_text_add(text, "weight ");
    if (rank->weight != 0 || rank->value < 0)
        add_number(text, rank->fixed, rank->weight);
    if (rank->value >= 0)
        base_text_add(text, "%sdraw %lld", rank->weight != 0 ? ", " : "", (long long)rank->value);
}
