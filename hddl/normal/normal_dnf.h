/*
 * Simplified formulas in disjunctive normal form, as far as that stays small. What would make too many
 * disjuncts remains a disjunction inside one of them.
 */
#pragma once

#include "hddl/common/pool.h"
#include "hddl/read/hddl_problem.h"

enum { NORMAL_MOST_DISJUNCTS = 16 };

/* A conjunction of simplified formulas: literals, and formulas that were not split. */
typedef struct normal_disjunct {
    const hddl_formula *const *items;
    uint32_t count;
} normal_disjunct;

/* No disjunct: false. One without items: true. */
typedef struct normal_dnf {
    normal_disjunct items[NORMAL_MOST_DISJUNCTS];
    uint32_t count;
} normal_dnf;

void normal_dnf_make(hddl_pool *pool, const hddl_formula *simplified, normal_dnf *dnf);
