/* Relations of the grounder and their hash indexes; see ground_relation.h. */
#include "hddl/ground/ground_relation.h"

#include "hddl/common/hash.h"

#include <string.h>

/* --- The set of tuples -------------------------------------------------------------------------------------------- */

static uint64_t hash_of_tuple(const void *owner, uint32_t tuple)
{
    const ground_relation *relation = owner;
    return hddl_hash_row(ground_tuple(relation, tuple), relation->key);
}

ground_relation *ground_relation_new(hddl_pool *pool, uint32_t arity, uint32_t key, bool is_set)
{
    if (arity > GROUND_MOST_COLUMNS)
        hddl_pool_stop(pool, HDDL_GAVE_UP);
    ground_relation *relation = hddl_pool_zeroed(pool, 1, sizeof *relation);
    relation->arity = arity;
    relation->key = key;
    relation->is_set = is_set;
    if (is_set)
        hddl_hash_index_reserve(pool, &relation->set, hash_of_tuple, relation);
    return relation;
}

/* The slot of the tuple with this key, or the empty one where it would be. */
static size_t set_slot(const ground_relation *relation, const uint32_t *key)
{
    const hddl_hash_index *set = &relation->set;
    const size_t size = relation->key * sizeof *key;
    size_t slot = hddl_hash_index_first(set, hddl_hash_row(key, relation->key));
    while (set->slots[slot] != HDDL_NONE && memcmp(ground_tuple(relation, set->slots[slot]), key, size) != 0)
        slot = hddl_hash_index_next(set, slot);
    return slot;
}

bool ground_relation_add(hddl_pool *pool, ground_relation *relation, const uint32_t *tuple)
{
    if (relation->is_set) {
        hddl_hash_index_reserve(pool, &relation->set, hash_of_tuple, relation);
        size_t slot = set_slot(relation, tuple);
        if (relation->set.slots[slot] != HDDL_NONE)
            return false;
        hddl_hash_index_place(&relation->set, slot, relation->count);
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
    return relation->set.slots[set_slot(relation, key)];
}

/* --- Indexes ------------------------------------------------------------------------------------------------------- */

/* A relation with one of its indexes: the owner of the index's hash table. */
typedef struct indexed {
    const ground_relation *relation;
    const ground_index *index;
} indexed;

static uint32_t hash_columns(const uint32_t *row, uint64_t mask)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; mask; i++, mask >>= 1)
        if (mask & 1)
            hash = hddl_hash_more(hash, row[i]);
    return (uint32_t)(hash >> 32);
}

static uint64_t hash_of_chain(const void *owner, uint32_t tuple)
{
    const indexed *in = owner;
    return hash_columns(ground_tuple(in->relation, tuple), in->index->mask);
}

static bool columns_equal(const uint32_t *a, const uint32_t *b, uint64_t mask)
{
    for (uint32_t i = 0; mask; i++, mask >>= 1)
        if ((mask & 1) && a[i] != b[i])
            return false;
    return true;
}

/* The slot of the chain that agrees with `row`, or the empty one where it would be. */
static size_t chain_slot(const ground_relation *relation, const ground_index *index, const uint32_t *row)
{
    const hddl_hash_index *chains = &index->chains;
    size_t slot = hddl_hash_index_first(chains, hash_columns(row, index->mask));
    while (chains->slots[slot] != HDDL_NONE &&
           !columns_equal(ground_tuple(relation, chains->slots[slot]), row, index->mask))
        slot = hddl_hash_index_next(chains, slot);
    return slot;
}

static void index_tuple(hddl_pool *pool, const ground_relation *relation, ground_index *index, uint32_t tuple)
{
    const indexed owner = {relation, index};
    index->next = hddl_pool_reserve(pool, index->next, tuple + 1, sizeof *index->next);
    index->last = hddl_pool_reserve(pool, index->last, tuple + 1, sizeof *index->last);
    hddl_hash_index_reserve(pool, &index->chains, hash_of_chain, &owner);
    index->next[tuple] = HDDL_NONE;
    size_t slot = chain_slot(relation, index, ground_tuple(relation, tuple));
    uint32_t first = index->chains.slots[slot];
    if (first == HDDL_NONE) {
        hddl_hash_index_place(&index->chains, slot, tuple);
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
    hddl_hash_index_reserve(pool, &index->chains, hash_of_chain, &(indexed){relation, index});
    for (uint32_t i = 0; i < relation->visible; i++)
        index_tuple(pool, relation, index, i);
    index->sibling = relation->indexes;
    relation->indexes = index;
    return index;
}

uint32_t ground_index_first(const ground_relation *relation, const ground_index *index, const uint32_t *row)
{
    return index->chains.slots[chain_slot(relation, index, row)];
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
