/*
 * Puts lists of facts in order, and takes out what cannot matter; see ground_simplify.h. Lists only shrink,
 * so this is done in place.
 */
#include "hddl/ground/ground_simplify.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static uint32_t sort_view(ground_view view)
{
    bool sorted = true;
    for (uint32_t i = 1; i < view.count && sorted; i++)
        sorted = view.items[i - 1] < view.items[i];
    if (sorted)
        return view.count;
    qsort(view.items, view.count, sizeof *view.items, ascending);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < view.count; i++)
        if (kept == 0 || view.items[kept - 1] != view.items[i])
            view.items[kept++] = view.items[i];
    return kept;
}

/* Whether a fact of an item's list stays. */
typedef bool keeps(const ground_instances *instances, uint32_t item, uint32_t fact);

/* Keeps the facts of all lists for which `keep` is true; NULL: sorts them and removes duplicates. */
static void rewrite(const ground_instances *instances, ground_growing_lists *lists, keeps *keep)
{
    uint32_t written = 0, begin = 0;
    for (uint32_t item = 0; item < lists->ends.count; item++) {
        const ground_view view = {lists->items.items + begin, lists->ends.items[item] - begin};
        const uint32_t count = keep ? view.count : sort_view(view);
        begin = lists->ends.items[item];
        for (uint32_t i = 0; i < count; i++)
            if (!keep || keep(instances, item, view.items[i]))
                lists->items.items[written++] = view.items[i];
        lists->ends.items[item] = written;
    }
    lists->items.count = written;
}

static void rewrite_literals(const ground_instances *instances, ground_growing_literals *literals, keeps *keep)
{
    for (int value = 0; value < 2; value++)
        rewrite(instances, &literals->facts[value], keep);
}

static bool contains(ground_view view, uint32_t fact)
{
    return view.count && bsearch(&fact, view.items, view.count, sizeof fact, ascending);
}

static bool is_not_added(const ground_instances *instances, uint32_t action, uint32_t fact)
{
    return !contains(ground_list_at(&instances->effects.facts[true], action), fact);
}

static bool is_not_added_when(const ground_instances *instances, uint32_t conditional, uint32_t fact)
{
    return !contains(ground_list_at(&instances->when_effects.facts[true], conditional), fact) &&
           is_not_added(instances, instances->conditional_action.items[conditional], fact);
}

static bool contradicts(const ground_growing_literals *literals, uint32_t item)
{
    ground_view negative = ground_list_at(&literals->facts[false], item);
    for (uint32_t i = 0; i < negative.count; i++)
        if (contains(ground_list_at(&literals->facts[true], item), negative.items[i]))
            return true;
    return false;
}

void ground_normalize(ground_instances *instances)
{
    ground_growing_literals *literals[] = {&instances->needs, &instances->effects, &instances->when,
                                           &instances->when_effects, &instances->method_needs};
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        hddl_pool_tick(instances->pool);
        rewrite_literals(instances, literals[i], NULL);
    }
    rewrite(instances, &instances->effects.facts[false], is_not_added);
    rewrite(instances, &instances->when_effects.facts[false], is_not_added_when);
    for (uint32_t i = 0; i < ground_count(&instances->actions); i++)
        instances->actions.alive[i] = instances->actions.alive[i] && !contradicts(&instances->needs, i);
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++)
        instances->methods.alive[i] = instances->methods.alive[i] && !contradicts(&instances->method_needs, i);
}

/* --- Facts that matter ----------------------------------------------------------------------------- */

static bool is_fluent(const ground_instances *instances, uint32_t item, uint32_t fact)
{
    (void)item;
    return ground_is_fluent(instances, fact);
}

static bool matters(const ground_instances *instances, uint32_t item, uint32_t fact)
{
    return is_fluent(instances, item, fact) && (instances->facts[fact] & GROUND_NEEDED);
}

static void mark_needed(ground_instances *instances, const ground_growing_literals *literals, uint32_t item)
{
    for (int value = 0; value < 2; value++) {
        ground_view view = ground_list_at(&literals->facts[value], item);
        for (uint32_t i = 0; i < view.count; i++)
            instances->facts[view.items[i]] |= GROUND_NEEDED;
    }
}

void ground_simplify(ground_instances *instances)
{
    rewrite_literals(instances, &instances->needs, is_fluent);
    rewrite_literals(instances, &instances->when, is_fluent);
    rewrite_literals(instances, &instances->method_needs, is_fluent);
    for (uint32_t i = 0; i < ground_count(&instances->actions); i++)
        if (instances->actions.alive[i])
            mark_needed(instances, &instances->needs, i);
    for (uint32_t i = 0; i < instances->conditional_action.count; i++)
        if (instances->actions.alive[instances->conditional_action.items[i]])
            mark_needed(instances, &instances->when, i);
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++)
        if (instances->methods.alive[i])
            mark_needed(instances, &instances->method_needs, i);
    rewrite_literals(instances, &instances->effects, matters);
    rewrite_literals(instances, &instances->when_effects, matters);
}
