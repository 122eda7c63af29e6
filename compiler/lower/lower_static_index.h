/*
 * Static facts, which are the cells of tables that nothing writes, and static indexes over them. A static index answers "for which
 * instances does this hold?" without a test of each instance: it maps the other arguments, as one number, to a list of instances.
 */
#pragma once

#include "compiler/lower/lower_node.h"

/*
 * The facts that a static index lists: the cells of a table whose value passes a test. The parameter at `position` is free. The other
 * arguments form the key; by value, so does the cell's value.
 */
typedef struct htnc_pattern {
    const htnc_property *table;
    uint32_t position;
    const htnc_type *free_type; /* of the parameter at `position` */
    int32_t low, high;          /* only instances in this range are listed */
    bool by_value;              /* the cell's value is part of the key, and every cell is listed */
    htnc_operator_kind op;      /* not by value: cells are listed whose value fulfils `value of the cell op value` */
    int32_t value;              /* by value: the lowest value of the table's type */
    bool few_keys;              /* only keys that have instances are stored, in a sorted key list */
} htnc_pattern;

/* The value of a static table's cell. */
int32_t htnc_fact_value(const htnc_property *table, uint64_t cell);

/* Whether the default value passes. The table has that value for arguments without a cell. */
bool htnc_pattern_matches_default(const htnc_pattern *pattern);

/* How many keys there can be; UINT64_MAX: that many or more. */
uint64_t htnc_pattern_keys(const htnc_pattern *pattern);

/* How many cells pass, those of instances outside low..high included. */
uint64_t htnc_pattern_matches(const htnc_pattern *pattern);

/*
 * Returns the number of the pattern's static index in code->indexes; the first call makes it. Sets `*key_list` to the number of the
 * key list that translates the key first; HTN_NONE: the index takes the key itself.
 */
uint32_t htnc_static_index_of(htnc_builder *build, const htnc_pattern *pattern, uint32_t *key_list);

/* a * b, or UINT64_MAX where that is less. */
static inline uint64_t htnc_saturated_product(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}
