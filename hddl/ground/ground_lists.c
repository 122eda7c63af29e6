/* Lists of numbers in shared arrays; see ground_lists.h. */
#include "hddl/ground/ground_lists.h"

#include <string.h>

ground_lists ground_lists_by_group(hddl_pool *pool, const uint32_t *group_of, uint32_t count, uint32_t groups)
{
    ground_lists lists = {hddl_pool_zeroed(pool, (size_t)groups + 1, sizeof(uint32_t)),
                          hddl_pool_zeroed(pool, count, sizeof(uint32_t))};
    for (uint32_t i = 0; i < count; i++)
        lists.begin[group_of[i]]++;
    for (uint32_t i = 0; i < groups; i++)
        lists.begin[i + 1] += lists.begin[i];
    for (uint32_t i = count; i-- > 0;)
        lists.items[--lists.begin[group_of[i]]] = i;
    return lists;
}

void ground_growing_lists_free(hddl_pool *pool, ground_growing_lists *lists)
{
    hddl_pool_release(pool, lists->ends.items);
    hddl_pool_release(pool, lists->items.items);
    *lists = (ground_growing_lists){0};
}

void ground_lists_append(hddl_pool *pool, ground_growing_lists *to, const ground_growing_lists *from, uint32_t item)
{
    ground_view view = ground_list_at(from, item);
    hddl_numbers_reserve(pool, &to->items, view.count);
    if (view.count)
        memcpy(to->items.items + to->items.count, view.items, view.count * sizeof *view.items);
    to->items.count += view.count;
}

void ground_lists_end(hddl_pool *pool, ground_growing_lists *lists)
{
    hddl_numbers_add(pool, &lists->ends, hddl_pool_u32(pool, lists->items.count));
}

void ground_literals_free(hddl_pool *pool, ground_growing_literals *literals)
{
    for (int value = 0; value < 2; value++)
        ground_growing_lists_free(pool, &literals->facts[value]);
}

void ground_literals_append(hddl_pool *pool, ground_growing_literals *to, const ground_growing_literals *from,
                            uint32_t item)
{
    for (int value = 0; value < 2; value++)
        ground_lists_append(pool, &to->facts[value], &from->facts[value], item);
}

void ground_literals_end(hddl_pool *pool, ground_growing_literals *literals)
{
    for (int value = 0; value < 2; value++)
        ground_lists_end(pool, &literals->facts[value]);
}
