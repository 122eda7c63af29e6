/*
 * The workloads of docs/performance.md: their domains (workload_sources.c) and their opponents by hand (by_hand.h).
 * bench_workloads.c measures them.
 */
#pragma once

#include "by_hand.h"
#include <stdio.h>

enum {
    WIDE_METHODS = 1000, /* of wide and modes; method i asks for properties 3 i, 3 i + 1 and 3 i + 2 */
    WIDE_PROPERTIES = 3 * WIDE_METHODS,
    MODE_METHODS = 10, /* that ask for the same mode, one behind the other */
    MODES = WIDE_METHODS / MODE_METHODS,
    CHOICES = 8, /* of combinations, CHOICE_METHODS each */
    CHOICE_METHODS = 4,
    GOAP_ATOMS = 32,
    GOAP_ACTIONS = 40
};

/* Whether condition `which` (0 to 2) of a method of wide or modes holds: one of them does not, unless it is the last method. */
static inline bool wide_holds(uint32_t method, uint32_t which)
{
    return method == WIDE_METHODS - 1 || method % 3 != which;
}

/* What the actions of both GOAP domains are: each needs an atom, and makes another one true. */
typedef struct goap_action {
    uint8_t needs, makes;
} goap_action;
typedef struct goap_domain {
    goap_action actions[GOAP_ACTIONS];
    uint8_t goal[8]; /* atoms; atom 0 is true at the start, and atom GOAP_ATOMS - 1 never is */
    uint32_t goal_count;
} goap_domain;
void goap_line(goap_domain *domain);  /* twelve steps, one leading to the next */
void goap_bushy(goap_domain *domain); /* five atoms, two steps each, in any order */

typedef struct workload {
    const char *name;
    void (*print)(FILE *to);                                 /* the domain */
    bool (*by_hand)(hand_planner *p, const uint8_t *world);  /* NULL: no opponent */
    bool (*recorded)(hand_planner *p, const uint8_t *world); /* the same that keeps the record; NULL: there is none */
    const char *first;                                       /* primitive task: the one that is 0 by hand */
    const char *const *set;                                  /* properties that are 1, a list that ends with NULL */
    enum {
        WORKLOAD_PLAN,
        WORKLOAD_PLAN_ANY_ORDER,
        WORKLOAD_REPLAN,
        WORKLOAD_REPLAN_ANEW, /* ... with a different request each time, so that the replan cache does not help */
        WORKLOAD_LOAD
    } what;
} workload;

/* The troll beside so many tasks and properties that have nothing to do with it. */
void print_unrelated(FILE *to, uint32_t tasks, uint32_t properties);

extern const workload workloads[];
extern const uint32_t workload_count;
