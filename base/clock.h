/* Time on clocks that nobody sets. Nothing here fails; what the host does not know is 0. */
#pragma once

#include <stdint.h>

/* Seconds since some fixed time. */
double base_seconds(void);

/* The same in milliseconds, rounded down. */
uint64_t base_milliseconds(void);

/* What base_seconds() showed when this process began, as near as the host can tell; never later than that. */
double base_seconds_at_start(void);

/* Seconds of processor time that this process has used, in all its threads together. */
double base_processor_seconds(void);
