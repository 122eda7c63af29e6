/*
 * What the scenarios exercise of their domains: tasks, methods and conditions. The items are places in sources, so when
 * several files import one domain their counts add up. Neighbours: coverage_watch.h counts while scenarios are played,
 * coverage_show.h prints the result.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

typedef enum coverage_kind { COVERAGE_COMPOUND, COVERAGE_PRIMITIVE, COVERAGE_METHOD, COVERAGE_CONDITION } coverage_kind;

typedef struct coverage_counts {
    uint64_t tried;     /* task: a search reached it. Method: its conditions were tested */
    uint64_t taken;     /* method: chosen. Primitive task: a step. Also on branches that the search gave up */
    uint64_t planned;   /* task or method: part of a plan that the agent ran */
    uint64_t started;   /* primitive task: its operator started */
    uint64_t succeeded; /* primitive task: a scenario let it succeed. Condition: it held */
    uint64_t failed;    /* primitive task: a scenario let it fail. Condition: it did not hold */
} coverage_counts;

typedef struct coverage_item {
    char *key; /* kind and place */
    coverage_kind kind;
    uint32_t file; /* index of its source */
    uint32_t line, column;
    char *text;               /* a task's name; a method's index and label; a condition */
    struct coverage_item *of; /* of a method: its task; of a condition: its method or task; else NULL */
    bool operated;            /* a primitive task that has an operator */
    coverage_counts counts;
    UT_hash_handle hh;
} coverage_item;

typedef struct coverage_source {
    char *path;
    char *text;
} coverage_source;

typedef struct coverage_map {
    coverage_item *items; /* uthash, in the order in which they were added */
    coverage_source *sources;
    uint32_t source_count;
    size_t source_capacity;
    struct coverage_watch *watch; /* of the file whose scenarios are played now; NULL: none */
} coverage_map;

/* The index of a source. Copies path and text if the source is new. */
uint32_t coverage_find_source(coverage_map *map, const char *path, const char *text);

/* The item of a kind at a place. A new item has no text yet: the caller sets it. */
coverage_item *coverage_find_item(coverage_map *map, coverage_kind kind, uint32_t file, uint32_t line, uint32_t column);

void coverage_free(coverage_map *map);

/*
 * Whether an item counts. A condition that was never tested although its method or task was taken does not: it is implied by
 * the conditions before it.
 */
bool coverage_counts_in(const coverage_item *item);

/* Whether an item is exercised: a task or method by being in a plan, a condition by holding once and failing once. */
bool coverage_is_covered(const coverage_item *item);

/* What keeps an item from being exercised: `was never reached`; "" if it is exercised. */
const char *coverage_lack(const coverage_item *item);
