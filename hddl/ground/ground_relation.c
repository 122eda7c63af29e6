/* Relations of the grounder and their hash indexes; see ground_relation.h. */
#include "hddl/ground/ground_relation.h"

#include "hddl/common/hash.h"

#include <string.h>

/* --- The set of tuples -------------------------------------------------------------------------------------------- */

ground_relation *ground_relation_new(hddl_pool *pool, uint32_t arity, uint32_t key, bool is_set)
{
    if (arity > GROUND_MOST_COLUMNS)
        hddl_pool_stop(pool, HDDL_GAVE_UP);
    ground_relation *relation = hddl_pool_zeroed(pool, 1, sizeof *relation);
    relation->arity = arity;
    relation->key = key;
    relation->is_set = is_set;
    if (is_set)
        hddl_hash_index_reserve(pool, &relation->set);
    return relation;
}

/* The slot of the tuple with this key, or the empty one where it would be. */
static hddl_hash_slot *set_slot(const ground_relation *relation, const uint32_t *key, uint64_t hash)
{
    const size_t size = relation->key * sizeof *key;
    hddl_hash_slot *slot = hddl_hash_index_first(&relation->set, hash);
    while (slot->item != HDDL_NONE && memcmp(ground_tuple(relation, slot->item), key, size) != 0)
        slot = hddl_hash_index_next(&relation->set, slot);
    return slot;
}

bool ground_relation_add(hddl_pool *pool, ground_relation *relation, const uint32_t *tuple)
{
    if (relation->is_set) {
        const uint64_t hash = hddl_hash_row(tuple, relation->key);
        hddl_hash_index_reserve(pool, &relation->set);
        hddl_hash_slot *slot = set_slot(relation, tuple, hash);
        if (slot->item != HDDL_NONE)
            return false;
        hddl_hash_index_place(&relation->set, slot, hash, relation->count);
    }
    if (relation->count > UINT32_MAX / 2)
        hddl_pool_stop(pool, HDDL_OUT_OF_MEMORY);
    const size_t size = relation->arity * sizeof *tuple;
    relation->tuples = hddl_pool_reserve(pool, relation->tuples, relation->count + 1, size);
    memcpy(relation->tuples + (size_t)relation->count * relation->arity, tuple, size);
    relation->count++;
    return true;
}

uint32_t ground_relation_find(const ground_relation *relation, const uint32_t *key)
{
    return set_slot(relation, key, hddl_hash_row(key, relation->key))->item;
}

/* --- Indexes ------------------------------------------------------------------------------------------------------- */

static uint32_t hash_columns(const uint32_t *row, uint64_t mask)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; mask; i++, mask >>= 1)
        if (mask & 1)
            hash = hddl_hash_more(hash, row[i]);
    return (uint32_t)(hash >> 32);
}

static bool columns_equal(const uint32_t *a, const uint32_t *b, uint64_t mask)
{
    for (uint32_t i = 0; mask; i++, mask >>= 1)
        if ((mask & 1) && a[i] != b[i])
            return false;
    return true;
}

/* The slot of the chain that agrees with `row`, or the empty one where it would be. */
static hddl_hash_slot *chain_slot(const ground_relation *relation, const ground_index *index, const uint32_t *row,
                                  uint64_t hash)
{
    hddl_hash_slot *slot = hddl_hash_index_first(&index->chains, hash);
    while (slot->item != HDDL_NONE && !columns_equal(ground_tuple(relation, slot->item), row, index->mask))
        slot = hddl_hash_index_next(&index->chains, slot);
    return slot;
}

static void index_tuple(hddl_pool *pool, const ground_relation *relation, ground_index *index, uint32_t tuple)
{
    index->next = hddl_pool_reserve(pool, index->next, tuple + 1, sizeof *index->next);
    index->last = hddl_pool_reserve(pool, index->last, tuple + 1, sizeof *index->last);
    hddl_hash_index_reserve(pool, &index->chains);
    index->next[tuple] = HDDL_NONE;
    const uint32_t *row = ground_tuple(relation, tuple);
    const uint64_t hash = hash_columns(row, index->mask);
    hddl_hash_slot *slot = chain_slot(relation, index, row, hash);
    uint32_t first = slot->item;
    if (first == HDDL_NONE) {
        hddl_hash_index_place(&index->chains, slot, hash, tuple);
        first = tuple;
    } else {
        index->next[index->last[first]] = tuple;
    }
    index->last[first] = tuple;
}

void ground_relation_reveal(hddl_pool *pool, ground_relation *relation)
{
    for (ground_index *index = relation->indexes; index; index = index->sibling)
        index_tuple(pool, relation, index, relation->visible);
    relation->visible++;
}

ground_index *ground_relation_index(hddl_pool *pool, ground_relation *relation, uint64_t mask)
{
    for (ground_index *index = relation->indexes; index; index = index->sibling)
        if (index->mask == mask)
            return index;
    ground_index *index = hddl_pool_zeroed(pool, 1, sizeof *index);
    index->mask = mask;
    hddl_hash_index_reserve(pool, &index->chains);
    for (uint32_t i = 0; i < relation->visible; i++)
        index_tuple(pool, relation, index, i);
    index->sibling = relation->indexes;
    relation->indexes = index;
    return index;
}

uint32_t ground_index_first(const ground_relation *relation, const ground_index *index, const uint32_t *row)
{
    return chain_slot(relation, index, row, hash_columns(row, index->mask))->item;
}

/* --- Statistics ----------------------------------------------------------------------------------------------------- */

static void count_values(hddl_pool *pool, ground_relation *relation, uint32_t objects)
{
    if (!relation->distinct)
        relation->distinct = hddl_pool_zeroed(pool, relation->arity + 1, sizeof *relation->distinct);
    uint8_t *seen = hddl_pool_zeroed(pool, objects + 1, 1);
    for (uint32_t column = 0; column < relation->arity; column++) {
        memset(seen, 0, objects);
        uint32_t count = 0;
        for (uint32_t i = 0; i < relation->visible; i++) {
            uint32_t value = ground_tuple(relation, i)[column];
            count += !seen[value];
            seen[value] = 1;
        }
        relation->distinct[column] = count;
    }
    hddl_pool_release(pool, seen);
    relation->counted = relation->visible;
}

/* The values of each column are taken to be spread evenly, and independent of those of other columns. */
double ground_relation_estimate(hddl_pool *pool, ground_relation *relation, uint64_t mask, uint32_t objects)
{
    if (relation->visible == 0)
        return 0;
    if (!relation->distinct || relation->visible > 2 * relation->counted)
        count_values(pool, relation, objects);
    double estimate = relation->visible;
    for (uint32_t column = 0; column < relation->arity; column++)
        if (mask >> column & 1)
            estimate /= relation->distinct[column];
    return estimate < 1 ? 1 : estimate;
}
