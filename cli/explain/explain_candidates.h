/*
 * The candidates of a task that selects (`Select`), as the machine ranks them. They are kept from its first scan, so that those
 * that were not tried can be shown beside those that were. A candidate is known by its position in the scan: that is the same each
 * time.
 */
#pragma once

#include "base/text.h"
#include <htn/trace.h>

/* How a task ranked a candidate. */
typedef struct explain_rank {
    bool given;     /* false: the task does not select */
    bool fixed;     /* the utility or weight is in thousandths */
    bool drawn;     /* by `weight`: the lower `value`, the earlier; else `value` is a utility, the higher the earlier */
    int64_t value;  /* drawn: -1 if the weight excludes it */
    int32_t weight; /* 0: not known, or excluded */
} explain_rank;

/* A method with a solution of its conditions. */
typedef struct explain_candidate {
    uint32_t method;
    uint32_t position; /* in the order of methods and solutions, from 1 */
    explain_rank rank;
    int32_t *keys; /* of Prefer, the higher the earlier */
    uint32_t key_count;
    char *bound; /* in words; NULL: nothing */
    bool tried;
} explain_candidate;

typedef struct explain_candidates {
    uint32_t owners; /* nodes that share them */
    explain_candidate *list;
    uint32_t count;
    size_t capacity;
    uint32_t more;    /* that were not kept */
    uint32_t ranking; /* the local where the ranking begins */
} explain_candidates;

/* The caller no longer uses them, which may be NULL. */
void explain_leave_candidates(explain_candidates *candidates);

/* The next candidate of the task; `*all` is made at the first. False: an excluded one, and not kept. */
bool explain_add_candidate(explain_candidates **all, const htn_domain *domain, const htn_planner *planner,
                           uint32_t task, const htn_event *event);

/* The candidate that is taken now: its rank. */
explain_rank explain_take_candidate(explain_candidates *all, const htn_planner *planner);

/* Whether a method has one. `all` may be NULL, here and below. */
bool explain_has_candidate(const explain_candidates *all, uint32_t method);

/* Those not tried, in the order in which they would have been; and how many more were not kept. The caller frees the array. */
const explain_candidate **explain_untried(const explain_candidates *all, uint32_t *count, uint32_t *more);

/* Whether its weight excludes a candidate. */
bool explain_is_excluded(const explain_rank *rank);

/* `utility 6`, `weight 3, draw 417` */
void explain_add_rank(base_text *text, const explain_rank *rank);
