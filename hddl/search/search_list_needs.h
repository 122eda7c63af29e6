/*
 * What lists of pending tasks need: facts that must hold, or not, for the whole list to be carried out. A list needs
 * what its first item needs, and what the others need and the first item cannot bring about. Where a need is not met,
 * searching on is in vain (search_task_summary.h has the source). The needs of each list are computed once.
 */
#pragma once

#include "hddl/search/search_pending.h"
#include "hddl/search/search_task_summary.h"

typedef struct search_needs {
    uint32_t lower_bound; /* at least so many actions are needed; UINT32_MAX: that many or more */
    uint32_t begin;       /* in `facts`: the facts that must hold, then those that must not */
    uint16_t true_count, false_count;
} search_needs;

typedef struct search_list_needs {
    const search_task_summary *summary;
    search_pending pending;
    search_needs *needs; /* of each list */
    hddl_numbers facts;
} search_list_needs;

/* Only the empty list. */
void search_list_needs_init(search_list_needs *lists, hddl_pool *pool, const search_task_summary *summary);
void search_list_needs_free(search_list_needs *lists);

/* The list of the item before those of another list. */
uint32_t search_list_needs_push(search_list_needs *lists, uint32_t item, uint32_t rest);
