/*
 * A set of 128-bit keys: hashes of what must not be met twice (nodes, tasks, states). Two different things
 * with the same key are taken for one, which at 128 bits does not happen in practice. Open addressing with
 * linear probing.
 */
#pragma once

#include "hddl/common/pool.h"

/* Both halves 0: no key. */
typedef struct hddl_key {
    uint64_t low, high;
} hddl_key;

/* {0} is the empty set. */
typedef struct hddl_key_set {
    hddl_key *slots;
    size_t mask, count;
} hddl_key_set;

static inline bool hddl_key_is_none(hddl_key key)
{
    return (key.low | key.high) == 0;
}

/* The key itself, unless it is the one that is none: that becomes another. */
static inline hddl_key hddl_key_of(uint64_t low, uint64_t high)
{
    return (hddl_key){low | ((low | high) == 0), high};
}

/* Adds a key; false: it was there. */
bool hddl_key_set_add(hddl_pool *pool, hddl_key_set *set, hddl_key key);

/*
 * The same for a set that may forget: where the budget has no memory for a larger set, or the set has 25
 * million keys, it stops growing. Once it is nearly full, new keys are not stored, and the answer is true
 * each time that one comes.
 */
bool hddl_key_set_add_or_forget(hddl_pool *pool, hddl_key_set *set, hddl_key key);

bool hddl_key_set_has(const hddl_key_set *set, hddl_key key);

/* Takes a key out, if it is there. */
void hddl_key_set_remove(hddl_key_set *set, hddl_key key);

/* Takes all keys out, and gives the memory back. */
void hddl_key_set_clear(hddl_pool *pool, hddl_key_set *set);
