/* The timers of a world; see timers.h. */
#include "timers.h"
#include "world_write.h"

/* --- The clock ---------------------------------------------------------------------------------- */

/* The time in so many milliseconds. */
static uint32_t later(uint32_t time, uint32_t milliseconds)
{
    const uint32_t sum = time + milliseconds;
    return sum < time ? sum + 1 : sum; /* there is no time 0 */
}

/* From one time to a later one. */
static uint32_t distance(uint32_t from, uint32_t to)
{
    return to >= from ? to - from : to - from - 1;
}

static bool is_over(const htni_timers *timers, uint32_t end)
{
    return distance(end, timers->time) <= HTNI_LONGEST_TIMER;
}

/* Whether `a` comes before `b`. What is over comes before what is not. */
static bool is_earlier(const htni_timers *timers, uint32_t a, uint32_t b)
{
    return !is_over(timers, b) && (is_over(timers, a) || distance(timers->time, a) < distance(timers->time, b));
}

void htni_timers_pass(htni_timers *timers, uint32_t milliseconds)
{
    timers->time = later(timers->time, milliseconds);
}

/* --- Cells -------------------------------------------------------------------------------------- */

static uint32_t cells_of(const htn_domain *domain, uint32_t property)
{
    return HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_EXPIRES
               ? HTNI_FIELD(domain, PROPERTIES, property, CELLS)
               : 0;
}

uint64_t htni_count_timers(const htn_domain *domain)
{
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    uint64_t count = 0;
    for (uint32_t i = 0; i < properties; i++)
        count += cells_of(domain, i);
    return count;
}

void htni_timers_init(htni_timers *timers, const htn_domain *domain, uint32_t *ends)
{
    memset(timers, 0, sizeof *timers);
    timers->ends = ends;
    timers->count = (uint32_t)htni_count_timers(domain);
    timers->time = 1;
}

/* A cell's timer. NULL: it has none. */
static uint32_t *timer_of(const htn_world *world, uint32_t property, uint32_t cell)
{
    uint32_t at = cell;
    if (world->timers == NULL || cell >= cells_of(world->domain, property))
        return NULL;
    for (uint32_t i = 0; i < property; i++)
        at += cells_of(world->domain, i);
    return &world->timers->ends[at];
}

void htni_timer_start(htn_world *world, uint32_t property, uint32_t cell, uint32_t milliseconds)
{
    htni_timers *timers = world->timers;
    uint32_t *timer = timer_of(world, property, cell);
    if (timer == NULL)
        return;
    const uint32_t least = milliseconds == 0 ? 1 : milliseconds;
    const uint32_t length = least > HTNI_LONGEST_TIMER ? HTNI_LONGEST_TIMER : least;
    const uint32_t end = later(timers->time, length);
    if (timers->running == 0 || is_earlier(timers, end, timers->earliest))
        timers->earliest = end;
    timers->running += *timer == 0;
    *timer = end;
    if (timers->watcher != NULL)
        timers->watcher(timers->watcher_user, htni_cell_address(world->domain, property, cell), length);
}

bool htni_timer_stop(htn_world *world, uint32_t property, uint32_t cell)
{
    uint32_t *timer = timer_of(world, property, cell);
    if (timer == NULL || *timer == 0)
        return false;
    *timer = 0;
    world->timers->running--;
    return true;
}

static void copy_timers_of(htn_world *to, const htn_world *from, uint32_t property)
{
    const uint32_t cells = cells_of(to->domain, property);
    for (uint32_t cell = 0; cell < cells; cell++) {
        const uint32_t left = htni_timer_left(from, property, cell);
        htni_timer_stop(to, property, cell);
        if (left != 0)
            htni_timer_start(to, property, cell, left);
    }
}

void htni_copy_timers(htn_world *to, const htn_world *from, bool shared)
{
    htni_timers *timers = to->timers;
    const uint32_t properties = htni_count(to->domain, HTN_SECTION_PROPERTIES);
    if (timers == NULL || timers == from->timers)
        return;
    void (*const watcher)(void *, uint32_t, uint32_t) = timers->watcher;
    timers->watcher = NULL;
    for (uint32_t i = 0; i < properties; i++)
        if (shared || (HTNI_FIELD(to->domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_SHARED) == 0)
            copy_timers_of(to, from, i);
    timers->watcher = watcher;
}

uint32_t htni_timer_left(const htn_world *world, uint32_t property, uint32_t cell)
{
    const uint32_t *timer = timer_of(world, property, cell);
    if (timer == NULL || *timer == 0)
        return 0;
    return is_over(world->timers, *timer) ? 1 : distance(world->timers->time, *timer);
}

void htni_stop_shared_timers(htn_world *world)
{
    const uint32_t properties = htni_count(world->domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < properties; i++)
        if (HTNI_FIELD(world->domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_SHARED)
            for (uint32_t cell = 0; cell < cells_of(world->domain, i); cell++)
                htni_timer_stop(world, i, cell);
}

void htni_start_shared_timers(htn_world *world, const htn_world *from)
{
    const uint32_t properties = htni_count(world->domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < properties; i++)
        if (HTNI_FIELD(world->domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_SHARED)
            for (uint32_t cell = 0; cell < cells_of(world->domain, i); cell++)
                if (htni_timer_left(from, i, cell) != 0)
                    htni_timer_start(world, i, cell, htni_timer_left(from, i, cell));
}

/* --- Expiry ------------------------------------------------------------------------------------- */

void htni_lapse(htn_world *world, uint32_t property, uint32_t cell)
{
    const int32_t initial = htni_initial(world->domain, property, cell);
    if (!htni_during_set_beneath(world, property, cell, initial))
        htni_store_cell(world, property, cell, initial, false);
}

/* Of one property, whose first timer is number `first`. */
static void lapse_property(htn_world *world, uint32_t property, uint32_t first,
                           void (*lapses)(void *user, uint32_t address), void *user)
{
    const uint32_t cells = cells_of(world->domain, property);
    htni_timers *timers = world->timers;
    for (uint32_t cell = 0; cell < cells; cell++) {
        uint32_t *timer = &timers->ends[first + cell];
        if (*timer == 0)
            continue;
        if (!is_over(timers, *timer)) {
            if (is_over(timers, timers->earliest) || is_earlier(timers, *timer, timers->earliest))
                timers->earliest = *timer;
            continue;
        }
        *timer = 0;
        timers->running--;
        if (lapses != NULL)
            lapses(user, htni_cell_address(world->domain, property, cell));
        htni_lapse(world, property, cell);
    }
}

void htni_timers_lapse(htn_world *world, void (*lapses)(void *user, uint32_t address), void *user)
{
    const htni_timers *timers = world->timers;
    const uint32_t properties = htni_count(world->domain, HTN_SECTION_PROPERTIES);
    uint32_t first = 0;
    if (timers == NULL || timers->running == 0 || !is_over(timers, timers->earliest))
        return;
    for (uint32_t i = 0; i < properties; i++) {
        lapse_property(world, i, first, lapses, user);
        first += cells_of(world->domain, i);
    }
}
