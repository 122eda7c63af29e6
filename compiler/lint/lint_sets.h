/* Sets of values, and the facts that conditions leave; see lint_values.h for what makes them. */
#ifndef HTNC_LINT_SETS_H
#define HTNC_LINT_SETS_H

#include "compiler/lint/linter.h"

/* A set of values. Up to 64 possible ones are kept one by one, else only the ends. */
typedef struct htnc_value_set {
    int32_t low, high; /* low > high: empty */
    int32_t base;      /* of bit 0 of `members` */
    uint64_t members;  /* valid where `exact` */
    bool exact;
} htnc_value_set;

typedef struct htnc_known {
    const void *subject; /* an htnc_property or htnc_variable */
    htnc_value_set values;
    base_span span; /* of the item of a list that narrowed it last */
} htnc_known;

enum { HTNC_MOST_KNOWN = 16 }; /* further subjects are not followed */

typedef struct htnc_facts {
    bool impossible; /* no world state is left */
    uint32_t count;
    htnc_known list[HTNC_MOST_KNOWN];
} htnc_facts;

bool htnc_set_is_empty(const htnc_value_set *set);
/* Takes out what is below `low` or above `high`; takes out `value`, where that can be said. */
void htnc_set_keep_between(htnc_value_set *set, int64_t low, int64_t high);
void htnc_set_remove(htnc_value_set *set, int64_t value);

/* Nothing known: every world state. */
void htnc_facts_clear(htnc_facts *facts);
/* NULL where nothing is known of it. */
const htnc_known *htnc_facts_find(const htnc_facts *facts, const void *subject);
/* What is known of it, at first all values of `type`. NULL where there is no room: then nothing is, as before. */
htnc_known *htnc_facts_know(htnc_facts *facts, const void *subject, const htnc_type *type);
/* One or the other holds: what both know, less exactly. */
void htnc_facts_unite(htnc_facts *facts, const htnc_facts *other);

#endif
