/*
 * A hash table of indices. The owner of the items computes hashes and compares items. Nothing is ever removed. The
 * checker has its own table, so that it shares no code with the planner.
 */
#pragma once

#include "hddl/read/hddl_problem.h"
#include <stddef.h>

typedef struct check_slot {
    uint32_t hash;
    uint32_t index; /* HDDL_NONE: free */
} check_slot;

/* An empty table is {0}. */
typedef struct check_table {
    check_slot *slots;
    size_t capacity; /* 0, or a power of two */
    size_t count;
} check_table;

/* Tells whether the index stands for the item that is wanted. */
typedef bool check_is_same(const void *user, uint32_t index);

/* The index of an item, or HDDL_NONE. */
uint32_t check_table_find(const check_table *table, uint32_t hash, check_is_same *is_same, const void *user);
void check_table_add(check_table *table, uint32_t hash, uint32_t index);
void check_table_free(check_table *table);

/* Hashes of a row of numbers; and of a text, equal for texts that differ in the case of letters only. */
uint32_t check_hash(uint32_t seed, const uint32_t *words, size_t count);
uint32_t check_hash_text(const char *text);
