/*
 * Domains whose code is C (native_inside.h): loading them, and running a search by turns of C and of the machine, which can go on from
 * each other's registers at any instruction. The C has the common case to itself: it is let run only as far as no limit can be
 * hit. What is rare (the end of a region, a running plan being followed, the search of an Achieve, the cheapest plan) the
 * machine does, so that there is one place that says what it comes to.
 */
#include "native_inside.h"

/*
 * Units of work that the machine takes before the C is asked again: of what is rare, where the C may not go on, and where it may not for
 * long.
 */
enum { SHORT_TURN = 8, TURN = 32, LONG_TURN = 4096 };

static bool fits(const htn_native *native)
{
    return native->version == HTNI_NATIVE_VERSION && native->planner_bytes == sizeof(htn_planner);
}

htn_status htn_domain_use_native(htn_domain *domain, const htn_native *native)
{
    if (domain == NULL || domain->blob == NULL)
        return HTN_BAD_ARGUMENT;
    if (native != NULL && !fits(native))
        return HTN_WRONG_RUNTIME;
    if (native != NULL &&
        (native->size != domain->size || native->checksum != htni_read32(domain->blob + HTN_HEADER_CHECKSUM)))
        return HTN_WRONG_DOMAIN;
    domain->native = native;
    return HTN_OK;
}

htn_status htn_domain_load_native(htn_domain *domain, const htn_native *native, htn_fault *fault)
{
    if (domain == NULL || native == NULL)
        return HTN_BAD_ARGUMENT;
    memset(domain, 0, sizeof *domain);
    if (!fits(native))
        return HTN_WRONG_RUNTIME;
    const htn_status status = htn_domain_load(domain, native->blob, native->size, fault);
    return status == HTN_OK ? htn_domain_use_native(domain, native) : status;
}

/* --- Running ------------------------------------------------------------------------------------ */

static inline uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* How many units of work the C can do, of those that are left, before a limit could matter; 0: it is the machine's turn. */
static inline uint32_t units_for_c(const htn_planner *planner, uint32_t left)
{
    const htni_registers *now = &planner->now;
    const htn_limits *limits = &planner->limits;
    const uint32_t trail = now->trail + 3 * now->pending; /* may be more than the limit: tracing adds marks */
    if (now->following | planner->cheapest | planner->achieving.searching)
        return 0;
    left = least(left, limits->steps - now->steps);
    left = least(left, limits->record - now->record);
    left = least(left, limits->choices - planner->choice_count);
    return least(left, trail < limits->trail ? (limits->trail - trail) / HTNI_WRITES_PER_UNIT : 0);
}

/* The part that has the code at `pc`. */
static uint32_t part_of(const htn_native *native, uint32_t pc)
{
    uint32_t low = 0, high = native->count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (native->starts[middle] <= pc)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The same, coming from part `last`: mostly the next one, as long tasks are cut into several. */
static inline uint32_t part_from(const htn_native *native, uint32_t last, uint32_t pc)
{
    const uint32_t next = last + 1, count = native->count;
    const bool is_next =
        next < count && native->starts[next] <= pc && (next + 1 == count || pc < native->starts[next + 1]);
    return is_next ? next : part_of(native, pc);
}

/* By the C, as long as it comes from one part into another. */
static inline uint32_t run_parts(htn_planner *planner, const htn_native *native, htni_part_function *const *parts)
{
    uint32_t status, part = part_of(native, planner->now.pc);
    while ((status = parts[part](planner)) == HTNI_ELSEWHERE)
        part = part_from(native, part, planner->now.pc);
    return status;
}

/* At most `units` of work by the machine. Both see only the fuel of their turn, so neither hits the limit of work. */
static uint32_t take_turn(htn_planner *planner, uint32_t units, htn_status (*machine)(htn_planner *, uint32_t))
{
    planner->work_left = units;
    const htn_status status = machine(planner, 0);
    return status == HTN_LIMIT_WORK ? HTN_SUSPENDED : status;
}

/* By turns until the search ends or the budget is spent; `status` is what the turn before came to. */
HTNI_APART static htn_status take_turns(htn_planner *planner, uint32_t budget, uint32_t status,
                                        htni_part_function *const *parts,
                                        htn_status (*machine)(htn_planner *, uint32_t))
{
    const htn_native *const native = planner->domain->native;
    const uint32_t work = planner->work_left, given = budget != 0 && budget < work ? budget : work;
    uint32_t left = given;
    do {
        uint32_t units = status != HTNI_BY_MACHINE ? units_for_c(planner, left) : 0;
        if (units != 0) {
            planner->work_left = units;
            status = run_parts(planner, native, parts);
        } else {
            const uint32_t turn = planner->achieving.searching || planner->cheapest ? LONG_TURN : TURN;
            units = least(left, status == HTNI_BY_MACHINE ? SHORT_TURN : turn);
            status = take_turn(planner, units, machine);
        }
        left -= units - planner->work_left;
    } while (status == HTNI_BY_MACHINE || (status == HTN_SUSPENDED && left != 0));
    if (status == HTN_SUSPENDED) /* a cut, which needs no work, is the machine's to see */
        status = take_turn(planner, 0, machine);
    planner->work_left = work - (given - left);
    return status == HTN_SUSPENDED && planner->work_left == 0 ? HTN_LIMIT_WORK : (htn_status)status;
}

/* Mostly one turn of the C is all there is. */
static inline htn_status run(htn_planner *planner, uint32_t budget, htni_part_function *const *parts,
                             htn_status (*machine)(htn_planner *, uint32_t))
{
    const uint32_t work = planner->work_left, units = budget == 0 ? units_for_c(planner, work) : 0;
    if (units == 0)
        return take_turns(planner, budget, HTN_SUSPENDED, parts, machine);
    planner->work_left = units;
    const uint32_t status = run_parts(planner, planner->domain->native, parts);
    planner->work_left += work - units;
    if (status == HTN_SUSPENDED || status == HTNI_BY_MACHINE)
        return take_turns(planner, budget, status, parts, machine);
    return (htn_status)status;
}

htn_status htni_run_native(htn_planner *planner, uint32_t budget)
{
    return run(planner, budget, planner->domain->native->plain, htni_run);
}

htn_status htni_run_native_marked(htn_planner *planner, uint32_t budget)
{
    return run(planner, budget, planner->domain->native->marked, htni_run_marked);
}
