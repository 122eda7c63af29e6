/* Sets of values, and the facts that conditions leave; see lint_values.h for what makes them. */
#pragma once

#include "compiler/lint/linter.h"

/* A set of values. It is exact if at most 64 values are possible; else only its ends are known. */
typedef struct htnc_value_set {
    int32_t low, high; /* low > high: empty */
    int32_t base;      /* of bit 0 of `members` */
    uint64_t members;  /* valid where `exact` */
    bool exact;
} htnc_value_set;

typedef struct htnc_known {
    const void *subject; /* an htnc_property or htnc_variable */
    htnc_value_set values;
    base_span span; /* of the item that last removed a value */
} htnc_known;

enum { HTNC_MOST_KNOWN = 16 }; /* further subjects are not followed */

typedef struct htnc_facts {
    bool impossible; /* no world state is left */
    uint32_t count;
    htnc_known list[HTNC_MOST_KNOWN];
} htnc_facts;

bool htnc_set_is_empty(const htnc_value_set *set);
/* Remove values below `low` and above `high`; remove `value`, if the set is exact or it is an end. */
void htnc_set_keep_between(htnc_value_set *set, int64_t low, int64_t high);
void htnc_set_remove(htnc_value_set *set, int64_t value);

/* Nothing known: every world state. */
void htnc_facts_clear(htnc_facts *facts);
/* NULL: nothing is known about it. */
const htnc_known *htnc_facts_find(const htnc_facts *facts, const void *subject);
/* The same, and adds it with all values of `type` if nothing is known. NULL: there is no room, so nothing is known as before. */
htnc_known *htnc_facts_know(htnc_facts *facts, const void *subject, const htnc_type *type);
/* One or the other holds: keeps what both know. */
void htnc_facts_unite(htnc_facts *facts, const htnc_facts *other);
