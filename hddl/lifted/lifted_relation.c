/* Relations and their indexes; see lifted_relation.h. */
#include "hddl/lifted/lifted_relation.h"

#include "hddl/common/hash.h"

#include <string.h>

/* --- Buckets of an index -------------------------------------------------------------------------------------------- */

static uint64_t key_hash(const lifted_index *index, const uint32_t *objects)
{
    uint64_t hash = index->mask;
    for (uint32_t i = 0, mask = index->mask; mask != 0; i++, mask >>= 1)
        if ((mask & 1) != 0)
            hash = hddl_hash_more(hash, objects[i]);
    return hash >> 32;
}

static bool has_key(const lifted_index *index, uint32_t bucket, const uint32_t *objects)
{
    const uint32_t *own = lifted_objects(index->relation, index->samples.items[bucket]);
    for (uint32_t i = 0, mask = index->mask; mask != 0; i++, mask >>= 1)
        if ((mask & 1) != 0 && own[i] != objects[i])
            return false;
    return true;
}

/* The slot of the objects' bucket, or the empty one where it would be. */
static hddl_hash_slot *bucket_slot(const lifted_index *index, const uint32_t *objects, uint64_t hash)
{
    hddl_hash_slot *slot = hddl_hash_index_first(&index->buckets, hash);
    while (slot->item != HDDL_NONE && !has_key(index, slot->item, objects))
        slot = hddl_hash_index_next(&index->buckets, slot);
    return slot;
}

/* A new atom is in no list. */
static void place_atom(lifted_index *index, uint32_t atom)
{
    hddl_pool *pool = index->relation->pool;
    uint32_t **arrays[] = {&index->bucket_of, &index->next, &index->previous};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = hddl_pool_reserve(pool, *arrays[i], (size_t)atom + 1, sizeof(uint32_t));
    const uint32_t *objects = lifted_objects(index->relation, atom);
    const uint64_t hash = key_hash(index, objects);
    hddl_hash_index_reserve(pool, &index->buckets);
    hddl_hash_slot *slot = bucket_slot(index, objects, hash);
    if (slot->item == HDDL_NONE) {
        hddl_hash_index_place(&index->buckets, slot, hash, (uint32_t)index->heads.count);
        hddl_numbers_add(pool, &index->heads, HDDL_NONE);
        hddl_numbers_add(pool, &index->samples, atom);
    }
    index->bucket_of[atom] = slot->item;
    index->previous[atom] = index->next[atom] = HDDL_NONE;
}

uint32_t lifted_first(const lifted_index *index, const uint32_t *objects)
{
    const uint32_t bucket =
        index->heads.count == 0 ? HDDL_NONE : bucket_slot(index, objects, key_hash(index, objects))->item;
    return bucket == HDDL_NONE ? HDDL_NONE : index->heads.items[bucket];
}

void lifted_link(lifted_index *index, uint32_t atom)
{
    index->previous[atom] = HDDL_NONE;
    index->next[atom] = index->heads.items[index->bucket_of[atom]];
    lifted_relink(index, atom);
}

/* Everything since it was taken out has been undone: its neighbours are next to each other. */
void lifted_relink(lifted_index *index, uint32_t atom)
{
    const uint32_t next = index->next[atom], previous = index->previous[atom];
    if (next != HDDL_NONE)
        index->previous[next] = atom;
    *(previous != HDDL_NONE ? &index->next[previous] : &index->heads.items[index->bucket_of[atom]]) = atom;
}

void lifted_unlink(lifted_index *index, uint32_t atom)
{
    const uint32_t next = index->next[atom], previous = index->previous[atom];
    if (next != HDDL_NONE)
        index->previous[next] = previous;
    *(previous != HDDL_NONE ? &index->next[previous] : &index->heads.items[index->bucket_of[atom]]) = next;
}

/* --- Atoms ---------------------------------------------------------------------------------------------------------- */

/* The slot of the atom with these objects, or the empty one where it would be. */
static hddl_hash_slot *atom_slot(const lifted_relation *relation, const uint32_t *objects, uint64_t hash)
{
    hddl_hash_slot *slot = hddl_hash_index_first(&relation->atoms, hash);
    while (slot->item != HDDL_NONE && relation->arity != 0 &&
           memcmp(lifted_objects(relation, slot->item), objects, relation->arity * sizeof *objects) != 0)
        slot = hddl_hash_index_next(&relation->atoms, slot);
    return slot;
}

uint32_t lifted_find(const lifted_relation *relation, const uint32_t *objects)
{
    return relation->atom_count == 0 ? HDDL_NONE
                                     : atom_slot(relation, objects, hddl_hash_row(objects, relation->arity))->item;
}

uint32_t lifted_intern(lifted_relation *relation, const uint32_t *objects)
{
    const uint64_t hash = hddl_hash_row(objects, relation->arity);
    hddl_hash_index_reserve(relation->pool, &relation->atoms);
    hddl_hash_slot *slot = atom_slot(relation, objects, hash);
    if (slot->item != HDDL_NONE)
        return slot->item;
    const uint32_t atom = relation->atom_count++, count = relation->atom_count;
    relation->objects =
        hddl_pool_reserve(relation->pool, relation->objects, (size_t)count * relation->arity, sizeof *objects);
    relation->holds = hddl_pool_reserve(relation->pool, relation->holds, count, 1);
    if (relation->arity != 0)
        memcpy(relation->objects + (size_t)atom * relation->arity, objects, relation->arity * sizeof *objects);
    relation->holds[atom] = 0;
    if (relation->never_added || relation->never_removed) {
        relation->links = hddl_pool_reserve(relation->pool, relation->links, count, sizeof *relation->links);
        relation->links[atom] = 0;
    }
    hddl_hash_index_place(&relation->atoms, slot, hash, atom);
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following)
        place_atom(index, atom);
    return atom;
}

/* A later index lists the facts in the order of their numbers: no iterator runs over it yet. */
lifted_index *lifted_index_of(lifted_relation *relation, uint32_t mask)
{
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following)
        if (index->mask == mask)
            return index;
    lifted_index *index = hddl_pool_zeroed(relation->pool, 1, sizeof *index);
    *index = (lifted_index){.relation = relation, .mask = mask, .following = relation->indexes};
    relation->indexes = index;
    for (uint32_t atom = 0; atom < relation->atom_count; atom++) {
        place_atom(index, atom);
        if (lifted_holds(relation, atom))
            lifted_link(index, atom);
    }
    return index;
}
