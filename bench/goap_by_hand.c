/*
 * Forward A* over worlds of one byte per atom, in static arrays, as a game would write it: states in a hash table, the
 * open ones in a heap. Every action costs 1 and makes one atom true, so the number of missing goal atoms is a lower bound.
 */
#include "workloads.h"
#include <string.h>

enum { STATES = 512, BUCKETS = 1024, NO_STATE = 0xFFFF };

typedef struct state {
    uint8_t atoms[GOAP_ATOMS];
    uint16_t cost, parent, action;
    bool closed;
} state;

typedef struct open_state {
    uint16_t total, state;
} open_state;

static struct {
    state states[STATES];
    uint16_t buckets[BUCKETS]; /* a state's number plus 1 */
    open_state heap[STATES * 4];
    uint32_t count, open;
} a;

static uint32_t missing(const uint8_t *atoms, const goap_domain *domain)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < domain->goal_count; i++)
        count += !atoms[domain->goal[i]];
    return count;
}

static uint32_t bucket_of(const uint8_t *atoms)
{
    uint64_t hash = 0, word;
    for (uint32_t i = 0; i < GOAP_ATOMS; i += 8) {
        memcpy(&word, atoms + i, 8);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash % BUCKETS;
}

/* An entry whose state has since been reached at lower cost is skipped when it is popped. */
static void push(uint32_t total, uint32_t number)
{
    uint32_t at = a.open++;
    while (at > 0) {
        const uint32_t parent = (at - 1) / 2;
        if (a.heap[parent].total <= total)
            break;
        a.heap[at] = a.heap[parent];
        at = parent;
    }
    a.heap[at] = (open_state){(uint16_t)total, (uint16_t)number};
}

static uint32_t pop(void)
{
    const uint32_t top = a.heap[0].state;
    const open_state last = a.heap[--a.open];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= a.open)
            break;
        if (child + 1 < a.open && a.heap[child + 1].total < a.heap[child].total)
            child++;
        if (a.heap[child].total >= last.total)
            break;
        a.heap[at] = a.heap[child];
        at = child;
    }
    a.heap[at] = last;
    return top;
}

/* A way to a state; NO_STATE as `from`: the start. */
static void reach(const uint8_t *atoms, uint32_t cost, uint32_t from, uint32_t action, const goap_domain *domain)
{
    uint32_t bucket = bucket_of(atoms), number;
    while ((number = a.buckets[bucket]) != 0 && memcmp(a.states[number - 1].atoms, atoms, GOAP_ATOMS) != 0)
        bucket = (bucket + 1) % BUCKETS;
    if (number == 0) {
        if (a.count == STATES)
            return;
        number = a.buckets[bucket] = (uint16_t)++a.count;
    } else if (a.states[number - 1].cost <= cost) {
        return;
    }
    state *const at = &a.states[number - 1];
    memcpy(at->atoms, atoms, GOAP_ATOMS);
    at->cost = (uint16_t)cost;
    at->parent = (uint16_t)from;
    at->action = (uint16_t)action;
    at->closed = false;
    push(cost + missing(atoms, domain), number - 1);
}

static bool give(hand_planner *p, const state *at)
{
    p->step_count = at->cost;
    for (uint32_t i = at->cost; i-- > 0; at = &a.states[at->parent])
        p->steps[i] = (hand_step){at->action, 0};
    return true;
}

static void expand(uint32_t number, const goap_domain *domain)
{
    uint8_t next[GOAP_ATOMS];
    memcpy(next, a.states[number].atoms, sizeof next);
    for (uint32_t i = 0; i < GOAP_ACTIONS; i++) {
        const goap_action *action = &domain->actions[i];
        if (!next[action->needs] || next[action->makes])
            continue;
        next[action->makes] = 1;
        reach(next, a.states[number].cost + 1u, number, i, domain);
        next[action->makes] = 0;
    }
}

static bool search(hand_planner *p, const goap_domain *domain, const uint8_t *world)
{
    memset(a.buckets, 0, sizeof a.buckets);
    a.count = a.open = 0;
    reach(world, 0, NO_STATE, 0, domain);
    while (a.open > 0) {
        const uint32_t number = pop();
        state *const at = &a.states[number];
        if (missing(at->atoms, domain) == 0)
            return give(p, at);
        if (at->closed)
            continue;
        at->closed = true;
        expand(number, domain);
    }
    return false;
}

bool line_by_hand(hand_planner *p, const uint8_t *world)
{
    static goap_domain domain;
    if (domain.goal_count == 0)
        goap_line(&domain);
    return search(p, &domain, world);
}

bool bushy_by_hand(hand_planner *p, const uint8_t *world)
{
    static goap_domain domain;
    if (domain.goal_count == 0)
        goap_bushy(&domain);
    return search(p, &domain, world);
}
