/*
 * Relations: the atoms of a predicate, and which of them hold. Atoms are numbered when they are first seen, and keep
 * their numbers. An index has, for each combination of objects in some columns, a list of the facts with these objects.
 * The newest fact is the first. Lists are doubly linked, and changes are undone in reverse order (Knuth, "Dancing
 * Links", 2000), so that an iterator over a list stays valid. Neighbours: lifted_trail.h changes what holds.
 */
#pragma once

#include "hddl/common/hash_index.h"

#include <stdbool.h>

enum { LIFTED_INDEXED_COLUMNS = 32 }; /* the others are no part of any index */

typedef struct lifted_index {
    const struct lifted_relation *relation;
    uint32_t mask;                         /* a bit for each column by which it is */
    uint32_t *bucket_of, *next, *previous; /* of each atom; HDDL_NONE ends a list */
    hddl_numbers heads, samples;           /* of each bucket: its newest fact; any atom of it */
    hddl_hash_index buckets;
    struct lifted_index *following;
} lifted_index;

typedef struct lifted_relation {
    hddl_pool *pool;
    uint32_t number, arity; /* of the predicate */
    uint32_t count;         /* of the atoms that hold */
    uint32_t atom_count;
    uint32_t *objects; /* arity for each atom */
    uint8_t *holds;    /* of each atom: LIFTED_HOLDS, LIFTED_WAS_REMOVED */
    hddl_hash_index atoms;
    lifted_index *indexes;
    bool is_static;
    bool conforms;                   /* each object in the initial facts is of its parameter's type */
    uint32_t *distinct;              /* of each column: how many objects the initial facts have there */
    bool never_added, never_removed; /* only one of them is set: actions change its facts, but only this way */
    uint32_t *links;                 /* of each atom, if one of these is set: the causal links that protect it */
    uint32_t *goal_of;               /* of each atom: 1 + the goal that it is; 0: none */
    uint32_t goal_of_count;
} lifted_relation;

enum { LIFTED_HOLDS = 1, LIFTED_WAS_REMOVED = 2 };

static inline bool lifted_holds(const lifted_relation *relation, uint32_t atom)
{
    return (relation->holds[atom] & LIFTED_HOLDS) != 0;
}

static inline const uint32_t *lifted_objects(const lifted_relation *relation, uint32_t atom)
{
    return relation->objects + (size_t)atom * relation->arity;
}

/* The atom with these objects; HDDL_NONE: it has not been seen. */
uint32_t lifted_find(const lifted_relation *relation, const uint32_t *objects);

/* The same, but it gets a number if it has none. */
uint32_t lifted_intern(lifted_relation *relation, const uint32_t *objects);

/* The index by the columns of the mask. It is made when it is first asked for. */
lifted_index *lifted_index_of(lifted_relation *relation, uint32_t mask);

/* The newest fact with these objects in the index's columns; HDDL_NONE: there is none. */
uint32_t lifted_first(const lifted_index *index, const uint32_t *objects);

/* Puts a fact into its list as the newest, takes it out, or puts it back to the place from which it was taken last. */
void lifted_link(lifted_index *index, uint32_t atom);
void lifted_unlink(lifted_index *index, uint32_t atom);
void lifted_relink(lifted_index *index, uint32_t atom);
