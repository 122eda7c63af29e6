/* Times the searches of agents' layers; see crowd_clock.c. */
#pragma once

#include <stdint.h>

typedef struct crowd_clock {
    double nanoseconds; /* in searches, since it was last set to 0 */
    uint64_t searches;  /* begun */
    uint64_t found;     /* that ended with a plan */
    uint64_t nothing;   /* that ended with none, or kept the running plan */
} crowd_clock;

extern crowd_clock crowd_searching;
