/*
 * Lists of pending tasks. A list is its first item and the list of the others. Each is kept once, so that a
 * number stands for it, and equal lists have equal numbers.
 */
#pragma once

#include "hddl/common/hash_index.h"

enum { SEARCH_EMPTY = 0 }; /* the list without items */

typedef struct search_list {
    uint32_t item; /* as in ground_problem's subtasks: an action, or a compound task */
    uint32_t rest; /* a list */
} search_list;

typedef struct search_pending {
    hddl_pool *pool;
    search_list *lists;
    uint32_t count;
    hddl_hash_index index;
} search_pending;

/* Only the empty list. */
void search_pending_init(search_pending *pending, hddl_pool *pool);
void search_pending_free(search_pending *pending);

/* The list of the item before those of another list. Its number is the old `count` where it is new. */
uint32_t search_pending_push(search_pending *pending, uint32_t item, uint32_t rest);
