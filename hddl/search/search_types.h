/*
 * A queue that explores: what is in it is sorted by type, a number, and is drawn by lot, first a type, then one of that type. So
 * what is rare is as likely as what there is a lot of (Xie, Müller, Holte and Imai, "Type-Based Exploration with Multiple Search Queues
 * for Satisficing Planning", AAAI 2014). The lots are the same in every run.
 */
#ifndef HTN_SOLVE_SEARCH_TYPES_H
#define HTN_SOLVE_SEARCH_TYPES_H

#include "hddl/search/search_table.h"

typedef struct search_type {
    uint64_t key;
    uint32_t *values;
    size_t capacity;
    uint32_t count;
    uint32_t place; /* in `filled`, if count is not 0 */
} search_type;

typedef struct search_types {
    search_type *types;
    size_t capacity;
    uint32_t count;
    search_table table; /* of types, by key */
    uint32_t *filled;   /* types that have values */
    size_t filled_capacity;
    uint32_t filled_count;
    uint64_t lot;
} search_types;

/* False: no memory. */
bool search_types_add(search_types *types, hddl_budget *budget, uint64_t key, uint32_t value);
uint32_t search_types_draw(search_types *types); /* HDDL_NONE: there is none */
void search_types_free(search_types *types, hddl_budget *budget);

#endif
