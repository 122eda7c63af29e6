/*
 * Lists of numbers, one for each of a row of items, in two shared arrays: item i's list is items[begin[i]] to
 * items[begin[i + 1]], not included.
 */
#pragma once

#include "hddl/common/pool.h"

typedef struct ground_lists {
    uint32_t *begin; /* one more than there are items */
    uint32_t *items;
} ground_lists;

/*
 * Lists of the numbers 0 to `count` - 1, ascending: list i has those whose group is i. Both arrays are in `pool`, and the
 * caller may release them.
 */
ground_lists ground_lists_by_group(hddl_pool *pool, const uint32_t *group_of, uint32_t count, uint32_t groups);

/* Lists to which others are added; {0} is empty. Of each list: where it ends. */
typedef struct ground_growing_lists {
    hddl_numbers ends, items;
} ground_growing_lists;

/* Literals of each of a row of items: facts[true] are the positive ones, facts[false] the negative ones. */
typedef struct ground_literals {
    ground_lists facts[2];
} ground_literals;

typedef struct ground_growing_literals {
    ground_growing_lists facts[2];
} ground_growing_literals;

/* One of the lists. It is valid until a number is added to any of them. */
typedef struct ground_view {
    uint32_t *items;
    uint32_t count;
} ground_view;

static inline ground_view ground_list_at(const ground_growing_lists *lists, uint32_t item)
{
    const uint32_t begin = item == 0 ? 0 : lists->ends.items[item - 1];
    return (ground_view){lists->items.items + begin, lists->ends.items[item] - begin};
}

void ground_growing_lists_free(hddl_pool *pool, ground_growing_lists *lists);

/* Adds a number to the list that has not ended yet. */
static inline void ground_lists_add(hddl_pool *pool, ground_growing_lists *lists, uint32_t number)
{
    hddl_numbers_add(pool, &lists->items, number);
}

/* Adds all numbers of another list. */
void ground_lists_append(hddl_pool *pool, ground_growing_lists *to, const ground_growing_lists *from, uint32_t item);

/* Ends a list: the numbers that were added since the last end are the next item's. */
void ground_lists_end(hddl_pool *pool, ground_growing_lists *lists);

/* The same for both lists of literals. */
void ground_literals_free(hddl_pool *pool, ground_growing_literals *literals);
void ground_literals_append(hddl_pool *pool, ground_growing_literals *to, const ground_growing_literals *from,
                            uint32_t item);
void ground_literals_end(hddl_pool *pool, ground_growing_literals *literals);
