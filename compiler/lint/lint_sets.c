/*
 * Sets of values, and facts: which values a property or parameter can still have. Only data structures; lint_values.c knows what a
 * condition means.
 */
#include "compiler/lint/lint_sets.h"

#include "compiler/types/fold_operators.h"
#include <htn/arithmetic.h>

/* --- Sets ----------------------------------------------------------------------------------------- */

static htnc_value_set full_set(int32_t low, int32_t high)
{
    int64_t width = (int64_t)high - low + 1;
    htnc_value_set set = {.low = low, .high = high, .base = low, .exact = width <= 64};
    set.members = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    return set;
}

bool htnc_set_is_empty(const htnc_value_set *set)
{
    return set->low > set->high;
}

static bool contains(const htnc_value_set *set, int32_t value)
{
    return value >= set->low && value <= set->high && (!set->exact || (set->members >> (value - set->base) & 1));
}

static void make_empty(htnc_value_set *set)
{
    set->low = 1;
    set->high = 0;
}

/* Moves the ends inward to the members that are left. */
static void tighten(htnc_value_set *set)
{
    while (!contains(set, set->low)) {
        if (set->low == set->high) {
            make_empty(set);
            return;
        }
        set->low++;
    }
    while (!contains(set, set->high))
        set->high--;
}

void htnc_set_keep_between(htnc_value_set *set, int64_t low, int64_t high)
{
    if (low > set->high || high < set->low || low > high) {
        make_empty(set);
        return;
    }
    if (low > set->low)
        set->low = (int32_t)low;
    if (high < set->high)
        set->high = (int32_t)high;
    tighten(set);
}

void htnc_set_remove(htnc_value_set *set, int64_t value)
{
    if (value < set->low || value > set->high)
        return;
    if (set->low == set->high) {
        make_empty(set);
    } else if (set->exact) {
        set->members &= ~(UINT64_C(1) << (value - set->base));
        tighten(set);
    } else if (value == set->low) {
        set->low++;
    } else if (value == set->high) {
        set->high--;
    }
}

/* Both sets have the same subject, so they have the same base. */
static void unite(htnc_value_set *set, const htnc_value_set *other)
{
    uint64_t mine = 0, others = 0;
    for (int i = 0; set->exact && i < 64; i++) {
        mine |= contains(set, (int32_t)htni_saturate((int64_t)set->base + i)) ? UINT64_C(1) << i : 0;
        others |= contains(other, (int32_t)htni_saturate((int64_t)set->base + i)) ? UINT64_C(1) << i : 0;
    }
    set->members = mine | others;
    if (other->low < set->low)
        set->low = other->low;
    if (other->high > set->high)
        set->high = other->high;
}

/* --- Facts ---------------------------------------------------------------------------------------- */

void htnc_facts_clear(htnc_facts *facts)
{
    facts->impossible = false;
    facts->count = 0;
}

const htnc_known *htnc_facts_find(const htnc_facts *facts, const void *subject)
{
    for (uint32_t i = 0; i < facts->count; i++)
        if (facts->list[i].subject == subject)
            return &facts->list[i];
    return NULL;
}

htnc_known *htnc_facts_know(htnc_facts *facts, const void *subject, const htnc_type *type)
{
    for (uint32_t i = 0; i < facts->count; i++)
        if (facts->list[i].subject == subject)
            return &facts->list[i];
    if (facts->count == HTNC_MOST_KNOWN)
        return NULL;
    htnc_known *known = &facts->list[facts->count++];
    known->subject = subject;
    known->values = full_set(htnc_lowest(type), type->high);
    known->span = (base_span){0, 0};
    return known;
}

void htnc_facts_unite(htnc_facts *facts, const htnc_facts *other)
{
    if (other->impossible)
        return;
    if (facts->impossible) {
        *facts = *other;
        return;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < facts->count; i++) {
        const htnc_known *same = htnc_facts_find(other, facts->list[i].subject);
        if (!same)
            continue;
        facts->list[kept] = facts->list[i];
        unite(&facts->list[kept++].values, &same->values);
    }
    facts->count = kept;
}
