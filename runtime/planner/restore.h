/* What a step's During has overwritten: agents keep it (restores.c), and checking a plan takes it into account (validate.c). */
#ifndef HTNI_RESTORE_H
#define HTNI_RESTORE_H

#include <stdint.h>

/* A cell that the During of a step has written: it is set back at the step's end, if it still holds what was written. */
typedef struct htni_restore {
    uint32_t slot; /* which of the layer's steps under way ... */
    uint32_t step; /* ... of the running plan; HTN_NONE: it is of no plan any more */
    uint32_t cell; /* address | width << 30 */
    int32_t old, written;
    uint32_t property;
    uint32_t generation; /* of the instance that `old` is, and ... */
    uint32_t about;      /* ... the sum of those that the cell is about: restores.c */
} htni_restore;

#endif
