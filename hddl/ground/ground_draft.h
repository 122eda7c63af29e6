/*
 * The ground problem while it is made: what ground_reach.h has found, as lists of numbers, some of it not alive any more.
 * In order: ground_draft_make() writes all of it down, ground_sort() puts its lists in order, ground_prune() kills what cannot be
 * part of a plan, ground_simplify() takes out facts that cannot change or that nobody asks for, ground_merge() kills
 * what does the same as something else, and ground.c copies out what is left.
 */
#ifndef HTN_SOLVE_GROUND_DRAFT_H
#define HTN_SOLVE_GROUND_DRAFT_H

#include "hddl/ground/ground.h"
#include "hddl/ground/ground_reach.h"

/* Item i's list is items[begin[i]] to items[begin[i + 1]], not included. */
typedef struct ground_lists {
    hddl_numbers begin, items;
} ground_lists;

typedef struct ground_view {
    uint32_t *items;
    uint32_t count;
} ground_view;

static inline ground_view ground_list_at(const ground_lists *lists, uint32_t item)
{
    uint32_t begin = lists->begin.items[item];
    return (ground_view){lists->items.items + begin, lists->begin.items[item + 1] - begin};
}

/* What has been added to `items` since is the next item's list. */
void ground_lists_end(hddl_pool *pool, ground_lists *lists);

/* Where a fact stands with the actions that are alive. */
enum {
    GROUND_AT_FIRST = 1, /* it holds at first */
    GROUND_ADDED = 2,
    GROUND_FALLEN = 4, /* deleted */
    GROUND_ASKED = 8   /* by a condition */
};

typedef struct ground_draft {
    hddl_pool *pool;
    ground_reach *reach;
    uint32_t *fact_base; /* of each predicate: the number of its first fact */
    uint32_t fact_count;
    uint8_t *facts; /* GROUND_AT_FIRST ... */

    hddl_numbers action_schema, action_instance;
    ground_lists needs, needs_not, adds, deletes;
    uint8_t *action_alive;

    hddl_numbers conditional_action; /* ascending */
    ground_lists when, when_not, when_adds, when_deletes;

    uint32_t *task_base; /* of each task of the normal problem: the number of its first instance */
    uint32_t task_count, root;
    uint8_t *task_alive;

    hddl_numbers method_schema, method_instance, method_task;
    ground_lists method_needs, method_needs_not, subtasks; /* subtasks as in ground.h */
    uint8_t *method_alive;
} ground_draft;

static inline uint32_t ground_draft_actions(const ground_draft *draft)
{
    return (uint32_t)draft->action_schema.count;
}

static inline uint32_t ground_draft_methods(const ground_draft *draft)
{
    return (uint32_t)draft->method_schema.count;
}

void ground_draft_make(ground_draft *draft, ground_reach *reach);

/* Each task's alive and dead methods, in order: [begin[task], begin[task + 1]). Both lists are the caller's to release. */
void ground_draft_list_methods(ground_draft *draft, uint32_t **begin, uint32_t **methods);

/* Facts ascending and once; deletes without what is added, too; what contradicts itself is dead. */
void ground_sort(ground_draft *draft);

/* False: the root is dead. */
bool ground_prune(ground_draft *draft);

/* Whether a fact is one that a plan can depend on. Right after ground_simplify(). */
static inline bool ground_changes(const ground_draft *draft, uint32_t fact)
{
    uint8_t state = draft->facts[fact];
    return state & GROUND_AT_FIRST ? (state & GROUND_FALLEN) != 0 : (state & GROUND_ADDED) != 0;
}

void ground_simplify(ground_draft *draft);
void ground_merge(ground_draft *draft);

/*
 * The ways in which a condition's residuals can come true (ground_rest.c): alternatives of facts that have to hold and facts that have
 * to be false; what cannot change is decided. The formula's variables have values in `values`, those of its quantifiers room there.
 */
typedef struct ground_ways {
    ground_lists needs, needs_not;
    uint32_t count;
} ground_ways;

enum { GROUND_WAYS_MOST = 256 };

void ground_ways_begin(ground_draft *draft, ground_ways *ways); /* one way, with nothing in it */
/* Each way with each of the formula's; gives up where there are more than GROUND_WAYS_MOST. */
void ground_ways_and(ground_draft *draft, ground_ways *ways, const normal_schema *schema, const hddl_formula *formula,
                     uint32_t *values);

/* The number of a fact that can hold; GROUND_NONE: it never does. */
uint32_t ground_draft_fact(ground_draft *draft, uint32_t predicate, const normal_term *terms, const uint32_t *values);

#endif
