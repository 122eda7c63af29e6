/*
 * Sets of 128-bit keys; see key_set.h. At most three quarters of the slots are taken, in a set that cannot
 * grow seven eighths.
 */
#include "hddl/common/key_set.h"

#include <string.h>

enum { FIRST_SLOTS = 256, MOST_KEYS = 3 << 23 };

/* The slot that has the key, or the empty one where it would be. */
static size_t slot_of(const hddl_key_set *set, hddl_key key)
{
    size_t at = (size_t)key.low & set->mask;
    while (!hddl_key_is_none(set->slots[at]) && (set->slots[at].low != key.low || set->slots[at].high != key.high))
        at = (at + 1) & set->mask;
    return at;
}

static void grow(hddl_pool *pool, hddl_key_set *set)
{
    const size_t old_count = set->slots == NULL ? 0 : set->mask + 1,
                 count = old_count == 0 ? FIRST_SLOTS : old_count * 2;
    hddl_key_set larger = {.mask = count - 1, .count = set->count};
    larger.slots = hddl_pool_zeroed(pool, count, sizeof *larger.slots);
    for (size_t i = 0; i < old_count; i++)
        if (!hddl_key_is_none(set->slots[i]))
            larger.slots[slot_of(&larger, set->slots[i])] = set->slots[i];
    hddl_pool_release(pool, set->slots);
    *set = larger;
}

static bool is_crowded(const hddl_key_set *set)
{
    return set->slots == NULL || set->count > set->mask / 4 * 3;
}

/* Whether the budget has memory for a set of twice the size. */
static bool can_grow(hddl_pool *pool, const hddl_key_set *set)
{
    const size_t size = (set->mask + 1) * 2 * sizeof *set->slots;
    if (!hddl_budget_claim(pool->budget, size))
        return false;
    hddl_budget_release(pool->budget, size);
    return true;
}

bool hddl_key_set_add(hddl_pool *pool, hddl_key_set *set, hddl_key key)
{
    if (is_crowded(set))
        grow(pool, set);
    hddl_key *slot = &set->slots[slot_of(set, key)];
    if (!hddl_key_is_none(*slot))
        return false;
    *slot = key;
    set->count++;
    return true;
}

bool hddl_key_set_add_or_forget(hddl_pool *pool, hddl_key_set *set, hddl_key key)
{
    if (set->slots == NULL || (is_crowded(set) && set->count < MOST_KEYS && can_grow(pool, set)))
        grow(pool, set);
    hddl_key *slot = &set->slots[slot_of(set, key)];
    if (!hddl_key_is_none(*slot))
        return false;
    if (set->count <= set->mask / 8 * 7) {
        *slot = key;
        set->count++;
    }
    return true;
}

bool hddl_key_set_has(const hddl_key_set *set, hddl_key key)
{
    return set->slots != NULL && !hddl_key_is_none(set->slots[slot_of(set, key)]);
}

/*
 * Keys behind the gap that a search would no longer find move up into it (Knuth, The Art of Computer
 * Programming 3, 6.4, algorithm R). A key may move if its home, where its search begins, is not between the
 * gap and the key.
 */
void hddl_key_set_remove(hddl_key_set *set, hddl_key key)
{
    if (set->slots == NULL)
        return;
    size_t gap = slot_of(set, key);
    if (hddl_key_is_none(set->slots[gap]))
        return;
    set->count--;
    for (size_t at = (gap + 1) & set->mask; !hddl_key_is_none(set->slots[at]); at = (at + 1) & set->mask) {
        const size_t home = (size_t)set->slots[at].low & set->mask;
        if (((at - home) & set->mask) >= ((at - gap) & set->mask)) {
            set->slots[gap] = set->slots[at];
            gap = at;
        }
    }
    set->slots[gap] = (hddl_key){0, 0};
}

void hddl_key_set_clear(hddl_pool *pool, hddl_key_set *set)
{
    hddl_pool_release(pool, set->slots);
    *set = (hddl_key_set){0};
}
