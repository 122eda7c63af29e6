/*
 * A hash table of indices: what they stand for, and whether two things are the same, is the caller's. Nothing is ever taken out.
 * Neighbours: verify_facts.c, verify_read.c, verify_tree.c.
 */
#ifndef HTN_VERIFY_TABLE_H
#define HTN_VERIFY_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VERIFY_NONE UINT32_MAX

typedef struct verify_slot {
    uint32_t hash;
    uint32_t index; /* VERIFY_NONE: free */
} verify_slot;

/* {0} is the empty one. */
typedef struct verify_table {
    verify_slot *slots;
    size_t capacity; /* 0, or a power of two */
    size_t count;
} verify_table;

/* Whether the entry `index` is what is looked for. */
typedef bool verify_is_same(const void *user, uint32_t index);

/* VERIFY_NONE: not there. */
uint32_t verify_table_find(const verify_table *table, uint32_t hash, verify_is_same *is_same, const void *user);
void verify_table_add(verify_table *table, uint32_t hash, uint32_t index);
void verify_table_free(verify_table *table);

/* Of words, and of bytes. */
uint32_t verify_hash(uint32_t seed, const uint32_t *words, size_t count);
uint32_t verify_hash_text(const char *text);

#endif
