/*
 * The ground problem while it is made: the facts, actions, tasks and methods that were reached, as lists of
 * numbers. Later passes mark some of them as dead:
 *
 *     ground_instantiate()   writes down what ground_reach.h has found
 *     ground_normalize()     sorts the lists                            (ground_simplify.h)
 *     ground_prune()         kills what cannot be part of a plan
 *     ground_simplify()      takes facts out that cannot change or that no condition needs
 *     ground_merge()         kills what does the same as something else
 *
 * ground.c copies what is alive into the result.
 */
#pragma once

#include "hddl/ground/ground_lists.h"
#include "hddl/ground/ground_reach.h"

/* What is known of a fact. The last three are about the actions and methods that are alive. */
enum {
    GROUND_INITIAL = 1, /* it holds in the initial state */
    GROUND_ADDED = 2,   /* an action adds it */
    GROUND_DELETED = 4, /* an action deletes it */
    GROUND_NEEDED = 8   /* a condition depends on it */
};

/* Actions or methods. Of each: its schema, and its tuple among the schema's instances. */
typedef struct ground_items {
    hddl_numbers schema, instance;
    uint8_t *alive;
} ground_items;

typedef struct ground_instances {
    hddl_pool *pool;
    ground_reach *reach;
    uint32_t *fact_base; /* of each predicate: the number of its first fact */
    uint32_t fact_count;
    uint8_t *facts; /* of each fact: GROUND_INITIAL and so on */

    ground_items actions;
    ground_growing_literals needs, effects; /* facts */

    hddl_numbers conditional_action; /* of each conditional effect: its action; ascending */
    ground_growing_literals when, when_effects;

    uint32_t *task_base; /* of each task of the normal problem: the number of its first instance */
    uint32_t task_count, root;
    uint8_t *task_alive;

    ground_items methods;
    hddl_numbers method_task;
    ground_growing_literals method_needs;
    ground_growing_lists subtasks; /* an action, or the number of actions and a task */
} ground_instances;

/* How many there are, alive or dead. */
static inline uint32_t ground_count(const ground_items *items)
{
    return (uint32_t)items->schema.count;
}

/*
 * Whether a plan can depend on a fact: it may change from what it is in the initial state. Right after
 * ground_prune().
 */
static inline bool ground_is_fluent(const ground_instances *instances, uint32_t fact)
{
    uint8_t state = instances->facts[fact];
    return state & GROUND_INITIAL ? (state & GROUND_DELETED) != 0 : (state & GROUND_ADDED) != 0;
}

/* The number of a fact that holds in some reachable state; HDDL_NONE: it holds in none. */
uint32_t ground_fact(ground_instances *instances, uint32_t predicate, const normal_term *terms, const uint32_t *values);

/* The methods of each task, alive or dead, in order. The caller releases both arrays. */
ground_lists ground_methods_by_task(ground_instances *instances);
