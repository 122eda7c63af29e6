/* What lists of pending tasks need; see search_list_needs.h. */
#include "hddl/search/search_list_needs.h"

#include "hddl/common/bits.h"

enum {
    NEEDS_MOST = 1 << 15,  /* facts of either kind that are kept for a list: others are left out */
    NEEDS_FEW = 64,        /* the same, once all lists together have */
    FACTS_MANY = 48 << 20, /* so many facts */
};

void search_list_needs_init(search_list_needs *lists, hddl_pool *pool, const search_task_summary *summary)
{
    *lists = (search_list_needs){.summary = summary};
    search_pending_init(&lists->pending, pool);
    lists->needs = hddl_pool_reserve(pool, NULL, 1, sizeof *lists->needs);
    lists->needs[SEARCH_EMPTY] = (search_needs){0};
}

void search_list_needs_free(search_list_needs *lists)
{
    hddl_pool_release(lists->pending.pool, lists->needs);
    hddl_pool_release(lists->pending.pool, lists->facts.items);
    search_pending_free(&lists->pending);
}

static bool is_among(const uint32_t *facts, size_t count, uint32_t fact)
{
    for (size_t i = 0; i < count; i++)
        if (facts[i] == fact)
            return true;
    return false;
}

/* Adds what the item itself needs: for an action a list, for a task a row. */
static void add_own(search_list_needs *lists, uint32_t item, bool value, size_t end)
{
    const search_task_summary *summary = lists->summary;
    const uint32_t actions = summary->problem->action_count;
    if (item < actions) {
        const ground_lists *of = &summary->problem->needs.facts[value];
        for (uint32_t i = of->begin[item]; i < of->begin[item + 1] && lists->facts.count < end; i++)
            hddl_numbers_add(lists->pending.pool, &lists->facts, of->items[i]);
        return;
    }
    const uint64_t *row = summary->tasks.needs[value] + (item - actions) * summary->words;
    for (size_t word = 0; word < summary->words; word++)
        for (uint64_t bits = row[word]; bits != 0 && lists->facts.count < end; bits &= bits - 1)
            hddl_numbers_add(lists->pending.pool, &lists->facts, (uint32_t)(word * 64) + hddl_lowest_bit(bits));
}

/* Adds the facts of one kind: the item's own, then `count` of the rest's, from `from` on. Returns how many. */
static uint16_t add_needs(search_list_needs *lists, uint32_t item, uint32_t from, uint32_t count, bool value)
{
    const size_t begin = lists->facts.count, end = begin + (begin < FACTS_MANY ? NEEDS_MOST : NEEDS_FEW);
    add_own(lists, item, value, end);
    const size_t own = lists->facts.count - begin;
    for (uint32_t i = from; i < from + count && lists->facts.count < end; i++) {
        const uint32_t fact = lists->facts.items[i];
        if (!search_can_set(lists->summary, item, fact, value) && !is_among(lists->facts.items + begin, own, fact))
            hddl_numbers_add(lists->pending.pool, &lists->facts, fact);
    }
    return (uint16_t)(lists->facts.count - begin);
}

uint32_t search_list_needs_push(search_list_needs *lists, uint32_t item, uint32_t rest)
{
    hddl_pool *pool = lists->pending.pool;
    const uint32_t count = lists->pending.count, list = search_pending_push(&lists->pending, item, rest);
    if (list < count)
        return list;
    lists->needs = hddl_pool_reserve(pool, lists->needs, list + 1, sizeof *lists->needs);
    const search_needs of_rest = lists->needs[rest];
    const uint64_t bound = (uint64_t)lists->summary->lower_bound[item] + of_rest.lower_bound;
    search_needs *needs = &lists->needs[list];
    needs->lower_bound = bound < UINT32_MAX ? (uint32_t)bound : UINT32_MAX;
    needs->begin = hddl_pool_u32(pool, lists->facts.count);
    needs->true_count = add_needs(lists, item, of_rest.begin, of_rest.true_count, true);
    needs->false_count = add_needs(lists, item, of_rest.begin + of_rest.true_count, of_rest.false_count, false);
    return list;
}
