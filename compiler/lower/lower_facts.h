/* Static facts: their values, and static indexes made from them. */
#ifndef HTNC_LOWER_FACTS_H
#define HTNC_LOWER_FACTS_H

#include "compiler/lower/lower_state.h"

/*
 * Which cells of a static table an index lists. The parameter at `position` is free: the index maps a key, made of all other
 * arguments, to the instances that are listed for it.
 */
typedef struct htnc_pattern {
    const htnc_property *table;
    uint32_t position;
    const htnc_type *free_type; /* of the parameter at `position` */
    int32_t low, high;          /* only instances in this range are listed */
    bool by_value;              /* the cell's value is a part of the key; else cells are listed whose value */
    htnc_operator_kind op;      /* is `op` `value`, */
    int32_t value;              /* or by value: the least value of the table's type */
    bool few_keys;              /* only keys that have instances are stored, in a sorted list */
} htnc_pattern;

/* The value of a static table's cell. */
int32_t htnc_fact_value(const htnc_property *table, uint64_t cell);

/* Whether the pattern matches the default value, which the table gives where there is no cell. */
bool htnc_pattern_holds_by_default(const htnc_pattern *pattern);

/* How many keys there could be; UINT64_MAX: that many or more. */
uint64_t htnc_pattern_keys(const htnc_pattern *pattern);

/* How many cells match. */
uint64_t htnc_pattern_matches(const htnc_pattern *pattern);

/*
 * Returns the number of the pattern's static index, which is made at the first call. `*key_list`: the sorted list in which
 * keys are looked up; HTN_NONE: a key is its own number.
 */
uint32_t htnc_index_of(htnc_lowering *lowering, const htnc_pattern *pattern, uint32_t *key_list);

/* a * b, at most UINT64_MAX. */
static inline uint64_t htnc_times(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

#endif
