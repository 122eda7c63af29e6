/* How long a unit of work takes; see work_timing.h. */
#include "work_timing.h"

/* Sums forget above this many units. Short enough to follow a game that changes, long enough to forgive a thread that was paused. */
enum { MOST_UNITS = 1 << 18 };

/* Longer times are of a thread that was paused, or of a clock that is wrong; more would not fit the sums. */
static const uint64_t most_ns = UINT64_C(1000000000);

void htni_begin_timing(htn_crowd *crowd)
{
    if (crowd->timing != HTN_CROWD_TIMING_OPEN)
        return;
    if (crowd->until_timed != 0) {
        crowd->until_timed--;
        crowd->timing = HTN_CROWD_TIMING_NOT;
        return;
    }
    crowd->until_timed = HTN_CROWD_TIMED - 1;
    crowd->timing = HTN_CROWD_TIMING_ON;
    crowd->timed_from = crowd->clock(crowd->clock_user);
}

void htni_end_timing(htn_crowd *crowd, uint32_t work)
{
    const bool timed = crowd->timing == HTN_CROWD_TIMING_ON;
    crowd->timing = HTN_CROWD_TIMING_OPEN;
    if (!timed || work == 0)
        return;
    const uint64_t now = crowd->clock(crowd->clock_user);
    const uint64_t took = now > crowd->timed_from ? now - crowd->timed_from : 0;
    crowd->timed_ns += took < most_ns ? took : most_ns;
    crowd->timed_units += work;
    while (crowd->timed_units > MOST_UNITS) {
        crowd->timed_units /= 2;
        crowd->timed_ns /= 2;
    }
}

uint32_t htni_unit_ps(const htn_crowd *crowd)
{
    if (crowd->timed_units == 0)
        return HTN_CROWD_UNIT_PS;
    const uint64_t ps = crowd->timed_ns * 1000 / crowd->timed_units;
    return ps == 0 ? 1 : ps > UINT32_MAX ? UINT32_MAX : (uint32_t)ps;
}

uint32_t htni_units_of(const htn_crowd *crowd, uint64_t budget_ns)
{
    const uint64_t ns = budget_ns < most_ns ? budget_ns : most_ns;
    const uint64_t units = ns * 1000 / htni_unit_ps(crowd);
    if (units == 0)
        return budget_ns != 0;
    return units < HTN_NONE ? (uint32_t)units : HTN_NONE - 1;
}
