/* Relations and their hash indexes (ground_relation.h). Hash tables are open, linear, at most two thirds full. */
#include "hddl/ground/ground_relation.h"

#include <string.h>

ground_relation *ground_relation_new(hddl_pool *pool, uint32_t arity, uint32_t key, bool is_set)
{
    if (arity > GROUND_COLUMNS_MOST) {
        hddl_pool_stop(pool, HDDL_GAVE_UP);
    }
    ground_relation *relation = hddl_pool_zeroed(pool, 1, sizeof *relation);
    relation->arity = arity;
    relation->key = key;
    if (is_set) {
        relation->set_mask = 7;
        relation->set = hddl_pool_resize(pool, NULL, 8 * sizeof *relation->set);
        memset(relation->set, 0xFF, 8 * sizeof *relation->set);
    }
    return relation;
}

static inline uint64_t mix(uint64_t hash, uint32_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 29);
}

static uint32_t hash_key(const uint32_t *key, uint32_t count)
{
    uint64_t hash = 0x51A2B3C4D5E6F701U;
    for (uint32_t i = 0; i < count; i++) {
        hash = mix(hash, key[i]);
    }
    return (uint32_t)(hash >> 32);
}

static uint32_t hash_columns(const uint32_t *row, uint64_t mask)
{
    uint64_t hash = 0x51A2B3C4D5E6F701U;
    for (uint32_t i = 0; mask; i++, mask >>= 1) {
        if (mask & 1) {
            hash = mix(hash, row[i]);
        }
    }
    return (uint32_t)(hash >> 32);
}

static bool columns_equal(const uint32_t *a, const uint32_t *b, uint64_t mask)
{
    for (uint32_t i = 0; mask; i++, mask >>= 1) {
        if ((mask & 1) && a[i] != b[i]) {
            return false;
        }
    }
    return true;
}

/* The slot of the tuple with this key, or the free one where it would stand. */
static uint32_t set_slot(const ground_relation *relation, const uint32_t *key)
{
    size_t size = relation->key * sizeof *key;
    uint32_t slot = hash_key(key, relation->key) & relation->set_mask;
    while (relation->set[slot] != GROUND_NONE && memcmp(ground_tuple(relation, relation->set[slot]), key, size) != 0) {
        slot = (slot + 1) & relation->set_mask;
    }
    return slot;
}

static void grow_set(hddl_pool *pool, ground_relation *relation)
{
    size_t size = 2 * ((size_t)relation->set_mask + 1);
    relation->set = hddl_pool_resize(pool, relation->set, size * sizeof *relation->set);
    memset(relation->set, 0xFF, size * sizeof *relation->set);
    relation->set_mask = (uint32_t)(size - 1);
    for (uint32_t i = 0; i < relation->count; i++) {
        uint32_t slot = hash_key(ground_tuple(relation, i), relation->key) & relation->set_mask;
        while (relation->set[slot] != GROUND_NONE) {
            slot = (slot + 1) & relation->set_mask;
        }
        relation->set[slot] = i;
    }
}

bool ground_relation_add(hddl_pool *pool, ground_relation *relation, const uint32_t *tuple)
{
    if (relation->set) {
        uint32_t slot = set_slot(relation, tuple);
        if (relation->set[slot] != GROUND_NONE) {
            return false;
        }
        relation->set[slot] = relation->count;
    }
    if (relation->count == relation->capacity) {
        if (relation->capacity > UINT32_MAX / 4) {
            hddl_pool_stop(pool, HDDL_OUT_OF_MEMORY);
        }
        relation->capacity = relation->capacity < 4 ? 4 : relation->capacity + relation->capacity / 2;
        relation->tuples = hddl_pool_resize(pool, relation->tuples,
                                            (size_t)relation->capacity * relation->arity * sizeof *relation->tuples);
    }
    if (relation->arity) {
        memcpy(relation->tuples + (size_t)relation->count * relation->arity, tuple, relation->arity * sizeof *tuple);
    }
    relation->count++;
    if (relation->set && relation->count > relation->set_mask / 3 * 2) {
        grow_set(pool, relation);
    }
    return true;
}

uint32_t ground_relation_find(const ground_relation *relation, const uint32_t *key)
{
    return relation->set[set_slot(relation, key)];
}

