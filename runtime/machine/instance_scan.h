/* Loops over instances, many turns at once. */
#ifndef HTNI_INSTANCE_SCAN_H
#define HTNI_INSTANCE_SCAN_H

#include <htn/native.h>

/*
 * Goes on with the loop of the NEXT_INSTANCE at `pc` where it can: where to go then, and the fuel left. The same
 * pc: nothing was done, or the fuel is spent.
 */
htni_scanned htni_scan(const htn_domain *domain, const uint8_t *world, const uint8_t *code, uint32_t pc,
                       uint32_t *locals, uint32_t fuel);

/* The same in the planner's working world, and what has been read is marked. The planner has footprints. */
htni_scanned htni_scan_marked(const htn_planner *planner, const uint8_t *code, uint32_t pc, uint32_t *locals,
                              uint32_t fuel);

#endif
