/*
 * Running a domain's C and the machine by turns, either of which can continue from the other's registers at any
 * instruction. The C has the common case to itself: it runs only as far as it can reach no limit. What is rare (the
 * end of a region, following a running plan, the search of an Achieve, the cheapest plan) the machine does, so that
 * one place says what happens then.
 */
#include "native_run.h"
#include "../blob/attributes.h"

/*
 * Units of work of a turn of the machine, before the C is tried again: after a rare instruction; where the C
 * may not run now; where it may not run for long.
 */
enum { SHORT_TURN = 8, TURN = 32, LONG_TURN = 4096 };

/* Where tasks have not become C, the C often does nothing: then the machine's turns double, up to this. */
enum { MOST_SHORT_TURN = 128 };

static inline uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t htni_most_units(const htn_limits *limits)
{
    return least(least(limits->steps, limits->record), least(limits->choices, limits->trail / HTN_NATIVE_WRITES));
}

/* Whether the search is at something rare, which is left to the machine. */
static inline bool is_rare(const htn_planner *planner)
{
    return (planner->machine.now.following | planner->search.cheapest | planner->achieving.searching) != 0 ||
           planner->search.given != 0; /* the C of a task knows where its callers go on, not that it may be given */
}

/* Whether that lasts. */
static inline bool is_long(const htn_planner *planner)
{
    return planner->achieving.searching || planner->search.cheapest || planner->search.given != 0;
}

/* Units of work that the C can do, of `left`, before it could reach a limit. 0: it is the machine's turn. */
static inline uint32_t units_for_c(const htn_planner *planner, uint32_t left)
{
    const htni_registers *now = &planner->machine.now;
    const htn_limits *limits = &planner->machine.limits;
    const uint32_t trail = now->trail + 3 * now->pending; /* above the limit if a traced search left marks */
    if (is_rare(planner))
        return 0;
    left = least(left, limits->steps - now->steps);
    left = least(left, limits->record - now->record);
    left = least(left, limits->choices - planner->machine.choice_count);
    return least(left, trail < limits->trail ? (limits->trail - trail) / HTN_NATIVE_WRITES : 0);
}

/* The same for a search that has just begun, by a cheap conservative bound: a|b|c is at least max(a, b, c). */
static inline uint32_t first_units(const htn_planner *planner, uint32_t left)
{
    const htni_registers *now = &planner->machine.now;
    const uint32_t used = now->steps | now->record | now->trail | now->pending | planner->machine.choice_count;
    return is_rare(planner) || used >= planner->native_units ? 0 : least(left, planner->native_units - used);
}

/* The part with the code at `pc`. */
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

/* The same, coming from part `last`: usually the next one, because long tasks are cut into several parts. */
static inline uint32_t part_from(const htn_native *native, uint32_t last, uint32_t pc)
{
    const uint32_t next = last + 1, count = native->count;
    const bool is_next =
        next < count && native->starts[next] <= pc && (next + 1 == count || pc < native->starts[next + 1]);
    return is_next ? next : part_of(native, pc);
}

/* Runs the C from part to part. */
HTNI_NOINLINE static uint32_t run_from_part_to_part(htn_planner *planner, htn_native_part *const *parts)
{
    const htn_native *const native = planner->machine.domain->native;
    uint32_t status, part = part_of(native, planner->machine.now.pc);
    while ((status = parts[part](planner)) == HTN_NATIVE_ELSEWHERE)
        part = part_from(native, part, planner->machine.now.pc);
    return status;
}

/* Usually one part is enough. */
static inline uint32_t run_parts(htn_planner *planner, htn_native_part *const *parts)
{
    const uint32_t status = parts[part_of(planner->machine.domain->native, planner->machine.now.pc)](planner);
    return HTNI_UNLIKELY(status == HTN_NATIVE_ELSEWHERE) ? run_from_part_to_part(planner, parts) : status;
}

/*
 * A turn of the machine, of at most `units` units of work. Both see only the fuel of their turn, so neither
 * reaches the limit of work.
 */
static uint32_t take_turn(htn_planner *planner, uint32_t units, htn_status (*machine)(htn_planner *, uint32_t))
{
    planner->machine.work_left = units;
    const htn_status status = machine(planner, 0);
    return status == HTN_LIMIT_WORK ? HTN_SUSPENDED : status;
}

/* The parts that run: as vm.c, or as vm_marked.c. */
static inline htn_native_part *const *parts_of(const htn_planner *planner, bool marked)
{
    return marked ? planner->machine.domain->native->marked : planner->machine.domain->native->plain;
}

/* Takes turns until the search ends or the budget is spent. `status`: of the turn before. */
HTNI_NOINLINE static htn_status take_turns(htn_planner *planner, uint32_t budget, uint32_t status, bool marked)
{
    htn_status (*const machine)(htn_planner *, uint32_t) = marked ? htni_run_marked : htni_run;
    const uint32_t work = planner->machine.work_left, given = budget != 0 && budget < work ? budget : work;
    uint32_t left = given, rare = SHORT_TURN;
    do {
        uint32_t units = status != HTN_NATIVE_BY_MACHINE ? units_for_c(planner, left) : 0;
        if (units != 0) {
            planner->machine.work_left = units;
            status = run_parts(planner, parts_of(planner, marked));
            rare = planner->machine.work_left < units ? SHORT_TURN : least(2 * rare, MOST_SHORT_TURN);
        } else {
            const uint32_t turn = is_long(planner) ? LONG_TURN : TURN;
            units = least(left, status == HTN_NATIVE_BY_MACHINE ? rare : turn);
            status = take_turn(planner, units, machine);
        }
        left -= units - planner->machine.work_left;
    } while (status == HTN_NATIVE_BY_MACHINE || (status == HTN_SUSPENDED && left != 0));
    if (status == HTN_SUSPENDED) /* a branch may fail at a limit without any work: the machine finds out */
        status = take_turn(planner, 0, machine);
    planner->machine.work_left = work - (given - left);
    return status == HTN_SUSPENDED && planner->machine.work_left == 0 ? HTN_LIMIT_WORK : (htn_status)status;
}

/* Usually one turn of the C is enough. */
HTNI_INLINE htn_status run_by_turns(htn_planner *planner, uint32_t budget, bool marked)
{
    const uint32_t work = planner->machine.work_left, units = budget == 0 ? first_units(planner, work) : 0;
    if (units == 0)
        return take_turns(planner, budget, HTN_SUSPENDED, marked);
    const uint32_t rest = work - units;
    planner->machine.work_left = units;
    const uint32_t status = run_parts(planner, parts_of(planner, marked));
    planner->machine.work_left += rest;
    if (HTNI_UNLIKELY(status >= HTN_NATIVE_BY_MACHINE || status == HTN_SUSPENDED))
        return take_turns(planner, budget, status, marked);
    return (htn_status)status;
}

htn_status htni_run_native(htn_planner *planner, uint32_t budget)
{
    return run_by_turns(planner, budget, false);
}

htn_status htni_run_native_marked(htn_planner *planner, uint32_t budget)
{
    return run_by_turns(planner, budget, true);
}
