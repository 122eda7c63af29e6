/* Lists of numbers in shared arrays; see ground_lists.h. */
#include "hddl/ground/ground_lists.h"

#include <string.h>

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
