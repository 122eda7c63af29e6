/*
 * Measures the workloads (workloads.h) four ways: by the machine, as C (docs/native.md), by hand, and by hand with the record; and by
 * another project's planner, where there is one. First it checks that all find the same plan, and ours the same record.
 *
 *     PROGRAM                     the names of the workloads, a line each
 *     PROGRAM NUMBER              the domain's source; they are counted from 0
 *     PROGRAM NUMBER BLOB C NAME  a line `variant <tab> minimum ns <tab> median ns <tab> bytes of the blob <tab> units of work` for
 *                                 each; 0 units where nothing is planned from its start. C is a shared object with the domain's C,
 *                                 NAME what that defines; - and -: none. A line `differs` says that the peer finds another plan;
 *                                 then it is not measured
 *     PROGRAM NUMBER BLOB C NAME WHO   ten runs by WHO (vm, c, hand, record, peer), for bench/count
 *
 * Drivers of peers (bench/peers) may be C++.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A planner of another project, as an opponent. */
typedef struct workload_peer {
    /* Gets ready for a workload, by its name, in `world`, a byte for each of `count` properties. false: it cannot do this one. */
    bool (*prepare)(const char *workload, const uint8_t *world, uint32_t count);
    /* Makes a plan: this is measured. false: there is none. */
    bool (*plan)(void);
    /* Writes at most `room` steps of the last plan, primitive tasks as our domain counts them from 0. Returns how many it has. */
    uint32_t (*steps)(uint32_t *tasks, uint32_t room);
} workload_peer;

/* The whole program; `peer` NULL: there is none. Returns the exit status. */
int workload_run(int argc, char **argv, const workload_peer *peer);

#ifdef __cplusplus
}
#endif
