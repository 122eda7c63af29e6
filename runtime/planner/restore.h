/*
 * What the During of a step has overwritten. Agents keep it (agent/restores.c); checking a plan takes it into
 * account (validate.c).
 */
#ifndef HTNI_RESTORE_H
#define HTNI_RESTORE_H

#include <stdint.h>

/* A cell that a During has written. At the step's end it is restored, if it still has the value written. */
typedef struct htni_restore {
    uint32_t slot; /* the slot of a step in progress ... */
    uint32_t step; /* ... which is this step of the running plan; HTN_NONE: the plan is gone */
    uint32_t cell; /* address | width << 30 */
    int32_t old, written;
    uint32_t property;
    uint32_t generation; /* of the instance that is the old value */
    uint32_t about;      /* sum of the generations of the instances in the cell's index: restores.c */
} htni_restore;

#endif
