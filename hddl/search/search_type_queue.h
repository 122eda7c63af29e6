/*
 * A queue that explores: its values are sorted by type, a number. First a type is drawn at random, then one of its
 * values. So a rare type is as likely as a frequent one (Xie, Müller, Holte and Imai, "Type-Based Exploration with
 * Multiple Search Queues for Satisficing Planning", AAAI 2014). Every run draws the same. Zeroed, it is empty.
 */
#pragma once

#include "hddl/common/hash_index.h"

typedef struct search_type {
    uint64_t key;
    hddl_numbers values;
} search_type;

typedef struct search_type_queue {
    search_type *types;
    uint32_t count;
    hddl_hash_index index; /* of types, by key */
    hddl_numbers filled;   /* types that have values */
    uint64_t random;
} search_type_queue;

void search_type_queue_add(hddl_pool *pool, search_type_queue *queue, uint64_t key, uint32_t value);

/* Takes a value. There must be one: `filled` is not empty. */
uint32_t search_type_queue_draw(search_type_queue *queue);
