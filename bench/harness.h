/*
 * What the benches share: a domain with its world and planner, a clock, the least and the middle of many times. Whatever goes
 * wrong ends the program, as a figure from half a bench is worth nothing.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <htn/htn.h>

/* Prints why, and ends the program with status 2. */
_Noreturn void harness_fail(const char *why);

/* Memory, all 0, that nobody gives back. */
void *harness_get(size_t size);

/* The domain in a file. */
htn_domain harness_load(const char *path);

htn_world harness_world(const htn_domain *domain);

/* `limits` as for htn_planner_init(). */
htn_planner *harness_planner(const htn_domain *domain, const htn_limits *limits);

/* Nanoseconds since some moment. */
double harness_now(void);

/* Nanoseconds that this process has been running for, others' turns not counted; exact to a microsecond. */
double harness_cpu(void);

/* Something whose cost is measured; `user` is the bench's own. */
typedef void harness_run(void *user);

/* Nanoseconds of one run. */
typedef struct harness_time {
    double least, median;
} harness_time;

/* Measures `count` (at most 4) contenders turn about, each in batches long enough for the clock, so that all meet the same weather. */
void harness_measure(harness_run *const *runs, uint32_t count, void *user, harness_time *times);

/* That many runs; bench/count counts the instructions of this function. */
void harness_repeat(harness_run *run, void *user, uint32_t times);

/* Times, the least first: the median of `count` is times[count / 2], the 99th percentile times[count * 99 / 100]. */
void harness_sort(double *times, size_t count);

#endif
