/*
 * Forward A* as an expert writes it for a problem that is known to be small: a state is 64 bits, one for each atom; states lie in
 * a hash table that a stamp empties; the open ones in a list for each total, because costs are small. Every action costs 1 and
 * makes one atom true, so the number of missing goal atoms is a lower bound.
 */
#include "workloads.h"
#include <string.h>

enum { STATES = 1024, BUCKETS = 2048, TOTALS = 64, NO_STATE = 0xFFFF };

typedef struct state {
    uint64_t atoms;
    uint16_t cost, parent, action;
    bool closed;
} state;

typedef struct problem {
    struct {
        uint64_t asks, needs, makes; /* an action is possible where `asks` of the atoms are `needs` */
    } actions[GOAP_ACTIONS];
    uint64_t goal;
} problem;

static _Alignas(64) struct {
    state states[STATES];
    uint32_t count;
    uint32_t stamp, stamps[BUCKETS]; /* a bucket is in use if it has the stamp */
    uint16_t buckets[BUCKETS];
    uint16_t open[TOTALS][STATES], open_count[TOTALS]; /* by cost and lower bound */
    uint32_t lowest, highest;
} a;

/* How many bits are set. */
static inline uint32_t count_bits(uint64_t bits)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_popcountll(bits);
#else
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
#endif
}

/* A state that is reached at a lower cost than before, or for the first time. */
static inline void reach(uint64_t atoms, uint32_t cost, uint32_t from, uint32_t action, uint64_t goal)
{
    uint32_t bucket = (uint32_t)(atoms * UINT64_C(0x9E3779B97F4A7C15) >> 53), number;
    while (a.stamps[bucket] == a.stamp && a.states[a.buckets[bucket]].atoms != atoms)
        bucket = (bucket + 1) % BUCKETS;
    if (a.stamps[bucket] == a.stamp) {
        number = a.buckets[bucket];
        if (a.states[number].cost <= cost)
            return;
    } else {
        if (a.count == STATES)
            return;
        number = a.count++;
        a.stamps[bucket] = a.stamp;
        a.buckets[bucket] = (uint16_t)number;
    }
    a.states[number] = (state){atoms, (uint16_t)cost, (uint16_t)from, (uint16_t)action, false};
    const uint32_t total = cost + count_bits(goal & ~atoms);
    a.open[total][a.open_count[total]++] = (uint16_t)number;
    a.highest = total > a.highest ? total : a.highest;
    a.lowest = total < a.lowest ? total : a.lowest;
}

static bool give(hand_planner *p, const state *at)
{
    p->step_count = at->cost;
    for (uint32_t i = at->cost; i-- > 0; at = &a.states[at->parent])
        p->steps[i] = (hand_step){at->action, 0};
    return true;
}

static bool search(hand_planner *p, const problem *of, uint64_t start)
{
    memset(a.open_count, 0, sizeof a.open_count);
    a.stamp++;
    a.count = a.highest = 0;
    a.lowest = TOTALS;
    reach(start, 0, NO_STATE, 0, of->goal);
    while (a.lowest <= a.highest) {
        if (a.open_count[a.lowest] == 0) {
            a.lowest++;
            continue;
        }
        const uint32_t number = a.open[a.lowest][--a.open_count[a.lowest]];
        state *const at = &a.states[number];
        const uint64_t atoms = at->atoms;
        if ((of->goal & ~atoms) == 0)
            return give(p, at);
        if (at->closed)
            continue;
        at->closed = true;
        for (uint32_t i = 0; i < GOAP_ACTIONS; i++)
            if ((atoms & of->actions[i].asks) == of->actions[i].needs)
                reach(atoms | of->actions[i].makes, at->cost + 1u, number, i, of->goal);
    }
    return false;
}

/* Done once for each domain: its actions and goal as bits. */
static void prepare(problem *of, const goap_domain *domain)
{
    for (uint32_t i = 0; i < domain->goal_count; i++)
        of->goal |= UINT64_C(1) << domain->goal[i];
    for (uint32_t i = 0; i < GOAP_ACTIONS; i++) {
        of->actions[i].needs = UINT64_C(1) << domain->actions[i].needs;
        of->actions[i].makes = UINT64_C(1) << domain->actions[i].makes;
        of->actions[i].asks = of->actions[i].needs | of->actions[i].makes;
    }
}

static uint64_t bits_of(const uint8_t *world)
{
    uint64_t atoms = 0;
    for (uint32_t i = 0; i < GOAP_ATOMS; i++)
        atoms |= (uint64_t)(world[i] & 1) << i;
    return atoms;
}

bool line_by_hand(hand_planner *p, const uint8_t *world)
{
    static problem of;
    if (of.goal == 0) {
        goap_domain domain;
        goap_line(&domain);
        prepare(&of, &domain);
    }
    return search(p, &of, bits_of(world));
}

bool bushy_by_hand(hand_planner *p, const uint8_t *world)
{
    static problem of;
    if (of.goal == 0) {
        goap_domain domain;
        goap_bushy(&domain);
        prepare(&of, &domain);
    }
    return search(p, &of, bits_of(world));
}
