/*
 * The cases of bench_scaling.c: domains whose size is a parameter, one case for each way of finding instances. The domains are
 * in scaling_source.c. scaling_by_hand.c has the same search as a loop in plain C, for the cases that have one.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

/* The data of n instances for the code by hand, in the layout of the domain's tables. */
typedef struct scaling_arrays {
    uint32_t count;
    uint8_t *present, *seen;
    int32_t *distance;
} scaling_arrays;

typedef struct scaling_case {
    const char *name;
    const char *what;                    /* in a table's heading */
    void (*print)(FILE *to, uint32_t n); /* the domain, as source text */
    int32_t (*expected)(uint32_t n);     /* the first argument of the plan's first step; NULL: the one found by hand */
    int32_t (*by_hand)(const scaling_arrays *arrays); /* NULL: there is no loop to compare with */
    uint32_t enemies;                                 /* that are present: 1: all N of them; 10: ten; 0: none */
} scaling_case;

extern const scaling_case scaling_cases[];
extern const uint32_t scaling_case_count;

/* The values that the host sets for instance i. */
int32_t scaling_distance(uint32_t i);
uint8_t scaling_seen(uint32_t i);

/* scaling_by_hand.c: the first of the nearest seen, -1 where none is; how many are. */
int32_t nearest_by_hand(const scaling_arrays *arrays);
int32_t count_by_hand(const scaling_arrays *arrays);
