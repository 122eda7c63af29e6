/* The lists of a draft put in order, and what cannot matter taken out of them (ground_draft.h): in place, as they only shrink. */
#include "hddl/ground/ground_draft.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static uint32_t sort_view(ground_view view)
{
    bool sorted = true;
    for (uint32_t i = 1; i < view.count && sorted; i++) {
        sorted = view.items[i - 1] < view.items[i];
    }
    if (sorted) {
        return view.count;
    }
    qsort(view.items, view.count, sizeof *view.items, ascending);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < view.count; i++) {
        if (kept == 0 || view.items[kept - 1] != view.items[i]) {
            view.items[kept++] = view.items[i];
        }
    }
    return kept;
}

/* Which facts of an item's list stay: each is told the item, and what `keep` needs. */
typedef bool keeps(const ground_draft *draft, uint32_t item, uint32_t fact);

static void rewrite(const ground_draft *draft, ground_lists *lists, keeps *keep)
{
    uint32_t written = 0;
    for (uint32_t item = 0; item + 1 < lists->begin.count; item++) {
        ground_view view = {lists->items.items + lists->begin.items[item],
                            lists->begin.items[item + 1] - lists->begin.items[item]};
        uint32_t count = keep ? view.count : sort_view(view);
        lists->begin.items[item] = written;
        for (uint32_t i = 0; i < count; i++) {
            if (!keep || keep(draft, item, view.items[i])) {
                lists->items.items[written++] = view.items[i];
            }
        }
    }
    lists->begin.items[lists->begin.count - 1] = written;
    lists->items.count = written;
}

static bool contains(ground_view view, uint32_t fact)
{
    return view.count && bsearch(&fact, view.items, view.count, sizeof fact, ascending);
}

static bool is_not_added(const ground_draft *draft, uint32_t action, uint32_t fact)
{
    return !contains(ground_list_at(&draft->adds, action), fact);
}

static bool is_not_added_when(const ground_draft *draft, uint32_t conditional, uint32_t fact)
{
    return !contains(ground_list_at(&draft->when_adds, conditional), fact) &&
           is_not_added(draft, draft->conditional_action.items[conditional], fact);
}

static bool contradicts(const ground_lists *needs, const ground_lists *needs_not, uint32_t item)
{
    ground_view not = ground_list_at(needs_not, item);
    for (uint32_t i = 0; i < not .count; i++) {
        if (contains(ground_list_at(needs, item), not .items[i])) {
            return true;
        }
    }
    return false;
}

void ground_sort(ground_draft *draft)
{
    ground_lists *lists[] = {&draft->needs,        &draft->needs_not,       &draft->adds,      &draft->deletes,
                             &draft->when,         &draft->when_not,        &draft->when_adds, &draft->when_deletes,
                             &draft->method_needs, &draft->method_needs_not};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        hddl_pool_tick(draft->pool);
        rewrite(draft, lists[i], NULL);
    }
    rewrite(draft, &draft->deletes, is_not_added);
    rewrite(draft, &draft->when_deletes, is_not_added_when);
    for (uint32_t i = 0; i < ground_draft_actions(draft); i++) {
        draft->action_alive[i] = draft->action_alive[i] && !contradicts(&draft->needs, &draft->needs_not, i);
    }
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        draft->method_alive[i] =
            draft->method_alive[i] && !contradicts(&draft->method_needs, &draft->method_needs_not, i);
    }
}

/* --- What can change, and is asked for ----------------------------------------------------------------------------- */

static bool changes(const ground_draft *draft, uint32_t item, uint32_t fact)
{
    (void)item;
    return ground_changes(draft, fact);
}

static bool matters(const ground_draft *draft, uint32_t item, uint32_t fact)
{
    return changes(draft, item, fact) && (draft->facts[fact] & GROUND_ASKED);
}

static void ask(ground_draft *draft, const ground_lists *lists, uint32_t item)
{
    ground_view view = ground_list_at(lists, item);
    for (uint32_t i = 0; i < view.count; i++) {
        draft->facts[view.items[i]] |= GROUND_ASKED;
    }
}

void ground_simplify(ground_draft *draft)
{
    ground_lists *conditions[] = {&draft->needs,    &draft->needs_not,    &draft->when,
                                  &draft->when_not, &draft->method_needs, &draft->method_needs_not};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        rewrite(draft, conditions[i], changes);
    }
    for (uint32_t i = 0; i < ground_draft_actions(draft); i++) {
        if (draft->action_alive[i]) {
            ask(draft, &draft->needs, i);
            ask(draft, &draft->needs_not, i);
        }
    }
    for (uint32_t i = 0; i < draft->conditional_action.count; i++) {
        if (draft->action_alive[draft->conditional_action.items[i]]) {
            ask(draft, &draft->when, i);
            ask(draft, &draft->when_not, i);
        }
    }
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        if (draft->method_alive[i]) {
            ask(draft, &draft->method_needs, i);
            ask(draft, &draft->method_needs_not, i);
        }
    }
    ground_lists *effects[] = {&draft->adds, &draft->deletes, &draft->when_adds, &draft->when_deletes};
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        rewrite(draft, effects[i], matters);
    }
}
