/*
 * What scenarios exercise of their domains: tasks, methods, conditions. coverage.c listens to the agents' searches and watches
 * their plans, coverage_show.c tells of it. Several files that import one domain add up: what counts is a place in a source.
 */
#ifndef CLI_COVERAGE_H
#define CLI_COVERAGE_H

#include "cli/scenario/scenario.h"
#include <cjson/cJSON.h>
#include <uthash.h>

typedef enum coverage_kind { COVERAGE_COMPOUND, COVERAGE_PRIMITIVE, COVERAGE_METHOD, COVERAGE_CONDITION } coverage_kind;

/* What is counted of a place. */
typedef struct coverage_counts {
    uint64_t tried;             /* a task was come to; a method's conditions were asked */
    uint64_t taken;             /* a method was, a primitive task was a step, if only of a branch that was given up */
    uint64_t planned;           /* any of these: in a plan that was taken up */
    uint64_t started;           /* a primitive task's operator */
    uint64_t succeeded, failed; /* likewise, as scenarios say. Of a condition: held, did not hold */
} coverage_counts;

typedef struct coverage_item {
    char *key; /* kind and place */
    coverage_kind kind;
    uint32_t file; /* index of its source */
    uint32_t line, column;
    char *text;               /* a task's name, a method's index or label, a condition */
    struct coverage_item *of; /* a method: its task; a condition: its method or task; else NULL */
    bool operated;            /* primitive: has an operator */
    coverage_counts counts;
    UT_hash_handle hh;
} coverage_item;

typedef struct coverage_source {
    char *path;
    char *text;
} coverage_source;

typedef struct coverage_map {
    coverage_item *items; /* uthash, in the order in which they were met */
    coverage_source *sources;
    uint32_t source_count;
    size_t source_capacity;
    struct coverage_watch *watch; /* of the file that is being played; NULL: none */
} coverage_map;

void coverage_free(coverage_map *map);

/* From here to coverage_end() the cast's scenarios count. */
void coverage_begin(coverage_map *map, scenario_cast *cast);
void coverage_end(coverage_map *map);

/*
 * Whether it is to be exercised at all: not a condition that was never asked though its method or task was taken, since then
 * something before it says that it holds.
 */
bool coverage_counts_in(const coverage_item *item);
/* Whether something was exercised: a task or method in a plan, a condition in both ways. */
bool coverage_is_covered(const coverage_item *item);
/* What it lacks: `was never reached`; of one that is covered "". */
const char *coverage_lack(const coverage_item *item);

/* coverage_show.c. A table of what was exercised, and a line for each thing that was not. */
void coverage_print(const coverage_map *map, bool colour);
/* The sources, each line with how often it was. */
void coverage_print_sources(const coverage_map *map, bool colour);
/* docs/tool.md describes it; the caller's. */
cJSON *coverage_json(const coverage_map *map);

#endif
