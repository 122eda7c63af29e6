/* The loops that a programmer would write instead of a binder, as opponents of the machine. */
#include "scaling.h"

#if defined(__GNUC__)
#define LOOP __attribute__((noinline))
#else
#define LOOP
#endif

LOOP int32_t nearest_by_hand(const scaling_arrays *arrays)
{
    int32_t best = -1;
    for (uint32_t i = 0; i < arrays->count; i++)
        if (arrays->present[i] && arrays->seen[i] && (best < 0 || arrays->distance[i] < arrays->distance[best]))
            best = (int32_t)i;
    return best;
}

LOOP int32_t count_by_hand(const scaling_arrays *arrays)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < arrays->count; i++)
        if (arrays->present[i] && arrays->seen[i])
            count++;
    return count;
}
