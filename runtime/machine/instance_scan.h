/* Loops over instances, many turns at once: fewer instructions to dispatch. */
#pragma once

#include <htn/native.h>

/*
 * Scans the loop of the NEXT_INSTANCE at `pc`, if it can. Returns where control goes on, and the fuel left.
 * The same pc: nothing was done, or the fuel is spent.
 */
htni_scanned htni_scan(const htn_domain *domain, const uint8_t *world, const uint8_t *code, uint32_t pc,
                       uint32_t *locals, uint32_t fuel);

/* The same in the planner's working world; marks what it reads. The planner records a footprint. */
htni_scanned htni_scan_marked(const htn_planner *planner, const uint8_t *code, uint32_t pc, uint32_t *locals,
                              uint32_t fuel);
