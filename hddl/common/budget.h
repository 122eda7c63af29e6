/*
 * Time and memory that the solver may use. Time counts from the start of the process, so that reading the
 * files is part of what --time bounds. Memory is claimed before it is allocated; what has been claimed is
 * given back by the same size.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct hddl_budget {
    double start;        /* of the process, on base_seconds()'s clock */
    double end;          /* of all searches, in seconds since `start`; INFINITY: no limit */
    double slice_end;    /* of the search that runs now, likewise */
    bool cpu;            /* times are processor times of the process instead of wall times */
    size_t memory_limit; /* bytes in all; SIZE_MAX: no limit */
    size_t memory_used;  /* bytes that are claimed */
    size_t memory_peak;  /* the most that was claimed at any time */
} hddl_budget;

/* A budget of this process without limits. */
hddl_budget hddl_budget_make(void);

/* Seconds since the process began; seconds of processor time where `cpu` is set. */
double hddl_budget_now(const hddl_budget *budget);

/*
 * Whether the time slice or the whole time is used up. Asks the host for the time: searches call it every
 * thousand nodes or so.
 */
bool hddl_budget_is_over(const hddl_budget *budget);

/* False: the limit would be passed; then nothing is claimed. */
bool hddl_budget_claim(hddl_budget *budget, size_t bytes);
void hddl_budget_release(hddl_budget *budget, size_t bytes);

/* For arenas: an allocator that claims what it allocates. The budget must outlive what is allocated. */
base_allocator hddl_budget_allocator(hddl_budget *budget);
