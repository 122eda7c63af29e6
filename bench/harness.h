/*
 * Shared by the benchmarks: a domain with its world and planner, a clock, least and median times. Any error ends the
 * program, because figures of an incomplete run are worthless.
 */
#pragma once

#include <htn/htn.h>

/* Prints why, and ends the program with status 2. */
_Noreturn void harness_fail(const char *why);

/* Zeroed memory that is never freed. */
void *harness_get(size_t size);

/* The domain in a file. */
htn_domain harness_load(const char *path);

htn_world harness_world(const htn_domain *domain);

/* `limits` as for htn_planner_init(). */
htn_planner *harness_planner(const htn_domain *domain, const htn_limits *limits);

/* The units of work of a plan (htn_limits.work), counted one at a time. */
uint32_t harness_work(htn_planner *planner, htn_world *world);

/* Nanoseconds since some moment. */
double harness_now(void);

/* Processor time of this process in nanoseconds, exact to a microsecond. */
double harness_cpu(void);

/* Something whose cost is measured; `user` is the bench's own. */
typedef void harness_run(void *user);

/* Nanoseconds of one run. */
typedef struct harness_time {
    double least, median;
} harness_time;

/* Measures `count` (at most 5) contenders in alternating batches, each long enough for the clock, so that load affects all alike. */
void harness_measure(harness_run *const *runs, uint32_t count, void *user, harness_time *times);

/* Runs it `count` times. bench/count counts the instructions of this function. */
void harness_repeat(harness_run *run, void *user, uint32_t times);

/* Times, the least first: the median of `count` is times[count / 2], the 99th percentile times[count * 99 / 100]. */
void harness_sort(double *times, size_t count);