/* The slot (of pairs) of the chain that agrees with `row`, or the free one where it would stand. */
static uint32_t chain_slot(const ground_relation *relation, const ground_index *index, const uint32_t *row)
{
    uint32_t slot = hash_columns(row, index->mask) & index->slot_mask;
    while (index->chains[2 * (size_t)slot] != GROUND_NONE &&
           !columns_equal(ground_tuple(relation, index->chains[2 * (size_t)slot]), row, index->mask)) {
        slot = (slot + 1) & index->slot_mask;
    }
    return slot;
}

static void grow_chains(hddl_pool *pool, ground_relation *relation, ground_index *index)
{
    size_t slots = 2 * ((size_t)index->slot_mask + 1);
    uint32_t *old = index->chains;
    index->chains = hddl_pool_resize(pool, NULL, 2 * slots * sizeof *index->chains);
    memset(index->chains, 0xFF, 2 * slots * sizeof *index->chains);
    index->slot_mask = (uint32_t)(slots - 1);
    for (size_t i = 0; old && i < slots / 2; i++) {
        if (old[2 * i] != GROUND_NONE) {
            size_t slot = chain_slot(relation, index, ground_tuple(relation, old[2 * i]));
            index->chains[2 * slot] = old[2 * i];
            index->chains[2 * slot + 1] = old[2 * i + 1];
        }
    }
    hddl_pool_release(pool, old);
}

static void index_tuple(hddl_pool *pool, ground_relation *relation, ground_index *index, uint32_t tuple)
{
    if (tuple >= index->capacity) {
        index->capacity = relation->capacity;
        index->next = hddl_pool_resize(pool, index->next, index->capacity * sizeof *index->next);
    }
    index->next[tuple] = GROUND_NONE;
    size_t slot = chain_slot(relation, index, ground_tuple(relation, tuple));
    if (index->chains[2 * slot] == GROUND_NONE) {
        index->chains[2 * slot] = tuple;
        index->used++;
    } else {
        index->next[index->chains[2 * slot + 1]] = tuple;
    }
    index->chains[2 * slot + 1] = tuple;
    if (index->used > index->slot_mask / 3 * 2) {
        grow_chains(pool, relation, index);
    }
}

void ground_relation_show(hddl_pool *pool, ground_relation *relation)
{
    for (ground_index *index = relation->indexes; index; index = index->other) {
        index_tuple(pool, relation, index, relation->shown);
    }
    relation->shown++;
}

ground_index *ground_relation_index(hddl_pool *pool, ground_relation *relation, uint64_t mask)
{
    for (ground_index *index = relation->indexes; index; index = index->other) {
        if (index->mask == mask) {
            return index;
        }
    }
    ground_index *index = hddl_pool_zeroed(pool, 1, sizeof *index);
    index->mask = mask;
    index->slot_mask = 3;
    grow_chains(pool, relation, index);
    for (uint32_t i = 0; i < relation->shown; i++) {
        index_tuple(pool, relation, index, i);
    }
    index->other = relation->indexes;
    relation->indexes = index;
    return index;
}

uint32_t ground_index_first(const ground_relation *relation, const ground_index *index, const uint32_t *row)
{
    return index->chains[2 * (size_t)chain_slot(relation, index, row)];
}

static void count_values(hddl_pool *pool, ground_relation *relation, uint32_t objects)
{
    if (!relation->distinct) {
        relation->distinct = hddl_pool_zeroed(pool, relation->arity + 1, sizeof *relation->distinct);
    }
    uint8_t *seen = hddl_pool_zeroed(pool, objects + 1, 1);
    for (uint32_t column = 0; column < relation->arity; column++) {
        memset(seen, 0, objects);
        uint32_t count = 0;
        for (uint32_t i = 0; i < relation->shown; i++) {
            uint32_t value = ground_tuple(relation, i)[column];
            count += !seen[value];
            seen[value] = 1;
        }
        relation->distinct[column] = count;
    }
    hddl_pool_release(pool, seen);
    relation->counted = relation->shown;
}

double ground_relation_estimate(hddl_pool *pool, ground_relation *relation, uint64_t mask, uint32_t objects)
{
    if (relation->shown == 0) {
        return 0;
    }
    if (!relation->distinct || relation->shown > 2 * relation->counted) {
        count_values(pool, relation, objects);
    }
    double estimate = relation->shown;
    for (uint32_t column = 0; column < relation->arity; column++) {
        if (mask >> column & 1) {
            estimate /= relation->distinct[column];
        }
    }
    return estimate < 1 ? 1 : estimate;
}
