/*
 * What conditions say about values: for each property or parameter that they mention, which values it can still have.
 * Always too many rather than too few, so that "none" and "all" are certain.
 */
#ifndef HTNC_LINT_VALUES_H
#define HTNC_LINT_VALUES_H

#include "lint.h"

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
    htnc_span span; /* of the item that narrowed it last */
} htnc_known;

enum { HTNC_MOST_KNOWN = 16 }; /* further subjects are not followed */

typedef struct htnc_facts {
    bool impossible; /* no world state is left */
    uint32_t count;
    htnc_known list[HTNC_MOST_KNOWN];
} htnc_facts;

/* Nothing known: every world state. */
void htnc_facts_clear(htnc_facts *facts);
/* Takes in that an expression is true, or false. */
void htnc_facts_narrow(htnc_linter *linter, htnc_facts *facts, const htnc_expr *expr, bool truth);
/* The same of a whole list: all of its items are true, or at least one is false. */
void htnc_facts_narrow_list(htnc_linter *linter, htnc_facts *facts, const htnc_expr *items, bool truth);
/* Whether a list, or one item, holds in every world state. */
bool htnc_always_holds(htnc_linter *linter, const htnc_expr *items);
bool htnc_item_always_holds(htnc_linter *linter, const htnc_expr *item);

/* NULL where nothing is known of it. */
const htnc_known *htnc_facts_find(const htnc_facts *facts, const void *subject);

#endif
