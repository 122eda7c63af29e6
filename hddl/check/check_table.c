/* Open addressing with linear probing, at most half full; see check_table.h. */
#include "hddl/check/check_table.h"
#include "base/text.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

static void put(check_table *table, check_slot slot)
{
    size_t at = slot.hash & (table->capacity - 1);
    while (table->slots[at].index != HDDL_NONE)
        at = (at + 1) & (table->capacity - 1);
    table->slots[at] = slot;
}

static void grow(check_table *table)
{
    const check_table old = *table;
    table->capacity = old.capacity > 0 ? old.capacity * 2 : FIRST_CAPACITY;
    table->slots = base_allocate(table->capacity * sizeof *table->slots);
    memset(table->slots, 0xFF, table->capacity * sizeof *table->slots); /* all HDDL_NONE */
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].index != HDDL_NONE)
            put(table, old.slots[i]);
    free(old.slots);
}

uint32_t check_table_find(const check_table *table, uint32_t hash, check_is_same *is_same, const void *user)
{
    if (table->capacity == 0)
        return HDDL_NONE;
    for (size_t at = hash & (table->capacity - 1);; at = (at + 1) & (table->capacity - 1)) {
        const check_slot *slot = &table->slots[at];
        if (slot->index == HDDL_NONE || (slot->hash == hash && is_same(user, slot->index)))
            return slot->index;
    }
}

void check_table_add(check_table *table, uint32_t hash, uint32_t index)
{
    if (table->count * 2 >= table->capacity)
        grow(table);
    put(table, (check_slot){hash, index});
    table->count++;
}

void check_table_free(check_table *table)
{
    free(table->slots);
    *table = (check_table){0};
}

/* The finisher of MurmurHash3 (Appleby, public domain), so that neighbouring numbers lie apart. */
static uint32_t mix(uint32_t hash)
{
    hash ^= hash >> 16;
    hash *= 0x85EBCA6B;
    hash ^= hash >> 13;
    hash *= 0xC2B2AE35;
    return hash ^ hash >> 16;
}

uint32_t check_hash(uint32_t seed, const uint32_t *words, size_t count)
{
    uint32_t hash = mix(seed + 0x9E3779B9);
    for (size_t i = 0; i < count; i++)
        hash = mix(hash * 31 + words[i]);
    return hash;
}

uint32_t check_hash_text(const char *text)
{
    uint32_t hash = 2166136261; /* FNV-1a */
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)tolower((unsigned char)*text)) * 16777619;
    return mix(hash);
}
