/* What the forms of a result of coverage share: items in order, sums, and what items are called. */
#pragma once

#include "base/text.h"
#include "cli/scenario/coverage.h"

/* How many items there are and how many are exercised, by column: methods, conditions, tasks. */
typedef struct coverage_tally {
    uint32_t covered[3], all[3];
} coverage_tally;
extern const char *const coverage_columns[3];

/* Of one source, or of all if `file` is no source. */
coverage_tally coverage_tally_of(const coverage_map *map, uint32_t file);
bool coverage_has_items(const coverage_tally *of);

/* All items that count, by file, line and column. The caller frees the array. */
coverage_item **coverage_sorted(const coverage_map *map, uint32_t *count);

/* The task that an item is, or is part of. */
const coverage_item *coverage_task_of(const coverage_item *item);

/* `method 2 of Attack`, `task Hide`, `condition [Alarm] of Guard` */
void coverage_add_subject(base_text *text, const coverage_item *item);

/* Whether the item is part of one that was never reached: what is said about that one is enough. */
bool coverage_is_implied(const coverage_item *item);

/* How often a task or method was in a plan; for a task with an operator, how often that started. */
uint64_t coverage_times(const coverage_item *item);

/*
 * How often planning came to a line, from the items that begin in it. Its tasks count each with the larger of their own times and the sum
 * of their methods in the line: a method is part of its task and is not counted again. False: no task or method begins there; the
 * times are then those that the first condition of each method or task was tested.
 */
bool coverage_times_of_line(coverage_item *const *items, uint32_t count, uint64_t *times);
